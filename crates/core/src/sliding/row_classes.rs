//! Numbers the row classes of a board: the sets of states that moves along a row do not leave.
//!
//! A move along a row changes only the blank's column: the row of the blank and the order of the
//! tiles in reading order stay the same. All states that share these two form a *row class*. A
//! state also belongs to a *column class*, the set of states that differ from it by moves along its
//! column. If sliding several tiles counts as one move, two states are one move apart if and only
//! if they share a class. So states are the edges of a graph whose vertices are the row classes and
//! the column classes.
//!
//! Let D of a class be its distance in that graph from the nearer of the goal's two classes. Then
//! the distance of a state with row class h and column class v is 1 + min(D(h), D(v)), except that
//! it is 0 at the goal. D(v) is 0 for the goal's column class, and otherwise 1 more than the least
//! D of the row classes that share a state with v. So a table of D by row class alone gives all
//! distances. It has as many entries as there are states, divided by the number of columns.

use super::{Board, SlidingSpace};
use crate::RankedSpace;

/// The row classes of a space, numbered by the blank's row and the permutation of the tiles.
///
/// A move leads from a class to any other that shares a column class with it: first along the row,
/// which costs nothing, and then along a column. [`SlidingSpace::row_class`] gives the class of a
/// state by its rank.
///
/// ```
/// use tilebase_core::{RankedSpace, sliding::{RowClassSpace, SlidingSpace}};
/// let space = SlidingSpace::new("3x4".parse()?, 0)?;
/// let classes = RowClassSpace::new(space);
/// assert_eq!(classes.len(), space.len() / 4);
/// let rank = 123_456_789;
/// assert_eq!(classes.rank(&space.unrank(rank)), space.row_class(rank));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowClassSpace {
    space: SlidingSpace,
}

impl RowClassSpace {
    /// Returns the row classes of the states of `space`.
    pub fn new(space: SlidingSpace) -> Self {
        Self { space }
    }

    /// Returns the space of the states in the classes.
    pub fn space(&self) -> &SlidingSpace {
        &self.space
    }

    /// Returns the row of the blank in the states of a class.
    pub fn row(&self, class: u64) -> usize {
        (class / self.space.per_cell()) as usize
    }

    /// Returns the rank of the state in a class with the blank in column `col`.
    #[inline]
    pub fn state_rank(&self, class: u64, col: usize) -> u64 {
        let cols = self.space.shape().cols();
        let cell = self.row(class) * cols + col;
        cell as u64 * self.space.per_cell() + class % self.space.per_cell()
    }

    /// Calls `visit` with each state that one move along the row (or none) and then one along a
    /// column lead to, and with its class and its column. The order is column by column, and in
    /// each column upwards first.
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

impl RankedSpace for RowClassSpace {
    /// Any state of the class. [`unrank`](Self::unrank) returns the one with the blank in the first
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
