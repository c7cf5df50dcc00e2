//! The trait that the searches run on.

use std::hash::Hash;

/// When a search tests whether a state is a goal. Textbooks and courses differ in this, and so do
/// their counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GoalTest {
    /// As each search does by itself: breadth-first when it generates a state, the others when they
    /// take it out to expand it. [`SearchStats::expanded`](crate::SearchStats::expanded) then
    /// counts the goal of the others, too.
    #[default]
    Usual,
    /// When it is generated. A\* may then return a path that is not shortest.
    Generation,
    /// When it is taken out to be expanded. The goal is not counted as expanded.
    Expansion,
}

/// A puzzle as a graph: its states, moves and goals.
///
/// Every move costs one. The order in which [`successors`](Self::successors) gives states is part
/// of a space's definition, since the counts of a search depend on it.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{SearchLimits, StateSpace, breadth_first};
///
/// /// Moves lead from a number to its double and to its successor, up to the number to reach.
/// struct Doubling(u64);
///
/// impl StateSpace for Doubling {
///     type State = u64;
///     fn successors(&self, &n: &u64, into: &mut Vec<u64>) {
///         into.extend([2 * n, n + 1].into_iter().filter(|&next| next <= self.0));
///     }
///     fn is_goal(&self, &n: &u64) -> bool {
///         n == self.0
///     }
///     fn lower_bound(&self, &n: &u64) -> u32 {
///         u32::from(n < self.0)
///     }
/// }
///
/// let outcome = breadth_first(&Doubling(10), 1, &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(outcome.path, Some(vec![1, 2, 4, 5, 10]));
/// # Ok::<(), tilebase_search::SearchError>(())
/// ```
pub trait StateSpace {
    /// One position of the puzzle.
    type State: Clone + Eq + Hash;

    /// Whether different moves can lead to the same state. In a space that is a tree this is
    /// `false`, and depth-first search then keeps no table of the states it has seen.
    const REPEATS: bool = true;

    /// Appends the states one move away from `state`, in the order that defines this space.
    fn successors(&self, state: &Self::State, into: &mut Vec<Self::State>);

    /// Returns whether the state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns when searches call [`is_goal`](Self::is_goal).
    fn goal_test(&self) -> GoalTest {
        GoalTest::Usual
    }

    /// Returns a lower bound on the moves of every path from `state` to a goal.
    ///
    /// It must never exceed the length of a shortest such path (it is admissible). Otherwise the
    /// paths that [`a_star`](crate::a_star) and [`ida_star`](crate::ida_star) return may not be
    /// shortest. If it also falls by at most one with each move (it is consistent), A* expands no
    /// state twice.
    fn lower_bound(&self, state: &Self::State) -> u32;

    /// Returns the memory that one state takes, in bytes. Override it if states have parts on the
    /// heap.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }
}
