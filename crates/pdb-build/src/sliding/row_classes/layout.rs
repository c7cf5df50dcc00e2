//! From the planes of a search to the words of a file, in place.
//!
//! A search holds the plane of D = 1 modulo 3, then that of D = 2, then that of odd D. In the file,
//! the words of the three planes with the same number are adjacent, so that a look-up touches one
//! cache line.

use tilebase_core::parallel;

use super::super::bit_words::chunk::Chunk;

/// The number of groups of three chunks that one task interleaves.
const TOGETHER: usize = 64;

/// Interleaves the words of three planes, which are one after another in `planes`.
pub(super) fn interleave(planes: &mut [Chunk]) {
    let size = planes.len() / 3;
    // First whole chunks, along the cycles of the permutation that brings chunks with the same
    // number together.
    let to = |at: usize| at % size * 3 + at / size;
    let mut placed = vec![false; planes.len()];
    for start in 0..planes.len() {
        if placed[start] {
            continue;
        }
        let (mut at, mut moving) = (start, planes[start]);
        loop {
            at = to(at);
            std::mem::swap(&mut planes[at], &mut moving);
            placed[at] = true;
            if at == start {
                break;
            }
        }
    }
    // Then the words of each group of three.
    parallel::map(planes.chunks_mut(3 * TOGETHER), |planes| {
        for three in planes.as_chunks_mut::<3>().0 {
            let apart = *three;
            for (at, word) in three.as_flattened_mut().iter_mut().enumerate() {
                *word = apart[at % 3][at / 3];
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{super::super::bit_words::chunk::WORDS, *};

    #[test]
    fn words_of_three_planes_with_the_same_number_become_adjacent() {
        for size in [1, 2, 5, 12] {
            let word = |plane: usize, at: usize| ((plane << 32 | at) as u64).to_le_bytes();
            let mut planes = vec![[[0; 8]; WORDS]; 3 * size];
            for (at, place) in planes.as_flattened_mut().iter_mut().enumerate() {
                *place = word(at / (size * WORDS), at % (size * WORDS));
            }
            interleave(&mut planes);
            for (at, found) in planes.as_flattened().iter().enumerate() {
                assert_eq!(*found, word(at % 3, at / 3));
            }
        }
    }
}
