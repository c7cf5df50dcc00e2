//! Proving a table of row classes, from two sides.
//!
//! The levels are built again from the goal, and every bit, count and list is compared with what
//! they give. Besides, class by class, the definition of D is looked at with nothing but ranks and
//! moves: 0 and 1 exactly where the goal's classes are, a class two nearer beside every other, and
//! no two beside each other that differ by three. That shares no code with the search. It cannot
//! alone exclude rings on which each class looks nearer than the last, as D is known modulo 6; the
//! levels do.

use std::sync::atomic::{AtomicU64, Ordering};

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, WORD_ENTRIES},
    sliding::{LineSpace, SlidingSpace},
};

use super::{search::search, sizes::table_bytes};
use crate::{
    Checked, Inconsistency, Level, VerifyError,
    verify::{NeighbourRule, beside_neighbours, same_table},
};

/// Tables of up to this many classes are also looked at class by class, in seconds; 2x7 would take
/// minutes.
const ONE_BY_ONE: u64 = 1 << 28;

/// Proves that `payload`, `counts` and `listed` are what [`search`] finds, bit by bit, and that the
/// classes agree with their neighbours where they are not too many.
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
) -> Result<(), VerifyError> {
    Inconsistency::of_length(table_bytes(space), payload)?;
    let right = search(space, monitor)?;
    same_table(&right, payload, counts, listed, monitor, |offset, _, _| {
        wrong_byte(offset, right.payload(), payload)
    })?;
    drop(right);
    let lines = LineSpace::new(*space);
    if lines.len() <= ONE_BY_ONE {
        verify_neighbours(&lines, payload, looking)
    } else {
        Ok(())
    }
}

/// Looks at every class beside its neighbours.
fn verify_neighbours(
    lines: &LineSpace,
    payload: &[u8],
    monitor: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    let space = lines.space();
    let rank = space.rank(&space.goal());
    let mut starts = vec![(space.row_class(rank), 0)];
    space.each_row_class(&space.goal(), rank, |class| starts.push((class, 1)));
    starts.sort_unstable();
    let rule = NeighbourRule {
        modulus: 6,
        step: 2,
    };
    let checked = AtomicU64::new(0);
    let value = |class| Some(modulo_6(payload, class));
    beside_neighbours(
        (lines, 0..lines.len()),
        rule,
        &starts,
        value,
        monitor,
        |classes| {
            monitor.report(&Checked {
                states: checked.fetch_add(classes, Ordering::Relaxed) + classes,
                total: lines.len(),
            });
        },
    )
}

/// Returns D of a class modulo 6.
fn modulo_6(payload: &[u8], class: u64) -> u32 {
    let bits = u32::from(Encoding::Lines.read(payload, class));
    (4 * (bits & 3) + 3 * (bits >> 2)) % 6
}

/// Says what a wrong byte of the payload means: the class of the first of its wrong bits.
fn wrong_byte(offset: usize, right: &[u8], given: &[u8]) -> Inconsistency {
    let differs = (right[offset] ^ given[offset]).trailing_zeros();
    let bit = offset as u64 % 8 * 8 + u64::from(differs);
    if bit >= WORD_ENTRIES {
        return Inconsistency::Unused {
            offset: offset as u64,
        };
    }
    let rank = offset as u64 / Encoding::Lines.bytes(1) * WORD_ENTRIES + bit;
    let bits = |payload: &[u8]| Encoding::Lines.read(payload, rank).into();
    Inconsistency::Value {
        rank,
        expected: bits(right),
        found: bits(given),
    }
}
