//! The searches of textbooks, on puzzles, sudokus and mazes: `compare`, `sudoku`, `maze`.

pub mod args;
mod compare;
mod maze;
mod sudoku;

use args::Textbook;

use crate::{
    context::Context,
    failure::{Failure, Outcome},
};

pub fn run(context: &Context, command: &Textbook) -> Result<Outcome, Failure> {
    match command {
        Textbook::Compare(args) => compare::run(context, args),
        Textbook::Sudoku(args) => sudoku::run(context, args),
        Textbook::Maze(args) => maze::run(context, args),
    }
}
