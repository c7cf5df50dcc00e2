//! What building a table takes, before it is begun.

use tilebase_core::{
    Puzzle, RankedSpace,
    format::{Encoding, Subject},
    oshidori::{Goal, NotRanked, OshidoriSpace},
    pattern::{Pattern, PatternIndex},
    sliding::SlidingSpace,
};

use crate::{
    BuildError, oshidori, pattern,
    sliding::{self, lines},
};

/// The most states of a row of stones that are tabulated: two bits each, a few gibibytes.
const MOST_ROWS: u64 = 12_000_000_000;

/// The most cells of a board that is tabulated: 2x7 takes 5.4 GiB on disk, 3x5 would take 81.
const MOST_CELLS: usize = 14;

/// Boards up to this many cells get a byte for each distance: the fastest answers, from two megabytes at
/// most.
const BYTE_CELLS: usize = 10;

/// Rows up to this many states get a byte for each distance, and the plain builder.
const BYTE_STATES: u64 = 100_000;

/// Memory and disk that building a table takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// Bytes of memory at most, the program itself left out.
    pub memory: u64,
    /// Bytes of the file.
    pub disk: u64,
}

impl Needs {
    /// What building the table of `subject` takes.
    ///
    /// What a table with a byte for each state takes; see [`build_in_bytes`](crate::build_in_bytes).
    ///
    /// # Errors
    /// If there can be no such table.
    pub fn in_bytes(subject: &Subject) -> Result<Self, BuildError> {
        let usual = Self::of(subject)?;
        let states = match subject {
            Subject::Sliding { shape, home } => {
                SlidingSpace::new(*shape, usize::from(*home))?.len()
            }
            Subject::Oshidori { puzzle, .. } => puzzle.states().unwrap_or(u64::MAX),
            Subject::Pattern { .. } | Subject::SlidingMulti { .. } => return Ok(usual),
        };
        // The bytes, and a copy on huge pages. Rows are built by the reference, which lists states.
        let memory = match subject {
            Subject::Oshidori { .. } => states.saturating_mul(16),
            _ => usual.memory.saturating_add(states.saturating_mul(2)),
        };
        Ok(Self {
            memory,
            disk: states,
        })
    }

    /// # Errors
    /// If there can be no such table.
    pub fn of(subject: &Subject) -> Result<Self, BuildError> {
        match subject {
            Subject::Sliding { shape, home } => {
                let space = SlidingSpace::new(*shape, usize::from(*home))?;
                let encoding = sliding_encoding(&space);
                let lists = match encoding {
                    Encoding::Bit => sliding::lists_bytes(&space),
                    _ => 0,
                };
                let disk = encoding.bytes(space.len()) + lists;
                let memory = match sliding::supports(&space) {
                    true => sliding::memory_needed(&space),
                    false => 16 * space.len(),
                };
                Ok(Self { memory, disk })
            }
            Subject::SlidingMulti { shape, home } => {
                let space = SlidingSpace::new(*shape, usize::from(*home))?;
                Ok(match multi_encoding(&space) {
                    Encoding::Byte => Self {
                        memory: 16 * space.len(),
                        disk: Encoding::Byte.bytes(space.len()),
                    },
                    _ => Self {
                        memory: lines::memory_needed(&space),
                        disk: lines::table_bytes(&space) + lines::lists_bytes(&space),
                    },
                })
            }
            Subject::Oshidori { puzzle, .. } => {
                let states = puzzle
                    .states()
                    .filter(|&states| states <= MOST_ROWS)
                    .ok_or(NotRanked::TooManyRows(*puzzle))?;
                let encoding = row_encoding(states);
                let disk = encoding.bytes(states);
                let memory = match encoding {
                    Encoding::Byte => 16 * states,
                    // The goal says little of the memory, and nothing that is large.
                    _ => oshidori::memory_needed(&OshidoriSpace::new(*puzzle, Goal::AnyGap)?),
                };
                Ok(Self { memory, disk })
            }
            Subject::Pattern {
                shape,
                home,
                tiles,
                kind,
            } => {
                let pattern = Pattern::from_mask(*shape, usize::from(*home), *tiles)?;
                Ok(Self {
                    memory: pattern::memory_needed(pattern, *kind),
                    disk: Encoding::Nibble.bytes(PatternIndex::new(pattern, *kind).len()),
                })
            }
        }
    }
}

/// How distances on a board are stored.
pub(crate) fn sliding_encoding(space: &SlidingSpace) -> Encoding {
    if space.shape().cells() <= BYTE_CELLS {
        Encoding::Byte
    } else {
        Encoding::Bit
    }
}

/// How distances on a board are stored where several tiles slide in one move.
pub(crate) fn multi_encoding(space: &SlidingSpace) -> Encoding {
    if space.shape().cells() <= BYTE_CELLS {
        Encoding::Byte
    } else {
        Encoding::Lines
    }
}

/// How distances of rows are stored.
pub(crate) fn row_encoding(states: u64) -> Encoding {
    if states <= BYTE_STATES {
        Encoding::Byte
    } else {
        Encoding::Mod3
    }
}

/// Whether a space is small enough for a full table.
pub fn tabulable(space: Puzzle) -> bool {
    match space {
        Puzzle::Sliding(shape) => shape.cells() <= MOST_CELLS,
        Puzzle::Oshidori(puzzle) => puzzle.states().is_some_and(|states| states <= MOST_ROWS),
    }
}
