//! The rules of each family of puzzles, upon the cells of a state.
//!
//! What depends on a goal as well stands in [`Question`](crate::backend::Question).

mod boards;
mod rows;
mod traits;

use tilebase_core::Puzzle;

pub(crate) use traits::{Rules, gap};

/// Returns the rules of a puzzle.
pub(crate) fn rules(puzzle: &Puzzle) -> &dyn Rules {
    match puzzle {
        Puzzle::Sliding(shape) => shape,
        Puzzle::Oshidori(stones) => stones,
    }
}
