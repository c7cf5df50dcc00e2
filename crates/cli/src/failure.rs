//! The exit codes and messages of commands.

use std::{io, process::ExitCode};

use thiserror::Error;
use tilebase::{
    Board, Error, ErrorKind, Puzzle, PuzzleError, StateError, format::FormatError,
    oshidori::StonesError, pattern::PartitionError, search::SearchError, sliding::ShapeError,
};

/// The outcome of a command that answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Answered.
    Done,
    /// Answered: the state cannot reach the goal.
    Unsolvable,
    /// A line of a stream was not a state.
    BadLine,
    /// A line of a stream needed a table that is missing or damaged.
    BadTable,
    /// Answered with the best that was known when the user ended the search.
    Interrupted = 130,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// The reason why there is no answer. Each kind has an exit code.
#[derive(Debug, Error)]
pub enum Failure {
    /// Invalid input or usage.
    #[error("{0}")]
    Input(String),
    /// A table is missing, damaged or cannot be made, or the disk failed.
    #[error("{0}")]
    Table(String),
    /// Standard output failed.
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
    /// Stopped by the user; says what is known by then.
    #[error("{0}")]
    Interrupted(String),
}

/// A result whose error, unless another is named, is a [`Failure`].
pub type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub fn input(problem: impl Into<String>) -> Self {
        Self::Input(problem.into())
    }

    pub fn exit_code(&self) -> ExitCode {
        // The reader wants no more: `tilebase … | head`.
        if self.is_broken_pipe() { ExitCode::SUCCESS } else { self.as_outcome().into() }
    }

    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns the outcome of a command, or of a line of a stream, that failed in this way.
    pub fn as_outcome(&self) -> Outcome {
        match self {
            Self::Input(_) => Outcome::BadLine,
            Self::Interrupted(_) => Outcome::Interrupted,
            Self::Table(_) | Self::Output(_) => Outcome::BadTable,
        }
    }
}

/// Errors of parts of the library are those of the library.
macro_rules! library_errors {
    ($($part:ty),*) => {$(
        impl From<$part> for Failure {
            fn from(error: $part) -> Self {
                Error::from(error).into()
            }
        }
    )*};
}

library_errors!(
    PuzzleError,
    StateError,
    PartitionError,
    StonesError,
    ShapeError
);

/// The library's errors, with what the command line has to say about them.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let said = match &error {
            Error::Goal(problem) => format!("--goal: {problem}"),
            Error::UnknownGoal { .. } => format!("--goal: {error}"),
            Error::NoDisk { scratch: true, .. } => format!("{error} with --scratch"),
            Error::NoDisk { .. } => format!("{error} with --data"),
            Error::OverMemory { .. } => format!("{error} by --memory"),
            Error::NoTable(puzzle) => format!(
                "{error}: `tilebase build {puzzle}` with the same goal, rules and metric builds \
                it"
            ),
            Error::NotTabulable(Puzzle::Sliding(shape)) if !Board::holds(*shape) => {
                format!(
                    "{error}: `distance`, `solve`, `hint`, `review`, `shorten`, `check` and \
                    `random` answer without a table"
                )
            }
            Error::NotTabulable(_) => {
                format!("{error}: `distance`, `solve` and `hint` search it instead")
            }
            Error::TooRare { puzzle, distance } => format!(
                "states of {puzzle} at {distance} moves are too rare to be drawn; \
                `tilebase hardest {puzzle} --distance {distance}` with the same goal, rules and \
                metric lists them"
            ),
            Error::File(FormatError::Missing { .. }) => {
                format!(
                    "{error}, by `tilebase build` with the same puzzle, goal, rules, metric and \
                    heuristic"
                )
            }
            _ => error.to_string(),
        };
        match error.kind() {
            ErrorKind::Input => Self::Input(said),
            ErrorKind::Interrupted => Self::Interrupted(said),
            _ => Self::Table(said),
        }
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Stopped { .. } => Self::Interrupted(error.to_string()),
            _ => Self::Table(error.to_string()),
        }
    }
}
