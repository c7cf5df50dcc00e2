//! From the subject of a table to its family, which builds and proves it.

use tilebase_core::{
    Monitor, Puzzle, Stopwatch,
    format::{Built, Metadata, Subject, TableFile},
};

use crate::{
    BuildError, Checked, Level, Requirements, VerifyError,
    colours::table::ColourBounds,
    mask::MaskTable,
    oshidori::table::{MOST_ROWS, RowTable},
    pattern::table::PatternDatabase,
    sliding::{
        lines::table::MultiTable,
        table::{MOST_CELLS, SlidingTable},
    },
    tabulate::{BUILDER, Packing, ProofMonitors, Tabulate},
};

/// Does something with the [`Tabulate`] of a subject. The calls are direct: a program that proves
/// no table has no proofs in it.
macro_rules! with_table {
    ($subject:expr, $packing:expr, $table:ident => $answer:expr) => {
        match $subject {
            Subject::Sliding { shape, home } => {
                let $table = SlidingTable::new(*shape, *home, $packing)?;
                $answer
            }
            Subject::SlidingMulti { shape, home } => {
                let $table = MultiTable::new(*shape, *home)?;
                $answer
            }
            Subject::Oshidori { puzzle, goal } => {
                let $table = RowTable::new(*puzzle, goal, $packing)?;
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
            Subject::Mask {
                shape,
                kinds,
                metric,
            } => {
                let $table = MaskTable::new(*shape, kinds, *metric, $packing)?;
                $answer
            }
        }
    };
}

impl Requirements {
    /// Returns what building the table of `subject` takes.
    ///
    /// # Errors
    /// If there can be no such table.
    pub fn of(subject: &Subject) -> Result<Self, BuildError> {
        Self::packed(subject, Packing::Compact)
    }

    /// Returns what building the table of `subject` takes with entries of another size; see
    /// [`build_packed`].
    ///
    /// # Errors
    /// If there can be no such table.
    pub fn packed(subject: &Subject, packing: Packing) -> Result<Self, BuildError> {
        with_table!(subject, packing, table => table.requirements())
    }
}

/// Returns whether a space is small enough for a full table.
pub fn tabulable(space: Puzzle) -> bool {
    match space {
        Puzzle::Sliding(shape) => shape.cells() <= MOST_CELLS,
        Puzzle::Oshidori(puzzle) => puzzle.states().is_some_and(|states| states <= MOST_ROWS),
    }
}

/// Builds the table of `subject`, in memory.
///
/// # Errors
/// If there is no such table, memory does not suffice or the monitor asks to stop.
pub fn build(subject: &Subject, monitor: &Monitor<'_, Level>) -> Result<Built, BuildError> {
    build_packed(subject, Packing::Compact, monitor)
}

/// Builds the table of `subject` with entries of the size that `packing` says.
///
/// # Errors
/// As [`build`].
pub fn build_packed(
    subject: &Subject,
    packing: Packing,
    monitor: &Monitor<'_, Level>,
) -> Result<Built, BuildError> {
    let watch = Stopwatch::start();
    let table = with_table!(subject, packing, its => its.build(monitor)?);
    let metadata = Metadata {
        subject: subject.clone(),
        encoding: table.encoding,
        entries: table.entries,
        counts: table.counts,
        listed: Vec::new(),
        builder: BUILDER.to_owned(),
        seconds: watch.seconds(),
    };
    Ok(Built::new(metadata, table.listed, table.payload))
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
    let monitors = ProofMonitors {
        levels: monitor,
        checks: looking,
    };
    with_table!(subject, Packing::Compact, its => its.verify(table, &monitors))
}
