//! One bit for every state: the memory of a search, and its result.

use std::io;

use tilebase_core::{Memory, Monitor, format::Encoding, parallel};

use super::chunk::Chunk;
use crate::Level;

/// A bit for every state of an extent: for each of the blank's cells in turn, its permutations in
/// words of sixty. If the extent is the whole board and nothing lies between the segments of the
/// cells, this is the order of a table file.
#[derive(Debug)]
pub(crate) struct Plane {
    /// The bytes of all states, as in a table file if the plane is that of a whole board.
    pub(crate) memory: Memory,
    /// The number of bytes of a segment.
    segment: usize,
    /// The number of bytes from one segment to the next.
    stride: usize,
}

impl Plane {
    /// Returns an empty plane of segments of this many bytes, one for each cell, which begin at
    /// multiples of `alignment`.
    pub(crate) fn new(cells: usize, segment: usize, alignment: usize) -> io::Result<Self> {
        let stride = segment.next_multiple_of(alignment);
        Ok(Self {
            memory: Memory::zeroed(cells as u64 * stride as u64)?,
            segment,
            stride,
        })
    }

    /// Touches every page of a plane that is still empty, on all threads, so that the system
    /// provides it. Stops when asked.
    pub(crate) fn touch(&mut self, monitor: &Monitor<'_, Level>) {
        parallel::map(self.memory.chunks_mut(1 << 21), |part| {
            if !monitor.stopped() {
                part.iter_mut().step_by(4096).for_each(|byte| *byte = 0);
            }
        });
    }

    /// Returns the segment of a cell with what lies between it and the next.
    pub(crate) fn segment(&self, cell: usize) -> &[u8] {
        &self.memory[cell * self.stride..][..self.stride]
    }

    /// Returns the segment of a cell with what lies between it and the next.
    pub(crate) fn segment_mut(&mut self, cell: usize) -> &mut [u8] {
        &mut self.memory[cell * self.stride..][..self.stride]
    }

    /// Returns the chunks of each cell.
    pub(crate) fn cells_mut(&mut self) -> impl Iterator<Item = &mut [Chunk]> {
        let segment = self.segment;
        let segments = self.memory.chunks_exact_mut(self.stride);
        segments.map(move |bytes| bytes[..segment].as_chunks_mut().0.as_chunks_mut().0)
    }

    /// Returns whether the state of this rank is in the plane, which is that of a whole board.
    pub(crate) fn contains(&self, rank: u64) -> bool {
        Encoding::Bit.read(&self.memory, rank) == 1
    }

    /// Adds the state with this number within the segment of a cell.
    pub(crate) fn insert(&mut self, cell: usize, state: u64) {
        let (byte, bit) = Encoding::Bit.place(state);
        self.segment_mut(cell)[byte] |= 1 << bit;
    }
}
