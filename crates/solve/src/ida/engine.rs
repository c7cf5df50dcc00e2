//! The request for a search, and the engine that answers it.

use tilebase_core::{Monitor, format::DamagedPage, sliding::Board};

use super::{
    checkpoint::SearchState,
    options::{SearchProgress, Tuning},
    outcome::SolveError,
};
use crate::{FoundSolutions, Iteration, heuristic::Heuristic, solution_limit::SolutionLimit};

/// A method of search. Boards have the right shape and can reach the goal.
pub(super) trait Engine: Send + Sync {
    /// Returns the bound that guides the search.
    fn heuristic(&self) -> &dyn Heuristic;

    /// Returns an error if the data that estimates were read from is damaged.
    fn damage(&self) -> Result<(), DamagedPage> {
        self.heuristic().damage()
    }

    /// Searches for the solutions of a request. The result is empty if there are none. Solutions
    /// that are found while the search is prepared may be longer than the limit.
    fn search(&self, request: &Request<'_>) -> Result<End, SolveError>;

    /// Returns the settings of an engine whose searches can be saved; `None` for the others.
    fn tuning(&self) -> Option<Tuning> {
        None
    }
}

/// The end of a search.
pub(super) enum End {
    /// The search has found everything that was requested.
    Done(FoundSolutions),
    /// The search has reached its node limit. It continues from here, with the same tables or
    /// others.
    HandedOver(SearchState),
}

impl End {
    /// Returns the solutions of a search without a node limit.
    pub(super) fn found(self) -> FoundSolutions {
        match self {
            Self::Done(found) => found,
            Self::HandedOver(_) => unreachable!("only a search with a node limit is handed over"),
        }
    }
}

/// A request for a search.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    /// The board to start from, which has the right shape and can reach the goal.
    pub(super) start: &'a Board,
    pub(super) wanted: SolutionLimit,
    /// No solution is shorter, so lesser thresholds are left out.
    pub(super) least: u32,
    /// Greater thresholds are left out.
    pub(super) limit: u32,
    /// A board one move from the start. No solution within the limit begins with the move to it or,
    /// if several tiles may slide in one move, with another move in the same line.
    pub(super) without: Option<&'a Board>,
    pub(super) monitor: &'a Monitor<'a, Iteration>,
    /// Called with the state of a large search now and then.
    pub(super) save: Option<&'a (dyn Fn(SearchState) + Sync)>,
    /// Called with the progress of a large search now and then.
    pub(super) watch: Option<&'a (dyn Fn(&SearchProgress) + Sync)>,
    /// The saved search to continue.
    pub(super) resume: Option<&'a SearchState>,
    /// A large search that can be saved ends before its next iteration once it has generated more
    /// boards than this.
    pub(super) node_limit: u64,
}

impl<'a> Request<'a> {
    /// Returns the request for a search of any length that is not saved.
    pub(super) fn new(
        start: &'a Board,
        wanted: SolutionLimit,
        monitor: &'a Monitor<'a, Iteration>,
    ) -> Self {
        Self {
            start,
            wanted,
            least: 0,
            limit: u32::MAX,
            without: None,
            monitor,
            save: None,
            watch: None,
            resume: None,
            node_limit: u64::MAX,
        }
    }
}
