//! Maps between states with one goal and states of the table of another goal.

use thiserror::Error;

use crate::{RankedSpace, StateError};

/// A map between the user's states and the states of a table. It maps moves to moves, and the
/// user's goal to the goal of the table.
///
/// Distances are therefore the same on both sides, and a path on one side maps to a path on the
/// other.
pub trait Reduce {
    /// One position of the puzzle.
    type State;

    /// Returns the number of cells of a state.
    fn cells(&self) -> usize;

    /// Returns the user's state that has these cells.
    ///
    /// # Errors
    /// If the cells are not a state of the puzzle.
    fn state_from_cells(&self, cells: &[u8]) -> Result<Self::State, StateError>;

    /// Writes to `ranks` the table's rank of each of the user's states, which are given in `cells`
    /// one after another. States that are not [`may_reach_goal`](Self::may_reach_goal) get `None`.
    ///
    /// # Errors
    /// If some cells are not a state. The error names the first such state.
    ///
    /// # Panics
    /// If `cells` is not as long as `ranks.len()` states.
    fn rank_cells<S: RankedSpace<State = Self::State>>(
        &self,
        space: &S,
        cells: &[u8],
        ranks: &mut [Option<u64>],
    ) -> Result<(), BadState> {
        rank_one_by_one(self, space, cells, ranks)
    }

    /// Returns whether the user's state may reach the goal, judged by the state alone, without a
    /// table.
    ///
    /// The ranks of states for which this is `false` are meaningless. A table may show that other
    /// states cannot reach the goal either.
    fn may_reach_goal(&self, state: &Self::State) -> bool;

    /// Returns the table's state that corresponds to the user's.
    fn apply(&self, state: &Self::State) -> Self::State;

    /// Returns the user's state that corresponds to the table's: the inverse of
    /// [`apply`](Self::apply).
    fn restore(&self, state: &Self::State) -> Self::State;

    /// Returns the user's state after a move from `before`, given the table's state for it. Unlike
    /// [`restore`](Self::restore), it keeps equal tiles apart.
    fn user_state_after(&self, before: &Self::State, canonical: &Self::State) -> Self::State {
        let _ = before;
        self.restore(canonical)
    }

    /// Returns the cell of the user's state that corresponds to the blank of the table's state, or
    /// to the leftmost cell of its gap.
    fn blank_of(&self, canonical: &Self::State) -> usize;
}

/// One of many given states is not a state of the puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("state {index}: {error}")]
pub struct BadState {
    /// The position of the state among those given, from 0.
    pub index: usize,
    /// The problem with its cells.
    #[source]
    pub error: StateError,
}

/// Does the work of [`Reduce::rank_cells`] state by state.
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
            .may_reach_goal(&state)
            .then(|| space.rank(&reduction.apply(&state)));
    }
    Ok(())
}
