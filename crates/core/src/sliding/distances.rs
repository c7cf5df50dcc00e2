//! The numbers of moves that each tile alone needs to reach its cell in the goal.

use super::Shape;

/// The distance of every tile from every cell to its cell in a goal, in rows plus columns: the
/// number of moves that the tile would need if no other stood in its way.
///
/// The sum over all tiles is the *Manhattan distance* of an arrangement. Each move changes it by
/// exactly one.
///
/// ```
/// use tilebase_core::sliding::{Shape, TileDistances};
/// let shape: Shape = "3x3".parse()?;
/// let distances = TileDistances::new(shape, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
/// assert_eq!(distances.moves(8, 0), shape.distance(0, 7) as u8);
/// assert_eq!(distances.sum(&[8, 1, 2, 3, 4, 5, 6, 7, 0]), 14);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileDistances {
    cells: usize,
    /// The distances of each tile from all cells, one tile after another; 0 for the blank.
    moves: Box<[u8]>,
}

impl TileDistances {
    /// Computes the distances to `goal`, an arrangement of boards of this shape.
    ///
    /// # Panics
    /// If `goal` has a number that is not a tile, or fewer or more cells than the board.
    pub fn new(shape: Shape, goal: &[u8]) -> Self {
        let cells = shape.cells();
        assert_eq!(
            goal.len(),
            cells,
            "the goal must have the cells of {shape} boards"
        );
        let mut moves = vec![0; cells * cells].into_boxed_slice();
        for (home, &tile) in goal.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let of_tile = &mut moves[usize::from(tile) * cells..][..cells];
            // Row by row, since a beam of a large board that is soon done needs all of them, too.
            let rows = of_tile.chunks_exact_mut(shape.cols()).enumerate();
            for (row, of_row) in rows {
                let down = row.abs_diff(shape.row(home)) as u8;
                for (moves, col) in of_row.iter_mut().zip(0..) {
                    *moves = down + u8::abs_diff(col, shape.col(home) as u8);
                }
            }
        }
        Self { cells, moves }
    }

    /// Computes the distances to `goal` on any cells. `between` has those from each cell to each,
    /// one cell after another.
    ///
    /// # Panics
    /// If `goal` has a number that is not a tile, or there are not as many distances.
    pub fn between(between: &[u8], goal: &[u8]) -> Self {
        let cells = goal.len();
        let mut moves = vec![0; between.len()].into_boxed_slice();
        let homes = goal.iter().zip(between.chunks_exact(cells));
        for (&tile, from_home) in homes.filter(|(tile, _)| **tile != 0) {
            moves[usize::from(tile) * cells..][..cells].copy_from_slice(from_home);
        }
        Self { cells, moves }
    }

    /// Returns the number of moves that `tile` alone needs from `cell`; 0 for the blank.
    ///
    /// # Panics
    /// If the board has no such tile.
    #[inline]
    pub fn moves(&self, tile: usize, cell: usize) -> u8 {
        self.of_tile(tile)[cell]
    }

    /// Returns the number of moves that `tile` alone needs from each cell; 0 for the blank.
    ///
    /// # Panics
    /// If the board has no such tile.
    #[inline]
    pub fn of_tile(&self, tile: usize) -> &[u8] {
        &self.moves[tile * self.cells..][..self.cells]
    }

    /// Returns the sum of the distances of all tiles of an arrangement: its Manhattan distance.
    #[inline]
    pub fn sum(&self, cells: &[u8]) -> u32 {
        self.sum_of(cells, |_| true)
    }

    /// Returns the sum of the distances of the tiles for which `counts` is true.
    ///
    /// # Panics
    /// If the board has no such tile.
    #[inline]
    pub fn sum_of(&self, cells: &[u8], counts: impl Fn(u8) -> bool) -> u32 {
        let cells = cells.iter().enumerate();
        cells
            .filter(|&(_, &tile)| counts(tile))
            .map(|(cell, &tile)| u32::from(self.moves(tile.into(), cell)))
            .sum()
    }
}
