//! The search of a board in memory: levels from the goal until nothing is new.

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace,
    format::{Encoding, Levels},
    sliding::SlidingSpace,
};

use super::{
    level::{self, LevelKernel},
    listing::{Added, Listing},
    reached::Reached,
    sizes::{SPARSE, listed_at_most, memory_needed, supports},
    words::extent::Extent,
};
use crate::{BuildError, DistanceTable, LISTED_AT_MOST, Level, sparse};

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
/// If the board is not [supported](supports).
pub(super) fn search(
    space: &SlidingSpace,
    encoding: Encoding,
    instructions: Instructions,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    let mut search = BoardSearch::new(space, instructions)?;
    if encoding == Encoding::Byte {
        let refused = BuildError::allocation(space.shape(), space.len());
        search.reached.depths = Memory::zeroed(space.len()).map_err(refused)?;
        search.list_up_to = search.sparse;
    } else {
        search.reached.touch(monitor);
    }
    search.start(&space.goals());
    search.run(monitor)?;
    let BoardSearch {
        reached,
        counts,
        mut listed,
        ..
    } = search;
    let [_, bits] = reached.planes;
    let payload = if encoding == Encoding::Byte {
        listed = farthest(&reached.depths, &counts);
        reached.depths
    } else {
        bits.into_memory()
    };
    Ok(DistanceTable {
        encoding,
        entries: space.len(),
        counts,
        listed,
        payload,
    })
}

/// Returns the list of the states farthest from the goal, if they are few. It is the only list of a
/// table in bytes: reading a byte per state is quick, and lists of eight bytes per state would be
/// larger than the table.
fn farthest(depths: &[u8], counts: &[u64]) -> Levels {
    let last = counts.len() - 1;
    if counts[last] > LISTED_AT_MOST as u64 {
        return Levels::new();
    }
    let ranks = (0..).zip(depths);
    let ranks = ranks.filter_map(|(rank, &depth)| (usize::from(depth) == last).then_some(rank));
    vec![(last as u32, ranks.collect())]
}

/// A breadth-first search of a board, between two levels.
#[derive(Debug)]
pub(super) struct BoardSearch {
    space: SlidingSpace,
    kernel: LevelKernel,
    reached: Reached,
    /// Levels of at most this many states are expanded state by state, from their list.
    pub(super) sparse: u64,
    /// Levels of at most this many states are listed.
    pub(super) list_up_to: u64,
    /// The numbers of states at depth 0, 1, 2, ….
    counts: Vec<u64>,
    listed: Levels,
    /// The last level.
    pub(super) frontier: Added,
}

impl BoardSearch {
    /// Returns a search that has reached nothing, in memory that is not touched yet.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn new(
        space: &SlidingSpace,
        instructions: Instructions,
    ) -> Result<Self, BuildError> {
        assert!(
            supports(space),
            "{} boards are not searched by windows",
            space.shape()
        );
        let reached = Reached::nothing(Extent::whole(space), 1);
        let refused = BuildError::allocation(space.shape(), memory_needed(space));
        Ok(Self {
            space: *space,
            kernel: LevelKernel::new(space, level::links(space), instructions),
            reached: reached.map_err(refused)?,
            sparse: space.len() / SPARSE,
            list_up_to: listed_at_most(space),
            counts: Vec::new(),
            listed: Levels::new(),
            frontier: Added::default(),
        })
    }

    /// Begins with these states at depth 0. They are ascending, and their blanks are on cells of
    /// the goal's colour.
    pub(super) fn start(&mut self, ranks: &[u64]) {
        self.insert(ranks, 0);
        self.end_level(Added {
            count: ranks.len() as u64,
            ranks: Some(ranks.to_vec()),
        });
    }

    /// Searches from the last level to the end.
    fn run(&mut self, monitor: &Monitor<'_, Level>) -> Result<(), BuildError> {
        while self.frontier.count > 0 {
            let depth = self.counts.len() as u32 - 1;
            if let Some(ranks) = &self.frontier.ranks
                && self.frontier.count <= self.list_up_to
            {
                self.listed.push((depth, ranks.clone()));
            }
            monitor.report(&Level::last(&self.counts, self.space.len()));
            self.expand(monitor)?;
        }
        self.counts.pop();
        Ok(())
    }

    /// Finds the next level: state by state if the last one has few states, otherwise over the
    /// whole board.
    pub(super) fn expand(&mut self, monitor: &Monitor<'_, Level>) -> Result<(), BuildError> {
        let depth = self.counts.len() as u32 - 1;
        let added = match &self.frontier.ranks {
            Some(ranks) if self.frontier.count <= self.sparse => {
                let planes = &self.reached.planes;
                let known = |rank| planes.iter().any(|plane| plane.contains(rank));
                let new = sparse::expand(&self.space, ranks, known, monitor)?;
                self.insert(&new, depth + 1);
                Added {
                    count: new.len() as u64,
                    ranks: Some(new),
                }
            }
            _ => {
                let listing = Listing::new(self.list_up_to);
                let reached = &mut self.reached;
                let level = self.kernel.expand(reached, depth, &listing, || (), monitor);
                level?.0
            }
        };
        self.end_level(added);
        Ok(())
    }

    fn insert(&mut self, ranks: &[u64], depth: u32) {
        for &rank in ranks {
            let place = self.reached.extent.place(rank);
            self.reached
                .insert(place.expect("a rank of the board"), depth);
        }
    }

    fn end_level(&mut self, added: Added) {
        self.counts.push(added.count);
        self.frontier = added;
    }
}
