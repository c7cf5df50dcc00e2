//! Iterative deepening: one threshold after another, until a walk within one finds a solution.
//!
//! The engines that walk on several threads share this loop. What differs is how they walk.

use super::{
    checkpoint::SearchState,
    engine::Request,
    outcome::{Counts, Found, SearchLog, SolveError},
};
use crate::Stats;

/// The walks of one search.
pub(super) trait Walks {
    /// The moves from one threshold to the next.
    const STEP: u32;

    /// Returns the most moves of a solution that can be searched for.
    fn longest(&self) -> u32;

    /// Walks everything within a threshold, or until enough solutions have been found or the
    /// monitor asks to stop.
    fn walk(&mut self, threshold: u32, log: &SearchLog<'_>) -> (Counts, Found);

    /// Returns whether all that has been looked up is what was written.
    fn check(&self) -> Result<(), SolveError>;

    /// Saves a search that was stopped within a threshold.
    fn save(&self, _threshold: u32, _log: &SearchLog<'_>) {}

    /// Prepares the next walk after one without solutions, which took `last`. Returns the solutions
    /// that it comes across.
    fn prepare(&mut self, _last: Counts) -> Found {
        Found::default()
    }

    /// Returns the state from which another search goes on at a threshold, where this one is to end
    /// there.
    fn hand_over(&self, _threshold: u32, _log: &SearchLog<'_>) -> Option<SearchState> {
        None
    }

    /// Returns what was counted outside of walks.
    fn aside(&self) -> Counts {
        Counts::default()
    }
}

/// The end of a search.
pub(super) enum End {
    /// All that is within its scope has been found.
    Done(Found, Stats),
    /// It has reached its node limit. Another search of the same values can go on from here.
    HandedOver(SearchState),
}

impl End {
    /// Returns what a search without a node limit has found.
    pub(super) fn found(self) -> (Found, Stats) {
        match self {
            Self::Done(found, stats) => (found, stats),
            Self::HandedOver(_) => unreachable!("only a search with a node limit is handed over"),
        }
    }
}

/// Walks within `threshold`, and on within greater ones until a solution is found. `found` are the
/// solutions that are known before the first walk.
pub(super) fn deepen<W: Walks>(
    walks: &mut W,
    mut threshold: u32,
    mut found: Found,
    request: &Request<'_>,
    mut log: SearchLog<'_>,
) -> Result<End, SolveError> {
    while found.count == 0 && threshold <= request.scope.limit {
        let moves = walks.longest();
        if threshold > moves {
            return Err(SolveError::TooLong { moves });
        }
        let counts;
        (counts, found) = walks.walk(threshold, &log);
        walks.check()?;
        // A solution found is one whenever the walk ended, but all of them are known only if it was
        // finished.
        let enough = request.wanted.is_met_by(found.listed.len());
        if !enough && request.control.monitor.stopped() {
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
                && let Some(state) = walks.hand_over(threshold, &log)
            {
                return Ok(End::HandedOver(state));
            }
        }
    }
    log.add(walks.aside());
    walks.check()?;
    Ok(End::Done(found, log.close()))
}
