//! Tables of boards where several tiles slide in one move.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile},
    sliding::{LineSpace, Metric, Shape, SlidingSpace},
};

use super::{super::table::BYTE_CELLS, lists_bytes, memory_needed, search, supports, table_bytes};
use crate::{
    BuildError, Checked, Level, Requirements, VerifyError, reference,
    table::{Parts, Tabulate},
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

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<Parts, BuildError> {
        let space = &self.0;
        if space.shape().cells() <= BYTE_CELLS {
            return Parts::of_bytes(reference::build(space, monitor)?);
        }
        let parts = search(space, monitor)?.into_parts();
        let classes = LineSpace::new(*space).len();
        Ok(Parts::new(Encoding::Lines, classes, parts))
    }

    fn verify(
        &self,
        table: &TableFile,
        monitor: &Monitor<'_, Level>,
        looking: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError> {
        let (space, metadata, payload) = (&self.0, table.metadata(), table.payload());
        if metadata.encoding == Encoding::Byte {
            return verify::byte_table(space, table, monitor);
        }
        let lists = verify::lists(table)?;
        super::verify(space, payload, &metadata.counts, &lists, monitor, looking)
    }
}
