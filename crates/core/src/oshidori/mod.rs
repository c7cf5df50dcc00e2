//! Oshidori, the mandarin ducks' play: a row of stones with one gap into which blocks of
//! neighbouring stones jump.

mod goal;
mod puzzle;
mod reduction;
mod row;

pub use goal::Goal;
pub use puzzle::{MAX_KINDS, Puzzle, PuzzleError};
pub use reduction::RowReduction;
pub use row::Row;
