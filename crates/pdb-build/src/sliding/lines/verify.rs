//! Proving a table of row classes, from two sides.
//!
//! The levels are built again from the goal, and every bit, count and list is compared with what they give. Besides,
//! class by class, the definition of D is looked at with nothing but ranks and moves: 0 and 1 exactly where the goal's
//! classes are, a class two nearer beside every other, and no two beside each other that differ by three. That shares no
//! code with the search. It cannot alone exclude rings on which each class looks nearer than the last, as D is known
//! modulo 6; the levels do.

use rayon::prelude::*;
use thiserror::Error;
use tilebase_core::{
    Monitor, RankedSpace,
    sliding::{LineSpace, SlidingSpace},
};

use super::{search, table_bytes};
use crate::{BuildError, Checked, Level};

/// What is wrong with a table, or why it could not be found out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Inconsistency {
    /// A table cut short or of something else.
    #[error("a table of this board has {expected} bytes, but this one has {found}: build it again")]
    Length {
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// A byte that is not what the search finds.
    #[error("byte {offset} of the table is {found}, but must be {expected}: build it again")]
    Byte {
        /// Where, from the start of the payload.
        offset: u64,
        /// What the search finds.
        expected: u8,
        /// What the table has.
        found: u8,
    },
    /// A row class whose neighbours contradict it.
    #[error("row class {class} of the table is at {found} modulo 6, but {problem}: build it again")]
    Class {
        /// The class.
        class: u64,
        /// What the table says.
        found: u32,
        /// What contradicts it.
        problem: &'static str,
    },
    /// A wrong number of states at a distance.
    #[error("the table's counts of states by distance are wrong: build it again")]
    Counts,
    /// A list of states that is wrong, missing or too many.
    #[error("the table's lists of states are wrong: build it again")]
    Lists,
    /// The levels could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Tables of up to this many classes are also looked at class by class, in seconds; 2x7 would take minutes.
const ONE_BY_ONE: u64 = 1 << 28;

/// Classes that one task looks at.
const BLOCK: u64 = 4096;

/// Bytes compared at a time.
const PART: usize = 1 << 20;

/// Proves that `payload`, `counts` and `listed` are what [`search`] finds, bit by bit, and that the classes agree with
/// their neighbours where they are not too many.
///
/// # Errors
/// What is wrong: of several wrong bytes or classes the first. Or why it could not be found out.
///
/// # Panics
/// If the board is not [supported](super::supports).
pub fn verify(
    space: &SlidingSpace,
    payload: &[u8],
    counts: &[u64],
    listed: &[(u32, Vec<u64>)],
    monitor: &Monitor<'_, Level>,
    looking: &Monitor<'_, Checked>,
) -> Result<(), Inconsistency> {
    let (expected, found) = (table_bytes(space), payload.len() as u64);
    if expected != found {
        return Err(Inconsistency::Length { expected, found });
    }
    let right = search(space, monitor)?;
    let wrong = right
        .payload()
        .par_chunks(PART)
        .zip(payload.par_chunks(PART))
        .enumerate()
        .find_map_first(|(part, (right, given))| {
            let at = right.iter().zip(given).position(|(a, b)| a != b)?;
            Some(Inconsistency::Byte {
                offset: (part * PART + at) as u64,
                expected: right[at],
                found: given[at],
            })
        });
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    if right.counts != counts {
        return Err(Inconsistency::Counts);
    }
    if right.listed != listed {
        return Err(Inconsistency::Lists);
    }
    drop(right);
    let lines = LineSpace::new(*space);
    match lines.len() <= ONE_BY_ONE {
        true => verify_neighbours(&lines, payload, looking),
        false => Ok(()),
    }
}

/// Looks at every class beside its neighbours.
pub(super) fn verify_neighbours(
    lines: &LineSpace,
    payload: &[u8],
    monitor: &Monitor<'_, Checked>,
) -> Result<(), Inconsistency> {
    let (space, goal) = (lines.space(), lines.space().goal());
    let rank = space.rank(&goal);
    let mut beside = Vec::new();
    space.each_row_class(&goal, rank, |class| beside.push(class));
    let goal = space.row_class(rank);

    let distance = |class: u64| {
        let word = (class / 60 * 24) as usize;
        let bit = |of: usize| {
            u32::from(payload[word + 8 * of + (class % 60 / 8) as usize] >> (class % 60 % 8) & 1)
        };
        (4 * (bit(0) + 2 * bit(1)) + 3 * bit(2)) % 6
    };
    let problem = |class: u64| {
        let here = distance(class);
        let (mut nearer, mut apart) = (false, false);
        lines.each_neighbour(&lines.unrank(class), class, |_, there, _| {
            let there = distance(there);
            nearer |= (there + 2) % 6 == here;
            apart |= (there + 3) % 6 == here;
        });
        let problem = match (class == goal, beside.contains(&class)) {
            (true, _) => (here != 0).then_some("it is the goal's"),
            (_, true) => (here != 1).then_some("it is in the goal's column"),
            _ => (!nearer).then_some("none beside it is two nearer"),
        };
        let apart = apart.then_some("one beside it differs by three");
        problem.or(apart).map(|problem| Inconsistency::Class {
            class,
            found: here,
            problem,
        })
    };
    let checked = std::sync::atomic::AtomicU64::new(0);
    (0..lines.len().div_ceil(BLOCK))
        .into_par_iter()
        .try_for_each(|block| {
            if monitor.stopped() {
                return Err(BuildError::Interrupted.into());
            }
            let classes = block * BLOCK..lines.len().min((block + 1) * BLOCK);
            let states = classes.end - classes.start;
            if let Some(wrong) = classes.into_iter().find_map(problem) {
                return Err(wrong);
            }
            let before = checked.fetch_add(states, std::sync::atomic::Ordering::Relaxed);
            monitor.report(&Checked {
                states: before + states,
                total: lines.len(),
            });
            Ok(())
        })
}
