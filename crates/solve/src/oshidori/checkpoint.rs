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
use tilebase_core::{
    checksum_of,
    oshidori::{Goal, Row},
};

use super::{kernel::lower_bound, pair::Pair, replay::replay};
use crate::SavedError;

/// Raised whenever the order of jobs or of moves changes, which gives old paths another meaning, or
/// the checksum does.
const VERSION: u32 = 3;

/// More moves than any threshold that can be searched, or any solution that a beam finds.
pub(super) const MOST_MOVES: usize = 1024;

/// More positions and milliseconds than any search counts.
pub(super) const MOST_COUNTED: u64 = 1 << 60;

/// The widest beam, in positions.
pub(super) const WIDEST_BEAM: u64 = 1 << 17;

/// A job and a path from its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
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
    pub under_way: Vec<Place>,
    /// The solution in the first job that has one, so far.
    pub found: Option<Place>,
    /// Positions whose moves were listed, in this threshold.
    pub expanded: u64,
    /// Moves tried, in this threshold.
    pub generated: u64,
}

/// What the search knows in addition to the progress of its threshold. The counts are those of the
/// thresholds before.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Header {
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
}

/// A search that can be continued later, in this process or another, with
/// [`RowOptions::resume`](super::RowOptions::resume) and the same question.
///
/// It is plain data for self-describing formats of serde (JSON of some kilobytes, as a rule), with
/// a version and a checksum, which [`solve()`](super::solve()) checks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowCheckpoint {
    #[serde(flatten)]
    subject: SavedRowQuestion,
    #[serde(flatten)]
    pub(super) header: Header,
    pub(super) progress: JobProgress,
    checksum: u64,
}

/// The subject of a saved search, and the version of the library that saved it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SavedRowQuestion {
    version: u32,
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
            version: VERSION,
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

impl RowCheckpoint {
    pub(super) fn new(start: &Row, goal: &Goal, header: Header, progress: JobProgress) -> Self {
        let checkpoint = Self {
            subject: SavedRowQuestion::new(start, goal),
            header,
            progress,
            checksum: 0,
        };
        checkpoint.sealed()
    }

    /// Returns the checkpoint with the checksum that fits it: tests forge some.
    #[doc(hidden)]
    pub fn sealed(mut self) -> Self {
        self.checksum = self.sum();
        self
    }

    /// Returns the checksum of all other fields.
    fn sum(&self) -> u64 {
        checksum_of(&(&self.subject, &self.header, &self.progress))
    }

    /// Returns the threshold being searched, in moves: a lower bound that the search has proven.
    pub fn lower(&self) -> u32 {
        self.header.threshold
    }

    /// Refuses a checkpoint that is not about this question, or that no search can have written.
    /// `pairs` are those of the question.
    pub(super) fn verify(
        &self,
        start: &Row,
        goal: &Goal,
        pairs: &[Pair],
    ) -> Result<(), SavedError> {
        let (saved, expected) = (&self.subject, SavedRowQuestion::new(start, goal));
        if saved.version != VERSION {
            return Err(SavedError::OtherVersion {
                expected: VERSION,
                found: saved.version,
            });
        }
        if self.checksum != self.sum() {
            return Err(SavedError::Damaged {
                what: "its checksum is wrong",
            });
        }
        let block = |subject: &SavedRowQuestion| subject.block.to_string();
        for (what, expected, saved) in [
            ("the puzzle", &expected.puzzle, &saved.puzzle),
            ("blocks of", &block(&expected), &block(saved)),
            ("the start", &expected.start, &saved.start),
            ("the goal", &expected.goal, &saved.goal),
        ] {
            SavedError::unless_same(what, expected.clone(), saved)?;
        }
        match self.contradiction(start, goal, pairs) {
            Some(what) => Err(SavedError::Damaged { what }),
            None => Ok(()),
        }
    }

    /// Names something that no search of the question writes, if there is any.
    fn contradiction(&self, start: &Row, goal: &Goal, pairs: &[Pair]) -> Option<&'static str> {
        let (header, progress) = (&self.header, &self.progress);
        let bound = pairs.iter().map(lower_bound).min().unwrap_or(0);
        if header.threshold < bound || header.threshold as usize > MOST_MOVES {
            return Some("its threshold is out of range");
        }
        if header.thresholds > header.threshold - bound + 1 {
            return Some("it counts thresholds that it cannot have searched");
        }
        if header.backward && pairs.iter().all(|pair| pair.reversed().is_none()) {
            return Some("it searches backward from a goal that is not one row");
        }
        if let Some(moves) = &header.best {
            if !(header.threshold as usize..=MOST_MOVES).contains(&moves.len()) {
                return Some("the length of its solution is out of range");
            }
            if !replay(start, moves).is_some_and(|end| goal.is_met(&end)) {
                return Some("its solution misses the goal");
            }
        }
        if header.width > WIDEST_BEAM {
            return Some("its beam is wider than any");
        }
        let counts = [
            header.expanded,
            header.generated,
            header.milliseconds,
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
