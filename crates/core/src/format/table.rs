//! A table for reading, in a file or in memory.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{
    Built, DamagedPage, FORMAT_VERSION, FormatError, Levels, Metadata, Origin, Subject, check,
    pages::{PAGE, Pages, Payload},
    preamble::{LENGTH, MAGIC, OLDEST_VERSION, Preamble},
};
use crate::{Bytes, Memory, Monitor, ReadOrder};

/// A table for reading. [`AsRef<[u8]>`](AsRef) gives its payload.
///
/// A table comes from one of four sources. A mapped file ([`map`](Self::map)) is read from disk
/// page by page when its pages are touched, and its pages are shared between processes. A file can
/// also be read as a whole ([`read`](Self::read)). The bytes of a file may be in memory already
/// ([`from_bytes`](Self::from_bytes)). A table may also come straight from its builder
/// ([`From<Built>`](Built)).
///
/// Clones share the bytes.
#[derive(Debug, Clone)]
pub struct TableFile {
    origin: Origin,
    contents: Arc<Contents>,
}

#[derive(Debug)]
struct Contents {
    metadata: Metadata,
    /// The layout of the file, or of the file that a table from a builder would become.
    preamble: Preamble,
    /// The bytes of a whole file; those of the payload, if the table comes from its builder.
    bytes: Bytes,
    payload: Range<usize>,
    /// The pages of the payload that have been compared with their checksums. A table from a
    /// builder has none.
    pages: Pages,
    lists: ListSource,
}

/// The place of the lists of states.
#[derive(Debug)]
enum ListSource {
    /// In the file. The value is true if they match their checksum; it is set when they are first
    /// read.
    InFile(OnceLock<bool>),
    /// As the builder returned them.
    Built(Levels),
}

impl Contents {
    /// Returns the table in the bytes of a whole file. Their length is the one in the preamble, so
    /// that all offsets fit the address space.
    fn of_file(bytes: Bytes, preamble: Preamble, metadata: Metadata) -> Self {
        let first = preamble.payload_offset as usize;
        Self {
            metadata,
            preamble,
            bytes,
            payload: first..first + preamble.payload_length as usize,
            pages: Pages::new(preamble.pages()),
            lists: ListSource::InFile(OnceLock::new()),
        }
    }
}

impl TableFile {
    /// Reads the table that the bytes of a whole file hold.
    ///
    /// # Errors
    /// If the bytes are not those of a table, have another version, or show damage in the header.
    pub fn from_bytes(file: Vec<u8>) -> Result<Self, FormatError> {
        Self::parse(file.into(), Origin::Memory)
    }

    /// Returns this table if it is the table of `subject`.
    ///
    /// # Errors
    /// If it is a table of another subject. The error names both.
    pub fn expect_subject(self, subject: &Subject) -> Result<Self, FormatError> {
        let found = &self.metadata().subject;
        if found == subject {
            return Ok(self);
        }
        Err(FormatError::OtherSubject {
            expected: subject.to_string(),
            found: found.to_string(),
            origin: self.origin,
        })
    }

    pub(super) fn parse(bytes: Bytes, origin: Origin) -> Result<Self, FormatError> {
        let found = bytes.len() as u64;
        let damaged = |problem: &str| damaged(&origin, problem);
        let short = || damaged(&format!("it ends after {found} bytes, within its header"));

        let (header, rest) = bytes.split_first_chunk::<LENGTH>().ok_or_else(short)?;
        if header[..8] != MAGIC {
            return Err(FormatError::NotATable { origin });
        }
        let preamble = Preamble::from_bytes(header);
        if !(OLDEST_VERSION..=FORMAT_VERSION).contains(&preamble.version) {
            return Err(FormatError::OtherVersion {
                origin,
                found: preamble.version,
                supported: FORMAT_VERSION,
            });
        }
        if u64::from(preamble.metadata_length) > Metadata::MOST_BYTES {
            return Err(damaged("its metadata is longer than the format allows"));
        }
        let blob = rest
            .get(..preamble.metadata_length as usize)
            .ok_or_else(short)?;
        if preamble.checksum_with(blob) != preamble.header_checksum {
            return Err(wrong_checksum(&origin, "its header"));
        }
        let metadata =
            Metadata::decode(blob).ok_or_else(|| damaged("its metadata cannot be read"))?;

        let expected = preamble.file_length();
        if found != expected {
            return Err(damaged(&format!(
                "{found} bytes long instead of {expected}"
            )));
        }
        check::metadata(&metadata).map_err(|problem| damaged(&problem))?;
        let expected = Preamble::new(&metadata, preamble.metadata_length);
        if preamble.parts() != expected.parts() {
            return Err(damaged("its header contradicts itself"));
        }
        Ok(Self {
            origin,
            contents: Arc::new(Contents::of_file(bytes, preamble, metadata)),
        })
    }

    /// Returns the table, read into this process's memory as a whole and compared with its
    /// checksums. The memory has huge pages if the system has them.
    ///
    /// This costs memory of the table's size, and about a second for a few gigabytes. Random
    /// look-ups in a large table are then nearly twice as fast, because the processor translates
    /// the addresses of a few huge pages faster than those of many small ones. Every table of a
    /// file is copied, even one that [`read`](Self::read) returned; a table without a file is
    /// only compared.
    ///
    /// # Errors
    /// If there is not enough memory, the distances are not what was written, or `stopped` returns
    /// true.
    pub fn into_memory(mut self, stopped: &dyn Fn() -> bool) -> Result<Self, FormatError> {
        if let Origin::File(path) = &self.origin {
            let bytes = &self.contents.bytes;
            bytes.advise(ReadOrder::InOrder);
            let copy = Memory::zeroed(bytes.len() as u64);
            let mut copy = copy.map_err(FormatError::io("read into memory", path))?;
            for (into, from) in copy.chunks_mut(STEP).zip(bytes.chunks(STEP)) {
                if stopped() {
                    return Err(self.stopped());
                }
                into.copy_from_slice(from);
            }
            let (preamble, metadata) = (self.contents.preamble, self.metadata().clone());
            self.contents = Arc::new(Contents::of_file(copy.into(), preamble, metadata));
        }
        self.checked_payload(stopped)?;
        Ok(self)
    }

    /// Returns the file of the table, or [`Origin::Memory`].
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns the description of the table.
    #[inline]
    pub fn metadata(&self) -> &Metadata {
        &self.contents.metadata
    }

    /// Returns the length in bytes of the whole file, or of the file that a table from a builder
    /// would become.
    pub fn file_length(&self) -> u64 {
        self.contents.preamble.file_length()
    }

    /// Returns the offset of the payload in the file, in bytes, so that other programs can map it;
    /// `None` for a table that came straight from its builder.
    pub fn payload_offset(&self) -> Option<u64> {
        let in_file = matches!(self.contents.lists, ListSource::InFile(_));
        in_file.then_some(self.contents.preamble.payload_offset)
    }

    /// Returns the distances in the metadata's encoding.
    #[inline]
    pub fn payload(&self) -> &[u8] {
        &self.contents.bytes[self.contents.payload.clone()]
    }

    /// Advises the system of the order in which the distances will be read, as [`Bytes::advise`]
    /// does. Without advice, the system guesses.
    pub fn advise(&self, order: ReadOrder) {
        self.contents.bytes.advise(order);
    }

    /// Compares all distances with their checksums and returns them, for callers that then read
    /// them directly. Reads the whole file.
    ///
    /// # Errors
    /// If some of them are not what was written, or `stopped` returns true.
    pub fn checked_payload(&self, stopped: &dyn Fn() -> bool) -> Result<&[u8], FormatError> {
        if !self.touch_all(true, stopped) {
            return Err(self.stopped());
        }
        self.damage()?;
        Ok(self.payload())
    }

    /// Returns the ranks of the states at distance `depth` in ascending order, or `None` if the
    /// table does not list them. Tables list small levels, especially the first and the last ones.
    /// Reads no distances.
    ///
    /// The lists are compared with their checksum when the first of them is read.
    ///
    /// # Errors
    /// If the lists are damaged.
    pub fn listed(&self, depth: u32) -> Result<Option<Vec<u64>>, FormatError> {
        let (metadata, preamble) = (self.metadata(), &self.contents.preamble);
        let mut levels = metadata.listed.iter();
        let Some(at) = levels.position(|level| level.depth == depth) else {
            return Ok(None);
        };
        let ranks: Vec<u64> = match &self.contents.lists {
            ListSource::Built(levels) => levels[at].1.clone(),
            ListSource::InFile(are_right) => {
                let parts = preamble.lists_offset as usize..preamble.pages_offset() as usize;
                let parts = &self.contents.bytes[parts];
                if !are_right.get_or_init(|| xxh3_64(parts) == preamble.lists_checksum) {
                    return Err(wrong_checksum(&self.origin, "its list of states"));
                }
                let level = metadata.listed[at];
                let ranks = &numbers(parts)[level.first as usize..][..level.count as usize];
                ranks.iter().map(|rank| u64::from_le_bytes(*rank)).collect()
            }
        };
        // A right checksum shows that this was written, not that it is true.
        let states = metadata.states();
        if !ranks.is_sorted_by(|a, b| a < b) || ranks.last().is_some_and(|&rank| rank >= states) {
            let list = format!("its list of the states at distance {depth}");
            return Err(damaged(
                &self.origin,
                &format!("{list} has impossible ranks"),
            ));
        }
        Ok(Some(ranks))
    }

    /// Reads the whole file and compares all checksums, and the bytes between the parts with zero.
    /// Reports the number of bytes of distances
    /// read until now. A table that came straight from its builder has no checksums and passes.
    ///
    /// # Errors
    /// If a part is not what was written, or the monitor asks to stop.
    pub fn verify_checksums(&self, monitor: &Monitor<'_, u64>) -> Result<(), FormatError> {
        let (bytes, preamble) = (&self.contents.bytes, &self.contents.preamble);
        if self.payload_offset().is_none() {
            return Ok(());
        }
        bytes.advise(ReadOrder::InOrder);
        let mut hasher = Xxh3::new();
        let mut read = 0;
        for step in self.payload().chunks(STEP) {
            if monitor.stopped() {
                return Err(self.stopped());
            }
            if preamble.has_pages() {
                (read / PAGE..(read + step.len()).div_ceil(PAGE))
                    .try_for_each(|page| self.compare_page(page))?
            } else {
                hasher.update(step)
            }
            read += step.len();
            monitor.report(&(read as u64));
        }
        let (lists, pages) =
            bytes[preamble.lists_offset as usize..].split_at(preamble.lists_length as usize);
        hasher.update(pages);
        if hasher.digest() != preamble.payload_checksum {
            return Err(wrong_checksum(
                &self.origin,
                if preamble.has_pages() {
                    "the list of its pages' checksums"
                } else {
                    "its payload"
                },
            ));
        }
        if xxh3_64(lists) != preamble.lists_checksum {
            return Err(wrong_checksum(&self.origin, "its list of states"));
        }
        // No checksum includes the bytes between the parts.
        let zero = |&[start, end]: &[u64; 2]| {
            let between = &bytes[start as usize..end as usize];
            between.iter().all(|&byte| byte == 0)
        };
        match preamble.gaps().iter().find(|gap| !zero(gap)) {
            None => Ok(()),
            Some([start, end]) => {
                let problem = format!("its bytes from {start} to {end} are not zeros");
                Err(damaged(&self.origin, &problem))
            }
        }
    }

    /// Compares a page of the payload with its checksum.
    fn compare_page(&self, page: usize) -> Result<(), FormatError> {
        let (bytes, preamble) = (&self.contents.bytes, &self.contents.preamble);
        let content = self.payload().chunks(PAGE).nth(page);
        let checksums = numbers(&bytes[preamble.pages_offset() as usize..]);
        let checksum = checksums.get(page).copied().map(u64::from_le_bytes);
        if checksum == content.map(xxh3_64) {
            Ok(())
        } else {
            Err(self.damaged_page(page).into())
        }
    }

    fn damaged_page(&self, page: usize) -> DamagedPage {
        let start = page * PAGE;
        DamagedPage {
            origin: self.origin.clone(),
            start,
            end: self.payload().len().min(start + PAGE),
        }
    }

    fn stopped(&self) -> FormatError {
        FormatError::Stopped {
            origin: self.origin.clone(),
        }
    }
}

/// The number of bytes read between two checks of the request to stop: whole pages.
const STEP: usize = 16 << 20;

fn damaged(origin: &Origin, problem: &str) -> FormatError {
    FormatError::Damaged {
        origin: origin.clone(),
        problem: problem.to_owned(),
    }
}

fn wrong_checksum(origin: &Origin, part: &str) -> FormatError {
    damaged(origin, &format!("{part} does not match its checksum"))
}

/// Splits a part of a file into numbers of eight bytes each.
fn numbers(part: &[u8]) -> &[[u8; 8]] {
    part.as_chunks().0
}

impl Payload for TableFile {
    #[inline]
    fn touch(&self, at: usize) {
        let pages = &self.contents.pages;
        if !pages.is_checked(at) {
            pages.check(at, |page| self.compare_page(page).is_ok());
        }
    }

    #[inline]
    fn damage(&self) -> Result<(), DamagedPage> {
        match self.contents.pages.damaged() {
            Some(page) => Err(self.damaged_page(page)),
            None => Ok(()),
        }
    }

    fn touch_all(&self, always: bool, stopped: &dyn Fn() -> bool) -> bool {
        let pages = &self.contents.pages;
        let (all, checked) = (pages.len(), pages.count());
        let touch = |at| {
            self.touch(at);
            !stopped()
        };
        checked == all
            || (always || checked > all / MANY) && {
                self.advise(ReadOrder::InOrder);
                (0..self.payload().len()).step_by(PAGE).all(touch)
            }
    }
}

/// If more than one page in this many has been touched, reading all the others in order is quicker
/// than checking them one by one.
const MANY: u64 = 8;

impl AsRef<[u8]> for TableFile {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.payload()
    }
}

impl From<Built> for TableFile {
    fn from(built: Built) -> Self {
        let blob = built.metadata.encode().map_or(0, |blob| blob.len());
        let preamble = Preamble::new(&built.metadata, blob as u32);
        let Built {
            metadata,
            levels,
            payload,
        } = built;
        Self {
            origin: Origin::Memory,
            contents: Arc::new(Contents {
                metadata,
                preamble,
                payload: 0..payload.len(),
                bytes: payload.into(),
                pages: Pages::new(0),
                lists: ListSource::Built(levels),
            }),
        }
    }
}
