//! Fast ranks of orders, from small tables.
//!
//! A node of the search keeps, for each pattern, the order of the labels packed in three bits each,
//! the first in the lowest. Its rank is that of [`tilebase_core::pattern::lehmer`], the sum of two
//! parts: one for the first four labels, one for the rest.

use tilebase_core::pattern::lehmer;

/// Ranks the orders of k labels, packed.
pub(super) struct OrderRanks {
    first: [u16; 1 << 12],
    rest: [u8; 1 << 12],
}

impl OrderRanks {
    /// Returns the tables for orders of `k` labels, at most eight.
    pub(super) fn new(k: usize) -> Box<Self> {
        let mut orders = Box::new(Self {
            first: [0; 1 << 12],
            rest: [0; 1 << 12],
        });
        let mut order = vec![0; k];
        for rank in 0..lehmer::count(k) as u32 {
            lehmer::unrank(rank, &mut order);
            let packed = pack(&order);
            // Only the relative order of the last four labels counts: 24 orders in succession.
            let rest = (rank as u64 % lehmer::count(k.saturating_sub(4))) as u32;
            orders.first[(packed & 0xFFF) as usize] = (rank - rest) as u16;
            orders.rest[(packed >> 12) as usize] = rest as u8;
        }
        orders
    }

    /// Returns the rank of an order, whose bits beyond 24 must be 0.
    #[inline(always)]
    pub(super) fn rank(&self, packed: u32) -> u32 {
        let (first, rest) = (packed & 0xFFF, packed >> 12 & 0xFFF);
        u32::from(self.first[first as usize]) + u32::from(self.rest[rest as usize])
    }
}

/// Packs labels in three bits each, the first in the lowest.
pub(super) fn pack(labels: &[u8]) -> u32 {
    let places = labels.iter().zip((0..).step_by(3));
    places.fold(0, |packed, (&label, shift)| {
        packed | u32::from(label) << shift
    })
}

/// Moves the label at place `from` to place `to`, and those between by one place towards `from`.
#[inline(always)]
pub(super) fn carry(packed: u32, from: u32, to: u32) -> u32 {
    let (from, to) = (3 * from, 3 * to);
    let label = packed >> from & 7;
    // Masks that begin at the two places.
    let behind = u32::MAX << from;
    let without = packed & !behind | packed >> 3 & behind;
    let behind = u32::MAX << to;
    without & !behind | (without & behind) << 3 | label << to
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase_core::pattern::MAX_TILES;

    #[test]
    fn ranks_are_those_of_the_core() {
        for k in 0..=MAX_TILES {
            let orders = OrderRanks::new(k);
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
