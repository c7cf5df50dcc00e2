//! What is asked of a search and what it answers.

use std::{
    ops::RangeInclusive,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row},
};

use super::{
    OshidoriError,
    checkpoint::Checkpoint,
    quest::Quest,
    reachability,
    threshold::{Aim, Pair, Search, search},
};

/// How to search.
pub struct Options<'a> {
    /// Give up after this time, with the bounds proven so far. Default: never.
    pub time: Option<Duration>,
    /// The lengths in question: the caller knows that no solution is shorter, and does not ask for
    /// longer ones. If none is in the range, [`Answer::lower`] is greater than its end and there is no
    /// checkpoint. Default: all lengths.
    pub lengths: RangeInclusive<u32>,
    /// Go on from here. The question must be the same.
    pub resume: Option<Checkpoint>,
    /// Called with the state of the search from time to time, from any thread, the search partly
    /// waiting until it returns.
    pub save: Option<&'a (dyn Fn(&Checkpoint) + Sync)>,
    /// How often to call `save`. Default: every 30 seconds.
    pub save_every: Duration,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            time: None,
            lengths: 0..=u32::MAX,
            resume: None,
            save: None,
            save_every: Duration::from_secs(30),
        }
    }
}

/// News of a search: a threshold begun or, a few times a second, how far it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    /// The threshold being searched: no solution has fewer moves.
    pub lower: u32,
    /// Moves of the best solution known.
    pub upper: Option<u32>,
    /// Parts of this threshold that are done or under way.
    pub jobs_begun: u64,
    /// Parts of this threshold; 0 before they are known.
    pub jobs: u64,
    /// Moves tried in all thresholds so far.
    pub generated: u64,
    /// Time spent, in seconds, that before a resumption included.
    pub seconds: f64,
}

/// Why an answer is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// The construction is as short as the covering bound.
    #[serde(rename = "construction+bound")]
    ConstructionAndBound,
    /// Every lower threshold was searched completely, or lies below the covering bound.
    #[serde(rename = "search")]
    Search,
}

impl Proof {
    /// `construction+bound` or `search`.
    pub fn name(self) -> &'static str {
        match self {
            Self::ConstructionAndBound => "construction+bound",
            Self::Search => "search",
        }
    }
}

/// What a search cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Positions whose moves were listed.
    pub expanded: u64,
    /// Moves tried.
    pub generated: u64,
    /// Thresholds searched, the last perhaps in part.
    pub thresholds: u32,
    /// Time, in seconds.
    pub seconds: f64,
}

/// What is known of the least number of moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// No solution has fewer moves.
    pub lower: u32,
    /// Moves of the best solution known.
    pub upper: Option<u32>,
    /// That solution: for each move the leftmost cell, from 0, of the block that jumps.
    pub moves: Option<Vec<u8>>,
    /// Why `lower` and `upper` are equal, if they are.
    pub proof: Option<Proof>,
    /// What it cost.
    pub stats: Stats,
    /// Where the search can go on, if it was stopped.
    pub checkpoint: Option<Checkpoint>,
}

impl Answer {
    /// The least number of moves, if it is known.
    pub fn length(&self) -> Option<u32> {
        self.upper.filter(|&upper| upper == self.lower)
    }
}

/// Finds a shortest solution, on all threads of rayon's current pool.
///
/// If the monitor asks to stop or the time is up, the answer holds proven bounds and a
/// [`Checkpoint`]. Memory: some megabytes.
///
/// ```
/// use tilebase_core::{Monitor, oshidori::{Goal, Stones, Row}};
/// use tilebase_solve::oshidori::{Options, solve};
/// let puzzle = Stones::of_kinds(8, 2)?;
/// let answer = solve(&Row::start(puzzle), &Goal::default(puzzle), Options::default(), &Monitor::silent())?;
/// assert_eq!(answer.length(), Some(11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If start and goal have different stones, no moves lead from one to the other, or the checkpoint is
/// not of this question.
pub fn solve(
    start: &Row,
    goal: &Goal,
    options: Options<'_>,
    monitor: &Monitor<'_, Threshold>,
) -> Result<Answer, OshidoriError> {
    let pairs = pairs(start, goal)?;
    if let Some(checkpoint) = &options.resume {
        checkpoint.verify(start, goal)?;
    }
    let mut quest = Quest::new(start, goal, pairs, options, monitor);
    quest.construct();
    quest.deepen()?;
    Ok(quest.answer())
}

/// All solutions of a given length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solutions {
    /// How many there are; at least so many, if not complete.
    pub count: u64,
    /// The first of them.
    pub listed: Vec<Vec<u8>>,
    /// Whether the search came to its end.
    pub complete: bool,
}

/// Counts the solutions of `length` moves, and lists up to `limit` of them. The length must be the
/// least there is (as [`solve`] finds it): longer, only solutions that never take a move back at once
/// nor touch a goal on the way are meant, and shorter ones count as well.
///
/// # Errors
/// As [`solve`].
pub fn all_solutions(
    start: &Row,
    goal: &Goal,
    length: u32,
    limit: usize,
    monitor: &Monitor<'_, Threshold>,
) -> Result<Solutions, OshidoriError> {
    let pairs = pairs(start, goal)?;
    let begin = Instant::now();
    let outcome = search(
        &Search {
            pairs: &pairs,
            threshold: length,
            keep: Some(limit),
            patience: u64::MAX,
            stop: &|| monitor.stopped(),
            watch: &|progress, jobs| {
                monitor.report(&Threshold {
                    lower: length,
                    upper: Some(length),
                    jobs_begun: progress.next,
                    jobs,
                    generated: progress.generated,
                    seconds: begin.elapsed().as_secs_f64(),
                });
            },
        },
        None,
    )?;
    Ok(Solutions {
        count: outcome.count,
        listed: outcome.solutions.into_iter().map(|s| s.moves).collect(),
        complete: !outcome.stopped,
    })
}

/// The bound that the search starts from: no solution has fewer moves. For a row it is the covering
/// bound, for `any-gap` the least of those of its rows; for `any` it counts the stones that do not stand
/// beside one of their kind yet.
///
/// ```
/// use tilebase_core::oshidori::{Goal, Stones, Row};
/// use tilebase_solve::oshidori::lower_bound;
/// let puzzle = Stones::of_kinds(20, 2)?;
/// assert_eq!(lower_bound(&Row::start(puzzle), &Goal::default(puzzle))?, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn lower_bound(start: &Row, goal: &Goal) -> Result<u32, OshidoriError> {
    let bounds = pairs(start, goal)?.into_iter().map(|pair| pair.bound());
    Ok(bounds.min().expect("a goal stands for one row at least"))
}

/// The start with each goal row, or with the one goal that is searched for as such.
pub(super) fn pairs(start: &Row, goal: &Goal) -> Result<Vec<Pair>, OshidoriError> {
    let puzzle = start.puzzle();
    if let Goal::Row(row) = goal
        && row.puzzle() != puzzle
    {
        return Err(OshidoriError::OtherPuzzle {
            start: puzzle,
            goal: row.puzzle(),
        });
    }
    reachability::by_parity(start, goal)?;
    let aims = match goal {
        Goal::Any => vec![Aim::Any],
        Goal::Row(_) | Goal::AnyGap => {
            let rows = goal.rows(puzzle);
            let rows = rows.expect("no more than there are places for a gap");
            rows.into_iter().map(Aim::Row).collect()
        }
    };
    let pair = |goal| Pair {
        start: *start,
        goal,
    };
    Ok(aims.into_iter().map(pair).collect())
}
