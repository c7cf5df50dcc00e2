//! Iterative deepening: one threshold after another, until a solution is found.
//!
//! All searches of boards and of rows share this driver. They differ in how they search everything
//! within one threshold: each is a [`ThresholdSearch`].
//!
//! - [`deepen`], in this file: the loop over thresholds
//! - [`log`]: the cost of a search, and its reports
//! - [`jobs`]: the parts of a threshold, which threads take in turn
//! - [`saved`]: searches that can be continued later
//!
//! A search that ends before it has an answer is *stopped*: its caller asks it to through a
//! monitor, or it has reached a limit that its caller has set.

pub(crate) mod jobs;
pub(crate) mod log;
pub(crate) mod saved;

use self::log::Log;
use crate::{FoundSolutions, stats::Counts};

/// A search that is made for one threshold after another. Solutions have moves `M`, and another
/// search continues from a state `S`.
pub(crate) trait ThresholdSearch<M: Default, S, E> {
    /// Searches everything within a threshold, or until enough solutions have been found or the
    /// search is asked to stop. The log has the cost of the thresholds before. Returns an error if
    /// what has been read is damaged.
    fn search(&mut self, threshold: u32, log: &mut Log<'_>) -> Result<ThresholdResult<M>, E>;

    /// Prepares the search of a threshold after one without solutions, which had the counts `last`.
    /// Returns the solutions that this finds.
    fn prepare(&mut self, _threshold: u32, _last: Counts, _log: &Log<'_>) -> FoundSolutions<M> {
        FoundSolutions::default()
    }

    /// Returns whether the search has reached its own limit, and should not go on.
    fn is_at_limit(&self, _log: &Log<'_>) -> bool {
        false
    }

    /// Returns the state from which another search continues at a threshold, or within it; `None`
    /// if this is not a search that can be continued.
    fn rest(&self, _threshold: u32, _log: &Log<'_>) -> Option<S> {
        None
    }
}

/// What was found within a threshold.
#[derive(Default)]
pub(crate) struct ThresholdResult<M> {
    pub(crate) counts: Counts,
    pub(crate) found: FoundSolutions<M>,
    /// The threshold that follows if there are no solutions.
    pub(crate) next: u32,
    /// Whether the search was stopped before its end. Then only the counts matter.
    pub(crate) stopped: bool,
}

/// The end of a search.
pub(crate) struct End<M, S> {
    /// The solutions; none if there are none within the greatest threshold, or the search was
    /// stopped. Its statistics are those of the search, with an unfinished threshold.
    pub(crate) found: FoundSolutions<M>,
    /// No solution is shorter.
    pub(crate) at_least: u32,
    pub(crate) stopped: Option<StopReason>,
    /// The search to continue, if it was stopped and is one that can be continued.
    pub(crate) rest: Option<S>,
}

/// The reason why a search was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The monitor asked it to stop, or its time was over.
    Monitor,
    /// It has reached the limit that its caller had set.
    Limit,
}

/// Searches within `threshold`, and then within greater ones up to `greatest` until a solution is
/// found. `found` has the solutions that are known before.
pub(crate) fn deepen<M: Default, S, E>(
    search: &mut dyn ThresholdSearch<M, S, E>,
    mut threshold: u32,
    greatest: u32,
    mut found: FoundSolutions<M>,
    mut log: Log<'_>,
) -> Result<End<M, S>, E> {
    let (mut stopped, mut unfinished) = (None, Counts::default());
    while stopped.is_none() && found.count == 0 && threshold <= greatest {
        let searched = search.search(threshold, &mut log)?;
        if searched.stopped {
            (stopped, unfinished) = (Some(StopReason::Monitor), searched.counts);
            break;
        }
        log.finish(threshold, searched.counts);
        found = searched.found;
        if found.count == 0 {
            threshold = searched.next;
            found = search.prepare(threshold, searched.counts, &log);
            let is_left = found.count == 0 && threshold <= greatest;
            stopped = (is_left && search.is_at_limit(&log)).then_some(StopReason::Limit);
        }
    }
    let rest = stopped.and_then(|_| search.rest(threshold, &log));
    log.stats += unfinished;
    found.stats = log.close();
    Ok(End {
        found,
        at_least: threshold,
        stopped,
        rest,
    })
}

#[cfg(test)]
mod tests {
    use tilebase_core::Monitor;

    use super::*;
    use crate::{Stats, ida::SolveError};

    /// A search with the required methods only, which finds a solution within one threshold.
    struct Plain {
        longest: u32,
        length: u32,
        searched: Vec<u32>,
        is_limited: bool,
    }

    impl ThresholdSearch<u8, u32, SolveError> for Plain {
        fn search(
            &mut self,
            threshold: u32,
            _: &mut Log<'_>,
        ) -> Result<ThresholdResult<u8>, SolveError> {
            SolveError::if_longer(threshold, self.longest)?;
            self.searched.push(threshold);
            let mut searched = ThresholdResult {
                counts: Counts {
                    expanded: 1,
                    generated: 3,
                },
                next: threshold + 2,
                ..ThresholdResult::default()
            };
            if threshold == self.length {
                (searched.found.count, searched.found.distance) = (1, threshold);
            }
            Ok(searched)
        }

        fn is_at_limit(&self, _: &Log<'_>) -> bool {
            self.is_limited
        }

        fn rest(&self, threshold: u32, _: &Log<'_>) -> Option<u32> {
            Some(threshold)
        }
    }

    /// Searches from a threshold of 6 up to a greatest one. Returns the thresholds searched and the
    /// result.
    fn search(
        longest: u32,
        length: u32,
        greatest: u32,
    ) -> (Vec<u32>, Result<End<u8, u32>, SolveError>) {
        search_with(
            greatest,
            Plain {
                longest,
                length,
                searched: Vec::new(),
                is_limited: false,
            },
        )
    }

    fn search_with(
        greatest: u32,
        mut plain: Plain,
    ) -> (Vec<u32>, Result<End<u8, u32>, SolveError>) {
        let monitor = Monitor::silent();
        let log = Log::new(&monitor, Stats::default());
        let end = deepen(&mut plain, 6, greatest, FoundSolutions::default(), log);
        (plain.searched, end)
    }

    #[test]
    fn every_threshold_up_to_the_solution_the_limit_or_the_longest_is_searched_once() {
        let (searched, end) = search(10, 10, u32::MAX);
        assert_eq!(searched, [6, 8, 10]);
        let end = end.unwrap_or_else(|error| panic!("{error}"));
        let (found, stats) = (&end.found, &end.found.stats);
        assert_eq!((found.count, found.distance, end.at_least), (1, 10, 10));
        assert_eq!((stats.expanded, stats.generated), (3, 9));

        let (searched, end) = search(10, 12, u32::MAX);
        assert_eq!(searched, [6, 8, 10]);
        assert!(matches!(end, Err(SolveError::TooLong { moves: 10 })));

        let (searched, end) = search(10, 12, 8);
        assert_eq!(searched, [6, 8]);
        let end = end.unwrap_or_else(|error| panic!("{error}"));
        let stats = &end.found.stats;
        assert_eq!((end.found.count, stats.generated, end.at_least), (0, 6, 10));
    }

    #[test]
    fn a_search_has_a_rest_only_if_another_threshold_is_left() {
        for (greatest, left) in [(7, None), (8, Some(8)), (9, Some(8))] {
            let plain = Plain {
                longest: 10,
                length: 10,
                searched: Vec::new(),
                is_limited: true,
            };
            let (searched, end) = search_with(greatest, plain);
            assert_eq!(searched, [6], "up to {greatest}");
            let end = end.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((end.found.count, end.at_least), (0, 8));
            assert_eq!(end.stopped, left.map(|_| StopReason::Limit));
            assert_eq!(end.rest, left, "up to {greatest}");
        }
    }
}
