//! Tables of boards where several tiles slide in one move.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile},
    sliding::{Metric, Shape, SlidingSpace},
};

use super::{
    super::sizes::{BYTE_CELLS, lists_bytes},
    search::search,
    sizes::{memory_needed, supports, table_bytes},
    verify::verify as verify_classes,
};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError, reference,
    tabulate::{ProofMonitors, Tabulate},
    verify,
};

/// The table of a board where several tiles slide in one move.
pub(crate) struct MultiTable(SlidingSpace);

impl MultiTable {
    pub(crate) fn new(shape: Shape, home: u8) -> Result<Self, BuildError> {
        let space = SlidingSpace::new(shape, usize::from(home))?.with_metric(Metric::Multi);
        if shape.cells() <= BYTE_CELLS || supports(&space) {
            Ok(Self(space))
        } else {
            Err(BuildError::NoMultiTable { shape })
        }
    }
}

impl Tabulate for MultiTable {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        let space = &self.0;
        Ok(if space.shape().cells() <= BYTE_CELLS {
            Requirements::of_bytes(space.len())
        } else {
            Requirements {
                memory: memory_needed(space),
                disk: table_bytes(space) + lists_bytes(space),
            }
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        let space = &self.0;
        if space.shape().cells() <= BYTE_CELLS {
            return DistanceTable::of_bytes(reference::build(space, monitor)?);
        }
        search(space, monitor)
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        let (space, metadata, payload) = (&self.0, table.metadata(), table.payload());
        if metadata.encoding == Encoding::Byte {
            return verify::byte_table(space, table, monitors.levels);
        }
        let lists = verify::lists(table)?;
        let counts = &metadata.counts;
        verify_classes(
            space,
            payload,
            counts,
            &lists,
            monitors.levels,
            monitors.checks,
        )
    }
}
