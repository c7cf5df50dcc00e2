//! The search of a board in memory: levels from the goal until nothing is new.

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
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
use crate::{
    BuildError, DistanceTable, Level,
    reference::{Distances, addressable},
    sparse,
};

/// Computes the distance of every state, a bit each, on rayon's current pool.
///
/// The payload holds for every state the second lowest bit of its depth: that of rank r is bit r
/// mod 60 of the little-endian 64-bit word ⌊r / 60⌋.
///
/// Holds [`memory_needed`] bytes. The 239,500,800 states of 4x3 take about 0.13 s on two cores.
///
/// # Errors
/// If the monitor asks to stop, or the system refuses the memory.
///
/// # Panics
/// If the board is not [supported](supports).
///
/// ```
/// use tilebase_core::{Monitor, sliding::SlidingSpace};
/// use tilebase_pdb_build::sliding;
/// let space = SlidingSpace::new("3x3".parse()?, 0)?;
/// let table = sliding::search(&space, &Monitor::silent())?;
/// assert_eq!(table.counts.len() - 1, 31);
/// assert_eq!(table.listed.last().unwrap().1.len(), 2); // two hardest boards
/// assert_eq!(table.payload().len() as u64, sliding::table_bytes(&space));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    space: &SlidingSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    search_by(Instructions::detect(), space, monitor)
}

pub(super) fn search_by(
    instructions: Instructions,
    space: &SlidingSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    let mut search = BoardSearch::new(space, instructions)?;
    search.reached.touch(monitor);
    search.start(&space.goals());
    search.run(monitor)?;
    let [_, table] = search.reached.planes;
    Ok(DistanceTable {
        encoding: Encoding::Bit,
        entries: space.len(),
        counts: search.counts,
        listed: search.listed,
        payload: table.into_memory(),
    })
}

/// Computes the distance of every state, a byte each, for boards so small that bytes are no burden:
/// on two cores 3x3 takes less than a millisecond and 5x2 five to ten.
///
/// # Errors
/// As [`search`].
///
/// # Panics
/// As [`search`].
pub fn byte_distances(
    space: &SlidingSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<Distances, BuildError> {
    let mut search = BoardSearch::new(space, Instructions::detect())?;
    search.reached.depths = vec![0; addressable(space.len())?];
    search.list_up_to = search.sparse;
    search.start(&space.goals());
    search.run(monitor)?;
    Ok(Distances {
        bytes: search.reached.depths,
        counts: search.counts,
    })
}

/// A breadth-first search of a board, between two levels.
#[derive(Debug)]
pub(super) struct BoardSearch {
    space: SlidingSpace,
    kernel: LevelKernel,
    reached: Reached,
    /// Levels of at most so many states are expanded state by state, from their list.
    pub(super) sparse: u64,
    /// Levels of at most so many states are listed.
    pub(super) list_up_to: u64,
    /// The numbers of states at depth 0, 1, 2, ….
    counts: Vec<u64>,
    listed: Levels,
    /// The last level.
    pub(super) frontier: Added,
}

impl BoardSearch {
    /// Returns a search that has reached nothing, in memory yet untouched.
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

    /// Begins with these states, ascending and on cells of the goal's colour, at depth 0.
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

    /// Goes on to the next level: state by state if the last one has few states, else over the
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
