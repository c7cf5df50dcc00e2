//! The memory of a build.

use tilebase_core::{
    Memory,
    format::Encoding,
    pattern::{Pattern, PatternIndex, PatternKind, colex},
};

use crate::{BuildError, Result, orders::Orders};

/// Returns the bytes of memory that a build takes at its peak, including the table, if nibbles
/// suffice (as they do for compact patterns). With bytes, another half byte per entry is needed.
///
/// Takes up to 0.1 seconds on boards of 25 cells, and two seconds for the patterns with the most
/// sets of cells on larger ones.
pub(super) fn memory_needed(pattern: Pattern, kind: PatternKind) -> u64 {
    let orders = Orders::new(pattern.size());
    let blocks = u64::from(PatternIndex::new(pattern, PatternKind::ZeroAware).blocks());
    let visited = 4 * blocks * orders.words() as u64;
    // For each block, its last level, number of orders left, mask and first move; for each set, its
    // first block and region, and its row.
    let index = PatternIndex::new(pattern, PatternKind::Plain);
    let summaries = blocks * (1 + 2 + 8 + 4) + u64::from(index.sets()) * (4 + 4 + 24);
    // A move is a cell of S and a cell beside it that is not in S; the other cells are arbitrary.
    let cells = pattern.shape().cells();
    let beside: usize = (0..cells)
        .map(|cell| pattern.shape().neighbours(cell).count())
        .sum();
    let moves = 4 * beside as u64 * u64::from(colex::count(cells - 2, pattern.size() - 1));
    let entries = match kind {
        PatternKind::Plain => index.len(),
        PatternKind::ZeroAware => blocks * index.orders(),
    };
    visited + summaries + moves + Encoding::Nibble.bytes(entries)
}

/// Returns zeroed memory for a part of a build.
pub(super) fn memory(index: &PatternIndex, bytes: u64) -> Result<Memory> {
    Memory::zeroed(bytes).map_err(|source| {
        let needed = memory_needed(*index.pattern(), index.kind());
        BuildError::allocation(index.subject(), needed)(source)
    })
}
