//! Numbering what moves along a row leave as it is.
//!
//! A move along a row changes the blank's column and nothing else: the row of the blank and the
//! order of the tiles in reading order stay. States that share these two are a *row class*. A state
//! also lies in a column class, of the states that moves along its column lead to; and where
//! slidings of several tiles count as one move, two states are one move apart if and only if they
//! share a class. So states are the edges of a graph whose vertices are the row classes and the
//! column classes.
//!
//! Say D of a class is its distance in that graph from the two classes of the goal. Then the
//! distance of a state with row class h and column class v is 0 at the goal and 1 + min(D(h), D(v))
//! elsewhere. D(v) is 1 more than the least D of the row classes that v meets, and 0 for the
//! goal's. A table of D by row class alone tells all distances: as many entries as there are
//! states, divided by the number of columns.

use super::{Board, SlidingSpace};
use crate::RankedSpace;

/// The row classes of a space, numbered by the blank's row and the permutation of the tiles.
///
/// A move leads from a class to any other that a column class joins it to: along the row for
/// nothing, then along a column. The class of the state with rank r is [`SlidingSpace::row_class`].
///
/// ```
/// use tilebase_core::{RankedSpace, sliding::{LineSpace, SlidingSpace}};
/// let space = SlidingSpace::new("3x4".parse()?, 0)?;
/// let lines = LineSpace::new(space);
/// assert_eq!(lines.len(), space.len() / 4);
/// let rank = 123_456_789;
/// assert_eq!(lines.rank(&space.unrank(rank)), space.row_class(rank));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineSpace {
    space: SlidingSpace,
}

impl LineSpace {
    /// Returns the row classes of the states of `space`.
    pub fn new(space: SlidingSpace) -> Self {
        Self { space }
    }

    /// Returns the space whose states the classes are of.
    pub fn space(&self) -> &SlidingSpace {
        &self.space
    }

    /// Returns the row of the blank in the states of a class.
    pub fn row(&self, class: u64) -> usize {
        (class / self.space.per_cell()) as usize
    }

    /// Returns the rank of the state of a class with the blank in column `col`.
    #[inline]
    pub fn state_rank(&self, class: u64, col: usize) -> u64 {
        let cols = self.space.shape().cols();
        let cell = self.row(class) * cols + col;
        cell as u64 * self.space.per_cell() + class % self.space.per_cell()
    }

    /// Calls `visit` with each state one move along a row and then one along a column away, its
    /// class and its column: column by column, upwards first.
    #[inline]
    pub fn each_neighbour(
        &self,
        board: &Board,
        class: u64,
        mut visit: impl FnMut(Board, u64, usize),
    ) {
        let (shape, per_cell) = (self.space.shape(), self.space.per_cell());
        let first = shape.row(board.blank()) * shape.cols();
        let mut side = *board;
        for col in 0..shape.cols() {
            if side.blank() != first + col {
                side.slide_line(first + col);
            }
            self.space
                .each_in_column(&side, class % per_cell, |next, number| {
                    let row = shape.row(next.blank()) as u64;
                    visit(next, row * per_cell + number, col);
                });
        }
    }
}

impl RankedSpace for LineSpace {
    /// Any state of the class; [`unrank`](Self::unrank) gives the one with the blank in the first
    /// column.
    type State = Board;

    fn len(&self) -> u64 {
        self.space.shape().rows() as u64 * self.space.per_cell()
    }

    fn rank(&self, board: &Board) -> u64 {
        self.space.row_class(self.space.rank(board))
    }

    fn unrank(&self, class: u64) -> Board {
        self.space.unrank(self.state_rank(class, 0))
    }

    fn neighbours(&self, board: &Board, mut visit: impl FnMut(Board)) {
        self.each_neighbour(board, self.rank(board), |next, _, _| visit(next));
    }

    fn ranked_neighbours(&self, board: &Board, class: u64, mut visit: impl FnMut(Board, u64)) {
        self.each_neighbour(board, class, |next, class, _| visit(next, class));
    }

    fn goals(&self) -> Vec<u64> {
        vec![self.rank(&self.space.goal())]
    }
}
