//! An unfinished search, small enough to be written every minute.
//!
//! The tree of a threshold is cut into jobs in an order that depends only on the question, and each
//! job is searched in an order that depends only on its positions. So a search is saved by saying which
//! job is next, and for each job under way the path on which it stands; everything before is done.

use serde::{Deserialize, Serialize};
use tilebase_core::oshidori::{Goal, Row};
use xxhash_rust::xxh3::xxh3_64;

use super::{OshidoriError, replay};

/// Raised whenever the order of jobs or of moves changes: old paths would then mean something else.
const VERSION: u32 = 2;

/// A job under way: its number and the moves from its start to where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    pub job: u64,
    pub path: Vec<u8>,
}

/// How far a threshold was searched.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    /// The first job that was not begun.
    pub next: u64,
    /// The jobs that were begun and not finished.
    pub under_way: Vec<Place>,
    /// The solution in the first job that has one, so far.
    pub found: Option<Place>,
    pub expanded: u64,
    pub generated: u64,
}

/// A search that can go on later, in this process or another: give it to
/// [`Options::resume`](super::Options::resume) with the same question.
///
/// It is plain data for serde (JSON of some kilobytes, as a rule) with its version and a checksum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    version: u32,
    puzzle: String,
    block: u64,
    start: String,
    goal: String,
    pub(super) backward: bool,
    pub(super) threshold: u32,
    pub(super) progress: Progress,
    pub(super) best: Option<Vec<u8>>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) milliseconds: u64,
    pub(super) thresholds: u32,
    pub(super) width: u64,
    checksum: u64,
}

/// What of a search is not the progress of its threshold.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub backward: bool,
    pub threshold: u32,
    pub best: Option<Vec<u8>>,
    pub expanded: u64,
    pub generated: u64,
    pub milliseconds: u64,
    pub thresholds: u32,
    /// Beams of up to so many positions have been tried.
    pub width: u64,
}

impl Checkpoint {
    pub(super) fn new(start: &Row, goal: &Goal, header: Header, progress: Progress) -> Self {
        let mut checkpoint = Self {
            version: VERSION,
            puzzle: start.puzzle().to_string(),
            block: start.puzzle().block() as u64,
            start: start.to_string(),
            goal: goal.to_string(),
            backward: header.backward,
            threshold: header.threshold,
            progress,
            best: header.best,
            expanded: header.expanded,
            generated: header.generated,
            milliseconds: header.milliseconds,
            thresholds: header.thresholds,
            width: header.width,
            checksum: 0,
        };
        checkpoint.checksum = checkpoint.sum();
        checkpoint
    }

    /// The threshold being searched, which no shorter solution exists than: a proven lower bound.
    pub fn lower(&self) -> u32 {
        self.threshold
    }

    /// Refuses a checkpoint that is not about this question, or not whole.
    pub(super) fn verify(&self, start: &Row, goal: &Goal) -> Result<(), OshidoriError> {
        if self.version != VERSION {
            return Err(OshidoriError::OtherVersion {
                expected: VERSION,
                found: self.version,
            });
        }
        let damaged = |what| Err(OshidoriError::Damaged { what });
        if self.checksum != self.sum() {
            return damaged("its checksum is wrong");
        }
        let same = |what, expected: String, found: &String| {
            if expected == *found {
                return Ok(());
            }
            Err(OshidoriError::OtherSearch {
                what,
                expected,
                found: found.clone(),
            })
        };
        same("the puzzle", start.puzzle().to_string(), &self.puzzle)?;
        let block = start.puzzle().block().to_string();
        same("blocks of", block, &self.block.to_string())?;
        same("the start", start.to_string(), &self.start)?;
        same("the goal", goal.to_string(), &self.goal)?;
        match &self.best {
            Some(moves) if !replay(start, moves).is_some_and(|end| goal.is_met(&end)) => {
                damaged("its solution misses the goal")
            }
            _ => Ok(()),
        }
    }

    /// The checksum of all other fields.
    fn sum(&self) -> u64 {
        let mut bytes = Vec::new();
        let mut number = |n: u64| bytes.extend(n.to_le_bytes());
        for n in [self.version.into(), self.block, self.backward.into()] {
            number(n);
        }
        for n in [self.threshold, self.thresholds] {
            number(n.into());
        }
        for n in [self.expanded, self.generated, self.milliseconds, self.width] {
            number(n);
        }
        let progress = &self.progress;
        for n in [progress.next, progress.expanded, progress.generated] {
            number(n);
        }
        number(progress.under_way.len() as u64);
        number(progress.found.iter().len() as u64);
        number(self.best.iter().len() as u64);
        for place in progress.under_way.iter().chain(&progress.found) {
            number(place.job);
        }
        let paths = progress.under_way.iter().chain(&progress.found);
        let texts = [&self.puzzle, &self.start, &self.goal].map(|text| text.as_bytes());
        for part in paths
            .map(|place| &place.path[..])
            .chain(self.best.as_deref())
            .chain(texts)
        {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        xxh3_64(&bytes)
    }
}
