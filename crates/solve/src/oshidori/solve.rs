//! The searches: a shortest solution, all solutions, a lower bound.

use tilebase_core::{
    Monitor, Stopwatch,
    oshidori::{Goal, Row},
};

use super::{
    OshidoriError,
    answer::{Answer, RowOptions, RowProgress},
    iterative_deepening::IterativeDeepening,
    kernel,
    pair::pairs,
    parallel::{Task, search},
};
use crate::{SavedError, Solutions, Stats};

/// Finds a shortest solution, on all threads of rayon's current pool.
///
/// If the monitor asks to stop or the time is up, returns proven bounds and a
/// [`RowCheckpoint`](super::RowCheckpoint). Takes some megabytes of memory. The time grows exponentially
/// with the length of the solution.
///
/// ```
/// use tilebase_core::{Monitor, oshidori::{Goal, Stones, Row}};
/// use tilebase_solve::oshidori::{RowOptions, solve};
/// let stones = Stones::of_kinds(8, 2)?;
/// let answer = solve(&Row::start(stones), &Goal::default(stones), RowOptions::default(), &Monitor::silent())?;
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
) -> Result<Answer, OshidoriError> {
    let pairs = pairs(start, goal)?;
    if let Some(checkpoint) = &options.resume {
        checkpoint.verify(start, goal, &pairs)?;
    }
    let mut search = IterativeDeepening::new(start, goal, pairs, options, monitor);
    search.first_solution();
    search.run()?;
    let answer = search.answer();
    // The search raises its bound past no solution: only a forged one stands above a solution's
    // length.
    if answer.upper.is_some_and(|upper| upper < answer.lower) {
        Err(SavedError::Damaged {
            what: "it claims more moves than a solution has",
        }
        .into())
    } else {
        Ok(answer)
    }
}

/// Counts the solutions of `length` moves, and lists up to `limit` of them, in the order of the
/// search.
///
/// `length` should be the least number of moves, as [`solve`] finds it. With a greater one, the
/// count includes shorter solutions and leaves out those that take a move back at once or pass a
/// goal on the way.
///
/// # Errors
/// As [`solve`], and if the monitor asks to stop.
pub fn all_solutions(
    start: &Row,
    goal: &Goal,
    length: u32,
    limit: usize,
    monitor: &Monitor<'_, RowProgress>,
) -> Result<Solutions, OshidoriError> {
    list(start, goal, length, limit, false, monitor)
}

/// Lists `limit` of the solutions of `length` moves, any of them and one at least, or all where
/// there are no more. The search ends with the last of them.
///
/// # Errors
/// As [`all_solutions`].
pub fn some_solutions(
    start: &Row,
    goal: &Goal,
    length: u32,
    limit: usize,
    monitor: &Monitor<'_, RowProgress>,
) -> Result<Solutions, OshidoriError> {
    list(start, goal, length, limit.max(1), true, monitor)
}

/// Lists up to `limit` solutions, and with `enough` looks for no more.
fn list(
    start: &Row,
    goal: &Goal,
    length: u32,
    limit: usize,
    enough: bool,
    monitor: &Monitor<'_, RowProgress>,
) -> Result<Solutions, OshidoriError> {
    let pairs = pairs(start, goal)?;
    let watch = Stopwatch::start();
    let outcome = search(
        &Task {
            pairs: &pairs,
            threshold: length,
            keep: Some(limit),
            enough,
            patience: u64::MAX,
            stop: &|| monitor.stopped(),
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
    if outcome.stopped && !(enough && outcome.count >= limit as u64) {
        return Err(OshidoriError::Interrupted {
            found: outcome.count,
            moves: length,
        });
    }
    Ok(Solutions {
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

/// Returns the bound, in moves, that the search starts from: no solution is shorter. For a row it
/// is the covering bound, for `any-gap` the least of those of its rows. For `any` it counts the
/// stones that do not stand beside one of their kind.
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
    let pairs = pairs(start, goal)?;
    let bounds = pairs.iter().map(kernel::lower_bound);
    Ok(bounds.min().expect("a goal stands for one row at least"))
}
