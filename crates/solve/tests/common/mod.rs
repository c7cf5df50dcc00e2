//! Slow and obvious answers to compare with.

use tilebase_core::{
    Monitor, RankedSpace,
    sliding::{Board, Shape, SlidingSpace},
};
use tilebase_pdb_build::reference;

/// The distance of every position of a board, by plain breadth-first search.
pub struct Distances {
    pub space: SlidingSpace,
    bytes: Vec<u8>,
}

impl Distances {
    pub fn new(shape: Shape, home: usize) -> Self {
        let space = SlidingSpace::new(shape, home).unwrap();
        let distances = reference::build(&space, &Monitor::silent()).unwrap();
        Self {
            space,
            bytes: distances.bytes,
        }
    }

    pub fn of(&self, board: &Board) -> u32 {
        self.bytes[self.space.rank(board) as usize].into()
    }
}
