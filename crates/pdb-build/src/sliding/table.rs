//! Tables of boards where one tile slides in a move.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile},
    sliding::{Shape, SlidingSpace},
};

use super::{
    search::{byte_distances, search},
    sizes::{BYTE_CELLS, lists_bytes, memory_needed, supports},
    verify::verify_bits,
    verify_neighbours::verify_neighbours,
};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError, reference,
    tabulate::{Packing, ProofMonitors, Tabulate},
    verify,
};

/// The most cells of a board that is tabulated: 2x7 takes 5.4 GiB on disk, 3x5 would take 81.
pub(crate) const MOST_CELLS: usize = 14;

/// The table of a board.
pub(crate) struct SlidingTable {
    space: SlidingSpace,
    encoding: Encoding,
}

impl SlidingTable {
    pub(crate) fn new(shape: Shape, home: u8, packing: Packing) -> Result<Self, BuildError> {
        Ok(Self {
            space: SlidingSpace::new(shape, usize::from(home))?,
            encoding: if packing == Packing::Bytes || shape.cells() <= BYTE_CELLS {
                Encoding::Byte
            } else {
                Encoding::Bit
            },
        })
    }
}

impl Tabulate for SlidingTable {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        let Self { space, encoding } = self;
        let (states, bytes) = (space.len(), encoding.bytes(space.len()));
        Ok(match encoding {
            _ if !supports(space) => Requirements::of_bytes(states),
            // The bytes, and a copy on huge pages.
            Encoding::Byte => Requirements {
                memory: memory_needed(space) + 2 * bytes,
                disk: bytes,
            },
            _ => Requirements {
                memory: memory_needed(space),
                disk: bytes + lists_bytes(space),
            },
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        let space = &self.space;
        match self.encoding {
            Encoding::Byte if supports(space) => {
                DistanceTable::of_bytes(byte_distances(space, monitor)?)
            }
            Encoding::Byte => DistanceTable::of_bytes(reference::build(space, monitor)?),
            _ => search(space, monitor),
        }
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        let (space, metadata, payload) = (&self.space, table.metadata(), table.payload());
        if metadata.encoding == Encoding::Byte {
            return verify::byte_table(space, table, monitors.levels);
        }
        let lists = verify::lists(table)?;
        verify_bits(space, payload, &metadata.counts, &lists, monitors.levels)?;
        verify_neighbours(space, payload, monitors.checks)
    }
}
