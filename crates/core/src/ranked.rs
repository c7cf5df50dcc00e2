//! The trait of puzzles for which tables can be built.

use crate::pattern::colex;

/// A puzzle whose states are numbered `0..len()` without gaps, and whose moves can be undone.
///
/// Tables are indexed by ranks, so the numbering is part of the file format: changing it makes old
/// files wrong and must raise the format version.
///
/// Because every move can be undone, [`neighbours`](Self::neighbours) are both the states to which
/// a state leads and the states that lead to it.
///
/// ```
/// use tilebase_core::RankedSpace;
///
/// /// A piece on a ring of twelve cells, which steps to either side.
/// struct Ring;
///
/// impl RankedSpace for Ring {
///     type State = u64;
///     fn len(&self) -> u64 {
///         12
///     }
///     fn rank(&self, cell: &u64) -> u64 {
///         *cell
///     }
///     fn unrank(&self, rank: u64) -> u64 {
///         assert!(rank < self.len());
///         rank
///     }
///     fn neighbours(&self, cell: &u64, mut visit: impl FnMut(u64)) {
///         visit((cell + 1) % 12);
///         visit((cell + 11) % 12);
///     }
///     fn goals(&self) -> Vec<u64> {
///         vec![0]
///     }
/// }
///
/// let mut found = Vec::new();
/// Ring.ranked_neighbours(&0, 0, |_, rank| found.push(rank));
/// assert_eq!(found, [1, 11]);
/// ```
#[allow(clippy::len_without_is_empty, reason = "every space has states")]
pub trait RankedSpace: Sync {
    /// One position of the puzzle.
    type State: Clone + PartialEq + std::fmt::Debug;

    /// Returns the number of ranks, whether or not their states can reach a goal.
    fn len(&self) -> u64;

    /// Returns the rank of a state, less than [`len`](Self::len).
    ///
    /// The state must belong to the space. The rank of an unsolvable sliding board is meaningless,
    /// but computing it does not panic.
    fn rank(&self, state: &Self::State) -> u64;

    /// Returns the state of a rank.
    ///
    /// # Panics
    /// If `rank` is not less than [`len`](Self::len).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Calls `visit` with each state that is one move away.
    fn neighbours(&self, state: &Self::State, visit: impl FnMut(Self::State));

    /// Calls `visit` with each state that is one move away and with its rank, in the order of
    /// [`neighbours`](Self::neighbours). `rank` is the rank of `state`. From it a space may find
    /// the other ranks at less cost than by ranking each state.
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

    /// Calls `visit` with the ranks of the states that are one move away from some of the states
    /// from rank `first` on: from state `first + i` for each bit i of `bits`. A space may find them
    /// at less cost than state by state.
    fn neighbours_of_word(&self, first: u64, bits: u64, mut visit: impl FnMut(u64)) {
        for bit in colex::cells(bits) {
            let rank = first + bit as u64;
            self.ranked_neighbours(&self.unrank(rank), rank, |_, next| visit(next));
        }
    }

    /// Returns the ranks of the goals in ascending order.
    fn goals(&self) -> Vec<u64>;

    /// Returns the parity of a state's distance from the goal, if every move changes it and the
    /// state shows it; otherwise `None`. On sliding boards it is the colour of the blank's cell.
    fn parity(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Returns the [`parity`](Self::parity) of the state of `rank`, which is less than
    /// [`len`](Self::len). A space may find it without the state, at less cost.
    fn parity_of_rank(&self, rank: u64) -> Option<u32> {
        self.parity(&self.unrank(rank))
    }
}

/// Panics if a rank is not less than the number of states.
#[inline]
pub(crate) fn check_rank(rank: u64, len: u64) {
    assert!(rank < len, "rank {rank} is beyond the {len} states");
}

/// Returns the number of different orders of things, given the number of each kind; `None` if the
/// computation exceeds 128 bits.
pub(crate) fn multinomial(kinds: impl IntoIterator<Item = usize>) -> Option<u128> {
    let (mut orders, mut placed) = (1u128, 0);
    for count in kinds {
        for chosen in 1..=count as u128 {
            placed += 1;
            // This is a product of binomial coefficients, so every division leaves no remainder.
            orders = orders.checked_mul(placed)? / chosen;
        }
    }
    Some(orders)
}
