//! Answering a question about one goal from the table of another.

/// A map of states that keeps moves and takes the user's goal to the goal of a table.
///
/// Distances are therefore the same on both sides, and a path on one side is a path on the other.
pub trait Reduce {
    /// One position of the puzzle.
    type State;

    /// Whether the user's state can reach the goal as far as that can be read off it, without a table.
    ///
    /// Ranks of states that fail this are meaningless; a table may still find others out of reach.
    fn plausible(&self, state: &Self::State) -> bool;

    /// The table's state for the user's.
    fn apply(&self, state: &Self::State) -> Self::State;

    /// The user's state for the table's: undoes [`apply`](Self::apply).
    fn restore(&self, state: &Self::State) -> Self::State;
}
