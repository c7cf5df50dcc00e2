//! One puzzle with a goal and a table or search, which the Python classes wrap.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};
use tilebase::{
    Build, Error, Event, Library, Moves, Puzzle, Selection, Solver, State,
    format::{Encoding, Origin},
    oshidori::Row,
    sliding::UnknownMetric,
};

use crate::{
    actions::{Actions, action, notated},
    arrays::{self, Array1, Array2, Path, Paths, Solved},
    errors::{no_solution, raised},
    moves::{Graded, StageEnd, StageGrade, graded, linked, stage_grade},
    puzzles::{RowRules, named},
    solutions::NativeSolutions,
    work::{Call, Progress, duration},
};

#[pyclass(frozen, module = "tilebase._native")]
pub struct NativeSolver {
    solver: Solver,
    actions: Actions,
    threads: Option<usize>,
}

impl NativeSolver {
    fn call(&self) -> Call<'_> {
        Call::silent(&self.solver, self.threads)
    }

    /// Answers for a few states at once, and for many beside the interpreter.
    fn answer<T: Send>(
        &self,
        py: Python<'_>,
        states: usize,
        work: impl FnOnce(&Solver) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        if states <= Solver::FEW {
            py.detach(|| work(&self.solver)).map_err(raised)
        } else {
            self.run(py, work)
        }
    }

    /// Works beside the interpreter, in this process's pool.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Solver) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.call().run(py, |solver, _| work(solver))
    }

    /// Works in the same way, and reports progress to a callback.
    fn run_with_progress<T: Send>(
        &self,
        py: Python<'_>,
        translate: fn(&Event<'_>) -> Option<Progress>,
        callback: Option<Py<PyAny>>,
        work: impl FnOnce(&Solver) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let call = Call {
            translate,
            callback,
            ..self.call()
        };
        call.run(py, |solver, _| work(solver))
    }

    fn state(&self, cells: &PyReadonlyArray1<'_, u8>) -> PyResult<State> {
        self.solver.state(cells.as_slice()?).map_err(raised)
    }

    fn states<'py>(&self, py: Python<'py>, states: &[State]) -> PyResult<Array2<'py, u8>> {
        arrays::states(py, states, self.solver.cells())
    }

    fn rows<'py>(&self, py: Python<'py>, cells: Vec<u8>) -> PyResult<Array2<'py, u8>> {
        arrays::rows(py, cells, self.solver.cells())
    }

    fn path<'py>(&self, py: Python<'py>, along: &[State]) -> PyResult<Path<'py>> {
        let moves = Moves::along_in(self.solver.metric(), along);
        arrays::path(py, along, &moves)
    }
}

#[pymethods]
impl NativeSolver {
    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    #[pyo3(signature = (
        puzzle, *, goal, rules, metric, folder, in_bytes, search, heuristic, partition, time, width,
        threads, build, progress
    ))]
    fn open(
        py: Python<'_>,
        puzzle: &str,
        goal: Option<&str>,
        rules: RowRules,
        metric: &str,
        folder: Option<PathBuf>,
        in_bytes: bool,
        search: bool,
        heuristic: Option<String>,
        partition: Option<&str>,
        time: Option<f64>,
        width: Option<usize>,
        threads: Option<usize>,
        build: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut library = folder.map_or_else(Library::in_memory, Library::in_folder);
        library = library.build_when_missing(if build { Build::Anything } else { Build::Never });
        if in_bytes {
            library = library.in_bytes();
        }
        let metric = metric
            .parse()
            .map_err(|error: UnknownMetric| PyValueError::new_err(error.to_string()))?;
        let solver = library.solver(named(puzzle, rules)?);
        let mut solver = solver.with_metric(metric).map_err(raised)?;
        if let Some(goal) = goal {
            solver = solver.with_goal(goal).map_err(raised)?;
        }
        if let Some(groups) = partition {
            let groups = groups.parse();
            solver = solver.partition(groups.map_err(|error| raised(Error::Partition(error)))?);
        }
        if search {
            solver = solver.by_search().copy_patterns(true);
        }
        if let Some(heuristic) = heuristic {
            solver = solver.heuristic(heuristic);
        }
        if let Some(time) = time {
            solver = solver.time(duration(time)?);
        }
        if let Some(width) = width {
            solver = solver.width(width);
        }
        let opening = Call {
            translate: Progress::of_build,
            callback: progress,
            ..Call::silent(&solver, threads)
        };
        opening.run(py, |solver, _| {
            if search { solver.prepare().map(drop) } else { solver.table_file().map(drop) }
        })?;
        Ok(Self {
            actions: Actions::new(solver.puzzle(), metric),
            solver,
            threads,
        })
    }

    /// Returns the description of the puzzle as a dict.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let puzzle = self.solver.puzzle();
        let (shape, block) = match puzzle {
            Puzzle::Sliding(shape) => ((shape.rows(), shape.cols()), 1),
            Puzzle::Oshidori(stones) => ((1, stones.cells()), stones.block()),
        };
        let about = PyDict::new(py);
        about.set_item("puzzle", puzzle.to_string())?;
        about.set_item("board", matches!(puzzle, Puzzle::Sliding(_)))?;
        about.set_item("metric", self.solver.metric().to_string())?;
        about.set_item("block", block)?;
        about.set_item("shape", shape)?;
        about.set_item("goal", self.goal())?;
        let destinations = PyArray2::from_vec2(py, &self.actions.destinations())?;
        about.set_item("destinations", destinations)?;
        Ok(about)
    }

    /// Returns the description of the table as a dict.
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let file = self.solver.table_file().map_err(raised)?;
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
    fn table_bytes<'py>(&self, py: Python<'py>) -> PyResult<Array1<'py, u8>> {
        let file = self.solver.table_file().map_err(raised)?;
        Ok(PyArray1::from_slice(py, self.call().checked(py, &file)?))
    }

    /// Returns the goal, as people write it.
    fn goal(&self) -> String {
        self.solver.goal()
    }

    /// Returns the usual start of a row.
    fn start<'py>(&self, py: Python<'py>) -> Option<Array1<'py, u8>> {
        match self.solver.puzzle() {
            Puzzle::Sliding(_) => None,
            Puzzle::Oshidori(stones) => Some(PyArray1::from_iter(py, Row::start(stones).cells())),
        }
    }

    /// Returns the cells of a state written as text.
    fn parse<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Array1<'py, u8>> {
        let state = self.solver.state(text).map_err(raised)?;
        Ok(PyArray1::from_slice(py, state.cells()))
    }

    /// Checks some states: the error names the first that is not a state.
    fn check(&self, py: Python<'_>, states: PyReadonlyArray2<'_, u8>) -> PyResult<()> {
        let cells = states.as_slice()?;
        self.answer(py, cells.len() / self.solver.cells(), |solver| {
            solver.check_cells(cells)
        })
    }

    fn distances(
        &self,
        py: Python<'_>,
        states: PyReadonlyArray2<'_, u8>,
        mut out: PyReadwriteArray1<'_, i16>,
    ) -> PyResult<()> {
        let (cells, distances) = (states.as_slice()?, out.as_slice_mut()?);
        self.answer(py, distances.len(), |solver| {
            solver.cell_distances(cells, distances)
        })
    }

    fn estimates(
        &self,
        py: Python<'_>,
        states: PyReadonlyArray2<'_, u8>,
        mut out: PyReadwriteArray1<'_, i16>,
    ) -> PyResult<()> {
        let (cells, estimates) = (states.as_slice()?, out.as_slice_mut()?);
        // Even few states are several tasks, which must not run in the global pool.
        self.run(py, |solver| solver.estimates(cells, estimates))
    }

    /// Returns which actions of each state lead one move nearer, one row after another.
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u8>,
    ) -> PyResult<Array1<'py, bool>> {
        let cells = states.as_slice()?;
        let n = cells.len() / self.solver.cells();
        let marks = self.answer(py, n, |solver| {
            let mut moves = vec![0; n];
            solver.optimal_moves(cells, &mut moves)?;
            Ok(self.actions.marks(cells, moves))
        })?;
        Ok(PyArray1::from_vec(py, marks))
    }

    /// One shortest solution of each state, from the table.
    fn paths<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u8>,
        seed: Option<u64>,
    ) -> PyResult<Paths<'py>> {
        let cells = states.as_slice()?;
        let paths = self.run(py, |solver| solver.paths(cells, seed))?;
        Ok(arrays::ragged(
            py,
            paths.into_iter().map(Solved::from).collect(),
        ))
    }

    /// Returns the same by search.
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u8>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Paths<'py>> {
        let cells = states.as_slice()?;
        let call = Call {
            callback: progress,
            ..self.call()
        };
        let solved = call.run(py, |solver, report| {
            solver.solve_each(cells, |answer| {
                report(Progress::Solved(1));
                let lower = answer.bounds.map_or(0, |bounds| bounds.lower);
                answer.solvable().map(|solvable| Solved {
                    moves: solvable.then(|| answer.moves()),
                    lower,
                    generated: answer.stats.as_ref().map_or(0, |stats| stats.generated),
                })
            })
        })?;
        let solved = solved.into_iter().enumerate();
        let solved: Vec<Solved> = solved
            .map(|(place, solved)| solved.ok_or_else(|| no_solution(place)))
            .collect::<PyResult<_>>()?;
        Ok(arrays::ragged(py, solved))
    }

    fn ranks<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u8>,
    ) -> PyResult<Array1<'py, i64>> {
        let cells = states.as_slice()?;
        let n = cells.len() / self.solver.cells();
        let ranks = self.answer(py, n, |solver| {
            let mut ranks = vec![0; n];
            solver.ranks(cells, &mut ranks)?;
            Ok(ranks)
        })?;
        Ok(PyArray1::from_vec(py, ranks))
    }

    fn unrank<'py>(
        &self,
        py: Python<'py>,
        ranks: PyReadonlyArray1<'py, u64>,
    ) -> PyResult<Array2<'py, u8>> {
        let ranks = ranks.as_slice()?;
        let cells = self.answer(py, ranks.len(), |solver| solver.unrank(ranks))?;
        self.rows(py, cells)
    }

    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        distance: Option<u32>,
        seed: u64,
    ) -> PyResult<Array2<'py, u8>> {
        let cells = self.run(py, |solver| solver.sample(n, distance, seed))?;
        self.rows(py, cells)
    }

    /// Returns random states, drawn without a table, and whether they are uniformly distributed.
    fn random<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        distance: Option<u32>,
        walk: Option<u32>,
        stage: Option<&str>,
        seed: u64,
    ) -> PyResult<(Array2<'py, u8>, bool)> {
        let mut rng = tilebase::seeded(seed);
        let among = Selection::of(distance, walk, stage).map_err(raised)?;
        let drawn = self.run(py, |solver| solver.draw(n, among, &mut rng))?;
        Ok((self.states(py, &drawn.states)?, drawn.uniform))
    }

    fn at<'py>(
        &self,
        py: Python<'py>,
        distance: u32,
        limit: Option<usize>,
    ) -> PyResult<Array2<'py, u8>> {
        let limit = limit.unwrap_or(usize::MAX);
        let states = self.run(py, |solver| solver.at(distance, limit))?;
        self.states(py, &states)
    }

    /// Returns the best solution known and the least number of moves that one can have, or `None`.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<(Path<'py>, u32)>> {
        let state = self.state(&state)?;
        let answer = self.run_with_progress(py, Progress::of_search, progress, |solver| {
            solver.solve(state)
        })?;
        let (Some(path), Some(bounds)) = (&answer.path, answer.bounds) else {
            return Ok(None);
        };
        if path.is_empty() {
            return Err(no_solution(0));
        }
        Ok(Some((self.path(py, path)?, bounds.lower)))
    }

    /// Returns a solution by stages, the least number of moves that any can have, and for each
    /// stage its tiles, its moves, the moves up to its end and whether it is optimal.
    fn solve_stages<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        stages: &str,
        endings: usize,
    ) -> PyResult<Option<(Path<'py>, u32, Vec<StageEnd>)>> {
        let state = self.state(&state)?;
        let stages = self.solver.stages(stages).map_err(raised)?;
        let staged = self.run(py, |solver| solver.solve_stages(state, &stages, endings))?;
        let answer = &staged.answer;
        let Some((path, bounds)) = answer.path.as_ref().zip(answer.bounds) else {
            return Ok(None);
        };
        let ends = staged.stages.into_iter();
        let ends = ends.map(|stage| (stage.name, stage.length, stage.end, stage.optimal));
        Ok(Some((self.path(py, path)?, bounds.lower, ends.collect())))
    }

    /// Grades a game by stages. Returns for each stage that it reached its tiles, the least number
    /// of moves, the moves made, those left and those wasted.
    fn review_stages(
        &self,
        py: Python<'_>,
        state: PyReadonlyArray1<'_, u8>,
        moves: &str,
        notation: &str,
        stages: &str,
    ) -> PyResult<Vec<StageGrade>> {
        let (state, notation) = (self.state(&state)?, notated(notation)?);
        let stages = self.solver.stages(stages).map_err(raised)?;
        let review = self.run(py, |solver| {
            solver.review_stages(state, moves, notation, &stages)
        })?;
        Ok(review.stages.into_iter().map(stage_grade).collect())
    }

    /// Returns all shortest solutions, one at a time.
    fn solutions(
        &self,
        py: Python<'_>,
        state: PyReadonlyArray1<'_, u8>,
    ) -> PyResult<NativeSolutions> {
        let state = self.state(&state)?;
        NativeSolutions::begin(py, &self.solver, self.threads, state)
    }

    /// Returns the number of shortest solutions.
    fn count_solutions(&self, py: Python<'_>, state: PyReadonlyArray1<'_, u8>) -> PyResult<u128> {
        let state = self.state(&state)?;
        Ok(self.run(py, |solver| solver.solutions(state, 0))?.count)
    }

    /// Returns each legal move, best first: action, tile, the bounds of the distance after it, and
    /// the state after it.
    #[allow(clippy::type_complexity)]
    fn hints<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
    ) -> PyResult<Vec<(u8, u8, u32, Option<u32>, Array1<'py, u8>)>> {
        let state = self.state(&state)?;
        let hints = self.run(py, |solver| solver.hints(state))?;
        let hint = |hint: &tilebase::Hint| {
            let cells = PyArray1::from_slice(py, hint.state.cells());
            (
                action(hint.step),
                hint.step.name(),
                hint.bounds.lower,
                hint.bounds.upper,
                cells,
            )
        };
        Ok(hints.moves.iter().map(hint).collect())
    }

    /// Returns the state from which these moves lead to the goal.
    fn start_of<'py>(
        &self,
        py: Python<'py>,
        moves: &str,
        notation: &str,
    ) -> PyResult<Array1<'py, u8>> {
        let (moves, notation) = (moves.parse().map_err(raised)?, notated(notation)?);
        let start = self.solver.start_of(&moves, notation).map_err(raised)?;
        Ok(PyArray1::from_slice(py, start.cells()))
    }

    /// Returns the link that replays a game.
    fn replay_link(
        &self,
        state: PyReadonlyArray1<'_, u8>,
        moves: &str,
        notation: &str,
        times: Vec<u64>,
    ) -> PyResult<String> {
        let (state, notation) = (self.state(&state)?, notated(notation)?);
        linked(self.solver.metric(), state, moves, notation, times)
    }

    /// Returns the number of states at each distance.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Array1<'py, i64>> {
        let depths = self.run(py, |solver| solver.depths())?;
        let counts = depths.counts.iter().map(|&count| count as i64);
        Ok(PyArray1::from_iter(py, counts))
    }

    /// Returns the chance that the mean distance of random states is low.
    fn chance_of_mean(&self, py: Python<'_>, n: u32, below: f64) -> PyResult<f64> {
        let chance = self.run(py, |solver| solver.depths()?.chance_of_mean(n, below))?;
        Ok(chance.chance)
    }

    /// Returns a game: its states, tiles and actions, the bounds of the distance of each state, −1
    /// where no solution is known, and with `better` its mistakes.
    fn review<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        moves: &str,
        notation: &str,
        better: bool,
    ) -> PyResult<Graded<'py>> {
        let (state, notation) = (self.state(&state)?, notated(notation)?);
        let (review, mistakes) = self.run(py, |solver| {
            let review = solver.review(state, moves, notation)?;
            let mistakes = better.then(|| solver.mistakes(&review)).transpose()?;
            Ok((review, mistakes))
        })?;
        graded(py, &review, mistakes)
    }

    /// Returns a shorter game between the two ends of one, or the game itself, and the least number
    /// of moves between them that is proven.
    fn shorten<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        moves: &str,
        notation: &str,
    ) -> PyResult<(Path<'py>, u32)> {
        let (state, notation) = (self.state(&state)?, notated(notation)?);
        let game = self.run(py, |solver| solver.shorten(state, moves, notation))?;
        let path = game.answer.path.unwrap_or_default();
        let lower = game.answer.bounds.map_or(0, |bounds| bounds.lower);
        Ok((self.path(py, &path)?, lower))
    }

    /// Bounds of a distance, the moves of the best solution known, the same as text, and the proof.
    #[allow(clippy::type_complexity)]
    fn bounds<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        seconds: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<
        Option<(
            u32,
            Option<u32>,
            Option<(Array1<'py, u8>, String)>,
            Option<&'static str>,
        )>,
    > {
        let state = self.state(&state)?;
        let mut solver = self.solver.clone();
        if let Some(seconds) = seconds {
            solver = solver.time(duration(seconds)?);
        }
        let call = Call {
            translate: Progress::of_search,
            callback: progress,
            ..Call::silent(&solver, self.threads)
        };
        let answer = call.run(py, |solver, _| solver.solve(state))?;
        Ok(answer.bounds.map(|bounds| {
            let known = bounds.upper.map(|_| answer.moves());
            let moves =
                known.map(|moves| (PyArray1::from_vec(py, moves.tiles()), moves.to_string()));
            (
                bounds.lower,
                bounds.upper,
                moves,
                answer.proof.map(|proof| proof.name()),
            )
        }))
    }

    /// Returns the name of the heuristic.
    fn heuristic(&self, py: Python<'_>) -> PyResult<String> {
        self.run(py, |solver| solver.heuristic_name())
    }

    fn verify(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        self.run_with_progress(py, Progress::of_proof, progress, |solver| solver.verify())
    }
}
