//! The answers about a puzzle that is known by name alone.

use std::{
    ops::ControlFlow,
    sync::{Arc, atomic::AtomicBool},
};

use tilebase_core::{
    Puzzle,
    format::{Subject, TableFile},
    oshidori::Row,
    sliding::{Board, Metric},
};

use crate::{
    Answer, Build, Check, Depths, Error, Event, Hardness, Hints, Notation, Options, Review, Rng,
    Solutions, Solver, State, engine::Family, options::option_methods,
};

/// A [`Solver`] whose states are text, cells or [`State`]s.
///
/// Its methods are those of [`Solver`], and fail as they do; and if a state is none of the puzzle.
#[derive(Debug, Clone)]
pub enum AnySolver {
    /// Of a sliding board.
    Board(Solver<Board>),
    /// Of a row of stones.
    Row(Solver<Row>),
}

/// A state as a caller has it: text, cells, or a value.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// As people write it: see [`State::parse`].
    Text(&'a str),
    /// The cells in reading order, 0 for the blank and for each cell of a gap.
    Cells(&'a [u8]),
    /// A state.
    State(State),
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(cells: &'a [u8]) -> Self {
        Self::Cells(cells)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Input<'a> {
    fn from(cells: &'a [u8; N]) -> Self {
        Self::Cells(cells)
    }
}

impl<S: Copy + Into<State>> From<&S> for Input<'_> {
    fn from(state: &S) -> Self {
        Self::State((*state).into())
    }
}

impl From<State> for Input<'_> {
    fn from(state: State) -> Self {
        Self::State(state)
    }
}

impl Input<'_> {
    fn read<S: Family>(self, name: S::Name) -> Result<S, Error> {
        let puzzle = name.into();
        let state = match self {
            Self::Text(text) => State::parse(puzzle, text)?,
            Self::Cells(cells) => State::from_cells(puzzle, cells)?,
            Self::State(state) => state,
        };
        S::from_state(name, state)
    }
}

/// The one place where questions part by family.
macro_rules! each {
    ($any:expr, $solver:ident => $answer:expr) => {
        match $any {
            AnySolver::Board($solver) => $answer,
            AnySolver::Row($solver) => $answer,
        }
    };
}

pub(crate) use each;

impl AnySolver {
    /// Asks for the goal that `text` writes: a state, `blank-first` (`0 1 2 …`) or `blank-last` (`1
    /// 2 … 0`); for rows also `any` and `any-gap`.
    ///
    /// # Errors
    /// If it is no goal of the puzzle.
    pub fn goal(self, text: &str) -> Result<Self, Error> {
        Ok(match self {
            Self::Board(solver) => Self::Board(solver.parse_goal(text)?),
            Self::Row(solver) => Self::Row(solver.parse_goal(text)?),
        })
    }

    /// Says what counts as one move. Default: [`Metric::Single`].
    ///
    /// # Errors
    /// If it is another, and the puzzle is a row of stones.
    pub fn metric(self, metric: Metric) -> Result<Self, Error> {
        match self {
            Self::Board(solver) => Ok(Self::Board(solver.metric(metric))),
            Self::Row(_) if metric != Metric::Single => Err(Error::Option {
                option: "the multi-tile metric",
                only: "sliding boards",
                puzzle: self.puzzle(),
            }),
            row => Ok(row),
        }
    }

    /// Returns what counts as one move.
    pub fn metric_asked(&self) -> Metric {
        each!(self, solver => solver.metric_asked())
    }

    /// Says which missing tables are built. Default: as the library does.
    pub fn build_when_missing(self, build: Build) -> Self {
        match self {
            Self::Board(solver) => Self::Board(solver.build_when_missing(build)),
            Self::Row(solver) => Self::Row(solver.build_when_missing(build)),
        }
    }

    /// Calls `callback`, in place of the library's, with what this solver does; see
    /// [`Solver::on_event`].
    pub fn on_event(self, callback: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        match self {
            Self::Board(solver) => Self::Board(solver.on_event(callback)),
            Self::Row(solver) => Self::Row(solver.on_event(callback)),
        }
    }

    /// Stops the work of this solver soon after `stop` becomes true; see [`Solver::stop_on`].
    pub fn stop_on(self, stop: Arc<AtomicBool>) -> Self {
        match self {
            Self::Board(solver) => Self::Board(solver.stop_on(stop)),
            Self::Row(solver) => Self::Row(solver.stop_on(stop)),
        }
    }

    option_methods!();

    fn options_mut(&mut self) -> &mut Options {
        each!(self, solver => solver.options_mut())
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> Puzzle {
        each!(self, solver => solver.puzzle())
    }

    /// Returns whether answers come from a table; see [`Solver::is_tabulated`].
    pub fn is_tabulated(&self) -> Result<bool, Error> {
        each!(self, solver => solver.is_tabulated())
    }

    /// Opens what answers, and builds what is missing; see [`Solver::prepare`].
    pub fn prepare(&self) -> Result<&Self, Error> {
        each!(self, solver => solver.prepare().map(|_| self))
    }

    /// Reads a state.
    pub fn state<'a>(&self, state: impl Into<Input<'a>>) -> Result<State, Error> {
        each!(self, solver => Ok(solver.read(state)?.into()))
    }

    /// Returns the least number of moves to the goal; see [`Solver::distance`].
    pub fn distance<'a>(&self, state: impl Into<Input<'a>>) -> Result<Answer<State>, Error> {
        each!(self, solver => Ok(solver.distance(&solver.read(state)?)?.map(Into::into)))
    }

    /// Returns a shortest solution; see [`Solver::solve`].
    pub fn solve<'a>(&self, state: impl Into<Input<'a>>) -> Result<Answer<State>, Error> {
        each!(self, solver => Ok(solver.solve(&solver.read(state)?)?.map(Into::into)))
    }

    /// Returns the number of shortest solutions, and the first `limit` of them; see
    /// [`Solver::solutions`].
    pub fn solutions<'a>(
        &self,
        state: impl Into<Input<'a>>,
        limit: usize,
    ) -> Result<Solutions<State>, Error> {
        each!(self, solver => {
            Ok(solver.solutions(&solver.read(state)?, limit)?.map(Into::into))
        })
    }

    /// Returns the states of `limit` shortest solutions; see [`Solver::some_solutions`].
    pub fn some_solutions<'a>(
        &self,
        state: impl Into<Input<'a>>,
        limit: usize,
    ) -> Result<Vec<Vec<State>>, Error> {
        each!(self, solver => {
            let paths = solver.some_solutions(&solver.read(state)?, limit)?.into_iter();
            Ok(paths.map(states).collect())
        })
    }

    /// Returns the distances of many states; see [`Solver::distances`].
    pub fn distances<'a, I: Into<Input<'a>>>(
        &self,
        states: impl IntoIterator<Item = I>,
    ) -> Result<Vec<Option<u32>>, Error> {
        each!(self, solver => {
            let states: Result<Vec<_>, Error> =
                states.into_iter().map(|state| solver.read(state)).collect();
            solver.distances(&states?)
        })
    }

    /// Returns what [`distance`](Self::distance) answers for each of many states; see
    /// [`Solver::each_distance`].
    pub fn each_distance(
        &self,
        states: &[State],
    ) -> Result<Vec<Result<Answer<State>, Error>>, Error> {
        each!(self, solver => {
            let states: Result<Vec<_>, Error> =
                states.iter().map(|state| solver.read(state)).collect();
            let answers = solver.each_distance(&states?)?.into_iter();
            Ok(answers.map(|answer| Ok(answer?.map(Into::into))).collect())
        })
    }

    /// Returns every legal move with the distance after it, best first; see [`Solver::hints`].
    pub fn hints<'a>(&self, state: impl Into<Input<'a>>) -> Result<Hints<State>, Error> {
        each!(self, solver => Ok(solver.hints(&solver.read(state)?)?.map(Into::into)))
    }

    /// Returns the same about a state whose answer is known; see [`Solver::hints_after`].
    pub fn hints_after(&self, answer: &Answer<State>) -> Result<Hints<State>, Error> {
        each!(self, solver => {
            let answer = answer.clone().try_map(|state| solver.read(state))?;
            Ok(solver.hints_after(&answer)?.map(Into::into))
        })
    }

    /// Grades a game; see [`Solver::review`].
    pub fn review<'a>(
        &self,
        state: impl Into<Input<'a>>,
        moves: &str,
        notation: Notation,
    ) -> Result<Review<State>, Error> {
        each!(self, solver => {
            Ok(solver.review(&solver.read(state)?, moves, notation)?.map(Into::into))
        })
    }

    /// Returns whether the goal can be reached, and why; see [`Solver::check`].
    pub fn check<'a>(&self, state: impl Into<Input<'a>>) -> Result<Check<State>, Error> {
        each!(self, solver => Ok(solver.check(&solver.read(state)?)?.map(Into::into)))
    }

    /// Returns how many states there are at each distance; see [`Solver::depths`].
    pub fn depths(&self) -> Result<Depths, Error> {
        each!(self, solver => solver.depths())
    }

    /// Returns up to `limit` of the states farthest from the goal; see [`Solver::hardest`].
    pub fn hardest(&self, limit: usize) -> Result<Vec<State>, Error> {
        each!(self, solver => Ok(states(solver.hardest(limit)?)))
    }

    /// Returns up to `limit` states at a distance; see [`Solver::at`].
    pub fn at(&self, distance: u32, limit: usize) -> Result<Vec<State>, Error> {
        each!(self, solver => Ok(states(solver.at(distance, limit)?)))
    }

    /// Returns the same states, some at a time; see [`Solver::each_at`].
    pub fn each_at(
        &self,
        distance: u32,
        limit: usize,
        mut visit: impl FnMut(Vec<State>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        each!(self, solver => solver.each_at(distance, limit, |found| visit(states(found))))
    }

    /// Returns random states; see [`Solver::random`].
    pub fn random(&self, n: usize, rng: &mut Rng) -> Vec<State> {
        each!(self, solver => states(solver.random(n, rng)))
    }

    /// Returns random states at a distance; see [`Solver::random_at`].
    pub fn random_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>, Error> {
        each!(self, solver => Ok(states(solver.random_at(distance, n, rng)?)))
    }

    /// Returns whether random states are often at a distance; see [`Solver::is_drawable`].
    pub fn is_drawable(&self, distance: u32) -> bool {
        each!(self, solver => solver.is_drawable(distance))
    }

    /// Returns states at a distance, to practise on; see [`Solver::walk_to`].
    pub fn walk_to(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>, Error> {
        each!(self, solver => Ok(states(solver.walk_to(distance, n, rng)?)))
    }

    /// How hard states at a distance are among all; see [`Solver::hardness`].
    pub fn hardness(&self, distance: u32) -> Result<Option<Hardness>, Error> {
        each!(self, solver => solver.hardness(distance))
    }

    /// Different random states at a distance; see [`Solver::distinct_at`].
    pub fn distinct_at(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>, Error> {
        each!(self, solver => Ok(states(solver.distinct_at(distance, n, rng)?)))
    }

    /// Returns the file of every state's distance, opened, and built first if it is missing and
    /// small; see [`Solver::table`].
    pub fn table_file(&self) -> Result<TableFile, Error> {
        each!(self, solver => Ok(solver.table()?.file().clone()))
    }

    /// Proves the table; see [`Solver::verify`].
    pub fn verify(&self) -> Result<(), Error> {
        each!(self, solver => solver.verify())
    }

    /// Returns the name of the search's heuristic; see [`Solver::heuristic_name`].
    pub fn heuristic_name(&self) -> Result<String, Error> {
        each!(self, solver => solver.heuristic_name())
    }

    /// Returns the tables that are open; see [`Solver::tables_used`].
    pub fn tables_used(&self) -> Result<Vec<Subject>, Error> {
        each!(self, solver => solver.tables_used())
    }

    /// See [`Solver::table_subject`].
    pub fn table_subject(&self) -> Subject {
        each!(self, solver => solver.table_subject())
    }

    /// Returns the tables that answer; see [`Solver::subjects`].
    pub fn subjects(&self) -> Result<Vec<Subject>, Error> {
        each!(self, solver => solver.subjects())
    }
}

impl<S: Family> Solver<S> {
    pub(crate) fn read<'a>(&self, state: impl Into<Input<'a>>) -> Result<S, Error> {
        state.into().read(self.name())
    }
}

fn states<S: Into<State>>(states: Vec<S>) -> Vec<State> {
    states.into_iter().map(Into::into).collect()
}
