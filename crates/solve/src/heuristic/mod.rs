//! Lower bounds on the distance of sliding boards from their goal.
//!
//! All are for canonical boards: the goal is [`Board::ordered`] with the blank at any home.
//! [`TileDistances`], [`LinearConflict`], [`LineDistance`] and [`BoardBound`] also take the cells
//! of boards of any size and goal, and [`AdditivePatterns`] those of any goal. A bound that never
//! exceeds the true distance is *admissible*, and IDA\* guided by it finds shortest solutions; one
//! that changes by at most 1 with each move is *consistent*. All are admissible, and all but plain
//! pattern databases are consistent: tests check it on every position of small boards. In the
//! multi-tile metric, only [`LineDistance`], [`WalkingDistance`] and [`ColourBounds`] are lower
//! bounds, and only the last is consistent.
//!
//! | heuristic | idea | needs |
//! | --- | --- | --- |
//! | [`TileDistances`] | each tile alone: the Manhattan distance | nothing |
//! | [`LinearConflict`] | and also tiles in their line that must pass each other | nothing |
//! | [`LineDistance`] | rows and columns to go, shared among moves of several tiles | nothing |
//! | [`WalkingDistance`] | all tiles, but rows (then columns) only | a small table, made at once |
//! | [`AdditivePatterns`] | disjoint groups of tiles, each solved alone | pattern databases |
//! | [`ColourBounds`] | all tiles, in few colours; for moves of several tiles | colour tables |
//! | [`Maximum`] | the best of several | |
//! | [`BoardBound`] | the best available bound for boards of any size | |
//!
//! [`TileDistances`]: tilebase_core::sliding::TileDistances

mod additive;
mod axis_table;
mod board_bound;
mod colours;
mod line_distance;
mod linear_conflict;
mod lookup;
mod manhattan;
mod maximum;
mod name;
mod table;
mod unit_bound;
mod walking;

pub use additive::{AdditiveError, AdditivePatterns};
pub(crate) use additive::{MAX_LOOKUPS, MAX_VIEWS};
pub use board_bound::BoardBound;
pub use colours::{ColourBounds, MOST_VIEWS};
pub use line_distance::LineDistance;
pub use linear_conflict::LinearConflict;
pub use maximum::Maximum;
pub use name::{Guides, HeuristicName, KnownHeuristic, UnknownHeuristic};
pub use table::{PatternTable, PatternTableError};
pub use unit_bound::UnitBound;
pub use walking::{TooManyStates, WalkingDistance};

pub(crate) use colours::View;
pub(crate) use linear_conflict::ConflictRises;
pub(crate) use lookup::Lookup;
pub(crate) use unit_bound::{AwayFromHome, Cells, Rises, TileSlides};
pub(crate) use walking::{LinkedRises, SummedRises};

use tilebase_core::{format::DamagedPage, sliding::Board};

/// A lower bound on the number of moves from a board to the goal.
pub trait Heuristic: Send + Sync {
    /// Returns the name of the bound, such as `manhattan`.
    fn name(&self) -> String;

    /// Returns a lower bound on the moves of every solution of an arrangement; 0 for the goal.
    ///
    /// The cells must be those of a solvable board of the shape that the heuristic was made for.
    ///
    /// # Panics
    /// If the cells have a number that is not a tile.
    fn of_cells(&self, cells: &[u8]) -> u32;

    /// Returns the bound of a board.
    fn estimate(&self, board: &Board) -> u32 {
        self.of_cells(board.cells())
    }

    /// Returns the bound as one that every move of one tile raises or lowers by exactly one; `None`
    /// if it is not known to be one.
    fn unit_bound(&self) -> Option<UnitBound<'_>> {
        None
    }

    /// Checks the tables that all earlier estimates were read from.
    ///
    /// # Errors
    /// If a table file is damaged.
    fn damage(&self) -> Result<(), DamagedPage> {
        Ok(())
    }
}
