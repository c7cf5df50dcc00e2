//! Sudoku as a state space: a tree in which each move fills one cell.
//!
//! A rule determines the cell that a move fills. Therefore no grid is reached in two ways, and the
//! depth of every solution is the number of empty cells: breadth-first search generates all grids
//! with fewer numbers before a solution. The tree stays narrow if the cell is the one with the
//! fewest numbers left (minimum remaining values) and not the first: a cell with one number left
//! does not branch, and a cell with none ends a branch at once.

use super::{Conflict, Sudoku};
use crate::StateSpace;

/// The rule that determines the empty cell that a move fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FillOrder {
    /// The first in reading order.
    Reading,
    /// The one with the fewest numbers that its row, column and box allow; the first among equals.
    FewestValues,
}

/// The ways to fill a sudoku, as a tree. Successors come in ascending order of the number filled
/// in.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{FillOrder, SearchLimits, Sudoku, SudokuTree, depth_first};
///
/// let sudoku: Sudoku = "150040 240056 400003 000004 630020 020031".parse()?;
/// let tree = SudokuTree::new(&sudoku, FillOrder::FewestValues)?;
/// let outcome = depth_first(&tree, tree.root(), &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(outcome.stats.expanded, 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SudokuTree<'a> {
    sudoku: &'a Sudoku,
    order: FillOrder,
}

impl<'a> SudokuTree<'a> {
    /// Returns the tree below `sudoku`.
    ///
    /// # Errors
    /// If a number appears twice in a row, column or box. Then there is no solution.
    pub fn new(sudoku: &'a Sudoku, order: FillOrder) -> Result<Self, Conflict> {
        match sudoku.conflict() {
            Some(conflict) => Err(conflict),
            None => Ok(Self { sudoku, order }),
        }
    }

    /// Returns the state to start from: the numbers given.
    pub fn root(&self) -> Box<[u8]> {
        self.sudoku.cells.clone()
    }

    /// Returns a state as a grid.
    ///
    /// # Panics
    /// If `state` does not have as many cells as the sudoku.
    pub fn grid(&self, state: &[u8]) -> Sudoku {
        assert_eq!(
            state.len(),
            self.sudoku.cells.len(),
            "the state must be of this sudoku"
        );
        self.sudoku.with_cells(state.into())
    }

    /// Returns the empty cell to fill and the numbers that it may take, one bit each; `None` if no
    /// cell is empty.
    fn choose(&self, state: &[u8]) -> Option<(usize, u32)> {
        let taken = self.sudoku.taken(state);
        let empty = (0..state.len()).filter(|&cell| state[cell] == 0);
        let mut free = empty.map(|cell| (cell, self.sudoku.free(cell, &taken)));
        match self.order {
            FillOrder::Reading => free.next(),
            FillOrder::FewestValues => free.min_by_key(|(_, values)| values.count_ones()),
        }
    }
}

impl StateSpace for SudokuTree<'_> {
    /// Numbers in reading order, 0 for an empty cell.
    type State = Box<[u8]>;

    const REPEATS: bool = false;

    fn successors(&self, state: &Box<[u8]>, into: &mut Vec<Box<[u8]>>) {
        let Some((cell, values)) = self.choose(state) else {
            return;
        };
        for value in (1..=self.sudoku.size as u8).filter(|value| values >> value & 1 != 0) {
            let mut next = state.clone();
            next[cell] = value;
            into.push(next);
        }
    }

    fn is_goal(&self, state: &Box<[u8]>) -> bool {
        !state.contains(&0)
    }

    fn lower_bound(&self, state: &Box<[u8]>) -> u32 {
        state.iter().filter(|&&value| value == 0).count() as u32
    }

    fn state_bytes(&self) -> usize {
        // An allocator adds some bytes to each piece of memory.
        let overhead = 2 * size_of::<usize>();
        size_of::<Box<[u8]>>() + self.sudoku.cells.len() + overhead
    }
}
