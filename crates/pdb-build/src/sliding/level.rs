//! A level: every chunk of the cells of one colour pulls states from its neighbours.
//!
//! The states of depth d + 1 have the blank on cells of the other colour than those of depth d. So
//! a level reads the frontier on one half of the cells and writes the other half. However the
//! written half is divided into regions, no two tasks conflict. Neighbouring cells read the same
//! chunks of a region, which are then still in the cache.

use std::array;

use tilebase_core::{Instructions, Kernel, Monitor, sliding::SlidingSpace};

use super::{
    listing::{Added, Found, Listing, Region, chunks_per_region, regions},
    reached::{Reached, plane_of},
    words::{
        chunk::{self, Activity, Chunk, EMPTY, STATES},
        extent::Extent,
        moves::{From, Pull},
        source::{Room, Source},
    },
};
use crate::{BuildError, Level};

/// The number of chunks of one cell that are written before those of the next: enough to read
/// memory in long runs, few enough that the chunks read for one cell are still in the cache for its
/// neighbour.
const BATCH: usize = 32;

/// Planes of more bytes than this do not fit into any cache.
const LARGE: usize = 1 << 28;

/// A cell from which another pulls states.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) pull: Pull,
}

/// Returns for each cell of a board the cells from which it pulls.
pub(super) fn links(space: &SlidingSpace) -> Vec<Vec<Link>> {
    let shape = space.shape();
    let (tiles, cols) = (shape.tiles(), shape.cols());
    let link = |cell: usize, from: usize| {
        let odd = space.inversion_parity(cell) == 1;
        let pull = if shape.row(from) == shape.row(cell) {
            Pull::Same
        } else if from < cell {
            Pull::window(tiles, cols, from, From::Above, odd)
        } else {
            Pull::window(tiles, cols, cell, From::Below, odd)
        };
        Link { from, pull }
    };
    let links_of = |cell| {
        shape
            .neighbours(cell)
            .map(|from| link(cell, from))
            .collect()
    };
    (0..shape.cells()).map(links_of).collect()
}

/// Receives the states that a task finds, if other parts of the board need them too.
pub(super) trait Outgoing: Send {
    /// Receives the new states of a chunk of a cell, and their number.
    fn put(&mut self, cell: usize, chunk: usize, states: &Chunk, count: u32);
}

/// A whole board has no other parts.
impl Outgoing for () {
    #[inline(always)]
    fn put(&mut self, _: usize, _: usize, _: &Chunk, _: u32) {}
}

/// The levels of a board, without the states.
#[derive(Debug)]
pub(super) struct LevelKernel {
    /// The colour of each cell: cells of one colour hold the states of even depths, the others
    /// those of odd depths.
    pub(super) colours: Vec<u32>,
    /// For each cell, the cells from which it pulls.
    pub(super) links: Vec<Vec<Link>>,
    pub(super) instructions: Instructions,
}

/// The part of a cell that a task writes.
struct Target<'a> {
    cell: usize,
    /// The plane that holds the depths two away from those added.
    other: &'a [Chunk],
    plane: &'a mut [Chunk],
    activity: &'a mut [Activity],
    /// The depth of every state; empty if the search keeps none.
    depths: &'a mut [u8],
}

/// The memory that a task works in.
pub(super) struct Workspace {
    /// At most one neighbour above and one below need their words moved.
    pub(super) rooms: [Room; 2],
    /// The new states of a chunk.
    pub(super) fresh: Chunk,
}

impl Workspace {
    pub(super) fn new() -> Self {
        Self {
            rooms: [[EMPTY; 2]; 2],
            fresh: EMPTY,
        }
    }
}

/// A level that is being expanded.
struct Expansion<'a> {
    depth: u32,
    extent: Extent,
    sources: Vec<Option<Source<'a>>>,
    listing: &'a Listing,
    /// Whether to prefetch memory, which helps only if the planes are too large for the caches.
    prefetch: bool,
}

/// [`LevelKernel::region`] with its arguments. Everything that it calls is inlined, and it passes
/// no closures to functions that may not be inlined: these would be compiled for any processor.
struct ExpandRegion<'a, 'region, O> {
    kernel: &'a LevelKernel,
    level: &'a Expansion<'a>,
    region: Region<Target<'region>>,
    outgoing: O,
}

impl<O: Outgoing> Kernel for ExpandRegion<'_, '_, O> {
    type Output = Found<O>;

    #[inline(always)]
    fn run(self) -> Found<O> {
        self.kernel.region(self.level, self.region, self.outgoing)
    }
}

impl LevelKernel {
    pub(super) fn new(
        space: &SlidingSpace,
        links: Vec<Vec<Link>>,
        instructions: Instructions,
    ) -> Self {
        let cells = 0..space.shape().cells();
        Self {
            colours: cells.map(|cell| space.colour(cell)).collect(),
            links,
            instructions,
        }
    }

    /// Adds the states of depth `depth + 1` to those reached. Returns the added states, and the
    /// `outgoing` of each region.
    ///
    /// # Errors
    /// If the monitor asks to stop.
    pub(super) fn expand<O: Outgoing>(
        &self,
        reached: &mut Reached,
        depth: u32,
        listing: &Listing,
        outgoing: impl Fn() -> O + Sync,
        monitor: &Monitor<'_, Level>,
    ) -> Result<(Added, Vec<O>), BuildError> {
        let extent = reached.extent;
        let (sources, regions) = self.divide(depth, reached);
        let level = Expansion {
            depth,
            extent,
            sources,
            listing,
            prefetch: extent.cells() * extent.segment_bytes() > LARGE,
        };
        listing.collect(regions, monitor, |region| {
            self.instructions.run(ExpandRegion {
                kernel: self,
                level: &level,
                region,
                outgoing: outgoing(),
            })
        })
    }

    /// Divides the cells into those that a level reads and, by regions, those that it writes.
    fn divide<'a>(
        &self,
        depth: u32,
        reached: &'a mut Reached,
    ) -> (Vec<Option<Source<'a>>>, Vec<Region<Target<'a>>>) {
        let frontier_is_one = plane_of(depth) == 1;
        let target_is_one = plane_of(depth + 1) == 1;

        let size = reached.extent.chunks();
        let mut per_region = chunks_per_region(size);
        if !reached.extent.is_whole() {
            // Other parts of the board are already separate tasks.
            per_region = per_region.max(BATCH);
        }
        let mut regions = regions(size, per_region);
        let mut sources: Vec<Option<Source<'a>>> = Vec::new();
        let [zero, one] = &mut reached.planes;
        let mut depths = reached.depths.chunks_mut(size * STATES);
        let cells = zero
            .cells_mut()
            .zip(one.cells_mut())
            .zip(reached.activity.chunks_exact_mut(size));
        for (cell, ((zero, one), activity)) in cells.enumerate() {
            let depths = depths.next().unwrap_or_default();
            if self.colours[cell] == depth & 1 {
                let frontier = if frontier_is_one { one } else { zero };
                sources.push(Some(Source {
                    depth,
                    frontier,
                    activity,
                }));
                continue;
            }
            sources.push(None);
            let (plane, other) = if target_is_one { (one, zero) } else { (zero, one) };
            let parts = plane
                .chunks_mut(per_region)
                .zip(other.chunks(per_region))
                .zip(activity.chunks_mut(per_region));
            let mut depths = depths.chunks_mut(per_region * STATES);
            for (region, ((plane, other), activity)) in regions.iter_mut().zip(parts) {
                region.targets.push(Target {
                    cell,
                    other,
                    plane,
                    activity,
                    depths: depths.next().unwrap_or_default(),
                });
            }
        }
        (sources, regions)
    }

    /// Expands into every chunk of a region. Lists the new states cell by cell, as long as they may
    /// be listed, and passes them to `outgoing`.
    #[inline(always)]
    fn region<O: Outgoing>(
        &self,
        level: &Expansion<'_>,
        mut region: Region<Target<'_>>,
        mut outgoing: O,
    ) -> Found<O> {
        let mut listed = vec![Vec::new(); region.targets.len()];
        let mut count = 0;
        let mut workspace = Workspace::new();
        let chunks = region.targets[0].plane.len();
        for batch in (0..chunks).step_by(BATCH) {
            // The same for every cell.
            let odd: [bool; BATCH] =
                array::from_fn(|at| level.extent.is_odd(region.first + batch + at));
            for (target, ranks) in region.targets.iter_mut().zip(&mut listed) {
                for at in batch..chunks.min(batch + BATCH) {
                    if level.prefetch {
                        self.prefetch(level, target, region.first, at + 1);
                    }
                    let activity = &mut target.activity[at];
                    if activity.is_full() {
                        continue;
                    }
                    let chunk = region.first + at;
                    let (other, plane) = (&target.other[at], &mut target.plane[at]);
                    let place = (target.cell, chunk);
                    let Workspace { rooms, fresh } = &mut workspace;
                    let (pulled, sources) =
                        self.gather(&level.sources, place, odd[at - batch], other, rooms);
                    let new = chunk::merge(&pulled[..sources], other, plane, fresh);
                    if new == 0 {
                        continue;
                    }
                    activity.add(level.depth + 1, new);
                    count += u64::from(new);
                    if !target.depths.is_empty() {
                        let depths = &mut target.depths[at * STATES..];
                        chunk::for_each_state(fresh, |state| {
                            depths[state] = level.depth as u8 + 1;
                        });
                    }
                    if level.listing.may_list(new) {
                        let base = level.extent.rank(target.cell, chunk);
                        chunk::for_each_state(fresh, |state| ranks.push(base + state as u64));
                    }
                    outgoing.put(target.cell, chunk, fresh, new);
                }
            }
        }
        Found {
            count,
            ranks: listed,
            extra: outgoing,
        }
    }

    /// Prefetches the memory that expanding into a chunk of a region will read.
    #[inline(always)]
    fn prefetch(&self, level: &Expansion<'_>, target: &Target<'_>, first: usize, at: usize) {
        if target.activity.get(at).is_none_or(Activity::is_full) {
            return;
        }
        let mut any = false;
        for link in &self.links[target.cell] {
            if let Some(source) = &level.sources[link.from] {
                any |= source.prefetch(&link.pull, first + at);
            }
        }
        if any {
            chunk::prefetch(&target.other[at]);
            chunk::prefetch(&target.plane[at]);
        }
    }

    /// Returns the states that moves bring into a chunk of a cell from the neighbouring cells among
    /// `sources`, and the number of these sources; unused places are `filler`. `odd` is whether the
    /// digits that number the chunk have an odd sum.
    #[inline(always)]
    pub(super) fn gather<'b>(
        &self,
        sources: &[Option<Source<'b>>],
        (cell, chunk): (usize, usize),
        odd: bool,
        filler: &'b Chunk,
        rooms: &'b mut [Room; 2],
    ) -> ([&'b Chunk; 4], usize) {
        let mut rooms = rooms.iter_mut();
        let mut pulled = [filler; 4];
        let mut count = 0;
        for link in &self.links[cell] {
            if let Some(source) = &sources[link.from]
                && let Some(new) = source.pull(&link.pull, chunk, odd, &mut rooms)
            {
                pulled[count] = new;
                count += 1;
            }
        }
        (pulled, count)
    }
}
