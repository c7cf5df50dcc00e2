//! A level by the whole board: every chunk of the cells of one colour pulls from its neighbours.
//!
//! The states of depth d + 1 have the blank on cells of the other colour than those of depth d. So a
//! level reads the frontier on one half of the cells and writes the other half, and however the
//! writing is cut into regions, no two tasks meet. A region is a range of chunk numbers on all cells
//! written: neighbouring cells read the same chunks, which are then still in the cache.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use tilebase_core::{
    Instructions, Kernel, Monitor,
    sliding::{Shape, SlidingSpace},
};

use super::{
    chunk::{self, Chunk, STATES, WORDS},
    moves::{From, Pull},
    plane::{self, Plane},
    source::{Activity, Room, Source},
};
use crate::{BuildError, Level};

/// Chunks of one cell written before the next cell's turn: enough that memory is read in long runs, few
/// enough that what one cell read is still near when its neighbour comes.
const BATCH: usize = 32;

/// Planes of more bytes than this do not fit in any cache.
const LARGE: u64 = 1 << 28;

/// A cell that another pulls from.
#[derive(Debug)]
struct Link {
    from: usize,
    pull: Pull,
}

/// Everything about a board that levels use and never change.
#[derive(Debug)]
pub(super) struct Dense {
    shape: Shape,
    colours: Vec<u32>,
    chunks_per_cell: usize,
    links: Vec<Vec<Link>>,
    instructions: Instructions,
    /// Whether to ask for memory ahead, which helps only where it is too large for the caches.
    prefetch: bool,
}

/// The part of a cell that a task writes.
struct Target<'a> {
    cell: usize,
    /// The plane that holds the depths two away from those added.
    other: &'a [Chunk],
    plane: &'a mut [Chunk],
    activity: &'a mut [Activity],
    /// The depth of every state, where bytes are asked for; else nothing.
    depths: &'a mut [u8],
}

/// What a search holds for each cell, chunk by chunk.
pub(super) struct Memory<'a> {
    pub(super) planes: &'a mut [Plane; 2],
    pub(super) activity: &'a mut [Activity],
    /// A byte a state, or nothing.
    pub(super) depths: &'a mut [u8],
}

/// One task: chunks `first ..` of each cell written.
struct Region<'a> {
    first: usize,
    targets: Vec<Target<'a>>,
}

/// What a task works in.
pub(super) struct Scratch {
    /// At most one neighbour above and one below need their words moved.
    pub(super) rooms: [Room; 2],
    /// The states of a chunk that were found.
    pub(super) fresh: Chunk,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            rooms: [[[[0; 8]; WORDS]; 2]; 2],
            fresh: [[0; 8]; WORDS],
        }
    }
}

/// A level being expanded.
struct Expansion<'a> {
    depth: u32,
    sources: Vec<Option<Source<'a>>>,
    /// New states are listed while there are no more than this many, in all regions together.
    list_up_to: u64,
    found: AtomicU64,
}

/// What a level added.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Added {
    pub(super) count: u64,
    /// The new states in ascending order of rank, unless they are too many to be listed.
    pub(super) ranks: Option<Vec<u64>>,
}

/// [`Dense::region`] with its arguments. What it calls is inlined, and passes no closures to anything that may not
/// be: those would be compiled for any processor.
struct OnRegion<'a, 'region> {
    dense: &'a Dense,
    level: &'a Expansion<'a>,
    region: Region<'region>,
}

impl Kernel for OnRegion<'_, '_> {
    type Output = Vec<Vec<u64>>;

    #[inline(always)]
    fn run(self) -> Vec<Vec<u64>> {
        self.dense.region(self.level, self.region)
    }
}

impl Expansion<'_> {
    /// Counts new states and says whether they are to be listed.
    ///
    /// If the level turns out short enough to be kept as a list, that was so every time; if not, the
    /// lists begun are given up, and no more than the bound was spent on them.
    fn may_list(&self, new: u32) -> bool {
        let new = u64::from(new);
        self.found.fetch_add(new, Ordering::Relaxed) + new <= self.list_up_to
    }
}

impl Dense {
    pub(super) fn new(space: &SlidingSpace, instructions: Instructions) -> Self {
        let shape = space.shape();
        let (tiles, cols) = (shape.tiles(), shape.cols());
        let links = (0..shape.cells())
            .map(|cell| {
                let odd = space.inversion_parity(cell) == 1;
                shape
                    .neighbours(cell)
                    .map(|from| Link {
                        from,
                        pull: if shape.row(from) == shape.row(cell) {
                            Pull::Same
                        } else if from < cell {
                            Pull::window(tiles, cols, from, From::Above, odd)
                        } else {
                            Pull::window(tiles, cols, cell, From::Below, odd)
                        },
                    })
                    .collect()
            })
            .collect();
        Self {
            shape,
            colours: (0..shape.cells()).map(|cell| space.colour(cell)).collect(),
            chunks_per_cell: (space.per_cell() / STATES as u64) as usize,
            links,
            instructions,
            prefetch: plane::bytes(space) > LARGE,
        }
    }

    /// Adds the states of depth `depth + 1` to their plane.
    ///
    /// Lists them if there are at most `list_up_to`.
    pub(super) fn expand(
        &self,
        depth: u32,
        memory: Memory<'_>,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added, BuildError> {
        let (sources, regions) = self.divide(depth, memory);
        let level = Expansion {
            depth,
            sources,
            list_up_to,
            found: AtomicU64::new(0),
        };
        let listed: Option<Vec<Vec<Vec<u64>>>> = regions
            .into_par_iter()
            .map(|region| (!monitor.stopped()).then(|| self.run(&level, region)))
            .collect();
        let listed = listed.ok_or(BuildError::Interrupted)?;
        let count = level.found.into_inner();
        let ranks = (count <= list_up_to).then(|| {
            // Regions cut every cell alike: cell by cell their parts are in order.
            let mut ranks = Vec::with_capacity(count as usize);
            for cell in 0..listed[0].len() {
                for region in &listed {
                    ranks.extend_from_slice(&region[cell]);
                }
            }
            ranks
        });
        Ok(Added { count, ranks })
    }

    /// Divides the cells into those that a level reads and, by regions, those that it writes.
    fn divide<'a>(
        &self,
        depth: u32,
        memory: Memory<'a>,
    ) -> (Vec<Option<Source<'a>>>, Vec<Region<'a>>) {
        let frontier_is_one = depth >> 1 & 1 == 1;
        let target_is_one = (depth + 1) >> 1 & 1 == 1;

        let size = self.chunks_per_cell;
        let per_region = chunk::per_region(size);
        let mut regions: Vec<Region<'a>> = (0..size)
            .step_by(per_region)
            .map(|first| Region {
                first,
                targets: Vec::new(),
            })
            .collect();
        let mut sources: Vec<Option<Source<'a>>> = Vec::new();
        let [zero, one] = memory.planes;
        let mut depths = memory.depths.chunks_mut(size * STATES);
        let cells = zero
            .chunks_mut()
            .chunks_exact_mut(size)
            .zip(one.chunks_mut().chunks_exact_mut(size))
            .zip(memory.activity.chunks_exact_mut(size));
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
            let (plane, other) = if target_is_one {
                (one, zero)
            } else {
                (zero, one)
            };
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

    fn run(&self, level: &Expansion<'_>, region: Region<'_>) -> Vec<Vec<u64>> {
        self.instructions.run(OnRegion {
            dense: self,
            level,
            region,
        })
    }

    /// Expands into every chunk of a region, and lists what is new, cell by cell, while it may still be
    /// listed.
    #[inline(always)]
    fn region(&self, level: &Expansion<'_>, mut region: Region<'_>) -> Vec<Vec<u64>> {
        let mut listed = vec![Vec::new(); region.targets.len()];
        let mut scratch = Scratch::new();
        let chunks = region.targets[0].plane.len();
        for batch in (0..chunks).step_by(BATCH) {
            for (target, ranks) in region.targets.iter_mut().zip(&mut listed) {
                for at in batch..chunks.min(batch + BATCH) {
                    if self.prefetch {
                        self.prefetch(level, target, region.first, at + 1);
                    }
                    let activity = &mut target.activity[at];
                    if activity.is_full() {
                        continue;
                    }
                    let chunk = region.first + at;
                    let planes = (&target.other[at], &mut target.plane[at]);
                    let new = self.chunk(level, (target.cell, chunk), planes, &mut scratch);
                    if new == 0 {
                        continue;
                    }
                    activity.last = level.depth + 1;
                    activity.reached += new;
                    if !target.depths.is_empty() {
                        let depths = &mut target.depths[at * STATES..];
                        chunk::for_each_state(&scratch.fresh, |state| {
                            depths[state] = level.depth as u8 + 1;
                        });
                    }
                    if level.may_list(new) {
                        let base = (target.cell * self.chunks_per_cell + chunk) * STATES;
                        chunk::for_each_state(&scratch.fresh, |state| {
                            ranks.push((base + state) as u64);
                        });
                    }
                }
            }
        }
        listed
    }

    /// Asks for what expanding into a chunk of a region will read.
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

    /// Expands into one chunk; returns how many states are new and puts them into `fresh`.
    #[inline(always)]
    fn chunk(
        &self,
        level: &Expansion<'_>,
        (cell, chunk): (usize, usize),
        (other, plane): (&Chunk, &mut Chunk),
        Scratch { rooms, fresh }: &mut Scratch,
    ) -> u32 {
        let (pulled, count) = self.gather(&level.sources, (cell, chunk), other, rooms);
        chunk::merge(&pulled[..count], other, plane, fresh)
    }

    /// Returns what comes into a chunk of a cell from the neighbouring cells among `sources`, and from how many;
    /// the places left over are `filler`.
    #[inline(always)]
    pub(super) fn gather<'b>(
        &self,
        sources: &[Option<Source<'b>>],
        (cell, chunk): (usize, usize),
        filler: &'b Chunk,
        rooms: &'b mut [Room; 2],
    ) -> ([&'b Chunk; 4], usize) {
        let odd = self.odd(chunk);
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

    /// Returns whether the digits that number a chunk have an odd sum.
    fn odd(&self, chunk: usize) -> bool {
        let mut rest = chunk;
        let mut sum = 0;
        for radix in 9..=self.shape.tiles() {
            sum += rest % radix;
            rest /= radix;
        }
        sum % 2 == 1
    }
}
