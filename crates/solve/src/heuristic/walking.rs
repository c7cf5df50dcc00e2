//! All tiles at once, but only their rows; then only their columns.
//!
//! If the columns of the tiles and of their homes are ignored, a board is described by two things:
//! for each row, how many of its tiles belong to each row (a *letter*), and which row has the
//! blank. A vertical move takes some tile of the row above or below into the blank's row. The least
//! number of such moves to the goal's word of letters is a lower bound on the vertical moves of any
//! solution. The same with columns bounds the horizontal moves, and since no move is both, the
//! bounds can be added. With 4 rows of 4 there are 24,964 words, with 5 rows of 5 there are
//! 65,650,495.
//!
//! In the multi-tile metric, a vertical move takes a tile of the next row into the blank's row, one
//! of the row after that into the gap, and so on. Vertical and horizontal moves alternate in a
//! shortest solution, so the bound is twice the greater of the two numbers of moves, less one.
//!
//! The bound for single tiles, at least the Manhattan distance and often more, is due to Ken'ichiro
//! Takahashi (2002).

use std::sync::Arc;

use thiserror::Error;
use tilebase_core::sliding::{CELLS_LIMIT, Metric, Shape, cells_of_tiles};

use super::{
    Heuristic, HeuristicName, IncrementalBound,
    axis_table::{AxisTable, MAX_LINES, MOST},
    line_distance::alternating,
};

/// The least number of vertical moves if only rows matter, plus that of horizontal moves if only
/// columns do.
///
/// A table takes a byte for each of its states: 24,964 on 4x4, and 63 MiB on 5x5, where it takes
/// seconds to build.
///
/// ```
/// use tilebase_core::sliding::{Board, Metric};
/// use tilebase_solve::heuristic::{Heuristic, WalkingDistance};
/// let shape = "4x4".parse()?;
/// let walking = WalkingDistance::new(shape, 0, Metric::Single)?;
/// let board = Board::parse(shape, "0 3 2 1 4 5 6 7 8 9 10 11 12 13 15 14")?;
/// assert!(walking.estimate(&board) >= 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct WalkingDistance {
    shape: Shape,
    homes: [u8; CELLS_LIMIT],
    metric: Metric,
    vertical: Arc<AxisTable>,
    horizontal: Arc<AxisTable>,
}

/// A board with too many lines for a walking-distance table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a walking distance for this board would need a table of more than {MOST} bytes")]
pub struct TooManyStates {
    /// The board.
    pub shape: Shape,
}

impl WalkingDistance {
    /// Returns the heuristic for boards of `shape` whose goal has the blank at `home`, in a metric.
    ///
    /// # Errors
    /// If a table would have more than a hundred million states, as for boards of 7 rows of 3.
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn new(shape: Shape, home: usize, metric: Metric) -> Result<Self, TooManyStates> {
        let made = Self::unless_stopped(shape, home, metric, &|| false)?;
        Ok(made.expect("it was not stopped"))
    }

    /// Returns the heuristic for boards of `shape` whose goal has the blank at `home`, or `None`
    /// soon after `stopped` returns true: the table of a large board takes seconds.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn unless_stopped(
        shape: Shape,
        home: usize,
        metric: Metric,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, TooManyStates> {
        let homes = cells_of_tiles(&shape.ordered_cells(home));
        let (rows, cols) = (shape.rows(), shape.cols());
        let (row, col) = (shape.row(home), shape.col(home));
        let build = |lines, width, home| -> Result<Option<Arc<AxisTable>>, TooManyStates> {
            let table = AxisTable::new(lines, width, home).ok_or(TooManyStates { shape })?;
            Ok(table.searched(home, metric, stopped).map(Arc::new))
        };
        let Some(vertical) = build(rows, cols, row)? else {
            return Ok(None);
        };
        let horizontal = if (rows, row) == (cols, col) {
            Some(Arc::clone(&vertical))
        } else {
            build(cols, rows, col)?
        };
        Ok(horizontal.map(|horizontal| Self {
            shape,
            homes,
            metric,
            vertical,
            horizontal,
        }))
    }

    /// Returns the number of states of the larger table of a board, without making it. Takes a
    /// moment.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use tilebase_solve::heuristic::WalkingDistance;
    /// assert_eq!(WalkingDistance::states_of("4x4".parse()?)?, 24_964);
    /// assert!(WalkingDistance::states_of("4x6".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn states_of(shape: Shape) -> Result<u64, TooManyStates> {
        let (rows, cols) = (shape.rows(), shape.cols());
        let both = AxisTable::words(rows, cols).zip(AxisTable::words(cols, rows));
        let larger = both.map(|(vertical, horizontal)| vertical.max(horizontal));
        larger.ok_or(TooManyStates { shape })
    }
}

impl Heuristic for WalkingDistance {
    fn name(&self) -> String {
        HeuristicName::WalkingDistance.to_string()
    }

    fn of_cells(&self, cells: &[u8]) -> u32 {
        let WordsOfBoard {
            moves: [vertical, horizontal],
            ..
        } = WordsOfBoard::new(self, cells);
        match self.metric {
            Metric::Single => vertical + horizontal,
            Metric::Multi => alternating(vertical, horizontal),
        }
    }

    fn incremental<'a>(&'a self, cells: &[u8]) -> Option<Box<dyn IncrementalBound + 'a>> {
        let single = self.metric == Metric::Single;
        single.then(|| Box::new(WordsOfBoard::new(self, cells)) as Box<_>)
    }
}

/// The words of a board whose tiles slide: by rows, and by columns.
struct WordsOfBoard<'a> {
    tables: [&'a AxisTable; 2],
    shape: Shape,
    homes: &'a [u8; CELLS_LIMIT],
    /// The sums of the lines in each direction.
    sums: [[usize; MAX_LINES]; 2],
    /// The moves of the words.
    moves: [u32; 2],
    /// The moves that the last slides have replaced.
    replaced: Vec<u32>,
}

impl<'a> WordsOfBoard<'a> {
    fn new(heuristic: &'a WalkingDistance, cells: &[u8]) -> Self {
        let tables = [&*heuristic.vertical, &*heuristic.horizontal];
        let mut words = Self {
            tables,
            shape: heuristic.shape,
            homes: &heuristic.homes,
            sums: [[0; MAX_LINES]; 2],
            moves: [0; 2],
            replaced: Vec::new(),
        };
        for (cell, &tile) in cells.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            for axis in [0, 1] {
                words.sums[axis][words.line(axis, cell)] += words.weight(axis, tile);
            }
        }
        words.moves = [0, 1].map(|axis| tables[axis].moves(&words.sums[axis]));
        words
    }

    /// Returns the row, or the column, of a cell.
    #[inline]
    fn line(&self, axis: usize, cell: usize) -> usize {
        if axis == 0 { self.shape.row(cell) } else { self.shape.col(cell) }
    }

    /// Returns what a tile adds to the sum of its line.
    #[inline]
    fn weight(&self, axis: usize, tile: u8) -> usize {
        let home = self.homes[usize::from(tile)].into();
        self.tables[axis].weight(self.line(axis, home))
    }

    /// Moves a tile to another line, and returns the direction in which it does.
    #[inline]
    fn shift(&mut self, tile: u8, from: usize, to: usize) -> usize {
        let axis = usize::from(self.shape.row(from) == self.shape.row(to));
        let weight = self.weight(axis, tile);
        let (from, to) = (self.line(axis, from), self.line(axis, to));
        self.sums[axis][from] -= weight;
        self.sums[axis][to] += weight;
        axis
    }
}

impl IncrementalBound for WordsOfBoard<'_> {
    fn slide(&mut self, _: &[u8], tile: u8, from: usize, to: usize) -> u32 {
        let axis = self.shift(tile, from, to);
        self.replaced.push(self.moves[axis]);
        self.moves[axis] = self.tables[axis].moves(&self.sums[axis]);
        self.moves[0] + self.moves[1]
    }

    fn take_back(&mut self, tile: u8, from: usize, to: usize) {
        let axis = self.shift(tile, to, from);
        self.moves[axis] = self.replaced.pop().expect("a slide for each take back");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_not_finished_once_stopped() {
        let calls = std::cell::Cell::new(0);
        let stopped = || {
            calls.set(calls.get() + 1);
            calls.get() >= 3
        };
        let shape = "3x4".parse().unwrap();
        let made = WalkingDistance::unless_stopped(shape, 0, Metric::Multi, &stopped);
        assert!(made.unwrap().is_none());
        assert_eq!(calls.get(), 3);
    }
}
