//! The search of blocks, level by level, and the blocks in memory.

use serde::{Deserialize, Serialize};
use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace, format::Encoding, parallel, pattern::colex,
    sliding::PartialGoalSpace,
};

use super::{
    blocks::{Blocks, SHARE},
    step::{BlockStep, OwnSet},
};
use crate::{
    Added, BuildError, DistanceTable, LISTED_AT_MOST, Level, LevelSearch, Listing, Lists, Result,
};

/// A summary of all blocks, which saves reading them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct BlockSummary {
    /// For each set, the cells of the blank for which the last level added states to the block.
    pub(super) changed_last: Vec<u64>,
    /// For each set, the cells of the blank for which not all states of the block are known.
    pub(super) unfinished: Vec<u64>,
}

/// The storage of the blocks of a search: memory here, files in `files`.
pub(super) trait BlockStore {
    /// Saves the levels that have been found: the numbers of states at distance 0, 1, 2, …, and the
    /// ranks of those at the last of these distances, if they are few. In memory nothing is saved.
    ///
    /// # Errors
    /// If they cannot be saved.
    fn save(&mut self, _counts: &[u64], _farthest: &[u64]) -> Result<()> {
        Ok(())
    }

    /// Finds the states at a distance, given the nearer ones.
    ///
    /// # Errors
    /// If the monitor asks to stop, or a file is damaged or cannot be read or written.
    fn level(&mut self, blocks: &Blocks, depth: u32, monitor: &Monitor<'_, Level>)
    -> Result<Added>;
}

/// All blocks in memory.
struct BlocksInMemory {
    /// Set after set: the two planes of each block and, if the table has bytes, one byte per state.
    memory: Memory,
    summary: BlockSummary,
}

/// Returns the distance of every state of a space that is numbered in blocks, with `tiles` tiles,
/// as [`dense::build`](crate::dense::build) does.
pub(super) fn build(
    space: &PartialGoalSpace,
    tiles: usize,
    encoding: Encoding,
    instructions: Instructions,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable> {
    let blocks = Blocks::new(space, tiles, encoding, instructions);
    let subject = space.goal().subject(space.metric());
    let refused = BuildError::allocation(subject, memory_needed(space, tiles, encoding));
    let bytes = blocks.set_bytes() as u64 * blocks.sets() as u64;
    let mut memory = Memory::zeroed(bytes).map_err(refused)?;
    let shares = memory.chunks_mut(SHARE * blocks.set_bytes()).enumerate();
    parallel::map(shares, |(share, sets)| blocks.begin(share * SHARE, sets));
    let mut store = BlocksInMemory {
        memory,
        summary: BlockSummary::new(&blocks),
    };
    let mut levels = LevelSearch::from_goals(space.goals());
    search(&blocks, &mut store, &mut levels, monitor)?;
    let payload = blocks.payload(store.memory);
    Ok(DistanceTable::new(encoding, space.len(), levels, payload))
}

/// Continues the search from the levels that have been found, to the last one.
pub(super) fn search(
    blocks: &Blocks,
    store: &mut dyn BlockStore,
    levels: &mut LevelSearch,
    monitor: &Monitor<'_, Level>,
) -> Result<()> {
    let kind = (blocks.space.len(), blocks.encoding, Lists::Farthest);
    levels.run(kind, monitor, &mut |levels| {
        let farthest = levels.last.ranks.as_deref();
        store.save(&levels.counts, farthest.unwrap_or_default())?;
        store.level(blocks, levels.depth() + 1, monitor)
    })
}

impl BlockSummary {
    /// Returns the summary of a search that has found only the goals.
    pub(super) fn new(blocks: &Blocks) -> Self {
        let sets = blocks.all_sets();
        let mut summary = Self {
            unfinished: sets.map(|set| blocks.free(set)).collect(),
            changed_last: vec![0; blocks.sets()],
        };
        for goal in blocks.space.goals() {
            let place = blocks.place(goal);
            summary.changed_last[place.number] |= 1 << place.blank;
        }
        summary
    }
}

/// Returns the most bytes of memory that [`build`] holds, including the result.
pub(super) fn memory_needed(space: &PartialGoalSpace, tiles: usize, encoding: Encoding) -> u64 {
    let sets = u64::from(colex::count(space.goal().cells().len(), tiles));
    let summary = size_of::<OwnSet<'_>>() + size_of::<&[u8]>() + 3 * size_of::<u64>();
    let bytes = if encoding == Encoding::Byte { space.len() } else { 0 };
    sets * summary as u64 + Encoding::Mod3.bytes(space.len()) + bytes
}

impl BlockStore for BlocksInMemory {
    fn level(
        &mut self,
        blocks: &Blocks,
        depth: u32,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added> {
        let (listing, mut lists) = (Listing::new(LISTED_AT_MOST as u64), Vec::new());
        let summary = &mut self.summary;
        let mut gains = vec![0; blocks.sets()];
        for side in 0..2 {
            let bytes = self.memory.chunks_mut(blocks.set_bytes());
            let sets = (blocks.all_sets().enumerate()).zip(bytes);
            let (mut own, mut others) = (Vec::new(), vec![&[][..]; blocks.sets()]);
            for set in OwnSet::all(sets, &mut gains, &mut summary.unfinished) {
                if blocks.grid.side(set.set) == side {
                    own.push(set);
                } else {
                    others[set.number] = set.bytes;
                }
            }
            let step = BlockStep {
                blocks,
                others: &others,
                changed_last: &summary.changed_last,
                depth,
                listing: &listing,
            };
            lists.extend(parallel::try_map(own.chunks_mut(SHARE), |sets| {
                BuildError::check_stop(monitor).map(|()| step.share(sets))
            })?);
        }
        summary.changed_last = gains;
        Ok(listing.added(listing.found(), &lists))
    }
}
