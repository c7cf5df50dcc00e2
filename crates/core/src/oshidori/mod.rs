//! Oshidori, the mandarin ducks' play: a row of stones with one gap into which blocks of
//! neighbouring stones jump.

mod puzzle;

pub use puzzle::{MAX_KINDS, Puzzle, PuzzleError};
