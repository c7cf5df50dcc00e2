//! The data that the search looks up. It is prepared once for a set of pattern databases, and all
//! threads read it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bytemuck::Zeroable;
use tilebase_core::{
    format::{DamagedPage, Encoding, Payload},
    pattern::{MOST_CELLS, PatternIndex, PatternKind, colex},
    prefetch,
    sliding::{Board, Shape},
};

use super::{
    direct_index::MovesOfTiles,
    geometry::{BLANK_MOVES, BlankMove, Geometry, MAX_SLOTS, MAX_VIEWS, MAX_WORDS, PADDED},
    pruning::PruningAutomaton,
    ranks::{OrderRanks, carry},
    slots::{Slot, Views, view_ones},
};
use crate::heuristic::PatternTable;

/// The data for finding entries in a table: the same for all patterns of a size.
pub(super) struct EntryIndex {
    orders: Box<OrderRanks>,
    /// For zero-aware tables, the blocks of each set of cells.
    blocks: Vec<RegionBlocks>,
}

impl EntryIndex {
    /// Returns the data for all patterns of this one's size, including that of zero-aware tables if
    /// this one is.
    pub(super) fn new(index: &PatternIndex) -> Self {
        let (pattern, grid) = (index.pattern(), index.grid());
        let sets = colex::sets(pattern.shape().cells(), pattern.size());
        let blocks = match index.kind() {
            PatternKind::Plain => Vec::new(),
            PatternKind::ZeroAware => (sets.zip(index.starts()))
                .map(|(set, &start)| RegionBlocks::new(start, grid.regions(grid.all() & !set)))
                .collect(),
        };
        Self {
            orders: OrderRanks::new(pattern.size()),
            blocks,
        }
    }
}

/// The blocks of a set of cells: the block of each cell around the set, as three bit planes, and
/// the number of the first block. All this is in 16 aligned bytes, because it is read at random.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct RegionBlocks([u64; 2]);

impl RegionBlocks {
    /// The number of bits in a plane, and in the first block's number.
    const PLANE: usize = u32::BITS as usize;

    fn new(start: u32, regions: impl Iterator<Item = u64>) -> Self {
        let mut words = [0, u64::from(start) << Self::PLANE];
        for (number, region) in regions.enumerate() {
            debug_assert!(
                number < 8,
                "eight tiles divide a board into at most eight regions"
            );
            for plane in (0..3).filter(|plane| number >> plane & 1 == 1) {
                words[plane / 2] |= region << (Self::PLANE * (plane % 2));
            }
        }
        Self(words)
    }

    /// Returns the block of a cell.
    #[inline(always)]
    fn of(self, cell: usize) -> u32 {
        let [low, high] = self.0;
        let two = low >> cell;
        let region = two & 1 | two >> (Self::PLANE - 1) & 2 | (high >> cell & 1) << 2;
        (high >> Self::PLANE) as u32 + region as u32
    }
}

/// The slide of a tile of a look-up: the table's cells that it leaves and enters.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Slide(u32);

impl Slide {
    fn new(from: u8, to: u8) -> Self {
        Self(u32::from(from) | u32::from(to) << 8)
    }

    /// Returns the set and the order after the slide.
    #[inline(always)]
    pub(super) fn apply(self, set: u32, order: u32) -> (u32, u32) {
        let (from, to) = (1 << (self.0 & 31), 1 << (self.0 >> 8 & 31));
        let moved = set ^ from ^ to;
        let out = (set & (from - 1)).count_ones();
        let into = (moved & (to - 1)).count_ones();
        (moved, carry(order, out, into))
    }
}

/// Slides a tile of each of some look-ups.
#[inline(always)]
pub(super) fn slide_all<const COUNT: usize>(slots: &mut [Slot; COUNT], slides: &[Slide; COUNT]) {
    // Half-words separately, so that one instruction handles twice as many.
    let (mut sets, mut orders) = ([0; COUNT], [0; COUNT]);
    for at in 0..COUNT {
        (sets[at], orders[at]) = (slots[at].set(), slots[at].order());
    }
    for at in 0..COUNT {
        (sets[at], orders[at]) = slides[at].apply(sets[at], orders[at]);
    }
    for at in 0..COUNT {
        slots[at] = Slot::new(sets[at], orders[at]);
    }
}

/// The look-ups that a move changes, and how they change.
#[derive(Zeroable)]
pub(super) struct Changes {
    /// The look-up of each tile, in each view.
    pub(super) owner: [[u8; MAX_VIEWS]; PADDED],
    /// The look-ups of each tile, each once, and their number.
    lookups: [([u8; MAX_VIEWS], u8); PADDED],
    /// For each look-up, a one in the byte of each view that contains it.
    pub(super) views: [[u64; MAX_WORDS]; MAX_SLOTS],
    /// For each move of the blank and each look-up, the slide of the tile.
    pub(super) slides: [[Slide; MAX_SLOTS]; BLANK_MOVES],
}

impl Changes {
    pub(super) fn new(shape: Shape, views: &Views) -> Self {
        let mut changes = Self::zeroed();
        for (slot, lookup) in views.lookups.iter().enumerate() {
            for tile in colex::cells(lookup.tiles()) {
                let (list, count) = &mut changes.lookups[tile];
                list[usize::from(*count)] = slot as u8;
                *count += 1;
                for view in views.having(slot) {
                    changes.owner[tile][view] = slot as u8;
                }
            }
            changes.views[slot] = view_ones(views.having(slot));
            for blank in 0..shape.cells() {
                for cell in shape.neighbours(blank) {
                    changes.slides[BlankMove::new(blank, cell).number()][slot] =
                        Slide::new(lookup.cell[cell], lookup.cell[blank]);
                }
            }
        }
        changes
    }

    /// Returns the look-ups of a tile.
    #[inline(always)]
    pub(super) fn lookups(&self, tile: usize) -> &[u8] {
        let (list, count) = &self.lookups[tile % PADDED];
        &list[..usize::from(*count).min(MAX_VIEWS)]
    }
}

/// A table, seen through a look-up.
#[derive(Clone, Copy)]
pub(super) struct LookupTable<'t> {
    /// The table's cell for each cell of the board.
    cell: &'t [u8; MOST_CELLS],
    orders: &'t OrderRanks,
    /// k!, the number of entries in a block.
    block: u64,
    /// For zero-aware tables, the blocks of each set.
    blocks: &'t [RegionBlocks],
}

impl<'t> LookupTable<'t> {
    pub(super) fn new(
        table: &'t PatternTable,
        numbering: &'t EntryIndex,
        cell: &'t [u8; MOST_CELLS],
    ) -> Self {
        Self {
            cell,
            orders: &numbering.orders,
            block: table.index.orders(),
            blocks: match table.kind() {
                PatternKind::Plain => &[],
                PatternKind::ZeroAware => &numbering.blocks,
            },
        }
    }

    /// Returns whether the blocks take more than half a megabyte.
    pub(super) fn has_many_blocks(&self) -> bool {
        size_of_val(self.blocks) > 1 << 19
    }

    /// Prefetches the blocks of a slot's set, if the table is zero-aware.
    #[inline(always)]
    pub(super) fn prefetch<const CELLS: usize>(&self, sets: &colex::Ranker, slot: Slot) {
        if !self.blocks.is_empty() {
            prefetch(self.blocks, sets.rank::<CELLS>(slot.set()) as usize);
        }
    }

    /// Returns the rank of a slot's state if the blank is in cell `blank` of the board.
    #[inline(always)]
    pub(super) fn rank<const CELLS: usize>(
        &self,
        sets: &colex::Ranker,
        slot: Slot,
        blank: usize,
    ) -> u64 {
        let set = sets.rank::<CELLS>(slot.set());
        let block = if self.blocks.is_empty() {
            set
        } else {
            self.blocks[set as usize].of(self.cell[blank % MOST_CELLS].into())
        };
        u64::from(block) * self.block + u64::from(self.orders.rank(slot.order()))
    }
}

/// Everything that does not change during a search.
pub(super) struct SearchTables<'t> {
    pub(super) geometry: &'t Geometry,
    /// The moves of walks, and those that divide a search into roots.
    pub(super) pruning: &'t PruningAutomaton,
    pub(super) dividing: &'t PruningAutomaton,
    pub(super) sets: &'t colex::Ranker,
    pub(super) changes: &'t Changes,
    /// A one in the byte of each view.
    pub(super) view_ones: [u64; MAX_WORDS],
    /// The look-ups. Unused places repeat the first.
    pub(super) lookups: [LookupTable<'t>; MAX_SLOTS],
    /// The table of each look-up.
    pub(super) bytes: [&'t [u8]; MAX_SLOTS],
    pub(super) payloads: [&'t (dyn Payload + Sync); MAX_SLOTS],
    /// Whether all of them have been compared with their checksums.
    pub(super) all_touched: AtomicBool,
    /// For each look-up, 1 if an entry is half a byte, and 0 if it is a whole byte.
    pub(super) nibble_shift: [u32; MAX_SLOTS],
    /// Whether all entries are half a byte.
    pub(super) all_nibbles: bool,
    /// Whether blocks are prefetched before entries: if a table has too many blocks for the cache.
    pub(super) prefetch_blocks_first: bool,
    /// The entries of [copies](super::direct_index), and the changes of moves; empty in a search
    /// without copies.
    pub(super) entries: &'t [u8],
    pub(super) moves: &'t MovesOfTiles,
}

impl SearchTables<'_> {
    /// Ranks the first `count` of some look-ups and prefetches their entries. `lookup` and `blank`
    /// return the number of each look-up, and the blank's cell.
    #[inline(always)]
    pub(super) fn prefetch_all<const CELLS: usize, const COUNT: usize>(
        &self,
        count: usize,
        slots: &[Slot; COUNT],
        ranks: &mut [u64; COUNT],
        lookup: impl Fn(usize) -> usize,
        blank: impl Fn(usize) -> usize,
    ) {
        let all = 0..count.min(COUNT);
        if self.prefetch_blocks_first {
            for at in all.clone() {
                self.lookups[lookup(at) % MAX_SLOTS].prefetch::<CELLS>(self.sets, slots[at]);
            }
        }
        for at in all.clone() {
            let lookup = lookup(at) % MAX_SLOTS;
            ranks[at] = self.lookups[lookup].rank::<CELLS>(self.sets, slots[at], blank(at));
            let byte = (ranks[at] >> self.nibble_shift[lookup]) as usize;
            prefetch(self.bytes[lookup], byte);
        }
        if !self.all_touched.load(Relaxed) {
            self.touch(all.map(|at| (lookup(at), ranks[at])));
        }
    }

    /// Compares the pages of some entries with their checksums, unless that has been done. This
    /// must precede each read, until [all are touched](Self::all_touched).
    #[cold]
    pub(super) fn touch(&self, lookups: impl Iterator<Item = (usize, u64)>) {
        for (slot, rank) in lookups {
            let slot = slot % MAX_SLOTS;
            self.payloads[slot].touch((rank >> self.nibble_shift[slot]) as usize);
        }
    }

    /// Returns an error if an entry that has been looked up is not what was written. It is called
    /// between iterations, and compares the rest of a table if that is quicker than continuing
    /// entry by entry.
    pub(super) fn damage(&self, stopped: &dyn Fn() -> bool) -> Result<(), DamagedPage> {
        let mut all = true;
        for payload in &self.payloads {
            all &= payload.touch_all(false, stopped);
            payload.damage()?;
        }
        self.all_touched.store(all, Relaxed);
        Ok(())
    }

    /// Returns whether an entry that has been looked up is not what was written. A walk need not
    /// continue then.
    pub(super) fn is_damaged(&self) -> bool {
        self.payloads
            .iter()
            .any(|payload| payload.damage().is_err())
    }

    /// Returns the number in a half-byte entry.
    #[inline(always)]
    pub(super) fn nibble(&self, slot: usize, rank: u64) -> u64 {
        let (byte, low) = Encoding::Nibble.place(rank);
        u64::from(self.bytes[slot][byte]) >> low & 15
    }

    /// Returns the number in an entry of a look-up's table, as it is stored.
    #[inline(always)]
    pub(super) fn number(&self, slot: usize, rank: u64) -> u64 {
        let half = self.nibble_shift[slot];
        let byte = self.bytes[slot][(rank >> half) as usize];
        u64::from(byte) >> (4 * (rank & u64::from(half))) & (0xFF >> (4 * half))
    }

    /// Returns the growth of a look-up's value with a move by which its number grows by `more`.
    /// `away` is 1 if the tile slides away from home, and 0 otherwise.
    ///
    /// Entries of four bits hold values. Those of eight bits hold moves, and the value is half the
    /// difference between these and the Manhattan distance. A move away from home has increased
    /// that distance by one, and a move towards home has decreased it by one.
    #[inline(always)]
    pub(super) fn growth(&self, slot: usize, more: u64, away: u64) -> u64 {
        if self.nibble_shift[slot] == 1 {
            more
        } else {
            ((more as i64 + 1) >> 1).wrapping_sub(away as i64) as u64
        }
    }

    /// Returns half of the moves that a look-up's tiles need beyond their Manhattan distance on a
    /// board, given the number in their entry. A half-byte entry holds just this value; a whole
    /// byte holds all of the moves.
    pub(super) fn value(&self, slot: usize, number: u64, board: &Board) -> u64 {
        if self.nibble_shift[slot] == 1 {
            return number;
        }
        let has = |tile: u8| self.changes.lookups(tile.into()).contains(&(slot as u8));
        let manhattan = self.geometry.distances.sum_of(board.cells(), has);
        number.saturating_sub(manhattan.into()) / 2
    }
}

#[cfg(test)]
mod tests {
    use tilebase_core::{pattern::Grid, sliding::MAX_CELLS};

    use super::*;

    #[test]
    fn eight_tiles_divide_a_board_into_at_most_eight_regions() {
        for rows in 2..=MAX_CELLS / 2 {
            for cols in 2..=rows.min(MAX_CELLS / rows) {
                let shape = Shape::new(rows, cols).unwrap();
                let grid = Grid::new(shape);
                for size in 1..=shape.tiles().min(8) {
                    for set in colex::sets(shape.cells(), size) {
                        let regions = grid.regions(grid.all() & !set).count();
                        assert!(regions <= 8, "{set:b} on {shape}");
                    }
                }
            }
        }
    }

    #[test]
    fn cells_are_in_the_blocks_of_their_regions() {
        for (shape, set) in [
            ("3x3", 0b010_111_010),
            ("16x2", 0x999),
            ("8x4", 0x0F00_00F0),
        ] {
            let grid = Grid::new(shape.parse().unwrap());
            let free = grid.all() & !set;
            for start in [0, 1, 251_399, u32::MAX - 8] {
                let blocks = RegionBlocks::new(start, grid.regions(free));
                for cell in colex::cells(free) {
                    assert_eq!(blocks.of(cell), start + grid.region_number(free, cell));
                }
            }
        }
    }
}
