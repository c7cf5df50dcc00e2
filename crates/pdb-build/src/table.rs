//! From the subject of a table to its builder and its proof.

use tilebase_core::{
    Memory, Monitor, Stopwatch,
    format::{Built, Encoding, Levels, Metadata, Subject, TableFile},
};

use crate::{
    BuildError, Checked, LISTED_AT_MOST, Level, Requirements, VerifyError,
    colours::table::ColourBounds,
    oshidori::table::RowTable,
    pattern::table::PatternDatabase,
    reference::Distances,
    sliding::{lines::table::MultiTable, table::SlidingTable},
};

/// What this crate writes into the files it builds.
pub(crate) const BUILDER: &str = concat!("tilebase ", env!("CARGO_PKG_VERSION"));

/// A table that can be built and proved. Each family of tables implements it.
pub(crate) trait Tabulate {
    /// Returns what building the table takes.
    fn requirements(&self) -> Result<Requirements, BuildError>;

    /// Builds the table.
    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<Parts, BuildError>;

    /// Proves that a table gives all distances, and that its counts and lists are true.
    ///
    /// Levels that are built again are reported to `monitor`, states that are compared with their
    /// neighbours to `looking`.
    fn verify(
        &self,
        table: &TableFile,
        monitor: &Monitor<'_, Level>,
        looking: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError>;
}

/// What a builder finds out about a table.
pub(crate) struct Parts {
    /// How the payload stores distances.
    pub encoding: Encoding,
    /// The number of entries of the payload.
    pub entries: u64,
    /// How many states have distance 0, 1, 2, ….
    pub counts: Vec<u64>,
    /// The levels to be listed, each with its depth and its ranks, ascending.
    pub levels: Levels,
    /// The distances.
    pub payload: Memory,
}

impl Parts {
    /// Takes what a builder's table falls into.
    pub(crate) fn new(
        encoding: Encoding,
        entries: u64,
        (counts, levels, payload): (Vec<u64>, Levels, Memory),
    ) -> Self {
        Self {
            encoding,
            entries,
            counts,
            levels,
            payload,
        }
    }

    /// Returns a table of one byte a state. It lists the states farthest from the goal alone:
    /// reading a byte a state is quick, and lists of eight bytes a state would outgrow the table.
    pub(crate) fn of_bytes(distances: Distances) -> Result<Self, BuildError> {
        let last = distances.counts.len() - 1;
        let levels = if distances.counts[last] <= LISTED_AT_MOST as u64 {
            vec![(last as u32, distances.ranks_at(last as u32))]
        } else {
            Vec::new()
        };
        let entries = distances.bytes.len() as u64;
        let payload =
            Memory::copy_of(&distances.bytes).map_err(|source| BuildError::Allocation {
                what: format!("the table of {entries} states"),
                needed: entries,
                source,
            })?;
        Ok(Self {
            encoding: Encoding::Byte,
            entries,
            counts: distances.counts,
            levels,
            payload,
        })
    }
}

/// How a table is to store its distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Storage {
    /// Bytes for small spaces, one or two bits a state for large ones.
    Compact,
    /// A byte for each state wherever the family has such tables.
    Bytes,
}

/// Does something with the [`Tabulate`] of a subject. The calls are direct: a program that proves
/// no table has no proofs in it.
macro_rules! with_table {
    ($subject:expr, $storage:expr, $table:ident => $answer:expr) => {
        match $subject {
            Subject::Sliding { shape, home } => {
                let $table = SlidingTable::new(*shape, *home, $storage)?;
                $answer
            }
            Subject::SlidingMulti { shape, home } => {
                let $table = MultiTable::new(*shape, *home)?;
                $answer
            }
            Subject::Oshidori { puzzle, goal } => {
                let $table = RowTable::new(*puzzle, goal, $storage)?;
                $answer
            }
            Subject::Pattern {
                shape,
                home,
                tiles,
                kind,
            } => {
                let $table = PatternDatabase::new(*shape, *home, *tiles, *kind)?;
                $answer
            }
            Subject::Colours {
                shape,
                home,
                colours,
            } => {
                let $table = ColourBounds::new(*shape, *home, colours)?;
                $answer
            }
        }
    };
}

/// Returns what building the table of a subject takes.
pub(crate) fn requirements(
    subject: &Subject,
    storage: Storage,
) -> Result<Requirements, BuildError> {
    with_table!(subject, storage, table => table.requirements())
}

/// Builds the table of `subject`, in memory.
///
/// # Errors
/// If there is no such table, memory does not suffice or the monitor asks to stop.
pub fn build(subject: &Subject, monitor: &Monitor<'_, Level>) -> Result<Built, BuildError> {
    build_as(subject, Storage::Compact, monitor)
}

/// Builds the same table with a byte for each state, whatever its size: a look-up is then one
/// access to memory, without a walk. Pattern databases, and tables of the moves of several tiles,
/// are as [`build`] makes them.
///
/// # Errors
/// As [`build`].
pub fn build_in_bytes(
    subject: &Subject,
    monitor: &Monitor<'_, Level>,
) -> Result<Built, BuildError> {
    build_as(subject, Storage::Bytes, monitor)
}

fn build_as(
    subject: &Subject,
    storage: Storage,
    monitor: &Monitor<'_, Level>,
) -> Result<Built, BuildError> {
    let watch = Stopwatch::start();
    let parts = with_table!(subject, storage, table => table.build(monitor)?);
    let metadata = Metadata {
        subject: subject.clone(),
        encoding: parts.encoding,
        entries: parts.entries,
        counts: parts.counts,
        listed: Vec::new(),
        builder: BUILDER.to_owned(),
        seconds: watch.seconds(),
    };
    Ok(Built::new(metadata, parts.levels, parts.payload))
}

/// Proves that a table gives the distance of every state, and that its counts and lists are true.
///
/// Tables of remainders are built again, level by level as `monitor` hears, and then looked at
/// state by state, as `looking` hears. Checksums are not looked at: see
/// [`verify_checksums`](tilebase_core::format::TableFile::verify_checksums).
///
/// # Errors
/// What is wrong, naming the rank; or that memory did not suffice or the monitor asked to stop.
pub fn verify(
    table: &TableFile,
    monitor: &Monitor<'_, Level>,
    looking: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    let subject = &table.metadata().subject;
    with_table!(subject, Storage::Compact, its => its.verify(table, monitor, looking))
}
