//! Decides which boards can reach which goals.

use super::{Board, Shape, arrangement::NumberSet, shape::CELLS_LIMIT};

/// Returns whether `board` can reach `goal`, in some tens of nanoseconds. The result equals that of
/// [`Parity::solvable`], without the counts that explain it; false if the shapes differ.
pub fn solvable(board: &Board, goal: &Board) -> bool {
    let shape = board.shape();
    goal.shape() == shape && solvable_cells(shape, board.cells(), goal.cells())
}

/// Returns whether one arrangement of a board of any size can reach another.
///
/// # Panics
/// If one of them has no blank.
///
/// ```
/// use tilebase_core::sliding::{Shape, solvable_cells};
/// let shape: Shape = "16x16".parse()?;
/// let goal = shape.ordered_cells(shape.tiles());
/// let mut cells = goal.clone();
/// cells.swap(0, 1);
/// assert!(!solvable_cells(shape, &cells, &goal));
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
pub fn solvable_cells(shape: Shape, cells: &[u8], goal: &[u8]) -> bool {
    let place = places(goal);
    let words = shape.cells().div_ceil(64);
    // One bit for each tile of an inversion. Only their parity counts, which exclusive-or keeps.
    let (mut seen, mut greater) = (NumberSet::default(), 0);
    for &tile in tiles(cells) {
        let place = place[usize::from(tile)];
        let word = usize::from(place / 64);
        greater ^= seen[word] >> (place % 64);
        for &later in &seen[word + 1..words] {
            greater ^= later;
        }
        seen[word] |= 1 << (place % 64);
    }
    let rows = shape
        .row(blank_of(cells))
        .abs_diff(shape.row(blank_of(goal)));
    (greater.count_ones() as usize + rows * (shape.cols() - 1)).is_multiple_of(2)
}

/// The counts that decide whether one board can reach another.
///
/// Read the tiles of the board in reading order without the blank, and replace each by its place in
/// the goal's order. A horizontal move does not change this sequence of numbers. A vertical move
/// carries one tile past `columns − 1` others. It changes the number of inversions (pairs in the
/// wrong order) by a number that is odd if `columns − 1` is, and the blank's row by one. Hence on
/// boards of odd width the number of inversions must be even; on boards of even width, the number
/// of inversions plus the number of rows between the blank and its home must be even. The proof
/// that every such board *can* be solved needs a construction (Johnson and Story, 1879). The tables
/// of this project confirm it for all boards that they cover.
///
/// ```
/// use tilebase_core::sliding::{Parity, Shape};
/// let shape: Shape = "4x4".parse()?;
/// let cells = [10, 8, 4, 14, 15, 12, 13, 0, 7, 11, 6, 1, 5, 9, 2, 3];
/// let parity = Parity::of_cells(shape, &cells, &shape.ordered_cells(15));
/// assert_eq!(parity.inversions(), 74);
/// assert!(parity.solvable());
/// # Ok::<(), tilebase_core::sliding::ShapeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parity {
    /// The number of later tiles that belong before it, for each tile in the board's reading order.
    pub inversions_by_tile: Vec<u32>,
    /// The row of the blank, from 1 at the top.
    pub blank_row: usize,
    /// The row of the blank in the goal, from 1 at the top.
    pub home_row: usize,
    shape: Shape,
}

impl Parity {
    /// Returns the counts that decide whether an arrangement can become another.
    ///
    /// # Panics
    /// If one of them has no blank.
    pub fn of_cells(shape: Shape, cells: &[u8], goal: &[u8]) -> Self {
        let place = places(goal);
        let order: Vec<u8> = tiles(cells).map(|&tile| place[usize::from(tile)]).collect();
        let inversions_by_tile = (0..order.len())
            .map(|i| {
                order[i + 1..]
                    .iter()
                    .filter(|&&later| later < order[i])
                    .count() as u32
            })
            .collect();
        Self {
            inversions_by_tile,
            blank_row: shape.row(blank_of(cells)) + 1,
            home_row: shape.row(blank_of(goal)) + 1,
            shape,
        }
    }

    /// Returns the number of pairs of tiles in the wrong order.
    pub fn inversions(&self) -> u32 {
        self.inversions_by_tile.iter().sum()
    }

    /// Returns whether the blank's row counts, which it does on boards of even width.
    pub fn row_counts(&self) -> bool {
        self.shape.cols().is_multiple_of(2)
    }

    /// Returns the number that must be even: the number of inversions and, on boards of even width,
    /// the number of rows between the blank and its home.
    pub fn sum(&self) -> u32 {
        let rows = if self.row_counts() {
            self.blank_row.abs_diff(self.home_row) as u32
        } else {
            0
        };
        self.inversions() + rows
    }

    /// Returns whether the board can reach the goal.
    pub fn solvable(&self) -> bool {
        self.sum().is_multiple_of(2)
    }
}

/// Returns the place of each tile in the goal's order.
#[inline]
fn places(goal: &[u8]) -> [u8; CELLS_LIMIT] {
    let mut place = [0; CELLS_LIMIT];
    for (&tile, at) in tiles(goal).zip(0..=u8::MAX) {
        place[usize::from(tile)] = at;
    }
    place
}

#[inline]
fn tiles(cells: &[u8]) -> impl Iterator<Item = &u8> {
    cells.iter().filter(|&&tile| tile != 0)
}

/// Returns the cell of the blank.
///
/// # Panics
/// If there is no blank.
#[inline]
pub fn blank_of(cells: &[u8]) -> usize {
    let blank = cells.iter().position(|&tile| tile == 0);
    blank.expect("every board has a blank")
}

/// Returns the cell of each tile, and that of the blank for 0. There is an entry for every byte, so
/// that no index needs a check.
///
/// ```
/// use tilebase_core::sliding::cells_of_tiles;
/// assert_eq!(cells_of_tiles(&[1, 3, 0, 2])[..4], [2, 0, 3, 1]);
/// ```
#[inline]
pub fn cells_of_tiles(cells: &[u8]) -> [u8; CELLS_LIMIT] {
    let mut places = [0; CELLS_LIMIT];
    for (cell, &tile) in cells.iter().enumerate() {
        places[usize::from(tile)] = cell as u8;
    }
    places
}
