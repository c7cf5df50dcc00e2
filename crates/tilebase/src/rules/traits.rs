//! The trait of the rules of a puzzle.

use smallvec::SmallVec;
use tilebase_core::{StateError, sliding::Metric};

use crate::step::Move;

/// Numbers of moves.
pub(crate) type Numbers = SmallVec<[usize; 8]>;

/// The rules of one puzzle. States are their cells in reading order, 0 for the blank and for each
/// cell of a gap.
pub(crate) trait PuzzleRules {
    /// Returns the number of cells of a state.
    fn cells(&self) -> usize;

    /// Returns the number of cells in a line of text, where a state may be written over several
    /// lines.
    fn columns(&self) -> Option<usize>;

    /// Reads the cells of a state from text into as many as a state has.
    fn parse(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError>;

    /// Checks that these cells are a state.
    ///
    /// # Errors
    /// If they are not: the first reason.
    fn check(&self, cells: &[u8]) -> Result<(), StateError>;

    /// Returns whether a move's number is the cell to which the blank, or the left end of the gap,
    /// goes. If not, the lowest eight bits are a cell that becomes empty; they have no meaning in a
    /// puzzle without empty cells.
    fn numbers_are_cells(&self) -> bool;

    /// Returns the numbers of the moves, in the puzzle's order.
    fn moves(&self, cells: &[u8], metric: Metric) -> Numbers;

    /// Makes the move with this number.
    fn make_move(&self, cells: &mut [u8], number: usize) -> Move;

    /// Returns the number of the move that takes this one back.
    fn back(&self, cells: &[u8], number: usize) -> usize;
}

/// Returns the cell of the blank, or the leftmost cell of the gap.
pub(crate) fn gap(cells: &[u8]) -> usize {
    cells.iter().position(|&cell| cell == 0).unwrap_or_default()
}
