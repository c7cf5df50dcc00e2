//! Sliding boards of any size: a solution at once, shorter ones while time lasts, and what is
//! proven beside them.
//!
//! Beams take one half of the time, and the exact search, where the board is small enough for one,
//! the other. A solution that is known helps the search: it ends at the threshold below. So where
//! time has no limit, the search follows a beam of a fixed width.

use std::{sync::Arc, time::Duration};

use tilebase_anytime::{Frame, Improvements, Improver, Limits};
use tilebase_core::{
    Puzzle, Stopwatch,
    format::{FormatError, TableFile},
    sliding::Metric,
};
use tilebase_solve::heuristic::BoardBound;

use super::{
    board_goal::BoardGoal,
    board_search::{BoardSearch, Searched},
    patterns,
    traits::{Backend, Count, Want},
};
use crate::{
    Answer, Bounds, Error, Event, Improvement, Method, Options, Proof, Searching, Solutions, State,
    event::Reporter, store::Store,
};

/// How long solutions are improved on boards that no exact search takes.
const TIME: Duration = Duration::from_secs(1);

/// The widest beam before an exact search whose time has no limit: a tenth of a second.
const WIDTH_BEFORE_PROOF: usize = 10_000;

/// The bytes that beams take unless the options say otherwise.
const MEMORY: u64 = 1 << 30;

/// Beams, and an exact search of smaller boards.
pub(super) struct AnytimeSearch {
    goal: BoardGoal,
    frame: Frame,
    improver: Improver,
    exact: Option<BoardSearch>,
    /// What is proven where there is no exact search.
    bound: BoardBound<TableFile>,
    limits: Limits,
    time: Option<Duration>,
}

impl AnytimeSearch {
    pub fn new(
        goal: BoardGoal,
        exact: Option<BoardSearch>,
        store: &Store,
        options: &Options,
    ) -> Result<Self, Error> {
        let (shape, models) = (goal.shape(), Arc::clone(&store.models));
        let width = options.improving.width;
        let time = options.limits.time();
        let time = match exact {
            Some(_) => time,
            None if width.is_some() => None,
            None => time.or(Some(TIME)),
        };
        let share = if exact.is_some() { 2 } else { 1 };
        let before_proof = (exact.is_some() && time.is_none()).then_some(WIDTH_BEFORE_PROOF);
        Ok(Self {
            frame: Frame::new(shape, goal.state().cells()),
            improver: Improver::new(shape, models, options.improving.seed),
            bound: patterns::bound(store, shape, goal.state().cells(), options)?,
            limits: Limits {
                time: time.map(|time| time / share),
                width: width.or(before_proof),
                memory: Some(options.memory.unwrap_or(MEMORY)),
                at_least: 0,
            },
            goal,
            exact,
            time,
        })
    }

    /// Returns what answers questions that only tables and exact searches answer.
    fn exact(&self) -> Result<&BoardSearch, Error> {
        self.exact.as_ref().ok_or_else(|| Error::NotExact {
            puzzle: Puzzle::Sliding(self.goal.shape()),
        })
    }

    fn lower(&self, state: &State) -> Result<u32, Error> {
        let mut bound = [0];
        self.bounds(std::slice::from_ref(state), &mut bound)?;
        Ok(bound[0].max(0) as u32)
    }

    /// Returns the answer with this solution of the laid board.
    fn answer_with(&self, state: &State, lower: u32, path: &[u8]) -> Answer {
        let path = self.frame.path_back(state.cells(), path);
        let states =
            std::iter::once(state.clone()).chain(path.iter().scan(state.clone(), |board, &to| {
                board.move_blank(to.into());
                Some(board.clone())
            }));
        let length = path.len() as u32;
        Answer {
            method: Method::Beam,
            bounds: Some(Bounds {
                lower,
                upper: Some(length),
            }),
            proof: (lower == length).then_some(Proof::ConstructionAndBound),
            path: Some(states.collect()),
            ..Answer::unsolvable(state.clone())
        }
    }

    /// Searches exactly for what is shorter than an answer. Returns the answer that is known then.
    fn prove(
        &self,
        exact: &BoardSearch,
        known: &Answer,
        watch: Stopwatch,
        reporter: &Reporter,
    ) -> Result<Answer, Error> {
        let upper = known.bounds.and_then(|bounds| bounds.upper);
        let left = self.time.map(|time| time.saturating_sub(watch.elapsed()));
        let heuristic = Some(exact.heuristic());
        let found = exact.search(&known.state, upper, left, reporter)?;
        let search = |bounds| Answer {
            method: Method::Search,
            bounds: Some(bounds),
            proof: Some(Proof::Search),
            heuristic: heuristic.clone(),
            ..known.clone()
        };
        Ok(match found {
            Some(Searched::Solution(solution)) => Answer {
                path: Some(exact.path(&known.state, &solution.moves)?),
                stats: Some(solution.stats),
                ..search(Bounds::of_distance(solution.moves.len() as u32))
            },
            Some(Searched::NoneShorter(stats)) => Answer {
                stats: Some(stats),
                ..search(Bounds::of_distance(upper.unwrap_or_default()))
            },
            Some(Searched::Halted(halted)) => Answer {
                bounds: Some(Bounds {
                    lower: halted.at_least,
                    upper,
                }),
                stats: Some(halted.stats),
                heuristic,
                ..known.clone()
            },
            None => known.clone(),
        })
    }
}

/// The solutions of a board, and at last the proof.
struct UntilProven<'a> {
    search: &'a AnytimeSearch,
    state: State,
    reporter: &'a Reporter,
    watch: Stopwatch,
    improvements: Option<Improvements<'a>>,
    lower: u32,
    best: Option<Answer>,
}

impl UntilProven<'_> {
    fn step(&mut self) -> Result<Option<Answer>, Error> {
        let search = self.search;
        if let Some(improvements) = &mut self.improvements {
            // Where the blank's home is not in a corner, a shorter solution of the laid board may
            // give one that is not shorter.
            let known = self.best.as_ref().and_then(|best| best.bounds?.upper);
            let answer = |path: Vec<u8>| search.answer_with(&self.state, self.lower, &path);
            let shorter = |answer: &Answer| {
                let length = answer.bounds.and_then(|bounds| bounds.upper);
                known.is_none_or(|known| length < Some(known))
            };
            if let Some(answer) = improvements.map(answer).find(shorter) {
                return Ok(Some(answer));
            }
            self.improvements = None;
            let proven = self.best.as_ref().is_some_and(|best| best.proof.is_some());
            if let (Some(exact), Some(best), false) = (&search.exact, &self.best, proven) {
                // A solution is at hand: an interruption ends the search as the time does.
                if !self.reporter.stopped() {
                    let proven = search.prove(exact, best, self.watch, self.reporter)?;
                    return Ok(Some(proven));
                }
            }
        }
        Ok(None)
    }
}

impl Iterator for UntilProven<'_> {
    type Item = Result<Improvement, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let answer = match self.step().transpose()? {
            Ok(answer) => answer,
            Err(error) => return Some(Err(error)),
        };
        self.best = Some(answer.clone());
        let elapsed = self.watch.elapsed();
        if let Some(bounds) = answer.bounds {
            self.reporter.report(&Event::Searching(Searching {
                bounds,
                parts: None,
                done: None,
                generated: 0,
                seconds: elapsed.as_secs_f64(),
            }));
        }
        Some(Ok(Improvement { answer, elapsed }))
    }
}

impl Backend for AnytimeSearch {
    fn metric(&self) -> Metric {
        Metric::Single
    }

    fn heuristic(&self) -> String {
        let exact = self.exact.as_ref().map(|exact| exact.heuristic());
        exact.unwrap_or_else(|| self.bound.name())
    }

    fn improvements<'a>(
        &'a self,
        state: State,
        reporter: &'a Reporter,
    ) -> Result<Box<dyn Iterator<Item = Result<Improvement, Error>> + 'a>, Error> {
        let (solvable, _) = self.goal.check(&state);
        if !solvable {
            return Ok(Box::new(std::iter::empty()));
        }
        let lower = self.lower(&state)?;
        let limits = Limits {
            at_least: lower as usize,
            ..self.limits
        };
        let start = self.frame.lay(state.cells());
        Ok(Box::new(UntilProven {
            search: self,
            state,
            reporter,
            watch: Stopwatch::start(),
            improvements: Some(self.improver.improvements(&start, limits, &reporter.stop)),
            lower,
            best: None,
        }))
    }

    fn answer(&self, state: &State, want: Want, reporter: &Reporter) -> Result<Answer, Error> {
        let mut best = Answer::unsolvable(state.clone());
        for improvement in self.improvements(state.clone(), reporter)? {
            best = improvement?.answer;
        }
        if want == Want::Distance {
            best.path = None;
        }
        Ok(best)
    }

    fn distance_beside(
        &self,
        state: &State,
        next: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>, Error> {
        self.exact()?
            .distance_beside(state, next, distance, reporter)
    }

    fn distances_beside(
        &self,
        state: &State,
        neighbours: &[State],
        nearer: Option<&State>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<u32>>, Error> {
        self.exact()?
            .distances_beside(state, neighbours, nearer, distance, reporter)
    }

    fn solutions(
        &self,
        state: &State,
        limit: usize,
        count: Count,
        reporter: &Reporter,
    ) -> Result<Solutions, Error> {
        self.exact()?.solutions(state, limit, count, reporter)
    }

    fn bounds(&self, states: &[State], bounds: &mut [i16]) -> Result<(), Error> {
        if let Some(exact) = &self.exact {
            return exact.bounds(states, bounds);
        }
        for (state, bound) in states.iter().zip(bounds) {
            let (solvable, _) = self.goal.check(state);
            let proven = || self.bound.of_cells(state.cells()) as i16;
            *bound = if solvable { proven() } else { -1 };
        }
        Ok(self.bound.damage().map_err(FormatError::from)?)
    }
}
