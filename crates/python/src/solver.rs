//! One puzzle with a goal and a table or search, which the Python classes wrap.

use std::path::PathBuf;

use numpy::{PyArray2, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::{prelude::*, types::PyDict};
use tilebase::{
    Bounds, Build, Error, Game, Groups, Hint, Library, Puzzle, Replay, ReviewedStage, Selection,
    Solver, State,
    format::{Encoding, Origin},
    oshidori::Row,
    sliding::UnknownMetric,
};

use crate::{
    actions::{Actions, action, notated},
    arrays::{self, Array, Path, Paths, Rows, Solved, StateCells, StateRows},
    errors::{Result, invalid, no_solution},
    moves::{Graded, SolvedStage, StageGrade, graded},
    puzzles::{RowRules, named},
    search::NativeSearch,
    solutions::NativeSolutions,
    work::{self, Call, duration},
};

/// Bounds of a distance, the best solution known, and the proof.
type KnownDistance = (u32, Option<u32>, Option<Path>, Option<&'static str>);

/// A game as Python gives it: the state at the start, the moves, and what their letters mean.
type Played<'py> = (StateCells<'py>, String, String);

/// A move: action, tile, the bounds of the distance after it, and the state after it.
type Worth = (u8, u8, u32, Option<u32>, Array<u8>);

/// Lower and upper bounds of distances, and of those after each action.
type Labels = (Array<i16>, Array<i16>, Array<i16>, Array<i16>);

/// How a puzzle is opened: the keywords of [`NativeSolver::open`].
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct OpenOptions {
    goal: Option<String>,
    rules: RowRules,
    metric: String,
    folder: Option<PathBuf>,
    in_bytes: bool,
    search: bool,
    heuristic: Option<String>,
    partition: Option<String>,
    time: Option<f64>,
    width: Option<usize>,
    threads: Option<usize>,
    build: bool,
    progress: Option<Py<PyAny>>,
}

impl OpenOptions {
    /// Reads the keywords. An error is that of the value, with a note that names the keyword, as
    /// for the arguments of other functions.
    fn read(keywords: Option<&Bound<'_, PyDict>>, py: Python<'_>) -> PyResult<Self> {
        let keywords = keywords.map_or_else(|| PyDict::new(py), Bound::clone);
        keywords.extract().map_err(|error: PyErr| {
            let Some(cause) = error.cause(py) else {
                return error;
            };
            let said = error.value(py).to_string();
            let field = said.rsplit('.').next().unwrap_or_default();
            let note = format!("while processing '{field}'");
            // Before Python 3.11 there are no notes.
            let _ = cause.value(py).call_method1("add_note", (note,));
            cause
        })
    }
}

#[pyclass(frozen, module = "tilebase._native")]
pub struct NativeSolver {
    solver: Solver,
    actions: Actions,
    threads: Option<usize>,
}

#[pymethods]
impl NativeSolver {
    /// Opens the table or the search of a puzzle.
    #[staticmethod]
    #[pyo3(
        signature = (puzzle, **options),
        text_signature = "(puzzle, *, goal, rules, metric, folder, in_bytes, search, heuristic, \
            partition, time, width, threads, build, progress)"
    )]
    fn open(py: Python<'_>, puzzle: &str, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        let options = OpenOptions::read(options, py)?;
        let library = options
            .folder
            .map_or_else(Library::in_memory, Library::in_folder);
        let build = if options.build { Build::Anything } else { Build::Never };
        let mut library = library.with_builds(build);
        if options.in_bytes {
            library = library.with_byte_tables();
        }
        let metric = options.metric.parse();
        let metric = metric.map_err(|error: UnknownMetric| invalid(error.to_string()))?;
        let partition = options.partition.as_deref().map(str::parse::<Groups>);
        let mut solver = library
            .solver(named(puzzle, options.rules)?)
            .with_metric(metric)?
            .with_goal(options.goal.as_deref())?
            .with_partition(partition.transpose()?)
            .with_time(options.time.map(duration).transpose()?)
            .with_width(options.width);
        if options.search {
            solver = solver.with_search().with_copied_patterns(true);
        }
        if let Some(heuristic) = options.heuristic {
            solver = solver.with_heuristic(heuristic);
        }
        let threads = options.threads;
        let opening = Call::silent(&solver, threads).reporting(work::of_build, options.progress);
        opening.run(py, |solver, _| {
            if options.search {
                solver.prepare().map(drop)
            } else {
                solver.table_file().map(drop)
            }
        })?;
        Ok(Self {
            actions: Actions::new(solver.puzzle(), metric),
            solver,
            threads,
        })
    }

    /// Returns the description of the puzzle as a dict.
    fn describe<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let puzzle = self.solver.puzzle();
        let (board, shape, block) = match puzzle {
            Puzzle::Sliding(shape) => (true, (shape.rows(), shape.cols()), 1),
            Puzzle::Oshidori(stones) => (false, (1, stones.cells()), stones.block()),
            Puzzle::Graph(graph) => {
                let cols = graph.columns().unwrap_or(graph.cells());
                (false, (graph.cells() / cols, cols), 1)
            }
        };
        let about = PyDict::new(py);
        about.set_item("puzzle", puzzle.to_string())?;
        about.set_item("board", board)?;
        about.set_item("metric", self.solver.metric().to_string())?;
        about.set_item("block", block)?;
        about.set_item("shape", shape)?;
        about.set_item("goal", self.solver.goal())?;
        let destinations = PyArray2::from_vec2(py, &self.actions.destinations())?;
        about.set_item("destinations", destinations)?;
        Ok(about)
    }

    /// Returns guided searches to a state, with the endings up to this many moves from it.
    fn guided(
        &self,
        goal: StateCells<'_>,
        moves: u32,
        memory: Option<u64>,
    ) -> Result<NativeSearch> {
        let shape = match self.solver.puzzle() {
            Puzzle::Sliding(_) => (true, 1),
            Puzzle::Oshidori(stones) => (false, stones.block()),
            Puzzle::Graph(_) => (false, 1),
        };
        NativeSearch::open(
            &self.solver,
            &self.actions,
            shape,
            goal.as_slice()?,
            moves,
            memory,
        )
    }

    /// Returns the description of the table as a dict.
    fn table<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let file = self.solver.table_file()?;
        let metadata = file.metadata();
        if metadata.encoding == Encoding::Byte {
            // Python maps the file and reads it unchecked.
            self.call().checked(py, &file)?;
        }
        let about = PyDict::new(py);
        about.set_item("entries", metadata.entries)?;
        about.set_item("encoding", metadata.encoding.to_string())?;
        let path = match file.origin() {
            Origin::File(path) => Some(path.clone()),
            _ => None,
        };
        about.set_item("path", path)?;
        about.set_item("offset", file.payload_offset())?;
        Ok(about)
    }

    /// Returns the distances of a table of bytes, copied.
    fn table_bytes(&self, py: Python<'_>) -> Result<Array<u8>> {
        let file = self.solver.table_file()?;
        Ok(Array(self.call().checked(py, &file)?.to_vec()))
    }

    /// Returns the usual start of a row.
    fn start(&self) -> Option<Array<u8>> {
        match self.solver.puzzle() {
            Puzzle::Sliding(_) | Puzzle::Graph(_) => None,
            Puzzle::Oshidori(stones) => Some(Row::start(stones).cells().collect()),
        }
    }

    /// Returns the cells of a state written as text.
    fn parse(&self, text: &str) -> Result<Array<u8>> {
        Ok(Array(self.solver.state(text)?.cells().to_vec()))
    }

    /// Checks some states: the error names the first that is not a state.
    fn check(&self, py: Python<'_>, states: StateRows<'_>) -> Result<()> {
        let cells = states.as_slice()?;
        self.answer(py, cells.len() / self.solver.cells(), |solver| {
            solver.check_cells(cells)
        })
    }

    /// Returns whether the goal can be reached, and why, as JSON.
    fn why(&self, py: Python<'_>, state: StateCells<'_>) -> Result<String> {
        let state = self.state(&state)?;
        let check = self.run(py, |solver| solver.check(state))?;
        Ok(serde_json::to_string(&check).expect("the keys of answers are text"))
    }

    fn distances(
        &self,
        py: Python<'_>,
        states: StateRows<'_>,
        mut out: PyReadwriteArray1<'_, i16>,
    ) -> Result<()> {
        let (cells, distances) = (states.as_slice()?, out.as_slice_mut()?);
        self.answer(py, distances.len(), |solver| {
            solver.cell_distances(cells, distances)
        })
    }

    fn estimates(
        &self,
        py: Python<'_>,
        states: StateRows<'_>,
        mut out: PyReadwriteArray1<'_, i16>,
    ) -> Result<()> {
        let (cells, estimates) = (states.as_slice()?, out.as_slice_mut()?);
        // Even few states are several tasks, which must not run in the global pool.
        self.run(py, |solver| solver.estimates(cells, estimates))
    }

    /// Returns which actions of each state lead one move nearer to the goal, one row after another.
    fn optimal_actions(&self, py: Python<'_>, states: StateRows<'_>) -> Result<Array<bool>> {
        let cells = states.as_slice()?;
        let n = cells.len() / self.solver.cells();
        self.answer(py, n, |solver| {
            let mut moves = vec![0; n];
            solver.optimal_moves(cells, &mut moves)?;
            Ok(Array(self.actions.marks(cells, moves)))
        })
    }

    /// Returns one shortest solution of each state, from the table.
    fn paths(&self, py: Python<'_>, states: StateRows<'_>, seed: Option<u64>) -> Result<Paths> {
        let cells = states.as_slice()?;
        let paths = self.run(py, |solver| solver.paths(cells, seed))?;
        let solved: Vec<Solved> = paths.into_iter().map(Solved::from).collect();
        Ok(arrays::ragged(&solved))
    }

    /// Returns the bounds of the distance of each state, and of the state after each action; those
    /// of actions that cannot be taken are −1, and so is an upper bound where no solution is known.
    fn labels(
        &self,
        py: Python<'_>,
        states: StateRows<'_>,
        progress: Option<Py<PyAny>>,
    ) -> Result<Labels> {
        let cells = states.as_slice()?;
        let count = self.actions.count();
        let call = self.call().reporting(|_| None, progress);
        let numbers = |bounds: Bounds| {
            [
                bounds.lower as i16,
                bounds.upper.map_or(-1, |upper| upper as i16),
            ]
        };
        let labelled = call.run(py, |solver, report| {
            solver.hint_each(cells, |hints| {
                let mut after = vec![[-1; 2]; count];
                for hint in &hints.moves {
                    after[usize::from(action(hint.step))] = numbers(hint.bounds);
                }
                report(work::progress((1,)));
                (hints.bounds.map_or([-1; 2], numbers), after)
            })
        })?;
        let here = |end: usize| labelled.iter().map(|(here, _)| here[end]).collect();
        let after = |end: usize| {
            let after = labelled.iter().flat_map(|(_, after)| after);
            after.map(|bounds| bounds[end]).collect()
        };
        Ok((here(0), here(1), after(0), after(1)))
    }

    /// Returns one solution of each state, by search. An error names the first state without one.
    fn solve_many(
        &self,
        py: Python<'_>,
        states: StateRows<'_>,
        progress: Option<Py<PyAny>>,
    ) -> Result<Paths> {
        let cells = states.as_slice()?;
        let call = self.call().reporting(|_| None, progress);
        let solved = call.run(py, |solver, report| {
            solver.solve_each(cells, |answer| {
                report(work::progress((1,)));
                answer.solvable().map(|solvable| Solved {
                    moves: solvable.then(|| answer.moves()),
                    lower: answer.lower(),
                    generated: answer.stats.as_ref().map_or(0, |stats| stats.generated),
                })
            })
        })?;
        let solved = solved.into_iter().enumerate();
        let solved: Vec<Solved> = solved
            .map(|(place, solved)| solved.ok_or_else(|| no_solution(place)))
            .collect::<Result<_>>()?;
        Ok(arrays::ragged(&solved))
    }

    fn ranks(&self, py: Python<'_>, states: StateRows<'_>) -> Result<Array<i64>> {
        let cells = states.as_slice()?;
        let n = cells.len() / self.solver.cells();
        self.answer(py, n, |solver| {
            let mut ranks = vec![0; n];
            solver.ranks(cells, &mut ranks)?;
            Ok(Array(ranks))
        })
    }

    fn unrank(&self, py: Python<'_>, ranks: PyReadonlyArray1<'_, u64>) -> Result<Rows> {
        let ranks = ranks.as_slice()?;
        let cells = self.answer(py, ranks.len(), |solver| solver.unrank(ranks))?;
        Ok(self.rows(cells))
    }

    fn sample(&self, py: Python<'_>, n: usize, distance: Option<u32>, seed: u64) -> Result<Rows> {
        let cells = self.run(py, |solver| solver.sample(n, distance, seed))?;
        Ok(self.rows(cells))
    }

    /// Returns random states, drawn without a table, and whether they are uniformly distributed.
    fn random(
        &self,
        py: Python<'_>,
        n: usize,
        distance: Option<u32>,
        walk: Option<u32>,
        stage: Option<&str>,
        seed: u64,
    ) -> Result<(Rows, bool)> {
        let mut rng = tilebase::seeded(seed);
        let among = Selection::of(distance, walk, stage)?;
        let drawn = self.run(py, |solver| solver.draw(n, among, &mut rng))?;
        Ok((self.states(&drawn.states), drawn.uniform))
    }

    fn at(&self, py: Python<'_>, distance: u32, limit: Option<usize>) -> Result<Rows> {
        let limit = limit.unwrap_or(usize::MAX);
        let states = self.run(py, |solver| solver.at(distance, limit))?;
        Ok(self.states(&states))
    }

    /// Returns what is known of a distance; `None` if the goal is out of reach.
    fn solve(
        &self,
        py: Python<'_>,
        state: StateCells<'_>,
        progress: Option<Py<PyAny>>,
    ) -> Result<Option<KnownDistance>> {
        let state = self.state(&state)?;
        let call = self.call().reporting(work::of_search, progress);
        let answer = call.run(py, |solver, _| solver.solve(state))?;
        let path = answer.path.as_ref().filter(|path| !path.is_empty());
        let known = path.map(|path| self.path(path));
        let proof = answer.proof.map(|proof| proof.name());
        let bounds = answer.bounds;
        Ok(bounds.map(|bounds| (bounds.lower, bounds.upper, known, proof)))
    }

    /// Returns a solution by stages, the least number of moves that any can have, and for each
    /// stage its tiles, its moves, the moves up to its end and whether it is optimal.
    fn solve_stages(
        &self,
        py: Python<'_>,
        state: StateCells<'_>,
        stages: &str,
        endings: usize,
    ) -> Result<Option<(Path, u32, Vec<SolvedStage>)>> {
        let state = self.state(&state)?;
        let stages = self.solver.stages(stages)?;
        let staged = self.run(py, |solver| solver.solve_stages(state, &stages, endings))?;
        let answer = &staged.answer;
        let Some((path, bounds)) = answer.path.as_ref().zip(answer.bounds) else {
            return Ok(None);
        };
        let ends = staged.stages.into_iter();
        let ends = ends.map(|stage| (stage.name, stage.length, stage.end, stage.optimal));
        Ok(Some((self.path(path), bounds.lower, ends.collect())))
    }

    /// Grades a game by stages. Returns for each stage that it reached its tiles, the least number
    /// of moves, the moves made, those left and those wasted.
    fn review_stages(
        &self,
        py: Python<'_>,
        game: Played<'_>,
        stages: &str,
    ) -> Result<Vec<StageGrade>> {
        let game = self.game(&game)?;
        let stages = self.solver.stages(stages)?;
        let review = self.run(py, |solver| solver.review_stages(&game, &stages))?;
        let grade = |of: ReviewedStage| (of.name, of.distance, of.made, of.left, of.wasted);
        Ok(review.stages.into_iter().map(grade).collect())
    }

    /// Returns all shortest solutions, one at a time.
    fn solutions(&self, py: Python<'_>, state: StateCells<'_>) -> Result<NativeSolutions> {
        let state = self.state(&state)?;
        NativeSolutions::begin(py, &self.solver, self.threads, state)
    }

    /// Returns the number of shortest solutions.
    fn count_solutions(&self, py: Python<'_>, state: StateCells<'_>) -> Result<u128> {
        let state = self.state(&state)?;
        Ok(self.run(py, |solver| solver.solutions(state, 0))?.count)
    }

    /// Returns each legal move, best first.
    fn hints(&self, py: Python<'_>, state: StateCells<'_>) -> Result<Vec<Worth>> {
        let state = self.state(&state)?;
        let hints = self.run(py, |solver| solver.hints(state))?;
        let hint = |hint: &Hint| {
            let (step, bounds) = (hint.step, hint.bounds);
            let cells = Array(hint.state.cells().to_vec());
            (action(step), step.name, bounds.lower, bounds.upper, cells)
        };
        Ok(hints.moves.iter().map(hint).collect())
    }

    /// Returns a state that meets the goal.
    fn goal(&self) -> Array<u8> {
        Array(self.solver.a_goal().cells().to_vec())
    }

    /// Returns the state from which these moves lead to the goal.
    fn start_of(&self, moves: &str, notation: &str) -> Result<Array<u8>> {
        let start = self.solver.start_of(&moves.parse()?, notated(notation)?)?;
        Ok(Array(start.cells().to_vec()))
    }

    /// Returns the link that replays a game.
    fn replay_link(&self, game: Played<'_>, times: Vec<u64>) -> Result<String> {
        let mut replay = Replay::new(&self.game(&game)?)?;
        replay.times = times;
        Ok(replay.link())
    }

    /// Returns the number of states at each distance.
    fn counts(&self, py: Python<'_>) -> Result<Array<i64>> {
        let depths = self.run(py, |solver| solver.depths())?;
        Ok(depths.counts.iter().map(|&count| count as i64).collect())
    }

    /// Returns the chance that the mean distance of random states is low.
    fn chance_of_mean(&self, py: Python<'_>, n: u32, below: f64) -> Result<f64> {
        let chance = self.run(py, |solver| solver.depths()?.chance_of_mean(n, below))?;
        Ok(chance.chance)
    }

    /// Returns a game: its states, tiles and actions, the bounds of the distance of each state (−1
    /// if no solution is known), and with `better` its mistakes.
    fn review(&self, py: Python<'_>, game: Played<'_>, better: bool) -> Result<Graded> {
        let game = self.game(&game)?;
        Ok(graded(self.run(py, |solver| solver.grade(&game, better))?))
    }

    /// Returns a shorter game between the two ends of a game, or the game itself, and a proven
    /// lower bound on the number of moves between them.
    fn shorten(&self, py: Python<'_>, game: Played<'_>) -> Result<(Path, u32)> {
        let game = self.game(&game)?;
        let game = self.run(py, |solver| solver.shorten(&game))?;
        let path = game.answer.path.as_deref().unwrap_or_default();
        Ok((self.path(path), game.answer.lower()))
    }

    /// Returns the name of the heuristic.
    fn heuristic(&self, py: Python<'_>) -> Result<String> {
        self.run(py, |solver| solver.heuristic_name())
    }

    fn verify(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> Result<()> {
        let call = self.call().reporting(work::of_proof, progress);
        call.run(py, |solver, _| solver.verify())
    }
}

impl NativeSolver {
    fn call(&self) -> Call<'_> {
        Call::silent(&self.solver, self.threads)
    }

    /// Runs work directly for a few states, and for many in this process's pool.
    fn answer<T: Send>(
        &self,
        py: Python<'_>,
        states: usize,
        work: impl FnOnce(&Solver) -> Result<T, Error> + Send,
    ) -> Result<T> {
        if states <= Solver::FEW {
            Ok(py.detach(|| work(&self.solver))?)
        } else {
            self.run(py, work)
        }
    }

    /// Runs work in this process's pool, while other Python threads run. Ctrl-C stops it.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Solver) -> Result<T, Error> + Send,
    ) -> Result<T> {
        self.call().run(py, |solver, _| work(solver))
    }

    fn state(&self, cells: &StateCells<'_>) -> Result<State> {
        Ok(self.solver.state(cells.as_slice()?)?)
    }

    fn game(&self, (state, moves, notation): &Played<'_>) -> Result<Game> {
        Ok((self.solver).game(state.as_slice()?, moves, notated(notation)?)?)
    }

    fn states(&self, states: &[State]) -> Rows {
        Rows::of(states, self.solver.cells())
    }

    fn rows(&self, cells: Vec<u8>) -> Rows {
        let width = self.solver.cells();
        Rows { cells, width }
    }

    fn path(&self, states: &[State]) -> Path {
        arrays::path(self.solver.metric(), states)
    }
}
