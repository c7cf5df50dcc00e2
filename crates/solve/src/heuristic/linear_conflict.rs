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

use std::mem;

use tilebase_core::sliding::{CELLS_LIMIT, Shape, TileDistances, cells_of_tiles};

use super::{Heuristic, HeuristicName, IncrementalBound, manhattan::DistancesSum};

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

    /// Returns the number of rows and columns.
    fn lines(&self) -> usize {
        self.shape.rows() + self.shape.cols()
    }

    /// Returns the fewest tiles that must leave a line: a row or, after these, a column.
    fn leaving(&self, board: &[u8], line: usize) -> u32 {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        match line.checked_sub(rows) {
            None => self.leaving_of(board, (line * cols..).take(cols), |home| {
                (home / cols == line).then_some(home % cols)
            }),
            Some(col) => self.leaving_of(board, (col..).step_by(cols).take(rows), |home| {
                (home % cols == col).then_some(home / cols)
            }),
        }
    }

    /// Returns the fewest tiles that must leave a line. `cells` are its cells in order, and `place`
    /// says where in the line a cell is, if it is in it.
    fn leaving_of(
        &self,
        board: &[u8],
        cells: impl Iterator<Item = usize>,
        place: impl Fn(usize) -> Option<usize>,
    ) -> u32 {
        // longest[i]: the longest increasing run of homes that ends with the i-th tile at home
        // here.
        let mut places = [0u8; LONGEST_LINE];
        let mut longest = [0u8; LONGEST_LINE];
        let mut count = 0;
        for cell in cells {
            let tile = board[cell];
            let place = place(self.homes[usize::from(tile)].into());
            let Some(place) = place.filter(|_| tile != 0) else {
                continue;
            };
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
        let leaving: u32 = (0..self.lines())
            .map(|line| self.leaving(board, line))
            .sum();
        self.manhattan.sum(board) + 2 * leaving
    }

    fn incremental<'a>(&'a self, cells: &[u8]) -> Option<Box<dyn IncrementalBound + 'a>> {
        let leaving = (0..self.lines()).map(|line| self.leaving(cells, line));
        let leaving: Vec<u32> = leaving.collect();
        Some(Box::new(LinesOfBoard {
            heuristic: self,
            manhattan: DistancesSum::new(&self.manhattan, cells),
            sum: leaving.iter().sum(),
            leaving,
            replaced: Vec::new(),
        }))
    }
}

/// The bound of a board whose tiles slide. A slide changes at most one line: a tile that slides
/// along its line passes no other, and of the lines that it leaves and enters at most one is its
/// own.
struct LinesOfBoard<'a> {
    heuristic: &'a LinearConflict,
    manhattan: DistancesSum<'a>,
    /// The tiles that must leave each line.
    leaving: Vec<u32>,
    /// The sum of these.
    sum: u32,
    /// The numbers that the last slides have replaced.
    replaced: Vec<u32>,
}

impl LinesOfBoard<'_> {
    /// Returns the line of a tile that it leaves or enters.
    #[inline]
    fn changed(&self, tile: u8, from: usize, to: usize) -> Option<usize> {
        let shape = self.heuristic.shape;
        let home = usize::from(self.heuristic.homes[usize::from(tile)]);
        let (row, col) = (shape.row(home), shape.col(home));
        if shape.row(from) == shape.row(to) {
            let is_changed = col == shape.col(from) || col == shape.col(to);
            is_changed.then_some(shape.rows() + col)
        } else {
            (row == shape.row(from) || row == shape.row(to)).then_some(row)
        }
    }
}

impl IncrementalBound for LinesOfBoard<'_> {
    fn slide(&mut self, cells: &[u8], tile: u8, from: usize, to: usize) -> u32 {
        let manhattan = self.manhattan.slide(tile, from, to);
        if let Some(line) = self.changed(tile, from, to) {
            let leaving = self.heuristic.leaving(cells, line);
            let before = mem::replace(&mut self.leaving[line], leaving);
            self.sum = self.sum + leaving - before;
            self.replaced.push(before);
        }
        manhattan + 2 * self.sum
    }

    fn take_back(&mut self, tile: u8, from: usize, to: usize) {
        self.manhattan.slide(tile, to, from);
        if let Some(line) = self.changed(tile, from, to) {
            let before = self.replaced.pop().expect("a slide for each take back");
            let leaving = mem::replace(&mut self.leaving[line], before);
            self.sum = self.sum + before - leaving;
        }
    }
}
