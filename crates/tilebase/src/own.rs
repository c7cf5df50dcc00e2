//! Tables for a puzzle of one's own.

use tilebase_core::{Monitor, RankedSpace, format::Encoding};
use tilebase_pdb_build::{BuildError, Level, reference};
use tilebase_solve::table::{self, ByState};

/// The table of a space, in memory.
pub type Table<S> = table::Table<ByState<S, Vec<u8>>>;

/// Builds the table of any space in memory, a byte per state: every distance from its goals.
///
/// Takes a byte per state and eight for each state of the widest level, about a microsecond per
/// state, on one thread. Reports each finished level.
///
/// # Errors
/// If some state is 255 moves or more from the goals, memory does not suffice, or the monitor asks
/// to stop.
pub fn build<S: RankedSpace>(
    space: S,
    monitor: &Monitor<'_, Level>,
) -> Result<Table<S>, BuildError> {
    let built = reference::build(&space, monitor)?;
    let eccentricity = built.counts.len().saturating_sub(1) as u32;
    Ok(
        Table::new(ByState::new(space, Encoding::Byte, built.bytes))
            .with_eccentricity(eccentricity),
    )
}
