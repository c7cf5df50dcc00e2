//! Several solutions of one position.

use crate::Stats;

/// Solutions of one position of a board or row: all of them counted, or some of them.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct FoundSolutions<M = u8> {
    /// The number of moves of each.
    pub distance: u32,
    /// The number of solutions; if only some were wanted, the number found before the search ended.
    pub count: u64,
    /// As many of them as were wanted: for boards the cells that the blank moves to, sorted in the
    /// [order of moves](tilebase_core::sliding::Board::destinations); for rows the numbers of the
    /// moves, in the order of the search.
    pub listed: Vec<Vec<M>>,
    /// The cost of finding them.
    pub stats: Stats,
}
