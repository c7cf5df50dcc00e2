//! The trait of all families of tables: the costs of a table, its builder and its proof.

use tilebase_core::{
    Memory, Monitor,
    format::{Encoding, Levels, TableFile},
};

use crate::{BuildError, Checked, Level, VerifyError};

/// The program and version that files name as their builder.
pub(crate) const BUILDER: &str = concat!("tilebase ", env!("CARGO_PKG_VERSION"));

/// A table that can be built and proved. Each family of tables implements it.
pub(crate) trait Tabulate {
    /// Returns the costs of building the table.
    fn requirements(&self) -> Result<Requirements, BuildError>;

    /// Builds the table.
    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError>;

    /// Proves that a table has all distances, and that its counts and lists are right.
    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError>;
}

/// The memory and the disk that building a table takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// The most bytes of memory, without the program itself.
    pub memory: u64,
    /// The bytes of the file.
    pub disk: u64,
}

/// A finished table in memory.
#[derive(Debug)]
pub(crate) struct DistanceTable {
    /// The encoding of the distances in the payload.
    pub(crate) encoding: Encoding,
    /// The number of entries of the payload.
    pub(crate) entries: u64,
    /// The numbers of states at distance 0, 1, 2, …. Pattern databases count entries, and colour
    /// tables classes.
    pub(crate) counts: Vec<u64>,
    /// The levels that are listed, each with its depth and its ranks, ascending.
    pub(crate) listed: Levels,
    /// The distances as they stand in a file.
    pub(crate) payload: Memory,
}

/// The monitors of a proof.
pub(crate) struct ProofMonitors<'a> {
    /// Gets reports of levels that are built again.
    pub(crate) levels: &'a Monitor<'a, Level>,
    /// Gets reports of states that are compared with their neighbours.
    pub(crate) checks: &'a Monitor<'a, Checked>,
}

#[cfg(test)]
impl DistanceTable {
    /// Returns a table like this with another payload, which may be shorter.
    pub(crate) fn with_payload(&self, payload: &[u8]) -> Self {
        let (bytes, encoding) = (self.encoding.bytes(1), self.encoding);
        let in_group = (1..).take_while(|&entries| encoding.bytes(entries) == bytes);
        let most = payload.len() as u64 / bytes * in_group.count() as u64;
        Self {
            encoding,
            entries: self.entries.min(most),
            counts: self.counts.clone(),
            listed: self.listed.clone(),
            payload: Memory::copy_of(payload).unwrap(),
        }
    }

    /// Returns the file of this table, or of one that is wrong.
    pub(crate) fn into_file(self, subject: tilebase_core::format::Subject) -> TableFile {
        let metadata = tilebase_core::format::Metadata {
            subject,
            encoding: self.encoding,
            entries: self.entries,
            counts: self.counts,
            listed: Vec::new(),
            builder: BUILDER.to_owned(),
            seconds: 0.0,
        };
        tilebase_core::format::Built::new(metadata, self.listed, self.payload).into()
    }
}
