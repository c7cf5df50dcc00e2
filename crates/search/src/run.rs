//! What every search is given and gives back: bounds, counts, the path or why there is none.

use thiserror::Error;
use tilebase_core::Monitor;

/// Bounds on one search. Reaching one ends the search with an error that has the counts so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most memory for states and what is kept with them, in bytes. Tables grow by doubling; a search
    /// ends before a doubling (old and new table together) would pass this.
    pub memory: usize,
    /// Most states expanded.
    pub expanded: u64,
}

impl Default for Limits {
    /// 1 GiB, and no bound on expansions.
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            expanded: u64::MAX,
        }
    }
}

/// The cost of a search, in states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// States generated, the start among them. A search with a table of visited states counts each
    /// state once (this is then the number of entries in the table, states at both ends among them for
    /// a bidirectional search); a search without one counts every generation.
    pub generated: u64,
    /// States whose successors were asked for. Searches that test for the goal when they take a state
    /// up rather than when they generate it count the goal too.
    pub expanded: u64,
    /// Most states waiting to be expanded at one time.
    pub max_frontier: u64,
    /// Most states held in memory at one time: frontier, visited states and path.
    pub peak_states: u64,
}

/// The end of a search that was not cut short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<S> {
    /// The states from start to goal, both included; `None` if no goal can be reached.
    pub path: Option<Vec<S>>,
    /// What it took.
    pub stats: Stats,
}

impl<S> Outcome<S> {
    /// Number of moves of the path found.
    pub fn length(&self) -> Option<usize> {
        self.path.as_ref().map(|path| path.len() - 1)
    }
}

/// Why a search ended without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// More memory would be needed than allowed (or more than 2³² states counted).
    #[error(
        "reached the memory bound: {} states are held and more would need over {allowed} bytes; allow more memory or take a method that keeps fewer states",
        stats.peak_states
    )]
    Memory {
        /// Counts when the bound was reached.
        stats: Stats,
        /// The bound, in bytes.
        allowed: usize,
    },
    /// More states would have to be expanded than allowed.
    #[error("reached the bound of {allowed} states expanded")]
    Expanded {
        /// Counts when the bound was reached.
        stats: Stats,
        /// The bound.
        allowed: u64,
    },
    /// The caller asked to stop.
    #[error("stopped after {} states were expanded", stats.expanded)]
    Stopped {
        /// Counts when the search stopped.
        stats: Stats,
    },
}

impl SearchError {
    /// Counts at the end of the search.
    pub fn stats(&self) -> &Stats {
        match self {
            Self::Memory { stats, .. } | Self::Expanded { stats, .. } | Self::Stopped { stats } => {
                stats
            }
        }
    }
}

/// Expansions between two looks at the stop flag, and between two reports: milliseconds, and a
/// fraction of a second.
const LOOK: u64 = 1 << 10;
const REPORT: u64 = 1 << 20;

/// Counts a search as it runs, and says when to end it.
pub(crate) struct Meter<'a> {
    pub(crate) stats: Stats,
    limits: &'a Limits,
    monitor: &'a Monitor<'a, Stats>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits, monitor: &'a Monitor<'a, Stats>) -> Self {
        Self {
            stats: Stats::default(),
            limits,
            monitor,
        }
    }

    /// Counts one expansion.
    pub(crate) fn expand(&mut self) -> Result<(), SearchError> {
        let stats = self.stats;
        if stats.expanded >= self.limits.expanded {
            let allowed = self.limits.expanded;
            return Err(SearchError::Expanded { stats, allowed });
        }
        if stats.expanded.is_multiple_of(LOOK) && self.monitor.stopped() {
            return Err(SearchError::Stopped { stats });
        }
        if stats.expanded > 0 && stats.expanded.is_multiple_of(REPORT) {
            self.monitor.report(&stats);
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Notes how many states wait and how many are held.
    pub(crate) fn hold(&mut self, frontier: usize, states: usize) {
        self.stats.max_frontier = self.stats.max_frontier.max(frontier as u64);
        self.stats.peak_states = self.stats.peak_states.max(states as u64);
    }

    /// Whether `bytes` may be allocated.
    pub(crate) fn afford(&self, bytes: usize) -> Result<(), SearchError> {
        if bytes <= self.limits.memory {
            Ok(())
        } else {
            Err(self.out_of_memory())
        }
    }

    pub(crate) fn out_of_memory(&self) -> SearchError {
        SearchError::Memory {
            stats: self.stats,
            allowed: self.limits.memory,
        }
    }

    pub(crate) fn end<S>(self, path: Option<Vec<S>>) -> Outcome<S> {
        Outcome {
            path,
            stats: self.stats,
        }
    }
}
