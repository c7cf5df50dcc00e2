//! IDA\* for one goal of a sliding board.

use tilebase_core::{
    Monitor, Puzzle, Reduce,
    format::FormatError,
    sliding::{Board, Metric, Reduction, TileDistances},
};
use tilebase_solve::{
    Iteration, Proof, SolutionLimit, Stats,
    heuristic::{Guides, Heuristic, HeuristicName, LinearConflict, Maximum},
    ida::{
        BoardSolution, BoardSolver, Checkpoint, SearchOptions, SearchProgress, SolveError,
        StopReason,
    },
};

use super::{multi, patterns, traits::Backend};
use crate::{
    answers::{Answer, Bounds, Method, Solutions},
    event::{Event, Reporter, Searching},
    known::published::SearchTimes,
    library::Library,
    options::Options,
    store::SavedSearch,
    values::{Error, Result, State},
};

/// What an exact search proves: the distance, unless it was stopped; the moves of a shortest
/// solution on the canonical board, if none was known; and the rest of a long search that was
/// stopped.
type Searched = (Bounds, Option<Vec<u8>>, Stats, Option<Checkpoint>);

/// IDA\* for one goal.
pub(crate) struct ExactSearch {
    reduction: Reduction,
    solver: BoardSolver<'static>,
    /// The file in which the search is saved and from which it continues.
    resume: Option<SavedSearch>,
}

impl ExactSearch {
    /// Returns the search that the options name. Missing tables are built.
    ///
    /// # Errors
    /// If the options ask to save a search that cannot be saved, name an unknown heuristic, or if
    /// tables cannot be opened or built.
    pub fn new(library: &Library, reduction: Reduction, options: &Options) -> Result<Self> {
        // The file first: a search that cannot be saved should not wait for tables.
        let resume = options.resume.as_deref().map(SavedSearch::at).transpose()?;
        let solver = solver(library, &reduction, options)?;
        if resume.is_some() && !solver.saves() {
            return Err(Error::not_saved(solver.heuristic()));
        }
        Ok(Self {
            reduction,
            solver,
            resume,
        })
    }

    /// Returns whether the search can pause between its iterations, and be saved: if pattern
    /// databases guide it.
    pub fn pauses(&self) -> bool {
        self.solver.saves()
    }

    /// Returns what `work` makes of the canonical board; `None` if no moves lead to the goal.
    fn run<T>(
        &self,
        state: &State,
        reporter: &Reporter,
        work: impl FnOnce(&Board, &Monitor<'_, Iteration>) -> Result<T, SolveError>,
    ) -> Result<Option<T>> {
        let board = Board::try_from(state)?;
        if !self.reduction.may_reach_goal(&board) {
            return Ok(None);
        }
        let board = self.reduction.apply(&board);
        let event =
            |done: &Iteration| self.progress(done.threshold, None, done.generated, done.seconds);
        let watched = |monitor: &Monitor<'_, Iteration>| work(&board, monitor);
        match reporter.watch(event, watched) {
            Ok(found) => Ok(Some(found)),
            Err(SolveError::Unsolvable) => Ok(None),
            Err(SolveError::WrongShape { found, .. }) => Err(Error::OtherPuzzle {
                expected: Puzzle::Sliding(self.reduction.goal().shape()),
                found: Puzzle::Sliding(found),
            }),
            Err(SolveError::Table(error)) => Err(error.into()),
            Err(SolveError::Damaged(page)) => Err(FormatError::from(page).into()),
            Err(error @ SolveError::TooLong { .. }) => Err(Error::Patterns(error.to_string())),
            Err(SolveError::Saved(error)) => {
                Err(SavedSearch::of_no_use(self.resume.as_ref(), error))
            }
            Err(halted) => Err(Error::Interrupted(halted.to_string())),
        }
    }

    fn progress(
        &self,
        threshold: u32,
        done: Option<(f64, f64)>,
        generated: u64,
        seconds: f64,
    ) -> Event<'static> {
        let reduction = &self.reduction;
        let times = SearchTimes::of(reduction.goal().shape(), reduction.metric());
        Event::Searching(Searching {
            bounds: Bounds::at_least(threshold),
            done,
            generated,
            seconds,
            longer: times.map(|times| (times.longer(seconds), times.boards)),
            ..Searching::default()
        })
    }

    /// Returns the search that the file holds, if there is one.
    pub fn saved(&self) -> Result<Option<Checkpoint>> {
        self.resume.as_ref().map_or(Ok(None), SavedSearch::read)
    }

    /// Searches for a shortest solution, or one shorter than that of an answer; `rest` is a search
    /// to continue. Returns the answer known at the end, which is not changed if no moves lead to
    /// the goal, and the rest of a long search that was stopped: after some boards, or because its
    /// time is over or the caller asks for it.
    pub fn improve(
        &self,
        known: Answer,
        rest: Option<Checkpoint>,
        pause_after: Option<u64>,
        reporter: &Reporter,
    ) -> Result<(Answer, Option<Checkpoint>)> {
        let file = self.resume.as_ref();
        let keep = file.map(|file| move |search: &Checkpoint| file.keep(search, reporter));
        let watch = |now: &SearchProgress| {
            let done = Some((now.done, now.left));
            reporter.report(&self.progress(now.threshold, done, now.generated, now.seconds));
        };
        let below = known.upper();
        let options = SearchOptions {
            resume: rest,
            below,
            node_limit: pause_after,
            save: keep.as_ref().map(|keep| keep as _),
            watch: Some(&watch),
        };
        // Where a solution is known, it is the answer, whether the rest is saved or not.
        let found = self.search(&known.state, options, below.is_some(), reporter);
        let found = found.map_err(|error| match (error, file) {
            (Error::Interrupted(said), Some(file)) => Error::Interrupted(said + &file.later()),
            (error, _) => error,
        });
        let Some((bounds, moves, stats, rest)) = found? else {
            return Ok((known, None));
        };
        let proof = bounds.exact().map(|_| Proof::Search);
        if let (Some(_), Some(file)) = (proof, file) {
            file.remove()?;
        }
        let path = moves.map(|moves| self.path(&known.state, &moves));
        let answer = Answer {
            method: match known.method {
                Method::Beam if proof.is_none() => Method::Beam,
                _ => Method::Search,
            },
            bounds: Some(bounds),
            proof,
            path: path.or(known.path),
            heuristic: Some(self.heuristic()),
            stats: Some(stats),
            ..known
        };
        Ok((answer, rest))
    }

    /// Searches once. If the caller asks to stop, that is an error unless the search `may_stop`.
    fn search(
        &self,
        state: &State,
        options: SearchOptions<'_>,
        may_stop: bool,
        reporter: &Reporter,
    ) -> Result<Option<Searched>> {
        let upper = options.below;
        self.run(state, reporter, |board, monitor| {
            match self.solver.solve_with(board, options, monitor) {
                Ok(BoardSolution { moves, stats, .. }) => {
                    let bounds = Bounds::of_distance(moves.len() as u32);
                    Ok((bounds, Some(moves), stats, None))
                }
                Err(SolveError::NoneShorter(stats)) => {
                    let bounds = Bounds::of_distance(upper.unwrap_or_default());
                    Ok((bounds, None, stats, None))
                }
                Err(SolveError::Stopped(stopped))
                    if stopped.reason == StopReason::Limit || may_stop || !reporter.stopped() =>
                {
                    let lower = stopped.at_least;
                    Ok((Bounds { lower, upper }, None, stopped.stats, stopped.rest))
                }
                Err(error) => Err(error),
            }
        })
    }

    /// Returns the user's states along the moves of the blank on the canonical board.
    fn path(&self, start: &State, moves: &[u8]) -> Vec<State> {
        let moves = moves.iter().map(|&to| self.reduction.restored_cell(to));
        start.along(&moves.collect::<Vec<u8>>())
    }

    /// Returns where the canonical board of a state has its blank.
    fn blank(&self, state: &State) -> Result<usize> {
        Ok(self.reduction.apply(&Board::try_from(state)?).blank())
    }
}

impl Backend for ExactSearch {
    fn heuristic(&self) -> String {
        self.solver.heuristic().to_owned()
    }

    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        let (answer, _) = self.improve(
            Answer::unsolvable(state.clone()),
            self.saved()?,
            None,
            reporter,
        )?;
        Ok(answer)
    }

    /// Nothing is saved: the file is that of another search.
    fn narrow(&self, state: &State, known: Bounds, reporter: &Reporter) -> Result<Bounds> {
        let options = SearchOptions {
            below: known.upper,
            ..SearchOptions::default()
        };
        let found = self.search(state, options, true, reporter)?;
        Ok(found.map_or(known, |(bounds, ..)| bounds.meet(known)))
    }

    /// Searches no farther than the distance, and not at all if the parity or the heuristic rules
    /// it out.
    fn is_at(&self, state: &State, distance: u32, reporter: &Reporter) -> Result<bool> {
        let board = self.reduction.apply(&Board::try_from(state)?);
        let (shape, home) = (self.reduction.shape(), self.reduction.home());
        let slidings = shape.row(board.blank()).abs_diff(shape.row(home))
            + shape.col(board.blank()).abs_diff(shape.col(home));
        // Each sliding takes the blank to a cell of the other colour.
        let other_parity = (slidings as u32 ^ distance) & 1 == 1;
        if other_parity && self.reduction.metric() == Metric::Single {
            return Ok(false);
        }
        match self.bound(state)? {
            Some(bound) if bound <= distance => {
                let options = SearchOptions {
                    below: Some(distance + 1),
                    ..SearchOptions::default()
                };
                let found = self.search(state, options, false, reporter)?;
                Ok(found.is_some_and(|(bounds, ..)| bounds.exact() == Some(distance)))
            }
            _ => Ok(false),
        }
    }

    fn distance_beside(
        &self,
        state: &State,
        next: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>> {
        let next = self.reduction.apply(&Board::try_from(next)?);
        self.run(state, reporter, |board, monitor| {
            self.solver.distance_beside(board, &next, distance, monitor)
        })
    }

    fn distances_beside(
        &self,
        state: &State,
        neighbours: &[State],
        nearer: Option<&State>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<Bounds>>> {
        let nearer = nearer.map(|next| self.blank(next)).transpose()?;
        let hints = self.run(state, reporter, |board, monitor| {
            self.solver.hints(board, distance, nearer, monitor)
        })?;
        let after = |next: &State| {
            let to = self.blank(next)?;
            let hint = hints.iter().flatten().find(|(cell, _)| *cell == to);
            Ok(hint.map(|(_, after)| Bounds {
                lower: *after.start(),
                upper: Some(*after.end()),
            }))
        };
        neighbours.iter().map(after).collect()
    }

    fn listed_neighbours(&self, metric: Metric, state: &State) -> Result<Vec<State>> {
        // In the order of moves on the canonical board.
        let board = self.reduction.apply(&Board::try_from(state)?);
        let moves = board.shape().destinations(board.blank(), metric);
        let after = |to: usize| self.path(state, &[to as u8]).pop();
        Ok(moves.filter_map(after).collect())
    }

    fn solutions(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<Solutions> {
        let found = self.run(state, reporter, |board, monitor| {
            self.solver.solutions(board, wanted, monitor)
        })?;
        Ok(Solutions::along(found, |moves| self.path(state, moves)))
    }

    fn bound(&self, state: &State) -> Result<Option<u32>> {
        let board = Board::try_from(state)?;
        let estimate = || self.solver.estimate(&self.reduction.apply(&board));
        Ok(self.reduction.may_reach_goal(&board).then(estimate))
    }

    fn check_heuristic(&self) -> Result<()> {
        Ok(self.solver.damage().map_err(FormatError::from)?)
    }
}

/// Returns the solver of canonical boards that the options name: by pattern databases, which are
/// built if they are missing, or by another heuristic.
fn solver(
    library: &Library,
    reduction: &Reduction,
    options: &Options,
) -> Result<BoardSolver<'static>> {
    if reduction.metric() == Metric::Multi {
        return multi::solver(library, reduction, options);
    }
    if let Some(solver) = patterns::solver(library, reduction, options)? {
        return Ok(solver);
    }
    let (shape, home) = (reduction.shape(), reduction.home());
    let instead = ": use linear-conflict or a pattern database";
    let walking = || multi::walking(library, reduction, instead);
    let goal = shape.ordered_cells(home);
    let heuristic: Box<dyn Heuristic> = match patterns::heuristic(options)? {
        HeuristicName::Manhattan => Box::new(TileDistances::new(shape, &goal)),
        HeuristicName::LinearConflict => Box::new(LinearConflict::new(shape, &goal)),
        HeuristicName::WalkingDistance => Box::new(walking()?),
        HeuristicName::Maximum => Box::new(Maximum(vec![
            Box::new(LinearConflict::new(shape, &goal)),
            Box::new(walking()?),
        ])),
        other => return Err(Error::unknown_heuristic(other, Guides::Boards)),
    };
    Ok(BoardSolver::with_heuristic(
        Metric::Single,
        shape,
        home,
        heuristic,
    ))
}
