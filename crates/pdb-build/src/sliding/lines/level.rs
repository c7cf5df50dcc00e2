//! A level over the whole board: every chunk of every row pulls classes from the other rows, column
//! by column.

use tilebase_core::{Instructions, Kernel, Monitor, sliding::SlidingSpace};

use super::super::{
    listing::{Added, Found, Listing, Region, chunks_per_region, regions},
    words::{
        chunk::{self, Activity, Chunk, EMPTY, STATES},
        moves::{From, Pull, Stage},
        source::{Room, Source, apply},
    },
};
use crate::{BuildError, Level};

/// The most columns of a board.
const COLUMNS: usize = 7;

/// A row from which another pulls, along one column.
#[derive(Debug)]
struct RowLink {
    from: usize,
    /// The window of the upper two rows between them.
    pull: Pull,
    /// The window of the next two rows, if the blank moves two rows. The two windows share no
    /// place, so their order does not matter. This one never leaves the chunk.
    then: Vec<Stage>,
}

/// The levels of a board, without the classes.
#[derive(Debug)]
pub(super) struct ClassKernel {
    rows: usize,
    cols: usize,
    tiles: usize,
    /// By row and column, the rows from which moves lead there.
    links: Vec<Vec<Vec<RowLink>>>,
    instructions: Instructions,
}

/// The planes that a level reads and writes, each row after row.
pub(super) struct Planes<'a> {
    /// The classes of D = d modulo 3, from which the level starts.
    pub(super) source: &'a [Chunk],
    pub(super) source_activity: &'a [Activity],
    /// The classes of D = d + 1 modulo 3.
    pub(super) between: &'a [Chunk],
    pub(super) between_activity: &'a [Activity],
    /// The classes of D = d + 2 modulo 3.
    pub(super) target: &'a mut [Chunk],
    pub(super) target_activity: &'a mut [Activity],
    /// The classes of odd D.
    pub(super) odd: &'a mut [Chunk],
}

/// The part of a row that a task writes.
struct RowTarget<'a> {
    row: usize,
    plane: &'a mut [Chunk],
    activity: &'a mut [Activity],
    odd: &'a mut [Chunk],
}

/// A level that is being expanded: the planes that it reads, row by row.
struct ClassLevel<'a> {
    depth: u32,
    sources: Vec<Source<'a>>,
    /// The rows of the plane of D = `depth + 1` modulo 3.
    between: Vec<Source<'a>>,
    listing: Listing,
}

/// The classes that a level added.
#[derive(Debug, Default)]
pub(super) struct AddedClasses {
    pub(super) added: Added,
    /// The number of their states that have the same distance from the goal as the class. The
    /// others are one move farther.
    pub(super) near: u64,
}

/// The memory that a task works in.
struct RowWorkspace {
    room: Room,
    then: Room,
    /// The classes that came by each column.
    columns: [Chunk; COLUMNS],
    fresh: Chunk,
}

/// [`ClassKernel::region`] with its arguments.
struct ExpandRows<'a, 'region> {
    kernel: &'a ClassKernel,
    level: &'a ClassLevel<'a>,
    region: Region<RowTarget<'region>>,
}

impl Kernel for ExpandRows<'_, '_> {
    type Output = Found<u64>;

    #[inline(always)]
    fn run(self) -> Found<u64> {
        self.kernel.region(self.level, self.region)
    }
}

impl ClassKernel {
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
            RowLink {
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
    ) -> Result<AddedClasses, BuildError> {
        let size = planes.source.len() / self.rows;
        let level = ClassLevel {
            depth,
            sources: rows(depth, size, planes.source, planes.source_activity),
            between: rows(depth, size, planes.between, planes.between_activity),
            listing: Listing::new(list_up_to),
        };
        let per_region = chunks_per_region(size);
        let mut regions = regions(size, per_region);
        let written = planes
            .target
            .chunks_exact_mut(size)
            .zip(planes.target_activity.chunks_exact_mut(size))
            .zip(planes.odd.chunks_exact_mut(size));
        for (row, ((plane, activity), odd)) in written.enumerate() {
            let parts = plane
                .chunks_mut(per_region)
                .zip(activity.chunks_mut(per_region))
                .zip(odd.chunks_mut(per_region));
            for (region, ((plane, activity), odd)) in regions.iter_mut().zip(parts) {
                region.targets.push(RowTarget {
                    row,
                    plane,
                    activity,
                    odd,
                });
            }
        }
        let (added, near) = level.listing.collect(regions, monitor, |region| {
            self.instructions.run(ExpandRows {
                kernel: self,
                level: &level,
                region,
            })
        })?;
        Ok(AddedClasses {
            added,
            near: near.into_iter().sum(),
        })
    }

    /// Expands into every chunk of a region.
    #[inline(always)]
    fn region(&self, level: &ClassLevel<'_>, mut region: Region<RowTarget<'_>>) -> Found<u64> {
        let mut workspace = RowWorkspace {
            room: [EMPTY; 2],
            then: [EMPTY; 2],
            columns: [EMPTY; COLUMNS],
            fresh: EMPTY,
        };
        let mut found = Found {
            count: 0,
            ranks: vec![Vec::new(); self.rows],
            extra: 0,
        };
        for target in &mut region.targets {
            let (source, between) = (&level.sources[target.row], &level.between[target.row]);
            for at in 0..target.plane.len() {
                let chunk = region.first + at;
                let before = [
                    &source.activity[chunk],
                    &between.activity[chunk],
                    &target.activity[at],
                ];
                let reached: u32 = before.iter().map(|activity| activity.reached).sum();
                if reached == STATES as u32 {
                    continue;
                }
                let used = self.gather(level, (target.row, chunk), &mut workspace);
                let planes = [&source.frontier[chunk], &between.frontier[chunk]];
                let (new, near) = merge(&mut workspace, used, planes, &mut target.plane[at]);
                if new == 0 {
                    continue;
                }
                if level.depth & 1 == 1 {
                    add(&mut target.odd[at], &workspace.fresh);
                }
                target.activity[at].add(level.depth + 2, new);
                found.count += u64::from(new);
                found.extra += near;
                if level.listing.may_list(new) {
                    let base = (target.row * source.frontier.len() + chunk) * STATES;
                    let classes = &mut found.ranks[target.row];
                    chunk::for_each_state(&workspace.fresh, |class| {
                        classes.push((base + class) as u64);
                    });
                }
            }
        }
        found
    }

    /// Puts the classes that moves along each column bring into a chunk of a row into the columns
    /// of `workspace`. Returns a bit for each column by which there may be any.
    #[inline(always)]
    fn gather(
        &self,
        level: &ClassLevel<'_>,
        (row, chunk): (usize, usize),
        workspace: &mut RowWorkspace,
    ) -> u32 {
        let odd = chunk::is_odd(self.tiles, chunk);
        let mut used = 0;
        for (col, links) in self.links[row].iter().enumerate() {
            for link in links {
                let source = &level.sources[link.from];
                let mut room = std::iter::once(&mut workspace.room);
                let Some(mut pulled) = source.pull(&link.pull, chunk, odd, &mut room) else {
                    continue;
                };
                if !link.then.is_empty() {
                    pulled = apply(&link.then, pulled, odd, &mut workspace.then);
                }
                match used >> col & 1 {
                    0 => workspace.columns[col] = *pulled,
                    _ => add(&mut workspace.columns[col], pulled),
                }
                used |= 1 << col;
            }
        }
        debug_assert!(self.cols <= COLUMNS);
        used
    }
}

/// Returns a plane as its rows of `size` chunks.
fn rows<'a>(
    depth: u32,
    size: usize,
    plane: &'a [Chunk],
    activity: &'a [Activity],
) -> Vec<Source<'a>> {
    let rows = plane.chunks_exact(size).zip(activity.chunks_exact(size));
    let row = |(frontier, activity)| Source {
        depth,
        frontier,
        activity,
    };
    rows.map(row).collect()
}

/// Adds the classes of one chunk to another.
#[inline(always)]
fn add(to: &mut Chunk, from: &Chunk) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = (u64::from_le_bytes(*to) | u64::from_le_bytes(*from)).to_le_bytes();
    }
}

/// Puts the classes of all used columns that are in none of the planes into `fresh`, and adds them
/// to `target`. Returns their number, and the number of their states that came by their own column.
#[inline(always)]
fn merge(
    workspace: &mut RowWorkspace,
    used: u32,
    [source, between]: [&Chunk; 2],
    target: &mut Chunk,
) -> (u32, u64) {
    let RowWorkspace { columns, fresh, .. } = workspace;
    let used = || (0..COLUMNS).filter(move |col| used >> col & 1 == 1);
    *fresh = EMPTY;
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
    let count = chunk::add_new(target, fresh);
    let mut near = 0;
    for col in used() {
        for (word, new) in columns[col].iter().zip(fresh.iter()) {
            let came = u64::from_le_bytes(*word) & u64::from_le_bytes(*new);
            near += u64::from(came.count_ones());
        }
    }
    (count, near)
}
