//! A level of a shard: every chunk of the cells of one colour pulls from its neighbours. The whole
//! board may be one shard.
//!
//! The states of depth d + 1 have the blank on cells of the other colour than those of depth d. So
//! a level reads the frontier on one half of the cells and writes the other half, and however the
//! writing is cut into regions, no two tasks meet. A region is a range of chunk numbers on all
//! cells written: neighbouring cells read the same chunks, which are then still in the cache.

use std::{
    array,
    sync::atomic::{AtomicU64, Ordering},
};

use tilebase_core::{Instructions, Kernel, Monitor, parallel::prelude::*};

use super::{
    chunk::{self, Chunk, STATES, WORDS},
    crossing::{Crossing, Receiver},
    cut::Cut,
    mail::{Mail, Outbox},
    moves::{From, Pull},
    plane,
    shard::{Shard, plane_of},
    source::{Activity, Room, Source},
};
use crate::{BuildError, Level};

/// Chunks of one cell written before the next cell's turn: enough that memory is read in long runs,
/// few enough that what one cell read is still near when its neighbour comes.
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
    cut: Cut,
    colours: Vec<u32>,
    /// Of each cell, those that it pulls from within the shard.
    links: Vec<Vec<Link>>,
    /// Of each cell, the move that leads out of the shard.
    crossings: Vec<Option<Crossing>>,
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

/// A level of a shard being expanded.
struct Expansion<'a> {
    depth: u32,
    /// The number of the shard, and whether its digits have an odd sum.
    shard: (usize, bool),
    sources: Vec<Option<Source<'a>>>,
    listing: &'a Listing,
}

/// Whether new states are listed: while there are no more than so many, in all shards and regions
/// together.
#[derive(Debug)]
pub(super) struct Listing {
    up_to: u64,
    found: AtomicU64,
}

/// The states that a level added.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Added {
    pub(super) count: u64,
    /// The ranks of the new states, unless they are too many to be listed: ascending where the
    /// board is whole.
    pub(super) ranks: Option<Vec<u64>>,
}

/// What a level added to a shard, and what it sends to others.
#[derive(Debug)]
pub(super) struct Fresh {
    pub(super) added: Added,
    pub(super) mail: Vec<(usize, Mail)>,
}

/// What a task added, cell by cell where it is listed.
struct Part {
    count: u64,
    listed: Vec<Vec<u64>>,
    outbox: Outbox,
}

/// [`Dense::region`] with its arguments. What it calls is inlined, and passes no closures to
/// anything that may not be: those would be compiled for any processor.
struct OnRegion<'a, 'region> {
    dense: &'a Dense,
    level: &'a Expansion<'a>,
    region: Region<'region>,
}

impl Kernel for OnRegion<'_, '_> {
    type Output = Part;

    #[inline(always)]
    fn run(self) -> Part {
        self.dense.region(self.level, self.region)
    }
}

impl Listing {
    /// Begins a level that is listed if it has at most `up_to` states.
    pub(super) fn new(up_to: u64) -> Self {
        Self {
            up_to,
            found: AtomicU64::new(0),
        }
    }

    /// Counts new states and says whether they are to be listed.
    ///
    /// If the level turns out short enough to be kept as a list, that was so every time; if not,
    /// the lists begun are given up, and no more than the bound was spent on them.
    pub(super) fn may_list(&self, new: u32) -> bool {
        let new = u64::from(new);
        self.found.fetch_add(new, Ordering::Relaxed) + new <= self.up_to
    }

    /// Returns whether all states found so far were to be listed.
    fn is_whole(&self) -> bool {
        self.found.load(Ordering::Relaxed) <= self.up_to
    }
}

impl Added {
    /// Returns what several shards added together: listed if each part is.
    pub(super) fn sum(parts: Vec<Self>) -> Self {
        let count = parts.iter().map(|part| part.count).sum();
        let lists: Option<Vec<Vec<u64>>> = parts.into_iter().map(|part| part.ranks).collect();
        Self {
            count,
            ranks: lists.map(|lists| lists.concat()),
        }
    }
}

impl Dense {
    pub(super) fn new(cut: &Cut, instructions: Instructions) -> Self {
        let space = cut.space();
        let shape = space.shape();
        let (tiles, cols) = (shape.tiles(), shape.cols());
        let mut crossings: Vec<Option<Crossing>> = (0..shape.cells()).map(|_| None).collect();
        let links = (0..shape.cells())
            .map(|cell| {
                let odd = space.inversion_parity(cell) == 1;
                let mut links = Vec::new();
                for from in shape.neighbours(cell) {
                    let pull = if shape.row(from) == shape.row(cell) {
                        Pull::Same
                    } else if from < cell {
                        Pull::window(tiles, cols, from, From::Above, odd)
                    } else {
                        Pull::window(tiles, cols, cell, From::Below, odd)
                    };
                    match Crossing::new(cut, (cell, from), &pull) {
                        None => links.push(Link { from, pull }),
                        crossing => crossings[cell] = crossing,
                    }
                }
                links
            })
            .collect();
        Self {
            cut: *cut,
            colours: (0..shape.cells()).map(|cell| space.colour(cell)).collect(),
            links,
            crossings,
            instructions,
            prefetch: plane::bytes(space) / cut.shards() as u64 > LARGE,
        }
    }

    /// Returns the cells that a cell pulls from within a shard.
    pub(super) fn sources_of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.links[cell].iter().map(|link| link.from)
    }

    /// Returns the colour of the cells that hold the states of a depth.
    pub(super) fn colour(&self, cell: usize) -> u32 {
        self.colours[cell]
    }

    /// Returns the crossing of a cell.
    pub(super) fn crossing(&self, cell: usize) -> Option<&Crossing> {
        self.crossings[cell].as_ref()
    }

    /// Adds the states of depth `depth + 1` to their plane of a shard: those that were sent to it,
    /// and those that are found in it. Sends the latter on.
    pub(super) fn expand(
        &self,
        shard: &mut Shard,
        depth: u32,
        mail: &[Mail],
        listing: &Listing,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Fresh, BuildError> {
        let mut received = (0, Vec::new());
        if !mail.is_empty() {
            let receives =
                |cell: usize| self.crossings[cell].is_some() && self.colours[cell] != depth & 1;
            let receiver = Receiver {
                cut: &self.cut,
                receives: &(0..self.colours.len()).map(receives).collect::<Vec<_>>(),
                depth,
                listing,
            };
            received = receiver.receive(self.instructions, shard, mail)?;
        }
        let number = shard.number;
        let (sources, regions) = self.divide(depth, shard);
        let level = Expansion {
            depth,
            shard: (number, self.cut.odd(number)),
            sources,
            listing,
        };
        let parts: Option<Vec<Part>> = regions
            .into_par_iter()
            .map(|region| (!monitor.stopped()).then(|| self.run(&level, region)))
            .collect();
        let mut parts = parts.ok_or(BuildError::Interrupted)?;
        let (mut count, mut ranks) = received;
        count += parts.iter().map(|part| part.count).sum::<u64>();
        let whole = listing.is_whole();
        if whole {
            // Regions cut every cell alike: cell by cell their parts are in order.
            for cell in 0..parts[0].listed.len() {
                for part in &parts {
                    ranks.extend_from_slice(&part.listed[cell]);
                }
            }
        }
        let mut outbox = Outbox::default();
        for part in &mut parts {
            outbox.append(std::mem::take(&mut part.outbox));
        }
        Ok(Fresh {
            added: Added {
                count,
                ranks: whole.then_some(ranks),
            },
            mail: outbox.seal(depth + 1),
        })
    }

    /// Adds a state to its shard and sends it on: the beginning of a search.
    pub(super) fn begin(&self, shard: &mut Shard, ranks: &[u64]) -> Fresh {
        let mut outbox = Outbox::default();
        let mut own = Vec::new();
        for &rank in ranks {
            let place = self.cut.place(rank);
            if place.shard != shard.number {
                continue;
            }
            shard.insert(&self.cut, place, 0);
            own.push(rank);
            if let Some(crossing) = &self.crossings[place.cell] {
                let mut fresh = [[0; 8]; WORDS];
                let (word, bit) = (place.state / chunk::BITS, place.state % chunk::BITS);
                fresh[word] = u64::to_le_bytes(1 << bit);
                let (to, chunk) = crossing.target(&self.cut, place.shard, place.chunk);
                outbox.put(to, (crossing.to, chunk), &fresh, 1);
            }
        }
        Fresh {
            added: Added {
                count: own.len() as u64,
                ranks: Some(own),
            },
            mail: outbox.seal(0),
        }
    }

    /// Divides the cells of a shard into those that a level reads and, by regions, those that it
    /// writes.
    fn divide<'a>(
        &self,
        depth: u32,
        shard: &'a mut Shard,
    ) -> (Vec<Option<Source<'a>>>, Vec<Region<'a>>) {
        let frontier_is_one = plane_of(depth) == 1;
        let target_is_one = plane_of(depth + 1) == 1;

        let size = self.cut.chunks();
        let mut per_region = chunk::per_region(size);
        if self.cut.shards() > 1 {
            // Shards are tasks already.
            per_region = per_region.max(BATCH);
        }
        let mut regions: Vec<Region<'a>> = (0..size)
            .step_by(per_region)
            .map(|first| Region {
                first,
                targets: Vec::new(),
            })
            .collect();
        let mut sources: Vec<Option<Source<'a>>> = Vec::new();
        let [zero, one] = &mut shard.planes;
        let mut depths = shard.depths.chunks_mut(size * STATES);
        let cells = zero
            .cells_mut()
            .zip(one.cells_mut())
            .zip(shard.activity.chunks_exact_mut(size));
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

    fn run(&self, level: &Expansion<'_>, region: Region<'_>) -> Part {
        self.instructions.run(OnRegion {
            dense: self,
            level,
            region,
        })
    }

    /// Expands into every chunk of a region, lists what is new, cell by cell, while it may still be
    /// listed, and sends what crosses.
    #[inline(always)]
    fn region(&self, level: &Expansion<'_>, mut region: Region<'_>) -> Part {
        let mut listed = vec![Vec::new(); region.targets.len()];
        let mut outbox = Outbox::default();
        let mut count = 0;
        let mut scratch = Scratch::new();
        let chunks = region.targets[0].plane.len();
        for batch in (0..chunks).step_by(BATCH) {
            // The same for every cell.
            let odd: [bool; BATCH] =
                array::from_fn(|at| self.odd(region.first + batch + at) ^ level.shard.1);
            for (target, ranks) in region.targets.iter_mut().zip(&mut listed) {
                let crossing = self.crossings[target.cell].as_ref();
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
                    let place = (target.cell, chunk, odd[at - batch]);
                    let new = self.chunk(level, place, planes, &mut scratch);
                    if new == 0 {
                        continue;
                    }
                    activity.last = level.depth + 1;
                    activity.reached += new;
                    count += u64::from(new);
                    if !target.depths.is_empty() {
                        let depths = &mut target.depths[at * STATES..];
                        chunk::for_each_state(&scratch.fresh, |state| {
                            depths[state] = level.depth as u8 + 1;
                        });
                    }
                    if level.listing.may_list(new) {
                        let base = self.cut.rank(level.shard.0, (target.cell, chunk));
                        chunk::for_each_state(&scratch.fresh, |state| {
                            ranks.push(base + state as u64);
                        });
                    }
                    if let Some(crossing) = crossing {
                        let (to, there) = crossing.target(&self.cut, level.shard.0, chunk);
                        outbox.put(to, (crossing.to, there), &scratch.fresh, new);
                    }
                }
            }
        }
        Part {
            count,
            listed,
            outbox,
        }
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

    /// Expands into one chunk, the digits of which have an odd sum or not; returns how many states
    /// are new and puts them into `fresh`.
    #[inline(always)]
    fn chunk(
        &self,
        level: &Expansion<'_>,
        (cell, chunk, odd): (usize, usize, bool),
        (other, plane): (&Chunk, &mut Chunk),
        Scratch { rooms, fresh }: &mut Scratch,
    ) -> u32 {
        let (pulled, count) = self.gather(&level.sources, (cell, chunk), odd, other, rooms);
        chunk::merge(&pulled[..count], other, plane, fresh)
    }

    /// Returns what comes into a chunk of a cell from the neighbouring cells among `sources`, and
    /// from how many; the places left over are `filler`. `odd` is whether the digits that number
    /// shard and chunk have an odd sum.
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

    /// Returns whether the digits that number a chunk within its shard have an odd sum.
    pub(super) fn odd(&self, chunk: usize) -> bool {
        let mut rest = chunk;
        let mut sum = 0;
        for radix in 9..=self.cut.space().shape().tiles() - self.cut.digits() {
            sum += rest % radix;
            rest /= radix;
        }
        sum % 2 == 1
    }
}
