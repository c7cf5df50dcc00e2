//! Full tables of sliding boards: every distance, a bit a state, at several states a nanosecond.
//!
//! # The idea
//! A state is the cell of the blank and the permutation of the n tiles in reading order, the blank
//! left out. A horizontal move changes the cell and leaves the permutation. A vertical move, on a
//! board of C columns, moves one entry past C − 1 others: it rotates a window of C consecutive
//! entries.
//!
//! Number permutations by their Lehmer code, as [`SlidingSpace`] does: digits of radix n, n − 1, …,
//! 3 (parity implies the rest). Rotating a window changes only the window's digits. So a set of
//! states with one blank cell, held as a set of bits, moves as a whole: by a move to the side it
//! *is* the set of the next cell; by a window among the high digits, whole runs of words change
//! places; by one among the low digits, bits do inside a word, and a few masked shifts move sixty
//! at once. Nothing is unranked and no state is touched alone.
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
//!    in it too and find nothing new. New are the candidates that are in neither plane.
//! 4. **One is the table.** In the end every state is in one of the planes, so the second alone
//!    says which: with the colour that is the depth modulo 4, and as neighbours are nearer or
//!    farther by exactly one, who walks downhill finds the distance.
//! 5. **Pulling.** Each task owns a range of chunks (336 words) of the cells written and gathers
//!    what leads there: `moves` says whence, `bits` moves bits in words, `source` puts both to use,
//!    `chunk` merges at most four sources in one pass and stores only lines that change, `dense`
//!    goes over the board.
//! 6. **Skipping.** Chunks that are full are left alone, and so are sources to which the level
//!    before added nothing.
//! 7. **Shards.** A board can be cut into shards by the first digits (`cut`), none of which reads
//!    another: what crosses is sent once, as mail (`mail`, `crossing`). The whole board as one
//!    shard is the plain search.
//! 8. **Lists.** At both ends levels hold next to nothing; they run state by state (`sparse`).
//!
//! The word-parallel code is plain Rust, compiled twice: for any processor and for those with AVX2,
//! which are told apart when the search begins.
//!
//! Breadth-first search with two bits for each rank goes back to Cooperman and Finkelstein (1992)
//! and, for sliding tiles, to Korf (2008). What windows of the Lehmer code add is that no state is
//! looked at alone.

mod bits;
mod chunk;
mod crossing;
mod cut;
mod dense;
pub mod lines;
mod mail;
mod moves;
mod plan;
mod plane;
mod scratch;
mod search;
mod shard;
mod sharded;
mod shelf;
mod source;
mod sparse;
pub(crate) mod table;
mod verify;
mod verify_neighbours;

#[cfg(test)]
mod cut_tests;
#[cfg(test)]
mod scratch_tests;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace, Stopwatch, format::Levels, sliding::SlidingSpace,
};

use self::{chunk::STATES, plane::Plane, search::Search, shelf::Desk};
pub use self::{
    cut::Cut,
    mail::{Mail, MailError},
    plan::DiskPlan,
    scratch::ScratchOptions,
    sharded::{
        Segment, Sharded, mail_bytes, remove_scratch, scratch_bytes, search_on_disk, search_shards,
        shard_bytes,
    },
    shelf::{Post, Tally},
    verify::verify_bits,
    verify_neighbours::verify_neighbours,
};
use crate::{
    BuildError, LISTED_AT_MOST, Level,
    reference::{Distances, addressable},
};

/// Every distance on a board, a bit a state.
#[derive(Debug)]
pub struct DepthBits {
    /// States at distance 0, 1, 2, ….
    pub counts: Vec<u64>,
    /// The levels of at most [`listed_at_most`] states, each with its depth and its ranks,
    /// ascending.
    pub listed: Levels,
    /// Time it took to get the memory from the system: on large boards much of the whole.
    pub memory_time: Duration,
    /// Time it took to search.
    pub search_time: Duration,
    bits: Plane,
}

impl DepthBits {
    /// Returns the table as it stands in a file: for every state the second lowest bit of its
    /// depth.
    ///
    /// The state of rank r is bit r mod 60 of the little-endian 64-bit word ⌊r / 60⌋.
    pub fn payload(&self) -> &[u8] {
        self.bits.bytes()
    }

    /// Returns the counts, the listed levels and the payload.
    pub(crate) fn into_parts(self) -> (Vec<u64>, Levels, Memory) {
        (self.counts, self.listed, self.bits.into_memory())
    }
}

/// Returns whether boards of this shape can be searched here: 8 to 15 tiles on at most 4 columns.
/// Of canonical shapes that is every one with ranks but 2x2, 3x2 and 4x2, for which
/// [`reference`](crate::reference) does.
pub fn supports(space: &SlidingSpace) -> bool {
    let shape = space.shape();
    shape.tiles() >= 8 && shape.cols() <= 4
}

/// Computes the distance of every state, a bit each, on rayon's current pool.
///
/// Holds [`memory_needed`] bytes. The 239,500,800 states of 4x3 take about 0.13 s on two cores.
///
/// # Errors
/// If the monitor asks to stop, or the system refuses the memory.
///
/// # Panics
/// If the board is not [supported](supports).
///
/// ```
/// use tilebase_core::{Monitor, sliding::SlidingSpace};
/// use tilebase_pdb_build::sliding;
/// let space = SlidingSpace::new("3x3".parse()?, 0)?;
/// let table = sliding::search(&space, &Monitor::silent())?;
/// assert_eq!(table.counts.len() - 1, 31);
/// assert_eq!(table.listed.last().unwrap().1.len(), 2); // two hardest boards
/// assert_eq!(table.payload().len() as u64, sliding::table_bytes(&space));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(space: &SlidingSpace, monitor: &Monitor<'_, Level>) -> Result<DepthBits, BuildError> {
    search_by(Instructions::detect(), space, monitor)
}

fn search_by(
    instructions: Instructions,
    space: &SlidingSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<DepthBits, BuildError> {
    let cut = Cut::whole(space);
    let watch = Stopwatch::start();
    let mut shelf = shelf::Memory::new(&cut, 0..1)?;
    shelf
        .shards
        .iter_mut()
        .for_each(|shard| shard.touch(monitor));
    if monitor.stopped() {
        return Err(BuildError::Interrupted);
    }
    let memory_time = watch.elapsed();
    let search = Search::new(&cut, instructions, listed_at_most(space));
    let counts = search.run(&mut shelf, &mut Desk::new(1), monitor)?;
    let [_, bits] = shelf.shards.remove(0).planes;
    Ok(DepthBits {
        counts,
        listed: shelf.listed,
        memory_time,
        search_time: watch.elapsed() - memory_time,
        bits,
    })
}

/// Computes the distance of every state, a byte each, for boards so small that bytes are no burden:
/// on two cores 3x3 takes less than a millisecond and 5x2 five to ten.
///
/// # Errors
/// As [`search`].
///
/// # Panics
/// As [`search`].
pub fn byte_distances(
    space: &SlidingSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<Distances, BuildError> {
    let cut = Cut::whole(space);
    let mut shelf = shelf::Memory::new(&cut, 0..1)?;
    shelf.shards[0].depths = vec![0; addressable(space.len())?];
    let lists = search::longest_list(space.len(), 0);
    let search = Search::new(&cut, Instructions::detect(), lists);
    let counts = search.run(&mut shelf, &mut Desk::new(1), monitor)?;
    Ok(Distances {
        bytes: shelf.shards.remove(0).depths,
        counts,
    })
}

/// Levels of at most this many states are listed: 65,536, or on large boards one state in 36,000.
///
/// States of a level that is not listed are drawn by drawing among all states, so this bounds the
/// draws. The search holds lists of that length anyway, and on 7x2 those that are kept add one part
/// in a hundred to the table.
pub fn listed_at_most(space: &SlidingSpace) -> u64 {
    search::longest_list(space.len(), LISTED_AT_MOST as u64)
}

/// Returns the most bytes of memory that [`search`] and [`verify_bits`] hold, the result among
/// them.
pub fn memory_needed(space: &SlidingSpace) -> u64 {
    let chunks = space.len() / STATES as u64;
    let per_chunk = size_of::<source::Activity>() as u64;
    // The longest list is held with its unsorted neighbours, about three to a state, twice.
    let lists = 8 * listed_at_most(space) * 7 + lists_bytes(space);
    2 * table_bytes(space) + chunks * per_chunk + lists
}

/// Returns the most bytes that the listed levels take together. Levels grow by a quarter or more
/// from one to the next, so those at both ends hold less than ten times as many states as the
/// longest.
pub(crate) fn lists_bytes(space: &SlidingSpace) -> u64 {
    8 * listed_at_most(space).min(space.len() / 10) * 10
}

/// Returns the bytes of the table that [`search`] makes.
pub fn table_bytes(space: &SlidingSpace) -> u64 {
    plane::bytes(space)
}
