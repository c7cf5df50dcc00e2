//! One position of a sliding-tile puzzle.

use std::fmt;

use super::{MAX_CELLS, Metric, Shape};
use crate::parse::{self, StateError};

/// A position: the tiles 1, 2, … and the blank (0), each once, in reading order.
///
/// A board need not be solvable: see [`Parity`](super::Parity). Copying a board copies 27 bytes.
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
    /// Returns the usual goal: `1 2 3 … 0`.
    pub fn goal(shape: Shape) -> Self {
        let last = shape.cells() - 1;
        let mut cells = [0; MAX_CELLS];
        for (cell, tile) in cells[..last].iter_mut().zip(1..) {
            *cell = tile;
        }
        Self {
            shape,
            blank: last as u8,
            cells,
        }
    }

    /// Returns the board with the tiles in order and the blank at `home`. Tables are made for such
    /// goals.
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn ordered(shape: Shape, home: usize) -> Self {
        assert!(
            home < shape.cells(),
            "cell {home} is not on a {shape} board"
        );
        let mut cells = [0; MAX_CELLS];
        for (cell, value) in cells[..shape.cells()].iter_mut().enumerate() {
            *value = match cell.cmp(&home) {
                std::cmp::Ordering::Less => cell as u8 + 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => cell as u8,
            };
        }
        Self {
            shape,
            blank: home as u8,
            cells,
        }
    }

    /// Returns the board with these cells, given in reading order with the blank as 0.
    ///
    /// # Errors
    /// If the shape has another number of cells, or a tile is missing, repeated or unknown.
    pub fn from_cells(shape: Shape, given: &[u8]) -> Result<Self, StateError> {
        let expected = shape.cells();
        if given.len() != expected {
            return Err(StateError::WrongCount {
                expected,
                found: given.len(),
            });
        }
        let mut times = [0usize; MAX_CELLS];
        for (place, &value) in given.iter().enumerate() {
            if usize::from(value) >= expected {
                return Err(StateError::OutOfRange {
                    value: value.into(),
                    max: shape.tiles() as u64,
                    position: place + 1,
                });
            }
            times[usize::from(value)] += 1;
        }
        // People learn more from the tile that is repeated than from the one that is missing.
        if let Some(value) = (0..expected)
            .find(|&v| times[v] > 1)
            .or_else(|| (0..expected).find(|&v| times[v] == 0))
        {
            let what = if value == 0 { "the blank".to_owned() } else { format!("tile {value}") };
            return Err(StateError::WrongNumber {
                what,
                found: times[value],
                expected: 1,
            });
        }
        Ok(Self::from_checked_cells(shape, given))
    }

    /// Takes cells that are known to be a board, for instance those of another board: as
    /// [`from_cells`](Self::from_cells), in a few nanoseconds.
    ///
    /// # Panics
    /// If there are not as many as the shape has. Other cells that are not a board give one that
    /// has no meaning.
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

    /// Reads a board from text: its cells in reading order, separated by spaces, commas,
    /// semicolons, slashes or bars, with or without brackets, or as one word if every tile has one
    /// digit. The blank is `0`, `*`, `_` or `.`. From a JSON object the list with the key `state`
    /// is read.
    ///
    /// # Errors
    /// The same as for [`from_cells`](Self::from_cells), and if a cell is not a number.
    #[inline]
    pub fn parse(shape: Shape, text: &str) -> Result<Self, StateError> {
        let tokens = parse::tokens(text, shape.cells())?;
        if tokens.len() != shape.cells() {
            return Err(StateError::WrongCount {
                expected: shape.cells(),
                found: tokens.len(),
            });
        }
        let mut cells = [0; MAX_CELLS];
        for (place, (cell, token)) in cells.iter_mut().zip(tokens).enumerate() {
            *cell = parse::number(token, place + 1, shape.tiles() as u8)?;
        }
        Self::from_cells(shape, &cells[..shape.cells()])
    }

    /// Returns the size of the board.
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

    /// Returns the cells to which one move can take the blank. To make the move, a player presses
    /// the tile there. The cells are in the order of [`Shape::neighbours`] or [`Shape::in_line`].
    #[inline]
    pub fn destinations(&self, metric: Metric) -> impl Iterator<Item = usize> {
        let single = (metric == Metric::Single).then(|| self.movable());
        let multi = (metric == Metric::Multi).then(|| self.shape.in_line(self.blank()));
        single
            .into_iter()
            .flatten()
            .chain(multi.into_iter().flatten())
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
        let (shape, blank) = (self.shape, self.blank());
        let step = match cell < shape.cells() && cell != blank {
            true if shape.row(cell) == shape.row(blank) => 1,
            true if shape.col(cell) == shape.col(blank) => shape.cols(),
            _ => panic!("cell {cell} is not another cell in line with the blank"),
        };
        loop {
            let next = if cell < self.blank() { self.blank() - step } else { self.blank() + step };
            let tile = self.swap_blank(next);
            if next == cell {
                return tile;
            }
        }
    }

    /// Does the same as [`slide`](Self::slide) for a cell that is known to be beside the blank.
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
        // The line is written at once: a call of the formatter for each cell takes five times as
        // long.
        let mut line = String::with_capacity(3 * MAX_CELLS);
        for (place, &cell) in self.cells().iter().enumerate() {
            if place > 0 {
                line.push(' ');
            }
            if cell >= 10 {
                line.push(char::from(b'0' + cell / 10));
            }
            line.push(char::from(b'0' + cell % 10));
        }
        f.write_str(&line)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}: {self})", self.shape)
    }
}
