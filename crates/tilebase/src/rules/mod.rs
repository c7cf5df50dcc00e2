//! The rules of each family of puzzles, which work on the cells of a state.
//!
//! Questions that also depend on a goal are in [`Problem`](crate::backend::Problem).

mod boards;
mod rows;
mod traits;

use tilebase_core::{
    Puzzle,
    oshidori::{self, Turn},
};

pub(crate) use traits::{PuzzleRules, gap};

use crate::{Error, Result};

/// Returns the rules of a puzzle.
pub(crate) fn rules(puzzle: &Puzzle) -> &dyn PuzzleRules {
    match puzzle {
        Puzzle::Sliding(shape) => shape,
        Puzzle::Oshidori(stones) => stones,
    }
}

/// Returns the puzzle with this name, a row of stones by the rules that are given.
///
/// # Errors
/// If there is no such puzzle or row, or if a rule is given for a board.
pub fn puzzle_by_rules(
    name: &str,
    block: Option<u8>,
    holes: Option<u8>,
    unlike: bool,
    turn: Option<Turn>,
) -> Result<Puzzle> {
    let given = [
        ("the rule `block`", block.is_some()),
        ("the rule `holes`", holes.is_some()),
        ("the rule `unlike`", unlike),
        ("the rule `turn`", turn.is_some()),
    ];
    match (name.parse()?, given.iter().find(|(_, given)| *given)) {
        (Puzzle::Oshidori(stones), _) => {
            let block = block.unwrap_or(oshidori::Rules::default().block);
            let rules = oshidori::Rules::of_options(block, holes, unlike, turn.unwrap_or_default());
            Ok(stones.with_rules(rules)?.into())
        }
        (board, None) => Ok(board),
        (puzzle, Some((option, _))) => Err(Error::Option {
            option,
            only: "rows of stones",
            puzzle,
        }),
    }
}
