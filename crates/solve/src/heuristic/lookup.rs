//! The look-up of a board's pattern: its table, and the symmetry that maps it to the table.

use tilebase_core::{
    pattern::{MAX_TILES, MOST_CELLS, Pattern, PatternIndex, colex, lehmer},
    sliding::{Placement, symmetries},
};

/// One pattern of the board, seen through a symmetry as the pattern of a table.
#[derive(Debug, Clone)]
pub(crate) struct Lookup {
    /// The number of the table.
    pub(crate) table: usize,
    /// The table's cell for each cell of the board.
    pub(crate) cell: [u8; MOST_CELLS],
    /// The table's label for each tile of the board; [`NONE`](Self::NONE) for tiles of other
    /// patterns.
    pub(crate) label: [u8; MOST_CELLS],
}

/// The places of a lookup's tiles, as its table sees them.
pub(crate) struct PlacedTiles {
    /// Their cells, as a mask.
    pub(crate) set: u64,
    /// Their labels in reading order.
    order: [u8; MAX_TILES],
}

impl PlacedTiles {
    pub(crate) fn order(&self) -> &[u8] {
        &self.order[..self.set.count_ones() as usize]
    }
}

impl Lookup {
    pub(crate) const NONE: u8 = u8::MAX;

    /// Looks for `pattern`, or for its image under a symmetry of the board, in the table of
    /// `stored`.
    ///
    /// Turning or mirroring everything keeps distances. It also moves the blank's home, but a
    /// pattern only knows which *region* of the free cells the blank must end in, so it is enough
    /// that the home's image lies in the region of the home.
    pub(crate) fn find(pattern: &Pattern, stored: &Pattern, table: usize) -> Option<Self> {
        let (shape, home) = (stored.shape(), stored.home());
        if (pattern.shape(), pattern.home()) != (shape, home) {
            return None;
        }
        let (from, to) = (pattern.goal_mask(), stored.goal_mask());
        let grid = stored.grid();
        let region = grid.region(grid.all() & !to, home);
        symmetries(shape)
            .find(|map| {
                let image = colex::mask(colex::cells(from).map(|cell| map.cell(cell)));
                image == to && region >> map.cell(home) & 1 == 1
            })
            .map(|map| Self::through(map, stored, table))
    }

    /// Returns the lookup in the table of `stored` of the board's tiles that `map` takes to it.
    fn through(map: Placement, stored: &Pattern, table: usize) -> Self {
        let goal = stored.shape().ordered_cells(stored.home());
        let mut lookup = Self::empty(table);
        for (cell, &tile) in goal.iter().enumerate() {
            lookup.cell[cell] = map.cell(cell) as u8;
            if let Some(name) = stored.label(goal[map.cell(cell)]) {
                lookup.label[usize::from(tile)] = name;
            }
        }
        lookup
    }

    fn empty(table: usize) -> Self {
        Self {
            table,
            cell: [0; MOST_CELLS],
            label: [Self::NONE; MOST_CELLS],
        }
    }

    /// Returns the lookup for boards that `map` turns into those of this one, and `goal` into their
    /// goal.
    pub(crate) fn after(&self, map: Placement, goal: &[u8]) -> Self {
        let mut after = Self::empty(self.table);
        for (place, name) in map.names(goal).into_iter().enumerate() {
            after.cell[place] = self.cell[map.cell(place)];
            after.label[place] = self.label[usize::from(name)];
        }
        after
    }

    /// Returns the tiles of the board that this lookup is about, as a mask.
    pub(crate) fn tiles(&self) -> u64 {
        colex::mask((0..MOST_CELLS).filter(|&tile| self.has(tile)))
    }

    /// Returns whether a tile of the board is one of these.
    #[inline]
    pub(crate) fn has(&self, tile: usize) -> bool {
        self.label[tile] != Self::NONE
    }

    /// Returns the places of this lookup's tiles.
    pub(crate) fn place(&self, board: &[u8]) -> PlacedTiles {
        let mut labels = [Self::NONE; MOST_CELLS];
        let mut placed = PlacedTiles {
            set: 0,
            order: [0; MAX_TILES],
        };
        for (&tile, &cell) in board.iter().zip(&self.cell) {
            let label = self.label[usize::from(tile)];
            if label != Self::NONE {
                labels[usize::from(cell) % labels.len()] = label;
                placed.set |= 1 << cell;
            }
        }
        for (place, cell) in placed.order.iter_mut().zip(colex::cells(placed.set)) {
            *place = labels[cell % labels.len()];
        }
        placed
    }

    /// Returns the rank of a board's state in the table. The blank is at `blank`.
    pub(crate) fn rank(&self, board: &[u8], blank: usize, index: &PatternIndex) -> u64 {
        let placed = self.place(board);
        let block = index.block(placed.set, self.cell[blank].into());
        u64::from(block) * index.orders() + u64::from(lehmer::rank(placed.order()))
    }
}
