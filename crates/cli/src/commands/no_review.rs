//! Games from whose start the goal is out of reach, which are not graded.

use serde::Serialize;
use tilebase::{About, Solver, State, programs::Solvable};

use super::unsolvable;
use crate::{Context, Outcome, Result};

/// Returns `None` in place of the error that the goal cannot be reached.
pub(super) fn reached<T>(graded: tilebase::Result<T>) -> tilebase::Result<Option<T>> {
    match graded {
        Err(tilebase::Error::Unsolvable { .. }) => Ok(None),
        graded => graded.map(Some),
    }
}

/// Answers that the goal is out of reach from a state.
pub(super) fn no_review(context: &Context, solver: &Solver, state: &State) -> Result<Outcome> {
    context.answer(&NoReview::new(solver, state), || unsolvable(state))?;
    Ok(Outcome::Unsolvable)
}

/// The answer for a state from which the goal is out of reach.
#[derive(Serialize)]
pub(super) struct NoReview {
    #[serde(flatten)]
    about: About,
    state: Vec<u8>,
    #[serde(flatten)]
    solvable: Solvable,
    distance: Option<u32>,
}

impl NoReview {
    pub fn new(solver: &Solver, state: &State) -> Self {
        Self {
            about: solver.into(),
            state: state.cells().to_vec(),
            solvable: Solvable::new(Some(false), state),
            distance: None,
        }
    }
}
