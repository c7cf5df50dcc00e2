//! The numbers of moves that each tile alone needs to reach its cell in the goal.

use super::{Board, MAX_CELLS};

/// The distance of every tile from every cell to its cell in a goal, in rows plus columns: the
/// number of moves that the tile would need if no other stood in its way.
///
/// The sum over all tiles is the *Manhattan distance* of a board. Each move changes it by exactly
/// one.
///
/// ```
/// use tilebase_core::sliding::{Board, TileDistances};
/// let goal = Board::goal("3x3".parse()?);
/// let distances = TileDistances::new(&goal);
/// let board = Board::parse(goal.shape(), "8 1 2 3 4 5 6 7 0")?;
/// assert_eq!(distances.moves(8, 0), goal.shape().distance(0, 7) as u8);
/// assert_eq!(distances.sum(&board, u32::MAX), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileDistances {
    /// The distances as `moves[tile][cell]`; 0 for the blank.
    moves: [[u8; MAX_CELLS]; MAX_CELLS],
}

impl TileDistances {
    /// Computes the distances to `goal`.
    pub fn new(goal: &Board) -> Self {
        let shape = goal.shape();
        let mut moves = [[0; MAX_CELLS]; MAX_CELLS];
        for (home, &tile) in goal
            .cells()
            .iter()
            .enumerate()
            .filter(|&(_, &tile)| tile != 0)
        {
            for (cell, moves) in moves[usize::from(tile)][..shape.cells()]
                .iter_mut()
                .enumerate()
            {
                *moves = shape.distance(cell, home) as u8;
            }
        }
        Self { moves }
    }

    /// Returns the number of moves that `tile` alone needs from `cell`; 0 for the blank.
    ///
    /// # Panics
    /// If either is [`MAX_CELLS`] or more.
    #[inline]
    pub fn moves(&self, tile: usize, cell: usize) -> u8 {
        self.moves[tile][cell]
    }

    /// Returns the sum of the distances of some tiles of a board. `tiles` is a mask with bit t for
    /// tile t. The board must have the goal's shape.
    pub fn sum(&self, board: &Board, tiles: u32) -> u32 {
        let cells = board.cells().iter().enumerate();
        cells
            .filter(|&(_, &tile)| tiles >> tile & 1 == 1)
            .map(|(cell, &tile)| u32::from(self.moves[usize::from(tile)][cell]))
            .sum()
    }
}
