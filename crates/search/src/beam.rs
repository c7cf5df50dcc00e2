//! Beam search: breadth-first search that keeps only the most promising states of each layer.
//!
//! A layer consists of states after the same number of moves. All states of a layer are expanded,
//! and the successors with the least lower bounds are kept. Their number is the *width* of the
//! beam. Time and memory therefore grow with the width times the length of the path, whatever the
//! size of the space. Nothing is proven: the path may be longer than a shortest one, and a narrow
//! beam may miss every goal.
//!
//! States with equal bounds are ordered by their hashes, which is like a random choice: an order
//! that depends on the contents of the state would keep similar states.
//!
//! Reddy, *Speech understanding systems: a summary of results*, 1977.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use tilebase_core::Monitor;

use crate::{
    SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace, run::Meter, visited::Visited,
};

/// Candidates that fit before the list grows.
const FIRST_CAPACITY: usize = 64;

/// A state that may be kept in the next layer.
struct Candidate<S> {
    bound: u32,
    hash: u64,
    parent: usize,
    state: S,
}

/// Returns the path from `start` to a goal that a beam of this width finds, guided by
/// [`StateSpace::lower_bound`]; no path if the beam misses every goal.
///
/// [`SearchStats::generated`] counts the states that are kept in all layers.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{SearchLimits, Sliding, beam};
///
/// let shape = "3x3".parse()?;
/// let space = Sliding::new(&Board::goal(shape));
/// let start = space.pack(&Board::parse(shape, "867254301")?);
/// let length = |width| -> Result<_, Box<dyn std::error::Error>> {
///     let limits = SearchLimits::default();
///     Ok(beam(&space, start, width, &limits, &Monitor::silent())?.length())
/// };
/// assert!(length(20)? >= Some(31));
/// assert_eq!(length(200_000)?, Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn beam<S: StateSpace>(
    space: &S,
    start: S::State,
    width: usize,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    let mut visited = Visited::new(space.state_bytes(), 0);
    let solved = space.is_goal(&start);
    visited.insert(start, None, &mut meter)?;
    if solved {
        return Ok(meter.end(Some(visited.path_to(0))));
    }
    let each = size_of::<Candidate<S::State>>() + space.state_bytes() - size_of::<S::State>();
    let (mut successors, mut candidates) = (Vec::new(), Vec::new());
    let mut layer = 0..1;
    while !layer.is_empty() {
        for parent in layer.clone() {
            meter.expand()?;
            space.successors(visited.state(parent), &mut successors);
            for state in successors.drain(..) {
                if space.is_goal(&state) {
                    let mut path = visited.path_to(parent);
                    path.push(state);
                    return Ok(meter.end(Some(path)));
                }
                if !visited.led_to(parent, &state) {
                    if candidates.len() == candidates.capacity() {
                        let more = candidates.len().max(FIRST_CAPACITY);
                        // While the list grows, the old one and the new one both exist.
                        meter.beside = each * (2 * candidates.len() + more);
                        meter.afford(visited.bytes())?;
                        candidates.reserve_exact(more);
                        meter.beside = each * candidates.capacity();
                    }
                    candidates.push(Candidate {
                        bound: space.lower_bound(&state),
                        hash: FxBuildHasher.hash_one(&state),
                        parent,
                        state,
                    });
                }
            }
        }
        meter.hold(candidates.len(), visited.len() + candidates.len());
        candidates.sort_unstable_by_key(|candidate| (candidate.bound, candidate.hash));
        let first = visited.len();
        for Candidate { parent, state, .. } in candidates.drain(..) {
            if visited.len() - first == width {
                break;
            }
            // States of earlier layers, and those already reached from another parent, are in the
            // table.
            visited.insert(state, Some(parent), &mut meter)?;
        }
        layer = first..visited.len();
    }
    Ok(meter.end(None))
}
