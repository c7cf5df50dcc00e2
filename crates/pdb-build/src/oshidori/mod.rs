//! Full tables of oshidori rows, two bits a state.
//!
//! Breadth-first search from the goals, one level after another, in whichever of three ways is least
//! work:
//!
//! - forward from a list of the level's states to all their neighbours, while the level is small
//!   (`sparse.rs`);
//! - backward from all unreached states, 64 at a time, by what jumps do to runs of consecutive ranks
//!   (`dense.rs`);
//! - backward from single unreached states, stopping at the first neighbour of the level, in regions
//!   where few are left.
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
mod verify;

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use tilebase_core::{Monitor, RankedSpace, oshidori::OshidoriSpace};

pub use self::verify::{VerifyError, verify_mod3};
use self::{
    cells::{Cell, Cells, Level3, STATES, ones},
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
    // The levels that are kept as lists, and those found from them.
    let lists = Ways::of(space).few as u64 * 8 * space.puzzle().cells() as u64;
    space.len() / 4 + lists
}

/// Computes the distance of every row, on all threads of rayon's current pool.
///
/// # Errors
/// If the monitor asks to stop.
///
/// ```
/// use tilebase_core::{Monitor, oshidori::{Goal, OshidoriSpace, Stones}};
/// let puzzle = Stones::of_kinds(4, 2)?;
/// let space = OshidoriSpace::new(puzzle, Goal::default(puzzle))?;
/// let table = tilebase_pdb_build::oshidori::build(&space, &Monitor::silent())?;
/// assert_eq!(table.counts.iter().sum::<u64>(), 22_680);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(space: &OshidoriSpace, monitor: &Monitor<'_, Level>) -> Result<Mod3, BuildError> {
    search(space, Ways::of(space), monitor)
}

/// When to choose which way.
#[derive(Debug, Clone, Copy)]
struct Ways {
    /// Levels of at most so many states are handled as lists.
    few: usize,
    /// Regions are searched singly where at most one state in so many is unreached.
    one_in: u64,
    /// Whether BMI2 may be used.
    bmi2: bool,
}

impl Ways {
    /// What is fastest: to handle a state singly costs some hundred times its share of a dense level.
    fn of(space: &OshidoriSpace) -> Self {
        let few = match space.words().len() {
            // Regions of gaps two apart must not share cells.
            0..256 => space.len(),
            _ => (space.len() / 128).min(1 << 22),
        };
        Self {
            few: few as usize,
            one_in: 16,
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

        let (next, found) = match &level {
            _ if reached == total => (None, 0),
            Some(level) if level.len() <= ways.few => {
                let next = Level3::of(depth + 1);
                let found = sparse::push(space, &mut cells, level, next, monitor);
                let count = found.len() as u64;
                (Some(found), count)
            }
            _ => dense_level(space, &suffixes, &mut cells, depth, ways, monitor),
        };
        if let Some(mut ranks) = level.filter(|ranks| ranks.len() <= LISTED_AT_MOST) {
            ranks.sort_unstable();
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
            let unreached: u64 = cells
                .iter()
                .map(|cell| cells::unreached(cell).count_ones() as u64)
                .sum();
            if unreached.saturating_mul(ways.one_in) <= cells.len() as u64 * STATES {
                sweep.run_singly(space, cells, first, scratch);
            } else {
                run(&sweep, ways, cells, first, scratch);
            }
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
                list.extend(ones(new).map(|bit| cell * STATES + bit));
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
