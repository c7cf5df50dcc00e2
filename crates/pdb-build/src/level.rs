//! What builders report, and how they fail.

use thiserror::Error;
use tilebase_core::{
    StateError,
    oshidori::NotRanked,
    pattern::PatternError,
    sliding::{Shape, TooLarge},
};

/// A finished level of a breadth-first search, as builders report it to a
/// [`Monitor`](tilebase_core::Monitor).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Distance of the level from the goal, in moves.
    pub depth: u32,
    /// States first reached at this distance.
    pub new: u64,
    /// States reached so far, this level included.
    pub reached: u64,
    /// States there are; some may be out of reach.
    pub total: u64,
}

/// How far looking at states beside their neighbours has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// States looked at so far.
    pub states: u64,
    /// States there are.
    pub total: u64,
}

/// Levels of at most this many states are kept as lists of ranks in a table's file: the first ones and,
/// what people ask for, the hardest.
pub const LISTED_AT_MOST: usize = 65_536;

/// Why nothing was built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The monitor asked to stop.
    #[error("the build was interrupted; nothing was kept")]
    Interrupted,
    /// A board too large to number its positions.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A board without a table where several tiles slide in one move.
    #[error(
        "there is no multi-tile table of {shape} boards: there are of up to 14 cells, at least as wide as high"
    )]
    NoMultiTable {
        /// The board.
        shape: Shape,
    },
    /// A pattern that no board has.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// Rows of stones too many to number.
    #[error(transparent)]
    NotRanked(#[from] NotRanked),
    /// A goal that the stones cannot form.
    #[error("no table can be for the goal `{goal}`: {problem}")]
    Goal {
        /// The goal as the table's name gives it.
        goal: String,
        /// What is wrong with it.
        problem: StateError,
    },
    /// A distance that does not fit a byte.
    #[error("some states are 255 moves or more from the goal, which this table cannot hold")]
    TooDeep,
    /// Memory that could not be had.
    #[error("building {what} needs {needed} bytes of memory, but {available} are available")]
    Memory {
        /// What was to be built.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes that can be had.
        available: u64,
    },
    /// Memory that the system refused.
    #[error("building {what} needs {needed} bytes of memory, which the system refused: {source}")]
    Allocation {
        /// What was to be built.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// What the system said.
        source: std::io::Error,
    },
}
