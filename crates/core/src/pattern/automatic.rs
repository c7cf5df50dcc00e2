//! A partition for any board: as few patterns as fit a budget of memory, each of neighbouring
//! tiles.
//!
//! Tiles in a pattern raise its bound only if they are in each other's way, so a pattern should be
//! compact in the goal. A walk leads through all cells of the goal row by row, in alternating
//! directions, and is cut into pieces of equal length. On narrow boards these are the patterns. On
//! others, pairs of cells are then exchanged between patterns as long as that reduces the sum of
//! the distances within patterns.

use super::{Catalogue, Partition, PartitionError, Pattern, PatternError, PatternKind};
use crate::sliding::Shape;

impl Partition {
    /// Returns a partition for canonical boards of this shape and home.
    ///
    /// `memory` returns the number of bytes that a pattern's table takes, however the caller counts
    /// them. The tables of the result take at most `budget` bytes together. The function calls
    /// `memory` once for each pattern that it tries.
    ///
    /// # Errors
    /// If not even patterns of single tiles fit the budget, or the board has more cells than
    /// patterns can have.
    ///
    /// ```
    /// use tilebase_core::pattern::{PatternKind, PatternIndex, Partition};
    /// let nibbles = |pattern: &_| PatternIndex::new(*pattern, PatternKind::Plain).len() / 2;
    /// let large = Partition::automatic("6x3".parse()?, 0, 1 << 30, nibbles)?;
    /// assert_eq!(large.to_string(), "1,2,3,4,5,8/6,7,9,10,11,12/13,14,15,16,17");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn automatic(
        shape: Shape,
        home: usize,
        budget: u64,
        memory: impl Fn(&Pattern) -> u64,
    ) -> Result<Self, PartitionError> {
        let tiles = shape.tiles();
        let most = Pattern::most_tiles(shape);
        if most == 0 {
            let (number, source) = (1, PatternError::TooManyCells { shape });
            return Err(PartitionError::Pattern { number, source });
        }
        let mut needed = 0;
        for patterns in tiles.div_ceil(most)..=tiles {
            let partition = Self::new(shape, home, &compact(shape, home, patterns))?;
            let catalogue = Catalogue::of_partition(partition.clone(), PatternKind::Plain);
            let tables = catalogue.distinct();
            needed = tables.iter().map(|(pattern, _)| memory(pattern)).sum();
            if needed <= budget {
                return Ok(partition);
            }
        }
        Err(PartitionError::Budget { budget, needed })
    }
}

/// Returns the tiles in this many compact groups, of sizes as equal as possible and the larger ones
/// first.
fn compact(shape: Shape, home: usize, groups: usize) -> Vec<Vec<u8>> {
    let walk = (0..shape.cells()).map(|step| {
        let (row, col) = (shape.row(step), shape.col(step));
        shape.cell(row, if row % 2 == 0 { col } else { shape.cols() - 1 - col })
    });
    let cells: Vec<usize> = walk.filter(|&cell| cell != home).collect();

    let mut group_of = vec![0; shape.cells()];
    let mut rest = &cells[..];
    for group in 0..groups {
        let (piece, after) = rest.split_at(rest.len().div_ceil(groups - group));
        piece.iter().for_each(|&cell| group_of[cell] = group);
        rest = after;
    }

    // The sum of the distances from a cell to the cells of a group.
    let distances_to = |group_of: &[usize], cell: usize, group: usize| -> isize {
        let others = cells.iter().filter(|&&other| group_of[other] == group);
        others
            .map(|&other| shape.distance(cell, other) as isize)
            .sum()
    };
    // Each exchange reduces a sum of natural numbers, so the loop ends.
    loop {
        let pairs = cells
            .iter()
            .flat_map(|&a| cells.iter().map(move |&b| (a, b)));
        let better = pairs.into_iter().find(|&(a, b)| {
            let (of_a, of_b) = (group_of[a], group_of[b]);
            let before = distances_to(&group_of, a, of_a) + distances_to(&group_of, b, of_b);
            // Each sum counts the other cell in its old group.
            let after = distances_to(&group_of, a, of_b) + distances_to(&group_of, b, of_a);
            let between = 2 * shape.distance(a, b) as isize;
            of_a < of_b && after - between < before
        });
        match better {
            Some((a, b)) => group_of.swap(a, b),
            None => break,
        }
    }

    let goal = shape.ordered_cells(home);
    (0..groups)
        .map(|group| {
            let of_group = cells.iter().filter(|&&cell| group_of[cell] == group);
            of_group.map(|&cell| goal[cell]).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pattern::{PatternIndex, tiles::is_canonical},
        sliding::MAX_CELLS,
    };

    fn nibbles(pattern: &Pattern) -> u64 {
        PatternIndex::new(*pattern, PatternKind::Plain)
            .len()
            .div_ceil(2)
    }

    #[test]
    fn every_board_and_home_has_one_within_its_budget() {
        for rows in 2..=MAX_CELLS / 2 {
            for cols in 2..=rows.min(MAX_CELLS / rows) {
                let shape = Shape::new(rows, cols).unwrap();
                for home in (0..shape.cells()).filter(|&home| is_canonical(shape, home)) {
                    for budget in [1 << 30, 1 << 20] {
                        let found = Partition::automatic(shape, home, budget, nibbles).unwrap();
                        let plain = Catalogue::of_partition(found.clone(), PatternKind::Plain);
                        let tables = plain.distinct();
                        let bytes: u64 = tables.iter().map(|(stored, _)| nibbles(stored)).sum();
                        assert!(bytes <= budget, "{shape} {home}");
                        let sizes = found.patterns().iter().map(Pattern::size);
                        assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
                    }
                }
            }
        }
    }

    #[test]
    fn patterns_are_compact() {
        let partition = |shape: &str, home| {
            Partition::automatic(shape.parse().unwrap(), home, 1 << 30, nibbles).unwrap()
        };
        // A narrow board is cut into halves; no pattern has tiles from both ends.
        assert_eq!(
            partition("7x2", 0).to_string(),
            "1,2,3,4,5,6,7/8,9,10,11,12,13"
        );
        for (shape, home) in [("5x5", 12), ("5x4", 0), ("5x3", 7), ("8x3", 4)] {
            for pattern in partition(shape, home).patterns() {
                let cells = pattern
                    .goal_cells()
                    .fold(1 << home, |set, cell| set | 1 << cell);
                let first = pattern.goal_cells().next().unwrap();
                let joined = pattern.grid().region(cells, first);
                assert_eq!(cells & !joined & !(1 << home), 0, "{pattern} on {shape}");
            }
        }
    }

    #[test]
    fn a_budget_too_small_says_what_is_needed() {
        let error = Partition::automatic("3x3".parse().unwrap(), 0, 10, nibbles);
        assert!(matches!(
            error,
            Err(PartitionError::Budget {
                budget: 10,
                needed: 15
            })
        ));
    }

    #[test]
    fn large_boards_have_partitions_as_long_as_a_set_of_cells_fits_a_word() {
        for (shape, sizes) in [
            ("6x6", [5, 5]),
            ("7x7", [4, 5]),
            ("8x8", [3, 4]),
            ("32x2", [3, 4]),
        ] {
            let shape: Shape = shape.parse().unwrap();
            let partition = Partition::automatic(shape, 0, 1 << 30, nibbles).unwrap();
            let found = || partition.patterns().iter().map(Pattern::size);
            assert_eq!([found().min(), found().max()], sizes.map(Some), "{shape}");
        }
        let error = Partition::automatic("9x8".parse().unwrap(), 0, 1 << 30, nibbles);
        assert!(matches!(error, Err(PartitionError::Pattern { .. })));
    }
}
