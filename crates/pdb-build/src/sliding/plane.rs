//! One bit for every state of a shard: the memory of a search, and its result.

use std::io;

use tilebase_core::parallel::prelude::*;
use tilebase_core::{Memory, Monitor, RankedSpace, format::Encoding, sliding::SlidingSpace};

use super::{
    chunk::{self, Chunk},
    cut::Cut,
};
use crate::Level;

/// A bit for every state of a shard: the blank's cells in turn, for each its permutations in words
/// of sixty. Where the shard is the whole board and nothing lies between the segments of the cells,
/// that is the order of a table file.
#[derive(Debug)]
pub(super) struct Plane {
    memory: Memory,
    /// Bytes of a segment.
    segment: usize,
    /// Bytes from one segment to the next.
    stride: usize,
}

/// Returns the bytes of a plane.
pub(super) fn bytes(space: &SlidingSpace) -> u64 {
    Encoding::Bit.bytes(space.len())
}

impl Plane {
    /// Returns an empty plane, whose segments begin at multiples of `alignment`.
    pub(super) fn new(cut: &Cut, alignment: usize) -> io::Result<Self> {
        let segment = cut.segment_bytes();
        let stride = segment.next_multiple_of(alignment);
        Ok(Self {
            memory: Memory::zeroed(cut.cells() as u64 * stride as u64)?,
            segment,
            stride,
        })
    }

    /// Has the system back every page of a plane still empty, on all threads; stops when asked.
    pub(super) fn touch(&mut self, monitor: &Monitor<'_, Level>) {
        self.memory.par_chunks_mut(1 << 21).for_each(|part| {
            if !monitor.stopped() {
                part.iter_mut().step_by(4096).for_each(|byte| *byte = 0);
            }
        });
    }

    /// Returns the bits of every state of a whole board, as in a table file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.memory
    }

    pub(super) fn into_memory(self) -> Memory {
        self.memory
    }

    /// Returns the segment of a cell with what lies between it and the next.
    pub(super) fn segment(&self, cell: usize) -> &[u8] {
        &self.memory[cell * self.stride..][..self.stride]
    }

    /// Returns the segment of a cell with what lies between it and the next.
    pub(super) fn segment_mut(&mut self, cell: usize) -> &mut [u8] {
        &mut self.memory[cell * self.stride..][..self.stride]
    }

    /// Returns the chunks of each cell.
    pub(super) fn cells_mut(&mut self) -> impl Iterator<Item = &mut [Chunk]> {
        let segment = self.segment;
        let segments = self.memory.chunks_exact_mut(self.stride);
        segments.map(move |bytes| bytes[..segment].as_chunks_mut().0.as_chunks_mut().0)
    }

    /// Returns whether the state of this rank is in the plane, which is that of a whole board.
    pub(super) fn contains(&self, rank: u64) -> bool {
        let (byte, bit) = position(rank);
        self.memory[byte] >> bit & 1 == 1
    }

    /// Adds the state with this number within the segment of a cell.
    pub(super) fn insert(&mut self, cell: usize, state: u64) {
        let (byte, bit) = position(state);
        self.segment_mut(cell)[byte] |= 1 << bit;
    }
}

/// Returns the byte and the bit in it of a rank. Cells hold whole words, so words are simply
/// counted through.
pub(super) fn position(rank: u64) -> (usize, u32) {
    Encoding::Bit.place(rank)
}

/// Returns the number of the chunk that holds a rank, counted through all cells.
pub(super) fn chunk_of(rank: u64) -> usize {
    (rank / chunk::STATES as u64) as usize
}
