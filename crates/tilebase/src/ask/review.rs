//! Grading of games.

use std::ops::Range;

use super::hints::lower_bounds;
use crate::{
    answers::{Bounds, Game, GradedGame, Mistake, Review, Reviewed},
    backend::Backend,
    event::Reporter,
    moves::Notation,
    policy,
    solver::Solver,
    values::{Error, Input, Result, State, ensure},
};

/// The most states of a game that are searched for solutions after the proofs.
const SEARCHED: usize = 16;

impl Solver {
    /// Returns a game of this puzzle. The moves are written as for
    /// [`Moves::play`](crate::Moves::play).
    ///
    /// # Errors
    /// If the state is not one of the puzzle, the text is not a list of moves, or a move cannot be
    /// made: the error names its number.
    pub fn game<'a>(
        &self,
        state: impl Into<Input<'a>>,
        moves: &str,
        notation: Notation,
    ) -> Result<Game> {
        Game::play(self.metric(), &*self.read(state)?, moves, notation)
    }

    /// Returns the states of a game.
    ///
    /// # Errors
    /// If it is a game of another puzzle, or in another metric.
    pub(super) fn path_of<'g>(&self, game: &'g Game) -> Result<&'g [State]> {
        self.read(game.start())?;
        ensure(game.metric == self.metric(), || {
            let (its, own) = (game.metric, self.metric());
            Error::Question(format!(
                "the game is in the {its} metric, the question in {own}"
            ))
        })?;
        Ok(&game.path)
    }

    /// Grades a game.
    ///
    /// The game is graded from its end backwards: most games end near the goal, where searches are
    /// short, and the distance of each state limits that of the state before. All distances are
    /// proven if a table answers or if the time of a search is not limited. With a
    /// [time](Self::with_time) or a [width](Self::with_width), and on boards of more
    /// than 25 cells, the review has bounds: half of the time (by default, of one second) goes to
    /// proofs, the other half to solutions of the states whose distance is not proven.
    ///
    /// # Errors
    /// If it is a game of another puzzle or in another metric, or the goal cannot be reached.
    pub fn review(&self, game: &Game) -> Result<Review> {
        let known = self.bounds_along(self.path_of(game)?)?;
        let known = known.ok_or_else(|| game.start().unsolvable())?;
        let moves = game.moves();
        let after = game.path.iter().zip(&known).skip(1);
        let moves = moves.iter().zip(after.zip(&known));
        let reviewed = moves.map(|(step, ((state, &bounds), &before))| Reviewed {
            step,
            state: state.clone(),
            bounds,
            optimal: leads_nearer(before, bounds),
        });
        Ok(Review {
            metric: game.metric,
            bounds: known[0],
            moves: reviewed.collect(),
            state: game.start().clone(),
        })
    }

    /// Grades a game as [`review`](Self::review) does and, if `better` is true, finds its
    /// [`mistakes`](Self::mistakes): the answer that the program, Python and the page share.
    #[doc(hidden)]
    pub fn grade(&self, game: &Game, better: bool) -> Result<GradedGame> {
        let review = self.review(game)?;
        let mistakes = better.then(|| self.mistakes(&review)).transpose()?;
        Ok(GradedGame { review, mistakes })
    }

    /// Limits the review of each game for somebody who waits, to five seconds: unless a table
    /// answers, the board has up to 16 cells, the options limit the work, or they name a heuristic.
    /// Opens and builds nothing.
    pub fn reviewed_soon(self) -> Result<Self> {
        let is_limited = self.options.width.is_some() || self.timed().left().is_some();
        if is_limited || self.options.name_search() || self.answers_from_table()? {
            return Ok(self);
        }
        let time = policy::review_time(self.puzzle());
        Ok(if time.is_some() { self.with_time(time) } else { self })
    }

    /// Returns the runs of moves that were not optimal in a game that this solver graded, each with
    /// a better solution. Each run costs one call of [`solve`](Self::solve); if the work is
    /// stopped, the runs are those found by then.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn mistakes(&self, review: &Review) -> Result<Vec<Mistake>> {
        let mistake = |run: Range<usize>| {
            let (before, known) = match run.start.checked_sub(1) {
                None => (&review.state, review.bounds),
                Some(place) => (&review.moves[place].state, review.moves[place].bounds),
            };
            let after = review.moves[run.end - 1].distance();
            let least = known.exact().zip(after);
            let better = self.solve(before)?.moves();
            Ok(Mistake {
                first: run.start + 1,
                last: run.end,
                wasted: least.map(|(before, after)| run.len() as u32 + after - before),
                letters: better.letters(),
                jumps: better.jumps(self.puzzle()),
                better,
            })
        };
        let mut found = Vec::new();
        for run in review.mistakes() {
            if self.reporter().stopped() {
                break;
            }
            match mistake(run) {
                Err(Error::Interrupted(_)) if self.reporter().stopped() => break,
                mistake => found.push(mistake?),
            }
        }
        Ok(found)
    }

    /// Returns the bounds of each state of a game; `None` if the goal is out of reach.
    fn bounds_along(&self, path: &[State]) -> Result<Option<Vec<Bounds>>> {
        let Some((last, before)) = path.split_last() else {
            return Ok(None);
        };
        if self.is_ruled_out(last)? {
            return Ok(None);
        }
        let reporter = self.timed();
        let backend = self.backend()?;
        let proving = reporter.share(2);
        let end = match backend.bounds_of(last, &proving.share(2)) {
            Err(Error::Interrupted(_)) if reporter.stopped() => Some(Bounds::at_least(0)),
            answer => answer?.bounds,
        };
        let Some(end) = end else {
            return Ok(None);
        };
        let at_leisure = self.proves() && reporter.left().is_none();
        if at_leisure || backend.table().is_some() {
            let mut known = vec![Bounds::at_least(0); before.len()];
            known.push(end);
            match prove_backwards(backend, path, &mut known, &reporter) {
                Err(Error::Interrupted(_)) => {}
                done => done?,
            }
            // If the work is stopped, the rest has bounds.
            if known.iter().any(|known| known.exact().is_none()) {
                for (known, least) in known.iter_mut().zip(lower_bounds(backend, path)?) {
                    *known = known.meet(least);
                }
                settle(&mut known);
            }
            return Ok(Some(known));
        }
        let mut known = lower_bounds(backend, path)?;
        known[before.len()] = known[before.len()].meet(end);
        if self.proves() {
            match prove_backwards(backend, path, &mut known, &proving) {
                // The time of a proof is over.
                Ok(()) | Err(Error::Interrupted(_) | Error::NotExact(_)) => {}
                Err(error) => return Err(error),
            }
        }
        settle(&mut known);
        let left = known.iter().rposition(|known| known.exact().is_none());
        let places = spread(left.map_or(0, |last| last + 1));
        for (done, &place) in places.iter().enumerate() {
            if known[place].exact().is_none() && !reporter.over() {
                let share = reporter.share(places.len() - done);
                known[place] = backend.narrow(&path[place], known[place], &share)?;
                settle(&mut known);
            }
        }
        Ok(Some(known))
    }
}

/// Finds the distances of the states before the last, backwards from the end. Ends at the first
/// state whose successor has no proven distance.
fn prove_backwards(
    backend: &dyn Backend,
    path: &[State],
    known: &mut [Bounds],
    reporter: &Reporter,
) -> Result<()> {
    for (place, pair) in path.windows(2).enumerate().rev() {
        let Some(after) = known[place + 1].exact() else {
            break;
        };
        known[place] = known[place].meet(known[place + 1].beside());
        if known[place].exact().is_none() {
            let distance = backend.distance_beside(&pair[1], &pair[0], after, reporter)?;
            known[place] = distance.map_or(known[place], Bounds::of_distance);
        }
    }
    Ok(())
}

/// Narrows the bounds of each state of a game by those of the states before and after it.
fn settle(known: &mut [Bounds]) {
    for place in 1..known.len() {
        known[place] = known[place].meet(known[place - 1].beside());
    }
    for place in (1..known.len()).rev() {
        known[place - 1] = known[place - 1].meet(known[place].beside());
    }
}

/// Returns some of the first places: the first, then the middle, then the quarters.
fn spread(places: usize) -> Vec<usize> {
    let bits = SEARCHED.ilog2();
    let mut spread = Vec::new();
    for number in 0..SEARCHED {
        let place = places * (number.reverse_bits() >> (usize::BITS - bits)) / SEARCHED;
        if place < places && !spread.contains(&place) {
            spread.push(place);
        }
    }
    spread
}

/// Returns whether a move leads nearer to the goal, if that is proven.
fn leads_nearer(before: Bounds, after: Bounds) -> Option<bool> {
    let most = |bounds: Bounds| bounds.upper.unwrap_or(u32::MAX);
    if most(after) < before.lower {
        Some(true)
    } else if most(before) <= after.lower {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_spread() {
        assert!(spread(0).is_empty());
        assert_eq!(spread(1), [0]);
        assert_eq!(spread(4), [0, 2, 1, 3]);
        assert_eq!(spread(100)[..4], [0, 50, 25, 75]);
        for places in 1..200 {
            let mut spread = spread(places);
            assert_eq!(spread.len(), places.min(SEARCHED));
            spread.sort_unstable();
            spread.dedup();
            assert_eq!(spread.len(), places.min(SEARCHED), "{places}");
        }
    }

    /// What is known of one state of a game is known of those around it, one move more each.
    #[test]
    fn bounds_settle_both_ways() {
        let unknown = Bounds::at_least(0);
        let mut known = [unknown, unknown, Bounds::of_distance(10), unknown];
        settle(&mut known);
        let bounds = known.map(|known| (known.lower, known.upper));
        let around = [(8, 12), (9, 11), (10, 10), (9, 11)];
        assert_eq!(bounds, around.map(|(lower, upper)| (lower, Some(upper))));
    }
}
