//! Numbers the solvable positions of a board.
//!
//! A position consists of the blank's cell `b` and the permutation `p` of the `n = cells − 1` tiles
//! in reading order with the blank left out. Its rank is `b · n!/2 + lex(p) / 2`, rounded down,
//! where `lex` numbers permutations in lexicographic order. Halving loses nothing: two permutations
//! with the same `lex / 2` differ by an exchange of the last two tiles, so only one of them is
//! solvable.
//!
//! `lex(p)` follows from the Lehmer code, whose digit `d_i` is the number of later entries that are
//! smaller than `p_i`: the digits are those of `lex(p)` in mixed radix n, n−1, …, 2, 1. The sum of
//! the digits is the number of inversions, so parity determines the digit of radix 2, and ranks
//! leave it out. This numbering is also the basis of the fast builder: see `tilebase-pdb-build`.

use thiserror::Error;

use super::{Board, MAX_CELLS, Metric, Shape};
use crate::{RankedSpace, ranked::check_rank};

/// The largest number of tiles that can be ranked: their permutations fit a word of sixteen 4-bit
/// fields.
const MAX_TILES: usize = 15;

/// The solvable positions of a board for the goal "tiles in order, blank at `home`"
/// ([`Board::ordered`]), numbered `0..cells · tiles!/2`.
///
/// [`Reduction`](super::Reduction) reduces other goals to this one. The metric decides which states
/// are neighbours. It does not change any rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SlidingSpace {
    shape: Shape,
    home: usize,
    metric: Metric,
}

/// A board with more cells than this crate ranks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("positions of a {0} board are not ranked: only boards of up to 16 cells are")]
pub struct TooLarge(Shape);

impl SlidingSpace {
    /// Returns the space of a board whose goal has the blank at cell `home`, with moves that slide
    /// one tile.
    ///
    /// # Errors
    /// If the board has more than 16 cells.
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn new(shape: Shape, home: usize) -> Result<Self, TooLarge> {
        assert!(
            home < shape.cells(),
            "cell {home} is not on a {shape} board"
        );
        if shape.tiles() > MAX_TILES {
            return Err(TooLarge(shape));
        }
        Ok(Self {
            shape,
            home,
            metric: Metric::Single,
        })
    }

    /// Returns the space with the moves of `metric`.
    pub fn with_metric(self, metric: Metric) -> Self {
        Self { metric, ..self }
    }

    /// Returns the metric, which says what counts as one move.
    #[inline]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the shape of the board.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the goal.
    #[inline]
    pub fn home(&self) -> usize {
        self.home
    }

    /// Returns the goal: tiles in order, blank at home.
    pub fn goal(&self) -> Board {
        Board::ordered(self.shape, self.home)
    }

    /// Returns the number of positions with the blank at a given cell: `tiles! / 2`.
    #[inline]
    pub fn per_cell(&self) -> u64 {
        HALF_FACTORIALS[self.shape.tiles()]
    }

    /// Returns the parity of the distance, in moves of one tile, of every state with the blank at
    /// `cell`. It is the colour of the cell on a checkerboard whose home cell has colour 0.
    #[inline]
    pub fn colour(&self, cell: usize) -> u32 {
        (self.shape.distance(cell, self.home) & 1) as u32
    }

    /// Returns the parity of the number of inversions of every state with the blank at `cell`.
    #[inline]
    pub fn inversion_parity(&self, cell: usize) -> u32 {
        let rows = self.shape.row(cell).abs_diff(self.shape.row(self.home));
        ((rows * (self.shape.cols() - 1)) & 1) as u32
    }

    /// Returns the row class of the state of a rank, as [`RowClassSpace`](super::RowClassSpace)
    /// numbers them: the set of states that differ only in the blank's column.
    #[inline]
    pub fn row_class(&self, rank: u64) -> u64 {
        let (cell, number) = (rank / self.per_cell(), rank % self.per_cell());
        self.shape.row(cell as usize) as u64 * self.per_cell() + number
    }

    /// Calls `visit` with the row classes, other than the state's own, that moves along a column
    /// lead to. `rank` is the state's.
    #[inline]
    pub fn each_row_class(&self, board: &Board, rank: u64, mut visit: impl FnMut(u64)) {
        let (shape, per_cell) = (self.shape, self.per_cell());
        self.each_in_column(board, rank % per_cell, |next, number| {
            visit(shape.row(next.blank()) as u64 * per_cell + number);
        });
    }

    /// Calls `visit` with each state to which a move along the blank's column leads, and with the
    /// number of its permutation. States with the blank further up come first, then those further
    /// down, and in each direction the nearest first. `number` is that of `board`'s own
    /// permutation.
    #[inline]
    pub(super) fn each_in_column(
        &self,
        board: &Board,
        number: u64,
        mut visit: impl FnMut(Board, u64),
    ) {
        let cols = self.shape.cols();
        let (mut next, mut there) = (*board, number);
        while let Some(cell) = next.blank().checked_sub(cols) {
            there = there.wrapping_add_signed(slide_down(next.cells(), cell, next.blank()));
            next.swap_blank(cell);
            visit(next, there);
        }
        (next, there) = (*board, number);
        while next.blank() + cols < self.shape.cells() {
            let cell = next.blank() + cols;
            there = there.wrapping_add_signed(-slide_down(next.cells(), next.blank(), cell));
            next.swap_blank(cell);
            visit(next, there);
        }
    }

    /// Does the work of [`ranked_neighbours`](RankedSpace::ranked_neighbours) if several tiles may
    /// slide in one move.
    #[inline]
    fn multi_neighbours(&self, board: &Board, rank: u64, mut visit: impl FnMut(Board, u64)) {
        let (shape, per_cell) = (self.shape, self.per_cell());
        let (blank, number) = (board.blank(), rank % per_cell);
        self.each_in_column(board, number, |next, number| {
            visit(next, next.blank() as u64 * per_cell + number);
        });
        let row = |cell: &usize| shape.row(*cell) == shape.row(blank);
        for cell in shape.in_line(blank).filter(row) {
            let mut next = *board;
            next.slide_line(cell);
            // Moves along the row do not change the permutation.
            visit(next, cell as u64 * per_cell + number);
        }
    }
}

/// Returns a word with 1 in the 4-bit field of each greater tile.
#[inline]
pub(super) fn ones_above(tile: u8) -> u64 {
    0x1111_1111_1111_1110 << (4 * (u32::from(tile) - 1))
}

/// Returns `lex(p) / 2` for the permutation of the tiles in reading order, with the blank left out.
///
/// Field v of `later`, of 4 bits, holds the number of tiles smaller than v that are still to come.
/// When a tile is taken out, one subtraction lowers all fields above it, so no loop over pairs is
/// needed.
fn half_lex(cells: &[u8]) -> u64 {
    let mut later: u64 = 0xFEDC_BA98_7654_3210;
    let mut radix = cells.len() as u64 - 1;
    let mut lex = 0;
    for &tile in cells {
        if tile == 0 {
            continue;
        }
        let shift = 4 * (u32::from(tile) - 1);
        if radix == 1 {
            break;
        }
        let digit = (later >> shift) & 15;
        later = later.wrapping_sub(ones_above(tile));
        // The digit of radix 2 is left out: parity implies it.
        lex = if radix == 2 { lex } else { lex * radix + digit };
        radix -= 1;
    }
    lex
}

/// k! / 2, by k: the weight in a rank of a Lehmer digit that k places follow. It is 0 for the last
/// two digits, which parity implies.
pub(super) const HALF_FACTORIALS: [u64; MAX_TILES + 1] = {
    let mut halves = [0; MAX_TILES + 1];
    halves[2] = 1;
    let mut k = 3;
    while k <= MAX_TILES {
        halves[k] = halves[k - 1] * k as u64;
        k += 1;
    }
    halves
};

/// Returns the change of the permutation's number when the tile in `upper` slides down a row to
/// `lower`. When it slides up again the number changes back.
///
/// The tile passes the tiles between the two cells, so only their digits and its own change. For
/// tiles before the blank the place in reading order is the cell; for tiles after the blank it is
/// one less.
#[inline]
fn slide_down(cells: &[u8], upper: usize, lower: usize) -> i64 {
    let weight = |place: usize| HALF_FACTORIALS[cells.len() - 2 - place] as i64;
    // Field v, of 4 bits, holds the number of tiles smaller than v that are known to come later.
    let mut later: u64 = 0;
    for &tile in &cells[lower + 1..] {
        later = later.wrapping_add(ones_above(tile));
    }
    let digit = |later: u64, tile: u8| (later >> (4 * (u32::from(tile) - 1)) & 15) as i64;

    // One of the two is the blank.
    let tile = cells[upper] + cells[lower];
    let below = digit(later, tile);
    let (mut passed, mut change) = (0, 0);
    for cell in (upper + 1..lower).rev() {
        let other = cells[cell];
        let smaller = i64::from(other < tile);
        let before = digit(later, other);
        change += (before + 1 - smaller) * weight(cell - 1) - before * weight(cell);
        passed += smaller;
        later = later.wrapping_add(ones_above(other));
    }
    change + below * weight(lower - 1) - (below + passed) * weight(upper)
}

impl RankedSpace for SlidingSpace {
    type State = Board;

    #[inline]
    fn len(&self) -> u64 {
        self.shape.cells() as u64 * self.per_cell()
    }

    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        board.blank() as u64 * self.per_cell() + half_lex(board.cells())
    }

    fn unrank(&self, rank: u64) -> Board {
        check_rank(rank, self.len());
        // `lex` need not be reduced: the blank's cell is the quotient after the last digit.
        let (blank, mut lex) = ((rank / self.per_cell()) as usize, rank);
        let tiles = self.shape.tiles();

        let mut digits = [0u8; MAX_TILES];
        let mut sum = 0;
        for (place, digit) in digits[..tiles - 2].iter_mut().enumerate().rev() {
            let radix = (tiles - place) as u64;
            *digit = (lex % radix) as u8;
            sum += u32::from(*digit);
            lex /= radix;
        }
        digits[tiles - 2] = ((sum + self.inversion_parity(blank)) & 1) as u8;

        // The tiles still to be placed, ascending, in 4-bit fields.
        let mut left: u64 = 0xFEDC_BA98_7654_3210;
        let mut cells = [0u8; MAX_CELLS];
        for (place, &digit) in digits[..tiles].iter().enumerate() {
            let shift = 4 * u32::from(digit);
            let tile = (left >> shift) & 15;
            let below = left & !(u64::MAX << shift);
            left = below + ((left >> 4) & (u64::MAX << shift));
            let cell = place + usize::from(place >= blank);
            cells[cell] = tile as u8 + 1;
        }
        Board::from_parts(self.shape, blank, cells)
    }

    #[inline]
    fn neighbours(&self, board: &Board, mut visit: impl FnMut(Board)) {
        for cell in board.destinations(self.metric) {
            let mut next = *board;
            match self.metric {
                Metric::Single => next.swap_blank(cell),
                Metric::Multi => next.slide_line(cell),
            };
            visit(next);
        }
    }

    #[inline]
    fn ranked_neighbours(&self, board: &Board, rank: u64, mut visit: impl FnMut(Board, u64)) {
        if self.metric == Metric::Multi {
            return self.multi_neighbours(board, rank, visit);
        }
        let (blank, cols) = (board.blank(), self.shape.cols());
        let per_cell = self.per_cell();
        for cell in board.movable() {
            // Moves along the row do not change the permutation.
            let mut step = (cell as i64 - blank as i64) * per_cell as i64;
            if cell + cols == blank {
                step += slide_down(board.cells(), cell, blank);
            } else if blank + cols == cell {
                step -= slide_down(board.cells(), blank, cell);
            }
            let mut next = *board;
            next.swap_blank(cell);
            visit(next, rank.wrapping_add_signed(step));
        }
    }

    fn goals(&self) -> Vec<u64> {
        vec![self.rank(&self.goal())]
    }

    #[inline]
    fn parity(&self, board: &Board) -> Option<u32> {
        (self.metric == Metric::Single).then(|| self.colour(board.blank()))
    }

    #[inline]
    fn parity_of_rank(&self, rank: u64) -> Option<u32> {
        let single = self.metric == Metric::Single;
        single.then(|| self.colour((rank / self.per_cell()) as usize))
    }
}
