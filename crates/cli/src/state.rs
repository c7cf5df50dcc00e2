//! States and goals of any puzzle, as the commands see them.

use serde_json::{Value, json};
use tilebase_core::{
    Puzzle, StateError,
    oshidori::{self, Row},
    sliding::Board,
};

/// A position of some puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Board(Board),
    Row(Row),
}

/// What is to be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    Board(Board),
    Rows(oshidori::Goal),
}

impl State {
    pub fn parse(space: Puzzle, text: &str) -> Result<Self, StateError> {
        Ok(match space {
            Puzzle::Sliding(shape) => Self::Board(Board::parse(shape, text)?),
            Puzzle::Oshidori(puzzle) => Self::Row(Row::parse(puzzle, text)?),
        })
    }

    /// The cells in reading order, as numbers.
    pub fn cells(&self) -> Vec<u8> {
        match self {
            Self::Board(board) => board.cells().to_vec(),
            Self::Row(row) => row.cells().collect(),
        }
    }

    pub fn json(&self) -> Value {
        json!(self.cells())
    }

    /// One line for machines, cells separated by spaces.
    pub fn line(&self) -> String {
        match self {
            Self::Board(board) => board.to_string(),
            Self::Row(row) => row.to_string(),
        }
    }

    /// Every state one move away, in the puzzle's order.
    pub fn neighbours(&self) -> Vec<Self> {
        match self {
            Self::Board(board) => board
                .movable()
                .map(|cell| {
                    let mut next = *board;
                    next.slide(cell);
                    Self::Board(next)
                })
                .collect(),
            Self::Row(row) => row
                .moves()
                .map(|cell| {
                    let mut next = *row;
                    next.jump(cell);
                    Self::Row(next)
                })
                .collect(),
        }
    }

    /// The name of the move that leads to `next`: the tile that slides, or the left cell of the stones
    /// that jump, from 0.
    pub fn move_to(&self, next: &Self) -> usize {
        match (self, next) {
            (Self::Board(here), Self::Board(next)) => here.cells()[next.blank()].into(),
            // The cells that the stones leave become the gap.
            (_, Self::Row(next)) => next.gap(),
            (Self::Row(_), Self::Board(_)) => unreachable!("moves stay in one puzzle"),
        }
    }
}

/// The names of the moves along a path.
pub fn moves(path: &[State]) -> Vec<usize> {
    path.windows(2)
        .map(|step| step[0].move_to(&step[1]))
        .collect()
}

impl Goal {
    /// The goal that `text` names, or the usual one.
    pub fn parse(space: Puzzle, text: Option<&str>) -> Result<Self, StateError> {
        Ok(match (space, text) {
            (Puzzle::Sliding(shape), None) => Self::Board(Board::goal(shape)),
            (Puzzle::Sliding(shape), Some(text)) => Self::Board(Board::parse(shape, text)?),
            (Puzzle::Oshidori(puzzle), None) => Self::Rows(oshidori::Goal::default(puzzle)),
            (Puzzle::Oshidori(puzzle), Some(text)) => {
                Self::Rows(oshidori::Goal::parse(puzzle, text)?)
            }
        })
    }
}
