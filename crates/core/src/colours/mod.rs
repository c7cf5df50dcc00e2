//! Boards whose tiles have few colours: lower bounds for games in which several tiles may slide in
//! one move.
//!
//! The sum over disjoint patterns is not a lower bound in these games, because one move may slide
//! tiles of several patterns. Instead every tile of the whole board gets one of a few *colours*.
//! The number of moves that puts the colours in place is a lower bound on the number of moves that
//! puts the tiles in place.
//!
//! States are the edges of a graph whose vertices are row classes and column classes (see
//! [`RowClassSpace`](crate::sliding::RowClassSpace)). Painted states form such a graph, too. A
//! painted class consists of the blank's line (row or column) and of the order of the colours along
//! all lines. The bound of a class is its distance in the painted graph from the two classes of the
//! goal. The bounds of neighbours differ by one at most, so it is enough to store them modulo 3.
//!
//! - [`Colouring`]: the colour of each tile
//! - [`Arrangements`]: the orders of colours, and their ranks
//! - [`packed`]: painted boards in machine words
//! - [`ColourSpace`]: the numbering of the painted classes

mod arrangements;
mod colouring;
pub mod packed;
mod space;

pub use arrangements::Arrangements;
pub use colouring::{Colouring, ColouringError};
pub use space::{Class, Classes, ColourSpace, Side};

/// The largest number of cells of a board whose tiles can be coloured.
pub const MOST_CELLS: usize = 16;

/// The largest number of colours.
pub const MOST_COLOURS: usize = 4;
