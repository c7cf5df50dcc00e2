//! Ranks users' boards straight from their cells: checks, reduces and numbers them in one pass.
//!
//! [`Board::from_cells`](super::Board::from_cells), [`Reduce::apply`](crate::Reduce::apply) and
//! [`RankedSpace::rank`](crate::RankedSpace::rank) do this in three steps. Here it is one loop over
//! the cells, without a branch that depends on them. Turning the board and renaming its tiles costs
//! nothing more, because the tables that the loop reads include both.

use super::{
    Board, MAX_CELLS, SlidingSpace,
    rank::{HALF_FACTORIALS, ones_above},
};
use crate::BadState;

/// The number of values of a cell that the tables have room for. Every greater value is not a tile.
const NAMES: usize = 32;

/// A word whose 4-bit field v holds the number of tiles smaller than v. Field 0, that of the blank,
/// stays 0.
const ALL_TO_COME: u64 = 0xEDCB_A987_6543_2100;

/// Ranks boards with one goal, given as cells.
///
/// ```
/// use tilebase_core::sliding::{Board, Metric, Reduction};
/// let goal = Board::goal("2x2".parse()?);
/// let reduction = Reduction::to_canonical(&goal, Metric::Single);
/// let ranker = reduction.cell_ranker().expect("at most 16 cells");
/// let mut ranks = [None; 2];
/// ranker.ranks(&[1, 2, 3, 0, 2, 1, 3, 0], &mut ranks)?;
/// assert!(ranks[0].is_some());
/// assert_eq!(ranks[1], None); // two tiles exchanged: out of reach
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellRanker {
    goal: Board,
    /// The number of boards with the blank at a given cell.
    per_cell: u64,
    /// The user's cell, by the place on the canonical board to which it goes.
    from: [u8; MAX_CELLS],
    /// The lowest bit of a tile's 4-bit field, by the user's name of the tile.
    shift: [u8; NAMES],
    /// A word with 1 in the field of each greater tile, by the user's name of the tile; 0 for the
    /// blank.
    above: [u64; NAMES],
    /// The parity of the number of inversions of boards that can reach the goal, by the blank's
    /// place.
    parity: [u8; MAX_CELLS],
}

impl CellRanker {
    /// Returns the ranker of boards with a goal. `from` has the user's cell of each cell of the
    /// space, and `tile` the name there of each of the user's tiles.
    pub(super) fn new(
        goal: Board,
        space: &SlidingSpace,
        from: [u8; MAX_CELLS],
        tile: &[u8; MAX_CELLS],
    ) -> Self {
        let cells = space.shape().cells();
        let mut ranker = Self {
            goal,
            per_cell: space.per_cell(),
            from,
            shift: [0; NAMES],
            above: [0; NAMES],
            parity: [0; MAX_CELLS],
        };
        for place in 0..cells {
            ranker.parity[place] = space.inversion_parity(place) as u8;
        }
        for name in 1..cells {
            let tile = tile[name];
            ranker.shift[name] = 4 * tile;
            ranker.above[name] = ones_above(tile) << 4;
        }
        ranker
    }

    /// Writes to `ranks` the rank of each board in `cells`, which has the cells of one board after
    /// another in reading order. Boards that cannot reach the goal get `None`. Costs 10 to 30 ns
    /// per board.
    ///
    /// # Errors
    /// If some cells are not a board. The error names the first such board.
    ///
    /// # Panics
    /// If `cells` is not as long as `ranks.len()` boards.
    pub fn ranks(&self, cells: &[u8], ranks: &mut [Option<u64>]) -> Result<(), BadState> {
        // These are all numbers of cells of the boards that are ranked.
        match self.goal.shape().cells() {
            4 => self.run::<4>(cells, ranks),
            6 => self.run::<6>(cells, ranks),
            8 => self.run::<8>(cells, ranks),
            9 => self.run::<9>(cells, ranks),
            10 => self.run::<10>(cells, ranks),
            12 => self.run::<12>(cells, ranks),
            14 => self.run::<14>(cells, ranks),
            15 => self.run::<15>(cells, ranks),
            _ => self.run::<16>(cells, ranks),
        }
    }

    fn run<const N: usize>(&self, cells: &[u8], ranks: &mut [Option<u64>]) -> Result<(), BadState> {
        let (boards, rest) = cells.as_chunks::<N>();
        assert!(
            rest.is_empty() && boards.len() == ranks.len(),
            "{} cells are not {} boards",
            cells.len(),
            ranks.len()
        );
        let mut sound = true;
        for (board, rank) in boards.iter().zip(ranks) {
            sound &= is_permutation(board);
            *rank = self.rank(board);
        }
        if sound {
            return Ok(());
        }
        let shape = self.goal.shape();
        for (index, board) in boards.iter().enumerate() {
            Board::from_cells(shape, board).map_err(|error| BadState { index, error })?;
        }
        Ok(())
    }

    /// Returns the rank of a board, which is meaningless if the cells are not a board.
    #[inline(always)]
    fn rank<const N: usize>(&self, cells: &[u8; N]) -> Option<u64> {
        let (mut later, mut inversions, mut lex) = (ALL_TO_COME, 0, 0);
        let (mut blank, mut passed) = (0, 0);
        for place in 0..N {
            let name = usize::from(cells[usize::from(self.from[place]) % N]) % NAMES;
            let shift = self.shift[name];
            passed |= usize::from(shift == 0);
            blank += 1 - passed;
            let digit = later >> (shift & 63) & 15;
            later = later.wrapping_sub(self.above[name]);
            inversions += digit;
            // The index is the number of tiles that follow this one: one more if the blank has
            // passed.
            lex += digit * HALF_FACTORIALS[(N - 2 + passed).wrapping_sub(place) & 15];
        }
        let blank = blank % N;
        (inversions & 1 == u64::from(self.parity[blank]))
            .then(|| blank as u64 * self.per_cell + lex)
    }
}

/// Returns whether the cells are 0, 1, … N − 1 in some order.
#[inline(always)]
fn is_permutation<const N: usize>(cells: &[u8; N]) -> bool {
    let (mut seen, mut all) = (0u32, 0);
    for &cell in cells {
        all |= cell;
        seen |= 1 << (cell & 31);
    }
    all < 32 && seen == (1 << N) - 1
}
