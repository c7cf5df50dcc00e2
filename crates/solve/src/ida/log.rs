//! The counts of a search, and its reports.

use tilebase_core::{Monitor, Stopwatch};

use super::{
    checkpoint::SearchState,
    engine::Request,
    outcome::{Interrupted, SolveError},
};
use crate::{Iteration, Stats, stats::Counts};

/// Adds up the counts of a search and reports its iterations.
pub(super) struct SearchLog<'a> {
    monitor: &'a Monitor<'a, Iteration>,
    watch: Stopwatch,
    /// The counts so far. The seconds are those before the search was saved.
    pub(super) stats: Stats,
}

impl<'a> SearchLog<'a> {
    pub(super) fn new(request: &Request<'a>) -> Self {
        let saved = request.resume;
        Self {
            monitor: request.monitor,
            watch: Stopwatch::start(),
            stats: saved.map_or_else(Stats::default, SearchState::stats),
        }
    }

    /// Returns the seconds that the search has taken.
    pub(super) fn seconds(&self) -> f64 {
        self.stats.seconds + self.watch.seconds()
    }

    /// Adds to the totals.
    pub(super) fn add(&mut self, counts: Counts) {
        self.stats.expanded += counts.expanded;
        self.stats.generated += counts.generated;
    }

    /// Adds a finished iteration to the totals and reports it.
    pub(super) fn finish(&mut self, threshold: u32, counts: Counts) {
        self.add(counts);
        let done = Iteration {
            threshold,
            expanded: counts.expanded,
            generated: counts.generated,
            seconds: self.seconds(),
        };
        self.monitor.report(&done);
        self.stats.thresholds.push(threshold);
        self.stats.iterations.push(done);
    }

    /// Returns the totals.
    pub(super) fn close(mut self) -> Stats {
        self.stats.seconds = self.seconds();
        self.stats
    }

    /// Returns the error of an interrupted search.
    pub(super) fn interrupted(self, at_least: u32) -> SolveError {
        SolveError::Interrupted(Interrupted {
            at_least,
            stats: self.close(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tilebase_core::sliding::Board;

    use super::*;
    use crate::solution_limit::SolutionLimit;

    #[test]
    fn a_log_continues_from_what_was_saved() {
        let before = Iteration {
            threshold: 20,
            expanded: 3,
            generated: 5,
            seconds: 4.0,
        };
        let reported = Mutex::new(Vec::new());
        let report = |done: &Iteration| reported.lock().unwrap().push(*done);
        let monitor = Monitor::new(&report);
        let saved = SearchState {
            threshold: 22,
            expanded: 3,
            generated: 5,
            milliseconds: 5_000,
            iterations: vec![before],
            ..SearchState::default()
        };
        let start = Board::goal("3x3".parse().unwrap());
        let request = Request {
            resume: Some(&saved),
            ..Request::new(&start, SolutionLimit::First, &monitor)
        };
        let counts = |expanded, generated| Counts {
            expanded,
            generated,
        };
        let mut log = SearchLog::new(&request);
        let first = log.seconds();
        assert!((5.0..3600.0).contains(&first), "{first}");
        log.add(counts(10, 20));
        assert_eq!((log.stats.expanded, log.stats.generated), (13, 25));
        log.finish(22, counts(100, 200));
        let SolveError::Interrupted(halted) = log.interrupted(24) else {
            panic!("the search was interrupted");
        };
        assert_eq!(halted.at_least, 24);
        let stats = halted.stats;
        assert_eq!((stats.expanded, stats.generated), (113, 225));
        assert_eq!(stats.thresholds, [20, 22]);
        let reported = reported.into_inner().unwrap();
        assert_eq!(stats.iterations, [before, reported[0]]);
        let done = reported[0];
        assert_eq!((done.threshold, done.expanded), (22, 100));
        assert_eq!((done.generated, reported.len()), (200, 1));
        assert!(first <= done.seconds && done.seconds <= stats.seconds);
    }
}
