//! The choice of the family that builds and proves a table, by its subject.

use tilebase_core::{
    Monitor, Puzzle, Stopwatch,
    format::{Built, Encoding, Subject, TableFile},
    sliding::Metric,
};

#[cfg(feature = "graphs")]
use crate::graph::{MOST_ARRANGEMENTS, graph_table};
#[cfg(feature = "rows")]
use crate::oshidori::table::row_table;
use crate::{
    Checked, Level, Requirements, Result, VerifyError,
    distance_table::metadata,
    oshidori::table::MOST_ROWS,
    partial_goal::partial_goal_table,
    sliding::table::{MOST_CELLS, board_table},
};
#[cfg(feature = "patterns")]
use crate::{colours::colour_table, pattern::PatternDatabase};

/// Calls a method of the [`TableBuilder`] of a subject. The calls are direct, so that a program
/// that proves no table contains no proofs.
macro_rules! with_table {
    ($subject:expr, $encoding:expr, $table:ident => $answer:expr) => {
        match $subject {
            Subject::Sliding { shape, home } => {
                let $table = board_table(*shape, *home, Metric::Single, $encoding)?;
                $answer
            }
            Subject::SlidingMulti { shape, home } => {
                let $table = board_table(*shape, *home, Metric::Multi, $encoding)?;
                $answer
            }
            #[cfg(not(feature = "rows"))]
            Subject::Oshidori { .. } => Err(crate::BuildError::NO_ROWS)?,
            #[cfg(feature = "rows")]
            Subject::Oshidori { puzzle, goal } => {
                let $table = row_table(*puzzle, goal, $encoding)?;
                $answer
            }
            #[cfg(not(feature = "patterns"))]
            Subject::Pattern { .. } | Subject::Colours { .. } => {
                Err(crate::BuildError::NO_SEARCHES)?
            }
            #[cfg(feature = "patterns")]
            Subject::Pattern {
                shape,
                home,
                tiles,
                kind,
            } => {
                let $table = PatternDatabase::new(*shape, *home, *tiles, *kind)?;
                $answer
            }
            #[cfg(feature = "patterns")]
            Subject::Colours {
                shape,
                home,
                colours,
            } => {
                let $table = colour_table(*shape, *home, colours)?;
                $answer
            }
            Subject::Own { .. } => Err(crate::BuildError::Own($subject.to_string()))?,
            Subject::PartialGoal {
                shape,
                kinds,
                metric,
            } => {
                let $table = partial_goal_table(*shape, kinds, *metric, $encoding)?;
                $answer
            }
            #[cfg(feature = "graphs")]
            Subject::Graph { graph, homes } => {
                let $table = graph_table(*graph, homes, $encoding)?;
                $answer
            }
        }
    };
}

impl Requirements {
    /// Returns the costs of building the table of `subject`, in the encoding of [`build`].
    ///
    /// # Errors
    /// If there can be no such table.
    pub fn of(subject: &Subject, encoding: Option<Encoding>) -> Result<Self> {
        with_table!(subject, encoding, table => Ok(table.requirements()))
    }
}

/// Returns whether a space is small enough for a full table.
pub fn has_buildable_size(space: Puzzle) -> bool {
    match space {
        Puzzle::Sliding(shape) => shape.cells() <= MOST_CELLS,
        Puzzle::Oshidori(puzzle) => puzzle.states().is_some_and(|states| states <= MOST_ROWS),
        #[cfg(feature = "graphs")]
        Puzzle::Graph(graph) => graph
            .states()
            .is_some_and(|states| states <= MOST_ARRANGEMENTS),
    }
}

/// Builds the table of `subject` in memory, in an encoding if its family has such tables: boards
/// have [`Encoding::Byte`] and [`Encoding::Bit`] or, in the multi-tile metric,
/// [`Encoding::RowClasses`]; rows, graphs and goals with open cells or equal tiles have
/// [`Encoding::Byte`] and [`Encoding::Mod3`]. A look-up in bytes is one access to memory, without a
/// walk. If the family has no such tables, or `encoding` is `None`, small spaces get bytes, and
/// large ones one to three bits per state.
///
/// # Errors
/// If there is no such table, memory does not suffice or the monitor asks to stop.
pub fn build(
    subject: &Subject,
    encoding: Option<Encoding>,
    monitor: &Monitor<'_, Level>,
) -> Result<Built> {
    let watch = Stopwatch::start();
    let table = with_table!(subject, encoding, its => its.build(monitor)?);
    let kind = (table.encoding, table.entries);
    let metadata = metadata(subject.clone(), kind, table.counts, watch.seconds());
    Ok(Built::new(metadata, table.listed, table.payload))
}

/// Proves that a table has the distance of every state, and that its counts and lists are right.
///
/// The table is built again, which reports each level to the first monitor, and compared bit by
/// bit. Then each state is compared with its neighbours, which reports to the second monitor: every
/// state except the goals must have a neighbour that is nearer by one move, and none may be nearer
/// by more. Bytes, remainders of rows and row classes are compared one by one, with ranks and moves
/// alone; bits by the search's moves of whole words; blocks by maps of orders that share no code
/// with the search. This alone proves whole distances, but not remainders: in a ring of states,
/// each could seem nearer than the last. For remainders, the rebuilt levels are needed. Tables of
/// rows and of row classes with more than 2^28 entries are not compared with their neighbours.
/// Pattern databases are not built again but read, which is not reported; for a plain one, the
/// zero-aware one is built.
/// Checksums are not compared: see
/// [`verify_checksums`](tilebase_core::format::TableFile::verify_checksums).
///
/// # Errors
/// If the table is wrong (the error names the rank), if there is not enough memory, or if a monitor
/// asks to stop.
pub fn verify(
    table: &TableFile,
    monitor: &Monitor<'_, Level>,
    looking: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    let metadata = table.metadata();
    let encoding = Some(metadata.encoding);
    with_table!(&metadata.subject, encoding, its => its.verify(table, monitor, looking))
}
