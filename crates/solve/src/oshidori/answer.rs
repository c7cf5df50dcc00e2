//! What a search is asked, reports and answers.

use std::{ops::RangeInclusive, time::Duration};

use serde::{Deserialize, Serialize};

use super::checkpoint::Checkpoint;

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
pub struct Progress {
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
