//! The search of blocks, level by level, and the blocks in memory.

use std::sync::atomic::AtomicU64;

use serde::{Deserialize, Serialize};
use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace,
    format::{Encoding, Levels, UNREACHABLE},
    parallel,
    pattern::colex,
    sliding::MaskSpace,
};

use super::{
    blocks::{Blocks, SHARE},
    step::{BlockStep, NewStates, OwnSet},
};
use crate::{BuildError, DistanceTable, LISTED_AT_MOST, Level};

/// A summary of all blocks, which saves reading them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Books {
    /// For each set, the cells of the blank for which the last level added states to the block.
    pub(super) gained: Vec<u64>,
    /// For each set, the cells of the blank for which not all states of the block are known.
    pub(super) open: Vec<u64>,
}

/// The levels that a search has found.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct FoundLevels {
    /// The numbers of states at distance 0, 1, 2, ….
    pub(super) counts: Vec<u64>,
    /// The ranks of the states at the last of these distances, ascending, if they are few.
    pub(super) farthest: Vec<u64>,
}

/// The storage of the blocks of a search: memory here, files in `files`.
pub(super) trait BlockStore {
    /// Saves the levels that have been found.
    ///
    /// # Errors
    /// If they cannot be saved.
    fn keep(&mut self, found: &FoundLevels) -> Result<(), BuildError>;

    /// Finds the states at a distance, given the nearer ones.
    ///
    /// # Errors
    /// If the monitor asks to stop, or a file is damaged or cannot be read or written.
    fn level(
        &mut self,
        blocks: &Blocks<'_>,
        depth: u32,
        monitor: &Monitor<'_, Level>,
    ) -> Result<NewStates, BuildError>;
}

/// All blocks in memory.
struct BlocksInMemory {
    /// Set after set: the two planes of each block and, if the table has bytes, one byte per state.
    memory: Memory,
    books: Books,
    /// The additions of the current level, as in [`Books::gained`].
    gains: Vec<u64>,
}

/// Returns the distance of every state of a space that is numbered in blocks, with `tiles` tiles,
/// as [`dense::build`](crate::dense::build) does.
pub(super) fn build(
    space: &MaskSpace,
    tiles: usize,
    encoding: Encoding,
    instructions: Instructions,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    let blocks = Blocks::new(space, tiles, encoding, instructions);
    let mut store = BlocksInMemory::new(&blocks)?;
    let mut found = FoundLevels::goals(space);
    search(&blocks, &mut store, &mut found, monitor)?;
    Ok(DistanceTable {
        encoding,
        entries: space.len(),
        listed: found.listed(),
        counts: found.counts,
        payload: blocks.payload(store.memory),
    })
}

/// Continues the search from the levels that have been found, to the last one.
pub(super) fn search(
    blocks: &Blocks<'_>,
    store: &mut dyn BlockStore,
    found: &mut FoundLevels,
    monitor: &Monitor<'_, Level>,
) -> Result<(), BuildError> {
    loop {
        store.keep(found)?;
        monitor.report(&Level::last(&found.counts, blocks.space.len()));
        let depth = found.counts.len() as u32;
        let (new, mut ranks) = store.level(blocks, depth, monitor)?;
        if new == 0 {
            return Ok(());
        }
        if blocks.encoding == Encoding::Byte && depth >= UNREACHABLE.into() {
            return Err(BuildError::TooDeep);
        }
        if new > LISTED_AT_MOST as u64 {
            ranks.clear();
        }
        ranks.sort_unstable();
        found.counts.push(new);
        found.farthest = ranks;
    }
}

impl FoundLevels {
    /// Returns the levels of a search that has found only the goals.
    pub(super) fn goals(space: &MaskSpace) -> Self {
        let farthest = space.goals();
        Self {
            counts: vec![farthest.len() as u64],
            farthest,
        }
    }

    /// Returns the levels that a table lists, each with its depth and its ranks.
    pub(super) fn listed(&self) -> Levels {
        let last = self.counts.len() as u32 - 1;
        let is_listed = !self.farthest.is_empty();
        let level = || (last, self.farthest.clone());
        is_listed.then(level).into_iter().collect()
    }
}

impl Books {
    /// Returns the summary of a search that has found only the goals.
    pub(super) fn new(blocks: &Blocks<'_>) -> Self {
        let sets = blocks.all_sets();
        let mut books = Self {
            open: sets.map(|set| blocks.free(set)).collect(),
            gained: vec![0; blocks.sets()],
        };
        for goal in blocks.space.goals() {
            let place = blocks.place(goal);
            books.gained[place.number] |= 1 << place.blank;
        }
        books
    }
}

/// Returns the most bytes of memory that [`build`] holds, including the result.
pub(super) fn memory_needed(space: &MaskSpace, tiles: usize, encoding: Encoding) -> u64 {
    let sets = u64::from(colex::count(space.mask().cells().len(), tiles));
    let books = size_of::<OwnSet<'_>>() + size_of::<&[u8]>() + 3 * size_of::<u64>();
    let bytes = if encoding == Encoding::Byte { space.len() } else { 0 };
    sets * books as u64 + Encoding::Mod3.bytes(space.len()) + bytes
}

impl BlocksInMemory {
    /// Returns the blocks of a search that has found only the goals.
    fn new(blocks: &Blocks<'_>) -> Result<Self, BuildError> {
        let needed = memory_needed(blocks.space, blocks.tiles, blocks.encoding);
        let what = blocks.space.mask().subject(blocks.space.metric());
        let refused = BuildError::allocation(what, needed);
        let bytes = blocks.set_bytes() as u64 * blocks.sets() as u64;
        let mut memory = Memory::zeroed(bytes).map_err(refused)?;
        let shares = memory.chunks_mut(SHARE * blocks.set_bytes()).enumerate();
        parallel::map(shares, |(share, sets)| blocks.begin(share * SHARE, sets));
        Ok(Self {
            memory,
            books: Books::new(blocks),
            gains: vec![0; blocks.sets()],
        })
    }
}

impl BlockStore for BlocksInMemory {
    fn keep(&mut self, _: &FoundLevels) -> Result<(), BuildError> {
        Ok(())
    }

    fn level(
        &mut self,
        blocks: &Blocks<'_>,
        depth: u32,
        monitor: &Monitor<'_, Level>,
    ) -> Result<NewStates, BuildError> {
        let (found, mut new, mut ranks) = (AtomicU64::new(0), 0, Vec::new());
        let Books { gained, open } = &mut self.books;
        for side in 0..2 {
            let mut own = Vec::new();
            let mut others = vec![&[][..]; blocks.sets()];
            let sets = blocks.all_sets().enumerate();
            let parts = self.memory.chunks_mut(blocks.set_bytes());
            let parts = parts.zip(&mut self.gains).zip(&mut *open).zip(sets);
            for (((bytes, gains), open), (number, set)) in parts {
                if (set & blocks.colour).count_ones() % 2 == side {
                    own.push(OwnSet {
                        number,
                        set,
                        bytes,
                        gains,
                        open,
                    });
                } else {
                    others[number] = bytes;
                }
            }
            let step = BlockStep {
                blocks,
                others: &others,
                gained,
                depth,
                found: &found,
            };
            let shares = parallel::try_map(own.chunks_mut(SHARE), |sets| {
                BuildError::check_stop(monitor).map(|()| step.share(sets))
            })?;
            for (count, listed) in shares {
                new += count;
                ranks.extend(listed);
            }
        }
        std::mem::swap(gained, &mut self.gains);
        Ok((new, ranks))
    }
}
