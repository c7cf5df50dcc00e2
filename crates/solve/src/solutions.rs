//! Several solutions of one position.

use crate::Stats;

/// Solutions of one position, on boards or rows: all of them counted, or any few.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Solutions {
    /// The number of moves of each.
    pub distance: u32,
    /// How many there are; how many have been met, where the search ended with as many as were
    /// asked for.
    pub count: u64,
    /// Some of them, as many as were asked for: on boards the cells that the blank moves to, in
    /// ascending order; of rows the left cells of the blocks that jump, in the order of the search.
    pub listed: Vec<Vec<u8>>,
    /// What it took to find them.
    pub stats: Stats,
}
