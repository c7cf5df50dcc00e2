//! Ranks straight from the cells of a user's boards: checked, reduced and numbered in one pass.
//!
//! What [`Board::from_cells`](super::Board::from_cells), [`Reduce::apply`](crate::Reduce::apply)
//! and [`RankedSpace::rank`](crate::RankedSpace::rank) do one after another is here one loop over
//! the cells without a branch that depends on them. Turning the board and renaming its tiles costs
//! nothing more: both are folded into the tables that the loop reads.

use super::{
    Board, MAX_CELLS, Reduction, TooLarge,
    rank::{HALF_FACTORIALS, one_above},
};
use crate::{BadState, Reduce};

/// Values of a cell that the tables have a place for; whatever is greater is no tile.
const NAMES: usize = 32;

/// In the 4-bit field of each tile v: how many tiles are smaller than v. Field 0, of the blank,
/// stays 0.
const ALL_TO_COME: u64 = 0xEDCB_A987_6543_2100;

/// Ranks the boards of one goal, given as cells.
///
/// ```
/// use tilebase_core::sliding::{Board, Reduction};
/// let goal = Board::goal("2x2".parse()?);
/// let ranker = Reduction::to_canonical(&goal).cell_ranker()?;
/// let mut ranks = [None; 2];
/// ranker.ranks(&[1, 2, 3, 0, 2, 1, 3, 0], &mut ranks)?;
/// assert!(ranks[0].is_some());
/// assert_eq!(ranks[1], None); // two tiles exchanged: out of reach
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct CellRanker {
    goal: Board,
    /// Boards that share a cell of the blank.
    per_cell: u64,
    /// By place on the canonical board: the user's cell that goes there.
    from: [u8; MAX_CELLS],
    /// By the user's name of a tile: the lowest bit of its 4-bit field.
    shift: [u8; NAMES],
    /// By the user's name of a tile: one in the field of each greater tile; nothing for the blank.
    above: [u64; NAMES],
    /// By the blank's place: the parity of the inversions of a board that can reach the goal.
    parity: [u8; MAX_CELLS],
}

impl CellRanker {
    pub(super) fn new(reduction: &Reduction) -> Result<Self, TooLarge> {
        let space = reduction.space()?;
        let cells = space.shape().cells();
        let mut ranker = Self {
            goal: *reduction.goal(),
            per_cell: space.per_cell(),
            from: [0; MAX_CELLS],
            shift: [0; NAMES],
            above: [0; NAMES],
            parity: [0; MAX_CELLS],
        };
        for place in 0..cells {
            let image = Board::ordered(reduction.shape(), place);
            ranker.from[place] = reduction.blank_of(&image) as u8;
            ranker.parity[place] = space.inversion_parity(place) as u8;
        }
        for name in 1..cells {
            let tile = reduction.renamed(name as u8);
            ranker.shift[name] = 4 * tile;
            ranker.above[name] = one_above(tile) << 4;
        }
        Ok(ranker)
    }

    /// Writes the rank of each board of `cells`, one after another in reading order; `None` for
    /// boards that cannot reach the goal. Costs 10 to 30 ns a board.
    ///
    /// # Errors
    /// If some cells are no board: names the first such board.
    ///
    /// # Panics
    /// If `cells` are not as many as `ranks` boards have.
    pub fn ranks(&self, cells: &[u8], ranks: &mut [Option<u64>]) -> Result<(), BadState> {
        // All sizes of boards that are ranked.
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
        let errors = boards
            .iter()
            .map(|board| Board::from_cells(shape, board).err());
        match errors
            .zip(0..)
            .find_map(|(error, index)| Some((error?, index)))
        {
            Some((error, index)) => Err(BadState { index, error }),
            None => Ok(()),
        }
    }

    /// Returns the rank of a board; meaningless if the cells are none.
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
            // So many tiles follow: one more for each place once the blank is behind.
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
