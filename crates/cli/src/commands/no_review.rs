//! Games from whose start the goal is out of reach, which are not graded.

use tilebase::{Solver, State};

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
    let answer = context.work(|| solver.distance(state))?;
    context.answer(&answer, || unsolvable(state))?;
    Ok(Outcome::Unsolvable)
}
