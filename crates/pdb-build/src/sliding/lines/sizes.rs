//! The boards that can be searched, and the memory that this takes.

use tilebase_core::{
    RankedSpace,
    format::Encoding,
    sliding::{LineSpace, SlidingSpace},
};

use super::super::{
    sizes,
    words::chunk::{Activity, STATES},
};

/// Returns whether boards of this shape can be searched here: 8 to 13 tiles on at most three rows.
pub(super) fn supports(space: &SlidingSpace) -> bool {
    let shape = space.shape();
    (8..=13).contains(&shape.tiles()) && shape.rows() <= 3 && shape.cols() <= 7
}

/// Returns the most bytes of memory that building and proving a table hold, including the result.
pub(super) fn memory_needed(space: &SlidingSpace) -> u64 {
    let classes = LineSpace::new(*space).len();
    let plane = Encoding::Lines.bytes(classes) / 3;
    let activity = classes / STATES as u64 * 3 * size_of::<Activity>() as u64;
    let lists = 8 * sizes::listed_at_most(space) * 7 + sizes::lists_bytes(space);
    4 * plane + activity + lists
}
