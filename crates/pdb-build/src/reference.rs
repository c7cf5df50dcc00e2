//! The slow, obvious builder: breadth-first search from the goals, one state after another, one
//! byte per state.
//!
//! It works on any ranked space and is simple enough to be trusted; the fast builders are tested
//! against it. It also builds tables so small that speed does not matter.

use std::io;

use tilebase_core::{Monitor, RankedSpace, format::Encoding};

use crate::{Added, BuildError, Level, LevelSearch, Lists, Result};

/// The byte of states that cannot reach a goal.
pub use tilebase_core::format::UNREACHABLE;

/// The distance of every state of a space, one byte each.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ByteDistances {
    /// The distance of each rank in moves, or [`UNREACHABLE`].
    pub bytes: Vec<u8>,
    /// The numbers of states at distance 0, 1, 2, ….
    pub counts: Vec<u64>,
}

impl ByteDistances {
    /// Returns the ranks at a distance, ascending. Reads every entry.
    pub fn ranks_at(&self, depth: u32) -> Vec<u64> {
        ranks_at(&self.bytes, depth)
    }
}

/// Returns the ranks with this distance, ascending.
pub(crate) fn ranks_at(bytes: &[u8], depth: u32) -> Vec<u64> {
    let ranks = (0..).zip(bytes);
    let ranks = ranks.filter(|&(_, &distance)| u32::from(distance) == depth);
    ranks.map(|(rank, _)| rank).collect()
}

/// Computes the distance of every state. Takes a byte per state and eight more for each state of
/// two successive levels, and about a microsecond per state on one thread.
///
/// # Errors
/// If the system refuses a byte per state, if the monitor asks to stop, or if a distance does not
/// fit a byte (which is the case for none of the project's puzzles that fit in memory).
///
/// ```
/// use tilebase_core::{Monitor, sliding::SlidingSpace};
/// let space = SlidingSpace::new("3x2".parse()?, 0)?;
/// let distances = tilebase_pdb_build::reference::build(&space, &Monitor::silent())?;
/// assert_eq!(distances.counts.len() - 1, 21); // the hardest 2x3 boards need 21 moves
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build<S: RankedSpace>(space: &S, monitor: &Monitor<'_, Level>) -> Result<ByteDistances> {
    let total = space.len();
    let states = usize::try_from(total).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    let reserved = bytes.try_reserve_exact(states).map_err(io::Error::other);
    reserved.map_err(BuildError::allocation("a byte per state", total))?;
    bytes.resize(states, UNREACHABLE);
    for &rank in &space.goals() {
        bytes[rank as usize] = 0;
    }
    let mut search = LevelSearch::from_goals(space.goals());
    let kind = (total, Encoding::Byte, Lists::UpTo(0));
    search.run(kind, monitor, &mut |search| {
        let mut next = Vec::new();
        for (done, &rank) in search.last.ranks.iter().flatten().enumerate() {
            if done % 4096 == 0 {
                BuildError::check_stop(monitor)?;
            }
            space.neighbours(&space.unrank(rank), |state| {
                let neighbour = space.rank(&state);
                let distance = &mut bytes[neighbour as usize];
                if *distance == UNREACHABLE {
                    *distance = search.counts.len() as u8;
                    next.push(neighbour);
                }
            });
        }
        Ok(Added::listed(next))
    })?;
    let counts = search.counts;
    Ok(ByteDistances { bytes, counts })
}
