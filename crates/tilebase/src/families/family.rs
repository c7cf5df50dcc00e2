//! What a family of puzzles is.

use smallvec::SmallVec;
use tilebase_core::{
    StateError,
    format::{Subject, TableFile},
    sliding::Metric,
};

use crate::{
    answers::Reason,
    backend::{Backend, TableBackend},
    known::sample::LevelCounts,
    library::Library,
    moves::Move,
    options::Options,
    values::{Error, PuzzleGoal, Result, Rng, State},
};

/// The greatest distance, in moves, of boards that are drawn without a table: a search from there
/// takes a moment, even on the 24-puzzle.
pub(crate) const BOARD_REACH: u32 = 50;

/// Random states of boards with more cells take hours to solve.
const SOLVED_SOON: usize = 16;

/// Numbers of moves.
pub(crate) type Numbers = SmallVec<[usize; 8]>;

/// What differs between families of puzzles: their states and moves, their goals, and what finds
/// distances.
///
/// States are their cells in reading order, 0 for the blank and for each cell of a gap. Where a
/// method takes a goal, it is one of this family.
pub(crate) trait Family: Send + Sync {
    /// Returns the number of cells of a state.
    fn cells(&self) -> usize;

    /// Returns the number of cells in a line of text, if a state may be written over several lines.
    fn columns(&self) -> Option<usize>;

    /// Reads the cells of a state from text into as many as a state has.
    fn parse_cells(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError>;

    /// Checks that these cells are a state.
    ///
    /// # Errors
    /// If they are not: the first reason.
    fn check_cells(&self, cells: &[u8]) -> Result<(), StateError>;

    /// Returns whether a move's number is the cell to which the blank, or the left end of the gap,
    /// goes. If not, the lowest eight bits are a cell that becomes empty; they have no meaning in a
    /// puzzle without empty cells.
    fn numbers_are_cells(&self) -> bool;

    /// Returns the numbers of the moves, in the puzzle's order.
    fn moves(&self, cells: &[u8], metric: Metric) -> Numbers;

    /// Makes the move with this number.
    fn make_move(&self, cells: &mut [u8], number: usize) -> Move;

    /// Returns the number of the move that takes this one back.
    fn back(&self, cells: &[u8], number: usize) -> usize;

    /// Returns the goals that have names, with these. The first is the goal if none is named.
    fn named_goals(&self) -> Vec<(&'static str, PuzzleGoal)>;

    /// Reads a goal that has no name: its cells.
    fn read_goal(&self, text: &str) -> Result<PuzzleGoal, StateError>;

    /// Returns the goal that has this name, if one has.
    fn named_goal(&self, name: &str) -> Option<PuzzleGoal> {
        let mut named = self.named_goals().into_iter();
        named
            .find(|(known, _)| *known == name)
            .map(|(_, goal)| goal)
    }

    /// Returns the names of goals, as an error lists them.
    fn goal_names(&self) -> Vec<&'static str> {
        let named = self.named_goals().into_iter();
        named.map(|(name, _)| name).collect()
    }

    /// Returns the goals with names that can be reached from these cells. They are offered if the
    /// goal that was asked for cannot be reached.
    fn reachable_goals(&self, _: &[u8]) -> Vec<(&'static str, State)> {
        Vec::new()
    }

    /// Returns an error if moves are not counted in this metric.
    fn check_metric(&self, _: Metric) -> Result<()> {
        Ok(())
    }

    /// Returns the table of every state.
    fn table_subject(&self, goal: &PuzzleGoal, metric: Metric) -> Subject;

    /// Returns the backend of that table, which takes the user's states.
    fn by_table(
        &self,
        goal: &PuzzleGoal,
        metric: Metric,
        table: TableFile,
    ) -> Result<Box<dyn TableBackend>>;

    /// Returns whether there could be a table of every state.
    fn has_buildable_size(&self, metric: Metric) -> bool;

    /// Returns whether a missing table is built in preference to a search.
    fn is_worth_building(&self, metric: Metric) -> bool;

    /// Returns whether exact distances can be found, by a table or a search.
    fn is_exact(&self, _: Metric) -> bool {
        true
    }

    /// Returns whether the time of a search is not limited unless the options say so.
    fn is_proven_soon(&self, _: Metric) -> bool {
        true
    }

    /// Returns whether the options request a search even if there is a table.
    fn wants_search(&self, metric: Metric, options: &Options) -> Result<bool>;

    /// Returns the search.
    fn by_search(
        &self,
        goal: &PuzzleGoal,
        metric: Metric,
        library: &Library,
        options: &Options,
    ) -> Result<Box<dyn Backend>>;

    /// Returns the tables that guide that search; of a goal that leaves cells open or has tiles
    /// alike, whose search makes its own, the table of every state. Most searches have none.
    fn search_subjects(&self, goal: &PuzzleGoal, _: Metric, _: &Options) -> Result<Vec<Subject>> {
        Err(Error::NotTabulable(goal.puzzle()))
    }

    /// Returns whether a state can reach the goal, and why, if a rule decides it.
    fn check(&self, goal: &PuzzleGoal, state: &State) -> Result<Option<(bool, Reason)>>;

    /// Returns a distance that no state exceeds, if one is published.
    fn farthest(&self, _: &PuzzleGoal, _: Metric) -> Option<u32> {
        None
    }

    /// Returns published counts of states by distance, for a puzzle without a table.
    fn levels(&self, _: &PuzzleGoal, _: Metric) -> Option<LevelCounts> {
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
        distance > self.reach() && self.cells() <= SOLVED_SOON
    }

    /// Returns a state drawn uniformly among those that can reach the goal or, if
    /// [`draws_all`](Self::draws_all), among all.
    fn draw(&self, goal: &PuzzleGoal, rng: &mut Rng) -> State;

    /// Returns whether [`draw`](Self::draw) may return a state that cannot reach the goal.
    fn draws_all(&self) -> bool {
        false
    }
}
