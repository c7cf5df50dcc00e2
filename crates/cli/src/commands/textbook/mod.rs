//! The searches of textbooks, on puzzles, sudokus and mazes: `compare`, `sudoku`, `maze`.

pub mod args;
mod compare;
mod maze;
mod sudoku;

use std::time::Instant;

use args::Textbook;
use serde::Serialize;
use tilebase::{Monitor, search::SearchStats};

use crate::{Context, Outcome, Result, interrupt};

pub fn run(context: &Context, command: &Textbook) -> Result<Outcome> {
    match command {
        Textbook::Compare(args) => compare::run(context, args),
        Textbook::Sudoku(args) => sudoku::run(context, args),
        Textbook::Maze(args) => maze::run(context, args),
    }
}

/// Runs a search, which stops on Ctrl-C. Returns what it finds, and its seconds.
fn timed<T>(search: impl FnOnce(&Monitor<'_, SearchStats>) -> T) -> (T, f64) {
    let (began, stop) = (Instant::now(), interrupt::flag());
    let _under_way = interrupt::Stoppable::begin();
    let found = search(&Monitor::silent().stopping_on(&stop));
    (found, began.elapsed().as_secs_f64())
}

/// States, where the method counts them.
#[derive(Default, Serialize)]
struct NodeCounts {
    generated: Option<u64>,
    expanded: Option<u64>,
    max_frontier: Option<u64>,
    peak_states: Option<u64>,
}

impl From<&SearchStats> for NodeCounts {
    fn from(stats: &SearchStats) -> Self {
        Self {
            generated: Some(stats.generated),
            expanded: Some(stats.expanded),
            max_frontier: Some(stats.max_frontier),
            peak_states: Some(stats.peak_states),
        }
    }
}
