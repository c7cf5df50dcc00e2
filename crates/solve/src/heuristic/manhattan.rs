//! Each tile alone on the board.

use tilebase_core::sliding::{Board, MAX_CELLS, Shape};

use super::{Heuristic, homes};

/// The sum over all tiles of the rows and columns between a tile and its home.
///
/// A move brings one tile one cell nearer or farther, so the sum never exceeds the distance and
/// changes by exactly 1 with each move: admissible and consistent.
///
/// ```
/// use tilebase_core::sliding::Board;
/// use tilebase_solve::heuristic::{Heuristic, Manhattan};
/// let shape = "3x3".parse()?;
/// let board = Board::parse(shape, "3 1 2 0 4 5 6 7 8")?;
/// assert_eq!(Manhattan::new(shape, 0).estimate(&board), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Manhattan {
    /// Moves that a tile needs from a cell: `moves[tile][cell]`, none for the blank.
    moves: [[u8; MAX_CELLS]; MAX_CELLS],
}

impl Manhattan {
    /// For boards of `shape` whose goal has the blank at `home`.
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn new(shape: Shape, home: usize) -> Self {
        let homes = homes(shape, home);
        let mut moves = [[0; MAX_CELLS]; MAX_CELLS];
        for (moves, &at) in moves.iter_mut().zip(&homes).take(shape.cells()).skip(1) {
            for (cell, moves) in moves.iter_mut().enumerate().take(shape.cells()) {
                *moves = shape.distance(cell, at.into()) as u8;
            }
        }
        Self { moves }
    }

    /// The sum over some tiles only, given as a mask: bit t for tile t.
    pub(crate) fn of(&self, board: &Board, tiles: u32) -> u32 {
        let cells = board.cells().iter().enumerate();
        cells
            .filter(|&(_, &tile)| tiles >> tile & 1 == 1)
            .map(|(cell, &tile)| u32::from(self.moves[usize::from(tile)][cell]))
            .sum()
    }

    /// The moves that `tile` alone needs from `cell`.
    pub(crate) fn of_tile(&self, tile: usize, cell: usize) -> u8 {
        self.moves[tile][cell]
    }
}

impl Heuristic for Manhattan {
    fn name(&self) -> String {
        "manhattan".into()
    }

    fn estimate(&self, board: &Board) -> u32 {
        self.of(board, u32::MAX)
    }
}
