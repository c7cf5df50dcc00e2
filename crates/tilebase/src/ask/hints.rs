//! The value of each move.

use crate::{Answer, Error, Hint, Hints, Input, Solver, backend::Want};

impl Solver {
    /// Returns every legal move with the distance after it, best first.
    pub fn hints<'a>(&self, state: impl Into<Input<'a>>) -> Result<Hints, Error> {
        let state = self.read(state)?;
        if !matches!(self.question.check(&state)?, Some((false, _))) {
            self.check_exact()?;
        }
        // A table has the distance at once; the search that finds it also finds a best move.
        let want = if self.is_ruled_out(&state)? || self.answers_from_table()? {
            Want::Distance
        } else {
            Want::Solution
        };
        self.hints_after(&self.answer(&state, want)?)
    }

    /// Returns the same about a state whose answer is known. Where a search answers, this costs no
    /// more than to tell of every move but the first of the answer's path whether it leads nearer.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let solver = Library::in_memory().puzzle("3x3")?.heuristic("pdb");
    /// let answer = solver.solve("1 2 3 / 4 5 6 / 0 7 8")?;
    /// let hints = solver.hints_after(&answer)?;
    /// assert_eq!(hints.moves[0].distance, 1);
    /// assert_eq!(hints.moves[1].distance, 3);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn hints_after(&self, answer: &Answer) -> Result<Hints, Error> {
        let (state, distance) = (self.read(&answer.state)?, answer.proven()?);
        let on_path = answer.path.as_ref().and_then(|path| path.get(1));
        let mut moves = Vec::new();
        if let Some(here) = distance {
            let neighbours = state.neighbours(self.metric());
            let after = self.backend()?.distances_beside(
                &state,
                &neighbours,
                on_path,
                here,
                self.reporter(),
            )?;
            for (next, distance) in neighbours.into_iter().zip(after) {
                let hint = state.move_to(&next).zip(distance);
                moves.extend(hint.map(|(step, distance)| Hint {
                    step,
                    state: next,
                    distance,
                }));
            }
        }
        moves.sort_by_key(|hint: &Hint| hint.distance);
        Ok(Hints {
            state: state.into_owned(),
            metric: self.metric(),
            distance,
            moves,
        })
    }
}
