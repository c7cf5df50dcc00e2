//! How well a game was played.

use crate::{Error, Input, Moves, Notation, Review, Reviewed, Solver};

impl Solver {
    /// Grades a game: its moves as people write them, see [`Moves::play`].
    ///
    /// # Errors
    /// If the text is not a list of moves, a move cannot be made (the error names its number), or
    /// the goal cannot be reached.
    pub fn review<'a>(
        &self,
        state: impl Into<Input<'a>>,
        moves: &str,
        notation: Notation,
    ) -> Result<Review, Error> {
        let state = self.read(state)?;
        let metric = self.metric();
        let path = Moves::play_in(metric, &state, moves, notation)?;
        let unsolvable = || Error::Unsolvable {
            state: state.to_string(),
        };
        self.check_exact()?;
        let answer = self.distance(state.as_ref())?;
        let distance = answer.proven()?.ok_or_else(unsolvable)?;
        let (backend, reporter) = (self.backend()?, self.reporter());
        let (mut here, mut reviewed) = (distance, Vec::new());
        for (step, pair) in Moves::along_in(metric, &path).iter().zip(path.windows(2)) {
            let after = backend.distance_beside(&pair[0], &pair[1], here, reporter)?;
            let after = after.ok_or_else(unsolvable)?;
            reviewed.push(Reviewed {
                step,
                state: pair[1].clone(),
                distance: after,
                optimal: after < here,
            });
            here = after;
        }
        Ok(Review {
            metric,
            distance,
            moves: reviewed,
            state: state.into_owned(),
        })
    }
}
