//! Moves, and sequences of them, as people write them.

mod letters;
mod list;
mod step;

pub use letters::Letters;
pub use list::{Lengths, Moves, Notation};
pub use step::{Direction, Move};
