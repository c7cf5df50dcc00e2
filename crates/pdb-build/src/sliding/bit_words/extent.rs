//! The states that a search holds: the same run of chunks in every cell of a board.

use tilebase_core::sliding::SlidingSpace;

use super::chunk::{self, STATES, WORDS};

/// A run of chunks that is the same in every cell of a board: all of them, or those that begin with
/// the same digits. Chunks are counted within the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The number of cells of the board.
    pub(crate) cells: usize,
    tiles: usize,
    /// The chunks that a cell of the board has.
    per_cell: usize,
    first: usize,
    /// The number of chunks of each cell.
    pub(crate) chunks: usize,
}

/// The place of a state: the blank's cell, the chunk in the run, and the number in the chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) cell: usize,
    pub(crate) chunk: usize,
    pub(crate) state: usize,
}

impl Extent {
    /// Returns the whole board.
    pub(crate) fn whole(space: &SlidingSpace) -> Self {
        Self::of_parts(space, space.shape().cells())
    }

    /// Returns the whole board, whose parts are this many cells or rows.
    pub(crate) fn of_parts(space: &SlidingSpace, cells: usize) -> Self {
        let per_cell = (space.per_cell() / STATES as u64) as usize;
        Self {
            cells,
            tiles: space.shape().tiles(),
            per_cell,
            first: 0,
            chunks: per_cell,
        }
    }

    /// Returns the run of `chunks` chunks from chunk `first` of each cell of the whole board.
    pub(crate) fn run(self, first: usize, chunks: usize) -> Self {
        Self {
            first,
            chunks,
            ..self
        }
    }

    /// Returns whether this is the whole board.
    pub(crate) fn is_whole(&self) -> bool {
        self.chunks == self.per_cell
    }

    /// Returns the bytes of a segment: the bits of all states of one cell.
    pub(crate) fn segment_bytes(&self) -> usize {
        self.chunks * WORDS * 8
    }

    /// Returns the rank of the first state of a chunk.
    #[inline(always)]
    pub(crate) fn rank(&self, cell: usize, chunk: usize) -> u64 {
        ((cell * self.per_cell + self.first + chunk) * STATES) as u64
    }

    /// Returns the place of the state with a rank; `None` if it is not in the run.
    pub(crate) fn place(&self, rank: u64) -> Option<Place> {
        let (chunk, state) = (chunk::holding(rank), (rank % STATES as u64) as usize);
        let within = (chunk % self.per_cell).checked_sub(self.first)?;
        (within < self.chunks).then_some(Place {
            cell: chunk / self.per_cell,
            chunk: within,
            state,
        })
    }

    /// Returns whether the digits that number a chunk of the board have an odd sum.
    #[inline(always)]
    pub(crate) fn is_odd(&self, chunk: usize) -> bool {
        chunk::is_odd(self.tiles, self.first + chunk)
    }
}
