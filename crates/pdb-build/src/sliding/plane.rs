//! One bit for every state: the memory of a search, and its result.

use std::io;

use rayon::prelude::*;
use tilebase_core::{Memory, Monitor, RankedSpace, format::Encoding, sliding::SlidingSpace};

use super::chunk::{self, Chunk, WORDS};
use crate::Level;

/// A bit for every state of a board, in the order of a table file: the blank's cells in turn, for each
/// its permutations in words of sixty.
#[derive(Debug)]
pub(super) struct Plane(pub(super) Memory);

/// Returns the bytes of a plane.
pub(super) fn bytes(space: &SlidingSpace) -> u64 {
    Encoding::Bit.bytes(space.len())
}

impl Plane {
    pub(super) fn new(space: &SlidingSpace) -> io::Result<Self> {
        Memory::zeroed(bytes(space)).map(Self)
    }

    /// Has the system back every page of a plane still empty, on all threads; stops when asked.
    pub(super) fn touch(&mut self, monitor: &Monitor<'_, Level>) {
        self.0.par_chunks_mut(1 << 21).for_each(|part| {
            if !monitor.stopped() {
                part.iter_mut().step_by(4096).for_each(|byte| *byte = 0);
            }
        });
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn chunks_mut(&mut self) -> &mut [Chunk] {
        self.0.as_chunks_mut::<8>().0.as_chunks_mut::<WORDS>().0
    }

    /// Returns whether the state of this rank is in the plane.
    pub(super) fn contains(&self, rank: u64) -> bool {
        let (byte, bit) = position(rank);
        self.0[byte] >> bit & 1 == 1
    }

    pub(super) fn insert(&mut self, rank: u64) {
        let (byte, bit) = position(rank);
        self.0[byte] |= 1 << bit;
    }
}

/// Returns the byte and the bit in it of a rank. Cells hold whole words, so words are simply counted through.
pub(super) fn position(rank: u64) -> (usize, u32) {
    Encoding::Bit.place(rank)
}

/// Returns the number of the chunk that holds a rank, counted through all cells.
pub(super) fn chunk_of(rank: u64) -> usize {
    (rank / chunk::STATES as u64) as usize
}
