//! The unit of storage: 20,160 states in 336 words.
//!
//! A word holds the 60 states that share all but the last three digits of the Lehmer code (radices
//! 5, 4, 3); a chunk holds the 8 · 7 · 6 words that share all but the last six. Words are kept as
//! eight little-endian bytes, so that a plane in memory *is* the payload of a table file on every
//! machine; on little-endian machines, reading a word is a plain load.

use serde::{Deserialize, Serialize};
use tilebase_core::format::WORD_ENTRIES;

/// Sixty states, one bit each, in the low bits; the top four bits are zero.
pub(crate) type Word = [u8; 8];

/// States in a word.
pub(crate) const BITS: usize = WORD_ENTRIES as usize;

/// Words in a chunk.
pub(crate) const WORDS: usize = 8 * 7 * 6;

/// States in a chunk.
pub(crate) const STATES: usize = BITS * WORDS;

/// All words that share the digits before the last six.
pub(crate) type Chunk = [Word; WORDS];

/// The summary of a chunk, which saves reading it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Activity {
    /// The last level that added a state, or [`Self::NEVER`].
    pub(crate) last: u32,
    /// The number of states reached.
    pub(crate) reached: u32,
}

impl Activity {
    const NEVER: u32 = u32::MAX;

    pub(crate) const NONE: Self = Self {
        last: Self::NEVER,
        reached: 0,
    };

    pub(crate) fn is_full(&self) -> bool {
        self.reached == STATES as u32
    }

    /// Records that a level adds states.
    #[inline(always)]
    pub(crate) fn add(&mut self, depth: u32, new: u32) {
        self.last = depth;
        self.reached += new;
    }
}

/// A chunk without states.
pub(crate) const EMPTY: Chunk = [[0; 8]; WORDS];

/// The number of words that share a cache line, and are stored together or not at all.
const LINE: usize = 8;

/// Puts the states of all `N` sources that are in none of the planes into `fresh`.
#[inline(always)]
fn unite_exactly<const N: usize, const K: usize>(
    sources: &[&Chunk],
    planes: [&Chunk; K],
    fresh: &mut Chunk,
) {
    let sources: &[&Chunk; N] = sources.try_into().expect("the caller counted them");
    for (word, out) in fresh.iter_mut().enumerate() {
        let mut candidates = 0;
        for source in sources {
            candidates |= u64::from_le_bytes(source[word]);
        }
        for plane in planes {
            candidates &= !u64::from_le_bytes(plane[word]);
        }
        *out = candidates.to_le_bytes();
    }
}

/// Puts the states of all sources, one to seven, that are in none of the planes into `fresh`.
#[inline(always)]
pub(crate) fn unite<const K: usize>(sources: &[&Chunk], planes: [&Chunk; K], fresh: &mut Chunk) {
    match sources.len() {
        1 => unite_exactly::<1, K>(sources, planes, fresh),
        2 => unite_exactly::<2, K>(sources, planes, fresh),
        3 => unite_exactly::<3, K>(sources, planes, fresh),
        4 => unite_exactly::<4, K>(sources, planes, fresh),
        5 => unite_exactly::<5, K>(sources, planes, fresh),
        6 => unite_exactly::<6, K>(sources, planes, fresh),
        _ => unite_exactly::<7, K>(sources, planes, fresh),
    }
}

/// Puts the states of all sources that are in neither `other` nor `target` into `fresh`, adds them
/// to `target`, and returns their number.
#[inline(always)]
pub(crate) fn merge(
    sources: &[&Chunk],
    other: &Chunk,
    target: &mut Chunk,
    fresh: &mut Chunk,
) -> u32 {
    if sources.is_empty() {
        return 0;
    }
    unite(sources, [other, target], fresh);
    add_new(target, fresh)
}

/// Adds states that are not in `target`, and returns their number.
///
/// Lines of `target` without a new state are not written, so that they need not travel back to
/// memory.
#[inline(always)]
pub(crate) fn add_new(target: &mut Chunk, fresh: &Chunk) -> u32 {
    let mut count = 0;
    let lines = target.as_chunks_mut::<LINE>().0.iter_mut();
    for (line, new) in lines.zip(fresh.as_chunks().0) {
        if any(new) == 0 {
            continue;
        }
        for (word, &new) in line.iter_mut().zip(new) {
            *word = (u64::from_le_bytes(*word) | u64::from_le_bytes(new)).to_le_bytes();
            count += u64::from_le_bytes(new).count_ones();
        }
    }
    count
}

/// Returns the number of states that are in both chunks.
#[inline(always)]
pub(crate) fn common(one: &Chunk, other: &Chunk) -> u64 {
    let mut count = 0;
    for (one, other) in one.iter().zip(other) {
        let both = u64::from_le_bytes(*one) & u64::from_le_bytes(*other);
        count += u64::from(both.count_ones());
    }
    count
}

/// Returns the union of the words of a line.
#[inline(always)]
fn any(line: &[Word; LINE]) -> u64 {
    line.iter()
        .fold(0, |any, &word| any | u64::from_le_bytes(word))
}

/// Calls `visit` with the number of each state within the chunk, in ascending order. Lines without
/// a state, which are most lines if few states are listed, take one test each.
#[inline(always)]
pub(crate) fn for_each_state(chunk: &Chunk, mut visit: impl FnMut(usize)) {
    for (line_at, line) in chunk.as_chunks::<LINE>().0.iter().enumerate() {
        if any(line) == 0 {
            continue;
        }
        for (at, &word) in line.iter().enumerate() {
            let mut left = u64::from_le_bytes(word);
            while left != 0 {
                visit((line_at * LINE + at) * BITS + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

/// Prefetches a chunk that will be needed soon.
#[inline(always)]
pub(crate) fn prefetch(chunk: &Chunk) {
    for word in (0..chunk.len()).step_by(LINE) {
        tilebase_core::prefetch(chunk, word);
    }
}

/// Returns the number of the chunk that holds a rank, counted over all cells.
pub(crate) fn holding(rank: u64) -> usize {
    (rank / STATES as u64) as usize
}

/// Returns whether the digits that number a chunk of a cell, on a board of `tiles` tiles, have an
/// odd sum.
#[inline(always)]
pub(crate) fn is_odd(tiles: usize, chunk: usize) -> bool {
    let mut rest = chunk;
    let mut sum = 0;
    for radix in 9..=tiles {
        sum += rest % radix;
        rest /= radix;
    }
    sum % 2 == 1
}
