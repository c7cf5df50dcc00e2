//! The numbering of a pattern's states: from boards to places in the table.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Grid, MAX_TILES, Pattern, colex, lehmer};

/// The kind of a pattern database: whether it distinguishes the regions of the blank.
///
/// Files store it as a boolean: whether the table is zero-aware.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "bool", into = "bool")]
pub enum PatternKind {
    /// The table forgets the blank: a value is the least over all cells of the blank.
    Plain,
    /// The table distinguishes the region of free cells in which the blank is.
    ZeroAware,
}

impl From<bool> for PatternKind {
    fn from(zero_aware: bool) -> Self {
        if zero_aware { Self::ZeroAware } else { Self::Plain }
    }
}

impl From<PatternKind> for bool {
    fn from(kind: PatternKind) -> Self {
        kind == PatternKind::ZeroAware
    }
}

/// Ranks the states of a pattern: see the [module](super) for the numbering.
#[derive(Debug, Clone)]
pub struct PatternIndex {
    pattern: Pattern,
    kind: PatternKind,
    grid: Grid,
    /// The number of the first block of each set of cells, in order, and then the number of all
    /// blocks. Empty in plain indices.
    start: Arc<[u32]>,
}

impl PatternIndex {
    /// Returns the index of a pattern for a table of this kind.
    ///
    /// A plain index costs nothing. A zero-aware one fills the regions of every set of cells, which
    /// takes about 0.1 seconds for a million sets, and keeps four bytes for each. There are
    /// [`MOST_SETS`](super::MOST_SETS) at most.
    pub fn new(pattern: Pattern, kind: PatternKind) -> Self {
        let grid = pattern.grid();
        let start = match kind {
            PatternKind::Plain => Arc::default(),
            PatternKind::ZeroAware => {
                let mut blocks = 0;
                let regions = colex::sets(pattern.shape().cells(), pattern.size()).map(|set| {
                    let before = blocks;
                    blocks += grid.regions(grid.all() & !set).count() as u32;
                    before
                });
                let mut start: Vec<u32> = regions.collect();
                start.push(blocks);
                start.into()
            }
        };
        Self {
            pattern,
            kind,
            grid,
            start,
        }
    }

    /// Returns the indices of several patterns. Patterns with the same number of tiles on the same
    /// board share the numbering of their blocks, so this takes no longer than one index of each
    /// size.
    pub fn all(patterns: impl IntoIterator<Item = (Pattern, PatternKind)>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (pattern, kind) in patterns {
            let alike = all.iter().find(|index| {
                index.kind == kind
                    && index.pattern.shape() == pattern.shape()
                    && index.pattern.size() == pattern.size()
            });
            let index = match alike {
                Some(alike) => Self {
                    pattern,
                    ..alike.clone()
                },
                None => Self::new(pattern, kind),
            };
            all.push(index);
        }
        all
    }

    /// Returns the pattern.
    #[inline]
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the kind of the table.
    #[inline]
    pub fn kind(&self) -> PatternKind {
        self.kind
    }

    /// Returns the geometry of the board.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the number of sets of cells that the tiles can occupy.
    #[inline]
    pub fn sets(&self) -> u32 {
        colex::count(self.pattern.shape().cells(), self.pattern.size())
    }

    /// Returns the number of blocks of k! states: one for each set of cells (plain), or for each
    /// set and region (zero-aware).
    #[inline]
    pub fn blocks(&self) -> u32 {
        self.start.last().copied().unwrap_or(self.sets())
    }

    /// Returns the number of states in a block: k!, one for each order of the kept tiles.
    #[inline]
    pub fn orders(&self) -> u64 {
        lehmer::count(self.pattern.size())
    }

    /// Returns the number of states, which is the number of the table's entries.
    #[allow(clippy::len_without_is_empty, reason = "every pattern has states")]
    #[inline]
    pub fn len(&self) -> u64 {
        u64::from(self.blocks()) * self.orders()
    }

    /// Returns the number of the first block of each set of cells, in order, and then the number of
    /// all blocks. The list is empty in a plain index, where the rank of a set is the number of its
    /// block.
    #[inline]
    pub fn starts(&self) -> &[u32] {
        &self.start
    }

    /// Returns the number of the block of states with the kept tiles in the cells of the mask
    /// `cells` and the blank at `blank`, a cell not in `cells`.
    ///
    /// # Panics
    /// If `cells` is not a set of the pattern's size on its board.
    #[inline]
    pub fn block(&self, cells: u64, blank: usize) -> u32 {
        let set = colex::rank(cells);
        match self.kind {
            PatternKind::Plain => set,
            PatternKind::ZeroAware => {
                let free = self.grid.all() & !cells;
                self.start[set as usize] + self.grid.region_number(free, blank)
            }
        }
    }

    /// Returns the rank of the state of an arrangement of the pattern's board. Takes tens of
    /// nanoseconds (plain) or hundreds (zero-aware).
    ///
    /// # Panics
    /// If the number of cells is not that of the pattern's board.
    pub fn rank(&self, board: &[u8]) -> u64 {
        assert_eq!(
            board.len(),
            self.pattern.shape().cells(),
            "the board must have the pattern's shape"
        );
        let (mut cells, mut labels, mut found, mut blank) = (0, [0; MAX_TILES], 0, 0);
        for (cell, &tile) in board.iter().enumerate() {
            if tile == 0 {
                blank = cell;
            } else if let Some(label) = self.pattern.label(tile) {
                cells |= 1 << cell;
                labels[found] = label;
                found += 1;
            }
        }
        let block = self.block(cells, blank);
        u64::from(block) * self.orders() + u64::from(lehmer::rank(&labels[..found]))
    }
}
