//! The value of each move.

use tilebase_core::{parallel, sliding::Metric};

use crate::{
    answers::{Answer, Bounds, Hint, Hints},
    backend::Backend,
    event::Reporter,
    policy,
    solver::Solver,
    values::{Error, Input, Result, State},
};

impl Solver {
    /// Returns every legal move with the distance after it, best first.
    ///
    /// The distances are proven if a table answers or if the time of a search is not limited. With
    /// a [time](Self::with_time) or a [width](Self::with_width), and on boards of
    /// more than 25 cells, there may be bounds: half of the time (by default, of one second) is for
    /// the state, the other half for the states after the moves.
    ///
    /// A search costs about as much as another solution. In the multi-tile metric it therefore
    /// finds which moves lead nearer, but may leave bounds for the others: as far, or one move
    /// farther.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let large = Library::in_memory().puzzle("6x6")?.with_width(100);
    /// let board = large.random(1, &mut tilebase::seeded(1)).remove(0);
    /// let hints = large.hints(&board)?;
    /// let (best, next) = (&hints.moves[0], &hints.moves[1]);
    /// assert!(best.bounds.upper <= next.bounds.upper);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn hints<'a>(&self, state: impl Into<Input<'a>>) -> Result<Hints> {
        let state = self.read(state)?;
        if self.is_ruled_out(&state)? {
            return self.hints_after(&Answer::unsolvable(state.into_owned()));
        }
        // A table has the distance at once; the search that finds it also finds a best move.
        let reporter = self.timed();
        let backend = self.backend()?;
        let answer = backend.bounds_of(&state, &reporter.share(2))?;
        self.hints_within(&answer, &reporter)
    }

    /// Returns hints for somebody who waits: as [`hints`](Self::hints) does, but with bounds for
    /// what is not proven after 1.6 seconds, if neither a [time](Self::with_time) nor a
    /// [width](Self::with_width) is set. Opening and building tables is not part of that
    /// time.
    pub fn hints_soon<'a>(&self, state: impl Into<Input<'a>>) -> Result<Hints> {
        let state = self.read(state)?;
        let is_limited = self.timed().left().is_some() || self.options.width.is_some();
        if is_limited || self.is_ruled_out(&state)? || self.backend()?.table().is_some() {
            return self.hints(&*state);
        }
        let reporter = self.reporter().within(Some(policy::HINT_TIME));
        let proven = self.backend()?.bounds_of(&state, &reporter.share(2))?;
        match proven.bounds {
            // The search alone knows no solution. With a time limit, beams find one.
            Some(known) if known.upper.is_none() => {
                let timed = self.clone().with_time(reporter.left());
                let found = timed.backend()?.bounds_of(&state, &reporter.share(2))?;
                let bounds = found.bounds.map(|found| found.meet(known));
                timed.hints_within(&Answer { bounds, ..found }, &reporter)
            }
            _ => self.hints_within(&proven, &reporter),
        }
    }

    /// Returns the hints for a state whose answer is known. A search then only decides, for each
    /// move except the first of the answer's path, whether it leads nearer, and takes no longer
    /// than the [time](Self::with_time) that is set.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let solver = Library::in_memory().puzzle("3x3")?.with_heuristic("pdb");
    /// let answer = solver.solve("1 2 3 / 4 5 6 / 0 7 8")?;
    /// let hints = solver.hints_after(&answer)?;
    /// assert_eq!(hints.moves[0].distance(), Some(1));
    /// assert_eq!(hints.moves[1].distance(), Some(3));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn hints_after(&self, answer: &Answer) -> Result<Hints> {
        self.hints_within(answer, &self.timed())
    }

    fn hints_within(&self, answer: &Answer, reporter: &Reporter) -> Result<Hints> {
        let state = self.read(&answer.state)?;
        let (mut here, mut moves) = (answer.bounds, Vec::new());
        if let Some(known) = &mut here {
            let neighbours = state.neighbours(self.metric());
            let after = self.bounds_after(answer, known, &neighbours, reporter)?;
            for (next, bounds) in neighbours.into_iter().zip(after) {
                let hint = state.move_in(self.metric(), &next).zip(bounds);
                moves.extend(hint.map(|(step, bounds)| Hint {
                    step,
                    state: next,
                    bounds,
                }));
            }
        }
        moves.sort_by_key(|hint: &Hint| {
            let Bounds { lower, upper } = hint.bounds;
            (upper.unwrap_or(u32::MAX), lower)
        });
        Ok(Hints {
            state: state.into_owned(),
            metric: self.metric(),
            bounds: here,
            moves,
        })
    }

    /// Returns the bounds of each neighbour of a state, and narrows those of the state.
    fn bounds_after(
        &self,
        answer: &Answer,
        known: &mut Bounds,
        neighbours: &[State],
        reporter: &Reporter,
    ) -> Result<Vec<Option<Bounds>>> {
        let backend = self.backend()?;
        let on_path = answer.path.as_ref().and_then(|path| path.get(1));
        let decides = self.proves() || backend.table().is_some();
        if let Some(here) = known.exact().filter(|_| decides) {
            let (state, half) = (&answer.state, reporter.share(2));
            match backend.distances_beside(state, neighbours, on_path, here, &half) {
                // Bounds take the other half of the time.
                Err(Error::Interrupted(_) | Error::NotExact(_)) if reporter.left().is_some() => {}
                after => return after,
            }
        }
        let mut after = lower_bounds(backend, neighbours)?;
        for (next, bounds) in neighbours.iter().zip(&mut after) {
            *bounds = bounds.meet(known.beside());
            if on_path == Some(next) {
                bounds.upper = known.upper.map(|upper| upper - 1);
            }
        }
        for (place, next) in neighbours.iter().enumerate() {
            let share = reporter.share(neighbours.len() - place);
            if after[place].exact().is_none() {
                after[place] = backend.narrow(next, after[place], &share)?;
            }
        }
        // A solution begins with one of the moves, and each neighbour has a solution through the
        // state.
        let nearest = Bounds {
            lower: after.iter().map(|after| after.lower).min().unwrap_or(0),
            upper: after.iter().filter_map(|after| after.upper).min(),
        };
        if known.exact() != Some(0) {
            *known = known.meet(Bounds {
                lower: nearest.lower + 1,
                upper: nearest.upper.map(|upper| upper + 1),
            });
        }
        // Moves along one line of tiles lead to states that are neighbours of each other. Moves of
        // single tiles do not, and a row may have thousands of moves, too many for all pairs.
        let in_lines = self.metric() == Metric::Multi;
        let settled = neighbours.iter().zip(&after).map(|(state, &own)| {
            let others = neighbours.iter().zip(&after).filter(|_| in_lines);
            let beside = others.filter(|(other, _)| state.move_to(other).is_some());
            let met = beside.fold(own, |met, (_, other)| met.meet(other.beside()));
            Some(met.meet(known.beside()))
        });
        Ok(settled.collect())
    }
}

/// Returns the lower bounds of states that can reach the goal, by the heuristic of a search.
pub(super) fn lower_bounds(backend: &dyn Backend, states: &[State]) -> Result<Vec<Bounds>> {
    let bounds = parallel::try_map(states, |state| {
        Ok::<_, Error>(Bounds::at_least(backend.bound(state)?.unwrap_or(0)))
    })?;
    backend.check_heuristic()?;
    Ok(bounds)
}
