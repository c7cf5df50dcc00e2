//! The Manhattan distance: each tile alone on the board.

use tilebase_core::sliding::{Board, Shape, TileDistances};

use super::{Heuristic, HeuristicName};

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
pub struct Manhattan(TileDistances);

impl Manhattan {
    /// Returns the heuristic for boards of `shape` whose goal has the blank at `home`.
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn new(shape: Shape, home: usize) -> Self {
        Self::of_goal(shape, &shape.ordered_cells(home))
    }

    /// Returns the heuristic for boards of any size, of which `goal` is the goal.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of the board.
    pub fn of_goal(shape: Shape, goal: &[u8]) -> Self {
        Self(TileDistances::new(shape, goal))
    }

    /// Returns the Manhattan distance of an arrangement of the board, in moves.
    ///
    /// # Panics
    /// If the cells have a number that is not a tile.
    #[inline]
    pub fn of_cells(&self, cells: &[u8]) -> u32 {
        self.0.sum(cells)
    }
}

impl Heuristic for Manhattan {
    fn name(&self) -> String {
        HeuristicName::Manhattan.to_string()
    }

    fn estimate(&self, board: &Board) -> u32 {
        self.of_cells(board.cells())
    }
}
