//! Numbering the sets of k cells in the numeric order of their masks.

use std::ops::Range;

use crate::sliding::MAX_CELLS;

/// `CHOOSE[n][k]`: how many sets of k cells there are among n.
static CHOOSE: [[u32; MAX_CELLS + 1]; MAX_CELLS + 1] = {
    let mut choose = [[0; MAX_CELLS + 1]; MAX_CELLS + 1];
    let mut n = 0;
    while n <= MAX_CELLS {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The number of sets of `size` cells among `cells`; 0 if there are none.
///
/// # Panics
/// If either is more than [`MAX_CELLS`].
pub fn count(cells: usize, size: usize) -> u32 {
    CHOOSE[cells][size]
}

/// The number of a set among all sets of its size, in the numeric order of their masks.
///
/// # Panics
/// If the mask has a bit beyond [`MAX_CELLS`].
///
/// ```
/// use tilebase_core::pattern::colex;
/// let numbers: Vec<u32> = [0b0011, 0b0101, 0b0110, 0b1001].map(colex::rank).into();
/// assert_eq!(numbers, [0, 1, 2, 3]);
/// assert_eq!(colex::unrank(3, 2), 0b1001);
/// ```
pub fn rank(set: u32) -> u32 {
    cells(set)
        .zip(1..)
        .map(|(cell, place): (usize, usize)| CHOOSE[cell][place])
        .sum()
}

/// The set of `size` cells with this number.
///
/// # Panics
/// If no set of cells below [`MAX_CELLS`] has it.
pub fn unrank(mut rank: u32, size: usize) -> u32 {
    assert!(
        rank < CHOOSE[MAX_CELLS][size],
        "{rank} numbers no set of {size} cells"
    );
    let mut set = 0;
    for place in (1..=size).rev() {
        // The greatest cell whose number still fits: C(cell, place) grows with the cell.
        let cell = (0..MAX_CELLS)
            .rfind(|&cell| CHOOSE[cell][place] <= rank)
            .expect("C(0, place) is 0");
        rank -= CHOOSE[cell][place];
        set |= 1 << cell;
    }
    set
}

/// All sets of `size` cells among `cells`, in order.
pub fn sets(cells: usize, size: usize) -> impl Iterator<Item = u32> {
    numbered(0..count(cells, size), size)
}

/// The sets of `size` cells with these numbers, in order.
///
/// The next greater mask with as many bits comes from carrying the lowest run of bits up by one and
/// letting the rest of the run fall to the bottom (Gosper).
///
/// # Panics
/// If the first number is beyond the sets of cells below [`MAX_CELLS`].
pub fn numbered(numbers: Range<u32>, size: usize) -> impl Iterator<Item = u32> {
    let mut next = if numbers.is_empty() {
        0
    } else {
        u64::from(unrank(numbers.start, size))
    };
    numbers.map(move |_| {
        let set = next;
        if set != 0 {
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            next = carried | (((set ^ carried) >> 2) / lowest);
        }
        set as u32
    })
}

/// The members of a set, ascending.
pub fn cells(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_the_order_of_their_masks() {
        for cells in 0..=14 {
            for size in 0..=cells {
                let naive = (0u32..1 << cells).filter(|set| set.count_ones() as usize == size);
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
    fn the_last_set_of_the_largest_board_has_the_last_number() {
        let last = 0b1_1111_1110_0000_0000_0000_0000;
        assert_eq!(rank(last) + 1, count(25, 8));
        assert_eq!(unrank(count(25, 8) - 1, 8), last);
        assert_eq!(sets(25, 8).last(), Some(last));
    }
}
