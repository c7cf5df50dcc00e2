//! Bidirectional breadth-first search: from both ends at once, with one queue.
//!
//! The queue begins with the start and then the goals. The search takes out the first state and
//! appends those of its successors that neither side has seen, on the side of that state. A
//! successor that the other side has seen joins the two halves and ends the search.
//!
//! One queue keeps the sides in step: it holds all of level d from the start, all of level d from
//! the goals, then level d + 1. When a state of the start's side at depth d meets the other side,
//! all states within d moves of the start and of a goal are known, and none of them joined the
//! sides: there is no path of 2d moves or fewer, and the one of 2d + 1 is shortest. For a state of
//! the goals' side the same holds with 2d + 2.
//!
//! Every move must have an inverse: the successors of a state must be the states that lead to it.
//! This holds for sliding boards, rows of stones and mazes, but not for sudokus.
//!
//! Pohl, *Bi-directional search*, 1971.

use bitvec::vec::BitVec;
use tilebase_core::Monitor;

use crate::{
    SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    run::Meter,
    visited::{Insertion, Visited},
};

/// Most bytes that the side of a state takes: a bit in a vector that doubles.
const SIDE_BYTES: usize = 1;

/// Returns a shortest path from `start` to the nearest of `goals`, in a space whose moves can be
/// taken back.
///
/// [`SearchStats::generated`] is the number of states in the table of visited states when the two
/// sides meet, including start and goals. The state at which they meet counts once. In a space in
/// which a state has b successors and the goal is d moves away, that is about 2·b^(d/2) states,
/// compared with b^d of breadth-first search.
///
/// Without a goal there is no path.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{SearchLimits, Sliding, bidirectional};
///
/// let shape = "2x5".parse()?;
/// let goal = Board::goal(shape);
/// let space = Sliding::new(&goal);
/// let start = space.pack(&Board::parse(shape, "0 5 3 2 1 9 4 8 7 6")?);
/// let outcome = bidirectional(
///     &space, start, &[space.pack(&goal)], &SearchLimits::default(), &Monitor::silent(),
/// )?;
/// assert_eq!(outcome.length(), Some(55));
/// assert_eq!(outcome.stats.generated, 387_239);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn bidirectional<S: StateSpace>(
    space: &S,
    start: S::State,
    goals: &[S::State],
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    let mut visited = Visited::new(space.state_bytes(), SIDE_BYTES);
    // Whether the state of this index was reached from a goal.
    let mut backward: BitVec = BitVec::new();

    visited.insert(start, None, &mut meter)?;
    backward.push(false);
    for goal in goals {
        match visited.insert(goal.clone(), None, &mut meter)? {
            Insertion::New(_) => backward.push(true),
            Insertion::Known(0) => return Ok(meter.end(Some(visited.path_to(0)))),
            Insertion::Known(_) => {}
        }
    }
    meter.hold(visited.len(), visited.len());

    let mut successors = Vec::new();
    let mut head = 0;
    while head < visited.len() {
        meter.expand()?;
        space.successors(visited.state(head), &mut successors);
        for next in successors.drain(..) {
            if visited.led_to(head, &next) {
                continue;
            }
            match visited.insert(next, Some(head), &mut meter)? {
                Insertion::New(_) => {
                    let side = backward[head];
                    backward.push(side);
                    meter.hold(visited.len() - head - 1, visited.len());
                }
                Insertion::Known(at) if backward[at] != backward[head] => {
                    let (from_start, from_goal) =
                        if backward[at] { (head, at) } else { (at, head) };
                    let mut path = visited.path_to(from_start);
                    path.extend(visited.path_to(from_goal).into_iter().rev());
                    return Ok(meter.end(Some(path)));
                }
                Insertion::Known(_) => {}
            }
        }
        head += 1;
    }
    Ok(meter.end(None))
}
