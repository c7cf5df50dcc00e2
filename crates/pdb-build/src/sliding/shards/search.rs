//! Searches of boards cut into shards, in memory or on disk, by one process or by several.

use std::ops::Range;

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace,
    format::{Encoding, Levels, Metadata, Subject},
};

use super::{
    super::sizes::{assert_supported, listed_at_most},
    cut::Cut,
    exchange::{Exchange, LevelSum, LocalExchange},
    messages::Messages,
    scratch::ScratchStore,
    shard::{Shard, ShardKernel},
    store::{InMemory, ShardStep, ShardStore},
};
use crate::{
    Added, BuildError, Level, LevelSearch, Listing, Lists, Result, ScratchOptions,
    distance_table::metadata, found::FoundOnDisk, ranks_at,
};

/// A board searched shard by shard: the counts of all states, and the bits and lists of the shards
/// of this process.
#[derive(Debug)]
#[non_exhaustive]
pub struct Sharded {
    /// The cut of the board.
    pub cut: Cut,
    /// The numbers of the shards of this process.
    pub shards: Range<usize>,
    /// The numbers of states of the whole board at distance 0, 1, 2, ….
    pub counts: Vec<u64>,
    /// The lists, if the store keeps none.
    listed: Levels,
    store: Box<dyn ShardStore>,
}

/// Searches a board whose shards are all in files of a folder.
///
/// The table is the same as that of a search in memory, but only as many shards are in memory as
/// there are lanes. A search that was stopped continues after its last level.
///
/// # Errors
/// If the monitor asks to stop, memory is refused, or a file is damaged or cannot be written.
pub fn search_on_disk(
    cut: &Cut,
    scratch: &ScratchOptions,
    monitor: &Monitor<'_, Level>,
) -> Result<Sharded> {
    let mut exchange = LocalExchange::new(cut.shards());
    search_shards(cut, Some(scratch), &mut exchange, monitor)
}

/// Searches those shards of a board that belong to this process, in memory or in files, while other
/// processes search the rest. States that cross are sent by `exchange`.
///
/// # Errors
/// If the monitor or another process asks to stop, a process is gone, memory is refused, or a file
/// is damaged or cannot be written.
pub fn search_shards(
    cut: &Cut,
    scratch: Option<&ScratchOptions>,
    exchange: &mut dyn Exchange,
    monitor: &Monitor<'_, Level>,
) -> Result<Sharded> {
    assert_supported(cut.space());
    let kernel = ShardKernel::new(cut, Instructions::detect());
    let (shards, mut levels, mut files) = (exchange.owned(), LevelSearch::default(), 0);
    let mut store: Box<dyn ShardStore> = match scratch {
        None => Box::new(InMemory::new(cut, shards.clone())?),
        Some(options) => {
            let mut scratch = ScratchStore::open(cut, options, shards.clone())?;
            let counts;
            (counts, files) = scratch.resume(exchange)?;
            levels = LevelSearch::resumed(counts, None);
            Box::new(scratch)
        }
    };
    let done = search(
        &kernel,
        (&mut levels, files),
        &mut *store,
        exchange,
        monitor,
    );
    done.map_err(|error| match scratch {
        Some(options) => options.paused(error),
        None => error,
    })?;
    let LevelSearch { counts, listed, .. } = levels;
    let (found, states) = (counts.iter().sum(), cut.space().len());
    if found != states {
        return Err(BuildError::NotAllStates { found, states });
    }
    Ok(Sharded {
        cut: *cut,
        shards,
        counts,
        listed,
        store,
    })
}

/// Searches the shards of this process from the goal, or from the levels that an earlier search has
/// found, to the end. The levels are those of all processes and, of the last one, the states in
/// this process; `files` is the sum of the files of all processes after these levels.
pub(super) fn search(
    kernel: &ShardKernel,
    (levels, mut files): (&mut LevelSearch, u64),
    store: &mut dyn ShardStore,
    exchange: &mut dyn Exchange,
    monitor: &Monitor<'_, Level>,
) -> Result<()> {
    let space = kernel.cut.space();
    let list_up_to = listed_at_most(space);
    // Brings all shards to a level, and ends it.
    let mut level =
        |depth: u32, files: &mut u64, store: &mut dyn ShardStore, work: &ShardStep<'_>| {
            let own = store.each(depth, work, exchange)?;
            let all = exchange.end_level(LevelSum {
                new: own.count,
                stop: false,
                files: store.files(depth + 1),
            })?;
            *files = all.files;
            let added = Added {
                count: all.new,
                ranks: own.ranks,
            };
            if all.stop { Err(BuildError::Stopped) } else { Ok(added) }
        };
    if levels.last.count == 0 {
        let goals = space.goals();
        let begin = |shard: &mut Shard, _: &[_]| Ok(kernel.begin(shard, &goals));
        levels.last = level(0, &mut files, store, &begin)?;
    }
    let kind = (space.len(), Encoding::Bit, Lists::UpTo(list_up_to));
    levels.run(kind, monitor, &mut |search| {
        store.keep_levels(&search.counts, files)?;
        let depth = search.depth();
        let listing = Listing::new(list_up_to);
        let work = |shard: &mut Shard, messages: &[Messages]| {
            kernel.expand(shard, depth, messages, &listing, monitor)
        };
        level(depth + 1, &mut files, store, &work)
    })
}

impl Sharded {
    /// Returns the distances at which states are listed.
    pub(crate) fn listed_depths(&self) -> impl Iterator<Item = u32> + use<> {
        let longest = listed_at_most(self.cut.space());
        let counts = (0..).zip(self.counts.clone());
        counts.filter_map(move |(depth, count)| (count <= longest).then_some(depth))
    }

    /// Returns a segment of the table: the part for a cell of a shard of this process.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    ///
    /// # Panics
    /// If there is no such cell, or the shard is not of this process.
    pub fn segment(&self, cell: usize, shard: usize) -> Result<Memory> {
        assert!(self.shards.contains(&shard), "shard {shard} is elsewhere");
        self.store.segment(cell, shard)
    }
}

/// This process's part of the table, which is the whole table if it has all shards.
impl FoundOnDisk for Sharded {
    fn metadata(&self, seconds: f64) -> Result<Metadata> {
        let space = self.cut.space();
        let lists = self
            .listed_depths()
            .map(|depth| Ok((depth, self.listed(depth)?.len() as u64)));
        let lists: Vec<(u32, u64)> = lists.collect::<Result<_>>()?;
        let subject = Subject::Sliding {
            shape: space.shape(),
            home: space.home() as u8,
        };
        let (kind, counts) = ((Encoding::Bit, space.len()), self.counts.clone());
        Ok(metadata(subject, kind, counts, seconds).listing(lists))
    }

    fn segments(&self) -> Box<dyn Iterator<Item = Result<Memory>> + '_> {
        let shards = self.shards.clone();
        let places = (0..self.cut.cells())
            .flat_map(move |cell| shards.clone().map(move |shard| (cell, shard)));
        Box::new(places.map(|(cell, shard)| self.segment(cell, shard)))
    }

    fn listed(&self, depth: u32) -> Result<Vec<u64>> {
        self.store
            .listed(depth)
            .unwrap_or_else(|| Ok(ranks_at(&self.listed, depth)))
    }

    fn remove_files(self: Box<Self>) -> Result<()> {
        self.store.remove()
    }
}
