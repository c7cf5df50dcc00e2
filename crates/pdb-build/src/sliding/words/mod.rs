//! Sets of states as bits: sixty in a word, 336 words in a chunk, and what the moves of the blank
//! do to them.

pub(crate) mod bits;
pub(crate) mod chunk;
pub(crate) mod extent;
pub(crate) mod moves;
pub(crate) mod plane;
pub(crate) mod source;
