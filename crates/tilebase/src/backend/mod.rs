//! Sources of distances: tables of every state, and searches.
//!
//! Each source is a file here that implements [`Backend`]. Each family of puzzles is a file that
//! implements [`Problem`], and an arm in [`problem`].

mod anytime;
mod board_goal;
mod board_search;
mod boards;
mod multi;
mod partial_goal_search;
mod partial_goals;
mod patterns;
mod problem;
#[cfg(feature = "rows")]
mod rows;
mod table;
mod traits;

use std::sync::Arc;

use tilebase_core::{
    Puzzle,
    sliding::{Metric, PartialGoal, line_of_cells},
    words,
};

pub(crate) use problem::{BOARD_REACH, Problem};
pub use table::FEW;
pub(crate) use traits::{Backend, TableBackend};

use crate::{Error, Result};
use boards::BoardProblem;
pub(crate) use partial_goals::PartialGoalProblem;

/// The most bytes of a word that may be meant as the name of a goal.
const LONGEST_NAME: usize = 32;

/// Returns the problem of a puzzle with this goal, or the usual one.
///
/// # Errors
/// If the text is not a goal of the puzzle, or the puzzle does not have this metric.
pub(crate) fn problem(
    puzzle: Puzzle,
    goal: Option<&str>,
    metric: Metric,
) -> Result<Arc<dyn Problem>> {
    let is_word = |text: &str| {
        text.len() <= LONGEST_NAME && words(text) == 1 && text.contains(char::is_alphabetic)
    };
    read(puzzle, goal, metric).map_err(|error| match (error, goal) {
        (Error::Goal(problem), Some(text)) if is_word(text) => Error::UnknownGoal {
            word: text.trim().to_owned(),
            puzzle,
            names: match puzzle {
                Puzzle::Sliding(_) => "blank-last and blank-first",
                Puzzle::Oshidori(_) => "blank-last, blank-first, together, any-gap and any",
            },
            problem: Box::new(problem),
        },
        (error, _) => error,
    })
}

fn read(puzzle: Puzzle, goal: Option<&str>, metric: Metric) -> Result<Arc<dyn Problem>> {
    let partial_goal = match (puzzle, goal) {
        (Puzzle::Sliding(shape), Some(text)) => partial_goals::read(shape, text)?,
        _ => None,
    };
    let whole = partial_goal.as_ref().map(PartialGoal::whole);
    if let (Some(partial_goal), Some(None)) = (partial_goal, &whole) {
        return Ok(Arc::new(PartialGoalProblem::new(partial_goal, metric)));
    }
    let whole = whole.flatten().map(|cells| line_of_cells(&cells));
    let goal = whole.as_deref().or(goal);
    Ok(match puzzle {
        Puzzle::Sliding(shape) => Arc::new(BoardProblem::new(shape, goal, metric)?),
        #[cfg(feature = "rows")]
        Puzzle::Oshidori(stones) => Arc::new(rows::RowProblem::new(stones, goal, metric)?),
        #[cfg(not(feature = "rows"))]
        Puzzle::Oshidori(_) => return Err(tilebase_pdb_build::BuildError::NoRows.into()),
    })
}
