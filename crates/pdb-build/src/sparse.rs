//! A level from a list of its states, for levels of few states.

use tilebase_core::{Monitor, RankedSpace, parallel};

use crate::{BuildError, Level, Result};

/// The number of states that one task expands: about a millisecond of work.
const TASK: usize = 4096;

/// Returns the ranks of the states one move from `frontier` for which `known` is false, ascending.
///
/// # Errors
/// If the monitor asks to stop.
pub(crate) fn expand(
    space: &impl RankedSpace,
    frontier: &[u64],
    known: impl Fn(u64) -> bool + Sync,
    monitor: &Monitor<'_, Level>,
) -> Result<Vec<u64>> {
    let found = parallel::try_map(frontier.chunks(TASK), |ranks| {
        BuildError::check_stop(monitor)?;
        let mut found = Vec::new();
        for &rank in ranks {
            space.ranked_neighbours(&space.unrank(rank), rank, |_, rank| {
                if !known(rank) {
                    found.push(rank);
                }
            });
        }
        Ok::<_, BuildError>(found)
    })?;
    let mut new = found.concat();
    parallel::sort(&mut new);
    new.dedup();
    Ok(new)
}
