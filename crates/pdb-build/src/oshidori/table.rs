//! Tables of rows of stones.

use tilebase_core::{
    Monitor, RankedSpace,
    format::Encoding,
    oshidori::{Goal, NotRanked, OshidoriSpace, Stones},
};

use super::{Ways, memory_needed, search};
use crate::{
    BuildError, DistanceTable, Level, Result, dense,
    table_builder::{PlannedTable, TableBuilder, bytes_or_remainders},
};

/// The most states of a row of stones that are tabulated: two bits each, a few gibibytes.
pub(crate) const MOST_ROWS: u64 = 12_000_000_000;

/// Rows of up to this many states get a byte for each distance, and are built by the plain builder.
const BYTE_STATES: u64 = 100_000;

/// Returns the table of a row, given the goal as the table's subject writes it.
///
/// # Errors
/// If the stones cannot form the goal, or the rows are too many.
pub(crate) fn row_table(
    stones: Stones,
    goal: &str,
    encoding: Option<Encoding>,
) -> Result<PlannedTable<OshidoriSpace>> {
    let parsed = match goal {
        "default" => Ok(Goal::default(stones)),
        goal => Goal::parse(stones, goal),
    };
    let parsed = parsed.map_err(|problem| BuildError::Goal {
        goal: goal.to_owned(),
        problem,
    })?;
    let space = OshidoriSpace::new(stones, parsed)?;
    if space.len() > MOST_ROWS {
        return Err(NotRanked::TooManyRows(stones).into());
    }
    let encoding = bytes_or_remainders(encoding, space.len(), BYTE_STATES);
    Ok(PlannedTable { space, encoding })
}

impl TableBuilder for OshidoriSpace {
    const HAS_REMAINDERS: bool = true;

    /// Comparing so many takes minutes. Proofs of larger tables rely on the levels alone.
    const COMPARED: u64 = 1 << 28;

    fn name(&self) -> String {
        self.puzzle().to_string()
    }

    fn memory(&self, encoding: Encoding) -> u64 {
        match encoding {
            Encoding::Byte => dense::memory_needed(self.len(), encoding),
            _ => memory_needed(self),
        }
    }

    fn build(&self, encoding: Encoding, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
        match encoding {
            Encoding::Byte => dense::build(self, encoding, None, self.name(), monitor),
            _ => search(self, Ways::of(self), monitor),
        }
    }
}
