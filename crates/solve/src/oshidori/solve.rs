//! The searches: a shortest solution, all solutions, a lower bound.

use tilebase_core::{
    Monitor, Stopwatch,
    oshidori::{Goal, Row},
};

use super::{
    OshidoriError,
    answer::{RowAnswer, RowOptions, RowProgress},
    kernel::least_bound,
    pair::pairs,
    parallel::{ThresholdTask, search},
    row_search::RowDeepening,
};
use crate::{FoundSolutions, SavedError, Stats, solution_limit::SolutionLimit};

/// Finds a shortest solution, on all threads of rayon's current pool.
///
/// If the monitor asks to stop, returns proven bounds and a
/// [`RowCheckpoint`](super::RowCheckpoint). Takes some megabytes of memory. The time grows
/// exponentially with the length of the solution.
///
/// ```
/// use tilebase_core::{Monitor, oshidori::{Goal, Stones, Row}};
/// use tilebase_solve::oshidori::{RowOptions, solve};
/// let stones = Stones::of_kinds(8, 2)?;
/// let (start, goal) = (Row::start(stones), Goal::default(stones));
/// let answer = solve(&start, &goal, RowOptions::default(), &Monitor::silent())?;
/// assert_eq!(answer.length(), Some(11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If start and goal have different stones, no moves lead from one to the other, or the checkpoint
/// is not of this question or damaged.
pub fn solve(
    start: &Row,
    goal: &Goal,
    options: RowOptions<'_>,
    monitor: &Monitor<'_, RowProgress>,
) -> Result<RowAnswer, OshidoriError> {
    let pairs = pairs(start, goal)?;
    if let Some(checkpoint) = &options.resume {
        checkpoint.verify(start, goal, &pairs)?;
    }
    let answer = RowDeepening::new(start, goal, pairs, options, monitor).run()?;
    // The search raises its bound past no solution: only a forged one stands above a solution's
    // length.
    if answer.upper.is_some_and(|upper| upper < answer.lower) {
        Err(SavedError::Damaged("it claims more moves than a solution has").into())
    } else {
        Ok(answer)
    }
}

/// Returns solutions of `length` moves: some of them, or the number of all and a list in the order
/// of the search. A search for some ends with the last of them.
///
/// `length` should be the least number of moves, as [`solve`] finds it. With a greater one, the
/// count includes shorter solutions, and excludes those that take a move back at once or pass
/// through a goal.
///
/// # Errors
/// As [`solve`], and if the monitor asks to stop.
pub fn solutions(
    start: &Row,
    goal: &Goal,
    length: u32,
    wanted: SolutionLimit,
    monitor: &Monitor<'_, RowProgress>,
) -> Result<FoundSolutions<u32>, OshidoriError> {
    let pairs = pairs(start, goal)?;
    let watch = Stopwatch::start();
    let outcome = search(
        &ThresholdTask {
            pairs: &pairs,
            threshold: length,
            wanted,
            move_limit: u64::MAX,
            monitor,
            watch: &|progress, jobs| {
                monitor.report(&RowProgress {
                    lower: length,
                    upper: Some(length),
                    jobs_begun: progress.next,
                    jobs,
                    generated: progress.generated,
                    seconds: watch.seconds(),
                });
            },
        },
        None,
    )?;
    if outcome.stopped && !wanted.is_met_by(outcome.count as usize) {
        return Err(OshidoriError::Stopped {
            found: outcome.count,
            moves: length,
        });
    }
    Ok(FoundSolutions {
        distance: length,
        count: outcome.count,
        listed: outcome.solutions.into_iter().map(|s| s.moves).collect(),
        stats: Stats {
            expanded: outcome.progress.expanded,
            generated: outcome.progress.generated,
            thresholds: vec![length],
            iterations: Vec::new(),
            seconds: watch.seconds(),
        },
    })
}

/// Returns the bound, in moves, that the search starts from: no solution is shorter. By the usual
/// rules it is the covering bound for a row, and the least of those of its rows for `together` and
/// `any-gap`; for `any` it counts the stones that do not stand beside one of their kind.
///
/// ```
/// use tilebase_core::oshidori::{Goal, Stones, Row};
/// use tilebase_solve::oshidori::lower_bound;
/// let stones = Stones::of_kinds(20, 2)?;
/// assert_eq!(lower_bound(&Row::start(stones), &Goal::default(stones))?, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn lower_bound(start: &Row, goal: &Goal) -> Result<u32, OshidoriError> {
    Ok(least_bound(&pairs(start, goal)?))
}
