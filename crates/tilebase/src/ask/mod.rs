//! The questions to a solver. Each is answered in one place, over whatever knows distances.

mod bulk;
mod check;
mod chosen;
mod hints;
mod levels;
mod practice;
mod review;
mod shorten;
mod solutions;
mod stages;

use std::borrow::Cow;

pub use chosen::Chosen;
pub use levels::{Drawn, Selection};
pub use practice::Hardness;
pub use solutions::EachSolution;

use tilebase_core::{Puzzle, parallel};

use crate::{
    answers::{About, Answer, Improvement, Reason},
    backend::Backend,
    event::Reporter,
    reading,
    solver::Solver,
    values::{Error, Input, PuzzleGoal, Result, State, ensure},
};

impl From<&Solver> for About {
    fn from(solver: &Solver) -> Self {
        Self::new(solver.puzzle(), solver.metric())
    }
}

impl Solver {
    /// Returns the solver of another puzzle, for its usual goal, with the options of this one.
    #[doc(hidden)]
    pub fn of_puzzle(&self, puzzle: Puzzle) -> Self {
        self.clone().towards(PuzzleGoal::usual(puzzle))
    }

    /// Reads a state of this puzzle from any input.
    pub fn state<'a>(&self, state: impl Into<Input<'a>>) -> Result<State> {
        self.read(state).map(Cow::into_owned)
    }

    /// Returns the state that a caller gives.
    ///
    /// # Errors
    /// If it is not a state of the puzzle.
    pub(crate) fn read<'a>(&self, state: impl Into<Input<'a>>) -> Result<Cow<'a, State>> {
        let text = match state.into() {
            Input::Text(text) => text,
            input => return self.goal.read(input),
        };
        let reading = reading::read(&self.goal, text)?;
        match reading.goal() {
            Some(goal) if PuzzleGoal::parse(self.puzzle(), goal)? != *self.goal => {
                Err(Error::Question(format!(
                    "the text asks for the goal {goal}, but the goal is {}",
                    self.goal
                )))
            }
            _ => Ok(Cow::Owned(reading.state)),
        }
    }

    /// Returns the least number of moves to the goal.
    ///
    /// Costs one look-up in a table of bytes, some microseconds in a table of bits, and a search
    /// without a table.
    pub fn distance<'a>(&self, state: impl Into<Input<'a>>) -> Result<Answer> {
        let state = &*self.read(state)?;
        let answer = self.answer(state, |backend, reporter| {
            backend.bounds_of(state, reporter)
        })?;
        Ok(Answer {
            path: None,
            ..answer
        })
    }

    /// Returns only the least number of moves to the goal, from the table; `None` if the goal is
    /// out of reach. The table is built if it is missing and small.
    ///
    /// Costs about 60 ns in a table of bytes in memory.
    pub fn look_up<'a>(&self, state: impl Into<Input<'a>>) -> Result<Option<u32>> {
        self.table()?.distance(&*self.read(state)?)
    }

    /// Returns a shortest solution.
    pub fn solve<'a>(&self, state: impl Into<Input<'a>>) -> Result<Answer> {
        let state = &*self.read(state)?;
        self.answer(state, |backend, reporter| backend.answer(state, reporter))
    }

    /// Returns better and better solutions, as they are found: each is shorter than the one before,
    /// or has closer bounds. The last is the one that [`solve`](Self::solve) returns. There is none
    /// if the goal is out of reach. On boards that no table answers, the first solution takes
    /// milliseconds if the pattern databases exist. Dropping the iterator ends the search.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let large = Library::in_memory().puzzle("10x10")?.with_width(10);
    /// let board = large.random(1, &mut tilebase::seeded(1)).remove(0);
    /// let (mut lower, mut length) = (0, u32::MAX);
    /// for better in large.improvements(board)? {
    ///     let bounds = better?.answer.bounds.expect("a board that can be solved");
    ///     let upper = bounds.upper.expect("a solution");
    ///     assert!(upper < length || bounds.lower > lower);
    ///     (lower, length) = (bounds.lower, upper);
    /// }
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn improvements<'a>(
        &self,
        state: impl Into<Input<'a>>,
    ) -> Result<impl Iterator<Item = Result<Improvement>>> {
        let state = self.state(state)?;
        let found = if self.is_ruled_out(&state)? {
            None
        } else {
            let reporter = self.timed();
            Some(self.backend()?.improvements(state, reporter)?)
        };
        let finished = |better: Improvement| Improvement {
            answer: self.finish(better.answer),
            ..better
        };
        let found = found.into_iter().flatten();
        Ok(found.map(move |better| better.map(finished)))
    }

    fn answer(
        &self,
        state: &State,
        ask: impl FnOnce(&dyn Backend, &Reporter) -> Result<Answer>,
    ) -> Result<Answer> {
        // Opening is a part of the question.
        let reporter = self.timed();
        Ok(self.finish(if self.is_ruled_out(state)? {
            Answer::unsolvable(state.clone())
        } else {
            ask(self.backend()?, &reporter)?
        }))
    }

    /// Returns an error if exact distances of the puzzle cannot be found.
    pub(crate) fn check_exact(&self) -> Result<()> {
        let is_exact = self.family().is_exact(self.metric());
        ensure(is_exact, || Error::NotExact(self.puzzle()))
    }

    fn finish(&self, answer: Answer) -> Answer {
        Answer {
            metric: self.metric(),
            show_bounds: self.options.bounds_suffice(),
            ..answer
        }
    }

    /// Returns whether nothing is open yet, and the parity of the state shows that it is
    /// unsolvable: the answer then needs no table.
    fn is_ruled_out(&self, state: &State) -> Result<bool> {
        if self.is_open() {
            return Ok(false);
        }
        let check = self.family().check(&self.goal, state)?;
        Ok(matches!(check, Some((false, Reason::Parity(_)))))
    }

    /// Returns the distances of many states, in order; `None` if the goal is out of reach, or if a
    /// search ended before the distance was known. Runs on all threads of rayon's current pool, and
    /// costs less per state than [`distance`](Self::distance).
    pub fn distances<'a, I: Into<Input<'a>>>(
        &self,
        states: impl IntoIterator<Item = I>,
    ) -> Result<Vec<Option<u32>>> {
        let states = states.into_iter().map(|state| self.state(state));
        let states: Vec<State> = states.collect::<Result<_, _>>()?;
        self.check_exact()?;
        let backend = self.backend()?;
        if let Some(table) = backend.table() {
            return table.distances(&states, self.reporter());
        }
        parallel::try_map(&states, |state| {
            self.check_stop()?;
            let answer = backend.bounds_of(state, &self.timed())?;
            Ok(answer.distance())
        })
    }

    /// Returns the answer of [`distance`](Self::distance) for each of many states, in order.
    /// Look-ups in a table run together; searches run one after another.
    ///
    /// # Errors
    /// If the question fails for one of them.
    pub fn each_distance(&self, states: &[State]) -> Result<Vec<Answer>> {
        let Some(table) = self.backend()?.table() else {
            return states.iter().map(|state| self.distance(state)).collect();
        };
        for state in states {
            self.read(state)?;
        }
        let distances = table.distances(states, self.reporter())?;
        let answers = states.iter().zip(distances).map(|(state, distance)| {
            self.finish(Answer::from_table(state.clone(), distance, None))
        });
        Ok(answers.collect())
    }
}
