//! The covering bound: the number of blocks that it takes to cover every wrong cell.
//!
//! A move fills the gap, `block` neighbouring cells, and nothing else. Call a cell *wrong* if it
//! lies outside the goal's gap and holds a stone other than the goal's. A wrong cell must be filled
//! at least once more, so the gaps that the coming moves fill cover all wrong cells. The first of
//! them is the current gap, which holds no stone and so no wrong cell. Therefore, unless the goal
//! is reached already,
//!
//! ```text
//! moves still needed  ≥  1 + covering(wrong)
//! ```
//!
//! where `covering` is the least number of blocks of neighbouring cells that cover a set. A move
//! takes a block away from one place (which can uncover no more than one block's worth of the set)
//! and adds at most the cells of one block to it: so `covering` changes by −1, 0 or +1, the bound
//! never falls by more than one with a move, and the *waste* of a move, the growth of (moves made +
//! bound), is 0, 1 or 2.
//!
//! For blocks of two, a set is covered run by run of neighbouring cells, a run of `n` cells by
//! ⌈n/2⌉ dominoes: one for each cell at an even offset in its run. A few bit operations find these
//! cells, since adding the first cell of a run clears the run by its carry. A wider block may cover
//! parts of two runs; the greedy covering from the left is least for any width.

use super::cell_set::CellSet;

/// The most stones of a block.
pub(super) const WIDEST: usize = 5;

/// Returns the least number of blocks of `block` neighbouring cells that cover `set`.
#[inline(always)]
pub(super) fn covering<M: CellSet>(set: M, block: usize) -> u32 {
    if block == 2 {
        return even_offsets(set).len();
    }
    let (mut left, mut blocks) = (set, 0);
    while !left.is_empty() {
        left &= !M::block(left.first(), block);
        blocks += 1;
    }
    blocks
}

/// Returns the cells at offset 0, 2, 4, … in their runs. For blocks of two the leftmost least
/// covering puts the left halves of its dominoes there.
#[inline(always)]
pub(super) fn even_offsets<M: CellSet>(set: M) -> M {
    let firsts = set & !(set << 1);
    let from_even = set & !set.plus(firsts & M::EVEN);
    (from_even & M::EVEN) | (set & !from_even & !M::EVEN)
}

/// Returns the cells of the runs of odd length, given also the set's [`even_offsets`].
#[inline(always)]
pub(super) fn odd_runs<M: CellSet>(set: M, even_offsets: M) -> M {
    // A run is odd if its last cell has an even offset. Fill leftwards from there.
    let mut odd = even_offsets & !(set >> 1);
    if odd.is_empty() {
        return odd;
    }
    let mut open = set;
    let mut step = 1;
    while step < 8 * size_of::<M>() {
        odd |= open & (odd >> step);
        open &= open >> step;
        step *= 2;
    }
    odd
}

/// Returns the leftmost cells of the blocks whose removal from `set` reduces its covering by one.
#[inline(always)]
pub(super) fn relieving<M: CellSet, const B: usize>(set: M) -> M {
    if B != 2 {
        return relieving_by_sides::<M, B>(set);
    }
    // A run of even length must lose an aligned domino. A run of odd length needs less after any
    // loss, even of one end.
    let even = even_offsets(set);
    let odd = odd_runs(set, even);
    (even & !odd) | odd | (odd >> 1)
}

/// Returns the leftmost cells of these blocks for any width. No block reaches across a removed one,
/// so both sides of it are covered separately.
fn relieving_by_sides<M: CellSet, const B: usize>(set: M) -> M {
    let mut found = M::NONE;
    if set.is_empty() {
        return found;
    }
    let cells = 8 * size_of::<M>();
    // Blocks that cover the cells before (after and at) each cell.
    let mut before = [0u8; 128 + 1];
    let mut after = [0u8; 128 + WIDEST];
    for cell in 0..cells {
        before[cell + 1] = if set.has(cell) {
            before[(cell + 1).saturating_sub(B)] + 1
        } else {
            before[cell]
        };
    }
    for cell in (0..cells).rev() {
        after[cell] = if set.has(cell) { after[cell + B] + 1 } else { after[cell + 1] };
    }
    for cell in 0..=cells - B {
        if before[cell] + after[cell + B] < after[0] {
            found |= M::block(cell, 1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Finds the least covering by trying, for the leftmost cell, every block that holds it.
    fn least_covering(set: u128, block: usize) -> u32 {
        if set == 0 {
            return 0;
        }
        let first = set.trailing_zeros() as usize;
        (first.saturating_sub(block - 1)..=first)
            .map(|left| 1 + least_covering(set & !u128::block(left, block), block))
            .min()
            .expect("some block holds it")
    }

    #[test]
    fn coverings_of_all_sets_of_fourteen_cells() {
        for set in 0..1u64 << 14 {
            assert_eq!(covering::<u64>(set, 2), least_covering(set.into(), 2));
            assert_eq!(covering::<u64>(set, 3), least_covering(set.into(), 3));
            assert_eq!(covering::<u64>(set, 5), least_covering(set.into(), 5));
        }
    }

    proptest! {
        #[test]
        fn relieving_blocks_are_those_that_lower_the_covering(
            dense in any::<u128>(), mask in any::<u128>(), sparse in any::<bool>(),
        ) {
            let set = (if sparse { dense & mask } else { dense | mask }) >> 2;
            for cell in 0..126 {
                let without = set & !u128::block(cell, 2);
                let less = covering::<u128>(without, 2) < covering::<u128>(set, 2);
                prop_assert_eq!(relieving::<u128, 2>(set).has(cell), less);
                let without = set & !u128::block(cell, 3);
                let less = covering::<u128>(without, 3) < covering::<u128>(set, 3);
                prop_assert_eq!(relieving::<u128, 3>(set).has(cell), less);
                let without = set & !u128::block(cell, 5);
                let less = covering::<u128>(without, 5) < covering::<u128>(set, 5);
                prop_assert_eq!(relieving::<u128, 5>(set).has(cell), cell < 124 && less);
            }
            let short = set as u64 >> 2;
            prop_assert_eq!(relieving::<u64, 2>(short) << 2 >> 2,
                relieving_by_sides::<u64, 2>(short) << 2 >> 2);
        }
    }
}
