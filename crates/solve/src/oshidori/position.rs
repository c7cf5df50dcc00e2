//! A position under search, with any kind of goal.
//!
//! Each position has a lower bound on the moves that it still needs. A threshold minus the bound of
//! the start is the *slack* of a search. Each move *wastes* as much of it as (moves made + bound)
//! grows. If no slack is left, only moves that waste nothing are tried. Each kind of position
//! chooses its own unit of slack and waste.

use super::{cell_set::CellSet, pair::Pair};

/// The marks of the two positions before this one, the later one first.
pub(super) type Past<'a, M> = [Option<&'a M>; 2];

/// A row that a search changes by jumps, and takes back.
pub(super) trait Position: Clone + Send + Sync + 'static {
    /// The data of the position before a jump that [`take_back`](Self::take_back) needs.
    type Mark: Clone + Send + Sync;

    /// Moves, each with what it wastes: those that waste less first, then in an order that depends
    /// on the position alone. A move is its [number](tilebase_core::oshidori::Row::number).
    type Moves: Iterator<Item = (u32, u32)> + Default + Clone + Send + Sync;

    fn new(pair: &Pair) -> Self;

    fn mark(&self) -> Self::Mark;

    /// Returns whether this is a goal.
    fn is_goal(&self) -> bool;

    /// Returns a lower bound on the moves to the goal.
    fn bound(&self) -> u32;

    /// Returns how much a solution of at most `threshold` moves may waste, `None` if the bound
    /// rules such solutions out. By default waste is counted in moves.
    fn slack(&self, threshold: u32) -> Option<u32> {
        threshold.checked_sub(self.bound())
    }

    /// Returns the moves that waste at most `slack`, except the one that takes the last move back
    /// and, unless `every` solution is wanted, some that another path makes up for. The position
    /// must not be a goal.
    fn moves(&self, slack: u32, past: Past<'_, Self::Mark>, every: bool) -> Self::Moves;

    /// Returns true only if every solution from here wastes something; it may miss some positions.
    /// Used only if no slack is left.
    #[inline(always)]
    fn needs_waste(&self) -> bool {
        false
    }

    /// Returns an estimate of the distance to the goal that only serves to compare positions. It is
    /// not a bound.
    fn guess(&self) -> u32;

    /// Returns a hash that is equal for equal positions. It may be equal, too, for positions that
    /// differ only by names of kinds, if the goal does not distinguish these.
    fn fingerprint(&self) -> u64;

    /// Makes a move.
    fn jump(&mut self, number: u32);

    /// Takes a move back, given the mark before it.
    fn take_back(&mut self, mark: &Self::Mark);
}

/// The mark of positions in rows with one gap: the gap's leftmost cell, and the cells that the kind
/// of position keeps.
pub(super) type GapMark<M> = (u8, M);

/// Returns the blocks that need not jump into the gap at `gap`, by their leftmost cells.
///
/// - The one that takes the last move back. No shortest solution has such a move.
/// - Unless `every` solution is wanted, the third of the gaps `p → q → r → p` with `q > r`. Three
///   moves that bring the gap back exchange the blocks at `q` and `r` (the block of `q` waits in
///   `p`), and so do `p → r → q → p`. Of all shortest solutions, the one with the lexicographically
///   least list of gaps never has the first form, since the second would make it less. So at least
///   one shortest solution is left.
#[inline(always)]
pub(super) fn banned<M: CellSet>(gap: usize, past: Past<'_, GapMark<M>>, every: bool) -> M {
    let cell = |mark: &GapMark<M>| M::block(mark.0.into(), 1);
    match past {
        [Some(q), Some(p)] if !every && usize::from(q.0) > gap => cell(q) | cell(p),
        [Some(q), _] => cell(q),
        [None, _] => M::NONE,
    }
}

/// Moves of rows in which the cell of the block names the move: set `w` has the leftmost cells of
/// the blocks whose jump wastes `w`, from left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByWaste<M, const N: usize>(pub [M; N]);

impl<M: CellSet, const N: usize> Default for ByWaste<M, N> {
    #[inline(always)]
    fn default() -> Self {
        Self([M::NONE; N])
    }
}

impl<M: CellSet, const N: usize> Iterator for ByWaste<M, N> {
    type Item = (u32, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u32)> {
        let waste = self.0.iter().position(|cells| !cells.is_empty())?;
        let cells = self.0[waste];
        self.0[waste] = cells.rest();
        Some((waste as u32, cells.first() as u32))
    }
}
