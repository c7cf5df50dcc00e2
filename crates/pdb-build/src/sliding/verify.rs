//! Proving a table of depth bits.
//!
//! Depths modulo 4 could look right around every single state and still be wrong: on a ring of states
//! each may have a neighbour "one nearer" and none of them ever arrive. What proves such a table are the
//! levels themselves. The goal is depth 0; whoever knows all states of depths up to d finds those of
//! depth d + 1 as their neighbours not known yet. So the levels are built again from the goal, from the
//! rules of the game and without a look at the table, until nothing is new; and then every state has its
//! depth and every bit of the table, the unused ones of each word among them, is compared with it. A
//! table that passes is equal, bit by bit, to the only right one; one that has any bit changed does not
//! pass.
//!
//! The search of a board takes no longer than reading its table from a disk, so nothing is gained by
//! proving less. `local` looks at the same table from the other side, state by state.

use rayon::prelude::*;
use thiserror::Error;
use tilebase_core::{
    Monitor, RankedSpace,
    format::Encoding,
    sliding::{Board, SlidingSpace},
};

use super::{chunk::BITS, search, table_bytes};
use crate::{BuildError, Level};

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
    /// The first state, by rank, whose depth is wrong.
    #[error(
        "state {rank} ({board}) is {expected} moves from the goal modulo 4, but the table says {found}: build it again"
    )]
    State {
        /// The rank of the state.
        rank: u64,
        /// The state, on the canonical board.
        board: Box<Board>,
        /// Its distance modulo 4.
        expected: u32,
        /// What the table says.
        found: u32,
    },
    /// The first state, by rank, that no neighbour is nearer than.
    #[error(
        "state {rank} ({board}) is {found} moves from the goal modulo 4 by the table, but no neighbour is one move nearer: build it again"
    )]
    Stranded {
        /// The rank of the state.
        rank: u64,
        /// The state, on the canonical board.
        board: Box<Board>,
        /// What the table says.
        found: u32,
    },
    /// A bit that belongs to no state and is set.
    #[error("byte {offset} of the table has bits set that belong to no state: build it again")]
    Unused {
        /// Where, from the start of the payload.
        offset: u64,
    },
    /// A wrong number of states at a distance.
    #[error(
        "{expected} states are {depth} moves from the goal, but the table says {found}: build it again"
    )]
    Count {
        /// The distance.
        depth: u32,
        /// States there are at this distance.
        expected: u64,
        /// States there are by the table.
        found: u64,
    },
    /// A list of states that is wrong, missing or too many.
    #[error("the list of states {depth} moves from the goal is wrong: build the table again")]
    List {
        /// The distance.
        depth: u32,
    },
    /// The levels could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl Inconsistency {
    /// Refuses a payload that is not as long as that of the space must be.
    pub(super) fn of_length(space: &SlidingSpace, payload: &[u8]) -> Result<(), Self> {
        let (expected, found) = (table_bytes(space), payload.len() as u64);
        match expected == found {
            true => Ok(()),
            false => Err(Self::Length { expected, found }),
        }
    }

    /// The state of this rank has no nearer neighbour; if it is the goal, it is not at 0.
    pub(super) fn stranded(space: &SlidingSpace, payload: &[u8], rank: u64) -> Self {
        let board = Box::new(space.unrank(rank));
        let bit = u32::from(Encoding::Bit.read(payload, rank));
        let found = 2 * bit + space.colour(board.blank());
        if *board == space.goal() {
            let expected = 0;
            Self::State {
                rank,
                board,
                expected,
                found,
            }
        } else {
            Self::Stranded { rank, board, found }
        }
    }
}

/// Bytes compared at a time.
const PART: usize = 1 << 20;

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
) -> Result<(), Inconsistency> {
    Inconsistency::of_length(space, payload)?;
    let right = search(space, monitor)?;
    let wrong = right
        .payload()
        .par_chunks(PART)
        .zip(payload.par_chunks(PART))
        .enumerate()
        .find_map_first(|(part, (right, given))| {
            if monitor.stopped() {
                return Some(Err(BuildError::Interrupted.into()));
            }
            let at =
                (right != given).then(|| right.iter().zip(given).position(|(a, b)| a != b))??;
            Some(Ok(wrong_byte(
                space,
                part * PART + at,
                right[at],
                given[at],
            )))
        });
    if let Some(wrong) = wrong {
        return Err(wrong.unwrap_or_else(|interrupted| interrupted));
    }

    for depth in 0..right.counts.len().max(counts.len()) {
        let [expected, found] =
            [&right.counts[..], counts].map(|c| c.get(depth).copied().unwrap_or(0));
        if expected != found {
            return Err(Inconsistency::Count {
                depth: depth as u32,
                expected,
                found,
            });
        }
    }
    let differs = |place: &usize| right.listed.get(*place) != listed.get(*place);
    match (0..right.listed.len().max(listed.len())).find(differs) {
        None => Ok(()),
        Some(place) => {
            let (depth, _) = [&right.listed[..], listed]
                .iter()
                .find_map(|l| l.get(place))
                .expect("one of them goes as far as that");
            Err(Inconsistency::List { depth: *depth })
        }
    }
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
    let board = space.unrank(rank);
    let depth = |byte: u8| 2 * u32::from(byte >> (bit % 8) & 1) + space.colour(board.blank());
    Inconsistency::State {
        rank,
        expected: depth(right),
        found: depth(given),
        board: Box::new(board),
    }
}
