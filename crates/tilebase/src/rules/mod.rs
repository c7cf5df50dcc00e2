//! The rules of each family of puzzles, which work on the cells of a state.
//!
//! Questions that also depend on a goal are in [`Question`](crate::backend::Question).

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
