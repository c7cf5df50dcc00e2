//! A finished table, as builders hand it over.

use tilebase_core::{
    Memory,
    format::{Encoding, Levels},
};

use crate::{BuildError, LISTED_AT_MOST, reference::Distances};

/// A finished table in memory.
#[derive(Debug)]
pub struct DistanceTable {
    /// The encoding of the distances in the payload.
    pub encoding: Encoding,
    /// The number of entries of the payload.
    pub entries: u64,
    /// The numbers of states at distance 0, 1, 2, …. Pattern databases count entries, and colour
    /// tables classes.
    pub counts: Vec<u64>,
    /// The levels that are listed, each with its depth and its ranks, ascending.
    pub listed: Levels,
    pub(crate) payload: Memory,
}

impl DistanceTable {
    /// Returns the distances as they stand in a file.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Returns a table of one byte a state. It lists only the states farthest from the goal:
    /// reading a byte a state is quick, and lists of eight bytes a state would outgrow the table.
    pub(crate) fn of_bytes(distances: Distances) -> Result<Self, BuildError> {
        let last = distances.counts.len() - 1;
        let listed = if distances.counts[last] <= LISTED_AT_MOST as u64 {
            vec![(last as u32, distances.ranks_at(last as u32))]
        } else {
            Vec::new()
        };
        let entries = distances.bytes.len() as u64;
        let refused = BuildError::allocation(format!("the table of {entries} states"), entries);
        let payload = Memory::copy_of(&distances.bytes).map_err(refused)?;
        Ok(Self {
            encoding: Encoding::Byte,
            entries,
            counts: distances.counts,
            listed,
            payload,
        })
    }
}
