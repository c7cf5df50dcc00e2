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

use crate::{
    SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    depth_first::{Next, descend},
    run::Meter,
};

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
    let mut threshold = space.lower_bound(&start);
    loop {
        let mut exceeding = None::<u32>;
        meter.stats.threshold = threshold;
        let within = |next: &S::State, path: &[S::State], meter: &mut Meter<'_>| {
            let is_return = path.len() > 1 && path[path.len() - 2] == *next;
            if is_return {
                return Ok(false);
            }
            meter.stats.generated += 1;
            let f = path.len() as u32 + space.lower_bound(next);
            if f > threshold {
                exceeding = Some(exceeding.map_or(f, |least| least.min(f)));
            }
            Ok(f <= threshold)
        };
        let path = descend(space, start.clone(), &mut meter, Next::First, within)?;
        match exceeding {
            Some(least) if path.is_none() => threshold = least,
            _ => return Ok(meter.end(path)),
        }
    }
}
