//! Ranks of sets and orders from small tables, quickly.
//!
//! A node of the search keeps, for each pattern, the set of cells as a mask and the order of the labels
//! packed in three bits each, the first in the lowest. Their numbers are those of
//! [`tilebase_core::pattern`], added up from parts: a set from its bytes, an order from its first four
//! labels and the rest.

use tilebase_core::pattern::{MAX_TILES, colex, lehmer};

/// Numbers sets of cells: C(c₁,1) + C(c₂,2) + … over the cells c₁ < c₂ < … .
///
/// What a byte of the mask adds depends on the byte and on how many cells there are below it.
pub(super) struct Sets {
    lowest: [u32; 256],
    middle: [[u32; 256]; MAX_TILES + 1],
    highest: [[u32; 512]; MAX_TILES + 1],
}

impl Sets {
    pub(super) fn new() -> Box<Self> {
        let mut sets = Box::new(Self {
            lowest: [0; 256],
            middle: [[0; 256]; MAX_TILES + 1],
            highest: [[0; 512]; MAX_TILES + 1],
        });
        fill(&mut sets.lowest, 0, 0);
        for below in 0..=MAX_TILES {
            fill(&mut sets.middle[below], below, 8);
            fill(&mut sets.highest[below], below, 16);
        }
        sets
    }

    /// The number of a set of at most eight cells, of `CELLS` or at most 25.
    #[inline(always)]
    pub(super) fn rank<const CELLS: usize>(&self, set: u32) -> u32 {
        let below_middle = (set & 0xFF).count_ones() as usize;
        let rank = self.lowest[(set & 0xFF) as usize]
            + self.middle[below_middle][(set >> 8 & 0xFF) as usize];
        if CELLS <= 16 {
            return rank;
        }
        let below_highest = (set & 0xFFFF).count_ones() as usize;
        rank + self.highest[below_highest][(set >> 16 & 0x1FF) as usize]
    }
}

/// What each value of some bits of a mask adds, which begin at cell `shift` with `below` cells before them.
fn fill(part: &mut [u32], below: usize, shift: usize) {
    for (bits, sum) in part.iter_mut().enumerate() {
        let cells = colex::cells(bits as u32).zip(below + 1..);
        *sum = cells
            .map(|(cell, place)| colex::count(cell + shift, place))
            .sum();
    }
}

/// Numbers the orders of k labels, packed.
pub(super) struct Orders {
    first: [u16; 1 << 12],
    rest: [u8; 1 << 12],
}

impl Orders {
    /// For orders of `k` labels, at most eight.
    pub(super) fn new(k: usize) -> Box<Self> {
        let mut orders = Box::new(Self {
            first: [0; 1 << 12],
            rest: [0; 1 << 12],
        });
        let mut order = vec![0; k];
        for rank in 0..lehmer::count(k) as u32 {
            lehmer::unrank(rank, &mut order);
            let packed = pack(&order);
            // The last four labels count only by their relative order: 24 ways, one after another.
            let rest = (rank as u64 % lehmer::count(k.saturating_sub(4))) as u32;
            orders.first[(packed & 0xFFF) as usize] = (rank - rest) as u16;
            orders.rest[(packed >> 12) as usize] = rest as u8;
        }
        orders
    }

    /// The number of an order, whose bits beyond 24 must be 0.
    #[inline(always)]
    pub(super) fn rank(&self, packed: u32) -> u32 {
        let (first, rest) = (packed & 0xFFF, packed >> 12 & 0xFFF);
        u32::from(self.first[first as usize]) + u32::from(self.rest[rest as usize])
    }
}

/// Labels in three bits each, the first in the lowest.
pub(super) fn pack(labels: &[u8]) -> u32 {
    let places = labels.iter().zip((0..).step_by(3));
    places.fold(0, |packed, (&label, shift)| {
        packed | u32::from(label) << shift
    })
}

/// Moves the label at place `from` to place `to`, those between by one towards where it was.
#[inline(always)]
pub(super) fn carry(packed: u32, from: u32, to: u32) -> u32 {
    let (from, to) = (3 * from, 3 * to);
    let label = packed >> from & 7;
    // Masks that begin where something changes.
    let behind = u32::MAX << from;
    let without = packed & !behind | packed >> 3 & behind;
    let behind = u32::MAX << to;
    without & !behind | (without & behind) << 3 | label << to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_core() {
        let sets = Sets::new();
        for (cells, size) in [(25, 1), (25, 4), (25, 6), (16, 8), (12, 7)] {
            for (rank, set) in colex::sets(cells, size).enumerate() {
                assert_eq!(sets.rank::<25>(set), rank as u32);
                assert!(cells > 16 || sets.rank::<16>(set) == rank as u32);
            }
        }
        assert_eq!(sets.rank::<25>(0xFF << 17), colex::count(25, 8) - 1);
        for k in 0..=MAX_TILES {
            let orders = Orders::new(k);
            let mut order = vec![0; k];
            for rank in 0..lehmer::count(k) as u32 {
                lehmer::unrank(rank, &mut order);
                assert_eq!(orders.rank(pack(&order)), rank, "{order:?}");
            }
        }
    }

    #[test]
    fn carrying_a_label_is_removing_and_inserting_it() {
        for k in 1..=MAX_TILES {
            let order: Vec<u8> = (0..k as u8).rev().collect();
            for from in 0..k {
                for to in 0..k {
                    let mut moved = order.clone();
                    let label = moved.remove(from);
                    moved.insert(to, label);
                    assert_eq!(carry(pack(&order), from as u32, to as u32), pack(&moved));
                }
            }
        }
    }
}
