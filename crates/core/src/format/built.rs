//! A table fresh from its builder, and how it is written.

use std::io::{Seek, Write};

use super::{
    Metadata, Subject, WriteError, Written,
    writer::{layout, write_table},
};
use crate::{Memory, Monitor};

/// How much is written at a time, in bytes: whole pages.
const STEP: usize = 4 << 20;

/// Levels of a table, each a depth in moves and the ranks of its states, ascending.
pub type Levels = Vec<(u32, Vec<u64>)>;

/// A table as its builder hands it over, in memory.
///
/// [`TableFile::from`](super::TableFile) answers from it without a copy; [`write`](Self::write)
/// makes a file of it.
#[derive(Debug)]
pub struct Built {
    /// What the table says of itself. [`new`](Self::new) fills in which levels are listed.
    metadata: Metadata,
    levels: Levels,
    payload: Memory,
}

impl Built {
    /// Puts a table together.
    ///
    /// `levels` are the levels to list, each a depth and the sorted ranks of its states;
    /// `metadata.listed` is set to match them. The payload holds the distances as the encoding
    /// says.
    ///
    /// # Panics
    /// If the payload has not the length that the metadata's encoding and entries ask for.
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

    /// Returns what the table is about.
    pub fn subject(&self) -> &Subject {
        &self.metadata.subject
    }

    /// Returns what the table says of itself.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the listed levels, each a depth and the ranks of its states, ascending.
    pub fn levels(&self) -> &[(u32, Vec<u64>)] {
        &self.levels
    }

    /// Returns the distances, as the metadata's encoding says.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Returns bytes of the file that [`write`](Self::write) makes.
    pub fn file_length(&self) -> u64 {
        let metadata = self.metadata.encode().map_or(0, |blob| blob.len());
        layout(&self.metadata, metadata).file_length()
    }

    /// Writes the table as a file, from the start of `out` on, which is empty.
    ///
    /// Goes back to the start to fill in the checksums, and flushes nothing: a file is still to be
    /// synced.
    ///
    /// # Errors
    /// If `out` fails or the monitor asks to stop.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tilebase_core::{Memory, Monitor, format::{Built, Encoding, Metadata, Subject, TableFile}};
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
