//! Sets of states as bits, sixty in a word and 336 words in a chunk, and the effect of the blank's
//! moves on them.

pub(crate) mod bits;
pub(crate) mod chunk;
pub(crate) mod extent;
pub(crate) mod moves;
pub(crate) mod plane;
pub(crate) mod source;
