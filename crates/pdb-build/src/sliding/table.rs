//! Tables of boards on which one tile slides in a move.

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::{Encoding, TableFile},
    sliding::{Shape, SlidingSpace},
};

use super::{
    search::search,
    sizes::{BYTE_CELLS, lists_bytes, memory_needed, supports},
    verify_neighbours::verify_neighbours,
};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError, dense,
    tabulate::{ProofMonitors, Tabulate},
    verify::{entries_beside_neighbours, same_as_built},
};

/// The most cells of a board that is tabulated: 2x7 takes 5.4 GiB on disk, 3x5 would take 81.
pub(crate) const MOST_CELLS: usize = 14;

/// The table of a board.
pub(crate) struct SlidingTable {
    space: SlidingSpace,
    encoding: Encoding,
}

impl SlidingTable {
    pub(crate) fn new(
        shape: Shape,
        home: u8,
        encoding: Option<Encoding>,
    ) -> Result<Self, BuildError> {
        let space = SlidingSpace::new(shape, usize::from(home))?;
        let encoding = match encoding {
            _ if !supports(&space) => Encoding::Byte,
            Some(encoding @ (Encoding::Byte | Encoding::Bit)) => encoding,
            _ if shape.cells() <= BYTE_CELLS => Encoding::Byte,
            _ => Encoding::Bit,
        };
        Ok(Self { space, encoding })
    }
}

impl Tabulate for SlidingTable {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        let Self { space, encoding } = self;
        let bytes = encoding.bytes(space.len());
        let (memory, disk) = match encoding {
            _ if !supports(space) => (dense::memory_needed(space.len(), *encoding), bytes),
            Encoding::Byte => (memory_needed(space) + bytes, bytes),
            _ => (memory_needed(space), bytes + lists_bytes(space)),
        };
        Ok(Requirements { memory, disk })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        let Self { space, encoding } = self;
        if supports(space) {
            search(space, *encoding, Instructions::detect(), monitor)
        } else {
            dense::build(space, *encoding, space.shape(), monitor)
        }
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        same_as_built(self, table, monitors)?;
        let (space, payload, monitor) = (&self.space, table.payload(), monitors.checks);
        match self.encoding {
            Encoding::Bit => verify_neighbours(Instructions::detect(), space, payload, monitor),
            bytes => entries_beside_neighbours((space, 0..space.len()), bytes, payload, monitor),
        }
    }
}
