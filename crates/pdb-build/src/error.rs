//! The errors of builders and proofs.

use std::{fmt, io, path::PathBuf};

use thiserror::Error;
use tilebase_core::{
    Monitor, StateError,
    colours::ColouringError,
    format::Encoding,
    oshidori::NotRanked,
    pattern::PatternError,
    sliding::{Shape, TooLarge},
};

/// A result whose error, unless another is named, is a [`BuildError`].
pub type Result<T, E = BuildError> = std::result::Result<T, E>;

/// The reason why nothing was built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The monitor asked the build to stop.
    #[error("interrupted: nothing was kept of the table that was being built")]
    Stopped,
    /// The system cannot start threads.
    #[error("cannot start threads: {0}: raise this process's limits, or ask for fewer")]
    Threads(#[source] io::Error),
    /// The board is too large to number its positions.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The board has no table in the multi-tile metric.
    #[error(
        "there is no multi-tile table of {0} boards, only of boards of up to 14 cells that are \
         at least as wide as high"
    )]
    NoMultiTable(Shape),
    /// No board has the pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// No goal has the colours.
    #[error(transparent)]
    Colouring(#[from] ColouringError),
    /// The program was compiled without a feature.
    #[error("this program was compiled without {what}: use one with the feature `{feature}`")]
    NotCompiled {
        /// What the feature brings.
        what: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// There are too many rows of stones to number.
    #[error(transparent)]
    NotRanked(#[from] NotRanked),
    /// The stones cannot form the goal.
    #[error("there can be no table for the goal `{goal}`: {problem}")]
    Goal {
        /// The goal as the table's name gives it.
        goal: String,
        /// The error of the goal.
        problem: StateError,
    },
    /// A goal that leaves cells open has too many states to number.
    #[error("there are too many boards with the goal {0} to number them: name fewer tiles")]
    TooManyStates(String),
    /// The table is that of a puzzle that another program defines.
    #[error("{0} is built by the program that defines the puzzle, with `own::build`")]
    Own(String),
    /// The table is only built in memory.
    #[error(
        "{0} is built in memory only: tables built on disk are those of boards of 11 cells \
         and more, and of goals of four to eight tiles with more than 16,777,216 states, all by \
         single moves"
    )]
    NotOnDisk(String),
    /// The board cannot be cut into shards so finely.
    #[error("{shape} boards cannot be cut into shards by {digits} digits: {most} are the most")]
    NoCut {
        /// The board.
        shape: Shape,
        /// The number of digits given.
        digits: usize,
        /// The largest number possible.
        most: usize,
    },
    /// Messages between shards are not what was sent.
    #[error(
        "the messages for shard {shard} with states at {depth} moves are damaged: {problem}; \
         continue from what was kept, or build again"
    )]
    Messages {
        /// The shard that they are for.
        shard: usize,
        /// The depth of their states, in moves.
        depth: u32,
        /// Their fault.
        problem: MessageError,
    },
    /// The system reported an error about a file of a search on disk.
    #[error("cannot {action} {}: {source}", path.display())]
    Scratch {
        /// The action that failed, as a verb.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file of a search on disk is not what was written, is missing, or belongs to another
    /// search.
    #[error(
        "{} is damaged, or belongs to another search: remove the folder and build again",
        .0.display()
    )]
    ScratchDamaged(PathBuf),
    /// Another process uses the files of a search on disk.
    #[error("another process is building in {}", .0.display())]
    ScratchInUse(PathBuf),
    /// A search ended before it found all states: its files are from different moments or runs.
    #[error(
        "the search found {found} of {states} states: what was kept is damaged; remove the scratch \
         folder and build again"
    )]
    NotAllStates {
        /// The states found.
        found: u64,
        /// The states of the board.
        states: u64,
    },
    /// The monitor asked a search on disk to stop. It continues when it is started again.
    #[error(
        "the build was interrupted; it continues from {} when it is started again",
        .0.display()
    )]
    Paused(PathBuf),
    /// Another process of a cluster is gone, or sent an invalid message.
    #[error("{who} {what}")]
    Peer {
        /// The process.
        who: String,
        /// The problem, in words that follow the name of the process.
        what: String,
    },
    /// A distance does not fit into a byte.
    #[error("some states are 255 moves or more from the goal, which this table cannot hold")]
    TooDeep,
    /// A build on disk needs more memory than it may use.
    #[error("building {what} needs {needed} bytes of memory, but may use only {available}")]
    Memory {
        /// The table that was to be built.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes that it may use.
        available: u64,
    },
    /// The system could not provide the memory.
    #[error("building {what} needs {needed} bytes of memory, which the system refused: {source}")]
    Allocation {
        /// The table that was to be built.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// The error of the system.
        source: io::Error,
    },
}

impl BuildError {
    /// Rows of stones are not compiled in.
    pub const NO_ROWS: Self = Self::NotCompiled {
        what: "rows of stones",
        feature: "rows",
    };
    /// Searches of boards, with the tables that guide them, are not compiled in.
    pub const NO_SEARCHES: Self = Self::NotCompiled {
        what: "searches of boards",
        feature: "searches",
    };

    /// Returns [`Stopped`](Self::Stopped) as an error if the monitor asks to stop.
    pub(crate) fn check_stop<E>(monitor: &Monitor<'_, E>) -> Result<(), Self> {
        if monitor.stopped() { Err(Self::Stopped) } else { Ok(()) }
    }

    /// Returns a function that turns the system's refusal of memory into an error with the name of
    /// what was to be built, and the bytes that it needs.
    pub(crate) fn allocation(
        what: impl fmt::Display,
        needed: u64,
    ) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Allocation {
            what: what.to_string(),
            needed,
            source,
        }
    }
}

/// The reason why messages are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MessageError {
    /// The checksum is not that of the bytes, the receiver and the depth.
    #[error("their checksum is not that of their bytes")]
    Checksum,
    /// The bytes end within a packet.
    #[error("they end within a packet")]
    Short,
    /// A packet has an unknown encoding, holds bits of no state, or is for a cell or a chunk that
    /// receives no states.
    #[error("one of their packets is not valid for the board")]
    Packet,
}

/// The reason why a table was not proved right.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table is wrong.
    #[error(transparent)]
    Wrong(#[from] Inconsistency),
    /// The monitor asked the proof to stop. This says nothing about the table.
    #[error("the proof was interrupted")]
    Stopped,
    /// The proof cannot be made, most often because there is not enough memory. This says nothing
    /// about the table.
    #[error("the table cannot be proved right or wrong: {0}")]
    NotProven(#[source] BuildError),
}

impl From<BuildError> for VerifyError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Stopped => Self::Stopped,
            error => Self::NotProven(error),
        }
    }
}

/// A fault of a table.
///
/// A rank is that of a state, of an entry of a pattern database, or of a row class. A value is a
/// distance in moves if the table stores distances, otherwise its remainder; 255 means out of reach
/// in tables of distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Inconsistency {
    /// Such tables do not have this encoding.
    #[error("tables of this kind are not stored as {found}: build it again")]
    Encoding {
        /// The encoding found.
        found: Encoding,
    },
    /// The table is cut short, or is one of something else.
    #[error("the table should have {expected} bytes, but has {found}: build it again")]
    Length {
        /// The right number of bytes.
        expected: u64,
        /// The number of bytes found.
        found: u64,
    },
    /// A value is not what the search finds, or that of a goal is not 0.
    #[error(
        "rank {rank} has the value {found}, but must have {expected}: \
         remove the file and build the table again"
    )]
    Value {
        /// The rank.
        rank: u64,
        /// The right value.
        expected: u32,
        /// The value in the table.
        found: u32,
    },
    /// A rank is not a goal and has no neighbour nearer to one.
    #[error(
        "rank {rank} has the value {found} and is not a goal, but none of its neighbours is \
         nearer: remove the file and build the table again"
    )]
    NoneNearer {
        /// The rank.
        rank: u64,
        /// The value in the table.
        found: u32,
    },
    /// The values of two neighbours cannot both be right.
    #[error(
        "rank {rank} has the value {found}, which does not agree with the {neighbour} of a \
         neighbour: remove the file and build the table again"
    )]
    Neighbour {
        /// The rank.
        rank: u64,
        /// Its value in the table.
        found: u32,
        /// The neighbour's value in the table.
        neighbour: u32,
    },
    /// A bit is set that belongs to no state.
    #[error(
        "byte {offset} of the distances has bits set that belong to no state: \
         remove the file and build the table again"
    )]
    Unused {
        /// The offset of the byte from the start of the distances.
        offset: u64,
    },
    /// The number of states at a distance is wrong.
    #[error(
        "{expected} states are {depth} moves from the goal, but the table counts {found}: build it \
         again"
    )]
    Count {
        /// The distance, in moves.
        depth: u32,
        /// The states at this distance.
        expected: u64,
        /// States that the table counts.
        found: u64,
    },
    /// A list of states is wrong, missing or superfluous.
    #[error(
        "the list of states {depth} moves from the goal is wrong: \
         remove the file and build the table again"
    )]
    List {
        /// The distance, in moves.
        depth: u32,
    },
}

impl Inconsistency {
    /// Returns the error of a value that must be another.
    pub(crate) fn value(rank: u64, expected: impl Into<u32>, found: impl Into<u32>) -> Self {
        Self::Value {
            rank,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// Returns an error unless the payload has the expected length.
    pub(crate) fn of_length(expected: u64, payload: &[u8]) -> Result<(), Self> {
        let found = payload.len() as u64;
        if expected == found { Ok(()) } else { Err(Self::Length { expected, found }) }
    }

    /// Returns an error unless the counts of states by distance are right.
    pub(crate) fn of_counts(right: &[u64], given: &[u64]) -> Result<(), Self> {
        // A count of 0 differs from a missing one: no state has the distance.
        let Some(depth) = first_difference(right, given) else {
            return Ok(());
        };
        let [expected, found] =
            [right, given].map(|counts| counts.get(depth).copied().unwrap_or(0));
        Err(Self::Count {
            depth: depth as u32,
            expected,
            found,
        })
    }

    /// Returns an error unless the lists of states by distance are right.
    pub(crate) fn of_lists(
        right: &[(u32, Vec<u64>)],
        given: &[(u32, Vec<u64>)],
    ) -> Result<(), Self> {
        let Some(at) = first_difference(right, given) else {
            return Ok(());
        };
        let lists = [right.get(at), given.get(at)].into_iter().flatten();
        let depth = lists.map(|(depth, _)| *depth).min();
        Err(Self::List {
            depth: depth.unwrap_or_default(),
        })
    }
}

/// Returns the first place at which two lists differ, if only because one of them has ended.
fn first_difference<T: PartialEq>(right: &[T], given: &[T]) -> Option<usize> {
    (0..right.len().max(given.len())).find(|&at| right.get(at) != given.get(at))
}
