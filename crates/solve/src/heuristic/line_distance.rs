//! A bound for moves of several tiles, on boards of any size.
//!
//! A move along a column brings tiles nearer to their rows by one row each, and slides at most as
//! many tiles as the column has without the blank. So the sum of all rows between tiles and their
//! homes, divided by that number, bounds the moves along columns from below; and in the same way
//! for rows. This is weak, but it needs no table, and there is no stronger bound for large boards:
//! one move slides tiles of several patterns.

use tilebase_core::sliding::{CELLS_LIMIT, Shape, cells_of_tiles};

use super::{Heuristic, HeuristicName};

/// The rows between tiles and their homes, shared among the moves along columns, and the columns
/// among those along rows. A bound in the multi-tile metric.
///
/// ```
/// use tilebase_core::sliding::{Board, Shape};
/// use tilebase_solve::heuristic::{Heuristic, LineDistance};
/// let shape: Shape = "3x3".parse()?;
/// // Four tiles are one column away, of which one move slides two: two moves, and one between.
/// let board = Board::parse(shape, "1 2 0 4 5 3 7 8 6")?;
/// let lines = LineDistance::new(shape, &shape.ordered_cells(8));
/// assert_eq!(lines.estimate(&board), 1);
/// let board = Board::parse(shape, "0 1 2 5 4 6 7 8 3")?;
/// assert_eq!(lines.estimate(&board), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LineDistance {
    shape: Shape,
    /// The row and the column of each cell.
    lines: [[u8; 2]; CELLS_LIMIT],
    /// Those of the home of each tile.
    homes: [[u8; 2]; CELLS_LIMIT],
}

impl LineDistance {
    /// Returns the heuristic for boards of any size, of which `goal` is the goal.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of the board.
    pub fn new(shape: Shape, goal: &[u8]) -> Self {
        let line = |cell| [shape.row(cell) as u8, shape.col(cell) as u8];
        Self {
            shape,
            lines: std::array::from_fn(line),
            homes: cells_of_tiles(goal).map(|home| line(home.into())),
        }
    }
}

impl Heuristic for LineDistance {
    fn name(&self) -> String {
        HeuristicName::Lines.to_string()
    }

    fn of_cells(&self, cells: &[u8]) -> u32 {
        let (mut rows, mut cols) = (0, 0);
        let tiles = self.lines.iter().zip(cells);
        for (&[row, col], &tile) in tiles.filter(|&(_, &tile)| tile != 0) {
            let home = self.homes[usize::from(tile)];
            rows += usize::from(row.abs_diff(home[0]));
            cols += usize::from(col.abs_diff(home[1]));
        }
        let along_columns = rows.div_ceil(self.shape.rows() - 1) as u32;
        let along_rows = cols.div_ceil(self.shape.cols() - 1) as u32;
        alternating(along_columns, along_rows)
    }
}

/// Returns the moves of several tiles that solutions with at least so many along columns and along
/// rows have: in a shortest one, they alternate.
pub(super) fn alternating(along_columns: u32, along_rows: u32) -> u32 {
    let between = (2 * along_columns.max(along_rows)).saturating_sub(1);
    between.max(along_columns + along_rows)
}
