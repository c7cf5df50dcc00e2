//! The board as the tuned engine sees it: moves of the blank, and where tiles belong.

use tilebase_core::sliding::{Board, MAX_CELLS, Shape, TileDistances};

use crate::heuristic::MAX_LOOKUPS;
/// The most views of a board: partitions of its tiles, and their reflections.
pub(super) use crate::heuristic::MAX_VIEWS;

/// The most look-ups that a node can hold. Views share those of the same tiles.
pub(super) const MAX_SLOTS: usize = MAX_LOOKUPS;

/// The most words of rooms, one byte for each view.
pub(super) const MAX_WORDS: usize = MAX_VIEWS / 8;

/// The length of arrays by cell or tile. Indices are taken modulo this length, so that none needs a
/// bounds check.
pub(super) const PADDED: usize = MAX_CELLS.next_power_of_two();

/// A move of the blank to a cell beside it, as a number: four times its old cell, plus the
/// direction in which that cell lies from the new one.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlankMove(usize);

/// All numbers of moves of the blank are less than this.
pub(super) const BLANK_MOVES: usize = 4 * PADDED;

impl BlankMove {
    pub(super) fn new(from: usize, to: usize) -> Self {
        Self(4 * from + direction(to, from))
    }

    /// Returns the move of a number, which is taken modulo [`BLANK_MOVES`].
    #[inline(always)]
    pub(super) fn from_number(number: usize) -> Self {
        Self(number % BLANK_MOVES)
    }

    #[inline(always)]
    pub(super) fn number(self) -> usize {
        self.0
    }

    /// Returns the direction that the blank comes from.
    #[inline(always)]
    pub(super) fn came(self) -> usize {
        self.0 % 4
    }

    /// Returns the cell that the blank leaves.
    #[inline(always)]
    pub(super) fn from(self) -> usize {
        self.0 / 4
    }
}

/// Returns the direction from a cell to one beside it: 0 up, 1 left, 2 right, 3 down.
pub(super) fn direction(from: usize, to: usize) -> usize {
    match (to < from, from.abs_diff(to)) {
        (true, 1) => 1,
        (true, _) => 0,
        (false, 1) => 2,
        (false, _) => 3,
    }
}

/// A board's shape and goal, with the distances of its tiles.
pub(super) struct Geometry {
    pub(super) shape: Shape,
    pub(super) goal: Board,
    /// The blank's cell in the goal.
    pub(super) home: usize,
    pub(super) distances: TileDistances,
    /// For each tile and each move of the blank that displaces it: 1 if the tile slides away from
    /// where it belongs, 0 if towards it.
    pub(super) away: [[u8; BLANK_MOVES]; PADDED],
}

impl Geometry {
    pub(super) fn new(shape: Shape, home: usize) -> Self {
        let goal = Board::ordered(shape, home);
        let distances = TileDistances::new(shape, goal.cells());
        let mut away = [[0; BLANK_MOVES]; PADDED];
        for blank in 0..shape.cells() {
            for cell in shape.neighbours(blank) {
                let number = BlankMove::new(blank, cell).number();
                for (tile, away) in away.iter_mut().enumerate().take(shape.cells()) {
                    let (before, after) =
                        (distances.moves(tile, cell), distances.moves(tile, blank));
                    away[number] = u8::from(after > before);
                }
            }
        }
        Self {
            shape,
            goal,
            home,
            distances,
            away,
        }
    }
}
