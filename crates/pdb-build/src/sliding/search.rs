//! The search of a board in memory where one tile slides in a move.

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace, format::Encoding, sliding::SlidingSpace,
};

use super::{
    bit_words::extent::Extent,
    reached::ReachedStates,
    sizes::{SPARSE, assert_supported, listed_at_most, memory_needed},
    steps::{self, StepKernel},
};
use crate::{
    Added, BuildError, DistanceTable, LISTED_AT_MOST, Level, LevelSearch, Listing, Lists, Result,
    reference, sparse,
};

/// Computes the distance of every state, in bits or in bytes, on rayon's current pool.
///
/// Bits hold for every state the second lowest bit of its depth: that of rank r is bit r mod 60 of
/// the little-endian 64-bit word ⌊r / 60⌋. The 239,500,800 states of 4x3 take about 0.13 s on two
/// cores. Bytes are for boards so small that they cost little: on two cores, 3x3 takes less than a
/// millisecond, and 5x2 five to ten.
///
/// Holds [`memory_needed`] bytes, plus those of a table in bytes.
///
/// # Errors
/// If the monitor asks to stop, or the system refuses the memory.
///
/// # Panics
/// If the board is not [supported](super::supports).
pub(super) fn search(
    space: &SlidingSpace,
    encoding: Encoding,
    instructions: Instructions,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable> {
    let states = space.len();
    let mut board = BoardSearch::new(space, instructions)?;
    if encoding == Encoding::Byte {
        let refused = BuildError::allocation(space.shape(), states);
        board.reached.depths = Memory::zeroed(states).map_err(refused)?;
        board.list_up_to = board.sparse;
    } else {
        board.reached.touch(monitor);
    }
    let mut search = LevelSearch::from_goals(space.goals());
    board.insert(&space.goals(), 0);
    let lists = match encoding {
        Encoding::Byte => Lists::UpTo(0),
        _ => Lists::UpTo(board.list_up_to),
    };
    search.run((states, encoding, lists), monitor, &mut |search| {
        board.expand(search.depth(), &search.last, monitor)
    })?;
    let [_, bits] = board.reached.planes;
    let payload = if encoding == Encoding::Byte {
        // The farthest states are the only list of a table in bytes: reading a byte per state is
        // quick, and lists of eight bytes per state would be larger than the table.
        let last = search.depth();
        if search.counts[last as usize] <= LISTED_AT_MOST as u64 {
            let ranks = reference::ranks_at(&board.reached.depths, last);
            search.listed.push((last, ranks));
        }
        board.reached.depths
    } else {
        bits.memory
    };
    Ok(DistanceTable::new(encoding, states, search, payload))
}

/// The states of a board that a breadth-first search has reached.
#[derive(Debug)]
pub(super) struct BoardSearch {
    space: SlidingSpace,
    kernel: StepKernel,
    reached: ReachedStates,
    /// Levels of at most this many states are expanded state by state, from their list.
    pub(super) sparse: u64,
    /// Levels of at most this many states are listed.
    pub(super) list_up_to: u64,
}

impl BoardSearch {
    /// Returns a search that has reached nothing, in memory that is not touched yet.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn new(space: &SlidingSpace, instructions: Instructions) -> Result<Self> {
        assert_supported(space);
        let reached = ReachedStates::nothing(Extent::whole(space), 1);
        let refused = BuildError::allocation(space.shape(), memory_needed(space));
        Ok(Self {
            space: *space,
            kernel: StepKernel::new(space, steps::links(space), instructions),
            reached: reached.map_err(refused)?,
            sparse: space.len() / SPARSE,
            list_up_to: listed_at_most(space),
        })
    }

    /// Adds these states, which were not reached before and are ascending.
    pub(super) fn insert(&mut self, ranks: &[u64], depth: u32) {
        for &rank in ranks {
            let place = self.reached.extent.place(rank);
            self.reached
                .insert(place.expect("a rank of the board"), depth);
        }
    }

    /// Finds the level after `last`, which is at `depth`: state by state if `last` has few states,
    /// otherwise over the whole board.
    pub(super) fn expand(
        &mut self,
        depth: u32,
        last: &Added,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added> {
        match &last.ranks {
            Some(ranks) if last.count <= self.sparse => {
                let planes = &self.reached.planes;
                let known = |rank| planes.iter().any(|plane| plane.contains(rank));
                let new = sparse::expand(&self.space, ranks, known, monitor)?;
                self.insert(&new, depth + 1);
                Ok(Added::listed(new))
            }
            _ => {
                let listing = Listing::new(self.list_up_to);
                let reached = &mut self.reached;
                let level = self.kernel.expand(reached, depth, &listing, None, monitor);
                level.map(|(added, _)| added)
            }
        }
    }
}
