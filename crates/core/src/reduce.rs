//! Answering a question about one goal from the table of another.

use thiserror::Error;

use crate::{RankedSpace, StateError};

/// A map of states that keeps moves and takes the user's goal to the goal of a table.
///
/// Distances are therefore the same on both sides, and a path on one side is a path on the other.
pub trait Reduce {
    /// One position of the puzzle.
    type State;

    /// Returns the number of cells of a state.
    fn cells(&self) -> usize;

    /// Returns the user's state that has these cells.
    ///
    /// # Errors
    /// If they are no state of the puzzle.
    fn state_from_cells(&self, cells: &[u8]) -> Result<Self::State, StateError>;

    /// Writes the table's rank of each of the user's states in `cells`, one state after another;
    /// `None` for states that are not [`plausible`](Self::plausible).
    ///
    /// # Errors
    /// If some cells are no state: names the first such state.
    ///
    /// # Panics
    /// If `cells` are not as many as `ranks` states have.
    fn rank_cells<S: RankedSpace<State = Self::State>>(
        &self,
        space: &S,
        cells: &[u8],
        ranks: &mut [Option<u64>],
    ) -> Result<(), BadState> {
        rank_one_by_one(self, space, cells, ranks)
    }

    /// Returns whether the user's state can reach the goal as far as that can be read off it,
    /// without a table.
    ///
    /// Ranks of states that fail this are meaningless; a table may still find others out of reach.
    fn plausible(&self, state: &Self::State) -> bool;

    /// Returns the table's state for the user's.
    fn apply(&self, state: &Self::State) -> Self::State;

    /// Returns the user's state for the table's: undoes [`apply`](Self::apply).
    fn restore(&self, state: &Self::State) -> Self::State;

    /// Returns the user's cell where the table's state has its blank, or the leftmost cell of its
    /// gap.
    fn blank_of(&self, canonical: &Self::State) -> usize;
}

/// Cells among many that are no state.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("state {index}: {error}")]
pub struct BadState {
    /// The number of the state, from 0.
    pub index: usize,
    /// What is wrong with it.
    #[source]
    pub error: StateError,
}

/// What [`Reduce::rank_cells`] says, state by state.
pub(crate) fn rank_one_by_one<R: Reduce + ?Sized, S: RankedSpace<State = R::State>>(
    reduction: &R,
    space: &S,
    cells: &[u8],
    ranks: &mut [Option<u64>],
) -> Result<(), BadState> {
    assert_eq!(
        cells.len(),
        ranks.len() * reduction.cells(),
        "as many cells as the states have"
    );
    let states = cells.chunks_exact(reduction.cells());
    for (index, (cells, rank)) in states.zip(ranks).enumerate() {
        let state = reduction.state_from_cells(cells);
        let state = state.map_err(|error| BadState { index, error })?;
        *rank = reduction
            .plausible(&state)
            .then(|| space.rank(&reduction.apply(&state)));
    }
    Ok(())
}
