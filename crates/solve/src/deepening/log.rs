//! The cost of a search, and its reports.

use tilebase_core::{Monitor, Stopwatch};

use crate::{Iteration, Stats, stats::Counts};

/// Adds up the cost of a search and reports its iterations.
pub(crate) struct Log<'a> {
    monitor: &'a Monitor<'a, Iteration>,
    watch: Stopwatch,
    /// The cost so far. The seconds are those before the search was saved.
    pub(crate) stats: Stats,
}

impl<'a> Log<'a> {
    /// Returns the log of a search that begins now, or continues one that had this cost.
    pub(crate) fn new(monitor: &'a Monitor<'a, Iteration>, before: Stats) -> Self {
        Self {
            monitor,
            watch: Stopwatch::start(),
            stats: before,
        }
    }

    /// Returns the seconds that the search has taken.
    pub(crate) fn seconds(&self) -> f64 {
        self.stats.seconds + self.watch.seconds()
    }

    /// Returns the milliseconds that the search has taken, as they are saved.
    pub(crate) fn milliseconds(&self) -> u64 {
        (1000.0 * self.seconds()) as u64
    }

    /// Adds a finished iteration to the totals and reports it.
    pub(crate) fn finish(&mut self, threshold: u32, counts: Counts) {
        self.stats += counts;
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
    pub(crate) fn close(mut self) -> Stats {
        self.stats.seconds = self.seconds();
        self.stats
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

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
        let saved = Stats {
            expanded: 3,
            generated: 5,
            thresholds: vec![20],
            iterations: vec![before],
            seconds: 5.0,
        };
        let counts = |expanded, generated| Counts {
            expanded,
            generated,
        };
        let mut log = Log::new(&monitor, saved);
        let first = log.seconds();
        assert!((5.0..3600.0).contains(&first), "{first}");
        log.stats += counts(10, 20);
        assert_eq!((log.stats.expanded, log.stats.generated), (13, 25));
        log.finish(22, counts(100, 200));
        assert!((5_000..3_600_000).contains(&log.milliseconds()));
        let stats = log.close();
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
