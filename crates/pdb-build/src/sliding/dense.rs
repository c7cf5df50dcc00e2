//! A level by the whole board: every chunk of the cells of one colour pulls from its neighbours.
//!
//! The states of depth d + 1 have the blank on cells of the other colour than those of depth d. So a
//! level reads the frontier on one half of the cells and writes the other half, and however the
//! writing is cut into regions, no two tasks meet. A region is a range of chunk numbers on all cells
//! written: neighbouring cells read the same chunks, which are then still in the cache.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use tilebase_core::{
    Monitor,
    sliding::{Shape, SlidingSpace},
};

use super::{
    chunk::{self, Chunk, STATES, WORDS},
    plane::Plane,
    windows::{From, Pull, Stage},
};
use crate::{BuildError, Level};

/// What is known of a chunk without reading it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Activity {
    /// The last level that added a state; [`Self::NEVER`] where none has.
    pub(super) last: u32,
    /// States reached.
    pub(super) reached: u32,
}

impl Activity {
    const NEVER: u32 = u32::MAX;

    pub(super) const NONE: Self = Self {
        last: Self::NEVER,
        reached: 0,
    };
}

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
    kernel: Kernel,
}

/// How the word-parallel code is compiled: it is written once, in plain Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kernel {
    Portable,
    /// For processors with AVX2 and BMI: four words at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Kernel {
    /// The fastest that this processor runs.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            return Self::Avx2;
        }
        Self::Portable
    }
}

/// The half of the cells that a level reads: the states of its depth (and of some before, which find
/// nothing new).
struct Source<'a> {
    frontier: &'a [Chunk],
    activity: &'a [Activity],
}

/// The part of a cell that a task writes.
struct Target<'a> {
    cell: usize,
    /// The plane that holds the depths two away from those added.
    other: &'a [Chunk],
    plane: &'a mut [Chunk],
    activity: &'a mut [Activity],
}

/// One task: chunks `first ..` of each cell written.
struct Region<'a> {
    first: usize,
    targets: Vec<Target<'a>>,
}

/// What a task works in.
struct Scratch {
    /// Chunks whose words were moved, each with a second one to move them on to.
    moved: [[Chunk; 2]; 2],
    /// The new states of a chunk.
    fresh: Chunk,
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

impl Dense {
    pub(super) fn new(space: &SlidingSpace, kernel: Kernel) -> Self {
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
            kernel,
        }
    }

    /// Adds the states of depth `depth + 1` to their plane.
    ///
    /// Lists them if there are at most `list_up_to`.
    pub(super) fn expand(
        &self,
        depth: u32,
        planes: &mut [Plane; 2],
        activity: &mut [Activity],
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added, BuildError> {
        let [zero, one] = planes;
        let frontier_is_one = depth >> 1 & 1 == 1;
        let target_is_one = (depth + 1) >> 1 & 1 == 1;

        let size = self.chunks_per_cell;
        let per_region = size
            .div_ceil(32 * rayon::current_num_threads())
            .clamp(1, 2048);
        let mut regions: Vec<Region<'_>> = (0..size)
            .step_by(per_region)
            .map(|first| Region {
                first,
                targets: Vec::new(),
            })
            .collect();
        let mut sources: Vec<Option<Source<'_>>> = Vec::new();
        let cells = zero
            .chunks_mut()
            .chunks_exact_mut(size)
            .zip(one.chunks_mut().chunks_exact_mut(size))
            .zip(activity.chunks_exact_mut(size));
        for (cell, ((zero, one), activity)) in cells.enumerate() {
            if self.colours[cell] == depth & 1 {
                let frontier = if frontier_is_one { one } else { zero };
                sources.push(Some(Source { frontier, activity }));
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
            for (region, ((plane, other), activity)) in regions.iter_mut().zip(parts) {
                region.targets.push(Target {
                    cell,
                    other,
                    plane,
                    activity,
                });
            }
        }

        let level = Expansion {
            depth,
            sources,
            list_up_to,
            found: AtomicU64::new(0),
        };
        let listed: Vec<Vec<(usize, Vec<u64>)>> = regions
            .into_par_iter()
            .map(|region| {
                if monitor.stopped() {
                    return Vec::new();
                }
                self.run(&level, region)
            })
            .collect();
        if monitor.stopped() {
            return Err(BuildError::Interrupted);
        }
        let count = level.found.into_inner();
        let ranks = (count <= list_up_to).then(|| {
            // Regions cut every cell alike, so each cell's parts are in order.
            let mut by_cell = vec![Vec::new(); self.shape.cells()];
            for (cell, ranks) in listed.into_iter().flatten() {
                by_cell[cell].extend(ranks);
            }
            by_cell.concat()
        });
        Ok(Added { count, ranks })
    }

    fn run(&self, level: &Expansion<'_>, region: Region<'_>) -> Vec<(usize, Vec<u64>)> {
        match self.kernel {
            Kernel::Portable => self.region(level, region),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this kernel is only made where the processor was found to have the features.
            Kernel::Avx2 => unsafe { self.region_avx2(level, region) },
        }
    }

    /// The same code, compiled for newer processors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn region_avx2(&self, level: &Expansion<'_>, region: Region<'_>) -> Vec<(usize, Vec<u64>)> {
        self.region(level, region)
    }

    /// Expands into every chunk of a region, and lists what is new while it may still be listed.
    #[inline(always)]
    fn region(&self, level: &Expansion<'_>, mut region: Region<'_>) -> Vec<(usize, Vec<u64>)> {
        let mut listed: Vec<(usize, Vec<u64>)> = region
            .targets
            .iter()
            .map(|target| (target.cell, Vec::new()))
            .collect();
        let mut scratch = Scratch {
            moved: [[[[0; 8]; WORDS]; 2]; 2],
            fresh: [[0; 8]; WORDS],
        };
        let chunks = region.targets[0].plane.len();
        for at in 0..chunks {
            let chunk = region.first + at;
            let odd = self.odd(chunk);
            for (target, (_, ranks)) in region.targets.iter_mut().zip(&mut listed) {
                let activity = &mut target.activity[at];
                if activity.reached == STATES as u32 {
                    continue;
                }
                let other = &target.other[at];
                let plane = &mut target.plane[at];
                let new = self.chunk(
                    level,
                    (target.cell, chunk, odd),
                    (other, plane),
                    &mut scratch,
                );
                if new == 0 {
                    continue;
                }
                activity.last = level.depth + 1;
                activity.reached += new;
                let found = level.found.fetch_add(new.into(), Ordering::Relaxed) + u64::from(new);
                if found <= level.list_up_to {
                    let base = (target.cell * self.chunks_per_cell + chunk) * STATES;
                    chunk::for_each_state(&scratch.fresh, |state| {
                        ranks.push((base + state) as u64)
                    });
                }
            }
        }
        listed
    }

    /// Expands into one chunk; returns how many states are new and puts them into `fresh`.
    #[inline(always)]
    fn chunk(
        &self,
        level: &Expansion<'_>,
        (cell, chunk, odd): (usize, usize, bool),
        (other, plane): (&Chunk, &mut Chunk),
        Scratch { moved, fresh }: &mut Scratch,
    ) -> u32 {
        // At most one neighbour above and one below need their words moved.
        let mut moved = moved.iter_mut();
        let mut sources: [&Chunk; 4] = [other; 4];
        let mut count = 0;
        for link in &self.links[cell] {
            let Some(source) = &level.sources[link.from] else {
                continue;
            };
            let pulled = match &link.pull {
                Pull::Same => source.active(chunk, level.depth),
                Pull::Runs { unit, shifts } if *unit >= WORDS => {
                    let from = run_source(chunk * WORDS, *unit, shifts) / WORDS;
                    source.active(from, level.depth)
                }
                Pull::Runs { unit, shifts } => {
                    let moved = moved.next();
                    source.runs(chunk, level.depth, *unit, shifts, moved)
                }
                Pull::Stages(stages) => {
                    source.stages(chunk, level.depth, stages, odd, moved.next())
                }
            };
            if let Some(pulled) = pulled {
                sources[count] = pulled;
                count += 1;
            }
        }
        chunk::merge(&sources[..count], other, plane, fresh)
    }

    /// Whether the digits that number a chunk have an odd sum.
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

impl<'a> Source<'a> {
    /// The chunk, if the level before added to it.
    #[inline(always)]
    fn active(&self, chunk: usize, depth: u32) -> Option<&'a Chunk> {
        (self.activity[chunk].last == depth).then(|| &self.frontier[chunk])
    }

    /// The words of a chunk from where its runs were, if the level before added to any chunk they
    /// come from.
    #[inline(always)]
    fn runs<'b>(
        &self,
        chunk: usize,
        depth: u32,
        unit: usize,
        shifts: &[isize],
        moved: Option<&'b mut [Chunk; 2]>,
    ) -> Option<&'b Chunk> {
        let runs = (chunk * WORDS..(chunk + 1) * WORDS).step_by(unit);
        let mut sources = runs.clone().map(|to| run_source(to, unit, shifts));
        if !sources.any(|from| self.activity[from / WORDS].last == depth) {
            return None;
        }
        let [moved, _] = moved?;
        let words = self.frontier.as_flattened();
        for (run, to) in moved.chunks_exact_mut(unit).zip(runs) {
            let from = run_source(to, unit, shifts);
            run.copy_from_slice(&words[from..from + unit]);
        }
        Some(moved)
    }

    /// The chunk after these steps, if the level before added to it.
    #[inline(always)]
    fn stages<'b>(
        &self,
        chunk: usize,
        depth: u32,
        stages: &[Stage],
        odd: bool,
        moved: Option<&'b mut [Chunk; 2]>,
    ) -> Option<&'b Chunk> {
        let from = self.active(chunk, depth)?;
        let (first, rest) = stages.split_first()?;
        let [mut moved, mut next] = moved?.each_mut();
        first.apply(from, moved, odd);
        for stage in rest {
            stage.apply(moved, next, odd);
            (moved, next) = (next, moved);
        }
        Some(moved)
    }
}

/// The word that a word of a run comes from.
#[inline(always)]
fn run_source(to: usize, unit: usize, shifts: &[isize]) -> usize {
    to.wrapping_add_signed(shifts[to / unit % shifts.len()])
}
