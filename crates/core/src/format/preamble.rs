//! The first bytes of a table file.

use xxhash_rust::xxh3::Xxh3;

use super::pages::PAGE;

/// The version of the format, of the ranking order in it and of the encodings. It changes with any
/// of them. Version 2 adds a subject and an encoding to version 1, version 3 checksums of pages.
pub const FORMAT_VERSION: u32 = 3;

/// The oldest version that is read.
pub(super) const OLDEST_VERSION: u32 = 1;

/// The first version whose files have checksums of pages.
const FIRST_WITH_PAGES: u32 = 3;

pub(super) const MAGIC: [u8; 8] = *b"TILEBASE";

/// Bytes of the preamble; the metadata blob follows at once.
pub(super) const LENGTH: usize = 72;

/// The payload starts at a multiple of this, so that it is mapped on page boundaries.
const ALIGNMENT: u64 = 4096;

/// Where the parts of a file lie and what they sum to. All little-endian, in this order after the
/// magic bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Preamble {
    pub version: u32,
    pub metadata_length: u32,
    pub payload_offset: u64,
    pub payload_length: u64,
    pub lists_offset: u64,
    pub lists_length: u64,
    /// Of the checksums of the payload's pages; where there are none, of the payload.
    pub payload_checksum: u64,
    pub lists_checksum: u64,
    /// Of the bytes before it and the metadata.
    pub header_checksum: u64,
}

impl Preamble {
    /// Returns the layout of a file of this version with parts of these lengths; checksums are
    /// still to be filled in.
    pub fn laid_out(
        version: u32,
        metadata_length: u32,
        payload_length: u64,
        lists_length: u64,
    ) -> Self {
        let payload_offset =
            (LENGTH as u64 + u64::from(metadata_length)).next_multiple_of(ALIGNMENT);
        Self {
            version,
            metadata_length,
            payload_offset,
            payload_length,
            // A header may state any length; none is so large that this changes it.
            lists_offset: payload_offset
                .saturating_add(payload_length)
                .div_ceil(8)
                .saturating_mul(8),
            lists_length,
            payload_checksum: 0,
            lists_checksum: 0,
            header_checksum: 0,
        }
    }

    /// Returns where the checksums of the payload's pages are.
    pub fn pages_offset(&self) -> u64 {
        self.lists_offset.saturating_add(self.lists_length)
    }

    /// Returns whether the file has checksums of pages.
    pub fn has_pages(&self) -> bool {
        self.version >= FIRST_WITH_PAGES
    }

    /// Returns how many pages of the payload have a checksum.
    pub fn pages(&self) -> u64 {
        if self.has_pages() { self.payload_length.div_ceil(PAGE as u64) } else { 0 }
    }

    pub fn file_length(&self) -> u64 {
        self.pages_offset().saturating_add(8 * self.pages())
    }

    pub fn to_bytes(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&self.version.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.metadata_length.to_le_bytes());
        let words = [
            self.payload_offset,
            self.payload_length,
            self.lists_offset,
            self.lists_length,
            self.payload_checksum,
            self.lists_checksum,
            self.header_checksum,
        ];
        for (place, word) in bytes[16..].chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    pub fn from_bytes(bytes: &[u8; LENGTH]) -> Self {
        let word =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let half =
            |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        Self {
            version: half(8),
            metadata_length: half(12),
            payload_offset: word(16),
            payload_length: word(24),
            lists_offset: word(32),
            lists_length: word(40),
            payload_checksum: word(48),
            lists_checksum: word(56),
            header_checksum: word(64),
        }
    }

    /// Returns the checksum that the header must state with this metadata.
    pub fn checksum_with(&self, metadata: &[u8]) -> u64 {
        let mut hasher = Xxh3::new();
        hasher.update(&self.to_bytes()[..LENGTH - 8]);
        hasher.update(metadata);
        hasher.digest()
    }
}
