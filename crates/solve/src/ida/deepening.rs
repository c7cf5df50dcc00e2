//! Iterative deepening: one threshold after another, until a walk finds a solution.
//!
//! The engines that walk on several threads share this loop. They differ in how they walk.

use super::{
    checkpoint::SearchState,
    engine::{End, Request},
    log::SearchLog,
    outcome::SolveError,
};
use crate::{FoundSolutions, stats::Counts};

/// The walks of one search.
pub(super) trait Walks {
    /// The difference between one threshold and the next.
    const STEP: u32;

    /// Returns the length of the longest solution that can be found.
    fn longest(&self) -> u32;

    /// Walks everything within a threshold, or until enough solutions have been found or the
    /// monitor asks to stop.
    fn walk(&mut self, threshold: u32, log: &SearchLog<'_>) -> (Counts, FoundSolutions);

    /// Returns an error if an entry that has been looked up is damaged.
    fn check(&self) -> Result<(), SolveError>;

    /// Saves a search that was stopped within a threshold.
    fn save(&self, _threshold: u32, _log: &SearchLog<'_>) {}

    /// Prepares the next walk after one without solutions, which had the counts `last`. Returns the
    /// solutions that this finds.
    fn prepare(&mut self, _last: Counts) -> FoundSolutions {
        FoundSolutions::default()
    }

    /// Returns the state from which another search continues at a threshold, if this one should end
    /// there. It is not asked for a threshold above the limit, at which nothing is left to do.
    fn hand_over(&self, _threshold: u32, _log: &SearchLog<'_>) -> Option<SearchState> {
        None
    }

    /// Returns the counts outside of walks.
    fn aside(&self) -> Counts {
        Counts::default()
    }
}

/// Walks within `threshold`, and then within greater ones until a solution is found. `found` has
/// the solutions that are known before the first walk.
pub(super) fn deepen<W: Walks>(
    walks: &mut W,
    mut threshold: u32,
    mut found: FoundSolutions,
    request: &Request<'_>,
    mut log: SearchLog<'_>,
) -> Result<End, SolveError> {
    while found.count == 0 && threshold <= request.limit {
        let moves = walks.longest();
        if threshold > moves {
            return Err(SolveError::TooLong { moves });
        }
        let counts;
        (counts, found) = walks.walk(threshold, &log);
        walks.check()?;
        // A solution is valid even if the walk ended early, but the list of all solutions is
        // complete only if the walk was finished.
        let enough = request.wanted.is_met_by(found.listed.len());
        if !enough && request.monitor.stopped() {
            walks.save(threshold, &log);
            log.add(counts);
            log.add(walks.aside());
            return Err(log.interrupted(threshold));
        }
        log.finish(threshold, counts);
        threshold = threshold.saturating_add(W::STEP);
        if found.count == 0 {
            found = walks.prepare(counts);
            if found.count == 0
                && threshold <= request.limit
                && let Some(state) = walks.hand_over(threshold, &log)
            {
                return Ok(End::HandedOver(state));
            }
        }
    }
    log.add(walks.aside());
    walks.check()?;
    found.stats = log.close();
    Ok(End::Done(found))
}

#[cfg(test)]
mod tests {
    use tilebase_core::{
        Monitor,
        sliding::{Board, Shape},
    };

    use super::*;
    use crate::solution_limit::SolutionLimit;

    /// Walks with the required methods only, which find a solution within one threshold.
    struct Plain {
        longest: u32,
        length: u32,
        walked: Vec<u32>,
        hands_over: bool,
    }

    impl Walks for Plain {
        const STEP: u32 = 2;

        fn longest(&self) -> u32 {
            self.longest
        }

        fn walk(&mut self, threshold: u32, _: &SearchLog<'_>) -> (Counts, FoundSolutions) {
            self.walked.push(threshold);
            let counts = Counts {
                expanded: 1,
                generated: 3,
            };
            let mut found = FoundSolutions::default();
            if threshold == self.length {
                let _ = found.add(vec![0; threshold as usize], SolutionLimit::First);
            }
            (counts, found)
        }

        fn check(&self) -> Result<(), SolveError> {
            Ok(())
        }

        fn hand_over(&self, threshold: u32, _: &SearchLog<'_>) -> Option<SearchState> {
            self.hands_over.then(|| SearchState {
                threshold,
                ..SearchState::default()
            })
        }
    }

    /// Searches from a threshold of 6 up to a limit. Returns the thresholds walked and the result.
    fn search(longest: u32, length: u32, limit: u32) -> (Vec<u32>, Result<End, SolveError>) {
        search_with(
            limit,
            Plain {
                longest,
                length,
                walked: Vec::new(),
                hands_over: false,
            },
        )
    }

    fn search_with(limit: u32, mut walks: Plain) -> (Vec<u32>, Result<End, SolveError>) {
        let (monitor, shape) = (Monitor::silent(), "3x3".parse::<Shape>().unwrap());
        let start = Board::goal(shape);
        let request = Request {
            limit,
            ..Request::new(&start, SolutionLimit::First, &monitor)
        };
        let log = SearchLog::new(&request);
        let end = deepen(&mut walks, 6, FoundSolutions::default(), &request, log);
        (walks.walked, end)
    }

    #[test]
    fn every_threshold_up_to_the_solution_the_limit_or_the_longest_is_walked_once() {
        let (walked, end) = search(10, 10, u32::MAX);
        assert_eq!(walked, [6, 8, 10]);
        let found = end.unwrap_or_else(|error| panic!("{error}")).found();
        assert_eq!((found.count, found.distance), (1, 10));
        assert_eq!((found.stats.expanded, found.stats.generated), (3, 9));

        let (walked, end) = search(10, 12, u32::MAX);
        assert_eq!(walked, [6, 8, 10]);
        assert!(matches!(end, Err(SolveError::TooLong { moves: 10 })));

        let (walked, end) = search(10, 12, 8);
        assert_eq!(walked, [6, 8]);
        let found = end.unwrap_or_else(|error| panic!("{error}")).found();
        assert_eq!((found.count, found.stats.generated), (0, 6));
    }

    #[test]
    fn a_search_hands_over_only_if_another_iteration_is_left() {
        for (limit, left) in [(7, None), (8, Some(8)), (9, Some(8))] {
            let walks = Plain {
                longest: 10,
                length: 10,
                walked: Vec::new(),
                hands_over: true,
            };
            let (walked, end) = search_with(limit, walks);
            assert_eq!(walked, [6], "limit {limit}");
            let threshold = match end.unwrap_or_else(|error| panic!("{error}")) {
                End::HandedOver(state) => Some(state.threshold),
                End::Done(found) => {
                    assert_eq!(found.count, 0);
                    None
                }
            };
            assert_eq!(threshold, left, "limit {limit}");
        }
    }
}
