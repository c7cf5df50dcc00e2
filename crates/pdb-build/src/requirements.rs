//! What building a table takes, before it is begun.

use tilebase_core::{Puzzle, format::Subject};

use crate::{
    BuildError,
    oshidori::table::MOST_ROWS,
    sliding::table::MOST_CELLS,
    table::{self, Storage},
};

/// Memory and disk that building a table takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// Bytes of memory at most, the program itself left out.
    pub memory: u64,
    /// Bytes of the file.
    pub disk: u64,
}

impl Requirements {
    /// Returns what building the table of `subject` takes.
    ///
    /// # Errors
    /// If there can be no such table.
    pub fn of(subject: &Subject) -> Result<Self, BuildError> {
        table::requirements(subject, Storage::Compact)
    }

    /// Returns what building a table with a byte for each state takes; see
    /// [`build_in_bytes`](crate::build_in_bytes).
    ///
    /// # Errors
    /// If there can be no such table.
    pub fn in_bytes(subject: &Subject) -> Result<Self, BuildError> {
        table::requirements(subject, Storage::Bytes)
    }

    /// Returns what the plain builder takes for the table of this many states.
    pub(crate) fn of_bytes(states: u64) -> Self {
        Self {
            memory: states.saturating_mul(16),
            disk: states,
        }
    }
}

/// Returns whether a space is small enough for a full table.
pub fn tabulable(space: Puzzle) -> bool {
    match space {
        Puzzle::Sliding(shape) => shape.cells() <= MOST_CELLS,
        Puzzle::Oshidori(puzzle) => puzzle.states().is_some_and(|states| states <= MOST_ROWS),
    }
}
