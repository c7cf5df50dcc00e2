//! Tiles in their own line that block each other.
//!
//! Two tiles that are both in the row they belong to, but in the wrong order, cannot both stay in
//! it: one must step out and come back, 2 moves that the Manhattan distance does not count. In a
//! row with several such tiles, the ones that stay must be in order already, so the fewest that
//! must leave are all but a longest increasing subsequence of homes. Counting *pairs* in conflict,
//! as is often done, is too much: for three tiles in reversed order (three pairs), two steps aside
//! are enough.
//!
//! Rows and columns add up, because a tile leaves its row by a vertical move and its column by a
//! horizontal one. The bound is also consistent: a move changes no order within the line it goes
//! along, and the lines across it gain or lose one tile, which matters (by 2) only in the tile's
//! home line, where the Manhattan distance changes by 1 in the other direction.
//!
//! O. Hansson, A. Mayer, M. Yung: Criticizing solutions to relaxed models yields powerful
//! admissible heuristics. Information Sciences 63 (1992).

use tilebase_core::sliding::{CELLS_LIMIT, Shape, TileDistances, cells_of_tiles};

use super::{Heuristic, HeuristicName};

/// The Manhattan distance, and 2 for each tile that must leave its row or column to let others
/// pass.
///
/// ```
/// use tilebase_core::sliding::{Board, Shape};
/// use tilebase_solve::heuristic::{Heuristic, LinearConflict};
/// let shape: Shape = "3x3".parse()?;
/// // 5, 4, 3 stand reversed in their row: 4 moves by Manhattan, and two must step aside.
/// let board = Board::parse(shape, "0 1 2 5 4 3 6 7 8")?;
/// assert_eq!(LinearConflict::new(shape, &shape.ordered_cells(0)).estimate(&board), 4 + 2 * 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LinearConflict {
    shape: Shape,
    manhattan: TileDistances,
    /// The home of each tile.
    homes: [u8; CELLS_LIMIT],
}

/// The most cells of a row or a column.
const LONGEST_LINE: usize = CELLS_LIMIT / 2;

impl LinearConflict {
    /// Returns the heuristic for boards of any size, of which `goal` is the goal.
    ///
    /// ```
    /// use tilebase_core::sliding::Shape;
    /// use tilebase_solve::heuristic::{Heuristic, LinearConflict};
    /// let shape: Shape = "16x16".parse()?;
    /// let goal = shape.ordered_cells(255);
    /// let mut cells = goal.clone();
    /// cells.swap(0, 1);
    /// cells.swap(16, 17);
    /// assert_eq!(LinearConflict::new(shape, &goal).of_cells(&cells), 4 + 2 * 2);
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// If `goal` is not an arrangement of the board.
    pub fn new(shape: Shape, goal: &[u8]) -> Self {
        Self {
            shape,
            manhattan: TileDistances::new(shape, goal),
            homes: cells_of_tiles(goal),
        }
    }

    /// Returns the fewest tiles that must leave a line. `cells` are its cells in order, and `of`
    /// says of a cell which line it is in and the place within that line.
    fn leaving(
        &self,
        board: &[u8],
        cells: impl Iterator<Item = usize>,
        of: impl Fn(usize) -> (usize, usize),
    ) -> u32 {
        // longest[i]: the longest increasing run of homes that ends with the i-th tile at home
        // here.
        let mut places = [0u8; LONGEST_LINE];
        let mut longest = [0u8; LONGEST_LINE];
        let mut count = 0;
        for cell in cells {
            let tile = board[cell];
            let (line, place) = of(self.homes[usize::from(tile)].into());
            if tile == 0 || line != of(cell).0 {
                continue;
            }
            let place = place as u8;
            places[count] = place;
            longest[count] = 1
                + (0..count)
                    .filter(|&earlier| places[earlier] < place)
                    .map(|earlier| longest[earlier])
                    .max()
                    .unwrap_or(0);
            count += 1;
        }
        let staying = longest[..count].iter().max().copied().unwrap_or(0);
        count as u32 - u32::from(staying)
    }
}

impl Heuristic for LinearConflict {
    fn name(&self) -> String {
        HeuristicName::LinearConflict.to_string()
    }

    fn of_cells(&self, board: &[u8]) -> u32 {
        let shape = self.shape;
        let (rows, cols) = (shape.rows(), shape.cols());
        let by_row = |cell| (shape.row(cell), shape.col(cell));
        let by_col = |cell| (shape.col(cell), shape.row(cell));
        let in_rows: u32 = (0..rows)
            .map(|row| self.leaving(board, (0..cols).map(|col| row * cols + col), by_row))
            .sum();
        let in_cols: u32 = (0..cols)
            .map(|col| self.leaving(board, (0..rows).map(|row| row * cols + col), by_col))
            .sum();
        self.manhattan.sum(board) + 2 * (in_rows + in_cols)
    }
}
