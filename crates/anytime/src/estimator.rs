//! Estimates of the moves left, by which a beam ranks boards.

use tilebase_core::sliding::{CELLS_LIMIT, TileDistances};

/// Numbers of cells for estimators that read few cells of a board: as many as fit into one cache
/// line and into two, and all.
pub(crate) const FEW_PADDED_CELLS: &[usize] = &[49, 113, CELLS_LIMIT];

/// Returns the least of these numbers that is at least `cells`.
pub(crate) fn padded_cells(numbers: &[usize], cells: usize) -> Option<usize> {
    numbers.iter().copied().find(|&padded| cells <= padded)
}

/// Estimates the moves left from a board, in any unit: the beam only compares estimates and adds
/// changes.
pub trait Estimator: Sync {
    /// The numbers of cells to which boards are padded, ascending. A beam is compiled for each:
    /// more of them make a [`change`](Self::change) faster that reads all cells. Those that a beam
    /// knows are 16, 25, 36, 49, 64, 113 and 256. Boards of more cells cannot be searched.
    const PADDED_CELLS: &'static [usize] = FEW_PADDED_CELLS;

    /// Returns the estimate of a board, given as its cells.
    fn estimate(&self, cells: &[u8]) -> i32;

    /// Returns the change of the estimate by a move. `cells` are those before the move, with zeros
    /// after those of the board.
    fn change<const N: usize>(&self, slide: TileSlide, cells: &[u8; N]) -> i32;

    /// Returns a further change by a move. A beam adds it only when it makes the board, so it
    /// counts from the next layer on: most children are never made.
    fn later_change<const N: usize>(&self, _slide: TileSlide, _cells: &[u8; N]) -> i32 {
        0
    }
}

/// A move: a tile slides to the blank's cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileSlide {
    /// The tile.
    pub tile: u8,
    /// The cell that it leaves.
    pub from: u8,
    /// The cell where the blank was.
    pub to: u8,
    /// The direction of the blank: 0 up, 1 left, 2 right, 3 down.
    pub direction: u8,
}

/// The Manhattan distance to a target.
impl Estimator for TileDistances {
    fn estimate(&self, cells: &[u8]) -> i32 {
        self.sum(cells) as i32
    }

    /// Returns 1 if the move takes the tile farther from its cell in the target; else −1.
    #[inline(always)]
    fn change<const N: usize>(&self, slide: TileSlide, _: &[u8; N]) -> i32 {
        let moves = self.of_tile(slide.tile.into());
        i32::from(moves[usize::from(slide.to)]) - i32::from(moves[usize::from(slide.from)])
    }
}
