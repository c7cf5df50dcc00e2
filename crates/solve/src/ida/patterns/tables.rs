//! What the search looks up: prepared once for a set of pattern databases, read by all threads.

use tilebase_core::{
    format::Encoding,
    pattern::{PatternIndex, PatternKind, colex},
    sliding::{Board, MAX_CELLS, Shape},
};

use super::{
    geometry::{BLANK_MOVES, BlankMove, Geometry, MAX_SLOTS, MAX_VIEWS, PADDED},
    pruning::PruningAutomaton,
    ranks::{Orders, carry},
};
use crate::heuristic::{AdditivePatterns, Lookup, PatternTable};

/// What numbering a table's entries takes beside the table.
pub(super) struct Numbering {
    orders: Box<Orders>,
    /// Of zero-aware tables: for each set in words of 16 cells, the number of the region that each cell
    /// around it is in, four bits each.
    regions: Vec<u64>,
}

impl Numbering {
    pub(super) fn new(index: &PatternIndex) -> Self {
        let (pattern, grid) = (index.pattern(), index.grid());
        let cells = pattern.shape().cells();
        let regions = match index.kind() {
            PatternKind::Plain => Vec::new(),
            PatternKind::ZeroAware => colex::sets(cells, pattern.size())
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

/// Where the tiles of a look-up are: in the lower half of a word their cells in the table, in the upper
/// half their labels along these cells, three bits each.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot(u64);

impl Slot {
    #[inline(always)]
    pub(super) fn new(set: u32, order: u32) -> Self {
        Self(u64::from(set) | u64::from(order) << 32)
    }

    #[inline(always)]
    pub(super) fn set(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(super) fn order(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// How a tile of a look-up slides: the table's cells that it comes from and goes to.
#[derive(Clone, Copy, Default)]
pub(super) struct Slide(u32);

impl Slide {
    fn new(from: u8, to: u8) -> Self {
        Self(u32::from(from) | u32::from(to) << 8)
    }

    /// Returns the set and the order afterwards.
    #[inline(always)]
    pub(super) fn apply(self, set: u32, order: u32) -> (u32, u32) {
        let (from, to) = (1 << (self.0 & 31), 1 << (self.0 >> 8 & 31));
        let moved = set ^ from ^ to;
        let out = (set & (from - 1)).count_ones();
        let into = (moved & (to - 1)).count_ones();
        (moved, carry(order, out, into))
    }
}

/// Which look-ups a move changes, and how.
pub(super) struct Changes {
    /// The look-up of each tile, in each view.
    pub(super) owner: [[u8; MAX_VIEWS]; PADDED],
    /// For each look-up and each move of the blank, how the tile slides.
    pub(super) slides: [[Slide; BLANK_MOVES]; MAX_SLOTS],
}

impl Changes {
    pub(super) fn new(shape: Shape, views: &[Vec<Lookup>]) -> Self {
        let mut owner = [[0; MAX_VIEWS]; PADDED];
        let mut slides = [[Slide::default(); BLANK_MOVES]; MAX_SLOTS];
        let mut slot = 0;
        for (view, lookups) in views.iter().enumerate().take(MAX_VIEWS) {
            for lookup in lookups {
                for (owner, &label) in owner.iter_mut().zip(&lookup.label) {
                    if label != Lookup::NONE {
                        owner[view] = slot as u8;
                    }
                }
                for blank in 0..shape.cells() {
                    for cell in shape.neighbours(blank) {
                        slides[slot][BlankMove::new(blank, cell).number()] =
                            Slide::new(lookup.cell[cell], lookup.cell[blank]);
                    }
                }
                slot += 1;
            }
        }
        Self { owner, slides }
    }
}

/// A table, seen through a look-up.
#[derive(Clone, Copy)]
pub(super) struct Part<'t> {
    /// The table's cell for each cell of the board.
    cell: &'t [u8; MAX_CELLS],
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
        cell: &'t [u8; MAX_CELLS],
    ) -> Self {
        let index = table.index();
        Self {
            cell,
            orders: &numbering.orders,
            block: index.orders(),
            starts: index.starts(),
            regions: &numbering.regions,
            words: index.pattern().shape().cells().div_ceil(16),
        }
    }

    /// Returns the rank of a slot's state, the blank being at cell `blank` of the board.
    #[inline(always)]
    pub(super) fn rank<const CELLS: usize>(
        &self,
        sets: &colex::Ranker,
        slot: Slot,
        blank: usize,
    ) -> u64 {
        let set = sets.rank::<CELLS>(slot.set());
        let block = if self.starts.is_empty() {
            set
        } else {
            let cell = usize::from(self.cell[blank % MAX_CELLS]);
            let word = set as usize * self.words + cell / 16;
            self.starts[set as usize] + (self.regions[word] >> (4 * (cell % 16)) & 15) as u32
        };
        u64::from(block) * self.block + u64::from(self.orders.rank(slot.order()))
    }
}

/// Everything that does not change in a search.
pub(super) struct Tables<'t> {
    pub(super) geometry: &'t Geometry,
    pub(super) pruning: &'t PruningAutomaton,
    pub(super) sets: &'t colex::Ranker,
    pub(super) changes: &'t Changes,
    /// How many views there are, and how many look-ups in all of them.
    pub(super) views: usize,
    pub(super) slots: usize,
    /// The look-ups, view by view; the first again and again in places that are not used.
    pub(super) parts: [Part<'t>; MAX_SLOTS],
    /// Their tables.
    pub(super) bytes: [&'t [u8]; MAX_SLOTS],
    /// For each 1 if an entry is half a byte, and 0 if it is a whole one.
    pub(super) halves: [u32; MAX_SLOTS],
}

impl Tables<'_> {
    /// Returns whether all entries are halves of bytes.
    #[inline(always)]
    pub(super) fn narrow(&self) -> bool {
        self.halves == [1; MAX_SLOTS]
    }

    /// Returns the bits that a node keeps of an entry's number.
    pub(super) fn width(&self) -> usize {
        if self.narrow() { 4 } else { 8 }
    }

    /// Returns the number in an entry of a look-up's table, as it is there.
    pub(super) fn number(&self, slot: usize, rank: u64) -> u64 {
        let half = self.halves[slot];
        let byte = self.bytes[slot][(rank >> half) as usize];
        u64::from(byte) >> (4 * (rank & u64::from(half))) & (0xFF >> (4 * half))
    }

    /// Returns half of what a look-up's tiles need beyond their Manhattan distance, by the number in the
    /// entry of their places on a board. That is the number in half a byte, while whole bytes hold all of
    /// the moves.
    pub(super) fn value(&self, slot: usize, number: u64, board: &Board) -> u64 {
        if self.halves[slot] == 1 {
            return number;
        }
        let view = slot / (self.slots / self.views);
        let owned = |tile: &usize| usize::from(self.changes.owner[*tile][view]) == slot;
        let tiles = (1..self.geometry.shape.cells()).filter(owned);
        let mask = tiles.fold(0, |mask, tile| mask | 1 << tile);
        let manhattan = u64::from(self.geometry.distances.sum(board, mask));
        number.saturating_sub(manhattan) / 2
    }
}

/// Returns whether the tuned engine can use these tables: nodes have room for 16 numbers of four bits or
/// eight of eight.
pub(in crate::ida) fn fit<B: AsRef<[u8]>>(patterns: &AdditivePatterns<B>) -> bool {
    let slots = patterns.views[0].len() * patterns.views.len().min(MAX_VIEWS);
    let mut encodings = patterns.tables.iter().map(PatternTable::encoding);
    let most = match encodings.all(|encoding| encoding == Encoding::Nibble) {
        true => MAX_SLOTS,
        false => MAX_SLOTS / 2,
    };
    slots <= most
}
