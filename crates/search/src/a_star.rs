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
    GoalTest, Guided, SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    guided::{estimated, ordered, whole_moves},
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

/// The bytes kept in addition to each state: its g and its estimate in lists that double, and two
/// entries in a queue that does.
const BYTES_BESIDE: usize = 2 * size_of::<(u32, f32)>() + 2 * size_of::<Waiting>();

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
    Guided::by_lower_bound(space).a_star(start, limits, monitor)
}

/// Returns a path from `start` to a goal by greedy best-first search: the state with the least
/// [`StateSpace::lower_bound`] comes next, however many moves lead to it. The path is often found
/// soon, and seldom shortest.
///
/// Counts, memory and errors are as for [`a_star`]; among equals, the state farthest from the start
/// comes first.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{SearchLimits, Sliding, greedy};
///
/// let shape = "3x3".parse()?;
/// let space = Sliding::new(&Board::goal(shape));
/// let start = space.pack(&Board::parse(shape, "867254301")?);
/// let outcome = greedy(&space, start, &SearchLimits::default(), &Monitor::silent())?;
/// assert!(outcome.length() > Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn greedy<S: StateSpace>(
    space: &S,
    start: S::State,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut guided = Guided::by_lower_bound(space).weighted(f32::INFINITY);
    guided.a_star(start, limits, monitor)
}

impl<S: StateSpace> Guided<'_, S> {
    /// Returns a path from `start` to a goal, in the order of the moves made plus the estimate
    /// times the weight ([`weighted`](Self::weighted)). It is shortest if no estimate exceeds the
    /// number of moves to a goal and the weight is at most 1. With an infinite weight, the estimate
    /// alone decides.
    ///
    /// [`SearchStats::threshold`] is a lower bound on the moves of every path if no estimate
    /// exceeds them, whatever the weight. Each state is estimated once.
    ///
    /// # Errors
    /// If the search reaches a bound of `limits`, the monitor asks to stop, or estimates are not
    /// numbers.
    pub fn a_star(
        &mut self,
        start: S::State,
        limits: &SearchLimits,
        monitor: &Monitor<'_, SearchStats>,
    ) -> Result<SearchOutcome<S::State>, SearchError> {
        let space = self.space;
        let mut meter = Meter::new(limits, monitor);
        let mut visited = Visited::new(space.state_bytes(), BYTES_BESIDE);
        let mut queue = BinaryHeap::new();
        // By the index of a state: the least number of moves known from the start, and the estimate
        // of those to the goal.
        let (mut moves, mut estimates) = (vec![0], Vec::new());

        let at_generation = space.goal_test() == GoalTest::Generation;
        let solved = at_generation && space.is_goal(&start);
        visited.insert(start, None, &mut meter)?;
        meter.hold(1, 1);
        if solved {
            return Ok(meter.end(Some(visited.path_to(0))));
        }
        // The states to put into the queue: known ones, reached by fewer moves, and new ones.
        let (mut better, mut first) = (Vec::new(), 0);
        let (mut successors, mut taken) = (Vec::new(), Vec::new());
        loop {
            estimates.extend(self.estimates_of(visited.states_from(first), &meter)?);
            for index in better.drain(..).chain(first..visited.len()) {
                let g: u32 = moves[index];
                queue.push(Waiting {
                    f: Reverse(ordered(self.cost(g, estimates[index]))),
                    g,
                    index: index as u32,
                });
            }
            first = visited.len();
            meter.hold(queue.len(), first);
            while taken.len() < self.batch
                && let Some(Waiting { f, g, index }) = queue.pop()
            {
                let at = index as usize;
                if g > moves[at] {
                    continue;
                }
                if taken.is_empty() {
                    let least = estimated(f.0) / self.weight.max(1.0);
                    meter.stats.threshold = meter.stats.threshold.max(whole_moves(least));
                }
                if !at_generation && self.moves_left(visited.state(at)).is_some() {
                    if taken.is_empty() {
                        if space.goal_test() == GoalTest::Usual {
                            meter.expand()?;
                        }
                        let path = self.completed(visited.path_to(at));
                        return Ok(meter.end(Some(path)));
                    }
                    // Others in the batch may lead there by fewer moves.
                    queue.push(Waiting { f, g, index });
                    break;
                }
                meter.expand()?;
                taken.push(at);
            }
            if taken.is_empty() {
                return Ok(meter.end(None));
            }
            for at in taken.drain(..) {
                space.successors(visited.state(at), &mut successors);
                let g = moves[at] + 1;
                for next in successors.drain(..) {
                    let index = match visited.insert(next, Some(at), &mut meter)? {
                        Insertion::New(index) => {
                            moves.push(g);
                            index
                        }
                        Insertion::Known(index) if g < moves[index] => {
                            visited.set_parent(index, at);
                            moves[index] = g;
                            if index < first {
                                better.push(index);
                            }
                            index
                        }
                        Insertion::Known(_) => continue,
                    };
                    if at_generation && space.is_goal(visited.state(index)) {
                        return Ok(meter.end(Some(visited.path_to(index))));
                    }
                }
            }
        }
    }

    /// Returns the number by which states are ordered.
    fn cost(&self, moves: u32, estimate: f32) -> f32 {
        if self.weight.is_infinite() {
            estimate
        } else {
            moves as f32 + self.weight * estimate
        }
    }

    /// Returns the estimates of some states; of goals and known endings what is known.
    fn estimates_of(
        &mut self,
        states: &[S::State],
        meter: &Meter<'_>,
    ) -> Result<Vec<f32>, SearchError> {
        let mut estimates = self.estimates(states, meter)?;
        for (estimate, state) in estimates.iter_mut().zip(states) {
            if let Some(left) = self.moves_left(state) {
                *estimate = left as f32;
            }
        }
        Ok(estimates)
    }
}
