//! Full tables of boards where several tiles slide in one move: three bits a row class.
//!
//! # The idea
//! A state is an edge between its row class and its column class (see [`LineSpace`]), and its
//! distance follows from the distances D of the two in that graph. So it is enough to search the
//! row classes: a step leads along a row to any column, for nothing, and from there along the
//! column to any other row, and makes D greater by two. The search has two starts: the goal's row
//! class with D = 0, and the row classes of the other states in the goal's column with D = 1.
//!
//! A row class has the numbering of the states of one cell, so the words, the windows and the
//! chunks of [`sliding`](super) serve as they are. What differs:
//! 1. **Wide boards.** The wider the board, the fewer classes. Windows are as wide as the board,
//!    and may move both runs of words and bits in words.
//! 2. **Three planes** hold the classes reached by D modulo 3. Level d reads the plane of d and
//!    writes that of d + 2; what else is in the first (d − 3, d − 6, …) finds nothing new. A fourth
//!    plane holds those of odd D.
//! 3. **Columns apart.** What comes into a chunk is gathered column by column. New are the classes
//!    that come by any and are in no plane. A state of a new class is at d + 2 if its class came by
//!    its column, else at d + 3: counting bits counts states.
//!
//! The file holds D modulo 3 and modulo 2, thus modulo 6: classes that share a column differ by two
//! at most, and three bits tell which is nearer.

mod dense;
mod layout;
mod search;
pub(crate) mod table;
mod verify;

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace,
    format::{Encoding, Levels},
    sliding::{LineSpace, SlidingSpace},
};

use super::{chunk::STATES, source::Activity};
use crate::{BuildError, LISTED_AT_MOST, Level};

pub use verify::verify;

/// Every distance on a board, by row classes.
#[derive(Debug)]
pub struct LineTable {
    /// States at distance 0, 1, 2, ….
    pub counts: Vec<u64>,
    /// Levels of at most [`listed_at_most`] states, each with its depth and its ranks, ascending.
    pub listed: Levels,
    payload: Memory,
}

impl LineTable {
    /// Returns the table as it stands in a file: see [`Encoding::Lines`].
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Returns the counts, the listed levels and the payload.
    pub(crate) fn into_parts(self) -> (Vec<u64>, Levels, Memory) {
        (self.counts, self.listed, self.payload)
    }
}

/// Returns whether boards of this shape can be searched here: 8 to 13 tiles on at most three rows.
pub fn supports(space: &SlidingSpace) -> bool {
    let shape = space.shape();
    (8..=13).contains(&shape.tiles()) && shape.rows() <= 3 && shape.cols() <= 7
}

/// Computes the distance of every row class, on rayon's current pool.
///
/// Holds [`memory_needed`] bytes.
///
/// # Errors
/// If the monitor asks to stop, or the system refuses the memory.
///
/// # Panics
/// If the board is not [supported](supports).
///
/// ```
/// use tilebase_core::{Monitor, sliding::SlidingSpace};
/// use tilebase_pdb_build::sliding::lines;
/// let space = SlidingSpace::new("3x3".parse()?, 0)?;
/// let table = lines::search(&space, &Monitor::silent())?;
/// assert_eq!(table.counts.len() - 1, 24);
/// assert_eq!(table.listed.last().unwrap().1.len(), 1); // one hardest board
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(space: &SlidingSpace, monitor: &Monitor<'_, Level>) -> Result<LineTable, BuildError> {
    search_by(Instructions::detect(), space, monitor)
}

fn search_by(
    instructions: Instructions,
    space: &SlidingSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<LineTable, BuildError> {
    search::Search::new(space, instructions)?.run(monitor)
}

/// Levels of at most this many states are listed, if not many more classes lie next to them.
pub fn listed_at_most(space: &SlidingSpace) -> u64 {
    (LISTED_AT_MOST as u64).max(space.len() / search::SPARSE)
}

/// Returns the bytes of the table that [`search`] makes.
pub fn table_bytes(space: &SlidingSpace) -> u64 {
    Encoding::Lines.bytes(LineSpace::new(*space).len())
}

/// Returns the most bytes that the listed levels take together, as on boards where tiles slide
/// alone.
pub(crate) fn lists_bytes(space: &SlidingSpace) -> u64 {
    super::lists_bytes(space)
}

/// Returns the most bytes of memory that [`search`] and [`verify`] hold, the result among them.
pub fn memory_needed(space: &SlidingSpace) -> u64 {
    let plane = table_bytes(space) / 3;
    let chunks = LineSpace::new(*space).len() / STATES as u64;
    let lists = 8 * listed_at_most(space) * 7 + lists_bytes(space);
    4 * plane + chunks * 3 * size_of::<Activity>() as u64 + lists
}
