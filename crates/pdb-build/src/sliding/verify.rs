//! Proving a table of depth bits.
//!
//! Depths modulo 4 could look right around every single state and still be wrong: on a ring of
//! states each may have a neighbour "one nearer" and none of them ever arrive. Only the levels
//! themselves prove such a table. The goal is depth 0, and the states of depth d + 1 are the
//! neighbours of those of depths up to d that are not known yet. So the levels are built again from
//! the goal, from the rules of the game and without a look at the table, until nothing is new; and
//! then every state has its depth and every bit of the table, the unused ones of each word among
//! them, is compared with it. A table that passes is equal, bit by bit, to the only right one; one
//! that has any bit changed does not pass.
//!
//! The search of a board takes no longer than reading its table from a disk, so nothing is gained
//! by proving less. `verify_neighbours` looks at the same table from the other side, state by
//! state.

use tilebase_core::{Monitor, RankedSpace, sliding::SlidingSpace};

use super::{search::search, sizes::table_bytes, words::chunk::BITS};
use crate::{Inconsistency, Level, VerifyError, verify};

/// Proves that `payload`, `counts` and `listed` are what [`search`] finds, bit by bit.
///
/// Reads the payload once from front to back. Takes the time of a search and
/// [`memory_needed`](super::memory_needed) bytes.
///
/// # Errors
/// What is wrong: of several wrong states the one of least rank. Or why it could not be found out.
///
/// # Panics
/// As [`search`].
pub fn verify_bits(
    space: &SlidingSpace,
    payload: &[u8],
    counts: &[u64],
    listed: &[(u32, Vec<u64>)],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    Inconsistency::of_length(table_bytes(space), payload)?;
    let right = search(space, monitor)?;
    verify::same_table(
        &right,
        payload,
        counts,
        listed,
        monitor,
        |at, right, given| wrong_byte(space, at, right, given),
    )
}

/// Says what a wrong byte of the payload means: the first of its wrong bits.
fn wrong_byte(space: &SlidingSpace, offset: usize, right: u8, given: u8) -> Inconsistency {
    let bit = offset % 8 * 8 + (right ^ given).trailing_zeros() as usize;
    if bit >= BITS {
        return Inconsistency::Unused {
            offset: offset as u64,
        };
    }
    let rank = (offset / 8 * BITS + bit) as u64;
    let colour = space.colour(space.unrank(rank).blank());
    let depth = |byte: u8| 2 * u32::from(byte >> (bit % 8) & 1) + colour;
    Inconsistency::Value {
        rank,
        expected: depth(right),
        found: depth(given),
    }
}
