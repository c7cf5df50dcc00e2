//! Tables of puzzles that a program defines.

use tilebase_core::{
    Monitor, RankedSpace, Stopwatch,
    format::{Built, Encoding, Subject},
};

use crate::{
    Level, Result,
    dense::{self, FreeNeighbours},
    distance_table::metadata,
};

/// Builds the table of any space in memory, one byte for each state, on rayon's current pool.
///
/// A move to a neighbour costs 1. With `free`, there are also moves that cost nothing, which must
/// have inverses that do; distances then are the least sums of costs. `name` is that of the table's
/// [`Subject`].
///
/// # Errors
/// If some state is 255 moves or more from the goals, memory does not suffice or the monitor asks
/// to stop.
pub fn build_own(
    space: &impl RankedSpace,
    free: Option<&FreeNeighbours<'_>>,
    name: &str,
    monitor: &Monitor<'_, Level>,
) -> Result<Built> {
    let watch = Stopwatch::start();
    let subject = Subject::Own {
        name: name.to_owned(),
        states: space.len(),
        free_moves: free.is_some(),
    };
    let table = dense::build(space, Encoding::Byte, free, &subject, monitor)?;
    let kind = (table.encoding, table.entries);
    let metadata = metadata(subject, kind, table.counts, watch.seconds());
    Ok(Built::new(metadata, table.listed, table.payload))
}
