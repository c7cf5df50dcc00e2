//! The Manhattan distance: each tile alone on the board.

use tilebase_core::sliding::TileDistances;

use super::{Heuristic, HeuristicName, IncrementalBound};

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
    fn incremental<'a>(&'a self, cells: &[u8]) -> Option<Box<dyn IncrementalBound + 'a>> {
        Some(Box::new(DistancesSum::new(self, cells)))
    }
}

/// The Manhattan distance of a board whose tiles slide.
pub(super) struct DistancesSum<'a> {
    distances: &'a TileDistances,
    sum: u32,
}

impl<'a> DistancesSum<'a> {
    pub(super) fn new(distances: &'a TileDistances, cells: &[u8]) -> Self {
        let sum = distances.sum(cells);
        Self { distances, sum }
    }

    /// Returns the distance after a tile has slid.
    #[inline]
    pub(super) fn slide(&mut self, tile: u8, from: usize, to: usize) -> u32 {
        let moves = self.distances.of_tile(tile.into());
        self.sum = self.sum + u32::from(moves[to]) - u32::from(moves[from]);
        self.sum
    }
}

impl IncrementalBound for DistancesSum<'_> {
    fn slide(&mut self, _: &[u8], tile: u8, from: usize, to: usize) -> u32 {
        self.slide(tile, from, to)
    }

    fn take_back(&mut self, tile: u8, from: usize, to: usize) {
        self.slide(tile, to, from);
    }
}
