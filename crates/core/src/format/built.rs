//! A table as its builder returns it, and how it is written.

use std::io::{Seek, Write};

use super::{Metadata, Subject, WriteError, Written, writer::write_table};
use crate::{Memory, Monitor};

/// The number of bytes written at a time: whole pages.
const STEP: usize = 4 << 20;

/// Levels of a table. Each is a distance in moves and the ranks of its states in ascending order.
pub type Levels = Vec<(u32, Vec<u64>)>;

/// A table in memory, as its builder returns it.
///
/// [`TableFile::from`](super::TableFile) makes it readable without a copy; [`write`](Self::write)
/// writes it as a file.
#[derive(Debug)]
pub struct Built {
    /// The description of the table. [`new`](Self::new) fills in its listed levels.
    pub(super) metadata: Metadata,
    pub(super) levels: Levels,
    pub(super) payload: Memory,
}

impl Built {
    /// Returns a table made of its parts.
    ///
    /// `levels` are the levels to list, each with the ranks of its states in ascending order;
    /// `metadata.listed` is set to match them. The payload holds the distances in the metadata's
    /// encoding.
    ///
    /// # Panics
    /// If the payload does not have the length that the metadata's encoding and entries require.
    pub fn new(metadata: Metadata, levels: Levels, payload: Memory) -> Self {
        assert_eq!(
            payload.len() as u64,
            metadata.encoding.bytes(metadata.entries),
            "the payload of {}",
            metadata.subject
        );
        let listed = levels.iter();
        let listed = listed.map(|(depth, ranks)| (*depth, ranks.len() as u64));
        Self {
            metadata: metadata.listing(listed),
            levels,
            payload,
        }
    }

    /// Returns the subject of the table.
    pub fn subject(&self) -> &Subject {
        &self.metadata.subject
    }

    /// Returns the description of the table.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the listed levels, each a distance and the ranks of its states in ascending order.
    pub fn levels(&self) -> &[(u32, Vec<u64>)] {
        &self.levels
    }

    /// Returns the distances in the metadata's encoding.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Writes the table as a file to `out`, which must be empty, from its start.
    ///
    /// The function seeks back to the start to fill in the checksums. It does not flush: the caller
    /// must still sync a file.
    ///
    /// # Errors
    /// If `out` fails or the monitor asks to stop.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tilebase_core::format::{Built, Encoding, Metadata, Subject, TableFile};
    /// use tilebase_core::{Memory, Monitor};
    ///
    /// let metadata = Metadata {
    ///     subject: Subject::Sliding { shape: "2x2".parse()?, home: 3 },
    ///     encoding: Encoding::Byte,
    ///     entries: 12,
    ///     counts: vec![1, 2, 2, 2, 2, 2, 1],
    ///     listed: Vec::new(),
    ///     builder: "an example".to_owned(),
    ///     seconds: 0.0,
    /// };
    /// let built = Built::new(metadata, vec![(0, vec![0])], Memory::copy_of(&[0; 12])?);
    /// let mut file = Cursor::new(Vec::new());
    /// built.write(&mut file, &Monitor::silent())?;
    /// let table = TableFile::from_bytes(file.into_inner())?;
    /// table.verify_checksums(&Monitor::silent())?;
    /// assert_eq!(table.metadata(), built.metadata());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        &self,
        out: impl Write + Seek,
        monitor: &Monitor<'_, Written>,
    ) -> Result<(), WriteError> {
        let payload = self.payload.chunks(STEP);
        let lists = self.levels.iter().map(|(_, ranks)| &ranks[..]);
        write_table(&self.metadata, payload.map(Ok), lists.map(Ok), out, monitor)
    }
}
