//! Sliding boards of any size: a first solution, shorter ones as time permits, and lower bounds.
//!
//! The phases of the work are those of its [`Plan`].

use std::sync::Arc;

use tilebase_anytime::{
    CanonicalFrame, Improvements, Improver, Limits, ends_of_moves, rounds_within, shorten, steps,
};
use tilebase_core::{
    Stopwatch,
    format::FormatError,
    sliding::{Metric, Shape, blank_of, solvable_cells},
};
use tilebase_solve::{
    Proof, SolutionLimit,
    heuristic::BoardBound,
    ida::{Checkpoint, RaisedBound},
};

use super::{patterns, search::ExactSearch, traits::Backend};
use crate::{
    answers::{Answer, Bounds, Improvement, Solutions},
    event::{Event, Reporter, Searching},
    library::Library,
    options::Options,
    policy::{self, Phase, Plan, Prover},
    values::{Error, Result, State},
};

/// The number of boards that an exact search generates for each board in a layer of a beam between
/// its iterations. Such a beam takes about half of the time that the search has taken.
const GENERATED_PER_BOARD: u64 = 700;

/// The factor by which such a beam is wider than the one before, at least.
const WIDER: usize = 3;

/// The greatest width of such a beam.
const WIDEST: usize = 1_000_000;

/// The bytes that beams take unless the options say otherwise.
const MEMORY: u64 = 1 << 30;

/// The cells of the boards that are expanded to raise the bound of a large board before beams: this
/// takes some 10 ms.
const EXPANDED_BEFORE_BEAMS: u64 = 1 << 19;

/// Beams, and an exact search of smaller boards.
pub(crate) struct AnytimeSearch {
    shape: Shape,
    goal: State,
    metric: Metric,
    frame: CanonicalFrame,
    improver: Improver,
    exact: Option<ExactSearch>,
    /// The lower bound if there is no exact search.
    bound: BoardBound,
    /// The width of the only beam.
    width: Option<usize>,
    memory: u64,
}

impl AnytimeSearch {
    pub fn new(
        shape: Shape,
        goal: State,
        metric: Metric,
        exact: Option<ExactSearch>,
        library: &Library,
        options: &Options,
    ) -> Result<Self> {
        let models = Arc::clone(&library.models);
        if exact.is_none() {
            patterns::check_bound(shape, metric, options)?;
        }
        Ok(Self {
            frame: CanonicalFrame::new(shape, goal.cells()),
            improver: Improver::new(shape, metric, models, options.seed.unwrap_or(0)),
            bound: patterns::bound(library, shape, metric, goal.cells(), options)?,
            width: options.width,
            memory: options.memory.unwrap_or(MEMORY),
            shape,
            goal,
            metric,
            exact,
        })
    }

    /// Returns the phases of work that ends with this reporter's time.
    fn plan(&self, reporter: &Reporter) -> Plan {
        let prover = match &self.exact {
            Some(exact) if exact.pauses() => Prover::Pausing,
            Some(_) => Prover::Exact,
            None => Prover::without_exact(self.shape, self.metric),
        };
        // The only beam of a width ends the work before the time does.
        Plan::of(prover, self.width.is_none() && reporter.left().is_some())
    }

    /// Returns when the beams of a plan end.
    fn limits(&self, plan: &Plan, at_least: u32, reporter: &Reporter) -> Limits {
        Limits {
            time: reporter.left().map(|left| left * plan.eighths / 8),
            width: self.width.or(plan.width),
            memory: Some(self.memory),
            at_least: at_least as usize,
            below: None,
        }
    }

    fn is_solvable(&self, state: &State) -> bool {
        solvable_cells(self.shape, state.cells(), self.goal.cells())
    }

    /// Returns the moves of the shortest solution that beams find, if it is shorter than the one
    /// known.
    fn shorter(&self, state: &State, known: Bounds, reporter: &Reporter) -> Option<u32> {
        let limits = self.limits(&self.plan(reporter), known.lower, reporter);
        // A solution of the canonical board may be shorter, by the moves of the blank from the
        // corner to its home.
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
    fn exact(&self) -> Result<&ExactSearch> {
        let puzzle = self.goal.puzzle();
        self.exact.as_ref().ok_or(Error::NotExact(puzzle))
    }

    fn lower(&self, state: &State) -> Result<u32> {
        let bound = self.bound(state)?;
        self.check_heuristic()?;
        Ok(bound.unwrap_or(0))
    }

    /// Returns the answer with this solution of the canonical board.
    fn answer_with(&self, state: &State, lower: u32, path: &[u8]) -> Answer {
        let moves = self.moves_back(state, path);
        let answer = Answer::unsolvable(state.clone()).within(Bounds::at_least(lower));
        answer.along_game(&state.along(&moves))
    }

    /// Returns the moves of a board, as the cells to which the blank moves, for a path of the
    /// canonical board.
    fn moves_back(&self, state: &State, path: &[u8]) -> Vec<u8> {
        let path = self.frame.path_back(state.cells(), path);
        ends_of_moves(self.metric, blank_of(state.cells()) as u8, &path)
    }

    /// Returns whether a search before beams has expanded enough boards.
    fn is_enough(&self, expanded: u64) -> bool {
        expanded * self.shape.cells() as u64 >= EXPANDED_BEFORE_BEAMS
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

/// An iterator over better and better solutions of a board, the proof last.
struct UntilProven<'a> {
    search: &'a AnytimeSearch,
    /// The best solution found, and the bounds proven.
    best: Answer,
    reporter: Reporter,
    watch: Stopwatch,
    /// The phases to come, the present one first.
    phases: &'static [Phase],
    /// Solutions of the canonical board, while there may be more.
    improvements: Option<Improvements<'a>>,
    /// The number of tasks of beams done.
    tasks: usize,
    /// The rest of the exact search, if it was saved or stopped.
    rest: Option<Checkpoint>,
    /// The width of the last beam between its iterations.
    width: usize,
}

impl UntilProven<'_> {
    /// Works until something better is known.
    fn step(&mut self) -> Result<Option<Answer>> {
        while self.best.proof.is_none()
            && let Some(&phase) = self.phases.first()
        {
            let (answer, is_over) = match phase {
                Phase::Beams(tasks) => {
                    let answer = self.beams(tasks);
                    let is_over = answer.is_none();
                    (answer, is_over)
                }
                Phase::ShortProof if self.improvements.is_some() => (self.short_proof()?, true),
                Phase::ShortProof => (None, true),
                // A solution is known: a request to stop ends the search as the time limit does.
                _ if self.best.upper().is_none() || self.reporter.stopped() => return Ok(None),
                Phase::Proof => (self.proof()?, true),
                Phase::ProofInTurns => {
                    let (answer, is_over) = self.proof_in_turns()?;
                    (Some(answer), is_over)
                }
            };
            if is_over {
                self.phases = &self.phases[1..];
            }
            if answer.is_some() {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// Returns a shorter solution, if beams find one before this many are done.
    fn beams(&mut self, tasks: usize) -> Option<Answer> {
        let (search, best) = (self.search, &self.best);
        while self.tasks < tasks {
            let improvements = self.improvements.as_mut()?;
            self.tasks += 1;
            let Some(found) = improvements.advance() else {
                self.improvements = None;
                return None;
            };
            let answer = found.map(|path| search.answer_with(&best.state, best.lower(), &path));
            // Where the blank's home is not in a corner, a shorter solution of the canonical board
            // may give one that is not shorter.
            let is_shorter =
                |answer: &Answer| best.upper().is_none() || answer.upper() < best.upper();
            if let Some(answer) = answer.filter(is_shorter) {
                return Some(answer);
            }
        }
        None
    }

    /// Raises the bound while beams wait, if there is a solution and time to prepare. Returns the
    /// answer with another bound.
    fn short_proof(&mut self) -> Result<Option<Answer>> {
        let (search, reporter) = (self.search, &self.reporter);
        if self.best.upper().is_none() {
            return Ok(None);
        }
        let answer = match &search.exact {
            Some(exact) => {
                let Some(short) = policy::short_proof(reporter) else {
                    return Ok(None);
                };
                let (best, rest) = (self.best.clone(), self.rest.take());
                let (answer, rest) = exact.improve(best, rest, None, &short)?;
                self.rest = rest;
                answer
            }
            None => {
                let stop = |expanded| search.is_enough(expanded) || reporter.over();
                search.raise(&self.best, &stop)?
            }
        };
        let changed = answer.bounds != self.best.bounds;
        if let (true, Some(improvements)) = (changed, &mut self.improvements) {
            improvements.set_at_least(answer.lower() as usize);
        }
        Ok(Some(answer).filter(|_| changed))
    }

    /// Raises the bound until the time is over or the distance is proven.
    fn proof(&mut self) -> Result<Option<Answer>> {
        let (search, best) = (self.search, self.best.clone());
        match &search.exact {
            Some(exact) => {
                let rest = self.rest.take();
                Ok(Some(exact.improve(best, rest, None, &self.reporter)?.0))
            }
            None => {
                let answer = search.raise(&best, &|_| self.reporter.over())?;
                Ok(Some(answer).filter(|answer| answer.bounds != best.bounds))
            }
        }
    }

    /// Continues the exact search, and runs beams between its iterations. Returns the next shorter
    /// solution, or the last answer, and whether it is that.
    fn proof_in_turns(&mut self) -> Result<(Answer, bool)> {
        let (exact, mut best) = (self.search.exact()?, self.best.clone());
        // Beams before the search have ended.
        self.improvements = None;
        loop {
            if let Some(shorter) = self.beam(&best) {
                best = shorter;
                // If no solution can be shorter, the search ends at once.
                if best.proof.is_none() {
                    return Ok((best, false));
                }
            }
            let next = WIDER * self.width;
            let pauses = next <= self.widest(&best);
            let pause_after = pauses.then_some(next as u64 * GENERATED_PER_BOARD);
            let rest = self.rest.take();
            (best, self.rest) = exact.improve(best, rest, pause_after, &self.reporter)?;
            // A search that is asked to stop has a rest, too.
            if self.rest.is_none() || self.reporter.over() {
                return Ok((best, true));
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
        let start = search.frame.canonicalize(known.state.cells());
        let below = known.upper()? as usize + search.frame.detour();
        let over = || reporter.over();
        let path = search.improver.beam(&start, width, below, &over)?;
        let answer = search.answer_with(&known.state, known.lower(), &path);
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
            Err(error) => {
                self.phases = &[];
                return Some(Err(error));
            }
        };
        self.best = answer.clone();
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
        if !self.is_solvable(&state) {
            return Ok(Box::new(std::iter::empty()));
        }
        let (plan, lower) = (self.plan(&reporter), self.lower(&state)?);
        let limits = self.limits(&plan, lower, &reporter);
        let start = self.frame.canonicalize(state.cells());
        let stop = Arc::clone(&reporter.stop);
        Ok(Box::new(UntilProven {
            search: self,
            best: Answer::unsolvable(state).within(Bounds::at_least(lower)),
            reporter,
            watch: Stopwatch::start(),
            phases: plan.phases,
            improvements: Some(self.improver.improvements(&start, limits, stop)),
            tasks: 0,
            rest: self.exact.as_ref().map_or(Ok(None), ExactSearch::saved)?,
            width: 0,
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
        let (start, shape) = (&game[0], self.shape);
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
            .map(|state| blank_of(state.cells()) as u8)
            .collect();
        let blank = blank_of(start.cells()) as u8;
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
        let known = match (&self.exact, policy::short_proof(reporter)) {
            (Some(exact), Some(short)) => exact.narrow(state, known, &short)?,
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
            None if !self.plan(reporter).phases.contains(&Phase::Proof) => Ok(known),
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

    fn listed_neighbours(&self, metric: Metric, state: &State) -> Result<Vec<State>> {
        self.exact()?.listed_neighbours(metric, state)
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
        let bound = || self.bound.of_cells(state.cells());
        Ok(self.is_solvable(state).then(bound))
    }

    fn check_heuristic(&self) -> Result<()> {
        match &self.exact {
            Some(exact) => exact.check_heuristic(),
            None => Ok(self.bound.damage().map_err(FormatError::from)?),
        }
    }
}
