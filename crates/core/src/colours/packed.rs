//! Painted boards in machine words, with two bits per cell and the first cell lowest.
//!
//! A word of 64 bits holds two boards of up to 16 cells, one in each half, with the blank in the
//! same place. All functions change both boards in the same manner. The blank's own bits are 0.

use crate::sliding::Shape;

/// A word with 1 in each half.
const BOTH: u64 = 0x1_0000_0001;

/// A mask of the first 15 places of each half.
const PLACES: u64 = 0x3FFF_FFFF * BOTH;

/// Returns a mask of the places before `place` in both halves.
#[inline(always)]
const fn below(place: u32) -> u64 {
    ((1 << (2 * place)) - 1) * BOTH
}

/// Removes a place from both halves. The places after it move down by one.
///
/// ```
/// use tilebase_core::colours::packed::{insert, remove};
/// assert_eq!(remove(0b11_00_01_10, 2), 0b11_01_10);
/// assert_eq!(insert(0b11_01_10, 2), 0b11_00_01_10);
/// ```
#[inline(always)]
pub const fn remove(word: u64, place: u32) -> u64 {
    let low = below(place);
    word & low | word >> 2 & !low & PLACES
}

/// Inserts a 0 at a place of both halves. The places from there on move up by one, so the last one
/// must be free.
#[inline(always)]
pub const fn insert(word: u64, place: u32) -> u64 {
    let low = below(place);
    word & low | (word & !low) << 2
}

/// Turns boards written row by row into boards written column by column.
#[derive(Debug, Clone)]
pub struct Transposition {
    /// True for boards of 4x4 cells, which need no table.
    four: bool,
    /// The images of the four places of each byte, by the value of the byte.
    bytes: Box<[[u32; 256]; 4]>,
}

impl Transposition {
    /// Returns the transposition of boards of `shape`, which have at most 16 cells.
    pub fn new(shape: Shape) -> Self {
        let to = |cell: usize| shape.col(cell) * shape.rows() + shape.row(cell);
        let mut bytes = Box::new([[0; 256]; 4]);
        for (byte, images) in bytes.iter_mut().enumerate() {
            for (value, image) in images.iter_mut().enumerate() {
                let cells = (4 * byte..4 * byte + 4).take_while(|&cell| cell < shape.cells());
                for (place, cell) in cells.enumerate() {
                    *image |= (value as u32 >> (2 * place) & 3) << (2 * to(cell));
                }
            }
        }
        Self {
            four: shape.rows() == 4 && shape.cols() == 4,
            bytes,
        }
    }

    /// Transposes both halves of a word.
    #[inline(always)]
    pub fn apply(&self, word: u64) -> u64 {
        if self.four {
            return transpose_four(word);
        }
        let half = |word: u64| {
            let images = word.to_le_bytes();
            let images = self.bytes.iter().zip(images);
            images.fold(0, |half, (images, byte)| half | images[usize::from(byte)])
        };
        u64::from(half(word)) | u64::from(half(word >> 32)) << 32
    }
}

/// Transposes boards of 4x4 cells: first each block of 2x2 cells, and then the blocks.
#[inline(always)]
const fn transpose_four(word: u64) -> u64 {
    let swap = (word ^ word >> 6) & (0x00CC_00CC * BOTH);
    let word = word ^ swap ^ swap << 6;
    let swap = (word ^ word >> 12) & (0x0000_F0F0 * BOTH);
    word ^ swap ^ swap << 12
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(word: u64, place: usize) -> u64 {
        word >> (2 * place) & 3
    }

    #[test]
    fn both_halves_are_transposed() {
        for name in ["2x2", "2x3", "3x3", "3x5", "4x4", "2x8", "8x2"] {
            let shape: Shape = name.parse().unwrap();
            let transposition = Transposition::new(shape);
            let cells = shape.cells();
            let keep = u64::MAX >> (64 - 2 * cells) & 0xFFFF_FFFF;
            for seed in 1..100u64 {
                let word = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) & (keep * BOTH);
                let turned = transposition.apply(word);
                for cell in 0..cells {
                    let to = shape.col(cell) * shape.rows() + shape.row(cell);
                    assert_eq!(place(turned, to), place(word, cell));
                    assert_eq!(place(turned, 16 + to), place(word, 16 + cell));
                }
                assert_eq!(turned & !(keep * BOTH), 0);
                let back = Transposition::new(shape.transposed());
                assert_eq!(back.apply(turned), word);
            }
        }
    }

    #[test]
    fn a_place_is_taken_out_and_put_in_again() {
        let board = 0x1234_5678_9ABC_DEF0u64;
        for at in 0..16 {
            let word = board & !(3 << (2 * at)) & !(3 << (32 + 2 * at));
            let without = remove(word, at);
            for cell in 0..15 {
                let from = cell + usize::from(cell >= at as usize);
                assert_eq!(place(without, cell), place(word, from));
                assert_eq!(place(without, 16 + cell), place(word, 16 + from));
            }
            assert_eq!(place(without, 15) | place(without, 31), 0);
            assert_eq!(insert(without, at), word);
        }
    }
}
