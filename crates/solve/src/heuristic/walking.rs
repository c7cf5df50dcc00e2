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

use std::{mem, sync::Arc};

use thiserror::Error;
use tilebase_core::sliding::{CELLS_LIMIT, Metric, Shape, cells_of_tiles};

use super::{
    Heuristic, HeuristicName, UnitBound,
    axis_table::{AxisTable, LineSums, MOST},
    line_distance::alternating,
    unit_bound::{Rises, RoomyCells, UnitSlide},
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
            Ok(table.searched(metric, stopped).map(Arc::new))
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
        let [vertical, horizontal] = LineWords::of(self, cells).moves.map(u32::from);
        match self.metric {
            Metric::Single => vertical + horizontal,
            Metric::Multi => alternating(vertical, horizontal),
        }
    }

    fn unit_bound(&self) -> Option<UnitBound<'_>> {
        (self.metric == Metric::Single).then_some(UnitBound::WalkingDistance(self))
    }
}

impl WalkingDistance {
    fn tables(&self) -> [&AxisTable; 2] {
        [&self.vertical, &self.horizontal]
    }

    /// Returns the row and the column of each cell.
    fn lines(&self) -> [[u8; CELLS_LIMIT]; 2] {
        let rows = std::array::from_fn(|cell| self.shape.row(cell) as u8);
        [rows, std::array::from_fn(|cell| self.shape.col(cell) as u8)]
    }

    /// Returns the row and the column of the home of each tile.
    fn home_lines(&self) -> [[u8; CELLS_LIMIT]; 2] {
        let lines = self.lines();
        lines.map(|lines| self.homes.map(|home| lines[usize::from(home)]))
    }
}

/// The words of a board, by rows and by columns, and their moves.
#[derive(Clone, Copy, Default)]
pub(crate) struct LineWords {
    sums: [LineSums; 2],
    moves: [u8; 2],
}

impl LineWords {
    fn of(heuristic: &WalkingDistance, cells: &[u8]) -> Self {
        let (tables, homes) = (heuristic.tables(), heuristic.home_lines());
        let (shape, mut words) = (heuristic.shape, Self::default());
        for (cell, &tile) in cells.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            for (axis, line) in [shape.row(cell), shape.col(cell)].into_iter().enumerate() {
                let home = homes[axis][usize::from(tile)];
                words.sums[axis][line] += tables[axis].weight(home.into());
            }
        }
        words.moves = [0, 1].map(|axis| tables[axis].moves(&words.sums[axis]));
        words
    }
}

/// Says whether the bound rises. A slide takes a tile from one line to another, and changes the
/// word of one direction.
pub(crate) struct SummedRises<'a> {
    heuristic: &'a WalkingDistance,
    tables: [&'a AxisTable; 2],
    /// The line of each cell.
    lines: [[u8; CELLS_LIMIT]; 2],
    /// What each tile adds to the sum of its line.
    weights: [[u32; CELLS_LIMIT]; 2],
}

impl<'a> SummedRises<'a> {
    pub(crate) fn new(heuristic: &'a WalkingDistance) -> Self {
        let (tables, homes) = (heuristic.tables(), heuristic.home_lines());
        let weights = |axis: usize| homes[axis].map(|home| tables[axis].weight(home.into()));
        Self {
            heuristic,
            tables,
            lines: heuristic.lines(),
            weights: [0, 1].map(weights),
        }
    }
}

impl Rises for SummedRises<'_> {
    type State = LineWords;

    fn start(&self, cells: &[u8]) -> LineWords {
        LineWords::of(self.heuristic, cells)
    }

    #[inline(always)]
    fn rises(&self, words: &mut LineWords, _: &RoomyCells, tile: u8, slide: &UnitSlide) -> bool {
        let axis = slide.axis();
        let weight = self.weights[axis][usize::from(tile)];
        let line = |cell: u8| usize::from(self.lines[axis][usize::from(cell)]);
        words.sums[axis][line(slide.from)] -= weight;
        words.sums[axis][line(slide.to)] += weight;
        let moves = self.tables[axis].moves(&words.sums[axis]);
        mem::replace(&mut words.moves[axis], moves) < moves
    }
}

/// Says whether the bound rises, where words are so few that each has links to those beside it.
pub(crate) struct LinkedRises<'a> {
    heuristic: &'a WalkingDistance,
    links: [&'a [u16]; 2],
    /// The number of links of a word, in each direction.
    counts: [usize; 2],
    /// Among the links of a word, that of each tile, when the blank moves backwards and forwards.
    places: [[[u8; CELLS_LIMIT]; 2]; 2],
}

impl<'a> LinkedRises<'a> {
    /// Returns `None` if there are too many words.
    pub(crate) fn new(heuristic: &'a WalkingDistance) -> Option<Self> {
        let (tables, homes) = (heuristic.tables(), heuristic.home_lines());
        let places = |axis: usize| {
            [false, true].map(|is_forwards| {
                homes[axis].map(|home| tables[axis].link(is_forwards, home.into()) as u8)
            })
        };
        Some(Self {
            links: [tables[0].links()?, tables[1].links()?],
            counts: tables.map(AxisTable::links_of_word),
            places: [0, 1].map(places),
            heuristic,
        })
    }
}

impl Rises for LinkedRises<'_> {
    /// The numbers of the words.
    type State = [u16; 2];

    fn start(&self, cells: &[u8]) -> [u16; 2] {
        let LineWords { sums, .. } = LineWords::of(self.heuristic, cells);
        [0, 1].map(|axis| self.heuristic.tables()[axis].word(&sums[axis]) as u16)
    }

    #[inline(always)]
    fn rises(&self, words: &mut [u16; 2], _: &RoomyCells, tile: u8, slide: &UnitSlide) -> bool {
        let axis = slide.axis();
        let place = self.places[axis][usize::from(slide.is_forwards())][usize::from(tile)];
        let link = usize::from(words[axis]) * self.counts[axis] + usize::from(place);
        let link = self.links[axis][link];
        words[axis] = link & !AxisTable::RISES;
        link & AxisTable::RISES != 0
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
