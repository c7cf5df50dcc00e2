//! Searches of boards cut into shards, in memory or on disk, by one process or by several.

use std::{ops::Range, sync::Arc};

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::{Encoding, Metadata, Subject},
    storage::{Disk, Storage},
};

use super::{
    super::{
        listing::{Added, Listing},
        sizes::{listed_at_most, supports},
    },
    cut::Cut,
    exchange::{Counts, Exchange, LocalExchange},
    messages::Messages,
    scratch::ScratchStore,
    shard::{Shard, ShardKernel},
    store::{InMemory, ShardStore},
};
use crate::{
    BuildError, Level, ScratchOptions,
    found::{FoundOnDisk, Segment},
    tabulate::BUILDER,
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
) -> Result<Sharded, BuildError> {
    let mut exchange = LocalExchange::new(cut.shards());
    search_shards(cut, Some(scratch), &mut exchange, monitor)
}

/// Deletes the files of a search of all shards of a board, for instance of one that was killed
/// after its result was stored. Files that another process uses remain.
///
/// # Errors
/// If the file system reports an error.
pub fn remove_scratch(cut: &Cut, scratch: &ScratchOptions) -> Result<(), BuildError> {
    if !scratch.folder.exists() {
        return Ok(());
    }
    match ScratchStore::open(Arc::new(Disk), cut, scratch, 0..cut.shards()) {
        Ok(left) => Box::new(left).remove(),
        Err(BuildError::ScratchInUse { .. }) => Ok(()),
        Err(error) => Err(error),
    }
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
) -> Result<Sharded, BuildError> {
    search_shards_on(Arc::new(Disk), cut, scratch, exchange, monitor)
}

/// As [`search_shards`], with files in any storage.
pub(super) fn search_shards_on(
    storage: Arc<dyn Storage>,
    cut: &Cut,
    scratch: Option<&ScratchOptions>,
    exchange: &mut dyn Exchange,
    monitor: &Monitor<'_, Level>,
) -> Result<Sharded, BuildError> {
    let shards = exchange.owned();
    let mut search = ShardSearch::new(cut, Instructions::detect());
    let store: Box<dyn ShardStore> = match scratch {
        None => {
            let mut memory = InMemory::new(cut, shards.clone())?;
            search.run(&mut memory, exchange, monitor)?;
            Box::new(memory)
        }
        Some(options) => {
            let mut scratch = ScratchStore::open(storage, cut, options, shards.clone())?;
            search.counts = exchange.agree(scratch.levels()?)?;
            if !search.counts.is_empty() {
                search.files = scratch.resume(&search.counts, exchange)?;
            }
            let done = search.run(&mut scratch, exchange, monitor);
            done.map_err(|error| match error {
                BuildError::Stopped => BuildError::Paused {
                    folder: options.folder.clone(),
                },
                error => error,
            })?;
            Box::new(scratch)
        }
    };
    let (found, states) = (search.counts.iter().sum(), cut.space().len());
    if found != states {
        return Err(BuildError::NotAllStates { found, states });
    }
    Ok(Sharded {
        cut: *cut,
        shards,
        counts: search.counts,
        store,
    })
}

/// A breadth-first search of the shards of this process, between two levels and without the states.
#[derive(Debug)]
pub(super) struct ShardSearch {
    cut: Cut,
    kernel: ShardKernel,
    /// Levels of at most this many states are listed.
    list_up_to: u64,
    /// The numbers of states at depth 0, 1, 2, … in all processes.
    pub(super) counts: Vec<u64>,
    /// The sum of the files of all processes after these levels.
    files: u64,
    /// The part of the last level that is in this process.
    frontier: Added,
}

impl ShardSearch {
    /// Returns a search that has reached nothing.
    pub(super) fn new(cut: &Cut, instructions: Instructions) -> Self {
        assert!(
            supports(cut.space()),
            "{} boards are not searched by windows",
            cut.space().shape()
        );
        Self {
            cut: *cut,
            kernel: ShardKernel::new(cut, instructions),
            list_up_to: listed_at_most(cut.space()),
            counts: Vec::new(),
            files: 0,
            frontier: Added::default(),
        }
    }

    /// Searches from the goal, or from the point where an earlier search stopped, to the end.
    pub(super) fn run(
        &mut self,
        store: &mut dyn ShardStore,
        exchange: &mut dyn Exchange,
        monitor: &Monitor<'_, Level>,
    ) -> Result<(), BuildError> {
        if self.counts.is_empty() {
            let goals = self.cut.space().goals();
            let begin = |shard: &mut Shard, _: &[_]| Ok(self.kernel.begin(shard, &goals));
            let own = store.each(0, &begin, exchange)?;
            self.end_level(own, store, exchange)?;
        }
        while self.counts.last() != Some(&0) {
            let new = self.counts.last().copied().unwrap_or_default();
            let ranks = self.frontier.ranks.as_deref();
            let listed = ranks.filter(|_| new <= self.list_up_to);
            store.keep_levels(&self.counts, listed, self.files)?;
            let depth = self.counts.len() as u32 - 1;
            monitor.report(&Level::last(&self.counts, self.cut.space().len()));
            let listing = Listing::new(self.list_up_to);
            let work = |shard: &mut Shard, messages: &[Messages]| {
                self.kernel
                    .expand(shard, depth, messages, &listing, monitor)
            };
            let own = store.each(depth + 1, &work, exchange)?;
            self.end_level(own, store, exchange)?;
        }
        self.counts.pop();
        Ok(())
    }

    /// Ends a level to which this process added `own`.
    fn end_level(
        &mut self,
        own: Added,
        store: &dyn ShardStore,
        exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError> {
        let level = exchange.end_level(Counts {
            new: own.count,
            stop: false,
            files: store.files(self.counts.len() as u32 + 1),
        })?;
        self.counts.push(level.new);
        self.files = level.files;
        self.frontier = own;
        if level.stop { Err(BuildError::Stopped) } else { Ok(()) }
    }
}

impl Sharded {
    /// Returns the distances at which states are listed.
    pub fn listed_depths(&self) -> impl Iterator<Item = u32> + use<> {
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
    pub fn segment(&self, cell: usize, shard: usize) -> Result<Segment<'_>, BuildError> {
        assert!(self.shards.contains(&shard), "shard {shard} is elsewhere");
        self.store.segment(cell, shard)
    }
}

/// This process's part of the table, which is the whole table if it has all shards.
impl FoundOnDisk for Sharded {
    fn metadata(&self, seconds: f64) -> Result<Metadata, BuildError> {
        let space = self.cut.space();
        let lists = self
            .listed_depths()
            .map(|depth| Ok((depth, self.listed(depth)?.len() as u64)));
        let lists: Vec<(u32, u64)> = lists.collect::<Result<_, BuildError>>()?;
        let metadata = Metadata {
            subject: Subject::Sliding {
                shape: space.shape(),
                home: space.home() as u8,
            },
            encoding: Encoding::Bit,
            entries: space.len(),
            counts: self.counts.clone(),
            listed: Vec::new(),
            builder: BUILDER.to_owned(),
            seconds,
        };
        Ok(metadata.listing(lists))
    }

    fn segments(&self) -> Box<dyn Iterator<Item = Result<Segment<'_>, BuildError>> + '_> {
        let shards = self.shards.clone();
        let places = (0..self.cut.cells())
            .flat_map(move |cell| shards.clone().map(move |shard| (cell, shard)));
        Box::new(places.map(|(cell, shard)| self.segment(cell, shard)))
    }

    fn listed(&self, depth: u32) -> Result<Vec<u64>, BuildError> {
        self.store.listed(depth)
    }

    fn remove_files(self: Box<Self>) -> Result<(), BuildError> {
        self.store.remove()
    }
}
