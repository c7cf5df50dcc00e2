//! The blocks of a pattern and the moves between them.
//!
//! A block is a set of cells S of the kept tiles and a region g of the free ones; it has one entry
//! for each of the k! orders of the tiles. A move takes a kept tile from a cell u of S to a cell v
//! of g beside it. It leads from block (S, g) to block (S − u + v, region of u there) and maps
//! every order of the one to an order of the other, in the same way: the tile's label moves from
//! the place of u in S to the place of v in S − u + v, and the labels between shift by one place.
//!
//! Each move changes the checkerboard colour of one tile, so it changes the number of kept tiles on
//! black cells by one: blocks fall into two *sides*, and moves go between them only.
//!
//! Blocks are numbered within their side, in the order of sets and regions, and sets are cut into
//! *chunks* of consecutive ones, the units of parallel work. A move into a block is kept as the
//! number of the block it comes from, times 64, plus the number of the rotation of labels: k times
//! the place a label moves from plus the place it moves to.

use std::ops::Range;

use tilebase_core::{
    parallel,
    pattern::{Grid, PatternIndex, PatternKind, colex},
};

/// The most chunks: enough to balance threads, few enough to start quickly.
const CHUNKS: u32 = 512;

/// All blocks of a pattern.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) chunks: Vec<RowGroup>,
    /// The number of blocks of each side.
    pub(super) blocks: [usize; 2],
    /// The side and the number of the goal's block.
    pub(super) goal: (usize, usize),
}

/// The blocks of consecutive sets.
#[derive(Debug)]
pub(super) struct RowGroup {
    /// The sets, in order.
    pub(super) rows: Vec<SetBlocks>,
    pub(super) sides: [SideBlocks; 2],
}

/// The blocks of a chunk on one side.
#[derive(Debug, Default)]
pub(super) struct SideBlocks {
    /// For each block, the first of its moves, and the number of moves.
    first_move: Vec<u32>,
    moves: Vec<u32>,
}

/// A set of cells and its blocks.
#[derive(Debug)]
pub(super) struct SetBlocks {
    pub(super) cells: u64,
    pub(super) side: u8,
    /// The number of blocks of the chunk, on both sides, that come before.
    pub(super) before: u32,
    /// The number of those on the side of the set.
    before_on_side: u32,
    /// The number of regions of the set.
    pub(super) regions: u32,
}

impl SetBlocks {
    /// Returns the numbers of the blocks within the side of the chunk.
    pub(super) fn on_side(&self) -> Range<usize> {
        self.before_on_side as usize..(self.before_on_side + self.regions) as usize
    }

    /// Returns the number of blocks of the set in a table.
    pub(super) fn blocks(&self, kind: PatternKind) -> usize {
        match kind {
            PatternKind::Plain => 1,
            PatternKind::ZeroAware => self.regions as usize,
        }
    }
}

impl RowGroup {
    /// Returns the number of blocks of the sets in a table.
    pub(super) fn blocks(&self, kind: PatternKind) -> usize {
        self.rows.iter().map(|row| row.blocks(kind)).sum()
    }
}

impl SideBlocks {
    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.first_move.len() - 1
    }

    /// Returns the moves into a block, numbered within this side of the chunk: the block of the
    /// other side that each comes from and the number of its rotation.
    #[inline(always)]
    pub(super) fn moves(&self, block: usize) -> impl Iterator<Item = (usize, usize)> {
        let moves = self.first_move[block] as usize..self.first_move[block + 1] as usize;
        self.moves[moves]
            .iter()
            .map(|&packed| ((packed >> 6) as usize, (packed & 63) as usize))
    }
}

/// The regions of every set, and the number of its first block.
struct Numbering {
    grid: Grid,
    size: usize,
    /// For every set its first block within its side, and its first region.
    first_block: Vec<u32>,
    first_region: Vec<u32>,
    /// The regions of all sets, as masks.
    regions: Vec<u64>,
}

impl Graph {
    /// Returns the blocks and moves of a pattern, which are the same for all kinds of tables.
    pub(super) fn new(index: &PatternIndex) -> Self {
        let pattern = index.pattern();
        let mut numbering = Numbering {
            grid: *index.grid(),
            size: pattern.size(),
            first_block: Vec::with_capacity(index.sets() as usize),
            first_region: Vec::with_capacity(index.sets() as usize),
            regions: Vec::new(),
        };

        let (sets, length) = (index.sets(), index.sets().div_ceil(CHUNKS));
        let starts = (0..sets).step_by(length as usize);
        let ranges: Vec<Range<u32>> = starts
            .map(|start| start..(start + length).min(sets))
            .collect();
        let found = parallel::map(&ranges, |range| -> Vec<u64> {
            let sets = numbering.sets(range.clone());
            let grid = &numbering.grid;
            sets.flat_map(|set| grid.regions(grid.all() & !set))
                .collect()
        });
        let mut blocks = [0u32; 2];
        for (range, regions) in ranges.iter().zip(found) {
            let mut regions = regions.into_iter().peekable();
            for set in numbering.sets(range.clone()) {
                numbering.first_region.push(numbering.regions.len() as u32);
                let side = numbering.grid.side(set);
                numbering.first_block.push(blocks[side]);
                let mut left = numbering.grid.all() & !set;
                while left != 0
                    && let Some(region) = regions.next()
                {
                    left &= !region;
                    numbering.regions.push(region);
                    blocks[side] += 1;
                }
            }
        }
        let end = numbering.regions.len() as u32;
        numbering.first_region.push(end);

        let goal = pattern.goal_mask();
        let goal = (
            numbering.grid.side(goal),
            numbering.block(goal, pattern.home()) as usize,
        );
        Self {
            chunks: parallel::map(ranges, |range| numbering.chunk(range)),
            blocks: blocks.map(|blocks| blocks as usize),
            goal,
        }
    }
}

impl Numbering {
    /// Returns the sets with these numbers.
    fn sets(&self, range: Range<u32>) -> impl Iterator<Item = u64> + use<> {
        colex::numbered(range, self.size)
    }

    /// Returns the number, within its side, of the block of a set with a cell of its region.
    fn block(&self, set: u64, cell: usize) -> u32 {
        let number = colex::rank(set) as usize;
        let regions = &self.regions[self.first_region[number] as usize..];
        let before = regions.iter().take_while(|&region| region >> cell & 1 == 0);
        self.first_block[number] + before.count() as u32
    }

    fn chunk(&self, range: Range<u32>) -> RowGroup {
        let mut sides = [SideBlocks::default(), SideBlocks::default()];
        let mut rows = Vec::with_capacity(range.len());
        let mut all = 0;
        for (number, set) in range.clone().zip(self.sets(range)) {
            let side = self.grid.side(set);
            let of_set = self.first_region[number as usize]..self.first_region[number as usize + 1];
            rows.push(SetBlocks {
                cells: set,
                side: side as u8,
                before: all,
                before_on_side: sides[side].first_move.len() as u32,
                regions: of_set.len() as u32,
            });
            let side = &mut sides[side];
            all += of_set.len() as u32;
            for &region in &self.regions[of_set.start as usize..of_set.end as usize] {
                side.first_move.push(side.moves.len() as u32);
                for (to, u) in colex::cells(set).enumerate() {
                    for v in colex::cells(self.grid.neighbours(u) & region) {
                        let before = set & !(1 << u) | 1 << v;
                        let from = colex::below(before, v);
                        let rotation = (from * self.size + to) as u32;
                        side.moves.push(self.block(before, u) << 6 | rotation);
                    }
                }
            }
        }
        for side in &mut sides {
            side.first_move.push(side.moves.len() as u32);
        }
        RowGroup { rows, sides }
    }
}
