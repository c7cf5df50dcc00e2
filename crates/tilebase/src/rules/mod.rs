//! The rules of each family of puzzles, which work on the cells of a state.
//!
//! Questions that also depend on a goal are in [`Question`](crate::backend::Question).

mod boards;
mod rows;
mod traits;

use tilebase_core::{Puzzle, oshidori};

pub(crate) use traits::{Rules, gap};

use crate::{Error, Result};

/// Returns the rules of a puzzle.
pub(crate) fn rules(puzzle: &Puzzle) -> &dyn Rules {
    match puzzle {
        Puzzle::Sliding(shape) => shape,
        Puzzle::Oshidori(stones) => stones,
    }
}

/// Returns the puzzle with this name, a row of stones by these rules.
///
/// # Errors
/// If there is no such puzzle or row, or if a board is given rules that are not the usual ones.
pub fn puzzle_by_rules(name: &str, rules: oshidori::Rules) -> Result<Puzzle> {
    let usual = oshidori::Rules::default();
    let chosen = [
        ("the rule `block`", rules.block != usual.block),
        ("the rule `holes`", rules.is_open()),
        ("the rule `unlike`", rules.mates != usual.mates),
        ("the rule `turn`", rules.turn != usual.turn),
    ];
    match (name.parse()?, chosen.iter().find(|(_, chosen)| *chosen)) {
        (Puzzle::Oshidori(stones), _) => Ok(stones.with_rules(rules)?.into()),
        (board, None) => Ok(board),
        (puzzle, Some((option, _))) => Err(Error::Option {
            option,
            only: "rows of stones",
            puzzle,
        }),
    }
}
