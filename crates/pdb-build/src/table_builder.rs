//! The trait of the families of tables: the costs of a table, its builder and its proof.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile},
};

use crate::{
    BuildError, Checked, DistanceTable, Level, Result, VerifyError, dense,
    verify::{entries_beside_neighbours, same_table},
};

/// A space whose tables can be built and proved. The methods given here work for any numbered
/// space.
pub(crate) trait TableBuilder: RankedSpace + Sized {
    /// Proofs of tables of more states than this do not compare each with its neighbours.
    const COMPARED: u64 = u64::MAX;

    /// Whether there are tables of remainders modulo 3, which hold distances of any length.
    const HAS_REMAINDERS: bool = false;

    /// Returns the name of the table, for errors.
    fn name(&self) -> String;

    /// Returns the most bytes of memory that building the table takes.
    fn memory(&self, encoding: Encoding) -> u64 {
        dense::memory_needed(self.len(), encoding)
    }

    /// Returns the bytes of the file.
    fn disk(&self, encoding: Encoding) -> u64 {
        encoding.bytes(self.len())
    }

    /// Builds the table.
    fn build(&self, encoding: Encoding, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
        dense::build(self, encoding, None, self.name(), monitor)
    }

    /// Compares each entry of the table with its neighbours.
    fn verify_neighbours(
        &self,
        encoding: Encoding,
        payload: &[u8],
        monitor: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError> {
        if self.len() > Self::COMPARED {
            return Ok(());
        }
        entries_beside_neighbours((self, 0..self.len()), encoding, payload, monitor)
    }
}

/// A table that can be built: its space, and the encoding of its distances.
#[derive(Debug)]
pub(crate) struct PlannedTable<S> {
    pub(crate) space: S,
    pub(crate) encoding: Encoding,
}

impl<S: TableBuilder> PlannedTable<S> {
    /// Returns the costs of building the table.
    pub(crate) fn requirements(&self) -> Requirements {
        Requirements {
            memory: self.space.memory(self.encoding),
            disk: self.space.disk(self.encoding),
        }
    }

    /// Builds the table; in remainders if a distance does not fit a byte.
    pub(crate) fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
        match self.space.build(self.encoding, monitor) {
            Err(BuildError::TooDeep) if S::HAS_REMAINDERS => {
                self.space.build(Encoding::Mod3, monitor)
            }
            built => built,
        }
    }

    /// Proves that a table has all distances, and that its counts and lists are right.
    ///
    /// The levels are built again from the goal without reading the table. So a table that passes
    /// equals the only right one bit by bit, if the builder is right.
    pub(crate) fn verify(
        &self,
        table: &TableFile,
        monitor: &Monitor<'_, Level>,
        looking: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError> {
        same_table(&self.build(monitor)?, table, monitor)?;
        (self.space).verify_neighbours(self.encoding, table.payload(), looking)
    }
}

/// The memory and the disk that building a table takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// The most bytes of memory, without the program itself.
    pub memory: u64,
    /// The bytes of the file.
    pub disk: u64,
}

/// Returns the encoding of a table with remainders or bytes: the one asked for if it is one of
/// them, otherwise bytes for spaces of at most `in_bytes` states and remainders for larger ones.
pub(crate) fn bytes_or_remainders(asked: Option<Encoding>, states: u64, in_bytes: u64) -> Encoding {
    match asked {
        Some(encoding @ (Encoding::Byte | Encoding::Mod3)) => encoding,
        _ if states <= in_bytes => Encoding::Byte,
        _ => Encoding::Mod3,
    }
}
