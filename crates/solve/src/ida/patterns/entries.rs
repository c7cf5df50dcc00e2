//! Finding the entry of a look-up in its table.

use tilebase_core::{
    pattern::{MOST_CELLS, PatternIndex, PatternKind, colex},
    prefetch,
};

use super::{ranks::OrderRanks, slots::Slot};
use crate::heuristic::PatternTable;

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

#[cfg(test)]
mod tests {
    use tilebase_core::{
        pattern::Grid,
        sliding::{MAX_CELLS, Shape},
    };

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
