//! Moves, and sequences of them, as people write them.

mod direction;
mod letters;
mod list;
mod notation;
mod reading;
mod step;

pub use direction::Direction;
pub use letters::Letters;
pub use list::{Lengths, Moves};
pub use notation::{ListedNotation, Notation};
pub use step::Move;
