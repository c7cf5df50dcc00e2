//! What the rules of a puzzle are asked.

use tilebase_core::{StateError, sliding::Metric};

use crate::step::Move;

/// The rules of one puzzle. States are their cells in reading order, 0 for the blank and for each
/// cell of a gap.
pub(crate) trait Rules {
    /// Returns the number of cells of a state.
    fn cells(&self) -> usize;

    /// Returns the number of cells in a line of text, where a state may be written over several
    /// lines.
    fn columns(&self) -> Option<usize>;

    /// Reads the cells of a state from text into as many as a state has.
    fn parse(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError>;

    /// Tells what keeps these cells from being a state.
    fn check(&self, cells: &[u8]) -> Result<(), StateError>;

    /// Returns the cells that the blank, or the left end of the gap, can move to, in the puzzle's
    /// order.
    fn destinations(&self, cells: &[u8], metric: Metric) -> Vec<usize>;

    /// Moves the blank, or the left end of the gap, to one of these destinations.
    fn make_move(&self, cells: &mut [u8], to: usize) -> Move;
}

/// Returns the cell of the blank, or the leftmost cell of the gap.
pub(crate) fn gap(cells: &[u8]) -> usize {
    cells.iter().position(|&cell| cell == 0).unwrap_or_default()
}
