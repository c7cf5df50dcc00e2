//! Sliding boards of any size: a first solution, shorter ones as time permits, and lower bounds.
//!
//! After the first beam, an exact search takes an eighth of the time, if the board is small enough
//! for one: easy boards are proven at once. Then beams take half of the time, and the search
//! continues. If time is not limited, a beam runs between its iterations whenever that takes less
//! time than they have taken: a shortest solution makes the iteration unnecessary that would find
//! one. A search that cannot pause follows one beam. On larger boards, a short search raises the
//! bound once there is a solution, and a second one takes the last eighth of the time.

use std::{sync::Arc, time::Duration};

use tilebase_anytime::{
    CanonicalFrame, Improvements, Improver, Limits, ends_of_moves, rounds_within, shorten, steps,
};
use tilebase_core::{Puzzle, Stopwatch, format::FormatError, sliding::Metric};
use tilebase_solve::{
    SolutionLimit,
    heuristic::BoardBound,
    ida::{Checkpoint, RaisedBound},
};

use super::{board_goal::BoardGoal, board_search::BoardBackend, patterns, traits::Backend};
use crate::{
    Answer, Bounds, Error, Event, Improvement, Library, Options, Proof, Result, Searching,
    Solutions, State, event::Reporter, rules::gap,
};

/// The width of the beam before an exact search that has no time limit and cannot pause: it takes a
/// tenth of a second.
const WIDTH_BEFORE_PROOF: usize = 10_000;

/// The number of boards that an exact search generates for each board in a layer of a beam between
/// its iterations. Such a beam takes about half of the time that the search has taken.
const GENERATED_PER_BOARD: u64 = 700;

/// The factor by which such a beam is wider than the one before, at least.
const WIDER: usize = 3;

/// The greatest width of such a beam.
const WIDEST: usize = 1_000_000;

/// The time in which an exact search is prepared.
const PREPARED: Duration = Duration::from_millis(100);

/// The bytes that beams take unless the options say otherwise.
const MEMORY: u64 = 1 << 30;

/// The cells of the boards that are expanded to raise the bound of a large board before beams: this
/// takes some 10 ms.
const EXPANDED_BEFORE_BEAMS: u64 = 1 << 19;

/// Beams, and an exact search of smaller boards.
pub(super) struct AnytimeSearch {
    goal: BoardGoal,
    metric: Metric,
    frame: CanonicalFrame,
    improver: Improver,
    exact: Option<BoardBackend>,
    /// The lower bound if there is no exact search.
    bound: BoardBound,
    /// The width of the only beam.
    width: Option<usize>,
    memory: u64,
}

impl AnytimeSearch {
    pub fn new(
        goal: BoardGoal,
        metric: Metric,
        exact: Option<BoardBackend>,
        library: &Library,
        options: &Options,
    ) -> Result<Self> {
        let (shape, models) = (goal.shape, Arc::clone(&library.models));
        if exact.is_none() {
            patterns::check_bound(shape, metric, options)?;
        }
        Ok(Self {
            frame: CanonicalFrame::new(shape, goal.state.cells()),
            improver: Improver::new(shape, metric, models, options.seed.unwrap_or(0)),
            bound: patterns::bound(library, shape, metric, goal.state.cells(), options)?,
            width: options.width,
            memory: options.memory.unwrap_or(MEMORY),
            goal,
            metric,
            exact,
        })
    }

    /// Returns when beams end: an exact search has an eighth of the time before them, and three
    /// eighths after them. Another search has an eighth.
    fn limits(&self, at_least: u32, reporter: &Reporter) -> Limits {
        let (left, exact) = (reporter.left(), self.exact.is_some());
        let share = |left: Duration| {
            if exact {
                left * 5 / 8
            } else if self.raises_bounds(reporter) {
                left - left / 8
            } else {
                left
            }
        };
        let proof_follows = exact && left.is_none();
        Limits {
            time: left.map(share),
            width: self.width.or(proof_follows.then_some(WIDTH_BEFORE_PROOF)),
            memory: Some(self.memory),
            at_least: at_least as usize,
            below: None,
        }
    }

    /// Returns whether beams run between the iterations of an exact search: if its time is not
    /// limited, and pattern databases guide it. Others cannot pause.
    fn takes_turns(&self, reporter: &Reporter) -> bool {
        let pauses = self
            .exact
            .as_ref()
            .is_some_and(|exact| exact.solver.saves());
        pauses && reporter.left().is_none()
    }

    /// Returns the moves of the shortest solution that beams find, if it is shorter than the one
    /// known.
    fn shorter(&self, state: &State, known: Bounds, reporter: &Reporter) -> Option<u32> {
        let limits = self.limits(known.lower, reporter);
        // The solution of a laid board may be longer, by the moves of the blank from the corner.
        let below = known
            .upper
            .map(|upper| upper as usize + self.frame.detour());
        let limits = Limits { below, ..limits };
        let start = self.frame.canonicalize(state.cells());
        let stop = Arc::clone(&reporter.stop);
        let paths = self.improver.improvements(&start, limits, stop);
        let moves = paths.map(|path| self.moves_back(state, &path).len() as u32);
        moves
            .min()
            .filter(|&moves| known.upper.is_none_or(|upper| moves < upper))
    }

    /// Returns the exact search.
    ///
    /// # Errors
    /// If there is none.
    fn exact(&self) -> Result<&BoardBackend> {
        let puzzle = Puzzle::Sliding(self.goal.shape);
        self.exact.as_ref().ok_or(Error::NotExact(puzzle))
    }

    fn lower(&self, state: &State) -> Result<u32> {
        let bound = self.bound(state)?;
        self.check_heuristic()?;
        Ok(bound.unwrap_or(0))
    }

    /// Returns the answer with this solution of the laid board.
    fn answer_with(&self, state: &State, lower: u32, path: &[u8]) -> Answer {
        let moves = self.moves_back(state, path);
        let answer = Answer::unsolvable(state.clone()).within(Bounds::at_least(lower));
        answer.along_game(&state.along(&moves))
    }

    /// Returns the moves of a board, as the cells to which the blank moves, for a path of the laid
    /// board.
    fn moves_back(&self, state: &State, path: &[u8]) -> Vec<u8> {
        let path = self.frame.path_back(state.cells(), path);
        ends_of_moves(self.metric, gap(state.cells()) as u8, &path)
    }

    /// Returns whether a search raises the bound before beams and after them: an exact one, or
    /// another on boards of more than 25 cells or if several tiles may slide in one move; and if
    /// time alone ends the work.
    fn raises_bounds(&self, reporter: &Reporter) -> bool {
        let large = self.metric == Metric::Multi || !self.goal.is_solved_soon();
        let searched = self.exact.is_some() || large;
        searched && self.width.is_none() && reporter.left().is_some()
    }

    /// Returns whether a search before beams has expanded enough boards.
    fn is_enough(&self, expanded: u64) -> bool {
        expanded * self.goal.shape.cells() as u64 >= EXPANDED_BEFORE_BEAMS
    }

    /// Searches a board of any size for a shorter solution than that of an answer. Returns the
    /// answer known at the end.
    fn raise(&self, known: &Answer, stop: &dyn Fn(u64) -> bool) -> Result<Answer> {
        let bounds = known.bounds.unwrap_or(Bounds::at_least(0));
        let (cells, below) = (known.state.cells(), bounds.upper.unwrap_or(u32::MAX));
        let raised = self.bound.search(cells, bounds.lower, below, stop);
        self.check_heuristic()?;
        let (bounds, path) = match raised {
            RaisedBound::Solution(path) => (
                Bounds::of_distance(path.len() as u32),
                Some(known.state.along(&path)),
            ),
            RaisedBound::AtLeast(lower) => (Bounds { lower, ..bounds }, known.path.clone()),
        };
        let proof = bounds.exact().map(|_| Proof::Search);
        Ok(Answer {
            bounds: Some(bounds),
            proof,
            path,
            heuristic: Some(self.bound.name()),
            ..known.clone()
        })
    }
}

/// Returns the reporter of an exact search before beams, whose time is an eighth; `None` if that is
/// not enough to prepare a search.
fn soon(reporter: &Reporter) -> Option<Reporter> {
    let eighth = reporter.left().map(|left| left / 8);
    let is_enough = eighth.is_none_or(|time| time >= PREPARED);
    is_enough.then(|| reporter.within(eighth))
}

/// An iterator over better and better solutions of a board, the proof last.
struct UntilProven<'a> {
    search: &'a AnytimeSearch,
    state: State,
    reporter: Reporter,
    watch: Stopwatch,
    /// Solutions of the laid board, while there may be more.
    improvements: Option<Improvements<'a>>,
    /// The exact search, until it has ended.
    exact: Option<&'a BoardBackend>,
    /// The rest of the exact search, if it was saved or has paused.
    rest: Option<Checkpoint>,
    /// The width of the last beam between its iterations.
    width: usize,
    lower: u32,
    /// The number of tasks of beams done.
    tasks: usize,
    best: Option<Answer>,
}

impl<'a> UntilProven<'a> {
    fn step(&mut self) -> Result<Option<Answer>> {
        let search = self.search;
        if self.best.as_ref().is_some_and(|best| best.proof.is_some()) {
            return Ok(None);
        }
        let begun = self.improvements.is_some();
        while let Some(mut improvements) = self.improvements.take() {
            // An exact search waits for a short beam.
            let now = self.tasks == 1 + usize::from(self.exact.is_some());
            self.tasks += 1;
            let raised = if now { self.raise_soon()? } else { None };
            if let Some(answer) = raised {
                improvements.set_at_least(answer.lower() as usize);
                self.improvements = Some(improvements);
                return Ok(Some(answer));
            }
            let found = improvements.advance();
            // If beams take turns, the first solution is constructed.
            if found.is_some() && !search.takes_turns(&self.reporter) {
                self.improvements = Some(improvements);
            }
            // Where the blank's home is not in a corner, a shorter solution of the laid board may
            // give one that is not shorter.
            let known = self.best.as_ref().and_then(Answer::upper);
            let answer = |path: Vec<u8>| search.answer_with(&self.state, self.lower, &path);
            let shorter = |answer: &Answer| known.is_none_or(|known| answer.upper() < Some(known));
            if let Some(answer) = found.flatten().map(answer).filter(shorter) {
                return Ok(Some(answer));
            }
        }
        // A solution is known: a request to stop ends the search as the time limit does.
        let Some(best) = self.best.clone().filter(|_| !self.reporter.stopped()) else {
            return Ok(None);
        };
        match self.exact.take() {
            Some(exact) => self.prove(exact, best).map(Some),
            None if begun && search.raises_bounds(&self.reporter) => {
                let answer = search.raise(&best, &|_| self.reporter.over())?;
                Ok(Some(answer).filter(|answer| answer.bounds != best.bounds))
            }
            None => Ok(None),
        }
    }

    /// Raises the bound before beams, if that is worth the time. Returns the answer with another
    /// bound.
    fn raise_soon(&mut self) -> Result<Option<Answer>> {
        let (search, reporter) = (self.search, &self.reporter);
        let Some(best) = self
            .best
            .as_ref()
            .filter(|_| search.raises_bounds(reporter))
        else {
            return Ok(None);
        };
        let answer = match (self.exact, soon(reporter)) {
            (Some(exact), Some(soon)) => {
                let (answer, rest) = exact.improve(best.clone(), self.rest.take(), None, &soon)?;
                self.rest = rest;
                answer
            }
            (Some(_), None) => return Ok(None),
            (None, _) => {
                let stop = |expanded| search.is_enough(expanded) || reporter.over();
                search.raise(best, &stop)?
            }
        };
        self.lower = answer.lower();
        Ok(Some(answer).filter(|answer| answer.bounds != best.bounds))
    }

    /// Continues the exact search, and runs beams between its iterations. Returns the next shorter
    /// solution, or the last answer.
    fn prove(&mut self, exact: &'a BoardBackend, mut best: Answer) -> Result<Answer> {
        let takes_turns = self.search.takes_turns(&self.reporter);
        loop {
            let shorter = if takes_turns { self.beam(&best) } else { None };
            if let Some(shorter) = shorter {
                best = shorter;
                // If no solution can be shorter, the search ends at once.
                if best.proof.is_none() {
                    self.exact = Some(exact);
                    return Ok(best);
                }
            }
            let next = WIDER * self.width;
            let pauses = takes_turns && next <= self.widest(&best);
            let pause_after = pauses.then_some(next as u64 * GENERATED_PER_BOARD);
            let rest = self.rest.take();
            (best, self.rest) = exact.improve(best, rest, pause_after, &self.reporter)?;
            match &self.rest {
                Some(rest) if takes_turns => self.lower = rest.lower(),
                _ => return Ok(best),
            }
        }
    }

    /// Returns a shorter solution if a beam is due and finds one.
    fn beam(&mut self, known: &Answer) -> Option<Answer> {
        let (search, reporter) = (self.search, &self.reporter);
        let generated = self.rest.as_ref()?.stats().generated;
        let width = (generated / GENERATED_PER_BOARD).min(self.widest(known) as u64) as usize;
        if width < WIDER * self.width {
            return None;
        }
        self.width = width;
        let start = search.frame.canonicalize(self.state.cells());
        let below = known.upper()? as usize + search.frame.detour();
        let over = || reporter.over();
        let path = search.improver.beam(&start, width, below, &over)?;
        let answer = search.answer_with(&self.state, self.lower, &path);
        Some(answer).filter(|answer| answer.upper() < known.upper())
    }

    /// Returns the greatest width of a beam between iterations.
    fn widest(&self, known: &Answer) -> usize {
        let search = self.search;
        let length = known.upper().unwrap_or(0) as usize + search.frame.detour();
        search.improver.widest(length, search.memory).min(WIDEST)
    }
}

impl Iterator for UntilProven<'_> {
    type Item = Result<Improvement>;

    fn next(&mut self) -> Option<Self::Item> {
        let answer = match self.step().transpose()? {
            Ok(answer) => answer,
            Err(error) => return Some(Err(error)),
        };
        self.best = Some(answer.clone());
        let seconds = self.watch.seconds();
        if let Some(bounds) = answer.bounds {
            self.reporter.report(&Event::Searching(Searching {
                bounds,
                seconds,
                ..Searching::default()
            }));
        }
        Some(Ok(Improvement { answer, seconds }))
    }
}

impl Backend for AnytimeSearch {
    fn heuristic(&self) -> String {
        let exact = self.exact.as_ref().map(|exact| exact.heuristic());
        exact.unwrap_or_else(|| self.bound.name())
    }

    fn improvements<'a>(
        &'a self,
        state: State,
        reporter: Reporter,
    ) -> Result<Box<dyn Iterator<Item = Result<Improvement>> + 'a>> {
        let (solvable, _) = self.goal.check(&state);
        if !solvable {
            return Ok(Box::new(std::iter::empty()));
        }
        let lower = self.lower(&state)?;
        let limits = self.limits(lower, &reporter);
        let start = self.frame.canonicalize(state.cells());
        let stop = Arc::clone(&reporter.stop);
        Ok(Box::new(UntilProven {
            search: self,
            state,
            reporter,
            watch: Stopwatch::start(),
            improvements: Some(self.improver.improvements(&start, limits, stop)),
            exact: self.exact.as_ref(),
            rest: self.exact.as_ref().map_or(Ok(None), BoardBackend::saved)?,
            width: 0,
            lower,
            tasks: 0,
            best: None,
        }))
    }

    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        let mut best = Answer::unsolvable(state.clone());
        for improvement in self.improvements(state.clone(), reporter.clone())? {
            best = improvement?.answer;
        }
        Ok(best)
    }

    /// Half of the time goes to beams between the ends, if there is a model, and to an exact
    /// search; the other half to windows of the best game known.
    fn shorten(&self, game: &[State], reporter: &Reporter) -> Result<Answer> {
        let (start, shape) = (&game[0], self.goal.shape);
        let bounds = Bounds::at_least(self.lower(start)?);
        let mut best = Answer::unsolvable(start.clone())
            .within(bounds)
            .along_game(game);
        if self.exact.is_some() || self.improver.has_model() {
            for improvement in self.improvements(start.clone(), reporter.share(2))? {
                let answer = improvement?.answer;
                if answer.upper() < best.upper() || answer.proof.is_some() {
                    best = answer;
                }
            }
        }
        let (false, Some(path)) = (best.proof.is_some(), &best.path) else {
            return Ok(best);
        };
        let path: Vec<u8> = path[1..]
            .iter()
            .map(|state| gap(state.cells()) as u8)
            .collect();
        let blank = gap(start.cells()) as u8;
        let rounds = rounds_within(shape, self.memory);
        let stop = || reporter.over();
        let slides = steps(shape, blank, &path);
        let shorter = shorten(shape, start.cells(), &slides, rounds, &stop).unwrap_or(slides);
        // Fewer slides may be more moves of several tiles.
        let shorter = ends_of_moves(self.metric, blank, &shorter);
        let shortest = if shorter.len() < path.len() { shorter } else { path };
        Ok(best.along_game(&start.along(&shortest)))
    }

    fn narrow(&self, state: &State, known: Bounds, reporter: &Reporter) -> Result<Bounds> {
        let known = match (&self.exact, soon(reporter)) {
            (Some(exact), Some(soon)) => exact.narrow(state, known, &soon)?,
            _ => known,
        };
        if known.exact().is_some() || reporter.over() {
            return Ok(known);
        }
        let shorter = self.shorter(state, known, reporter);
        let known = Bounds {
            upper: shorter.or(known.upper),
            ..known
        };
        match &self.exact {
            _ if known.exact().is_some() => Ok(known),
            Some(exact) => exact.narrow(state, known, reporter),
            None if !self.raises_bounds(reporter) => Ok(known),
            None => {
                let answer = Answer::unsolvable(state.clone()).within(known);
                let stop = |expanded| self.is_enough(expanded) || reporter.over();
                Ok(self.raise(&answer, &stop)?.bounds.unwrap_or(known))
            }
        }
    }

    fn distance_beside(
        &self,
        state: &State,
        next: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>> {
        if let Some(exact) = &self.exact {
            return exact.distance_beside(state, next, distance, reporter);
        }
        // A move changes the distance by one at most.
        let (nearer, farther) = (distance.saturating_sub(1), distance + 1);
        let stop = |_| reporter.over();
        let raised = self.bound.search(next.cells(), nearer, farther, &stop);
        self.check_heuristic()?;
        match raised {
            RaisedBound::Solution(path) => Ok(Some(path.len() as u32)),
            RaisedBound::AtLeast(least) if least >= farther => Ok(Some(farther)),
            RaisedBound::AtLeast(_) if reporter.stopped() => Err(Error::stopped()),
            RaisedBound::AtLeast(_) => Err(Error::NotExact(state.puzzle())),
        }
    }

    fn distances_beside(
        &self,
        state: &State,
        neighbours: &[State],
        nearer: Option<&State>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<Bounds>>> {
        self.exact()?
            .distances_beside(state, neighbours, nearer, distance, reporter)
    }

    fn solutions(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<Solutions> {
        self.exact()?.solutions(state, wanted, reporter)
    }

    fn bound(&self, state: &State) -> Result<Option<u32>> {
        if let Some(exact) = &self.exact {
            return exact.bound(state);
        }
        let (solvable, _) = self.goal.check(state);
        Ok(solvable.then(|| self.bound.of_cells(state.cells())))
    }

    fn check_heuristic(&self) -> Result<()> {
        match &self.exact {
            Some(exact) => exact.check_heuristic(),
            None => Ok(self.bound.damage().map_err(FormatError::from)?),
        }
    }
}
