//! From boards to entries and back.

use super::{Grid, MAX_TILES, Pattern, colex, lehmer};
use crate::{format::Subject, sliding::Board};

/// What a pattern database remembers of the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing: the least value over all places of the blank.
    Plain,
    /// The region it is in.
    ZeroAware,
}

/// Numbers the placements of a pattern's tiles: see the [module](super) for the scheme.
#[derive(Debug, Clone)]
pub struct PatternIndex {
    pattern: Pattern,
    kind: Kind,
    grid: Grid,
    /// For each set of cells, in order, how many blocks come before its first; and one more, all blocks.
    /// Empty in plain layouts.
    start: Vec<u32>,
}

/// Where the kept tiles are and where the blank may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The cells of the kept tiles, as a mask.
    pub cells: u32,
    /// The cells the blank may be in, as a mask: its region (zero-aware) or all free cells (plain).
    pub blank: u32,
    labels: [u8; MAX_TILES],
}

impl Placement {
    /// The labels of the kept tiles in reading order.
    pub fn order(&self) -> &[u8] {
        &self.labels[..self.cells.count_ones() as usize]
    }
}

impl PatternIndex {
    /// The numbering of a pattern's placements.
    ///
    /// Plain layouts cost nothing; zero-aware ones flood-fill every set of cells, at most a million
    /// (some 0.1 seconds) and keep four bytes for each.
    pub fn new(pattern: Pattern, kind: Kind) -> Self {
        let grid = pattern.grid();
        let start = match kind {
            Kind::Plain => Vec::new(),
            Kind::ZeroAware => {
                let mut blocks = 0;
                let regions = colex::sets(pattern.shape().cells(), pattern.size()).map(|set| {
                    let before = blocks;
                    blocks += grid.regions(grid.all() & !set).count() as u32;
                    before
                });
                let mut start: Vec<u32> = regions.collect();
                start.push(blocks);
                start
            }
        };
        Self {
            pattern,
            kind,
            grid,
            start,
        }
    }

    /// The tiles kept.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// What is remembered of the blank.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The geometry of the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many sets of cells there are.
    pub fn sets(&self) -> u32 {
        colex::count(self.pattern.shape().cells(), self.pattern.size())
    }

    /// How many blocks of k! entries there are: one a set of cells (plain), or one a set and region.
    pub fn blocks(&self) -> u32 {
        self.start.last().copied().unwrap_or(self.sets())
    }

    /// How many entries a block has: k!, the orders of the kept tiles.
    pub fn orders(&self) -> u64 {
        lehmer::count(self.pattern.size())
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        u64::from(self.blocks()) * self.orders()
    }

    /// For each set of cells in order the number of its first block, then the number of all blocks;
    /// empty in plain layouts, where a set's number is its block's.
    pub fn starts(&self) -> &[u32] {
        &self.start
    }

    /// The block of the kept tiles in `cells` with the blank at `blank`, a cell not in `cells`.
    ///
    /// # Panics
    /// If `cells` is no set of the pattern's size on its board.
    pub fn block(&self, cells: u32, blank: usize) -> u32 {
        let set = colex::rank(cells);
        match self.kind {
            Kind::Plain => set,
            Kind::ZeroAware => {
                let free = self.grid.all() & !cells;
                self.start[set as usize] + self.grid.region_number(free, blank)
            }
        }
    }

    /// The entry of a board. Takes tens of nanoseconds (plain) or some hundred (zero-aware).
    ///
    /// # Panics
    /// If the board has another shape than the pattern.
    pub fn index(&self, board: &Board) -> u64 {
        assert_eq!(
            board.shape(),
            self.pattern.shape(),
            "the board must have the pattern's shape"
        );
        let (mut cells, mut labels, mut found) = (0, [0; MAX_TILES], 0);
        for (cell, &tile) in board.cells().iter().enumerate() {
            if let Some(label) = self.pattern.label(tile) {
                cells |= 1 << cell;
                labels[found] = label;
                found += 1;
            }
        }
        let block = self.block(cells, board.blank());
        u64::from(block) * self.orders() + u64::from(lehmer::rank(&labels[..found]))
    }

    /// The placement that has this entry. For checking: takes up to a microsecond.
    ///
    /// # Panics
    /// If `entry` is not less than [`entries`](Self::entries).
    pub fn placement(&self, entry: u64) -> Placement {
        assert!(
            entry < self.entries(),
            "entry {entry} is beyond the {} there are",
            self.entries()
        );
        let block = (entry / self.orders()) as u32;
        let size = self.pattern.size();
        let (cells, blank) = match self.kind {
            Kind::Plain => {
                let cells = colex::unrank(block, size);
                (cells, self.grid.all() & !cells)
            }
            Kind::ZeroAware => {
                let set = self.start.partition_point(|&start| start <= block) - 1;
                let cells = colex::unrank(set as u32, size);
                let mut regions = self.grid.regions(self.grid.all() & !cells);
                let region = regions.nth((block - self.start[set]) as usize);
                (cells, region.expect("start counts the regions"))
            }
        };
        let mut labels = [0; MAX_TILES];
        lehmer::unrank((entry % self.orders()) as u32, &mut labels[..size]);
        Placement {
            cells,
            blank,
            labels,
        }
    }

    /// The sum of the distances of a placement's tiles from their cells in the goal, in moves.
    pub fn manhattan(&self, placement: &Placement) -> u32 {
        let shape = self.pattern.shape();
        let mut goal = [0; MAX_TILES];
        for (at, cell) in goal.iter_mut().zip(self.pattern.goal_cells()) {
            *at = cell;
        }
        colex::cells(placement.cells)
            .zip(placement.order())
            .map(|(cell, &label)| shape.distance(cell, goal[usize::from(label)]) as u32)
            .sum()
    }

    /// What a file with such a table says it is about.
    pub fn subject(&self) -> Subject {
        Subject::Pattern {
            shape: self.pattern.shape(),
            home: self.pattern.home() as u8,
            tiles: self.pattern.mask(),
            zero_aware: self.kind == Kind::ZeroAware,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::Shape;
    use proptest::prelude::*;

    fn pattern(shape: &str, home: usize, tiles: &[u8]) -> Pattern {
        Pattern::new(shape.parse().unwrap(), home, tiles).unwrap()
    }

    #[test]
    fn sizes_are_the_known_ones() {
        let sizes = [
            ("4x4", 7, 57_657_600, 27_748),
            ("4x4", 8, 518_918_400, 35_347),
            ("5x5", 6, 127_512_000, 251_400),
            ("5x5", 7, 2_422_728_000, 806_876),
        ];
        for (shape, size, entries, blocks) in sizes {
            let tiles: Vec<u8> = (1..=size).collect();
            let pattern = pattern(shape, 0, &tiles);
            assert_eq!(PatternIndex::new(pattern, Kind::Plain).entries(), entries);
            assert_eq!(PatternIndex::new(pattern, Kind::ZeroAware).blocks(), blocks);
        }
    }

    #[test]
    fn every_entry_of_a_small_pattern_comes_back() {
        for kind in [Kind::Plain, Kind::ZeroAware] {
            for pattern in [
                pattern("3x3", 1, &[2, 3, 8]),
                pattern("3x2", 0, &[1, 2, 3, 4, 5]),
                pattern("2x2", 0, &[1]),
            ] {
                let layout = PatternIndex::new(pattern, kind);
                for entry in 0..layout.entries() {
                    let placement = layout.placement(entry);
                    for blank in colex::cells(placement.blank) {
                        let board = board_of(&pattern, &placement, blank);
                        assert_eq!(layout.index(&board), entry);
                        assert_eq!(layout.manhattan(&placement), pattern.manhattan(&board));
                    }
                }
            }
        }
    }

    /// A board with this placement: the forgotten tiles in ascending order.
    fn board_of(pattern: &Pattern, placement: &Placement, blank: usize) -> Board {
        let shape = pattern.shape();
        let kept: Vec<u8> = pattern.tiles().collect();
        let mut others = (1..=shape.tiles() as u8).filter(|tile| !kept.contains(tile));
        let mut order = placement.order().iter();
        let cells: Vec<u8> = (0..shape.cells())
            .map(|cell| {
                if placement.cells >> cell & 1 == 1 {
                    kept[usize::from(*order.next().unwrap())]
                } else if cell == blank {
                    0
                } else {
                    others.next().unwrap()
                }
            })
            .collect();
        Board::from_cells(shape, &cells).unwrap()
    }

    proptest! {
        #[test]
        fn entries_of_random_boards_come_back(
            (shape, home) in prop::sample::select(vec![("4x4", 0), ("4x4", 5), ("5x5", 7), ("6x4", 1)]),
            picks in proptest::collection::hash_set(1u8..=15, 1..=6),
            mut order in Just((0u8..25).collect::<Vec<u8>>()).prop_shuffle(),
            zero_aware: bool,
        ) {
            let shape: Shape = shape.parse().unwrap();
            let tiles: Vec<u8> = picks.into_iter().collect();
            let pattern = Pattern::new(shape, home, &tiles).unwrap();
            let kind = if zero_aware { Kind::ZeroAware } else { Kind::Plain };
            let layout = PatternIndex::new(pattern, kind);
            order.retain(|&tile| usize::from(tile) < shape.cells());
            let board = Board::from_cells(shape, &order).unwrap();
            let entry = layout.index(&board);
            prop_assert!(entry < layout.entries());
            let placement = layout.placement(entry);
            prop_assert!(placement.blank >> board.blank() & 1 == 1);
            for (cell, &label) in colex::cells(placement.cells).zip(placement.order()) {
                prop_assert_eq!(pattern.label(board.cells()[cell]), Some(label));
            }
        }
    }
}
