//! What a search in files hands over.

use std::{fmt, ops::Deref};

use tilebase_core::{Memory, format::Metadata};

use crate::BuildError;

/// A search in files that has ended: what a table is written from.
pub trait FoundOnDisk: fmt::Debug {
    /// Returns what a table with these distances says of itself.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    fn metadata(&self, seconds: f64) -> Result<Metadata, BuildError>;

    /// Returns the payload of the table, from its start, in parts. Each is an error if a file is
    /// damaged or cannot be read.
    fn segments(&self) -> Box<dyn Iterator<Item = Result<Segment<'_>, BuildError>> + '_>;

    /// Returns the ranks of the states at a distance that the metadata lists, ascending.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    fn listed(&self, depth: u32) -> Result<Vec<u64>, BuildError>;

    /// Deletes the files of the search, once its result is kept elsewhere.
    ///
    /// # Errors
    /// If the file system refuses.
    fn remove_files(self: Box<Self>) -> Result<(), BuildError>;
}

/// A part of the payload of a table.
#[derive(Debug)]
pub enum Segment<'a> {
    /// As it is held in memory.
    Held(&'a [u8]),
    /// As it was read from a file.
    Read(Memory),
}

impl Deref for Segment<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Held(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }
}
