//! Where to look for a pattern of a board: in which table, and turned or mirrored how.

use tilebase_core::{
    pattern::{MAX_TILES, Pattern, PatternIndex, colex, lehmer},
    sliding::{Board, MAX_CELLS, symmetries},
};

/// One pattern of the board, seen through a symmetry as the pattern of a table.
#[derive(Debug, Clone)]
pub(crate) struct Lookup {
    /// Which table.
    pub(crate) table: usize,
    /// The table's cell for each cell of the board.
    pub(crate) cell: [u8; MAX_CELLS],
    /// The table's label for each tile of the board; [`NONE`](Self::NONE) for tiles of other
    /// patterns.
    pub(crate) label: [u8; MAX_CELLS],
}

/// Where the tiles of a lookup are, as its table sees them.
pub(crate) struct Placed {
    /// Their cells, as a mask.
    pub(crate) set: u32,
    /// Their labels in reading order.
    order: [u8; MAX_TILES],
}

impl Placed {
    pub(crate) fn order(&self) -> &[u8] {
        &self.order[..self.set.count_ones() as usize]
    }
}

impl Lookup {
    pub(crate) const NONE: u8 = u8::MAX;

    /// Looks for `pattern`, or for what a symmetry of the board makes of it, in the table of
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
                let image = colex::mask(colex::cells(from).map(|cell| map[cell].into()));
                image == to && region >> map[home] & 1 == 1
            })
            .map(|map| Self::through(map, stored, table))
    }

    /// Returns the lookup in the table of `stored` of the board's tiles that `map` takes to it.
    fn through(map: [u8; MAX_CELLS], stored: &Pattern, table: usize) -> Self {
        let goal = Board::ordered(stored.shape(), stored.home());
        let mut label = [Self::NONE; MAX_CELLS];
        for (cell, &tile) in goal.cells().iter().enumerate() {
            let image = goal.cells()[usize::from(map[cell])];
            if let Some(name) = stored.label(image) {
                label[usize::from(tile)] = name;
            }
        }
        Self {
            table,
            cell: map,
            label,
        }
    }

    /// Returns the same lookup after the board itself has gone through `map`, which must keep the
    /// blank's home.
    pub(crate) fn after(&self, map: &[u8; MAX_CELLS], goal: &Board) -> Self {
        let mut after = self.clone();
        for (cell, &tile) in goal.cells().iter().enumerate() {
            let image = usize::from(map[cell]);
            after.cell[cell] = self.cell[image];
            after.label[usize::from(tile)] = self.label[usize::from(goal.cells()[image])];
        }
        after
    }

    /// Returns the tiles of the board this is about, as a mask.
    pub(crate) fn tiles(&self) -> u32 {
        let labels = self.label.iter().enumerate();
        labels
            .filter(|&(_, &label)| label != Self::NONE)
            .fold(0, |set, (tile, _)| set | 1 << tile)
    }

    /// Returns where the tiles of this lookup are.
    pub(crate) fn place(&self, board: &Board) -> Placed {
        let mut labels = [Self::NONE; MAX_CELLS.next_power_of_two()];
        let mut placed = Placed {
            set: 0,
            order: [0; MAX_TILES],
        };
        for (&tile, &cell) in board.cells().iter().zip(&self.cell) {
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

    /// Returns the rank of a board's state in the table.
    pub(crate) fn rank(&self, board: &Board, index: &PatternIndex) -> u64 {
        let placed = self.place(board);
        let block = index.block(placed.set, self.cell[board.blank()].into());
        u64::from(block) * index.orders() + u64::from(lehmer::rank(placed.order()))
    }
}
