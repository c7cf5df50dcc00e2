//! The boards that can be searched, and the memory that it takes.

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
pub fn supports(space: &SlidingSpace) -> bool {
    let shape = space.shape();
    (8..=13).contains(&shape.tiles()) && shape.rows() <= 3 && shape.cols() <= 7
}

/// Returns the bytes of the table that [`search`](super::search) makes.
pub fn table_bytes(space: &SlidingSpace) -> u64 {
    Encoding::Lines.bytes(LineSpace::new(*space).len())
}

/// Returns the most bytes of memory that [`search`](super::search) and [`verify`](super::verify)
/// hold, the result among them.
pub fn memory_needed(space: &SlidingSpace) -> u64 {
    let plane = table_bytes(space) / 3;
    let chunks = LineSpace::new(*space).len() / STATES as u64;
    let lists = 8 * sizes::listed_at_most(space) * 7 + sizes::lists_bytes(space);
    4 * plane + chunks * 3 * size_of::<Activity>() as u64 + lists
}
