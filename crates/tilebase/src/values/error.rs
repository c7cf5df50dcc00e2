//! Errors.

use std::{fmt::Display, path::PathBuf};

use thiserror::Error;
use tilebase_core::{
    BadState, Puzzle, PuzzleError, StateError,
    format::FormatError,
    oshidori::{NotRanked, StonesError},
    pattern::{CatalogueError, PartitionError},
    sliding::{MAX_CELLS, ShapeError, TooLarge},
};
use tilebase_pdb_build::{BuildError, VerifyError, parts::PartError};
use tilebase_solve::{
    heuristic::{Guides, HeuristicName},
    table::TableError,
};

use crate::units::ByteSize;

/// A result whose error, unless another is named, is an [`Error`](enum@Error).
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What a program can do about an [`Error`](enum@Error).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The question is invalid: ask another.
    Input,
    /// A table is missing and may not be built: build it, or allow the build.
    Missing,
    /// A file is damaged, or its contents do not match its name: build it again.
    Damaged,
    /// There is not enough memory.
    Memory,
    /// The file system reported an error, or is full.
    Io,
    /// The caller asked to stop.
    Interrupted,
}

/// Why there is no answer. [`kind`](Self::kind) sorts the variants by what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The name is not the name of a puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The text or the cells are not a state of the puzzle.
    #[error(transparent)]
    State(#[from] StateError),
    /// The text is not a goal of the puzzle.
    #[error("the goal: {0}")]
    Goal(StateError),
    /// The word is neither the name of a goal of the puzzle nor a goal.
    #[error("`{word}` is not a goal of {puzzle}: {problem}; goals with names are {names}")]
    UnknownGoal {
        /// The word.
        word: String,
        /// The puzzle.
        puzzle: Puzzle,
        /// The names of its goals.
        names: String,
        /// Why it is not a state, either.
        problem: Box<StateError>,
    },
    /// A state of another puzzle.
    #[error("the state is one of {found}, but the question is about {expected}")]
    OtherPuzzle {
        /// The puzzle asked about.
        expected: Puzzle,
        /// The puzzle of the state.
        found: Puzzle,
    },
    /// A state of another family of puzzles.
    #[error(transparent)]
    OtherFamily(#[from] OtherFamily),
    /// The tiles are not a partition of the board.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// The text is not a catalogue of partitions of the board.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The option does not apply to this puzzle.
    #[error("{option} is for {only}, not for {puzzle}")]
    Option {
        /// The option.
        option: &'static str,
        /// The puzzles to which it applies.
        only: &'static str,
        /// The puzzle asked about.
        puzzle: Puzzle,
    },
    /// A question that has no answer as it is asked: the heuristic does not exist or is not for
    /// this puzzle, a text is not a list of moves or of stages, too few states would be drawn, and
    /// so on.
    #[error("{0}")]
    Question(String),
    /// A text that can be read in two ways.
    #[error("{0}")]
    Ambiguous(String),
    /// A move that cannot be played.
    #[error("move {number}{problem}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The position before it; the position after it if no move leads there.
        position: String,
        /// The move as written, and the reason, with the punctuation before them.
        problem: String,
    },
    /// The goal cannot be reached from the start of a game.
    #[error("the goal cannot be reached from {state}{}", other_goals(*usual_goal, reachable_goals))]
    Unsolvable {
        /// The state.
        state: String,
        /// The name of the usual goal that a board can reach instead, if any.
        usual_goal: Option<&'static str>,
        /// The names of all goals with names that it can reach.
        reachable_goals: Vec<&'static str>,
    },
    /// No state has this distance.
    #[error(
        "no state of {puzzle} is {distance} moves from the goal: none needs more than {farthest}"
    )]
    NoSuchDistance {
        /// The puzzle.
        puzzle: Puzzle,
        /// The distance asked for.
        distance: u32,
        /// No state has a greater distance.
        farthest: u32,
    },
    /// The states at a distance are so few that drawing does not find them.
    #[error("states of {puzzle} at {distance} moves are too rare to be drawn: list them instead")]
    TooRare {
        /// The puzzle.
        puzzle: Puzzle,
        /// The distance asked for.
        distance: u32,
    },
    /// The tables are kept in memory, and this work writes files.
    #[error("tables kept in memory are not built on disk or in parts: choose a folder for them")]
    NoFolder,
    /// The puzzle is too large for a table.
    #[error("{} is too large to tabulate ({})", .0, states(*.0))]
    NotTabulable(Puzzle),
    /// A solution may be known, but the distance is not.
    #[error(
        "{0}: this needs exact distances, which are searched for without a time limit only, and \
        on boards of up to {MAX_CELLS} cells; if several tiles may slide in one move, on those of \
        up to 16 cells or with a walking distance; `solve` finds short solutions"
    )]
    NotExact(Puzzle),
    /// The table is missing, and too large to be built without a request.
    #[error("there is no table of {} ({})", .0, states(*.0))]
    NoTable(Puzzle),
    /// There is not enough memory.
    #[error(
        "{work} takes {} of memory, but only {} is available: close other programs or raise \
        this process's limit",
        ByteSize(*needed), ByteSize(*available)
    )]
    NoMemory {
        /// The work that needs it.
        work: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes that are available.
        available: u64,
    },
    /// The work takes more memory than the caller allows.
    #[error("{work} takes {} of memory, but {} are allowed", ByteSize(*needed), ByteSize(*allowed))]
    OverMemory {
        /// The work.
        work: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// There is not enough room on the disk.
    #[error(
        "{work} takes {} on disk, but {} has {} free: make room or choose another folder",
        ByteSize(*needed), folder.display(), ByteSize(*available)
    )]
    NoDisk {
        /// The work that needs it.
        work: String,
        /// The folder.
        folder: PathBuf,
        /// Whether it is the folder in which a build searches, not that of the tables.
        scratch: bool,
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        available: u64,
    },
    /// A file or folder cannot be used.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What cannot be done with it.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file cannot be removed because it is being written.
    #[error("{} is being written: wait for the end of its build", .0.display())]
    InUse(PathBuf),
    /// A table file is missing, damaged or unreadable.
    #[error(transparent)]
    File(#[from] FormatError),
    /// A table could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A table was not proved right.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Parts of a table could not be joined.
    #[error(transparent)]
    Part(#[from] PartError),
    /// The distances of a table contradict each other.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The board is too large to number its states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// There are too many rows to number them.
    #[error(transparent)]
    NotRanked(#[from] NotRanked),
    /// Some cells among many are not a state.
    #[error(transparent)]
    BadState(#[from] BadState),
    /// Pattern databases do not match each other.
    #[error("{0}")]
    Patterns(String),
    /// A file is not a saved search, or is that of another question or version.
    #[error("{}: {problem}", path.display())]
    Saved {
        /// The file.
        path: PathBuf,
        /// The fault.
        problem: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The work was stopped. The text says what is known by then.
    #[error("{0}")]
    Interrupted(String),
}

/// A state is of another family of puzzles, or of a board that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a state of {found} is not {expected}")]
pub struct OtherFamily {
    /// The puzzle of the state.
    pub found: Puzzle,
    /// The family that was wanted.
    pub expected: &'static str,
}

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        Self::Puzzle(error.into())
    }
}

impl From<StonesError> for Error {
    fn from(error: StonesError) -> Self {
        Self::Puzzle(error.into())
    }
}

impl Error {
    pub(crate) fn unknown_heuristic(name: impl Display, guides: Guides) -> Self {
        let there_are = match guides {
            Guides::Boards => "there are",
            Guides::MultiTile => "if several tiles may slide in one move, there are",
            Guides::Rows => "rows of stones have",
        };
        let known = HeuristicName::known(guides);
        Self::Question(format!("unknown heuristic `{name}`: {there_are} {known}"))
    }

    pub(crate) fn not_saved(by: &str) -> Self {
        Self::Question(format!(
            "a search by `{by}` cannot be saved, only those of boards with pattern databases, for \
            one goal and in moves of one tile"
        ))
    }

    pub(crate) fn not_a_move(token: &str) -> Self {
        Self::Question(format!(
            "`{token}` is not a move: write the number of a tile (in a row, a cell), or letters of \
            U D L R with numbers, such as R3, words or arrows"
        ))
    }

    /// Returns the error of a list of moves before which another number stands.
    pub(crate) fn miscounted(count: u64, made: usize) -> Self {
        Self::Question(format!(
            "the first line, {count}, is neither a move nor the number of moves after it, {made}"
        ))
    }

    /// Returns the error of work that was asked to stop, without intermediate results.
    pub(crate) fn stopped() -> Self {
        Self::Interrupted("interrupted".to_owned())
    }

    /// Returns what a program can do about it.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NoTable(_) | Self::TooRare { .. } => ErrorKind::Missing,
            Self::NoMemory { .. } | Self::OverMemory { .. } => ErrorKind::Memory,
            Self::NoDisk { .. } | Self::Io { .. } | Self::InUse(_) => ErrorKind::Io,
            Self::File(error) => file(error),
            Self::Build(error) | Self::Verify(VerifyError::NotProven(error)) => build(error),
            Self::Part(PartError::Io { .. }) => ErrorKind::Io,
            Self::Part(PartError::Missing { .. } | PartError::None { .. }) => ErrorKind::Missing,
            Self::Part(_) => ErrorKind::Damaged,
            Self::Verify(VerifyError::Stopped) => ErrorKind::Interrupted,
            Self::Verify(_) | Self::Patterns(_) | Self::Saved { .. } => ErrorKind::Damaged,
            Self::Table(TableError::Stopped) => ErrorKind::Interrupted,
            Self::Table(_) => ErrorKind::Damaged,
            Self::Interrupted(_) => ErrorKind::Interrupted,
            _ => ErrorKind::Input,
        }
    }
}

/// Returns the error unless the condition holds.
pub(crate) fn ensure(holds: bool, error: impl FnOnce() -> Error) -> Result<()> {
    if holds { Ok(()) } else { Err(error()) }
}

fn file(error: &FormatError) -> ErrorKind {
    match error {
        FormatError::Missing { .. } => ErrorKind::Missing,
        FormatError::Io { .. } => ErrorKind::Io,
        FormatError::Stopped { .. } => ErrorKind::Interrupted,
        _ => ErrorKind::Damaged,
    }
}

fn build(error: &BuildError) -> ErrorKind {
    match error {
        BuildError::Stopped | BuildError::Paused { .. } => ErrorKind::Interrupted,
        BuildError::Scratch { .. } | BuildError::ScratchInUse { .. } | BuildError::Peer { .. } => {
            ErrorKind::Io
        }
        BuildError::ScratchDamaged { .. }
        | BuildError::NotAllStates { .. }
        | BuildError::Messages { .. } => ErrorKind::Damaged,
        BuildError::Memory { .. } | BuildError::Allocation { .. } | BuildError::Threads { .. } => {
            ErrorKind::Memory
        }
        _ => ErrorKind::Input,
    }
}

/// Returns what a message adds about the usual goal that a state can reach.
/// Returns the part of a sentence that names the goals that can be reached, the usual one first.
fn other_goals(usual: Option<&str>, reachable: &[&str]) -> String {
    let others = reachable
        .iter()
        .copied()
        .filter(|name| Some(*name) != usual);
    let names: Vec<&str> = usual.into_iter().chain(others).collect();
    match names[..] {
        [] => String::new(),
        [name] => format!("; it could be solved for the goal {name}"),
        [name, ..] => format!(
            "; it could be solved for the goal {name}, also for {}",
            listed(&names[1..])
        ),
    }
}

fn states(puzzle: Puzzle) -> String {
    match puzzle.states() {
        Some(states) => format!("{} states", crate::units::count(states)),
        None => "more than 10^19 states".to_owned(),
    }
}

/// Returns names as a sentence lists them.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}
