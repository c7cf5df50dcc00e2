//! Several solutions of one position.

use crate::Stats;

/// Solutions of one position, on boards or rows: all of them counted, or any few.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Solutions<M = u8> {
    /// The number of moves of each.
    pub distance: u32,
    /// How many there are; how many have been met, where the search ended with as many as were
    /// asked for.
    pub count: u64,
    /// Some of them, as many as were asked for: on boards the cells that the blank moves to, in
    /// ascending order; of rows the numbers of the moves, in the order of the search.
    pub listed: Vec<Vec<M>>,
    /// What it took to find them.
    pub stats: Stats,
}
