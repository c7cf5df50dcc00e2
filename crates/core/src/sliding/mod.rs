//! Sliding-tile puzzles: boards of R rows and C columns with one blank.

mod board;
mod cells;
mod distances;
mod lines;
mod metric;
mod rank;
mod reduce;
mod shape;
mod solvable;
mod symmetry;

pub use board::Board;
pub use cells::CellRanker;
pub use distances::TileDistances;
pub use lines::LineSpace;
pub use metric::{Metric, UnknownMetric};
pub use rank::{SlidingSpace, TooLarge};
pub use shape::{MAX_CELLS, Shape, ShapeError};
pub use solvable::{Parity, solvable};
pub use symmetry::{Reduction, symmetries};
