//! Shortening of games.

use std::time::Duration;

use crate::{Input, Moves, Notation, Result, Shortened, Solver, State};

/// The time for shortening a game unless one is set.
const TIME: Duration = Duration::from_secs(1);

impl Solver {
    /// Makes a game shorter between its two ends; it need not end at the goal. `moves` are written
    /// as for [`Moves::play`]. Returns the game itself if nothing shorter is found.
    ///
    /// Takes at most a second, or the [`time`](Self::time). If the library is asked to stop,
    /// returns the shortest game found by then.
    ///
    /// ```
    /// use tilebase::{Library, Notation};
    ///
    /// let large = Library::in_memory().puzzle("6x6")?;
    /// let game = large.shorten(large.goal().as_str(), "D R U L D R U L", Notation::Tile)?;
    /// assert_eq!((game.made, game.answer.moves().len()), (8, 4));
    /// assert_eq!(game.answer.distance(), Some(4)); // it is proven that none is shorter
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a list of moves, or a move cannot be made: the error names its number.
    pub fn shorten<'a>(
        &self,
        state: impl Into<Input<'a>>,
        moves: &str,
        notation: Notation,
    ) -> Result<Shortened> {
        let state = self.read(state)?;
        let game = Moves::play_in(self.metric(), &state, moves, notation)?;
        let time = self.options.time.unwrap_or(TIME);
        let to_end = self.towards(&game[game.len() - 1])?.time(time);
        let backend = to_end.backend()?;
        let answer = backend.shorten(&game, &self.reporter().within(Some(time)))?;
        Ok(Shortened {
            made: game.len() as u32 - 1,
            answer: to_end.finish(answer),
        })
    }

    /// Returns a solver with this end as its goal. It has a table if that is small, but an exact
    /// search only if the end is the goal: other goals would need pattern databases of their own.
    fn towards(&self, end: &State) -> Result<Self> {
        let goal = end.to_string();
        if goal == self.goal() {
            return Ok(self.clone());
        }
        let solver = self.clone().with_goal(&goal)?;
        Ok(if solver.has_or_builds_table(true) { solver } else { solver.best_known() })
    }
}
