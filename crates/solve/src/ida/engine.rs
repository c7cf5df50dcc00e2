//! What a search is asked, and what answers: an engine.

use tilebase_core::{format::DamagedPage, sliding::Board};

use super::{
    control::Control,
    outcome::{Found, SolveError},
};
use crate::{Stats, wanted::Wanted};

/// One way to search. Boards are of the right shape and can reach the goal.
pub(super) trait Engine: Send + Sync {
    /// Returns the heuristic's lower bound on the distance of a board, in moves.
    fn estimate(&self, board: &Board) -> u32;

    /// Returns whether everything that estimates were read from is what was written.
    fn damage(&self) -> Result<(), DamagedPage>;

    /// Searches solutions within a scope. What it returns is empty where there are none; solutions
    /// that turn up early may be longer than the limit.
    fn search(&self, request: &Request<'_>) -> Result<(Found, Stats), SolveError>;

    /// Returns whether searches can be saved.
    fn saves(&self) -> bool {
        false
    }

    /// Returns whether searches for one solution try every move but the one back, as those for all
    /// solutions do.
    fn whole_tree(&self) -> bool {
        false
    }
}

/// A search that an engine is asked for.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    /// The board to start from, which has the right shape and can reach the goal.
    pub(super) start: &'a Board,
    pub(super) wanted: Wanted,
    pub(super) scope: Scope<'a>,
    pub(super) control: &'a Control<'a>,
}

/// Where to look for solutions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'a> {
    /// No solution is shorter: lesser thresholds are left out.
    pub(super) least: u32,
    /// Greater thresholds are left out.
    pub(super) limit: u32,
    /// A board one move from the start: no solution within the limit begins with the move to it,
    /// nor, where several tiles slide in one, with another in the same line.
    pub(super) without: Option<&'a Board>,
}

impl Scope<'_> {
    /// All solutions.
    pub(super) const UNLIMITED: Self = Self {
        least: 0,
        limit: u32::MAX,
        without: None,
    };
}
