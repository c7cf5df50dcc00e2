//! Swapping neighbouring digits of all sixty states of a word at once ([`crate::digit_swaps`]).

use tilebase_core::{format::WORD_ENTRIES, pattern::lehmer};

use crate::digit_swaps::{Swap, swap};

const SWAP_5_4: Swap<4> = swap(3, WORD_ENTRIES as usize);
const SWAP_4_3: Swap<3> = swap(1, WORD_ENTRIES as usize);

#[inline(always)]
fn exchange<const R: usize>(word: u64, terms: &Swap<R>) -> u64 {
    let mut out = 0;
    for &(distance, mask) in terms {
        out |= (word >> distance) & mask | (word & mask) << distance;
    }
    out
}

/// Swaps the entries whose digits have radices 5 and 4.
#[inline(always)]
pub(crate) fn swap_5_4(word: u64) -> u64 {
    exchange(word, &SWAP_5_4)
}

/// Swaps the entries whose digits have radices 4 and 3.
#[inline(always)]
pub(crate) fn swap_4_3(word: u64) -> u64 {
    exchange(word, &SWAP_4_3)
}

/// Bits whose digit of radix 3 is 0: the lowest of every three, which are an octal digit here.
const FIRST: u64 = 0o1111_1111_1111_1111_1111;

/// Bits whose digit of radix 3 is 1.
const SECOND: u64 = FIRST << 1;

/// Bits whose digit of radix 3 is 2.
const THIRD: u64 = FIRST << 2;

/// Bits whose digits of radix 5, here the groups of four, and of radix 4 have an even sum.
const EVEN: u64 = 0o0707_7070_0707_7070_0707;

/// Swaps the entries whose digits have radices 3 and 2. The latter is implied: its sum with all
/// digits before the word is even, or odd if `odd` is all ones.
///
/// If the sum of all digits except these two is even, the states a = 0, 1, 2 have b = 0, 1, 0 and
/// become 1, 2, 0. If it is odd, they have b = 1, 0, 1 and become 2, 0, 1. So each triple of bits
/// is rotated in one direction or the other.
#[inline(always)]
pub(crate) fn swap_3_2(word: u64, odd: u64) -> u64 {
    let one_way = (word >> 1) & (FIRST | SECOND) | (word << 2) & THIRD;
    let other_way = (word >> 2) & FIRST | (word << 1) & (SECOND | THIRD);
    other_way ^ (one_way ^ other_way) & (EVEN ^ odd)
}

/// Swaps the entries whose digits have radices 6 and 5: the first numbers the words of a group, the
/// second the five fields of 12 bits in a word.
#[inline(always)]
pub(crate) fn swap_6_5(group: &[[u8; 8]; 6]) -> [[u8; 8]; 6] {
    let mut swapped = [[0; 8]; 6];
    for (a, word) in swapped.iter_mut().enumerate() {
        *word = one_of_swap_6_5(a, |word| u64::from_le_bytes(group[word])).to_le_bytes();
    }
    swapped
}

/// Returns word `a` of a group after [`swap_6_5`]. `word` returns the words before the swap.
#[inline(always)]
pub(crate) fn one_of_swap_6_5(a: usize, word: impl Fn(usize) -> u64) -> u64 {
    const FIELD: u64 = (1 << 12) - 1;
    let mut out = 0;
    for b in 0..5 {
        let (from, field) = lehmer::exchange(a, b);
        out |= (word(from) >> (12 * field) & FIELD) << (12 * b);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(d5: usize, d4: usize, d3: usize) -> u64 {
        1 << (12 * d5 + 3 * d4 + d3)
    }

    #[test]
    fn swaps_inside_a_word_move_every_bit_where_its_digits_go() {
        for d5 in 0..5 {
            for d4 in 0..4 {
                for d3 in 0..3 {
                    let word = bit(d5, d4, d3);
                    let (a, b) = lehmer::exchange(d5, d4);
                    assert_eq!(swap_5_4(word), bit(a, b, d3));
                    let (a, b) = lehmer::exchange(d4, d3);
                    assert_eq!(swap_4_3(word), bit(d5, a, b));
                }
            }
        }
    }

    #[test]
    fn the_last_swap_pulls_by_the_implied_digit() {
        for odd in [0, 1] {
            for d5 in 0..5 {
                for d4 in 0..4 {
                    for d3 in 0..3 {
                        let implied = (odd + d5 + d4 + d3) % 2;
                        let (source, _) = lehmer::exchange(d3, implied);
                        let pulled =
                            swap_3_2(bit(d5, d4, source), if odd == 1 { u64::MAX } else { 0 });
                        assert_eq!(pulled & bit(d5, d4, d3), bit(d5, d4, d3));
                        assert_eq!(pulled.count_ones(), 1);
                    }
                }
            }
        }
    }

    #[test]
    fn the_swap_across_words_moves_every_field_where_its_digits_go() {
        for d6 in 0..6 {
            for d5 in 0..5 {
                let mut group = [[0; 8]; 6];
                group[d6] = bit(d5, 3, 2).to_le_bytes();
                let (a, b) = lehmer::exchange(d6, d5);
                let mut expected = [[0; 8]; 6];
                expected[a] = bit(b, 3, 2).to_le_bytes();
                assert_eq!(swap_6_5(&group), expected);
            }
        }
    }
}
