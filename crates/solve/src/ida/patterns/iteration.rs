//! The progress of one iteration over the roots of a search.

use std::time::Duration;

use tilebase_core::Stopwatch;

use super::{super::options::SearchProgress, roots::Subtree};
use crate::{deepening::saved::SaveTimer, stats::Counts};

/// The time between two reports.
const WATCH: Duration = Duration::from_millis(200);

/// The time between two saved states: half of what a killed search may lose.
pub(super) const SAVE: Duration = Duration::from_secs(5);

/// The roots of an iteration that have been searched.
pub(super) struct RootIteration {
    /// The subtree of each root.
    pub(super) subtrees: Vec<Subtree>,
    /// The counts of those that are done.
    pub(super) counts: Counts,
    /// Sums of the sizes that the roots had in the iteration before, each plus one so that none is
    /// 0: of those done now, of those that were already done when this began, and of all.
    done: u64,
    before: u64,
    all: u64,
    begun: Stopwatch,
    watched: Stopwatch,
    pub(super) save_timer: SaveTimer,
}

impl RootIteration {
    /// Returns the iteration over some roots. Some may have been searched already, with these
    /// `counts`.
    pub(super) fn new(subtrees: Vec<Subtree>, counts: Counts, save_timer: SaveTimer) -> Self {
        let weight = |subtrees: &mut dyn Iterator<Item = &Subtree>| {
            subtrees.fold(0u64, |sum, subtree| sum.saturating_add(subtree.size + 1))
        };
        let before = weight(&mut subtrees.iter().filter(|subtree| subtree.walked.is_some()));
        Self {
            done: before,
            before,
            all: weight(&mut subtrees.iter()),
            subtrees,
            counts,
            begun: Stopwatch::start(),
            watched: Stopwatch::start(),
            save_timer,
        }
    }

    /// Returns the roots that have not been searched.
    pub(super) fn left(&self) -> Vec<usize> {
        let left = |&root: &usize| self.subtrees[root].walked.is_none();
        (0..self.subtrees.len()).filter(left).collect()
    }

    /// Records that some roots have been searched. `sizes` has the number of boards that were
    /// expanded in the subtree of each.
    pub(super) fn finish(&mut self, roots: &[usize], sizes: &[u64], counts: Counts) {
        for (place, &root) in roots.iter().enumerate() {
            let subtree = &mut self.subtrees[root];
            // Roots for which there is no room are not searched at all.
            subtree.walked = Some(sizes.get(place).copied().unwrap_or(0));
            self.done = self.done.saturating_add(subtree.size + 1);
        }
        self.counts += counts;
    }

    /// Returns whether it is time for a report.
    pub(super) fn must_report(&mut self) -> bool {
        self.watched.restart_after(WATCH)
    }

    /// Returns the progress of a search that has generated this many boards in this many seconds.
    pub(super) fn progress(&self, threshold: u32, generated: u64, seconds: f64) -> SearchProgress {
        let now = self.done.saturating_sub(self.before).max(1);
        let unfinished = self.all.saturating_sub(self.done);
        SearchProgress {
            threshold,
            done: self.done as f64 / self.all.max(1) as f64,
            left: self.begun.seconds() * unfinished as f64 / now as f64,
            generated,
            seconds,
        }
    }
}
