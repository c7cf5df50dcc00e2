//! A*: states in order of the least length of a path through them.
//!
//! With g moves from the start to a state and at least h from there to a goal, no path through that
//! state is shorter than f = g + h. The search next expands the state with the least f, among
//! equals the one farthest from the start, and then the one found last. When it takes a goal from
//! the queue, no path is shorter, because every other state in the queue has an f at least as
//! great.
//!
//! When a shorter path reaches a state again, the state gets the new g and a second entry in the
//! queue. The search skips the old entry, which it recognises by its g.
//!
//! Hart, Nilsson and Raphael, *A formal basis for the heuristic determination of minimum cost
//! paths*, 1968.

use std::{cmp::Reverse, collections::BinaryHeap};

use tilebase_core::Monitor;

use crate::{
    GoalTest, SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    run::Meter,
    visited::{Insertion, Visited},
};

/// A state in the queue. The greatest is expanded first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    f: Reverse<u32>,
    g: u32,
    index: u32,
}

/// The bytes kept in addition to each state: its g, and two entries in a queue that doubles.
const BYTES_BESIDE: usize = size_of::<u32>() + 2 * size_of::<Waiting>();

/// Returns a shortest path from `start` to a goal, guided by [`StateSpace::lower_bound`].
///
/// [`SearchStats::generated`] counts each state once, however often it is reached.
/// [`SearchStats::expanded`] counts the states taken from the queue, including the goal. The search
/// takes memory for every state generated, and time for a queue ordered by f.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{SearchLimits, Maze, a_star};
///
/// let maze: Maze = "#####\n#S  #\n# # #\n#  G#\n#####\n".parse()?;
/// let outcome = a_star(&maze, maze.start(), &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(outcome.length(), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn a_star<S: StateSpace>(
    space: &S,
    start: S::State,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    let mut visited = Visited::new(space.state_bytes(), BYTES_BESIDE);
    let mut queue = BinaryHeap::new();
    // The least number of moves known from the start to the state of this index.
    let mut moves = vec![0];

    queue.push(Waiting {
        f: Reverse(space.lower_bound(&start)),
        g: 0,
        index: 0,
    });
    let at_generation = space.goal_test() == GoalTest::Generation;
    let solved = at_generation && space.is_goal(&start);
    visited.insert(start, None, &mut meter)?;
    meter.hold(1, 1);
    if solved {
        return Ok(meter.end(Some(visited.path_to(0))));
    }

    let mut successors = Vec::new();
    while let Some(Waiting { g, index: at, .. }) = queue.pop() {
        let at = at as usize;
        if g > moves[at] {
            continue;
        }
        if meter.take_out(space, visited.state(at))? {
            return Ok(meter.end(Some(visited.path_to(at))));
        }
        space.successors(visited.state(at), &mut successors);
        let g = g + 1;
        for next in successors.drain(..) {
            let index = match visited.insert(next, Some(at), &mut meter)? {
                Insertion::New(index) => {
                    moves.push(g);
                    index
                }
                Insertion::Known(index) if g < moves[index] => {
                    visited.set_parent(index, at);
                    moves[index] = g;
                    index
                }
                Insertion::Known(_) => continue,
            };
            if at_generation && space.is_goal(visited.state(index)) {
                return Ok(meter.end(Some(visited.path_to(index))));
            }
            queue.push(Waiting {
                f: Reverse(g + space.lower_bound(visited.state(index))),
                g,
                index: index as u32,
            });
        }
        meter.hold(queue.len(), visited.len());
    }
    Ok(meter.end(None))
}
