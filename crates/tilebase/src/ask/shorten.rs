//! Shortening of games.

use std::time::Duration;

use crate::{
    answers::{Game, Shortened},
    solver::Solver,
    values::{PuzzleGoal, Result, State},
};
use tilebase_core::sliding::Metric;

/// The time for shortening a game unless one is set.
const TIME: Duration = Duration::from_secs(1);

impl Solver {
    /// Makes a game shorter between its two ends; it need not end at the goal. Returns the game
    /// itself if nothing shorter is found.
    ///
    /// Takes at most a second, or the [time](Self::with_time). If the library is asked to
    /// stop, returns the shortest game found by then.
    ///
    /// ```
    /// use tilebase::{Library, Notation};
    ///
    /// let large = Library::in_memory().puzzle("6x6")?;
    /// let game = large.game(large.goal().as_str(), "D R U L D R U L", Notation::Tile)?;
    /// let shorter = large.shorten(&game)?;
    /// assert_eq!((shorter.made, shorter.answer.moves().len()), (8, 4));
    /// assert_eq!(shorter.answer.distance(), Some(4)); // it is proven that none is shorter
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it is a game of another puzzle or in another metric.
    pub fn shorten(&self, game: &Game) -> Result<Shortened> {
        let path = self.path_of(game)?;
        let time = self.options.time.unwrap_or(TIME);
        let reporter = self.reporter().within(Some(time));
        let to_end = self.ending_at(game.last(), time)?;
        let answer = to_end.backend()?.shorten(path, &reporter)?;
        Ok(Shortened {
            made: path.len() as u32 - 1,
            answer: to_end.finish(answer),
        })
    }

    /// Returns a solver with this end as its goal and with this time. If that has no small table
    /// and is not the goal, beams answer in the single metric: a search would need pattern
    /// databases for each end. No table of an end is kept.
    fn ending_at(&self, end: &State, time: Duration) -> Result<Self> {
        let goal = PuzzleGoal::of_state(end)?;
        let solver = self.clone().with_time(time);
        if goal == *self.goal {
            return Ok(solver);
        }
        let mut solver = solver.towards(goal);
        solver.library.keeps = false;
        let is_exact = solver.metric() == Metric::Multi || solver.has_or_builds_table(true);
        Ok(if is_exact { solver } else { solver.with_best_known() })
    }
}
