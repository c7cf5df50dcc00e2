//! The options, progress reports and answers of searches.

use std::{ops::RangeInclusive, time::Duration};

use super::checkpoint::RowCheckpoint;
use crate::{Proof, Stats};

/// The options of [`solve()`](super::solve()).
pub struct RowOptions<'a> {
    /// The lengths in question, in moves. The caller knows that no solution is shorter, and needs
    /// no longer ones. If no length in the range has a solution, [`RowAnswer::lower`] is greater
    /// than its end and there is no checkpoint. Default: all lengths.
    pub lengths: RangeInclusive<u32>,
    /// The search to resume. The question must be the same. Default: none.
    pub resume: Option<RowCheckpoint>,
    /// A function that gets the state of the search from time to time, on any thread. Other threads
    /// of the search may wait until it returns. Default: none.
    pub save: Option<&'a (dyn Fn(&RowCheckpoint) + Sync)>,
    /// The least time between two calls of `save`. The first comes as soon as there is anything to
    /// save, so that a file that cannot be written is noticed early. Default: 10 seconds.
    pub save_every: Duration,
}

impl Default for RowOptions<'_> {
    fn default() -> Self {
        Self {
            lengths: 0..=u32::MAX,
            resume: None,
            save: None,
            save_every: Duration::from_secs(10),
        }
    }
}

/// The progress of a search, reported when a threshold begins and a few times a second.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RowProgress {
    /// The threshold being searched: no solution has fewer moves.
    pub lower: u32,
    /// Moves of the best solution known.
    pub upper: Option<u32>,
    /// Jobs of this threshold that are done or under way.
    pub jobs_begun: u64,
    /// Jobs of this threshold; 0 before they are listed.
    pub jobs: u64,
    /// Moves tried in all thresholds until now.
    pub generated: u64,
    /// Time spent, in seconds, including that before a resumption.
    pub seconds: f64,
}

/// The bounds on the least number of moves, and the best solution.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RowAnswer {
    /// No solution has fewer moves.
    pub lower: u32,
    /// Moves of the best solution known.
    pub upper: Option<u32>,
    /// That solution: the [numbers](tilebase_core::oshidori::Row::number) of its moves, by the
    /// usual rules the leftmost cells of the blocks that jump.
    pub moves: Option<Vec<u32>>,
    /// The proof, if `lower` and `upper` are equal.
    pub proof: Option<Proof>,
    /// The cost.
    pub stats: Stats,
    /// The state to resume from, if the search was stopped.
    pub checkpoint: Option<RowCheckpoint>,
}

impl RowAnswer {
    /// Returns the least number of moves, if it is known.
    pub fn length(&self) -> Option<u32> {
        self.upper.filter(|&upper| upper == self.lower)
    }
}
