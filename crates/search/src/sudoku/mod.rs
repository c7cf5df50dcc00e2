//! Sudokus of any size, with rectangular boxes.

mod parse;
mod solutions;
mod tree;

pub use parse::SudokuError;
pub use solutions::{SudokuSolutions, SudokuVerdict};
pub use tree::{FillOrder, SudokuTree};

use std::fmt;

use thiserror::Error;
use tilebase_core::joined;

/// The greatest number of cells that a row may have.
pub const MAX_SUDOKU_SIZE: usize = 25;

/// A sudoku: an n by n grid, n from 4 to 25, cut into boxes of n cells each. In a solution each
/// number stands once in each row, column and box.
///
/// The boxes have as many rows as the greatest divisor of n whose square is not above n: 2 by 3 for
/// n = 6, 3 by 3 for 9, 3 by 4 for 12. [`parse_with_boxes`](Self::parse_with_boxes) takes others.
///
/// In text, a cell is a digit, or a number if all cells are separated; `.`, `0`, `_` and `*` are
/// empty cells. Spaces, commas, brackets, quotation marks and ruled lines may stand between cells,
/// so that grids, single lines, and lists as Python prints them can be read.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{SearchLimits, Sudoku, SudokuVerdict};
///
/// let sudoku: Sudoku = "....4. 56.... 3.2654 .4.2.3 4...65 156...".parse()?;
/// let solutions = sudoku.solutions(2, &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(solutions.verdict(), SudokuVerdict::Unique);
/// let solution = solutions.first.expect("there is one");
/// assert!(solution.to_string().starts_with("231546\n564321\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Sudoku {
    size: usize,
    box_rows: usize,
    /// Numbers in reading order, 0 for an empty cell.
    cells: Box<[u8]>,
}

/// A number that appears twice in a row, column or box. Rows, columns and boxes are counted from 1,
/// in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "{value} appears twice in {unit} {number}: in row {}, column {} and in row {}, column {}",
    first.0, first.1, second.0, second.1
)]
pub struct Conflict {
    /// The number.
    pub value: u8,
    /// Whether it is a row, a column or a box.
    pub unit: SudokuUnit,
    /// The number of the row, column or box.
    pub number: usize,
    /// The row and column of the cell that comes first.
    pub first: (usize, usize),
    /// The row and column of the other cell.
    pub second: (usize, usize),
}

/// The numbers taken in each row, column and box, one bit each.
type Taken = [[u32; MAX_SUDOKU_SIZE]; 3];

/// The kinds of sets of cells in which each number stands once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SudokuUnit {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

impl fmt::Display for SudokuUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
        })
    }
}

impl Sudoku {
    /// Returns the number of cells in a row, which is also the greatest number.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of rows and of columns of a box.
    pub fn box_shape(&self) -> (usize, usize) {
        (self.box_rows, self.size / self.box_rows)
    }

    /// Returns the numbers in reading order, 0 for an empty cell.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the number of cells that have a number.
    pub fn clues(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell != 0).count()
    }

    /// Returns the row, column and box of a cell, each from 0 to size − 1.
    fn units(&self, cell: usize) -> [usize; 3] {
        let (row, col) = (cell / self.size, cell % self.size);
        let box_cols = self.size / self.box_rows;
        // A row of boxes has as many boxes as a box has rows.
        let in_box = row / self.box_rows * self.box_rows + col / box_cols;
        [row, col, in_box]
    }

    /// Returns the first number that appears twice in a row, column or box; `None` if each appears
    /// at most once. Reads every cell once.
    pub fn conflict(&self) -> Option<Conflict> {
        let mut seen = [[[None; MAX_SUDOKU_SIZE + 1]; MAX_SUDOKU_SIZE]; 3];
        let cells = self.cells.iter().enumerate();
        for (cell, &value) in cells.filter(|&(_, &value)| value != 0) {
            let units = [SudokuUnit::Row, SudokuUnit::Column, SudokuUnit::Box];
            let units = self.units(cell).into_iter().zip(units);
            for ((number, unit), seen) in units.zip(&mut seen) {
                if let Some(before) = seen[number][usize::from(value)].replace(cell) {
                    let place = |cell: usize| (cell / self.size + 1, cell % self.size + 1);
                    return Some(Conflict {
                        value,
                        unit,
                        number: number + 1,
                        first: place(before),
                        second: place(cell),
                    });
                }
            }
        }
        None
    }

    /// Returns the numbers that a cell may take, one bit each.
    fn free(&self, cell: usize, taken: &Taken) -> u32 {
        let [row, col, in_box] = self.units(cell);
        let all = (2u32 << self.size) - 2;
        all & !(taken[0][row] | taken[1][col] | taken[2][in_box])
    }

    /// Takes a number in the row, column and box of a cell, or releases it.
    fn toggle(&self, cell: usize, value: u8, taken: &mut Taken) {
        for (unit, taken) in self.units(cell).into_iter().zip(taken) {
            taken[unit] ^= 1 << value;
        }
    }

    /// Returns the numbers that a grid takes, none of them twice.
    fn taken(&self, cells: &[u8]) -> Taken {
        let mut taken = [[0; MAX_SUDOKU_SIZE]; 3];
        for (cell, &value) in cells.iter().enumerate().filter(|&(_, &value)| value != 0) {
            self.toggle(cell, value, &mut taken);
        }
        taken
    }

    /// Returns the grid with these numbers in its cells.
    fn with_cells(&self, cells: Box<[u8]>) -> Self {
        Self { cells, ..*self }
    }
}

/// Writes the grid in a form that is read: a line for each row, `.` for an empty cell. From size 10
/// on, spaces set the numbers apart.
impl fmt::Display for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, between) = if self.size > 9 { (2, " ") } else { (1, "") };
        let cell = |&value: &u8| match value {
            0 => format!("{:>width$}", "."),
            _ => format!("{value:width$}"),
        };
        let mut rows = self.cells.chunks(self.size);
        rows.try_for_each(|row| writeln!(f, "{}", joined(row.iter().map(cell), between)))
    }
}

impl fmt::Debug for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, cols) = self.box_shape();
        write!(f, "Sudoku(boxes {rows}x{cols}\n{self})")
    }
}
