//! Arrangements of boards of any size, as slices of cells: reading, checking, printing and sliding.
//!
//! Cells are in reading order, 0 for the blank. [`Board`](super::Board), the small type for tables
//! and exact searches, uses these functions, too.

use super::{Metric, Shape, shape::CELLS_LIMIT};
use crate::parse::{self, StateError};

/// A set of numbers below [`CELLS_LIMIT`], as bits.
pub(super) type NumberSet = [u64; CELLS_LIMIT / 64];

/// Arrangements of the tiles.
impl Shape {
    /// Writes the arrangement with the tiles in order and the blank at `home`.
    ///
    /// ```
    /// use tilebase_core::sliding::Shape;
    /// let shape: Shape = "2x3".parse()?;
    /// let mut cells = [0; 6];
    /// shape.order_cells(1, &mut cells);
    /// assert_eq!(cells, [1, 0, 2, 3, 4, 5]);
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// If `home` is not a cell of the board, or there are fewer cells than the board has.
    pub fn order_cells(self, home: usize, cells: &mut [u8]) {
        assert!(home < self.cells(), "cell {home} is not on a {self} board");
        let cells = &mut cells[..self.cells()];
        for (cell, value) in cells.iter_mut().zip(0..=u8::MAX) {
            *cell = value;
        }
        // The tiles before the blank are one greater than their cells.
        cells[..=home].rotate_left(1);
    }

    /// Returns the arrangement with the tiles in order and the blank at `home`.
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn ordered_cells(self, home: usize) -> Vec<u8> {
        let mut cells = vec![0; self.cells()];
        self.order_cells(home, &mut cells);
        cells
    }

    /// Reads an arrangement from text into `cells`: the cells in reading order, separated by
    /// spaces, commas, semicolons, slashes or bars, with or without brackets, or as one word if
    /// every tile has one digit. The blank is `0`, `*`, `_` or `.`. From a JSON object the list
    /// with the key `state` is read.
    ///
    /// # Errors
    /// If a cell is not a number, or the cells are not an arrangement of the tiles and the blank.
    /// `cells` has no meaning then.
    ///
    /// # Panics
    /// If there are fewer cells than the board has.
    #[inline]
    pub fn parse_cells(self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        let tokens = parse::tokens(text, self.cells())?;
        let cells = &mut cells[..self.cells()];
        for (place, (cell, token)) in cells.iter_mut().zip(tokens).enumerate() {
            *cell = parse::number(token, place, self.tiles() as u8)?;
        }
        self.check_cells(cells)
    }

    /// Checks that these cells are an arrangement of the tiles and the blank. Costs about a
    /// nanosecond per cell.
    ///
    /// # Errors
    /// If there are more or fewer cells, or a tile is missing, repeated or unknown.
    #[inline]
    pub fn check_cells(self, cells: &[u8]) -> Result<(), StateError> {
        let expected = self.cells();
        StateError::unless_as_many(expected, cells.len())?;
        let mut seen: NumberSet = [0; CELLS_LIMIT / 64];
        for &value in cells {
            seen[usize::from(value / 64)] |= 1 << (value % 64);
        }
        // As many cells as there are numbers have all of them only if each occurs once.
        let (last, whole) = (expected % 64, &seen[..expected / 64]);
        let rest = (1 << last) - 1;
        if whole.iter().all(|&word| word == u64::MAX)
            && (last == 0 || seen[expected / 64] & rest == rest)
        {
            return Ok(());
        }
        Err(self.mistake(cells))
    }

    /// Returns the error of cells that are not an arrangement although their number is right.
    #[cold]
    fn mistake(self, cells: &[u8]) -> StateError {
        let unknown = cells
            .iter()
            .position(|&value| usize::from(value) > self.tiles());
        if let Some(place) = unknown {
            return StateError::too_large(cells[place], self.tiles() as u64, place);
        }
        let mut times = [0usize; CELLS_LIMIT];
        cells
            .iter()
            .for_each(|&value| times[usize::from(value)] += 1);
        // A repeated tile explains more than a missing one.
        let repeated = times
            .iter()
            .position(|&times| times > 1)
            .unwrap_or_default();
        StateError::wrong_number(repeated as u8, times[repeated], 1)
    }

    /// Returns the cells to which one move can take the blank, in the order of
    /// [`neighbours`](Self::neighbours) or [`in_line`](Self::in_line). To make the move, a player
    /// presses the tile there.
    #[inline]
    pub fn destinations(self, blank: usize, metric: Metric) -> impl Iterator<Item = usize> {
        let single = (metric == Metric::Single).then(|| self.neighbours(blank));
        let multi = (metric == Metric::Multi).then(|| self.in_line(blank));
        single
            .into_iter()
            .flatten()
            .chain(multi.into_iter().flatten())
    }

    /// Slides all tiles from cell `to` to the blank by one cell towards the blank, along its row
    /// or its column, so that `to` becomes blank. Returns the number of tiles that slide. Sliding
    /// the cell where the blank was before takes the move back.
    ///
    /// # Panics
    /// If `to` is not another cell in the row or the column of the blank.
    ///
    /// ```
    /// use tilebase_core::sliding::Shape;
    /// let shape: Shape = "3x3".parse()?;
    /// let mut cells = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    /// assert_eq!(shape.slide_cells(&mut cells, 8, 6), 2);
    /// assert_eq!(cells, [1, 2, 3, 4, 5, 6, 0, 7, 8]);
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    #[inline]
    pub fn slide_cells(self, cells: &mut [u8], blank: usize, to: usize) -> usize {
        let step = if to >= self.cells() || to == blank {
            0
        } else if self.row(to) == self.row(blank) {
            1
        } else if self.col(to) == self.col(blank) {
            self.cols()
        } else {
            0
        };
        assert!(
            step > 0,
            "cell {to} is not another cell in line with the blank"
        );
        let mut at = blank;
        while at != to {
            let next = if at < to { at + step } else { at - step };
            cells.swap(at, next);
            at = next;
        }
        blank.abs_diff(to) / step
    }
}

/// Returns the line that [`Shape::parse_cells`] reads: cells separated by spaces.
///
/// ```
/// assert_eq!(tilebase_core::sliding::line_of_cells(&[255, 0, 10]), "255 0 10");
/// ```
pub fn line_of_cells(cells: &[u8]) -> String {
    // A call of the formatter for each cell takes five times as long.
    let mut line = String::with_capacity(4 * cells.len());
    for (place, &cell) in cells.iter().enumerate() {
        if place > 0 {
            line.push(' ');
        }
        if cell >= 100 {
            line.push(char::from(b'0' + cell / 100));
        }
        if cell >= 10 {
            line.push(char::from(b'0' + cell / 10 % 10));
        }
        line.push(char::from(b'0' + cell % 10));
    }
    line
}
