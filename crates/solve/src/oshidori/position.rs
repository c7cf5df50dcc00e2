//! A position under search, with any kind of goal.
//!
//! Each position has a lower bound on the moves that it still needs. A threshold minus the bound of
//! the start is the *slack* of a search. Each move *wastes* as much of it as (moves made + bound)
//! grows. Where no slack is left, only moves that waste nothing are tried. Each kind of position
//! chooses its own unit of slack and waste.

use std::fmt::Debug;

use super::{cell_set::CellSet, pair::Pair};

/// A row that a search changes by jumps, and takes back.
pub(super) trait Position: Clone + Send + Sync {
    /// The sets of cells.
    type CellSet: CellSet;

    /// Leftmost cells of blocks: set `w` has those whose jump wastes `w`.
    type ByWaste: Copy + Debug + Send + Sync + AsRef<[Self::CellSet]> + AsMut<[Self::CellSet]>;

    /// No moves.
    const NO_MOVES: Self::ByWaste;

    fn new(pair: &Pair) -> Self;

    /// Returns the leftmost cell of the gap.
    fn gap(&self) -> usize;

    /// Returns what [`take_back`](Self::take_back) needs, besides the gap, from the position before
    /// a jump.
    fn mark(&self) -> Self::CellSet;

    /// Returns whether this is a goal.
    fn is_goal(&self) -> bool;

    /// Returns a lower bound on the moves to the goal.
    fn bound(&self) -> u32;

    /// Returns how much a solution of at most `threshold` moves may waste, `None` if the bound
    /// rules such solutions out.
    fn slack(&self, threshold: u32) -> Option<u32>;

    /// Returns the moves that waste at most `slack`, except those of the blocks in `banned`. The
    /// position must not be a goal.
    fn moves(&self, slack: u32, banned: Self::CellSet) -> Self::ByWaste;

    /// Returns whether every solution from here wastes something. It may miss some positions. Used
    /// only where no slack is left.
    fn needs_waste(&self) -> bool;

    /// Returns an estimate of the distance to the goal that only serves to compare positions. It is
    /// no bound.
    fn guess(&self) -> u32;

    /// Returns a hash that is equal for equal positions, and for those that differ only by names of
    /// kinds if the goal does not tell these apart.
    fn fingerprint(&self) -> u64;

    /// Lets the block at `cell` jump into the gap.
    fn jump(&mut self, cell: usize);

    /// Takes a jump back, given the gap and the mark before it.
    fn take_back(&mut self, gap: usize, mark: Self::CellSet);
}
