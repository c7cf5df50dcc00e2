//! The state of an unfinished search, small enough to be written often.
//!
//! A threshold is searched as a list of jobs. The list depends only on the question, and the order
//! within a job depends only on its positions. The state of a search therefore consists of the
//! number of the next job and, for each job under way, of the current path: everything before it is
//! done.
//!
//! A checkpoint may come from a damaged or forged file. [`RowCheckpoint::verify`] checks what can
//! be checked without the jobs, [`parallel`](super::parallel) the rest. What passes neither panics
//! nor makes a search take more memory than usual, and a solution that it names is replayed. A
//! forged lower bound cannot be detected without repeating the search.

use serde::{Deserialize, Serialize};
use tilebase_core::oshidori::{Goal, Row};

use super::{kernel::least_bound, pair::Pair, replay::replay};
use crate::{
    SavedError, Stats,
    deepening::saved::{MOST_COUNTED, SavedState, SealedSearch},
    stats::Counts,
};

/// More moves than any threshold that can be searched, or any solution that a beam finds.
pub(super) const MOST_MOVES: usize = 1024;

/// The widest beam, in positions.
pub(super) const WIDEST_BEAM: u64 = 1 << 17;

/// A job and a path from its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JobPath {
    /// The number of the job.
    pub job: u64,
    /// The [numbers](Row::number) of the moves.
    pub path: Vec<u32>,
}

/// The progress of the jobs of a threshold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct JobProgress {
    /// The first job that was not begun.
    pub next: u64,
    /// The jobs that were begun and not finished, and where the search stands in each.
    pub under_way: Vec<JobPath>,
    /// The solution in the first job that has one, so far.
    pub found: Option<JobPath>,
    /// Positions whose moves were listed, in this threshold.
    pub expanded: u64,
    /// Moves tried, in this threshold.
    pub generated: u64,
}

impl JobProgress {
    /// Returns whether any part of the threshold has been searched.
    pub(super) fn is_begun(&self) -> bool {
        *self != Self::default()
    }

    pub(super) fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded,
            generated: self.generated,
        }
    }
}

/// The state of a search. The counts are those of the thresholds before.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct RowState {
    /// Whether the threshold is searched from the goal.
    pub backward: bool,
    /// The threshold being searched, in moves.
    pub threshold: u32,
    /// The best solution known.
    pub best: Option<Vec<u32>>,
    /// Positions whose moves were listed.
    pub expanded: u64,
    /// Moves tried.
    pub generated: u64,
    /// Time spent.
    pub milliseconds: u64,
    /// Thresholds begun.
    pub thresholds: u32,
    /// Beams of up to this many positions have been tried.
    pub width: u64,
    /// The progress within the threshold when the search was stopped or saved.
    pub progress: JobProgress,
}

/// A search that can be continued later, in this process or another, with
/// [`RowOptions::resume`](super::RowOptions::resume) and the same question.
///
/// It is plain data for self-describing formats of serde (JSON of some kilobytes, as a rule), with
/// a version and a checksum, which [`solve()`](super::solve()) checks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowCheckpoint(SealedSearch<SavedRowQuestion, RowState>);

/// The subject of a saved search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedRowQuestion {
    puzzle: String,
    block: u64,
    start: String,
    goal: String,
}

impl SavedRowQuestion {
    fn new(start: &Row, goal: &Goal) -> Self {
        let puzzle = start.puzzle();
        let rules = puzzle.rules();
        Self {
            puzzle: if rules.is_plain() {
                puzzle.to_string()
            } else {
                format!("{puzzle}, {rules}")
            },
            block: puzzle.block() as u64,
            start: start.to_string(),
            goal: goal.to_string(),
        }
    }
}

/// The version must be raised if the order of jobs or of moves changes, because old paths then have
/// another meaning.
impl SavedState for RowState {
    type Question = SavedRowQuestion;

    const VERSION: u32 = 3;

    fn named_parts(question: &SavedRowQuestion) -> Vec<(&'static str, String)> {
        vec![
            ("the puzzle", question.puzzle.clone()),
            ("blocks of", question.block.to_string()),
            ("the start", question.start.clone()),
            ("the goal", question.goal.clone()),
        ]
    }
}

impl RowCheckpoint {
    pub(super) fn new(start: &Row, goal: &Goal, state: RowState) -> Self {
        Self(SealedSearch::new(SavedRowQuestion::new(start, goal), state))
    }

    /// Returns the checkpoint with the checksum that fits it: tests forge some.
    #[doc(hidden)]
    pub fn sealed(self) -> Self {
        Self(self.0.sealed())
    }

    /// Returns the threshold being searched, in moves: a lower bound that the search has proven.
    pub fn lower(&self) -> u32 {
        self.0.state.threshold
    }

    pub(super) fn state(&self) -> &RowState {
        &self.0.state
    }

    /// Refuses a checkpoint that is not about this question, or that no search can have written.
    /// `pairs` are those of the question.
    pub(super) fn verify(
        &self,
        start: &Row,
        goal: &Goal,
        pairs: &[Pair],
    ) -> Result<(), SavedError> {
        self.0.check(&SavedRowQuestion::new(start, goal))?;
        let contradiction = self.0.state.contradiction(start, goal, pairs);
        contradiction.map_or(Ok(()), |what| Err(SavedError::Damaged(what)))
    }
}

impl RowState {
    /// Returns the cost of the thresholds that are finished, of which `least` was the first.
    pub(super) fn stats(&self, least: u32) -> Stats {
        let begun = u32::from(self.progress.is_begun());
        Stats {
            expanded: self.expanded,
            generated: self.generated,
            thresholds: (least..least + self.thresholds.saturating_sub(begun)).collect(),
            iterations: Vec::new(),
            seconds: self.milliseconds as f64 / 1000.0,
        }
    }

    /// Names something that no search of the question writes, if there is any.
    fn contradiction(&self, start: &Row, goal: &Goal, pairs: &[Pair]) -> Option<&'static str> {
        let progress = &self.progress;
        let bound = least_bound(pairs);
        if self.threshold < bound || self.threshold as usize > MOST_MOVES {
            return Some("its threshold is out of range");
        }
        if self.thresholds > self.threshold - bound + 1 {
            return Some("it counts thresholds that it cannot have searched");
        }
        if self.backward && pairs.iter().all(|pair| pair.reversed().is_none()) {
            return Some("it searches backward from a goal that is not one row");
        }
        if let Some(moves) = &self.best {
            if !(self.threshold as usize..=MOST_MOVES).contains(&moves.len()) {
                return Some("the length of its solution is out of range");
            }
            if !replay(start, moves).is_some_and(|end| goal.is_met(&end)) {
                return Some("its solution misses the goal");
            }
        }
        if self.width > WIDEST_BEAM {
            return Some("its beam is wider than that of any search");
        }
        let counts = [
            self.expanded,
            self.generated,
            self.milliseconds,
            progress.expanded,
            progress.generated,
        ];
        if counts.into_iter().any(|count| count > MOST_COUNTED) {
            return Some("it counts more than any search does");
        }
        let mut jobs: Vec<u64> = progress.under_way.iter().map(|place| place.job).collect();
        jobs.sort_unstable();
        if jobs.windows(2).any(|two| two[0] == two[1]) {
            return Some("a job is under way twice");
        }
        let begun = jobs
            .into_iter()
            .chain(progress.found.iter().map(|place| place.job));
        if begun.max().is_some_and(|job| job >= progress.next) {
            return Some("a job is under way that was not begun");
        }
        None
    }
}
