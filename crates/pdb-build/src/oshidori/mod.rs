//! Full tables of oshidori rows, two bits a state.
//!
//! Breadth-first search from the goals, one level after another, in whichever of three ways is least
//! work:
//!
//! - *push*: from a list of the level's states to all their neighbours, while the level is small;
//! - *dense*: all unreached states at once, 64 at a time, by what jumps do to runs of consecutive ranks
//!   (see `dense.rs`);
//! - *pull*: from a list of the unreached states to their neighbours, stopping at the first reached one,
//!   when few are left.
//!
//! The two bits of each state, its distance modulo 3 or 3 for unreached, are all that is kept. They
//! also serve as the frontier: among the states of the right remainder are those of the level to go on
//! from, and the others, from three, six, … levels before, do no harm, as their neighbours are long
//! reached.

mod bits;
mod cells;
mod dense;
mod sparse;
mod suffix;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use tilebase_core::{Monitor, RankedSpace, oshidori::OshidoriSpace};

use self::{
    cells::{Cell, Cells, Level3, STATES},
    dense::{Scratch, Sweep},
    suffix::Suffixes,
};
use crate::{BuildError, LISTED_AT_MOST, Level};

/// The distance of every row modulo 3.
#[derive(Debug)]
pub struct Mod3 {
    /// How many states have distance 0, 1, 2, ….
    pub counts: Vec<u64>,
    /// The levels of at most 65,536 states, each with its depth and its ranks, ascending.
    pub listed: Vec<(u32, Vec<u64>)>,
    cells: Cells,
    states: u64,
}

impl Mod3 {
    /// The table as it stands in a file: state r in byte r / 4, bits 2 (r % 4) and above; 3 for states
    /// that no goal can be reached from.
    pub fn payload(&self) -> &[u8] {
        &self.cells.bytes()[..self.states.div_ceil(4) as usize]
    }
}

/// Bytes of memory that [`build`] takes, about.
pub fn memory_needed(space: &OshidoriSpace) -> u64 {
    let lists = 8 * Ways::of(space).few as u64 * 2 * space.puzzle().cells() as u64;
    space.len() / 4 + lists
}

/// Computes the distance of every row, on all threads of rayon's current pool.
///
/// # Errors
/// If the monitor asks to stop.
///
/// ```
/// use tilebase_core::{Monitor, oshidori::{Goal, OshidoriSpace, Puzzle}};
/// let puzzle = Puzzle::of_kinds(4, 2)?;
/// let space = OshidoriSpace::new(puzzle, Goal::default(puzzle))?;
/// let table = tilebase_pdb_build::oshidori::build(&space, &Monitor::silent())?;
/// assert_eq!(table.counts.iter().sum::<u64>(), 22_680);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(space: &OshidoriSpace, monitor: &Monitor<'_, Level>) -> Result<Mod3, BuildError> {
    search(space, Ways::of(space), monitor)
}

/// Which lists are short enough to be used.
#[derive(Debug, Clone, Copy)]
struct Ways {
    /// Levels, or unreached states, of at most so many states are handled as lists.
    few: usize,
    /// Whether BMI2 may be used.
    bmi2: bool,
}

impl Ways {
    /// What is fastest. Handling a state from a list costs some 500 times its share of a dense level.
    fn of(space: &OshidoriSpace) -> Self {
        let few = match space.words().len() {
            // Regions of gaps two apart must not share cells.
            0..256 => space.len(),
            _ => (space.len() / 512).min(1 << 21),
        };
        Self {
            few: few as usize,
            bmi2: bmi2_detected(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn bmi2_detected() -> bool {
    is_x86_feature_detected!("bmi2")
}

#[cfg(not(target_arch = "x86_64"))]
fn bmi2_detected() -> bool {
    false
}

fn search(
    space: &OshidoriSpace,
    ways: Ways,
    monitor: &Monitor<'_, Level>,
) -> Result<Mod3, BuildError> {
    let total = space.len();
    let suffixes = Suffixes::new(space.words());
    let mut cells = Cells::unreached(total);
    let mut counts = Vec::new();
    let mut listed = Vec::new();
    let mut reached = 0;

    let mut level = Some(space.goals());
    let mut new = 0;
    for &rank in level.iter().flatten() {
        cells.reach(rank, Level3::of(0));
        new += 1;
    }
    for depth in 0.. {
        if monitor.stopped() {
            return Err(BuildError::Interrupted);
        }
        if new == 0 {
            break;
        }
        reached += new;
        counts.push(new);
        monitor.report(&Level {
            depth,
            new,
            reached,
            total,
        });

        let few = |count: usize| count <= ways.few;
        let next = match &level {
            _ if reached == total => Some(Vec::new()),
            Some(level) if few(level.len()) => Some(sparse::push(space, &cells, level, monitor)),
            _ if few((total - reached) as usize) => {
                let unreached = sparse::unreached(space, &cells);
                Some(sparse::pull(space, &cells, &unreached, monitor))
            }
            _ => None,
        };
        let (next, found) = match next {
            Some(next) => {
                for &rank in &next {
                    cells.reach(rank, Level3::of(depth + 1));
                }
                let found = next.len() as u64;
                (Some(next), found)
            }
            None => dense_level(space, &suffixes, &mut cells, depth, ways, monitor),
        };
        if let Some(ranks) = level.filter(|ranks| ranks.len() <= LISTED_AT_MOST) {
            listed.push((depth, ranks));
        }
        (level, new) = (next, found);
    }
    cells.finish();
    Ok(Mod3 {
        counts,
        listed,
        cells,
        states: total,
    })
}

/// Cells that a thread handles at once, at most: a millisecond of work.
const REGION: usize = 2048;

/// Reaches all states next to those at `depth`. Returns their number and, if they are few, which they are.
fn dense_level(
    space: &OshidoriSpace,
    suffixes: &Suffixes,
    cells: &mut Cells,
    depth: u32,
    ways: Ways,
    monitor: &Monitor<'_, Level>,
) -> (Option<Vec<u64>>, u64) {
    let words = space.words();
    let worth_listing = ways.few.max(LISTED_AT_MOST) as u64;
    let found = AtomicU64::new(0);
    let mut listed = Vec::new();
    for gap in 0..=space.puzzle().stones() {
        // The first and the last cell may also have states of neighbouring gaps: these are at least a
        // block's width away from gaps that are read.
        let base = gap as u64 * words.len();
        let start = base / STATES;
        let end = (base + words.len()).div_ceil(STATES);
        let (left, rest) = cells.as_mut_slice().split_at_mut(start as usize);
        let (own, right) = rest.split_at_mut((end - start) as usize);
        let sweep = Sweep {
            words,
            suffixes,
            from: Level3::of(depth),
            gap,
            left,
            right,
            right_start: end,
        };
        let region = REGION.min(own.len().div_ceil(4 * rayon::current_num_threads()));
        let regions = own.par_chunks_mut(region).enumerate();
        let lists = regions.map_init(Scratch::default, |scratch, (index, cells)| {
            if monitor.stopped() {
                return Vec::new();
            }
            let first = start + (index * region) as u64;
            run(&sweep, ways, cells, first, scratch);
            let new = settle(
                cells,
                scratch.found_mut(sweep.margin()),
                Level3::of(depth + 1),
            );
            if found.fetch_add(new, Ordering::Relaxed) + new > worth_listing {
                return Vec::new();
            }
            let mut list = Vec::with_capacity(new as usize);
            for (cell, &new) in (first..).zip(scratch.found(sweep.margin())) {
                list.extend(sparse::ones(new).map(|bit| cell * STATES + bit));
            }
            list
        });
        listed.par_extend(lists.flatten_iter());
    }
    let found = found.into_inner();
    (Some(listed).filter(|_| found <= worth_listing), found)
}

/// Puts those found into `level` that are not reached, leaves them in `found` and returns their number.
fn settle(cells: &mut [Cell], found: &mut [u64], level: Level3) -> u64 {
    let mut count = 0;
    for (cell, found) in cells.iter_mut().zip(found) {
        *found &= cells::unreached(cell);
        level.add(cell, *found);
        count += u64::from(found.count_ones());
    }
    count
}

#[cfg(target_arch = "x86_64")]
fn run(sweep: &Sweep<'_>, ways: Ways, cells: &[Cell], first: u64, scratch: &mut Scratch) {
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn with_bmi2(sweep: &Sweep<'_>, cells: &[Cell], first: u64, scratch: &mut Scratch) {
        sweep.run::<bits::Bmi2>(cells, first, scratch);
    }

    if ways.bmi2 {
        // SAFETY: BMI2 was detected; processors with it have the others.
        unsafe { with_bmi2(sweep, cells, first, scratch) }
    } else {
        sweep.run::<bits::Portable>(cells, first, scratch);
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn run(sweep: &Sweep<'_>, _: Ways, cells: &[Cell], first: u64, scratch: &mut Scratch) {
    sweep.run::<bits::Portable>(cells, first, scratch);
}
