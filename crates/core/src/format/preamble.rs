//! The first bytes of a table file.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::{Metadata, pages::PAGE};

/// The version of the format, which includes the ranking order and the encodings: it is raised when
/// any of them changes. Version 2 added subjects and an encoding to version 1, and version 3 added
/// checksums of pages.
pub const FORMAT_VERSION: u32 = 3;

/// The oldest version that is read. No release wrote versions 1 and 2, but `docs/COMPATIBILITY.md`
/// promises that their files stay readable, and `tests/data` keeps some.
pub(super) const OLDEST_VERSION: u32 = 1;

/// The first version whose files have checksums of pages.
const FIRST_WITH_PAGES: u32 = 3;

pub(super) const MAGIC: [u8; 8] = *b"TILEBASE";

/// The length of the preamble in bytes. The metadata follows directly.
pub(super) const LENGTH: usize = 72;

/// The payload starts at a multiple of this many bytes, so that mapped pages and pages with
/// checksums coincide.
const ALIGNMENT: u64 = 4096;

/// The places and the checksums of the parts of a file. The numbers are little-endian and stand in
/// this order after the magic bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Preamble {
    pub version: u32,
    pub metadata_length: u32,
    pub payload_offset: u64,
    pub payload_length: u64,
    pub lists_offset: u64,
    pub lists_length: u64,
    /// The checksum of the checksums of the payload's pages. In files without those, the checksum
    /// of the payload.
    pub payload_checksum: u64,
    pub lists_checksum: u64,
    /// The checksum of the preamble before this field, and of the metadata.
    pub header_checksum: u64,
}

impl Preamble {
    /// Returns the layout of the file of a table whose metadata takes `metadata_length` bytes. The
    /// caller fills in the checksums.
    pub fn new(metadata: &Metadata, metadata_length: u32) -> Self {
        let payload_offset =
            (LENGTH as u64 + u64::from(metadata_length)).next_multiple_of(ALIGNMENT);
        let payload_length = metadata.encoding.bytes(metadata.entries);
        let listed: u64 = metadata.listed.iter().map(|level| level.count).sum();
        Self {
            version: FORMAT_VERSION,
            metadata_length,
            payload_offset,
            payload_length,
            // Damaged metadata may state any numbers. The products saturate only for impossible
            // ones.
            lists_offset: payload_offset
                .saturating_add(payload_length)
                .div_ceil(8)
                .saturating_mul(8),
            lists_length: listed.saturating_mul(8),
            payload_checksum: 0,
            lists_checksum: 0,
            header_checksum: 0,
        }
    }

    /// Returns the offsets and the lengths of the parts.
    pub fn parts(&self) -> [u64; 4] {
        [
            self.payload_offset,
            self.payload_length,
            self.lists_offset,
            self.lists_length,
        ]
    }

    /// Returns the starts and the ends of the zeros between the parts.
    pub fn gaps(&self) -> [[u64; 2]; 2] {
        let header = LENGTH as u64 + u64::from(self.metadata_length);
        let payload = self.payload_offset.saturating_add(self.payload_length);
        [[header, self.payload_offset], [payload, self.lists_offset]]
    }

    /// Returns the offset of the checksums of the payload's pages.
    pub fn pages_offset(&self) -> u64 {
        self.lists_offset.saturating_add(self.lists_length)
    }

    /// Returns whether the file has checksums of pages.
    pub fn has_pages(&self) -> bool {
        self.version >= FIRST_WITH_PAGES
    }

    /// Returns the number of the payload's pages that have a checksum.
    pub fn pages(&self) -> u64 {
        if self.has_pages() { self.payload_length.div_ceil(PAGE as u64) } else { 0 }
    }

    pub fn file_length(&self) -> u64 {
        self.pages_offset().saturating_add(8 * self.pages())
    }

    pub fn to_bytes(self) -> Vec<u8> {
        bincode::serialize(&(MAGIC, self)).expect("numbers")
    }

    pub fn from_bytes(bytes: &[u8; LENGTH]) -> Self {
        bincode::deserialize(&bytes[MAGIC.len()..]).expect("numbers of fixed width")
    }

    /// Returns the right value of `header_checksum` for a file with this metadata.
    pub fn checksum_with(&self, metadata: &[u8]) -> u64 {
        let mut hasher = Xxh3::new();
        hasher.update(&self.to_bytes()[..LENGTH - 8]);
        hasher.update(metadata);
        hasher.digest()
    }
}
