//! A level by the whole board: every chunk of every row pulls from the other rows, column by
//! column.

use std::sync::atomic::{AtomicU64, Ordering};

use tilebase_core::parallel::prelude::*;
use tilebase_core::{Instructions, Kernel, Monitor, sliding::SlidingSpace};

use super::super::{
    chunk::{self, Chunk, LINE, STATES, WORDS},
    moves::{From, Pull, Stage},
    source::{Activity, Room, Source, apply},
};
use crate::{BuildError, Level};

/// The most columns of a board.
const COLUMNS: usize = 7;

/// How the classes of a row come from those of another along one column.
#[derive(Debug)]
struct Link {
    from: usize,
    /// The window of the upper two rows between them.
    pull: Pull,
    /// The window of the next two, where the blank moves two rows. The two windows share no place,
    /// so that it does not matter which is taken first; this one never leaves the chunk.
    then: Vec<Stage>,
}

/// Everything about a board that levels use and never change.
#[derive(Debug)]
pub(super) struct Dense {
    rows: usize,
    cols: usize,
    tiles: usize,
    /// By row and column, what leads there.
    links: Vec<Vec<Vec<Link>>>,
    instructions: Instructions,
}

/// What a level reads and writes, each row after row.
pub(super) struct Planes<'a> {
    /// Of D = d modulo 3: what the level starts from.
    pub(super) source: &'a [Chunk],
    pub(super) source_activity: &'a [Activity],
    /// Of D = d + 1 modulo 3.
    pub(super) between: &'a [Chunk],
    pub(super) between_activity: &'a [Activity],
    /// Of D = d + 2 modulo 3.
    pub(super) target: &'a mut [Chunk],
    pub(super) target_activity: &'a mut [Activity],
    /// Of odd D.
    pub(super) odd: &'a mut [Chunk],
}

/// The part of a row that a task writes, with what lies beside it.
struct Target<'a> {
    row: usize,
    source: &'a [Chunk],
    source_activity: &'a [Activity],
    between: &'a [Chunk],
    between_activity: &'a [Activity],
    plane: &'a mut [Chunk],
    activity: &'a mut [Activity],
    odd: &'a mut [Chunk],
}

/// One task: chunks `first ..` of each row.
struct Region<'a> {
    first: usize,
    targets: Vec<Target<'a>>,
}

/// A level being expanded.
struct Expansion<'a> {
    depth: u32,
    /// By row.
    sources: Vec<Source<'a>>,
    /// New classes are listed while there are no more than this many, in all regions together.
    list_up_to: u64,
    found: AtomicU64,
}

/// The classes that a level added.
#[derive(Debug, Default)]
pub(super) struct Added {
    pub(super) count: u64,
    /// How many of their states are as far from the goal as the class; the others are one move
    /// farther.
    pub(super) level: u64,
    /// The classes, ascending, unless they are too many to be listed.
    pub(super) classes: Option<Vec<u64>>,
}

/// What a task found.
struct Found {
    count: u64,
    level: u64,
    /// By row.
    classes: Vec<Vec<u64>>,
}

/// What a task works in.
struct Scratch {
    room: Room,
    then: Room,
    /// What came by each column.
    columns: [Chunk; COLUMNS],
    fresh: Chunk,
}

/// [`Dense::region`] with its arguments.
struct OnRegion<'a, 'region> {
    dense: &'a Dense,
    level: &'a Expansion<'a>,
    region: Region<'region>,
}

impl Kernel for OnRegion<'_, '_> {
    type Output = Found;

    #[inline(always)]
    fn run(self) -> Found {
        self.dense.region(self.level, self.region)
    }
}

impl Dense {
    pub(super) fn new(space: &SlidingSpace, instructions: Instructions) -> Self {
        let shape = space.shape();
        let (rows, cols, tiles) = (shape.rows(), shape.cols(), shape.tiles());
        let link = |to: usize, col: usize, from: usize| {
            let odd = space.inversion_parity(to * cols) == 1;
            let (upper, lower) = (to.min(from), to.max(from));
            let side = if from < to { From::Above } else { From::Below };
            let window = |row: usize| Pull::window(tiles, cols, row * cols + col, side, odd);
            let then = match lower - upper {
                1 => Vec::new(),
                _ => match window(upper + 1) {
                    Pull::Stages(stages) => stages,
                    Pull::Same => Vec::new(),
                    other => unreachable!("{shape} boards are not supported: {other:?}"),
                },
            };
            Link {
                from,
                pull: window(upper),
                then,
            }
        };
        let links = (0..rows).map(|to| {
            let others = move || (0..rows).filter(move |&from| from != to);
            let column = |col| others().map(|from| link(to, col, from)).collect();
            (0..cols).map(column).collect()
        });
        Self {
            rows,
            cols,
            tiles,
            links: links.collect(),
            instructions,
        }
    }

    /// Adds the classes of D = `depth + 2` to their planes. Lists them if there are at most
    /// `list_up_to`.
    pub(super) fn expand(
        &self,
        depth: u32,
        planes: Planes<'_>,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added, BuildError> {
        let size = planes.source.len() / self.rows;
        let rows = planes.source.chunks_exact(size);
        let activity = planes.source_activity.chunks_exact(size);
        let level = Expansion {
            depth,
            sources: rows
                .zip(activity)
                .map(|(frontier, activity)| Source {
                    depth,
                    frontier,
                    activity,
                })
                .collect(),
            list_up_to,
            found: AtomicU64::new(0),
        };
        let found: Option<Vec<Found>> = self
            .divide(planes, size)
            .into_par_iter()
            .map(|region| {
                (!monitor.stopped()).then(|| {
                    self.instructions.run(OnRegion {
                        dense: self,
                        level: &level,
                        region,
                    })
                })
            })
            .collect();
        let found = found.ok_or(BuildError::Interrupted)?;
        let count = found.iter().map(|found| found.count).sum();
        Ok(Added {
            count,
            level: found.iter().map(|found| found.level).sum(),
            classes: (count <= list_up_to).then(|| {
                // Regions cut every row alike: row by row their parts are in order.
                let rows = (0..self.rows).map(|row| found.iter().map(move |f| &f.classes[row]));
                rows.flatten().flatten().copied().collect()
            }),
        })
    }

    fn divide<'a>(&self, planes: Planes<'a>, size: usize) -> Vec<Region<'a>> {
        let per_region = chunk::per_region(size);
        let mut regions: Vec<Region<'a>> = (0..size)
            .step_by(per_region)
            .map(|first| Region {
                first,
                targets: Vec::new(),
            })
            .collect();
        let mut source = planes.source.chunks_exact(size);
        let mut source_activity = planes.source_activity.chunks_exact(size);
        let mut between = planes.between.chunks_exact(size);
        let mut between_activity = planes.between_activity.chunks_exact(size);
        let written = planes
            .target
            .chunks_exact_mut(size)
            .zip(planes.target_activity.chunks_exact_mut(size))
            .zip(planes.odd.chunks_exact_mut(size));
        for (row, ((plane, activity), odd)) in written.enumerate() {
            // All are as long as the target.
            let next = |planes: &mut std::slice::ChunksExact<'a, Chunk>| {
                planes.next().unwrap_or_default().chunks(per_region)
            };
            let (mut source, mut between) = (next(&mut source), next(&mut between));
            let next = |activity: &mut std::slice::ChunksExact<'a, Activity>| {
                activity.next().unwrap_or_default().chunks(per_region)
            };
            let mut source_activity = next(&mut source_activity);
            let mut between_activity = next(&mut between_activity);
            let parts = plane
                .chunks_mut(per_region)
                .zip(activity.chunks_mut(per_region))
                .zip(odd.chunks_mut(per_region));
            for (region, ((plane, activity), odd)) in regions.iter_mut().zip(parts) {
                region.targets.push(Target {
                    row,
                    source: source.next().unwrap_or_default(),
                    source_activity: source_activity.next().unwrap_or_default(),
                    between: between.next().unwrap_or_default(),
                    between_activity: between_activity.next().unwrap_or_default(),
                    plane,
                    activity,
                    odd,
                });
            }
        }
        regions
    }

    /// Expands into every chunk of a region.
    #[inline(always)]
    fn region(&self, level: &Expansion<'_>, mut region: Region<'_>) -> Found {
        let mut scratch = Scratch {
            room: [[[0; 8]; WORDS]; 2],
            then: [[[0; 8]; WORDS]; 2],
            columns: [[[0; 8]; WORDS]; COLUMNS],
            fresh: [[0; 8]; WORDS],
        };
        let mut found = Found {
            count: 0,
            level: 0,
            classes: vec![Vec::new(); self.rows],
        };
        let per_row = level.sources[0].frontier.len();
        for target in &mut region.targets {
            for at in 0..target.plane.len() {
                let before = [
                    &target.source_activity[at],
                    &target.between_activity[at],
                    &target.activity[at],
                ];
                let reached: u32 = before.iter().map(|activity| activity.reached).sum();
                if reached == STATES as u32 {
                    continue;
                }
                let chunk = region.first + at;
                let used = self.gather(level, (target.row, chunk), &mut scratch);
                let planes = [&target.source[at], &target.between[at]];
                let (new, same_level) = merge(&mut scratch, used, planes, &mut target.plane[at]);
                if new == 0 {
                    continue;
                }
                if level.depth & 1 == 1 {
                    add(&mut target.odd[at], &scratch.fresh);
                }
                let activity = &mut target.activity[at];
                activity.last = level.depth + 2;
                activity.reached += new;
                found.count += u64::from(new);
                found.level += same_level;
                let new = u64::from(new);
                if level.found.fetch_add(new, Ordering::Relaxed) + new <= level.list_up_to {
                    let base = (target.row * per_row + chunk) * STATES;
                    let classes = &mut found.classes[target.row];
                    chunk::for_each_state(&scratch.fresh, |class| {
                        classes.push((base + class) as u64);
                    });
                }
            }
        }
        found
    }

    /// Puts into the columns of `scratch` what comes into a chunk of a row by each of them; says,
    /// bit by bit, by which columns anything may come.
    #[inline(always)]
    fn gather(
        &self,
        level: &Expansion<'_>,
        (row, chunk): (usize, usize),
        scratch: &mut Scratch,
    ) -> u32 {
        let odd = self.odd(chunk);
        let mut used = 0;
        for (col, links) in self.links[row].iter().enumerate() {
            for link in links {
                let source = &level.sources[link.from];
                let mut room = std::iter::once(&mut scratch.room);
                let Some(mut pulled) = source.pull(&link.pull, chunk, odd, &mut room) else {
                    continue;
                };
                if !link.then.is_empty() {
                    pulled = apply(&link.then, pulled, odd, &mut scratch.then);
                }
                match used >> col & 1 {
                    0 => scratch.columns[col] = *pulled,
                    _ => add(&mut scratch.columns[col], pulled),
                }
                used |= 1 << col;
            }
        }
        debug_assert!(self.cols <= COLUMNS);
        used
    }

    /// Returns whether the digits that number a chunk have an odd sum.
    fn odd(&self, chunk: usize) -> bool {
        let mut rest = chunk;
        let mut sum = 0;
        for radix in 9..=self.tiles {
            sum += rest % radix;
            rest /= radix;
        }
        sum % 2 == 1
    }
}

/// Adds the classes of one chunk to another.
#[inline(always)]
fn add(to: &mut Chunk, from: &Chunk) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = (u64::from_le_bytes(*to) | u64::from_le_bytes(*from)).to_le_bytes();
    }
}

/// Puts into `fresh` the classes of any used column that are in none of the planes and adds them to
/// `target`. Returns how many there are, and how many states of them came by their own column.
#[inline(always)]
fn merge(
    scratch: &mut Scratch,
    used: u32,
    [source, between]: [&Chunk; 2],
    target: &mut Chunk,
) -> (u32, u64) {
    let Scratch { columns, fresh, .. } = scratch;
    let used = || (0..COLUMNS).filter(move |col| used >> col & 1 == 1);
    *fresh = [[0; 8]; WORDS];
    for col in used() {
        add(fresh, &columns[col]);
    }
    let mut any = 0;
    for (at, new) in fresh.iter_mut().enumerate() {
        let [a, b, c] =
            [&source[at], &between[at], &target[at]].map(|word| u64::from_le_bytes(*word));
        let word = u64::from_le_bytes(*new) & !(a | b | c);
        any |= word;
        *new = word.to_le_bytes();
    }
    if any == 0 {
        return (0, 0);
    }
    let mut count = 0;
    // Lines without a new class are not stored to, so that they need not travel back to memory.
    for (line, new) in target.chunks_exact_mut(LINE).zip(fresh.chunks_exact(LINE)) {
        if new.iter().all(|word| *word == [0; 8]) {
            continue;
        }
        for (word, &new) in line.iter_mut().zip(new) {
            *word = (u64::from_le_bytes(*word) | u64::from_le_bytes(new)).to_le_bytes();
            count += u64::from_le_bytes(new).count_ones();
        }
    }
    let mut level = 0;
    for col in used() {
        for (word, new) in columns[col].iter().zip(fresh.iter()) {
            let came = u64::from_le_bytes(*word) & u64::from_le_bytes(*new);
            level += u64::from(came.count_ones());
        }
    }
    (count, level)
}
