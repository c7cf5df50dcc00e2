//! Tables for a puzzle of your own.

use tilebase_core::{Monitor, RankedSpace, format::Encoding};
use tilebase_pdb_build::{BuildError, Level, reference};
use tilebase_solve::table::{ByState, Table};

/// The table of a space, in memory.
pub type OwnTable<S> = Table<ByState<S, Vec<u8>>>;

/// Builds the table of any space in memory: the distance of every state from the goals, one byte
/// each.
///
/// Takes one byte per state and eight bytes for each state of two successive levels, and about a
/// microsecond per state on one thread. Reports each finished level.
///
/// # Errors
/// If some state is 255 moves or more from the goals, the system refuses a byte per state, or the
/// monitor asks to stop.
pub fn build<S: RankedSpace>(
    space: S,
    monitor: &Monitor<'_, Level>,
) -> Result<OwnTable<S>, BuildError> {
    let built = reference::build(&space, monitor)?;
    let eccentricity = built.counts.len().saturating_sub(1) as u32;
    Ok(
        Table::new(ByState::new(space, Encoding::Byte, built.bytes))
            .with_eccentricity(eccentricity),
    )
}
