//! Lower bounds where several tiles slide in one move: tiles of a few colours.
//!
//! Sums over disjoint patterns are no bounds there, since one move carries tiles of several. What
//! serves instead is the whole board with most tiles made alike: every tile gets a *colour*, and
//! the number of moves that puts the colours right is a lower bound on the number that puts the
//! tiles right.
//!
//! States are the edges of a graph whose vertices are row classes and column classes
//! ([`LineSpace`](crate::sliding::LineSpace) says why), and so are painted states. A painted class
//! is the blank's line and the order of the colours along all lines. The bound of a class is its
//! distance from the two classes of the goal in the painted graph; neighbours differ by one at
//! most, so its remainder modulo 3 is enough to store.
//!
//! - [`Colouring`]: which tile has which colour
//! - [`Arrangements`]: orders of colours, and their ranks
//! - [`words`]: painted boards in machine words
//! - [`ColourSpace`]: the painted classes, numbered

mod arrangements;
mod colouring;
mod space;
pub mod words;

pub use arrangements::Arrangements;
pub use colouring::{Colouring, ColouringError};
pub use space::{Class, Classes, ColourSpace, Side};

/// The most cells of a board whose tiles can be coloured.
pub const MOST_CELLS: usize = 16;

/// The most colours.
pub const MOST_COLOURS: usize = 4;
