//! Boards that are graphs: cells, which of them are neighbours, and one blank or two.
//!
//! A move slides a tile along an edge into a blank. Tiles all differ, blanks are alike.

mod board;
mod cell_graph;
mod reach;
mod space;
mod text;

pub use board::{GraphBoard, GraphReduction};
pub use cell_graph::{CellGraph, MOST_BLANKS};
pub use reach::GraphReach;
pub use space::GraphSpace;
pub use text::{GraphError, MOST_CELLS};
