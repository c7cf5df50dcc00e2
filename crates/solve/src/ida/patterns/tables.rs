//! What the search looks up: prepared once for a set of pattern databases, read by all threads.

use tilebase_core::{
    format::Encoding,
    pattern::{Kind, Layout, colex},
    prefetch,
    sliding::{Board, MAX_CELLS, Shape},
};

use super::{
    moves::Moves,
    ranks::{Orders, Sets, carry},
};
use crate::heuristic::{AdditivePatterns, Manhattan, PatternTable};

/// The most look-ups (patterns times views) that a node can hold.
pub(super) const MAX_SLOTS: usize = 16;

/// The most views of a board: itself and one reflection.
pub(super) const MAX_VIEWS: usize = 2;

/// Arrays by cell or tile are this long, and indices are taken modulo it, so that none needs a check.
pub(super) const PADDED: usize = MAX_CELLS.next_power_of_two();

/// The board: where tiles belong and where the blank may go.
pub(super) struct Geometry {
    pub(super) shape: Shape,
    pub(super) goal: Board,
    /// Moves that each tile needs from each cell: `distance[tile][cell]`.
    pub(super) distance: [[u8; PADDED]; PADDED],
    /// For each tile and each cell of the blank, the directions in which the blank's neighbour lies from
    /// which the tile would slide away from where it belongs. Named, as in
    /// [`Choices`](super::moves::Choices), by the direction that the blank then comes from, a bit each.
    pub(super) away: [[u8; PADDED]; PADDED],
}

impl Geometry {
    pub(super) fn new(shape: Shape, home: usize) -> Self {
        let manhattan = Manhattan::new(shape, home);
        let mut distance = [[0; PADDED]; PADDED];
        for (tile, distance) in distance.iter_mut().enumerate().take(shape.cells()).skip(1) {
            for (at, distance) in distance.iter_mut().enumerate().take(shape.cells()) {
                *distance = manhattan.of_tile(tile, at);
            }
        }
        let mut away = [[0; PADDED]; PADDED];
        for at in 0..shape.cells() {
            for cell in shape.neighbours(at) {
                for (away, distance) in away.iter_mut().zip(&distance) {
                    away[at] |= u8::from(distance[at] > distance[cell]) << direction(cell, at);
                }
            }
        }
        Self {
            shape,
            goal: Board::ordered(shape, home),
            distance,
            away,
        }
    }
}

impl Geometry {
    /// The Manhattan distance of a board.
    pub(super) fn manhattan(&self, board: &Board) -> u32 {
        let cells = board.cells().iter().enumerate();
        cells
            .map(|(cell, &tile)| u32::from(self.distance[usize::from(tile)][cell]))
            .sum()
    }
}

/// The direction from a cell to one beside it: up, left, right, down.
pub(super) fn direction(from: usize, to: usize) -> usize {
    match (to < from, from.abs_diff(to)) {
        (true, 1) => 1,
        (true, _) => 0,
        (false, 1) => 2,
        (false, _) => 3,
    }
}

/// What numbering a table's entries takes beside the table.
pub(super) struct Numbering {
    orders: Box<Orders>,
    /// Of zero-aware tables: for each set in words of 16 cells, the number of the region that each cell
    /// around it is in, four bits each.
    regions: Vec<u64>,
}

impl Numbering {
    pub(super) fn new(layout: &Layout) -> Self {
        let (pattern, grid) = (layout.pattern(), layout.grid());
        let cells = pattern.shape().cells();
        let regions = match layout.kind() {
            Kind::Plain => Vec::new(),
            Kind::ZeroAware => colex::sets(cells, pattern.size())
                .flat_map(|set| {
                    let mut words = [0; 2];
                    for (number, region) in (0u64..).zip(grid.regions(grid.all() & !set)) {
                        debug_assert!(number < 16, "eight tiles part a board into fewer regions");
                        for cell in colex::cells(region) {
                            words[cell / 16] |= number << (4 * (cell % 16));
                        }
                    }
                    words.into_iter().take(cells.div_ceil(16))
                })
                .collect(),
        };
        Self {
            orders: Orders::new(pattern.size()),
            regions,
        }
    }
}

/// Where the tiles of a look-up are.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    /// Their cells in the table.
    pub(super) set: u32,
    /// Their labels along these cells, three bits each.
    pub(super) order: u32,
}

/// A table, seen through a look-up.
#[derive(Clone, Copy)]
pub(super) struct Part<'t> {
    /// The table's cell, as a mask, for each cell of the board.
    bit: [u32; PADDED],
    orders: &'t Orders,
    /// k!, the entries of a block.
    block: u64,
    /// Of zero-aware tables: the first block of each set.
    starts: &'t [u32],
    regions: &'t [u64],
    /// Their words for a set.
    words: usize,
}

impl<'t> Part<'t> {
    pub(super) fn new<B: AsRef<[u8]>>(
        table: &'t PatternTable<B>,
        numbering: &'t Numbering,
        cell: &[u8; MAX_CELLS],
    ) -> Self {
        let layout = table.layout();
        let mut bit = [0; PADDED];
        for (bit, cell) in bit.iter_mut().zip(cell) {
            *bit = 1 << cell;
        }
        Self {
            bit,
            orders: &numbering.orders,
            block: layout.orders(),
            starts: layout.starts(),
            regions: &numbering.regions,
            words: layout.pattern().shape().cells().div_ceil(16),
        }
    }

    /// A tile goes from cell `from` to `to`, where the blank was.
    #[inline(always)]
    pub(super) fn slide(&self, slot: Slot, from: usize, to: usize) -> Slot {
        let (from, to) = (self.bit[from % PADDED], self.bit[to % PADDED]);
        let set = slot.set ^ from ^ to;
        let out = (slot.set & (from - 1)).count_ones();
        let into = (set & (to - 1)).count_ones();
        Slot {
            set,
            order: carry(slot.order, out, into),
        }
    }

    /// The entry of a slot, the blank being at cell `blank` of the board.
    #[inline(always)]
    pub(super) fn entry<const CELLS: usize>(&self, sets: &Sets, slot: Slot, blank: usize) -> u64 {
        let set = sets.rank::<CELLS>(slot.set);
        let block = if self.starts.is_empty() {
            set
        } else {
            let cell = self.bit[blank % PADDED].trailing_zeros() as usize;
            let word = set as usize * self.words + cell / 16;
            self.starts[set as usize] + (self.regions[word] >> (4 * (cell % 16)) & 15) as u32
        };
        u64::from(block) * self.block + u64::from(self.orders.rank(slot.order))
    }
}

/// The value of an entry of a table.
#[inline(always)]
pub(super) fn nibble(bytes: &[u8], entry: u64) -> u8 {
    bytes[(entry / 2) as usize] >> (4 * (entry % 2)) & 15
}

/// Everything that does not change in a search.
pub(super) struct Tables<'t> {
    pub(super) geometry: &'t Geometry,
    pub(super) moves: &'t Moves,
    pub(super) sets: &'t Sets,
    /// How many views there are, and how many look-ups in all of them.
    pub(super) views: usize,
    pub(super) slots: usize,
    /// The look-ups, view by view; the first again and again in places that are not used.
    pub(super) parts: [Part<'t>; MAX_SLOTS],
    /// Their tables.
    pub(super) bytes: [&'t [u8]; MAX_SLOTS],
    /// The look-up of each tile, in each view.
    pub(super) owner: [[u8; MAX_VIEWS]; PADDED],
}

impl Tables<'_> {
    /// Asks for the entries of a board, whose look-ups and blank's cell are given.
    pub(super) fn ask<const CELLS: usize>(&self, slots: &[Slot], blank: usize) {
        for ((&slot, part), bytes) in slots.iter().zip(&self.parts).zip(&self.bytes) {
            let entry = part.entry::<CELLS>(self.sets, slot, blank);
            prefetch(bytes, (entry / 2) as usize);
        }
    }

    /// The size of all tables, those seen through several look-ups once.
    pub(super) fn size(&self) -> usize {
        let mut tables = self.bytes.to_vec();
        tables.sort_unstable_by_key(|bytes| bytes.as_ptr());
        tables.dedup_by_key(|bytes| bytes.as_ptr());
        tables.iter().map(|bytes| bytes.len()).sum()
    }
}

/// Whether the tuned engine can use these tables.
pub(in crate::ida) fn fit<B: AsRef<[u8]>>(patterns: &AdditivePatterns<B>) -> bool {
    let views = patterns.views.len().min(MAX_VIEWS);
    let nibbles = patterns
        .tables
        .iter()
        .all(|table| table.encoding() == Encoding::Nibble);
    nibbles && patterns.views[0].len() * views <= MAX_SLOTS
}
