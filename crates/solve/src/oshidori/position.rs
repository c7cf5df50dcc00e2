//! What the searches need of a position, whatever its goal.
//!
//! A lower bound says how many moves a position needs at least. With a threshold of moves and the
//! bound of the start, a search has some *slack*; each move *wastes* some of it, as much as (moves
//! made + bound) grows by it, and where nothing is left only moves that waste nothing are tried. The
//! unit in which slack and waste are counted is the position's own affair.

use std::fmt::Debug;

use super::{cell_set::CellSet, pair::Pair};

/// A row under search, changed by jumps and taken back.
pub(super) trait Position: Clone + Send + Sync {
    /// The word that the cells fit.
    type CellSet: CellSet;

    /// Sets of leftmost cells of blocks, entry `w` those whose jump wastes `w`.
    type ByWaste: Copy + Debug + Send + Sync + AsRef<[Self::CellSet]> + AsMut<[Self::CellSet]>;

    /// No moves of any waste.
    const NO_MOVES: Self::ByWaste;

    fn new(pair: &Pair) -> Self;

    /// Leftmost cell of the gap.
    fn gap(&self) -> usize;

    /// What else [`take_back`](Self::take_back) needs to know of the position before a jump.
    fn mark(&self) -> Self::CellSet;

    /// Whether this is a goal.
    fn is_goal(&self) -> bool;

    /// No fewer moves reach the goal.
    fn bound(&self) -> u32;

    /// What solutions of at most `threshold` moves may waste; `None` if there are none by the bound.
    fn slack(&self, threshold: u32) -> Option<u32>;

    /// The moves that waste at most `slack`, except the blocks in `banned`. Not to be asked at a goal.
    fn moves(&self, slack: u32, banned: Self::CellSet) -> Self::ByWaste;

    /// Whether some waste is sure to come: a second look at positions without slack.
    fn needs_waste(&self) -> bool;

    /// A guess at how far the goal is, for comparison only; nothing is proven by it.
    fn guess(&self) -> u32;

    /// A hash, alike for positions that are equally far from the goal because they look the same.
    fn fingerprint(&self) -> u64;

    /// Lets the block at `cell` jump into the gap.
    fn jump(&mut self, cell: usize);

    /// Takes a jump back, given the gap and the mark before it.
    fn take_back(&mut self, gap: usize, mark: Self::CellSet);
}
