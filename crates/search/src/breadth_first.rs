//! Breadth-first search: states in order of their distance from the start.
//!
//! The states found wait in a queue. The search takes out the first and appends those of its
//! successors that it has never seen, and so on. It tests a state when it generates it, and the
//! first goal ends the search: no shorter path exists, because all states nearer to the start were
//! tested before.
//!
//! States enter the table of visited states in the order in which they leave the queue. The table
//! is therefore also the queue, whose head is an index into it.
//!
//! Moore, *The shortest path through a maze*, 1959.

use tilebase_core::Monitor;

use crate::{
    GoalTest, SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    run::Meter,
    visited::{Insertion, Visited},
};

/// Returns a shortest path from `start` to a goal, the first in order of generation.
///
/// [`SearchStats::generated`] is the number of states in the table of visited states when the goal
/// has entered it. The search takes time and memory for every state nearer than the goal.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{SearchLimits, Sliding, breadth_first};
///
/// let shape = "3x3".parse()?;
/// let space = Sliding::new(&Board::goal(shape));
/// let start = space.pack(&Board::parse(shape, "867254301")?);
/// let outcome = breadth_first(&space, start, &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(outcome.length(), Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn breadth_first<S: StateSpace>(
    space: &S,
    start: S::State,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    let mut visited = Visited::new(space.state_bytes(), 0);
    let at_generation = space.goal_test() != GoalTest::Expansion;
    let solved = at_generation && space.is_goal(&start);
    visited.insert(start, None, &mut meter)?;
    meter.hold(1, 1);
    if solved {
        return Ok(meter.end(Some(visited.path_to(0))));
    }
    let mut successors = Vec::new();
    let mut head = 0;
    while head < visited.len() {
        if !at_generation && space.is_goal(visited.state(head)) {
            return Ok(meter.end(Some(visited.path_to(head))));
        }
        meter.expand()?;
        space.successors(visited.state(head), &mut successors);
        for next in successors.drain(..) {
            if visited.led_to(head, &next) {
                continue;
            }
            let Insertion::New(index) = visited.insert(next, Some(head), &mut meter)? else {
                continue;
            };
            meter.hold(visited.len() - head - 1, visited.len());
            if at_generation && space.is_goal(visited.state(index)) {
                return Ok(meter.end(Some(visited.path_to(index))));
            }
        }
        head += 1;
    }
    Ok(meter.end(None))
}
