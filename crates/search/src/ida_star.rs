//! IDA*: depth-first searches under a rising bound on the length.
//!
//! Each iteration searches depth-first and backtracks when the g moves made plus the lower bound on
//! the rest exceed a threshold. If it finds no goal, the least sum that exceeded the threshold
//! becomes the next threshold. No path is shorter than the threshold at which the first goal is
//! found, so that path is shortest. The search keeps only the path and the untried moves along it.
//! In return it searches a state again for every path that leads to it, and it does not end by
//! itself if no goal can be reached.
//!
//! This is the textbook's form, except that no move takes back the one before it.
//! The fast searches of boards are in `tilebase-solve`.
//!
//! Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.

use tilebase_core::Monitor;

use crate::{SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace, run::Meter};

/// Returns a shortest path from `start` to a goal, in memory proportional to its length.
///
/// [`SearchStats::generated`] and [`SearchStats::expanded`] add up all iterations.
///
/// If no goal can be reached, the search ends only in a space that is a finite tree. Set
/// [`SearchLimits::expanded`] if that is possible.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{SearchLimits, Sliding, ida_star};
///
/// let shape = "3x3".parse()?;
/// let space = Sliding::new(&Board::goal(shape));
/// let start = space.pack(&Board::parse(shape, "1 2 3 4 5 6 0 7 8")?);
/// let outcome = ida_star(&space, start, &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(outcome.length(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn ida_star<S: StateSpace>(
    space: &S,
    start: S::State,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    meter.stats.generated = 1;
    let waiting_bytes = space.state_bytes() + size_of::<u32>();
    let mut threshold = space.lower_bound(&start);
    let mut stack = Vec::new();
    let mut path: Vec<S::State> = Vec::new();
    let mut successors = Vec::new();
    loop {
        let mut exceeding = None::<u32>;
        meter.stats.threshold = threshold;
        path.clear();
        stack.push((start.clone(), 0));
        while let Some((state, depth)) = stack.pop() {
            meter.expand()?;
            path.truncate(depth);
            path.push(state);
            let state = &path[depth];
            if space.is_goal(state) {
                return Ok(meter.end(Some(path)));
            }
            space.successors(state, &mut successors);
            let parent = depth.checked_sub(1).map(|above| &path[above]);
            // The stack gives back the last first: pushed in reverse, they are tried in order.
            for next in successors.drain(..).rev() {
                if Some(&next) == parent {
                    continue;
                }
                meter.stats.generated += 1;
                let f = depth as u32 + 1 + space.lower_bound(&next);
                if f <= threshold {
                    stack.push((next, depth + 1));
                } else {
                    exceeding = Some(exceeding.map_or(f, |least| least.min(f)));
                }
            }
            let waiting = stack.len() + path.len();
            meter.hold(stack.len(), waiting);
            meter.afford(3 * waiting * waiting_bytes)?;
        }
        match exceeding {
            Some(least) => threshold = least,
            None => return Ok(meter.end(None)),
        }
    }
}
