//! Solvability.

use std::time::Duration;

use crate::{
    answers::{Check, Reason},
    solver::Solver,
    values::{Input, Result},
};

/// The time of a search for a solution if no rule decides.
const LOOK: Duration = Duration::from_secs(5);

impl Solver {
    /// Returns whether a rule decides about every state, so that [`check`](Self::check) takes
    /// neither a table nor a search.
    pub fn is_checked_by_rule(&self) -> bool {
        // The rules of rows either decide about all or exclude some, never the goal.
        let of_goal = self.family().check(&self.goal, &self.a_goal());
        of_goal.is_ok_and(|check| check.is_some())
    }

    /// Returns whether the goal can be reached, and why. Rules decide this for boards, for graphs
    /// with one blank and for most rows. For others, it takes a look-up in a table, or a search of
    /// at most five seconds.
    pub fn check<'a>(&self, state: impl Into<Input<'a>>) -> Result<Check> {
        let state = self.read(state)?;
        let (solvable, reason) = match self.family().check(&self.goal, &state)? {
            Some((solvable, reason)) => (Some(solvable), reason),
            None => {
                let answer = if self.answers_from_table()? {
                    self.distance(state.as_ref())?
                } else {
                    self.clone().with_time(LOOK).distance(state.as_ref())?
                };
                let reason = match answer.solvable() {
                    Some(true) => "a sequence of moves leads to the goal",
                    Some(false) => "no sequence of moves leads to the goal",
                    None => "no rule decides it, and no solution was found in some seconds",
                };
                (answer.solvable(), Reason::Rule(reason))
            }
        };
        Ok(Check {
            state: state.into_owned(),
            metric: self.metric(),
            solvable,
            reason,
        })
    }
}
