//! The result of a search on disk.

use std::fmt;

use tilebase_core::{Memory, format::Metadata};

use crate::Result;

/// The result of a search on disk, from which a table is written.
pub trait FoundOnDisk: fmt::Debug {
    /// Returns the metadata of the table. `seconds` is the time of the search.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    fn metadata(&self, seconds: f64) -> Result<Metadata>;

    /// Returns the payload of the table, from its start, in parts. Each is an error if a file is
    /// damaged or cannot be read.
    fn segments(&self) -> Box<dyn Iterator<Item = Result<Memory>> + '_>;

    /// Returns the ranks of the states at a distance that the metadata lists, ascending.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    fn listed(&self, depth: u32) -> Result<Vec<u64>>;

    /// Deletes the files of the search, after its result has been stored elsewhere.
    ///
    /// # Errors
    /// If the file system reports an error.
    fn remove_files(self: Box<Self>) -> Result<()>;
}
