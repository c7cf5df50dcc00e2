//! The Manhattan distances of all orders of the kept tiles on one set of cells.
//!
//! An order splits into its first labels, which choose a word of 24 orders, and its last four. The
//! distance is the sum of both parts: one number for each word, and 24 for each set of four labels,
//! of which there are at most 70.

use tilebase_core::pattern::{MAX_TILES, Pattern, colex};

use crate::orders::{Orders, WORD_BITS};

/// The data for all sets of cells.
#[derive(Debug)]
pub(super) struct Manhattan {
    orders: Orders,
    /// The distance of each label from each cell: `moves[cell][label]`.
    moves: Vec<[u8; MAX_TILES]>,
    /// For each word in lexicographic order, its last labels as a mask.
    suffix: Vec<u8>,
    /// The words of k − 1, k − 2, … labels that longer words extend, and the label that extends
    /// them, level by level.
    prefixes: Vec<Vec<(u16, u8)>>,
}

/// The distances on one set of cells.
#[derive(Debug)]
pub(super) struct SetDistances {
    base: Vec<u8>,
    spare: Vec<u8>,
    /// By mask of labels: distances of their orders on the last cells.
    last: Vec<[u8; WORD_BITS]>,
}

impl Manhattan {
    pub(super) fn new(pattern: &Pattern, orders: Orders) -> Self {
        let shape = pattern.shape();
        let moves = (0..shape.cells())
            .map(|cell| {
                let mut row = [0; MAX_TILES];
                for (to, goal) in row.iter_mut().zip(pattern.goal_cells()) {
                    *to = shape.distance(cell, goal) as u8;
                }
                row
            })
            .collect();
        let all = ((1u32 << pattern.size()) - 1) as u8;
        let mut suffix = vec![all];
        let mut prefixes = Vec::new();
        while suffix[0].count_ones() as usize > orders.suffix() {
            let mut longer = Vec::new();
            for (word, &left) in suffix.iter().enumerate() {
                let labels = colex::cells(left.into());
                longer.extend(labels.map(|label| (word as u16, label as u8)));
            }
            suffix = longer
                .iter()
                .map(|&(word, label)| suffix[usize::from(word)] & !(1 << label))
                .collect();
            prefixes.push(longer);
        }
        Self {
            orders,
            moves,
            suffix,
            prefixes,
        }
    }

    /// Returns memory for the distances on a set of cells.
    pub(super) fn distances(&self) -> SetDistances {
        SetDistances {
            base: Vec::with_capacity(self.orders.words()),
            spare: Vec::with_capacity(self.orders.words()),
            last: vec![[0; WORD_BITS]; 1 << MAX_TILES],
        }
    }

    /// Fills in the distances on `set`.
    pub(super) fn fill(&self, set: u64, distances: &mut SetDistances) {
        let mut rows = [[0; MAX_TILES]; MAX_TILES];
        let size = set.count_ones() as usize;
        for (row, cell) in rows.iter_mut().zip(colex::cells(set)) {
            *row = self.moves[cell];
        }
        let rows = &rows[..size];
        distances.base.clear();
        distances.base.push(0);
        for (longer, row) in self.prefixes.iter().zip(rows) {
            std::mem::swap(&mut distances.base, &mut distances.spare);
            distances.base.clear();
            let sums = longer
                .iter()
                .map(|&(word, label)| distances.spare[usize::from(word)] + row[usize::from(label)]);
            distances.base.extend(sums);
        }
        // The orders of one label, two, three, four on the last cells, by their first label.
        let mut shorter = 1;
        for (size, row) in (1..=self.orders.suffix()).zip(rows.iter().rev()) {
            for labels in colex::sets(rows.len(), size) {
                let mut sums = [0; WORD_BITS];
                for (part, label) in sums.chunks_exact_mut(shorter).zip(colex::cells(labels)) {
                    let rest = &distances.last[(labels & !(1 << label)) as usize];
                    for (sum, &rest) in part.iter_mut().zip(rest) {
                        *sum = rest + row[label];
                    }
                }
                distances.last[labels as usize] = sums;
            }
            shorter *= size;
        }
    }

    /// Returns the distances of the orders of a word (in lexicographic order): each is
    /// the base plus an entry.
    #[inline(always)]
    pub(super) fn word<'a>(
        &self,
        distances: &'a SetDistances,
        word: usize,
    ) -> (u8, &'a [u8; WORD_BITS]) {
        let suffix = usize::from(self.suffix[word]);
        (distances.base[word], &distances.last[suffix])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase_core::pattern::{PatternIndex, PatternKind};
    use tilebase_testing::PatternState;

    #[test]
    fn sums_are_those_of_single_placements() {
        let shape = "4x3".parse().unwrap();
        for size in 1..=7 {
            let tiles: Vec<u8> = (3..3 + size).collect();
            let pattern = Pattern::new(shape, 1, &tiles).unwrap();
            let index = PatternIndex::new(pattern, PatternKind::Plain);
            let orders = Orders::new(size.into());
            let manhattan = Manhattan::new(&pattern, orders);
            let mut distances = manhattan.distances();
            for (number, set) in colex::sets(12, size.into()).enumerate().step_by(17) {
                manhattan.fill(set, &mut distances);
                for order in 0..orders.count {
                    let entry = (number * orders.count + order) as u64;
                    let (base, last) = manhattan.word(&distances, order / orders.bits);
                    let sum = base + last[order % orders.bits];
                    let state = PatternState::unrank(&index, entry);
                    assert_eq!(u32::from(sum), state.manhattan(&pattern));
                }
            }
        }
    }
}
