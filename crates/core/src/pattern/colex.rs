//! The numbering of the sets of k cells in the numeric order of their masks.

use std::ops::Range;

use crate::sliding::MAX_CELLS;

/// The largest number of tiles that a pattern may keep. Nine on a 5x5 board would need 371
/// gigabytes.
pub const MAX_TILES: usize = 8;

/// The most cells of a board that has patterns: a set of cells is a word.
pub const MOST_CELLS: usize = u64::BITS as usize;

/// The numbers of sets of k cells among n cells, as `CHOOSE[n][k]`; `u32::MAX` for greater ones.
static CHOOSE: [[u32; MOST_CELLS + 1]; MOST_CELLS + 1] = {
    let mut choose = [[0u32; MOST_CELLS + 1]; MOST_CELLS + 1];
    let mut n = 0;
    while n <= MOST_CELLS {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1].saturating_add(choose[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Returns a set of cells as a mask, with bit c for cell c.
///
/// ```
/// use tilebase_core::pattern::colex;
/// assert_eq!(colex::mask([0, 3]), 0b1001);
/// ```
#[inline]
pub fn mask(cells: impl IntoIterator<Item = usize>) -> u64 {
    cells.into_iter().fold(0, |mask, cell| mask | 1 << cell)
}

/// Returns the number of cells of a set that come before a cell.
///
/// ```
/// use tilebase_core::pattern::colex;
/// assert_eq!(colex::below(0b1011, 3), 2);
/// ```
#[inline(always)]
pub fn below(set: u64, cell: usize) -> usize {
    (set & ((1 << cell) - 1)).count_ones() as usize
}

/// Returns the number of sets of `size` cells among `cells` cells; 0 if `size` exceeds `cells`, and
/// `u32::MAX` if there are that many or more.
///
/// # Panics
/// If either is more than [`MOST_CELLS`].
pub fn count(cells: usize, size: usize) -> u32 {
    CHOOSE[cells][size]
}

/// Returns the rank of a set among all sets of its size, in the numeric order of their masks.
///
/// The result has no meaning if there are more than `u32::MAX` such sets.
///
/// ```
/// use tilebase_core::pattern::colex;
/// let numbers: Vec<u32> = [0b0011, 0b0101, 0b0110, 0b1001].map(colex::rank).into();
/// assert_eq!(numbers, [0, 1, 2, 3]);
/// assert_eq!(colex::unrank(3, 2), 0b1001);
/// ```
#[inline]
pub fn rank(set: u64) -> u32 {
    cells(set)
        .zip(1..)
        .map(|(cell, place): (usize, usize)| CHOOSE[cell][place])
        .sum()
}

/// Returns the set of `size` cells with this rank.
///
/// # Panics
/// If no set of cells below [`MOST_CELLS`] has this rank.
pub fn unrank(mut rank: u32, size: usize) -> u64 {
    assert!(
        rank < CHOOSE[MOST_CELLS][size],
        "no set of {size} cells has rank {rank}"
    );
    let (mut set, mut cell) = (0, MOST_CELLS);
    for place in (1..=size).rev() {
        // The greatest cell whose number still fits: C(cell, place) grows with the cell.
        cell = (0..cell)
            .rfind(|&cell| CHOOSE[cell][place] <= rank)
            .expect("C(0, place) is 0");
        rank -= CHOOSE[cell][place];
        set |= 1 << cell;
    }
    set
}

/// Returns all sets of `size` cells among `cells` cells, in order.
pub fn sets(cells: usize, size: usize) -> impl Iterator<Item = u64> {
    numbered(0..count(cells, size), size)
}

/// Returns the sets of `size` cells with these ranks, in order.
///
/// The next greater mask with the same number of bits is found by moving the highest bit of the
/// lowest run of bits up by one place, and the rest of the run to the bottom (Gosper).
///
/// # Panics
/// If no set of cells below [`MOST_CELLS`] has the first rank.
pub fn numbered(numbers: Range<u32>, size: usize) -> impl Iterator<Item = u64> {
    let mut next = if numbers.is_empty() { 0 } else { unrank(numbers.start, size) };
    numbers.map(move |_| {
        let set = next;
        if set != 0 {
            let lowest = set & set.wrapping_neg();
            // The set computed after the last of all is never returned.
            let carried = set.wrapping_add(lowest);
            next = carried | (((set ^ carried) >> 2) / lowest);
        }
        set
    })
}

/// Returns the cells of a set in ascending order.
#[inline]
pub fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// Ranks sets of at most eight of up to [`MAX_CELLS`] cells by small tables, in a few nanoseconds.
///
/// The amount that some bits of the mask add to the rank depends on these bits and on the number of
/// cells below them.
///
/// ```
/// use tilebase_core::pattern::colex;
/// let ranker = colex::Ranker::new(25);
/// assert_eq!(ranker.rank::<32>(0b1_0001_1010), colex::rank(0b1_0001_1010));
/// ```
#[derive(Debug)]
pub struct Ranker {
    lowest: [u32; 256],
    middle: [[u32; 256]; MAX_TILES + 1],
    /// For each number of cells below, the amounts of the bits from the 17th on. The length is a
    /// power of two so that an index needs no check; the rest is never touched.
    highest: Box<[u32; HIGHEST]>,
    /// The number of these bits.
    width: u32,
}

/// The most amounts of highest bits.
const HIGHEST: usize = (MAX_TILES + 1).next_power_of_two() << (MAX_CELLS - 16);

impl Ranker {
    /// Builds the tables for sets of cells below `cells`. They fill 28 KiB for 25 cells; 18 KiB of
    /// these double with each further cell. The allocation is always about 4 MiB, most of which is
    /// never touched.
    ///
    /// # Panics
    /// If `cells` is more than [`MAX_CELLS`].
    pub fn new(cells: usize) -> Box<Self> {
        assert!(
            cells <= MAX_CELLS,
            "{cells} cells are more than {MAX_CELLS}"
        );
        let width = cells.saturating_sub(16) as u32;
        let mut ranker = Box::new(Self {
            lowest: [0; 256],
            middle: [[0; 256]; MAX_TILES + 1],
            highest: (vec![0; HIGHEST].into_boxed_slice().try_into()).expect("as many"),
            width,
        });
        fill(&mut ranker.lowest, 0, 0);
        for (below, part) in ranker.middle.iter_mut().enumerate() {
            fill(part, below, 8);
        }
        for (below, part) in
            (ranker.highest.chunks_exact_mut(1 << width).enumerate()).take(MAX_TILES + 1)
        {
            fill(part, below, 16);
        }
        ranker
    }

    /// Returns the [`rank`] of a set of at most eight cells. `CELLS` is at least the number of the
    /// board's cells; if it is at most 16, a look-up is saved. The result for any other set is
    /// meaningless.
    #[inline(always)]
    pub fn rank<const CELLS: usize>(&self, set: u32) -> u32 {
        let below_middle = (set & 0xFF).count_ones() as usize;
        let rank = self.lowest[(set & 0xFF) as usize]
            + self.middle[below_middle][(set >> 8 & 0xFF) as usize];
        if CELLS <= 16 {
            return rank;
        }
        let below_highest = (set & 0xFFFF).count_ones() as usize;
        rank + self.highest[((below_highest << self.width) + (set >> 16) as usize) % HIGHEST]
    }
}

/// Fills in the amount that each value of some bits of a mask adds to a rank. The first of the bits
/// is that of cell `shift`, and the set has `below` cells before it.
fn fill(part: &mut [u32], below: usize, shift: usize) {
    for (bits, sum) in part.iter_mut().enumerate() {
        // No set has more than `MAX_CELLS` cells, so higher places need no amounts.
        let cells = cells(bits as u64).zip(below + 1..=MAX_CELLS);
        *sum = cells.map(|(cell, place)| count(cell + shift, place)).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_the_order_of_their_masks() {
        for cells in 0..=14 {
            for size in 0..=cells {
                let naive = (0u64..1 << cells).filter(|set| set.count_ones() as usize == size);
                assert!(sets(cells, size).eq(naive), "{size} of {cells}");
                for (number, set) in sets(cells, size).enumerate() {
                    assert_eq!(rank(set), number as u32);
                    assert_eq!(unrank(number as u32, size), set);
                    let rest = number as u32..count(cells, size);
                    assert_eq!(numbered(rest, size).next(), Some(set));
                }
            }
        }
    }

    #[test]
    fn tables_rank_alike() {
        for (cells, size) in [
            (25, 1),
            (25, 4),
            (25, 6),
            (16, 8),
            (12, 7),
            (32, 2),
            (32, 5),
        ] {
            let ranker = Ranker::new(cells);
            for (number, set) in sets(cells, size).enumerate() {
                let set = set as u32;
                assert_eq!(ranker.rank::<MAX_CELLS>(set), number as u32);
                assert!(cells > 16 || ranker.rank::<16>(set) == number as u32);
            }
        }
        assert_eq!(Ranker::new(25).rank::<25>(0xFF << 17), count(25, 8) - 1);
        assert_eq!(Ranker::new(32).rank::<32>(0xFF << 24), count(32, 8) - 1);
    }

    #[test]
    fn the_last_set_of_the_largest_board_has_the_last_number() {
        let last = 0xFF00_0000;
        assert_eq!(rank(last) + 1, count(32, 8));
        assert_eq!(unrank(count(32, 8) - 1, 8), last);
        assert_eq!(sets(32, 8).last(), Some(last));
        let last = 0b11111 << 59;
        assert_eq!(rank(last) + 1, count(64, 5));
        assert_eq!(unrank(count(64, 5) - 1, 5), last);
        assert_eq!(
            numbered(count(64, 5) - 2..count(64, 5), 5).last(),
            Some(last)
        );
    }
}
