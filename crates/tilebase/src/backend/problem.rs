//! A puzzle with a goal and a metric, and the questions that need no open table.

use std::fmt::Debug;

use tilebase_core::{
    Puzzle,
    format::{Subject, TableFile},
    sliding::{Metric, PartialGoal},
};

use super::traits::{Backend, TableBackend};
use crate::{Library, Options, Reason, Result, Rng, State, sample::LevelCounts};

/// The greatest distance, in moves, of boards that are drawn without a table: a search from there
/// takes a moment, even on the 24-puzzle.
pub(crate) const BOARD_REACH: u32 = 50;

/// Random states of boards with more cells take hours to solve.
const SOLVED_SOON: usize = 16;

/// A puzzle with a goal and a metric. Each family of puzzles implements this trait.
pub(crate) trait Problem: Debug + Send + Sync {
    /// Returns the puzzle.
    fn puzzle(&self) -> Puzzle;

    /// Returns what counts as one move.
    fn metric(&self) -> Metric;

    /// Returns the goal as text that [`problem`](super::problem) reads.
    fn goal(&self) -> String;

    /// Returns a state that meets the goal.
    fn a_goal(&self) -> State;

    /// Returns the table of every state.
    fn table_subject(&self) -> Subject;

    /// Returns the backend of that table, which takes the user's states.
    fn by_table(&self, table: TableFile) -> Result<Box<dyn TableBackend>>;

    /// Returns the goal if it leaves cells open, or has tiles that are alike.
    fn partial_goal(&self) -> Option<&PartialGoal> {
        None
    }

    /// Returns whether there could be a table of every state.
    fn has_buildable_size(&self) -> bool {
        tilebase_pdb_build::has_buildable_size(self.puzzle())
    }

    /// Returns whether a missing table is built in preference to a search.
    fn is_worth_building(&self) -> bool;

    /// Returns whether exact distances can be found, by a table or a search.
    fn is_exact(&self) -> bool {
        true
    }

    /// Returns whether the time of a search is not limited unless the options say so.
    fn is_proven_soon(&self) -> bool {
        true
    }

    /// Returns whether the options request a search even if there is a table.
    fn wants_search(&self, options: &Options) -> Result<bool>;

    /// Returns the search.
    fn by_search(&self, library: &Library, options: &Options) -> Result<Box<dyn Backend>>;

    /// Returns the tables that guide that search; of a goal that leaves cells open or has tiles
    /// alike, whose search makes its own, the table of every state.
    fn search_subjects(&self, options: &Options) -> Result<Vec<Subject>>;

    /// Returns whether a state can reach the goal, and why, if a rule decides it.
    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>>;

    /// Returns a distance that no state exceeds, if one is published.
    fn farthest(&self) -> Option<u32> {
        None
    }

    /// Returns published counts of states by distance, for a puzzle without a table.
    fn levels(&self) -> Option<LevelCounts> {
        None
    }

    /// Returns the greatest distance, in moves, of states that are found by walks from the goal if
    /// there is no table to draw from.
    fn reach(&self) -> u32 {
        BOARD_REACH
    }

    /// Returns whether states at a distance are drawn if there is no table and no counts are
    /// published: random states are solved quickly, and few are much nearer to the goal.
    fn is_drawn(&self, distance: u32) -> bool {
        distance > self.reach() && self.a_goal().cells().len() <= SOLVED_SOON
    }

    /// Returns a state drawn uniformly among those that can reach the goal or, if
    /// [`draws_all`](Self::draws_all), among all.
    fn draw(&self, rng: &mut Rng) -> State;

    /// Returns whether [`draw`](Self::draw) may return a state that cannot reach the goal.
    fn draws_all(&self) -> bool {
        false
    }
}
