//! Sets of a board's cells as masks, with bit c for cell c.

use super::{MOST_CELLS, colex};
use crate::sliding::Shape;

/// The geometry of a board for sets of cells held as masks.
///
/// ```
/// use tilebase_core::pattern::Grid;
/// let grid = Grid::new("3x3".parse()?);
/// // Tiles in the middle row separate the free cells of the rows above and below.
/// let free = 0b111_000_111;
/// assert_eq!(grid.regions(free).collect::<Vec<_>>(), [0b000_000_111, 0b111_000_000]);
/// assert_eq!(grid.region_number(free, 6), 1);
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Grid {
    shape: Shape,
    all: u64,
    /// All cells except those of the first column.
    not_first: u64,
    /// All cells except those of the last column.
    not_last: u64,
    /// The cells of one colour of a chessboard.
    black: u64,
    neighbours: [u64; MOST_CELLS],
}

impl Grid {
    /// Returns the geometry of boards of a shape.
    ///
    /// # Panics
    /// If the board has more than [`MOST_CELLS`] cells.
    pub fn new(shape: Shape) -> Self {
        let where_column = |wanted: &dyn Fn(usize) -> bool| {
            colex::mask((0..shape.cells()).filter(|&cell| wanted(shape.col(cell))))
        };
        let is_black = |&cell: &usize| (shape.row(cell) + shape.col(cell)) % 2 == 1;
        let mut neighbours = [0; MOST_CELLS];
        for (cell, beside) in neighbours[..shape.cells()].iter_mut().enumerate() {
            *beside = colex::mask(shape.neighbours(cell));
        }
        Self {
            shape,
            all: where_column(&|_| true),
            not_first: where_column(&|col| col != 0),
            not_last: where_column(&|col| col + 1 != shape.cols()),
            black: colex::mask((0..shape.cells()).filter(is_black)),
            neighbours,
        }
    }

    /// Returns the set of all cells.
    #[inline]
    pub fn all(&self) -> u64 {
        self.all
    }

    /// Returns the set of the cells beside a cell.
    ///
    /// # Panics
    /// If `cell` is [`MOST_CELLS`] or more.
    #[inline]
    pub fn neighbours(&self, cell: usize) -> u64 {
        self.neighbours[cell]
    }

    /// Returns 0 if the number of black cells of a set is even, and 1 if it is odd, on a board that
    /// is coloured like a chessboard. It changes if a cell is replaced by a neighbouring one.
    #[inline]
    pub fn side(&self, set: u64) -> usize {
        (set & self.black).count_ones() as usize % 2
    }

    /// Returns the connected part of `free` that holds `cell`, found by flood fill; 0 if `cell` is
    /// not in `free`.
    #[inline]
    pub fn region(&self, free: u64, cell: usize) -> u64 {
        let cols = self.shape.cols();
        let mut region = free & 1 << cell;
        loop {
            let sideways = (region & self.not_last) << 1 | (region & self.not_first) >> 1;
            let grown = (region | sideways | region << cols | region >> cols) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Returns the connected parts of `free`, in the order of their least cells.
    pub fn regions(&self, free: u64) -> impl Iterator<Item = u64> {
        let mut left = free;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let region = self.region(free, left.trailing_zeros() as usize);
                left &= !region;
                region
            })
        })
    }

    /// Returns the number of the region of `free` that holds `cell`, from 0. `cell` must be in
    /// `free`.
    #[inline]
    pub fn region_number(&self, free: u64, cell: usize) -> u32 {
        self.regions(free)
            .take_while(|region| region >> cell & 1 == 0)
            .count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the regions by a plain search cell by cell.
    fn naive(shape: Shape, free: u64) -> Vec<u64> {
        let mut regions: Vec<u64> = Vec::new();
        for cell in 0..shape.cells() {
            let known = regions.iter().any(|region| region >> cell & 1 == 1);
            if known || free >> cell & 1 == 0 {
                continue;
            }
            let (mut region, mut stack) = (1 << cell, vec![cell]);
            while let Some(at) = stack.pop() {
                for next in shape.neighbours(at) {
                    if free >> next & 1 == 1 && region >> next & 1 == 0 {
                        region |= 1 << next;
                        stack.push(next);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    proptest! {
        #[test]
        fn regions_are_those_of_a_plain_search(
            (rows, cols) in prop::sample::select(vec![
                (5, 5), (4, 4), (3, 2), (2, 9), (12, 2), (3, 8), (2, 16), (8, 4), (7, 7), (8, 8),
                (2, 32),
            ]),
            free: u64,
        ) {
            let shape = Shape::new(rows, cols).unwrap();
            let grid = Grid::new(shape);
            let free = free & grid.all();
            let regions: Vec<u64> = grid.regions(free).collect();
            prop_assert_eq!(&regions, &naive(shape, free));
            for (number, region) in regions.iter().enumerate() {
                for cell in (0..shape.cells()).filter(|cell| region >> cell & 1 == 1) {
                    prop_assert_eq!(grid.region_number(free, cell), number as u32);
                    prop_assert_eq!(grid.region(free, cell), *region);
                }
            }
        }
    }
}
