//! Full tables of sliding boards: every distance, a bit per state, at several states per
//! nanosecond.
//!
//! # The idea
//! A state is the cell of the blank and the permutation of the n tiles in reading order, the blank
//! left out. A horizontal move changes the cell and leaves the permutation. A vertical move, on a
//! board of C columns, moves one entry past C − 1 others: it rotates a window of C consecutive
//! entries.
//!
//! Number permutations by their Lehmer code, as
//! [`SlidingSpace`](tilebase_core::sliding::SlidingSpace) does: digits of radix n, n − 1, …, 3
//! (parity implies the rest). Rotating a window changes only the window's digits. So a set of
//! states with one blank cell, held as a set of bits, moves as a whole: after a horizontal move it
//! *is* the set of the next cell; a window among the high digits exchanges whole runs of words; a
//! window among the low digits exchanges bits inside a word, sixty at once by a few masked shifts.
//! No rank is turned into a state, and no state is handled alone.
//!
//! # The search
//! 1. **Narrow boards.** A board is searched at least as high as wide: the narrower, the fewer
//!    windows reach into the words. (The canonical form of
//!    [`Reduction`](tilebase_core::sliding::Reduction).)
//! 2. **Two halves.** Each move changes the colour of the blank's cell on a checkerboard, so depth
//!    and colour have the same parity. A level reads the cells of one colour and writes the others:
//!    no two tasks disturb each other, and none takes a lock.
//! 3. **Two planes.** Plane k holds the states reached whose depth has second lowest bit k. The
//!    frontier of depth d is the plane of d, on the cells of its colour; depths d − 4, d − 8, … are
//!    in it too and find nothing new. Candidates that are in neither plane are new.
//! 4. **One plane is the table.** In the end every state is in one of the planes, so the second
//!    alone says which. Together with the colour this gives the depth modulo 4, and since
//!    neighbours are nearer or farther by exactly one, moves to nearer neighbours give the
//!    distance.
//! 5. **Pulling.** Each task owns a range of chunks (336 words) of the written cells, and gathers
//!    the states that moves bring there (`level`, `steps`). In `bit_words`, `moves` says where they
//!    come from, `bits` moves bits in words, `source` uses both, and `chunk` merges at most four
//!    sources in one pass and stores only lines that change.
//! 6. **Skipping.** Full chunks are skipped, and so are sources to which the level before added
//!    nothing.
//! 7. **Lists.** The first and the last levels have few states; they are expanded state by state
//!    (`sparse`).
//!
//! `search` goes from level to level. Boards that do not fit into one memory are cut into shards,
//! whose levels are the same except for the states that cross between them: see `shards`.
//!
//! The word-parallel code is plain Rust, compiled twice: for any processor and for those with AVX2.
//! The search detects the processor when it begins.
//!
//! Breadth-first search with two bits for each rank goes back to Cooperman and Finkelstein (1992)
//! and, for sliding tiles, to Korf (2008). Windows of the Lehmer code add to this that no state is
//! handled alone.

mod bit_words;
mod level;
mod reached;
mod row_classes;
mod search;
mod shards;
mod sizes;
mod steps;
pub(crate) mod table;
mod verify_neighbours;

#[cfg(test)]
mod tests;

pub(crate) use self::shards::{remove_scratch, search_on_disk};
pub use self::{
    shards::{
        Cut, DiskPlan, Exchange, LevelSum, Messages, Sharded, message_bytes, search_shards,
        shard_bytes,
    },
    sizes::supports,
};
