//! Solves every odd number of kinds without search.
//!
//! Take k kinds, k odd, two stones of each: the start is `1 2 … k 1 2 … k _ _`
//! and the goal `1 1 2 2 … k k _ _`.
//! Number the cells from 0. The outer two stones are right. Cut the cells between them into
//! the blocks 1 to k−1; block j has the cells 2j−1 and 2j.
//!
//! - In the goal block j holds the kinds j and j+1.
//! - In the start, cell c holds the kind (c mod k) + 1, so block j holds r and r+1 with r = 2j mod
//!   k (r is not 0, since k is odd and j < k, so the pair never wraps around).
//!
//! So whole blocks stand in wrong places, block 2j mod k in the place of block j, and they are
//! sorted through the gap like books on a shelf with one free space. The map j → 2j on the residues
//! 1 … k−1 has c(k) cycles, none of length one. A cycle of n blocks takes n+1 moves: its first
//! block goes into the gap, each freed place takes the block that belongs there, and the last one
//! takes the block that waits in the gap. In total:
//!
//! ```text
//! moves = k − 1 + c(k)
//! ```
//!
//! The covering bound is k: all 2k−2 inner cells are wrong and form one run. So the construction is
//! optimal if c(k) = 1, that is, if 2 is a primitive root modulo the prime k.

use tilebase_core::oshidori::{Row, Stones, Turn};

/// Returns the number of cycles of doubling on the nonzero residues modulo `k`, for odd `k` (OEIS
/// A006694).
///
/// ```
/// use tilebase_solve::oshidori::doubling_cycles;
/// assert_eq!(doubling_cycles(13), 1); // 1 2 4 8 3 6 12 11 9 5 10 7
/// assert_eq!(doubling_cycles(7), 2); // 1 2 4 and 3 6 5
/// ```
///
/// # Panics
/// If `k` is even.
pub fn doubling_cycles(k: usize) -> usize {
    assert!(
        k % 2 == 1,
        "doubling is a permutation modulo odd numbers only"
    );
    cycles(k).len()
}

/// Returns the cycles of doubling, each from its least member on.
fn cycles(k: usize) -> Vec<Vec<usize>> {
    let mut seen = vec![false; k];
    let mut cycles = Vec::new();
    for first in 1..k {
        let mut cycle = Vec::new();
        let mut block = first;
        while !seen[block] {
            seen[block] = true;
            cycle.push(block);
            block = 2 * block % k;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// Returns the moves of the construction from the usual start to the usual goal, `k − 1 + c(k)` of
/// them; `None` unless the puzzle has an odd number of kinds, two stones of each, and pairs that
/// jump into one gap without being turned round. The construction moves no pair of alike stones, so
/// it also serves if only unlike stones may jump.
///
/// ```
/// use tilebase_core::oshidori::{Stones, Row};
/// use tilebase_solve::oshidori::{construction, replay};
/// let stones = Stones::of_kinds(61, 2)?;
/// let moves = construction(stones).expect("61 is odd");
/// assert_eq!(moves.len(), 61);
/// assert_eq!(replay(&Row::start(stones), &moves), Some(Row::goal(stones)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construction(puzzle: Stones) -> Option<Vec<u32>> {
    let k = puzzle.kinds();
    let rules = puzzle.rules();
    if puzzle.block() != 2
        || rules.is_open()
        || rules.turn != Turn::Never
        || puzzle.each() != Some(2)
        || k.is_multiple_of(2)
    {
        return None;
    }
    let gap = Row::goal(puzzle).gap();
    let left_cell = |block: usize| (2 * block - 1) as u32;
    let mut moves = Vec::new();
    for cycle in cycles(k) {
        // Place j holds the block that belongs in place 2j. Backwards along the cycle, each freed
        // place takes its block from the place before it.
        moves.extend(cycle.iter().rev().map(|&block| left_cell(block)));
        moves.push(gap as u32);
    }
    Some(moves)
}
