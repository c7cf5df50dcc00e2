//! The size of a board, and its geometry.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most cells a board may have: each has a number of its own in a byte.
pub const CELLS_LIMIT: usize = 256;

/// The size of a board: 2 or more rows and columns, at most [`CELLS_LIMIT`] cells.
///
/// Cells are numbered in reading order from 0. Arrangements of the tiles on a board of any size are
/// slices of cells, which a shape reads, checks and slides. Tables and exact searches use
/// [`Board`](super::Board), which [holds](super::Board::holds) smaller shapes alone.
///
/// ```
/// use tilebase_core::sliding::Shape;
/// let shape: Shape = "2x5".parse()?;
/// assert_eq!((shape.rows(), shape.cols(), shape.cells()), (2, 5, 10));
/// assert_eq!(shape.neighbours(0).collect::<Vec<_>>(), [1, 5]);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "RowsAndColumns")]
pub struct Shape {
    rows: u8,
    cols: u8,
}

/// A shape as it stands in a file, before its size is checked.
#[derive(Deserialize)]
#[serde(rename = "Shape")]
struct RowsAndColumns {
    rows: u8,
    cols: u8,
}

impl TryFrom<RowsAndColumns> for Shape {
    type Error = ShapeError;

    fn try_from(read: RowsAndColumns) -> Result<Self, ShapeError> {
        Self::new(read.rows.into(), read.cols.into())
    }
}

/// A size that no board can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a board: write ROWSxCOLUMNS, each 2 or more and at most {CELLS_LIMIT} cells in \
     all, such as 3x3 or 2x5"
)]
pub struct ShapeError(pub(crate) String);

impl Shape {
    /// Returns the size of boards with `rows` rows and `cols` columns.
    ///
    /// # Errors
    /// If either is less than 2 or there are more than [`CELLS_LIMIT`] cells.
    pub fn new(rows: usize, cols: usize) -> Result<Self, ShapeError> {
        let fits = rows >= 2 && cols >= 2 && rows.saturating_mul(cols) <= CELLS_LIMIT;
        if !fits {
            return Err(ShapeError(format!("{rows}x{cols}")));
        }
        Ok(Self {
            rows: rows as u8,
            cols: cols as u8,
        })
    }

    /// Returns the number of rows.
    #[inline]
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Returns the number of columns.
    #[inline]
    pub fn cols(self) -> usize {
        self.cols.into()
    }

    /// Returns the number of cells, including the blank's.
    #[inline]
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Returns the number of tiles, one less than the number of cells.
    #[inline]
    pub fn tiles(self) -> usize {
        self.cells() - 1
    }

    /// Returns the shape with its shorter side as rows: 3x4 for 4x3.
    #[inline]
    pub fn wide(self) -> Self {
        if self.rows > self.cols { self.transposed() } else { self }
    }

    /// Returns the size with rows and columns exchanged.
    pub fn transposed(self) -> Self {
        Self {
            rows: self.cols,
            cols: self.rows,
        }
    }

    /// Returns whether boards of this shape, or their mirror images, are parts of boards of another
    /// shape.
    ///
    /// ```
    /// use tilebase_core::sliding::Shape;
    /// let long: Shape = "3x10".parse()?;
    /// let fits = |name: &str| name.parse().is_ok_and(|shape: Shape| shape.fits_into(long));
    /// assert!(fits("3x10") && fits("9x2") && !fits("4x4"));
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    pub fn fits_into(self, other: Self) -> bool {
        [self, self.transposed()]
            .iter()
            .any(|own| own.rows <= other.rows && own.cols <= other.cols)
    }

    /// Returns the cell in a row and a column, both from 0.
    #[inline]
    pub fn cell(self, row: usize, col: usize) -> usize {
        row * self.cols() + col
    }

    /// Returns the row of a cell, from 0 at the top.
    #[inline]
    pub fn row(self, cell: usize) -> usize {
        cell / self.cols()
    }

    /// Returns the column of a cell, from 0 at the left.
    #[inline]
    pub fn col(self, cell: usize) -> usize {
        cell % self.cols()
    }

    /// Returns the Manhattan distance between two cells, in rows plus columns: the number of moves
    /// that a lone tile needs from one to the other.
    #[inline]
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// Returns the cells beside a cell, in ascending order.
    #[inline]
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        self.beside(cell).into_iter().flatten()
    }

    /// Returns the cells above, on the left, on the right, and below a cell.
    #[inline]
    pub fn beside(self, cell: usize) -> [Option<usize>; 4] {
        let (cols, row, col) = (self.cols(), self.row(cell), self.col(cell));
        [
            (row > 0).then(|| cell - cols),
            (col > 0).then(|| cell - 1),
            (col + 1 < cols).then(|| cell + 1),
            (row + 1 < self.rows()).then(|| cell + cols),
        ]
    }

    /// Returns the other cells of a cell's column, first those above and then those below it, then
    /// the other cells of its row, first to the left and then to the right; in each direction the
    /// nearest first.
    #[inline]
    pub fn in_line(self, cell: usize) -> impl Iterator<Item = usize> {
        let (cols, first) = (self.cols(), self.row(cell) * self.cols());
        let above = (self.col(cell)..cell).step_by(cols).rev();
        let left = (first..cell).rev();
        let right = cell + 1..first + cols;
        let below = (cell + cols..self.cells()).step_by(cols);
        above.chain(below).chain(left).chain(right)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let wrong = || ShapeError(text.chars().take(40).collect());
        let (rows, cols) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
        let (rows, cols) = rows
            .parse()
            .and_then(|rows| Ok((rows, cols.parse()?)))
            .map_err(|_| wrong())?;
        Self::new(rows, cols).map_err(|_| wrong())
    }
}
