//! The request for a search, and the engine that answers it.

use std::ops::ControlFlow;

use tilebase_core::{Monitor, format::DamagedPage, sliding::Board};

use super::{
    checkpoint::{Checkpoint, SavedBoardQuestion, SearchState},
    options::{SearchProgress, Tuning},
    outcome::{SolveError, Stopped},
};
use crate::{
    FoundSolutions, Iteration, Stats,
    deepening::{self, StopReason, ThresholdResult, log::Log},
    heuristic::Heuristic,
    solution_limit::SolutionLimit,
    stats::Counts,
};

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
    fn search(&self, request: &Request<'_>) -> Result<BoardEnd, SolveError>;

    /// Returns the settings of an engine whose searches can be saved; `None` for the others.
    fn tuning(&self) -> Option<Tuning> {
        None
    }
}

/// The end of a search of a board.
pub(super) type BoardEnd = deepening::End<u8, SearchState>;

impl BoardEnd {
    /// Returns the solutions, or the error of a search that was stopped. `question` is that of a
    /// search that can be continued later.
    pub(super) fn found(
        self,
        question: Option<&SavedBoardQuestion>,
    ) -> Result<FoundSolutions, SolveError> {
        let Some(reason) = self.stopped else {
            return Ok(self.found);
        };
        let rest = question.zip(self.rest);
        Err(SolveError::Stopped(Box::new(Stopped {
            reason,
            at_least: self.at_least,
            stats: self.found.stats,
            rest: rest.map(|(question, state)| Checkpoint::new(question, state)),
        })))
    }

    /// Returns the search to continue, if it was stopped by a node limit that is lower than this
    /// one. Otherwise breaks with the end.
    pub(super) fn rest_below(self, node_limit: u64) -> ControlFlow<Self, SearchState> {
        match self.rest {
            Some(rest)
                if self.stopped == Some(StopReason::Limit) && rest.generated <= node_limit =>
            {
                ControlFlow::Continue(rest)
            }
            rest => ControlFlow::Break(Self { rest, ..self }),
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
    pub(super) excluded_first_move: Option<&'a Board>,
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
            excluded_first_move: None,
            monitor,
            save: None,
            watch: None,
            resume: None,
            node_limit: u64::MAX,
        }
    }

    /// Returns the log of the search, which continues that of the saved one.
    pub(super) fn log(&self) -> Log<'a> {
        let before = self.resume.map_or_else(Stats::default, SearchState::stats);
        Log::new(self.monitor, before)
    }

    /// Returns the result of a threshold, or of what was searched of it when the monitor asked to
    /// stop. `next` is the threshold that follows.
    ///
    /// A solution is valid even if the search ended early, but a list of all solutions is complete
    /// only if it did not.
    pub(super) fn searched(
        &self,
        counts: Counts,
        found: FoundSolutions,
        next: u32,
    ) -> ThresholdResult<u8> {
        let enough = self.wanted.is_met_by(found.listed.len());
        ThresholdResult {
            counts,
            found,
            next,
            stopped: !enough && self.monitor.stopped(),
        }
    }
}
