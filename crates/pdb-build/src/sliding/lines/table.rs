//! Tables of boards on which several tiles may slide in one move.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile},
    sliding::{LineSpace, Metric, Shape, SlidingSpace},
};

use super::{
    super::sizes::{BYTE_CELLS, lists_bytes},
    search::search,
    sizes::{memory_needed, supports},
};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError, dense,
    tabulate::{ProofMonitors, Tabulate},
    verify::{NeighbourRule, beside_neighbours, entries_beside_neighbours, same_as_built},
};

/// Proofs of tables of up to this many classes also compare each class with its neighbours, which
/// takes seconds. For 2x7 it would take minutes.
const ONE_BY_ONE: u64 = 1 << 28;

/// The table of a board on which several tiles may slide in one move.
pub(crate) struct MultiTable {
    space: SlidingSpace,
    lines: LineSpace,
    encoding: Encoding,
}

impl MultiTable {
    pub(crate) fn new(
        shape: Shape,
        home: u8,
        encoding: Option<Encoding>,
    ) -> Result<Self, BuildError> {
        let space = SlidingSpace::new(shape, usize::from(home))?.with_metric(Metric::Multi);
        let encoding = match encoding {
            Some(Encoding::Lines) if supports(&space) => Encoding::Lines,
            _ if shape.cells() <= BYTE_CELLS => Encoding::Byte,
            _ if supports(&space) => Encoding::Lines,
            _ => return Err(BuildError::NoMultiTable { shape }),
        };
        Ok(Self {
            space,
            lines: LineSpace::new(space),
            encoding,
        })
    }

    /// Compares every class with its neighbours, using only ranks and moves: D is 0 and 1 exactly
    /// for the classes of the goal, every other class has a neighbour nearer by two, and no
    /// neighbour differs by three. Since D is known modulo 6, this alone does not exclude rings on
    /// which each class seems nearer than the last.
    fn verify_classes(
        &self,
        payload: &[u8],
        monitors: &ProofMonitors<'_>,
    ) -> Result<(), VerifyError> {
        let (space, goal) = (&self.space, self.space.goal());
        let rank = space.rank(&goal);
        let mut starts = vec![(space.row_class(rank), 0)];
        space.each_row_class(&goal, rank, |class| starts.push((class, 1)));
        starts.sort_unstable();
        let rule = NeighbourRule {
            modulus: 6,
            step: 2,
        };
        let value = |class| {
            let bits = u32::from(Encoding::Lines.read(payload, class));
            Some((4 * (bits & 3) + 3 * (bits >> 2)) % 6)
        };
        let classes = (&self.lines, 0..self.lines.len());
        beside_neighbours(classes, rule, &starts, value, monitors.checks)
    }
}

impl Tabulate for MultiTable {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        let (space, states) = (&self.space, self.space.len());
        let (memory, disk) = match self.encoding {
            Encoding::Byte => (dense::memory_needed(states, Encoding::Byte), states),
            lines => {
                let bytes = lines.bytes(self.lines.len());
                (memory_needed(space), bytes + lists_bytes(space))
            }
        };
        Ok(Requirements { memory, disk })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        match self.encoding {
            Encoding::Byte => {
                dense::build(&self.space, Encoding::Byte, self.space.shape(), monitor)
            }
            _ => search(&self.space, monitor),
        }
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        same_as_built(self, table, monitors)?;
        let (states, payload) = ((&self.space, 0..self.space.len()), table.payload());
        match self.encoding {
            Encoding::Byte => {
                entries_beside_neighbours(states, Encoding::Byte, payload, monitors.checks)
            }
            _ if self.lines.len() > ONE_BY_ONE => Ok(()),
            _ => self.verify_classes(payload, monitors),
        }
    }
}
