//! A level over the whole board: every chunk that it writes pulls states from others.
//!
//! A level writes some *parts* of the board, cells or rows. A region is a range of chunks, the same
//! in every part that the level writes. Each region is one task, which writes its chunks. No task
//! writes chunks that another reads. Neighbouring parts read the same chunks of a region, which are
//! then still in the cache. Moves of one tile and moves of lines of tiles differ only in the states
//! that [`MetricMoves`] bring into a chunk.

use std::array;

use tilebase_core::{
    Instructions, Kernel, Monitor,
    parallel::{self, current_num_threads},
};

use super::bit_words::{
    chunk::{self, Activity, Chunk, EMPTY},
    extent::Extent,
    moves::{ChunkStep, Pull},
    source::{ChunkBuffers, Source, apply},
};
use crate::{Added, BuildError, Level, Listing, Result};

/// The number of chunks of one part that are written before those of the next: enough to read
/// memory in long runs, few enough that the chunks read for one part are still in the cache for its
/// neighbour.
const BATCH: usize = 32;

/// The fewest chunks of each part that are worth a task.
const LEAST: usize = 8;

/// A part from which another pulls states.
#[derive(Debug)]
pub(super) struct PlaneLink {
    pub(super) from: usize,
    pub(super) pull: Pull,
    /// The steps within the chunk that follow; most often none.
    pub(super) then_pull: Vec<ChunkStep>,
}

/// The range of a part that a task writes.
pub(super) struct PlaneTarget<'a> {
    /// The number of the cell or the row.
    pub(super) part: usize,
    pub(super) plane: &'a mut [Chunk],
    pub(super) activity: &'a mut [Activity],
    /// A plane in which states of the part may have been reached before.
    pub(super) other_plane: &'a [Chunk],
    /// The plane of odd depths, to which the states are added, too; empty if there is none.
    pub(super) odd_plane: &'a mut [Chunk],
    /// The depth of every state; empty if the search keeps none.
    pub(super) depths: &'a mut [u8],
}

/// A chunk of a target, counted in the target and in the part, and whether the digits that number
/// it have an odd sum.
#[derive(Clone, Copy)]
pub(super) struct ChunkPlace {
    pub(super) at: usize,
    pub(super) chunk: usize,
    pub(super) odd: bool,
}

/// The moves of a metric, which bring states into chunks.
pub(super) trait MetricMoves: Sync {
    /// The result of a task in addition to the states.
    type Extra: Send;

    /// The most columns by which states come, if they are kept apart.
    const COLUMNS: usize;

    /// Returns that result before the task begins.
    fn extra(&self) -> Self::Extra;

    /// Prefetches the memory that [`expand`](Self::expand) will read for a chunk of a target, if
    /// there is such a chunk.
    fn prefetch(&self, target: &PlaneTarget<'_>, at: usize, chunk: usize);

    /// Adds the new states that moves bring into a chunk of a target. Leaves them in
    /// `workspace.fresh`, and returns their number.
    fn expand(
        &self,
        target: &mut PlaneTarget<'_>,
        place: ChunkPlace,
        workspace: &mut Workspace,
        extra: &mut Self::Extra,
    ) -> u32;
}

/// A level that is being expanded.
pub(super) struct Expansion<'a, M> {
    /// The depth of the states that are added.
    pub(super) depth: u32,
    pub(super) extent: Extent,
    pub(super) moves: M,
    pub(super) listing: &'a Listing,
}

/// The memory that a task works in.
pub(super) struct Workspace {
    /// At most two neighbours need their words moved, and one of them in two steps.
    pub(super) buffers: [ChunkBuffers; 3],
    /// The classes that came by each column.
    pub(super) columns: Vec<Chunk>,
    /// The new states of a chunk.
    pub(super) fresh: Chunk,
}

/// The states that a task added.
struct FoundByTask<E> {
    count: u64,
    /// The ranks that are listed, part by part.
    ranks: Vec<Vec<u64>>,
    extra: E,
}

/// A region: its chunks begin at number `first` of each part. Everything that its kernel calls is
/// inlined, and it passes no closures to functions that may not be inlined: these would be compiled
/// for any processor.
struct Region<'a, 'region, M> {
    level: &'a Expansion<'a, M>,
    first: usize,
    targets: Vec<PlaneTarget<'region>>,
}

impl<M: MetricMoves> Kernel for Region<'_, '_, M> {
    type Output = FoundByTask<M::Extra>;

    /// Expands into every chunk of the region. Lists the new states part by part, as long as they
    /// may be listed.
    #[inline(always)]
    fn run(self) -> FoundByTask<M::Extra> {
        let Self {
            level,
            first,
            mut targets,
        } = self;
        let mut found = FoundByTask {
            count: 0,
            ranks: vec![Vec::new(); targets.len()],
            extra: level.moves.extra(),
        };
        let mut workspace = Workspace::new(M::COLUMNS);
        let chunks = targets[0].plane.len();
        for batch in (0..chunks).step_by(BATCH) {
            // Every part has the same chunks.
            let odd: [bool; BATCH] = array::from_fn(|at| level.extent.is_odd(first + batch + at));
            for (target, ranks) in targets.iter_mut().zip(&mut found.ranks) {
                for at in batch..chunks.min(batch + BATCH) {
                    let place = ChunkPlace {
                        at,
                        chunk: first + at,
                        odd: odd[at - batch],
                    };
                    level.moves.prefetch(target, at + 1, first + at + 1);
                    if target.activity[at].is_full() {
                        continue;
                    }
                    let extra = &mut found.extra;
                    let new = level.moves.expand(target, place, &mut workspace, extra);
                    if new == 0 {
                        continue;
                    }
                    target.activity[at].add(level.depth, new);
                    let (new, fresh) = (u64::from(new), &workspace.fresh);
                    found.count += new;
                    if !target.depths.is_empty() {
                        let depths = &mut target.depths[at * chunk::STATES..];
                        chunk::for_each_state(fresh, |state| depths[state] = level.depth as u8);
                    }
                    if level.listing.may_list(new) {
                        let base = level.extent.rank(target.part, place.chunk);
                        chunk::for_each_state(fresh, |state| ranks.push(base + state as u64));
                    }
                }
            }
        }
        found
    }
}

impl<M: MetricMoves> Expansion<'_, M> {
    /// Adds the states of the level to the targets, which are whole parts. Returns the added
    /// states, and the extras of all tasks.
    ///
    /// # Errors
    /// If the monitor asks to stop.
    pub(super) fn run(
        &self,
        mut targets: Vec<PlaneTarget<'_>>,
        instructions: Instructions,
        monitor: &Monitor<'_, Level>,
    ) -> Result<(Added, Vec<M::Extra>)> {
        let size = self.extent.chunks;
        // Each thread gets many regions, and each region has enough work.
        let per_region = size.div_ceil(32 * current_num_threads()).clamp(LEAST, 2048);
        // Other shards of the board are already separate tasks.
        let least = if self.extent.is_whole() { LEAST } else { BATCH };
        let per_region = per_region.max(least);
        let regions = (0..size).step_by(per_region).map(|first| Region {
            level: self,
            first,
            targets: targets
                .iter_mut()
                .map(|target| target.split_off(per_region))
                .collect(),
        });
        let found = parallel::try_map(regions, |region| {
            BuildError::check_stop(monitor).map(|()| instructions.run(region))
        })?;
        let count = found.iter().map(|found| found.count).sum();
        // Regions divide all parts in the same way: the ranges of each part are in order.
        let lists = (0..targets.len()).flat_map(|at| found.iter().map(move |f| &f.ranks[at]));
        let added = self.listing.added(count, lists);
        let extras = found.into_iter().map(|found| found.extra).collect();
        Ok((added, extras))
    }
}

impl PlaneTarget<'_> {
    /// Takes the first chunks off, or all if there are no more.
    fn split_off(&mut self, chunks: usize) -> Self {
        let end = chunks.min(self.plane.len());
        Self {
            part: self.part,
            plane: front(&mut self.plane, chunks),
            activity: front(&mut self.activity, chunks),
            other_plane: self.other_plane.split_off(..end).unwrap_or_default(),
            odd_plane: front(&mut self.odd_plane, chunks),
            depths: front(&mut self.depths, chunks * chunk::STATES),
        }
    }
}

/// Takes the first items off a slice, or all if there are no more.
fn front<'a, T>(slice: &mut &'a mut [T], items: usize) -> &'a mut [T] {
    let end = items.min(slice.len());
    slice.split_off_mut(..end).unwrap_or_default()
}

impl Workspace {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            buffers: [[EMPTY; 2]; 3],
            columns: vec![EMPTY; columns],
            fresh: EMPTY,
        }
    }
}

/// Returns the states that moves bring into a chunk by some links from the parts among `sources`,
/// and the number of these parts; unused places are `filler`.
#[inline(always)]
pub(super) fn gather<'b>(
    links: &[PlaneLink],
    sources: &[Option<Source<'b>>],
    (chunk, odd): (usize, bool),
    filler: &'b Chunk,
    buffers: &'b mut [ChunkBuffers; 3],
) -> ([&'b Chunk; 4], usize) {
    let mut buffers = buffers.iter_mut();
    let mut pulled = [filler; 4];
    let mut count = 0;
    for link in links {
        if let Some(source) = &sources[link.from]
            && let Some(mut new) = source.pull(&link.pull, chunk, odd, &mut buffers)
        {
            if !link.then_pull.is_empty()
                && let Some(moved) = buffers.next()
            {
                new = apply(&link.then_pull, new, odd, moved);
            }
            pulled[count] = new;
            count += 1;
        }
    }
    (pulled, count)
}
