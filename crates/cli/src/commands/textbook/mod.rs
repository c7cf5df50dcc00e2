//! The searches of textbooks, on puzzles, sudokus and mazes: `compare`, `sudoku`, `maze`.

pub mod args;
mod compare;
mod maze;
mod sudoku;

use args::Textbook;
use serde::Serialize;
use tilebase::search::Stats;

use crate::{Context, Failure, Outcome};

pub fn run(context: &Context, command: &Textbook) -> Result<Outcome, Failure> {
    match command {
        Textbook::Compare(args) => compare::run(context, args),
        Textbook::Sudoku(args) => sudoku::run(context, args),
        Textbook::Maze(args) => maze::run(context, args),
    }
}

/// States, where the method counts them.
#[derive(Default, Serialize)]
struct Counts {
    generated: Option<u64>,
    expanded: Option<u64>,
    max_frontier: Option<u64>,
    peak_states: Option<u64>,
}

impl From<&Stats> for Counts {
    fn from(stats: &Stats) -> Self {
        Self {
            generated: Some(stats.generated),
            expanded: Some(stats.expanded),
            max_frontier: Some(stats.max_frontier),
            peak_states: Some(stats.peak_states),
        }
    }
}
