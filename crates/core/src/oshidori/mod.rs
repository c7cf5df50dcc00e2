//! Oshidori, the mandarin ducks' play: a row of stones with one gap into which blocks of
//! neighbouring stones jump.

mod goal;
mod puzzle;
mod reduction;
mod row;
mod space;
mod words;

pub use goal::Goal;
pub use puzzle::{MAX_KINDS, Puzzle, PuzzleError};
pub use reduction::RowReduction;
pub use row::Row;
pub use space::{NotRanked, OshidoriSpace};
pub use words::Words;
