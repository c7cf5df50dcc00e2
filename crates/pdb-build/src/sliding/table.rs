//! Tables of boards, in either metric.

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::Encoding,
    sliding::{Metric, RowClassSpace, Shape, SlidingSpace},
};

use super::{
    row_classes::search::search as search_row_classes,
    search::search,
    sizes::{BYTE_CELLS, lists_bytes, memory_needed, supports},
    verify_neighbours::verify_neighbours,
};
use crate::{
    BuildError, Checked, DistanceTable, Level, Result, VerifyError, dense,
    table_builder::{PlannedTable, TableBuilder},
    verify::{NeighbourRule, beside_neighbours, entries_beside_neighbours},
};

/// The most cells of a board with a full table: 2x7 takes 5.4 GiB on disk, 3x5 would take 81.
pub(crate) const MOST_CELLS: usize = 14;

/// Proofs of tables of up to this many row classes also compare each class with its neighbours,
/// which takes seconds. For 2x7 it would take minutes.
const ONE_BY_ONE: u64 = 1 << 28;

/// Returns the table of a board.
///
/// # Errors
/// If the board is too large to number its states, or has no table in this metric.
pub(crate) fn board_table(
    shape: Shape,
    home: u8,
    metric: Metric,
    encoding: Option<Encoding>,
) -> Result<PlannedTable<SlidingSpace>> {
    let space = SlidingSpace::new(shape, usize::from(home))?.with_metric(metric);
    let (compact, is_single) = match metric {
        Metric::Single => (Encoding::Bit, true),
        Metric::Multi => (Encoding::RowClasses, false),
    };
    let encoding = match encoding {
        Some(encoding) if encoding == compact && supports(&space) => compact,
        Some(Encoding::Byte) if is_single => Encoding::Byte,
        _ if shape.cells() <= BYTE_CELLS => Encoding::Byte,
        _ if supports(&space) => compact,
        _ if is_single => Encoding::Byte,
        _ => return Err(BuildError::NoMultiTable(shape)),
    };
    Ok(PlannedTable { space, encoding })
}

/// Returns whether a board is searched by words of states.
fn takes_words(space: &SlidingSpace, encoding: Encoding) -> bool {
    supports(space) && (encoding != Encoding::Byte || space.metric() == Metric::Single)
}

impl TableBuilder for SlidingSpace {
    fn name(&self) -> String {
        self.shape().to_string()
    }

    fn memory(&self, encoding: Encoding) -> u64 {
        let bytes = if encoding == Encoding::Byte { self.len() } else { 0 };
        if takes_words(self, encoding) {
            memory_needed(self) + bytes
        } else {
            dense::memory_needed(self.len(), encoding)
        }
    }

    fn disk(&self, encoding: Encoding) -> u64 {
        match encoding {
            Encoding::RowClasses => {
                encoding.bytes(RowClassSpace::new(*self).len()) + lists_bytes(self)
            }
            Encoding::Bit => encoding.bytes(self.len()) + lists_bytes(self),
            _ => encoding.bytes(self.len()),
        }
    }

    fn build(&self, encoding: Encoding, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
        match encoding {
            Encoding::RowClasses => search_row_classes(self, monitor),
            _ if takes_words(self, encoding) => {
                search(self, encoding, Instructions::detect(), monitor)
            }
            _ => dense::build(self, encoding, None, self.name(), monitor),
        }
    }

    fn verify_neighbours(
        &self,
        encoding: Encoding,
        payload: &[u8],
        monitor: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError> {
        match encoding {
            Encoding::Bit => verify_neighbours(Instructions::detect(), self, payload, monitor),
            Encoding::RowClasses => verify_classes(self, payload, monitor),
            _ => entries_beside_neighbours((self, 0..self.len()), encoding, payload, monitor),
        }
    }
}

/// Compares every row class with its neighbours, using only ranks and moves: D is 0 and 1 exactly
/// for the classes of the goal, every other class has a neighbour nearer by two, and no neighbour
/// differs by three. Since D is known modulo 6, this alone does not exclude rings on which each
/// class seems nearer than the last.
fn verify_classes(
    space: &SlidingSpace,
    payload: &[u8],
    monitor: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    let (classes, goal) = (RowClassSpace::new(*space), space.goal());
    if classes.len() > ONE_BY_ONE {
        return Ok(());
    }
    let rank = space.rank(&goal);
    let mut starts = vec![(space.row_class(rank), 0)];
    space.each_row_class(&goal, rank, |class| starts.push((class, 1)));
    starts.sort_unstable();
    let rule = NeighbourRule {
        modulus: 6,
        step: 2,
    };
    let value = |class| {
        let bits = u32::from(Encoding::RowClasses.read(payload, class));
        Some((4 * (bits & 3) + 3 * (bits >> 2)) % 6)
    };
    beside_neighbours((&classes, 0..classes.len()), rule, &starts, value, monitor)
}
