//! Pattern databases: distances of a few tiles, the others being all alike.
//!
//! An abstract state is (S, p, g): the cells of the k kept tiles, their order in reading order, and the
//! region of the free cells that holds the blank (see [`tilebase_core::pattern`] for their numbering).
//! Moving the blank inside its region costs nothing; a move of a kept tile costs one. The table is
//! found by breadth-first search from the goal, in steps:
//!
//! 1. All orders p of one (S, g) form a *block* of k! states. A move of a kept tile maps a whole block
//!    onto a whole block, by a permutation of orders that depends only on where in reading order the
//!    tile was and comes to be, and more than half the time is the identity (`graph`).
//! 2. So the search never looks at single states: blocks are sets of bits, and moves are
//!    copies of them with words and bit fields exchanged (`orders`).
//! 3. Levels alternate between two halves of the blocks; each block is written by one task (`search`).
//! 4. Values are written as they are found, a nibble or a byte each (`nibbles`).
//!
//! On 2 threads the 57,657,600 entries of seven tiles on a 4x4 board take about a tenth of a second.

mod graph;
mod manhattan;
mod nibbles;
mod orders;
mod search;
mod step;
pub(crate) mod table;
mod verify;

use tilebase_core::{
    Instructions, Memory, Monitor,
    format::Encoding,
    pattern::{Pattern, PatternIndex, PatternKind, colex},
};

pub use self::verify::verify;
use self::{graph::Graph, orders::Orders, search::Search};
use crate::{BuildError, Level};

/// A finished pattern database.
#[derive(Debug)]
pub struct PatternTable {
    /// What its entries are.
    pub index: PatternIndex,
    /// How its bytes are to be read: [`Encoding::Nibble`] or [`Encoding::Byte`].
    pub encoding: Encoding,
    /// How many entries have value 0, 1, 2, …, in moves.
    pub counts: Vec<u64>,
    table: Memory,
}

impl PatternTable {
    /// The payload of a file with this table.
    pub fn bytes(&self) -> &[u8] {
        &self.table
    }

    /// The counts and the payload.
    pub(crate) fn into_parts(self) -> (Vec<u64>, Memory) {
        (self.counts, self.table)
    }

    /// The greatest value, in moves.
    pub fn greatest(&self) -> u32 {
        self.counts.len().saturating_sub(1) as u32
    }
}

/// Builds the pattern database of a pattern on rayon's current threads.
///
/// Values are stored as nibbles where all fit, else as bytes, which may need a second run. Tables in
/// which some entries cannot reach the goal need bytes, and so do patterns of a single tile, whose
/// tables are tiny. Each finished level is reported, with the number of its entries.
///
/// # Errors
/// If the monitor asks to stop, memory cannot be had, or a value exceeds 254.
///
/// ```
/// use tilebase_core::{Monitor, pattern::{PatternKind, Pattern}};
/// let pattern = Pattern::new("4x4".parse()?, 0, &[1, 2, 3])?;
/// let table = tilebase_pdb_build::pattern::build(pattern, PatternKind::Plain, &Monitor::silent())?;
/// assert_eq!(table.counts.iter().sum::<u64>(), 16 * 15 * 14);
/// assert_eq!(table.bytes().len(), 16 * 15 * 14 / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(
    pattern: Pattern,
    kind: PatternKind,
    monitor: &Monitor<'_, Level>,
) -> Result<PatternTable, BuildError> {
    build_with(pattern, kind, Instructions::detect_narrow(), monitor)
}

/// [`build`] with these instructions.
fn build_with(
    pattern: Pattern,
    kind: PatternKind,
    instructions: Instructions,
    monitor: &Monitor<'_, Level>,
) -> Result<PatternTable, BuildError> {
    let index = PatternIndex::new(pattern, kind);
    let graph = Graph::new(&index);
    for encoding in [Encoding::Nibble, Encoding::Byte] {
        if encoding == Encoding::Nibble && pattern.size() == 1 {
            continue;
        }
        let mut table = memory(&index, encoding.bytes(index.len()))?;
        let search = Search::new(&index, &graph, encoding, instructions);
        let counts = search.run(&mut table, monitor)?;
        if let Some(counts) = counts {
            return Ok(PatternTable {
                index,
                encoding,
                counts,
                table,
            });
        }
    }
    // Bytes hold every distance but those that the search refuses itself.
    Err(BuildError::TooDeep)
}

/// Bytes of memory that [`build`] takes at its peak, the table among them, if nibbles suffice (as they
/// do for compact patterns); with bytes it is another half byte an entry.
///
/// Takes up to 0.1 seconds on the largest boards.
pub fn memory_needed(pattern: Pattern, kind: PatternKind) -> u64 {
    let orders = Orders::new(pattern.size());
    let blocks = u64::from(PatternIndex::new(pattern, PatternKind::ZeroAware).blocks());
    let visited = 4 * blocks * orders.words() as u64;
    // Each block's last level, orders left, mask and first move; each set's first block and region, and row.
    let index = PatternIndex::new(pattern, PatternKind::Plain);
    let books = blocks * (1 + 2 + 4 + 4) + u64::from(index.sets()) * (4 + 4 + 12);
    // A move is a cell of S and a cell beside it that is not: the others are any.
    let cells = pattern.shape().cells();
    let beside: usize = (0..cells)
        .map(|cell| pattern.shape().neighbours(cell).count())
        .sum();
    let moves = 4 * beside as u64 * u64::from(colex::count(cells - 2, pattern.size() - 1));
    let entries = match kind {
        PatternKind::Plain => index.len(),
        PatternKind::ZeroAware => blocks * index.orders(),
    };
    visited + books + moves + Encoding::Nibble.bytes(entries)
}

/// Zeroed memory for part of a build.
fn memory(index: &PatternIndex, bytes: u64) -> Result<Memory, BuildError> {
    Memory::zeroed(bytes).map_err(|source| BuildError::Allocation {
        what: index.subject().to_string(),
        needed: memory_needed(*index.pattern(), index.kind()),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_instructions_change_nothing() {
        for (shape, tiles) in [
            ("4x4", &[1, 2, 3, 5, 6][..]),
            ("3x3", &[1, 2, 3, 4, 5, 6, 8]),
        ] {
            let pattern = Pattern::new(shape.parse().unwrap(), 0, tiles).unwrap();
            for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
                let [with, without] = [Instructions::detect_narrow(), Instructions::portable()]
                    .map(|instructions| {
                        build_with(pattern, kind, instructions, &Monitor::silent()).unwrap()
                    });
                assert_eq!(with.counts, without.counts);
                assert!(with.bytes() == without.bytes(), "{pattern} {kind:?}");
            }
        }
    }
}
