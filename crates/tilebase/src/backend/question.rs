//! A puzzle with a goal, and what a family of puzzles answers about it without opening anything.

use std::fmt::Debug;

use tilebase_core::{
    Puzzle,
    format::{Subject, TableFile},
    sliding::{Mask, Metric},
};

use super::traits::{Backend, Tabulated};
use crate::{Error, Library, Options, Reason, Rng, State, sample::Levels};

/// A puzzle with a goal and a metric. Each family of puzzles has one implementer.
pub(crate) trait Question: Debug + Send + Sync {
    /// Returns the puzzle.
    fn puzzle(&self) -> Puzzle;

    /// Returns what counts as one move.
    fn metric(&self) -> Metric;

    /// Returns the goal as text, which [`question`](super::question) reads.
    fn goal(&self) -> String;

    /// Returns a state that meets the goal.
    fn a_goal(&self) -> State;

    /// Returns the table of every state.
    fn table_subject(&self) -> Subject;

    /// Returns that table, opened, as what answers in terms of the user's states.
    fn by_table(&self, table: TableFile) -> Result<Box<dyn Tabulated>, Error>;

    /// Returns the goal if it leaves cells open, or has tiles that are alike.
    fn mask(&self) -> Option<&Mask> {
        None
    }

    /// Returns whether there could be a table of every state.
    fn is_tabulable(&self) -> bool {
        tilebase_pdb_build::tabulable(self.puzzle())
    }

    /// Returns whether a missing table is built rather than searched without.
    fn is_worth_building(&self) -> bool;

    /// Returns whether exact distances can be had, from a table or by a search.
    fn is_exact(&self) -> bool {
        true
    }

    /// Returns whether a search takes the time that it needs, unless the options limit it.
    fn is_proven_soon(&self) -> bool {
        true
    }

    /// Returns whether the options ask for a search even where there is a table.
    fn wants_search(&self, options: &Options) -> Result<bool, Error>;

    /// Returns the search.
    fn by_search(&self, library: &Library, options: &Options) -> Result<Box<dyn Backend>, Error>;

    /// Returns the pattern databases of that search.
    fn search_subjects(&self, options: &Options) -> Result<Vec<Subject>, Error>;

    /// Returns whether a state can reach the goal, and why, where a rule says it.
    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>, Error>;

    /// Returns a distance that no state exceeds, if one is published.
    fn farthest(&self) -> Option<u32> {
        None
    }

    /// Returns how many states are at each distance, where that is published and there is no table.
    fn levels(&self) -> Option<Levels> {
        None
    }

    /// Returns whether states at a distance may be had by walks from the goal, where there is no
    /// table to draw them from.
    fn has_walks(&self) -> bool {
        true
    }

    /// Returns a state drawn uniformly among those that the rules call solvable.
    fn draw(&self, rng: &mut Rng) -> State;
}
