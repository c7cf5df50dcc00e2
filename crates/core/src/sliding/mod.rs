//! Sliding-tile puzzles: boards of R rows and C columns with one blank.

mod arrangement;
mod board;
mod cells;
mod distances;
mod large_board;
mod metric;
mod partial_goal;
mod partial_goal_space;
mod rank;
mod reduce;
mod row_classes;
mod shape;
mod solvable;
mod symmetry;

pub use arrangement::line_of_cells;
pub use board::{Board, MAX_CELLS};
pub use cells::CellRanker;
pub use distances::TileDistances;
pub use large_board::LargeBoard;
pub use metric::{Metric, UnknownMetric};
pub use partial_goal::{ANY_TILE, PartialGoal};
pub use partial_goal_space::PartialGoalSpace;
pub use rank::{SlidingSpace, TooLarge};
pub use row_classes::RowClassSpace;
pub use shape::{CELLS_LIMIT, Shape, ShapeError};
pub use solvable::{Parity, blank_of, cells_of_tiles, solvable, solvable_cells};
pub use symmetry::{Placement, Reduction, symmetries};
