//! The arguments and results common to all searches: bounds, counts, paths and errors.

use thiserror::Error;
use tilebase_core::Monitor;

use crate::{GoalTest, StateSpace};

/// The bounds of a search. A search that reaches one ends with an error, which has the counts until
/// then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchLimits {
    /// The most memory, in bytes, for states and the data kept with them. Tables grow by doubling.
    /// A search ends before old and new table together would take more than this.
    pub memory: usize,
    /// The most states that may be expanded.
    pub expanded: u64,
}

impl Default for SearchLimits {
    /// Returns a bound of 1 GiB of memory, and no bound on expansions.
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            expanded: u64::MAX,
        }
    }
}

/// The cost of a search, in states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SearchStats {
    /// States generated, including the start. A search with a table of visited states counts each
    /// state once: this is the number of entries in the table (in a bidirectional search, of both
    /// sides). A search without a table counts a state each time it is generated.
    pub generated: u64,
    /// States expanded. Depth-first search, A* and IDA* test a state before they expand it, and
    /// count the goal, too.
    pub expanded: u64,
    /// The most states waiting to be expanded at one time.
    pub max_frontier: u64,
    /// The most states held in memory at one time: frontier, visited states and path.
    pub peak_states: u64,
    /// A proven bound: no path is shorter. In IDA\* the current threshold; in A\* and
    /// [`Guided::ida_star`](crate::Guided::ida_star) proven only if the estimates are lower bounds;
    /// in a beam see [`Guided::beam`](crate::Guided::beam). Otherwise 0.
    pub threshold: u32,
    /// The states that a beam generated and did not keep.
    pub cut: u64,
}

/// The result of a search that reached no bound.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchOutcome<S> {
    /// The states from start to goal, both included; `None` if no goal can be reached.
    pub path: Option<Vec<S>>,
    /// The counts of the search.
    pub stats: SearchStats,
}

impl<S> SearchOutcome<S> {
    /// Returns the number of moves of the path; `None` if there is none.
    pub fn length(&self) -> Option<usize> {
        self.path.as_ref().map(|path| path.len() - 1)
    }
}

/// The reason why a search ended without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// More memory would be needed than allowed (or more than 2³² states counted).
    #[error(
        "reached the memory bound: {} states are held and more would take over {allowed} bytes; \
         allow more memory or use a method that holds fewer states",
        stats.peak_states
    )]
    Memory {
        /// Counts when the bound was reached.
        stats: SearchStats,
        /// The bound, in bytes.
        allowed: usize,
    },
    /// More states would have to be expanded than allowed.
    #[error(
        "reached the bound of {allowed} states expanded; allow more, or use a method that expands \
         fewer"
    )]
    Expanded {
        /// Counts when the bound was reached.
        stats: SearchStats,
        /// The bound.
        allowed: u64,
    },
    /// No path has as few moves as allowed, or the beam has lost it.
    #[error("no path of up to {allowed} moves was found; allow more")]
    Moves {
        /// Counts when the bound was reached.
        stats: SearchStats,
        /// The bound, in moves.
        allowed: u32,
    },
    /// A function did not return one estimate for each state.
    #[error("{found} estimates were returned for {expected} states; return one for each")]
    Estimates {
        /// The number of states.
        expected: usize,
        /// The number of estimates.
        found: usize,
    },
    /// An estimate is NaN.
    #[error("an estimate is NaN, which is not a number of moves")]
    NotANumber,
    /// The caller asked to stop.
    #[error("stopped after {} states were expanded", stats.expanded)]
    Stopped {
        /// Counts when the search stopped.
        stats: SearchStats,
    },
}

/// The expansions between two checks of the stop flag: less than a few milliseconds.
const LOOK: u64 = 1 << 10;

/// The expansions between two reports: a fraction of a second.
const REPORT: u64 = 1 << 20;

/// Counts what a search does, and ends it when it reaches a bound.
pub(crate) struct Meter<'a> {
    pub(crate) stats: SearchStats,
    /// Bytes that the search holds beside its table of visited states, in lists that grow
    /// independently of it.
    pub(crate) beside: usize,
    limits: &'a SearchLimits,
    monitor: &'a Monitor<'a, SearchStats>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a SearchLimits, monitor: &'a Monitor<'a, SearchStats>) -> Self {
        Self {
            stats: SearchStats::default(),
            beside: 0,
            limits,
            monitor,
        }
    }

    /// Counts a state that is taken out to be expanded, and returns whether it ends the search.
    pub(crate) fn take_out<S: StateSpace>(
        &mut self,
        space: &S,
        state: &S::State,
    ) -> Result<bool, SearchError> {
        let is_end = space.goal_test() != GoalTest::Generation && space.is_goal(state);
        if !is_end || space.goal_test() == GoalTest::Usual {
            self.expand()?;
        }
        Ok(is_end)
    }

    /// Counts one expansion.
    pub(crate) fn expand(&mut self) -> Result<(), SearchError> {
        let expanded = self.stats.expanded;
        if expanded >= self.limits.expanded || expanded.is_multiple_of(LOOK) {
            self.look()?;
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Returns an error if no more states may be expanded; reports from time to time.
    #[cold]
    fn look(&self) -> Result<(), SearchError> {
        let (stats, allowed) = (self.stats, self.limits.expanded);
        if stats.expanded >= allowed {
            return Err(SearchError::Expanded { stats, allowed });
        }
        self.check_stop()?;
        if stats.expanded > 0 && stats.expanded.is_multiple_of(REPORT) {
            self.monitor.report(&stats);
        }
        Ok(())
    }

    /// Returns an error if the monitor asks to stop.
    pub(crate) fn check_stop(&self) -> Result<(), SearchError> {
        let stats = self.stats;
        if self.monitor.stopped() {
            Err(SearchError::Stopped { stats })
        } else {
            Ok(())
        }
    }

    /// Returns an error if paths have more moves than allowed.
    pub(crate) fn check_moves(&self, moves: u32, allowed: u32) -> Result<(), SearchError> {
        let stats = self.stats;
        if moves > allowed {
            Err(SearchError::Moves { stats, allowed })
        } else {
            Ok(())
        }
    }

    /// Notes how many states wait in the frontier and how many are held in all.
    pub(crate) fn hold(&mut self, frontier: usize, states: usize) {
        self.stats.max_frontier = self.stats.max_frontier.max(frontier as u64);
        self.stats.peak_states = self.stats.peak_states.max(states as u64);
    }

    /// Checks that `bytes`, and those beside, stay within the bound on memory.
    pub(crate) fn afford(&self, bytes: usize) -> Result<(), SearchError> {
        if bytes.saturating_add(self.beside) <= self.limits.memory {
            Ok(())
        } else {
            Err(self.out_of_memory())
        }
    }

    /// Returns the error of the bound on memory, with the counts until now.
    pub(crate) fn out_of_memory(&self) -> SearchError {
        SearchError::Memory {
            stats: self.stats,
            allowed: self.limits.memory,
        }
    }

    /// Returns the outcome of a search that ends with `path`.
    pub(crate) fn end<S>(self, path: Option<Vec<S>>) -> SearchOutcome<S> {
        SearchOutcome {
            path,
            stats: self.stats,
        }
    }
}
