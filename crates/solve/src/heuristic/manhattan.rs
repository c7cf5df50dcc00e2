//! The Manhattan distance: each tile alone on the board.

use tilebase_core::sliding::TileDistances;

use super::{Heuristic, HeuristicName, UnitBound};

/// The sum over all tiles of the rows and columns between a tile and its home.
///
/// A move brings one tile one cell nearer or farther, so the sum never exceeds the distance and
/// changes by exactly 1 with each move: admissible and consistent.
///
/// ```
/// use tilebase_core::sliding::{Board, Shape, TileDistances};
/// use tilebase_solve::heuristic::Heuristic;
/// let shape: Shape = "3x3".parse()?;
/// let board = Board::parse(shape, "3 1 2 0 4 5 6 7 8")?;
/// assert_eq!(TileDistances::new(shape, &shape.ordered_cells(0)).estimate(&board), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Heuristic for TileDistances {
    fn name(&self) -> String {
        HeuristicName::Manhattan.to_string()
    }

    fn of_cells(&self, cells: &[u8]) -> u32 {
        self.sum(cells)
    }

    fn unit_bound(&self) -> Option<UnitBound<'_>> {
        Some(UnitBound::Manhattan(self))
    }
}
