//! The boards that can be searched by words, and the memory that this takes.

use tilebase_core::{
    RankedSpace,
    format::Encoding,
    sliding::{Metric, RowClassSpace, SlidingSpace},
};

use super::bit_words::chunk::{Activity, STATES};
use crate::LISTED_AT_MOST;

/// Levels of at most one state in this many are expanded from a list.
pub(super) const SPARSE: u64 = 36_000;

/// Boards of up to this many cells get a byte for each distance, which gives the fastest answers
/// and takes at most two megabytes.
pub(super) const BYTE_CELLS: usize = 10;

/// Returns whether boards of this shape can be searched here: 8 to 15 tiles on at most 4 columns
/// or, in the multi-tile metric, 8 to 13 tiles on at most three rows and seven columns. These are
/// all canonical shapes with a table except the smallest, which are searched like any numbered
/// space.
pub fn supports(space: &SlidingSpace) -> bool {
    let shape = space.shape();
    match space.metric() {
        Metric::Single => shape.tiles() >= 8 && shape.cols() <= 4,
        Metric::Multi => {
            (8..=13).contains(&shape.tiles()) && shape.rows() <= 3 && shape.cols() <= 7
        }
    }
}

/// Panics if the board is not [supported](supports).
pub(super) fn assert_supported(space: &SlidingSpace) {
    let shape = space.shape();
    assert!(supports(space), "{shape} boards are not searched by words");
}

/// Levels of at most this many states are listed: 65,536, or on large boards one state in 36,000.
///
/// A state of a level that is not listed is sampled by drawing among all states, so this bounds the
/// number of draws. The search holds lists of that length anyway, and on 7x2 those that are kept
/// add one part in a hundred to the table.
pub(crate) fn listed_at_most(space: &SlidingSpace) -> u64 {
    (LISTED_AT_MOST as u64).max(space.len() / SPARSE)
}

/// Returns the most bytes of memory that building and proving a table of bits hold, including the
/// result.
pub(crate) fn memory_needed(space: &SlidingSpace) -> u64 {
    let (entries, planes, activities) = match space.metric() {
        Metric::Single => (space.len(), 2, 1),
        Metric::Multi => (RowClassSpace::new(*space).len(), 4, 3),
    };
    let per_chunk = activities * size_of::<Activity>() as u64;
    // The longest list is held with its unsorted neighbours, about three to a state, twice.
    let lists = 8 * listed_at_most(space) * 7 + lists_bytes(space);
    planes * Encoding::Bit.bytes(entries) + entries / STATES as u64 * per_chunk + lists
}

/// Returns the most bytes that the listed levels take together. Levels grow by a quarter or more
/// from one to the next, so those at both ends hold less than ten times as many states as the
/// longest.
pub(crate) fn lists_bytes(space: &SlidingSpace) -> u64 {
    8 * listed_at_most(space).min(space.len() / 10) * 10
}
