//! One position of a sliding-tile puzzle.

use std::fmt;

use super::{Metric, Shape, line_of_cells};
use crate::StateError;

/// The most cells of a [`Board`]. Tables and exact searches are for boards of up to this many.
pub const MAX_CELLS: usize = 32;

/// A position: the tiles 1, 2, … and the blank (0), each once, in reading order.
///
/// A board need not be solvable: see [`Parity`](super::Parity). This small type is for tables and
/// exact searches, of shapes with at most [`MAX_CELLS`] cells. A [`Shape`] reads, checks and slides
/// the cells of boards of any size.
///
/// ```
/// use tilebase_core::sliding::Board;
/// let shape = "3x3".parse()?;
/// let mut board = Board::parse(shape, "1 2 3 / 4 5 6 / 7 8 _")?;
/// assert_eq!(board, Board::goal(shape));
/// assert_eq!(board.slide(5), 6); // the tile in cell 5 slides into the blank
/// assert_eq!(board.to_string(), "1 2 3 4 5 0 7 8 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    shape: Shape,
    blank: u8,
    cells: [u8; MAX_CELLS],
}

impl Board {
    /// Returns whether boards of this shape are small enough: of at most [`MAX_CELLS`] cells.
    #[inline]
    pub fn holds(shape: Shape) -> bool {
        shape.cells() <= MAX_CELLS
    }

    /// Returns an error for a shape that boards do not [hold](Self::holds).
    fn check_shape(shape: Shape) -> Result<(), StateError> {
        if Self::holds(shape) {
            return Ok(());
        }
        Err(StateError::TooManyCells {
            cells: shape.cells(),
            most: MAX_CELLS,
        })
    }

    /// Returns the usual goal: `1 2 3 … 0`.
    ///
    /// # Panics
    /// If boards do not [hold](Self::holds) the shape.
    pub fn goal(shape: Shape) -> Self {
        Self::ordered(shape, shape.tiles())
    }

    /// Returns the board with the tiles in order and the blank at `home`. Tables are made for such
    /// goals.
    ///
    /// # Panics
    /// If `home` is not a cell of the board, or boards do not [hold](Self::holds) the shape.
    pub fn ordered(shape: Shape, home: usize) -> Self {
        let mut cells = [0; MAX_CELLS];
        shape.order_cells(home, &mut cells);
        Self::from_parts(shape, home, cells)
    }

    /// Returns the board with these cells, given in reading order with the blank as 0.
    ///
    /// # Errors
    /// If boards do not [hold](Self::holds) the shape, it has another number of cells, or a tile is
    /// missing, repeated or unknown.
    pub fn from_cells(shape: Shape, given: &[u8]) -> Result<Self, StateError> {
        Self::check_shape(shape)?;
        shape.check_cells(given)?;
        Ok(Self::from_checked_cells(shape, given))
    }

    /// Returns the board with cells that are known to be valid, for instance those of another
    /// board, in a few nanoseconds: [`from_cells`](Self::from_cells) without the check.
    ///
    /// # Panics
    /// If boards do not [hold](Self::holds) the shape, or it has another number of cells. If the
    /// cells are invalid in another respect, the result is meaningless.
    #[inline]
    pub fn from_checked_cells(shape: Shape, given: &[u8]) -> Self {
        let mut cells = [0; MAX_CELLS];
        cells[..shape.cells()].copy_from_slice(given);
        let blank = given.iter().position(|&cell| cell == 0).unwrap_or_default() as u8;
        Self {
            shape,
            blank,
            cells,
        }
    }

    /// Reads a board from text, as [`Shape::parse_cells`] does.
    ///
    /// # Errors
    /// If boards do not [hold](Self::holds) the shape, a cell is not a number, or the cells are not
    /// an arrangement of the tiles and the blank.
    #[inline]
    pub fn parse(shape: Shape, text: &str) -> Result<Self, StateError> {
        Self::check_shape(shape)?;
        let mut cells = [0; MAX_CELLS];
        shape.parse_cells(text, &mut cells)?;
        Ok(Self::from_checked_cells(shape, &cells[..shape.cells()]))
    }

    /// Returns the shape of the board.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the cells in reading order, the blank as 0.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.shape.cells()]
    }

    /// Returns the cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        self.blank.into()
    }

    /// Returns the cells whose tile can slide into the blank, in ascending order.
    #[inline]
    pub fn movable(&self) -> impl Iterator<Item = usize> {
        self.shape.neighbours(self.blank())
    }

    /// Returns the cells to which one move can take the blank, as [`Shape::destinations`] does.
    #[inline]
    pub fn destinations(&self, metric: Metric) -> impl Iterator<Item = usize> {
        self.shape.destinations(self.blank(), metric)
    }

    /// Slides the tile at `cell` into the blank and returns the tile. Sliding the cell where the
    /// blank was before takes the move back.
    ///
    /// # Panics
    /// If `cell` is not beside the blank.
    #[inline]
    pub fn slide(&mut self, cell: usize) -> u8 {
        assert!(
            cell < self.shape.cells() && self.shape.distance(cell, self.blank()) == 1,
            "cell {cell} is not beside the blank"
        );
        self.swap_blank(cell)
    }

    /// Slides all tiles from `cell` to the blank by one cell towards the blank, along its row or
    /// its column, so that `cell` becomes blank. Returns the tile that was at `cell`. Sliding the
    /// cell where the blank was before takes the move back.
    ///
    /// # Panics
    /// If `cell` is not another cell in the row or the column of the blank.
    ///
    /// ```
    /// use tilebase_core::sliding::Board;
    /// let mut board = Board::goal("3x3".parse()?);
    /// assert_eq!(board.slide_line(6), 7); // tile 7 is pressed: 8 and 7 go to the right
    /// assert_eq!(board.to_string(), "1 2 3 4 5 6 0 7 8");
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    pub fn slide_line(&mut self, cell: usize) -> u8 {
        let (blank, tile) = (self.blank(), self.cells[cell]);
        self.shape.slide_cells(&mut self.cells, blank, cell);
        self.blank = cell as u8;
        tile
    }

    /// Slides the tile of a cell that is known to be beside the blank. Returns the tile.
    #[inline]
    pub(crate) fn swap_blank(&mut self, cell: usize) -> u8 {
        let tile = self.cells[cell];
        self.cells[self.blank()] = tile;
        self.cells[cell] = 0;
        self.blank = cell as u8;
        tile
    }

    /// Returns a board of cells that are known to be a permutation, with 0 at `blank`.
    #[inline]
    pub(crate) fn from_parts(shape: Shape, blank: usize, cells: [u8; MAX_CELLS]) -> Self {
        debug_assert_eq!(cells[blank], 0);
        Self {
            shape,
            blank: blank as u8,
            cells,
        }
    }
}

/// Writes one line that [`Board::parse`] reads: cells separated by spaces, with the blank as 0.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&line_of_cells(self.cells()))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}: {self})", self.shape)
    }
}
