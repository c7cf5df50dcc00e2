//! The one trait that tables rest on.

/// A puzzle whose states are numbered `0..len()` without holes, with moves that can be undone.
///
/// Ranks are what tables are indexed by, so a numbering is part of the file format: changing one
/// makes old files wrong and must raise the format version.
///
/// Every move of the puzzles here can be taken back, so [`neighbours`](Self::neighbours) are at
/// once the states that a state leads to and those that lead to it.
#[allow(clippy::len_without_is_empty, reason = "no space is empty")]
pub trait RankedSpace: Sync {
    /// One position of the puzzle.
    type State: Clone + PartialEq + std::fmt::Debug;

    /// Returns the number of ranks, reachable from the goal or not.
    fn len(&self) -> u64;

    /// Returns the rank of a state, less than [`len`](Self::len).
    ///
    /// The state must belong to the space and, on sliding boards, be solvable; the rank of any
    /// other is meaningless (but computing it does not panic).
    fn rank(&self, state: &Self::State) -> u64;

    /// Returns the state of a rank.
    ///
    /// # Panics
    /// If `rank` is not less than [`len`](Self::len).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Calls `visit` with each state one move away.
    fn neighbours(&self, state: &Self::State, visit: impl FnMut(Self::State));

    /// Calls `visit` with each state one move away and its rank, in the order of
    /// [`neighbours`](Self::neighbours). `rank` is the state's own, from which a space may find the
    /// others at less cost than by ranking each anew.
    fn ranked_neighbours(
        &self,
        state: &Self::State,
        rank: u64,
        mut visit: impl FnMut(Self::State, u64),
    ) {
        let _ = rank;
        self.neighbours(state, |next| {
            let rank = self.rank(&next);
            visit(next, rank);
        });
    }

    /// Returns the ranks at distance 0, ascending.
    fn goals(&self) -> Vec<u64>;

    /// Returns the parity of a state's distance from the goal, where it can be read off the state
    /// and changes with every move: on sliding boards, the colour of the blank's cell.
    fn parity(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Returns the [`parity`](Self::parity) of the state of a rank, less than [`len`](Self::len),
    /// at less cost where a space finds it without the state.
    fn parity_of_rank(&self, rank: u64) -> Option<u32> {
        self.parity(&self.unrank(rank))
    }
}
