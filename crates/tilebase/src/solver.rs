//! The answers about one puzzle and goal, over the puzzle's own type of states.

use std::{
    sync::{Arc, OnceLock, atomic::AtomicBool},
    time::Duration,
};

use tilebase_core::parallel::prelude::*;
use tilebase_core::{
    Puzzle,
    format::Subject,
    sliding::{Board, Metric},
};

use crate::{
    Answer, Build, Check, Error, Event, Hint, Hints, Library, Moves, Notation, Options, Reason,
    Review, Reviewed, Solutions,
    engine::{Engine, Family, Question, Search, TableOf},
    event::Reporter,
    options::option_methods,
};

/// How long [`Solver::check`] looks for a solution where no rule decides.
const LOOK: Duration = Duration::from_secs(5);

/// Answers questions about one puzzle and goal, over [`Board`]s or [`Row`](crate::Row)s.
///
/// Answers come from a table of every state where there is one or a small one can be built, and
/// from IDA\* elsewhere. What they come from is opened, and if need be built, by the first
/// question; clones and threads share it. Long work runs in rayon's current pool.
///
/// ```
/// use tilebase::{Board, Library};
///
/// let shape = "3x4".parse()?;
/// let solver = Library::in_memory().board(shape);
/// let answer = solver.solve(&Board::parse(shape, "1 2 3 4 / 5 6 7 8 / 0 9 10 11")?)?;
/// assert_eq!(answer.moves().letters(), "L3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// All questions fail if the table they need is missing and may not be built, or is damaged, or if
/// the library is asked to stop; and if a state is one of another puzzle.
#[derive(Clone)]
pub struct Solver<S: Family> {
    library: Library,
    pub(crate) question: Question<S>,
    pub(crate) options: Options,
    engine: Arc<OnceLock<Engine<S>>>,
    /// The table, where the engine is a search.
    table: Arc<OnceLock<TableOf<S>>>,
}

impl<S: Family> std::fmt::Debug for Solver<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Solver");
        debug.field("question", &self.question);
        debug.finish_non_exhaustive()
    }
}

impl Solver<Board> {
    /// Says what counts as one move. Default: [`Metric::Single`].
    ///
    /// ```
    /// use tilebase::{Board, Library, sliding::Metric};
    ///
    /// let shape = "2x4".parse()?;
    /// let solver = Library::in_memory().board(shape).metric(Metric::Multi);
    /// let answer = solver.solve(&Board::parse(shape, "1 2 3 4 / 0 5 6 7")?)?;
    /// assert_eq!(answer.distance(), Some(1));
    /// assert_eq!(answer.moves().to_string(), "7"); // the tile to press
    /// assert_eq!(answer.moves().letters(), "L3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn metric(mut self, metric: Metric) -> Self {
        self.forget();
        self.question.metric = metric;
        self
    }
}

impl<S: Family> Solver<S> {
    pub(crate) fn new(library: Library, name: S::Name) -> Self {
        Self {
            library,
            question: Question {
                name,
                goal: S::usual_goal(name),
                metric: Metric::default(),
            },
            options: Options::default(),
            engine: Arc::default(),
            table: Arc::default(),
        }
    }

    /// Asks for another goal. Default: `1 2 3 … 0`, or the stones in order with the gap last.
    pub fn goal(mut self, goal: S::Goal) -> Self {
        self.forget();
        self.question.goal = goal;
        self
    }

    /// Asks for the goal that `text` writes: a state, `blank-first` (`0 1 2 …`) or `blank-last` (`1
    /// 2 … 0`); for rows also `any` and `any-gap`.
    ///
    /// # Errors
    /// If it is no goal of the puzzle.
    pub fn parse_goal(self, text: &str) -> Result<Self, Error> {
        let goal = S::parse_goal(self.question.name, text)?;
        Ok(self.goal(goal))
    }

    /// Returns what counts as one move.
    pub fn metric_asked(&self) -> Metric {
        self.question.metric
    }

    /// Says which missing tables are built. Default: as the library does.
    pub fn build_when_missing(mut self, build: Build) -> Self {
        self.forget();
        self.library.store.build = build;
        self
    }

    option_methods!();

    /// Calls `callback`, in place of the library's, with what this solver does from now on. Clones
    /// made before keep theirs, and share what is open: each of several callers may watch its own
    /// questions.
    pub fn on_event(mut self, callback: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.library = self.library.on_event(callback);
        self
    }

    /// Stops the work of this solver soon after `stop` becomes true, in place of the library's
    /// flag; as [`on_event`](Self::on_event), without effect on clones made before.
    pub fn stop_on(mut self, stop: Arc<AtomicBool>) -> Self {
        self.library = self.library.stop_on(stop);
        self
    }

    pub(crate) fn reporter(&self) -> &Reporter {
        &self.library.store.reporter
    }

    pub(crate) fn options_mut(&mut self) -> &mut Options {
        self.forget();
        &mut self.options
    }

    /// Lets the next question open anew what it needs.
    fn forget(&mut self) {
        self.engine = Arc::default();
        self.table = Arc::default();
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> Puzzle {
        self.question.name.into()
    }

    /// Returns the goal.
    pub fn goal_asked(&self) -> S::Goal {
        self.question.goal
    }

    /// Returns whether answers come from a table. Opens what answers, as [`prepare`](Self::prepare)
    /// does.
    pub fn is_tabulated(&self) -> Result<bool, Error> {
        Ok(self.engine()?.table().is_some())
    }

    /// Opens what answers, and builds what is missing. Every question does so by itself; this way
    /// it is known to have been done.
    pub fn prepare(&self) -> Result<&Self, Error> {
        self.engine()?;
        Ok(self)
    }

    pub(crate) fn engine(&self) -> Result<&Engine<S>, Error> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine);
        }
        let by_search = S::wants_search(&self.question, &self.options)?;
        let engine = if !by_search && self.has_or_builds_table(S::worth_building(&self.question)) {
            Engine::Table(self.open_table()?)
        } else {
            Engine::Search(S::search(&self.question, &self.library, &self.options)?)
        };
        // Two threads may both have opened it; one of the two is kept.
        Ok(self.engine.get_or_init(|| engine))
    }

    /// Returns the search, if that is what answers.
    pub(crate) fn search(&self) -> Result<Option<&S::Search>, Error> {
        Ok(match self.engine()? {
            Engine::Table(_) => None,
            Engine::Search(search) => Some(search),
        })
    }

    /// Returns the answer about a state that the rules show to be unsolvable, where nothing is open
    /// yet and no table is there to open: it takes none.
    fn ruled_out(&self, state: &S) -> Result<Option<Answer<S>>, Error> {
        if self.engine.get().is_some() || self.library.has(&S::subject(&self.question)) {
            return Ok(None);
        }
        let hopeless = |check: Check<S>| {
            check.solvable == Some(false) && matches!(check.reason, Reason::Parity(_))
        };
        let check = S::check(&self.question, state)?;
        Ok(check
            .is_some_and(hopeless)
            .then(|| Answer::unsolvable(*state)))
    }

    /// Returns whether there is a table, or one is small enough to be built in memory.
    pub(crate) fn can_have_table(&self) -> bool {
        tilebase_pdb_build::tabulable(self.puzzle()) || self.library.has(&self.table_subject())
    }

    /// Returns whether there is a table, or a missing one is built.
    pub(crate) fn has_or_builds_table(&self, worth_building: bool) -> bool {
        let subject = S::subject(&self.question);
        let builds = worth_building && tilebase_pdb_build::tabulable(self.puzzle());
        self.library.has(&subject) || (builds && self.library.store.is_small(&subject))
    }

    fn open_table(&self) -> Result<TableOf<S>, Error> {
        let table = self.library.table(&S::subject(&self.question))?;
        S::answers(&self.question, table)
    }

    /// Returns the table of every state, for answers in bulk: from cells without states between,
    /// optimal moves without a solution, samples in numbers. Built if it is missing and small.
    pub fn table(&self) -> Result<&TableOf<S>, Error> {
        let opened = self.engine.get().and_then(Engine::table);
        if let Some(table) = opened.or_else(|| self.table.get()) {
            return Ok(table);
        }
        let puzzle = self.puzzle();
        if !self.has_or_builds_table(true) {
            return Err(if tilebase_pdb_build::tabulable(puzzle) {
                Error::NoTable { puzzle }
            } else {
                Error::NotTabulable { puzzle }
            });
        }
        let table = self.open_table()?;
        Ok(self.table.get_or_init(|| table))
    }

    /// Proves that the table is right; see [`Library::verify`].
    pub fn verify(&self) -> Result<(), Error> {
        self.library.verify(self.table()?.file())
    }

    /// Returns the name of the heuristic that guides the search, such as `pdb:7-8`; `table` where a
    /// table answers.
    pub fn heuristic_name(&self) -> Result<String, Error> {
        let search = self.search()?;
        Ok(search.map_or_else(|| "table".to_owned(), Search::heuristic))
    }

    /// Returns the least number of moves to the goal.
    ///
    /// Costs a look-up in a table of bytes, some microseconds in one of bits, and a search
    /// elsewhere.
    pub fn distance(&self, state: &S) -> Result<Answer<S>, Error> {
        self.of_puzzle(state)?;
        if let Some(answer) = self.ruled_out(state)? {
            return Ok(self.finish(Answer {
                path: None,
                ..answer
            }));
        }
        Ok(self.finish(self.engine()?.distance(state, self.reporter())?))
    }

    /// Returns a shortest solution.
    pub fn solve(&self, state: &S) -> Result<Answer<S>, Error> {
        self.of_puzzle(state)?;
        if let Some(answer) = self.ruled_out(state)? {
            return Ok(self.finish(answer));
        }
        Ok(self.finish(self.engine()?.solve(state, self.reporter())?))
    }

    fn finish(&self, answer: Answer<S>) -> Answer<S> {
        Answer {
            metric: self.question.metric,
            show_bounds: self.options.limits.bounds_suffice(),
            ..answer
        }
    }

    /// Returns the number of shortest solutions, and the states of the first `limit` of them.
    pub fn solutions(&self, state: &S, limit: usize) -> Result<Solutions<S>, Error> {
        self.list(state, limit, true)
    }

    /// Returns the states of `limit` shortest solutions, any of them, or of all where there are no
    /// more. Costs less than [`solutions`](Self::solutions) where there are many, since it does not
    /// count them.
    pub fn some_solutions(&self, state: &S, limit: usize) -> Result<Vec<Vec<S>>, Error> {
        Ok(self.list(state, limit, false)?.paths)
    }

    fn list(&self, state: &S, limit: usize, all: bool) -> Result<Solutions<S>, Error> {
        self.of_puzzle(state)?;
        if self.ruled_out(state)?.is_some() {
            return Ok(Solutions::none());
        }
        self.engine()?.solutions(state, limit, all, self.reporter())
    }

    /// Returns the distances of many states, in order; `None` where the goal is out of reach. Runs
    /// on all threads of rayon's current pool, and costs less for each state than
    /// [`distance`](Self::distance).
    pub fn distances(&self, states: &[S]) -> Result<Vec<Option<u32>>, Error> {
        states.iter().try_for_each(|state| self.of_puzzle(state))?;
        let engine = self.engine()?;
        match engine.table() {
            Some(table) => Ok(table.distances_of(states)?),
            None => {
                let distance = |state| Ok(engine.distance(state, self.reporter())?.distance());
                states.par_iter().with_max_len(1).map(distance).collect()
            }
        }
    }

    /// Returns what [`distance`](Self::distance) answers for each of many states, in order.
    /// Searches run one after another.
    pub fn each_distance(&self, states: &[S]) -> Result<Vec<Result<Answer<S>, Error>>, Error> {
        states.iter().try_for_each(|state| self.of_puzzle(state))?;
        let answers = self
            .engine()?
            .each_distance(states, self.reporter())
            .into_iter();
        Ok(answers.map(|answer| Ok(self.finish(answer?))).collect())
    }

    /// Shortest solutions of many states, in order. Runs on all threads of rayon's current pool.
    pub fn solve_all(&self, states: &[S]) -> Result<Vec<Answer<S>>, Error> {
        self.prepare()?;
        let solutions = states.par_iter().with_max_len(1);
        solutions.map(|state| self.solve(state)).collect()
    }

    /// Returns every legal move with the distance after it, best first.
    pub fn hints(&self, state: &S) -> Result<Hints<S>, Error> {
        self.of_puzzle(state)?;
        if let Some(answer) = self.ruled_out(state)? {
            return self.hints_after(&answer);
        }
        let engine = self.engine()?;
        // A table has the distance at once; the search that finds it also finds a best move.
        let answer = match engine.table() {
            Some(_) => engine.distance(state, self.reporter())?,
            None => engine.solve(state, self.reporter())?,
        };
        self.hints_after(&answer)
    }

    /// Returns the same about a state whose answer is known. Where a search answers, this costs no
    /// more than to tell of every move but the first of the answer's path whether it leads nearer.
    ///
    /// ```
    /// use tilebase::{Board, Library};
    ///
    /// let shape = "3x3".parse()?;
    /// let solver = Library::in_memory().board(shape).heuristic("pdb");
    /// let answer = solver.solve(&Board::parse(shape, "1 2 3 / 4 5 6 / 0 7 8")?)?;
    /// let hints = solver.hints_after(&answer)?;
    /// assert_eq!(hints.moves[0].distance, 1);
    /// assert_eq!(hints.moves[1].distance, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hints_after(&self, answer: &Answer<S>) -> Result<Hints<S>, Error> {
        let (state, distance) = (&answer.state, answer.distance());
        self.of_puzzle(state)?;
        let on_path = answer.path.as_ref().and_then(|path| path.get(1));
        let mut moves = Vec::new();
        if let Some(here) = distance {
            let engine = self.engine()?;
            let neighbours = state.neighbours_in(self.question.metric);
            let after =
                engine.distances_beside(state, &neighbours, on_path, here, self.reporter())?;
            for (next, distance) in neighbours.into_iter().zip(after) {
                let hint = state.move_to(&next).zip(distance);
                moves.extend(hint.map(|(step, distance)| Hint {
                    step,
                    state: next,
                    distance,
                }));
            }
        }
        moves.sort_by_key(|hint: &Hint<S>| hint.distance);
        Ok(Hints {
            state: *state,
            metric: self.question.metric,
            distance,
            moves,
        })
    }

    /// Grades a game: its moves as people write them, see [`Moves::play`].
    ///
    /// # Errors
    /// If the text is no list of moves, a move cannot be made (the error names its number), or the
    /// goal cannot be reached.
    pub fn review(&self, state: &S, moves: &str, notation: Notation) -> Result<Review<S>, Error> {
        self.of_puzzle(state)?;
        let metric = self.question.metric;
        let path = Moves::play_in(metric, state, moves, notation)?;
        let unsolvable = || Error::Unsolvable {
            state: state.to_string(),
        };
        let distance = self.distance(state)?.distance().ok_or_else(unsolvable)?;
        let engine = self.engine()?;
        let (mut here, mut reviewed) = (distance, Vec::new());
        for (step, pair) in Moves::along_in(metric, &path).iter().zip(path.windows(2)) {
            let (before, state) = (&pair[0], pair[1]);
            let after = engine.distance_beside(before, &state, here, self.reporter())?;
            let after = after.ok_or_else(unsolvable)?;
            reviewed.push(Reviewed {
                step,
                state,
                distance: after,
                optimal: after < here,
            });
            here = after;
        }
        Ok(Review {
            state: *state,
            metric,
            distance,
            moves: reviewed,
        })
    }

    /// Returns whether the goal can be reached, and why. On boards, and for most rows, by rules
    /// alone.
    pub fn check(&self, state: &S) -> Result<Check<S>, Error> {
        self.of_puzzle(state)?;
        if let Some(check) = S::check(&self.question, state)? {
            return Ok(check);
        }
        let answer = if self.is_tabulated()? {
            self.distance(state)?
        } else {
            self.clone().time(LOOK).distance(state)?
        };
        let solvable = answer.solvable();
        Ok(Check {
            state: *state,
            metric: self.question.metric,
            solvable,
            reason: Reason::Rule(match solvable {
                Some(true) => "a sequence of jumps leads to the goal",
                Some(false) => "no sequence of jumps leads to the goal",
                None => "no rule decides it, and no solution was met in some seconds",
            }),
        })
    }

    /// Returns the tables that answers come from: of every state, or pattern databases; none for a
    /// search that needs none. Opens what answers, as [`prepare`](Self::prepare) does.
    pub fn tables_used(&self) -> Result<Vec<Subject>, Error> {
        Ok(match self.engine()? {
            Engine::Table(_) => vec![S::subject(&self.question)],
            Engine::Search(_) => {
                S::search_subjects(&self.question, &self.options).unwrap_or_default()
            }
        })
    }

    /// Returns the table of every state, whether or not it is there or could ever be built.
    pub fn table_subject(&self) -> Subject {
        S::subject(&self.question)
    }

    /// Returns the tables that answer: one of every state, or else the pattern databases that guide
    /// the search.
    ///
    /// # Errors
    /// If neither is there to be built.
    pub fn subjects(&self) -> Result<Vec<Subject>, Error> {
        let by_search = S::wants_search(&self.question, &self.options)?;
        if tilebase_pdb_build::tabulable(self.puzzle()) && !by_search {
            Ok(vec![S::subject(&self.question)])
        } else {
            S::search_subjects(&self.question, &self.options)
        }
    }

    pub(crate) fn name(&self) -> S::Name {
        self.question.name
    }

    pub(crate) fn of_puzzle(&self, state: &S) -> Result<(), Error> {
        S::from_state(self.question.name, (*state).into()).map(drop)
    }
}
