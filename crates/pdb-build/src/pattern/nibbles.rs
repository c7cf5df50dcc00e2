//! Tables of four bits per entry.
//!
//! While the search runs, a nibble holds `level / 2 mod 16`, the same for all entries that a level
//! adds. At the end `manhattan / 2` is subtracted. Level and Manhattan distance are both even or
//! both odd, so halving loses nothing. The search has checked that half their difference is at most
//! 15, so counting modulo 16 loses nothing either.

use super::manhattan::{Manhattan, SetDistances};
use crate::orders::WORD_BITS;

/// The greatest number in a nibble.
pub(super) const GREATEST: u8 = 15;

/// The number of bytes of the entries of a word.
const WORD_BYTES: usize = WORD_BITS / 2;

/// Eight bits, each as a nibble of ones.
const SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                spread[byte] |= 15 << (4 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Writes `level` for the orders in `fresh` to a block whose nibbles for them are 0.
#[inline(always)]
pub(super) fn write(level: u8, fresh: &[u32], places: &[u16], block: &mut [u8]) {
    let nibble = u32::from(level / 2 % 16) * 0x1111_1111;
    let spread = |byte: u8| SPREAD[usize::from(byte)] & nibble;
    let (words, rest) = block.as_chunks_mut::<WORD_BYTES>();
    for (entries, &place) in words.iter_mut().zip(places) {
        let bits = fresh[usize::from(place)];
        if bits == 0 {
            continue;
        }
        for (eight, byte) in entries.as_chunks_mut().0.iter_mut().zip(bits.to_le_bytes()) {
            *eight = (u32::from_le_bytes(*eight) | spread(byte)).to_le_bytes();
        }
    }
    // Fewer than four labels: a single word, which is not fully used.
    let bits = fresh[0].to_le_bytes();
    for (pair, new) in rest.iter_mut().zip(spread(bits[0]).to_le_bytes()) {
        *pair |= new;
    }
}

/// Subtracts half the Manhattan distances from the nibbles of a block.
pub(super) fn subtract(manhattan: &Manhattan, distances: &SetDistances, block: &mut [u8]) {
    for (word, entries) in block.chunks_mut(WORD_BYTES).enumerate() {
        let (base, last) = manhattan.word(distances, word);
        for (pair, two) in entries.iter_mut().zip(last.as_chunks::<2>().0) {
            let [low, high] = two.map(|last| (base + last) / 2);
            *pair = (*pair).wrapping_sub(low) & 15 | (*pair >> 4).wrapping_sub(high) << 4;
        }
    }
}
