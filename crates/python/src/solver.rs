//! One puzzle, goal and way of answering; the Python classes are faces of it.

use std::path::PathBuf;

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1,
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};
use tilebase::{
    AnySolver, Build, Direction, Error, Library, Move, Moves, Notation, Position, Puzzle, State,
    format::Origin, oshidori::Row,
};

use crate::{
    errors::raised,
    work::{Call, News},
};

/// Up to so many states are answered on the caller's thread.
const FEW: usize = 4096;

pub type Array1<'py, T> = Bound<'py, PyArray1<T>>;
pub type Array2<'py, T> = Bound<'py, PyArray2<T>>;
/// The states of a solution, the tiles that move, and where the blank goes.
type Path<'py> = (Array2<'py, u8>, Array1<'py, u8>, Array1<'py, u8>);
/// Lengths, tiles, actions, where each solution starts, and boards generated, of many solutions.
type Paths<'py> = (
    Array1<'py, i16>,
    Array1<'py, u8>,
    Array1<'py, u8>,
    Array1<'py, i64>,
    Array1<'py, i64>,
);

#[pyclass(frozen, module = "tilebase._native")]
pub struct NativeSolver {
    solver: AnySolver,
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
        work: impl FnOnce(&AnySolver) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        match states <= FEW {
            true => py.detach(|| work(&self.solver)).map_err(raised),
            false => self.call().run(py, |solver, _| work(solver)),
        }
    }

    fn state(&self, cells: &[u8]) -> PyResult<State> {
        self.solver.state(cells).map_err(raised)
    }

    /// Where the blank goes, or the cell whose stones jump.
    fn action(step: Move) -> u8 {
        match step.direction().map(Direction::opposite) {
            Some(Direction::Up) => 0,
            Some(Direction::Right) => 1,
            Some(Direction::Down) => 2,
            Some(Direction::Left) => 3,
            None => step.name(),
        }
    }

    fn path<'py>(&self, py: Python<'py>, states: &[State]) -> PyResult<Path<'py>> {
        let moves = Moves::along(states);
        Ok((
            rows(
                py,
                &states
                    .iter()
                    .flat_map(|state| state.cells())
                    .collect::<Vec<_>>(),
                self.solver.cells(),
            )?,
            PyArray1::from_iter(py, moves.iter().map(Move::name)),
            PyArray1::from_iter(py, moves.iter().map(Self::action)),
        ))
    }

    fn states<'py>(&self, py: Python<'py>, states: &[State]) -> PyResult<Array2<'py, u8>> {
        let cells: Vec<u8> = states.iter().flat_map(|state| state.cells()).collect();
        rows(py, &cells, self.solver.cells())
    }

    /// The number of actions: four ways of the blank, or the cells of a row.
    fn actions(&self) -> usize {
        match self.solver.puzzle() {
            Puzzle::Sliding(_) => 4,
            Puzzle::Oshidori(stones) => stones.cells(),
        }
    }

    /// The action that brings the blank of a state to a cell.
    fn action_to(&self, cells: &[u8], to: usize) -> usize {
        let Puzzle::Sliding(shape) = self.solver.puzzle() else {
            return to;
        };
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or_default();
        match (
            to + shape.cols() == blank,
            to == blank + 1,
            to == blank + shape.cols(),
        ) {
            (true, ..) => 0,
            (_, true, _) => 1,
            (_, _, true) => 2,
            _ => 3,
        }
    }
}

/// An array of so many columns.
pub fn rows<'py>(py: Python<'py>, cells: &[u8], width: usize) -> PyResult<Array2<'py, u8>> {
    PyArray1::from_slice(py, cells).reshape([cells.len() / width, width])
}

fn ragged(py: Python<'_>, solved: Vec<(Option<Moves>, u64)>) -> Paths<'_> {
    let lengths = solved
        .iter()
        .map(|(moves, _)| moves.as_ref().map_or(-1, |moves| moves.len() as i16));
    let steps = || {
        solved
            .iter()
            .flat_map(|(moves, _)| moves.iter().flat_map(Moves::iter))
    };
    let mut end = 0;
    let ends = solved.iter().map(|(moves, _)| {
        end += moves.as_ref().map_or(0, Moves::len) as i64;
        end
    });
    let tiles: Vec<u8> = steps().map(Move::name).collect();
    let actions: Vec<u8> = steps().map(NativeSolver::action).collect();
    let starts: Vec<i64> = std::iter::once(0).chain(ends).collect();
    (
        PyArray1::from_vec(py, lengths.collect()),
        PyArray1::from_vec(py, tiles),
        PyArray1::from_vec(py, actions),
        PyArray1::from_vec(py, starts),
        PyArray1::from_vec(
            py,
            solved
                .iter()
                .map(|&(_, generated)| generated as i64)
                .collect(),
        ),
    )
}

#[pymethods]
impl NativeSolver {
    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    #[pyo3(signature = (puzzle, *, goal, block, folder, in_bytes, build, heuristic, partition, threads, progress))]
    fn open(
        py: Python<'_>,
        puzzle: &str,
        goal: Option<&str>,
        block: usize,
        folder: Option<PathBuf>,
        in_bytes: bool,
        build: bool,
        heuristic: Option<String>,
        partition: Option<&str>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut library = folder.map_or_else(Library::in_memory, Library::in_folder);
        library = library.build_when_missing(if build { Build::Anything } else { Build::Never });
        if in_bytes {
            library = library.in_bytes();
        }
        let mut puzzle: Puzzle = puzzle
            .parse()
            .map_err(|error| raised(Error::Puzzle(error)))?;
        if let Puzzle::Oshidori(stones) = &mut puzzle {
            let blocks = stones.with_block(block);
            *stones = blocks.map_err(|error| raised(Error::Puzzle(error.into())))?;
        }
        let mut solver = library.any(puzzle);
        if let Some(goal) = goal {
            solver = solver.goal(goal).map_err(raised)?;
        }
        if let Some(groups) = partition {
            let groups = groups.parse();
            solver = solver.partition(groups.map_err(|error| raised(Error::Partition(error)))?);
        }
        let by_search = heuristic.is_some();
        if let Some(heuristic) = heuristic {
            solver = solver.heuristic(heuristic).copy_patterns(true);
        }
        let opening = Call {
            news: News::of_build,
            progress,
            ..Call::silent(&solver, threads)
        };
        opening.run(py, |solver, _| match by_search {
            true => solver.prepare().map(drop),
            false => solver.table_file().map(drop),
        })?;
        Ok(Self { solver, threads })
    }

    /// What describes the puzzle and its table, by name.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let puzzle = self.solver.puzzle();
        let shape = match puzzle {
            Puzzle::Sliding(shape) => (shape.rows(), shape.cols()),
            Puzzle::Oshidori(stones) => (1, stones.cells()),
        };
        let about = PyDict::new(py);
        about.set_item("puzzle", puzzle.to_string())?;
        about.set_item("board", matches!(puzzle, Puzzle::Sliding(_)))?;
        let block = match puzzle {
            Puzzle::Sliding(_) => 1,
            Puzzle::Oshidori(stones) => stones.block(),
        };
        about.set_item("block", block)?;
        about.set_item("shape", shape)?;
        about.set_item("actions", self.actions())?;
        about.set_item("goal", self.goal())?;
        Ok(about)
    }

    /// What describes the table, by name.
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let file = self.solver.table_file().map_err(raised)?;
        let metadata = file.metadata();
        let about = PyDict::new(py);
        about.set_item("entries", metadata.entries)?;
        about.set_item("encoding", metadata.encoding.to_string())?;
        let path = match file.origin() {
            Origin::File(path) => Some(path.clone()),
            Origin::Memory => None,
        };
        about.set_item("path", path)?;
        about.set_item("offset", file.payload_offset())?;
        let counts = metadata.counts.iter().map(|&count| count as i64);
        about.set_item("counts", PyArray1::from_iter(py, counts))?;
        Ok(about)
    }

    /// The distances of a table of bytes, copied.
    fn table_bytes<'py>(&self, py: Python<'py>) -> PyResult<Array1<'py, u8>> {
        let file = self.solver.table_file().map_err(raised)?;
        Ok(PyArray1::from_slice(py, file.payload()))
    }

    /// The goal, as people write it.
    fn goal(&self) -> String {
        match &self.solver {
            AnySolver::Board(solver) => solver.goal_asked().to_string(),
            AnySolver::Row(solver) => solver.goal_asked().to_string(),
        }
    }

    /// The usual start of a row.
    fn start<'py>(&self, py: Python<'py>) -> Option<Array1<'py, u8>> {
        match self.solver.puzzle() {
            Puzzle::Sliding(_) => None,
            Puzzle::Oshidori(stones) => Some(PyArray1::from_iter(py, Row::start(stones).cells())),
        }
    }

    /// The cells of a state written as text.
    fn parse<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Array1<'py, u8>> {
        let state = self.solver.state(text).map_err(raised)?;
        Ok(PyArray1::from_vec(py, state.cells()))
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
        // Even few states are a parallel iterator, which must not run in the global pool.
        self.call()
            .run(py, |solver, _| solver.estimates(cells, estimates))
    }

    /// The cells, as bits, that the blank goes to.
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u8>,
    ) -> PyResult<Array1<'py, bool>> {
        let (cells, width, columns) = (states.as_slice()?, self.solver.cells(), self.actions());
        let n = cells.len() / width;
        let actions = self.answer(py, n, |solver| {
            let mut moves = vec![0; n];
            solver.optimal_moves(cells, &mut moves)?;
            let mut actions = vec![false; n * columns];
            let states = cells
                .chunks_exact(width)
                .zip(actions.chunks_exact_mut(columns));
            for ((cells, actions), mut moves) in states.zip(moves) {
                while moves != 0 {
                    actions[self.action_to(cells, moves.trailing_zeros() as usize)] = true;
                    moves &= moves - 1;
                }
            }
            Ok(actions)
        })?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// One shortest solution of each state, from the table.
    fn paths<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u8>,
        seed: Option<u64>,
    ) -> PyResult<Paths<'py>> {
        let cells = states.as_slice()?;
        let paths = self.call().run(py, |solver, _| solver.paths(cells, seed))?;
        Ok(ragged(
            py,
            paths.into_iter().map(|path| (path, 0)).collect(),
        ))
    }

    /// The same by search.
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u8>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Paths<'py>> {
        let cells = states.as_slice()?;
        let call = Call {
            progress,
            ..self.call()
        };
        let solved = call.run(py, |solver, report| {
            solver.solve_each(cells, |answer| {
                report(News::Solved(1));
                let generated = answer.stats.as_ref().map_or(0, |stats| stats.generated);
                (answer.distance().map(|_| answer.moves()), generated)
            })
        })?;
        Ok(ragged(py, solved))
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
        rows(py, &cells, self.solver.cells())
    }

    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        distance: Option<u32>,
        seed: u64,
    ) -> PyResult<Array2<'py, u8>> {
        let cells = self
            .call()
            .run(py, |solver, _| solver.sample(n, distance, seed))?;
        rows(py, &cells, self.solver.cells())
    }

    /// Random states, drawn without a table.
    fn random<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        distance: Option<u32>,
        seed: u64,
    ) -> PyResult<Array2<'py, u8>> {
        let states = self.call().run(py, |solver, _| {
            let mut rng = tilebase::seeded(seed);
            match distance {
                None => Ok(solver.random(n, &mut rng)),
                Some(distance) => solver.random_at(distance, n, &mut rng),
            }
        })?;
        self.states(py, &states)
    }

    fn at<'py>(
        &self,
        py: Python<'py>,
        distance: u32,
        limit: Option<usize>,
    ) -> PyResult<Array2<'py, u8>> {
        let limit = limit.unwrap_or(usize::MAX);
        let states = self
            .call()
            .run(py, |solver, _| solver.at(distance, limit))?;
        self.states(py, &states)
    }

    /// A shortest solution, or `None`.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Path<'py>>> {
        let state = self.state(state.as_slice()?)?;
        let call = Call {
            news: News::of_search,
            progress,
            ..self.call()
        };
        let answer = call.run(py, |solver, _| solver.solve(state))?;
        let path = answer.path.filter(|path| !path.is_empty());
        path.map(|path| self.path(py, &path)).transpose()
    }

    /// Some shortest solutions.
    fn solutions<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        limit: usize,
    ) -> PyResult<Vec<Path<'py>>> {
        let state = self.state(state.as_slice()?)?;
        let found = self
            .call()
            .run(py, |solver, _| solver.some_solutions(state, limit))?;
        found.iter().map(|path| self.path(py, path)).collect()
    }

    /// How many shortest solutions there are.
    fn count_solutions(&self, py: Python<'_>, state: PyReadonlyArray1<'_, u8>) -> PyResult<u128> {
        let state = self.state(state.as_slice()?)?;
        Ok(self
            .call()
            .run(py, |solver, _| solver.solutions(state, 0))?
            .count)
    }

    /// Each legal move, best first: action, tile, distance after it, and the state after it.
    #[allow(clippy::type_complexity)]
    fn hints<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
    ) -> PyResult<Vec<(u8, u8, u32, Array1<'py, u8>)>> {
        let state = self.state(state.as_slice()?)?;
        let hints = self.call().run(py, |solver, _| solver.hints(state))?;
        let hint = |hint: &tilebase::Hint<State>| {
            let cells = PyArray1::from_vec(py, hint.state.cells());
            (
                Self::action(hint.step),
                hint.step.name(),
                hint.distance,
                cells,
            )
        };
        Ok(hints.moves.iter().map(hint).collect())
    }

    /// A game: its states, tiles and actions, and the distance of each state.
    fn review<'py>(
        &self,
        py: Python<'py>,
        state: PyReadonlyArray1<'py, u8>,
        moves: &str,
        notation: &str,
    ) -> PyResult<(Path<'py>, Array1<'py, i16>)> {
        let state = self.state(state.as_slice()?)?;
        let notation = match notation {
            "tile" => Notation::Tile,
            "blank" => Notation::Blank,
            other => {
                return Err(PyValueError::new_err(format!(
                    "letters are the ways of the \"tile\" or of the \"blank\", not of `{other}`"
                )));
            }
        };
        let review = self
            .call()
            .run(py, |solver, _| solver.review(state, moves, notation))?;
        let states =
            std::iter::once(review.state).chain(review.moves.iter().map(|step| step.state));
        let distances =
            std::iter::once(review.distance).chain(review.moves.iter().map(|step| step.distance));
        let distances = distances.map(|distance| distance as i16).collect();
        Ok((
            self.path(py, &states.collect::<Vec<_>>())?,
            PyArray1::from_vec(py, distances),
        ))
    }

    /// Bounds of a row's distance, the moves of the best solution known, and the proof.
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
            Option<Array1<'py, u8>>,
            Option<&'static str>,
        )>,
    > {
        let state = self.state(state.as_slice()?)?;
        let mut solver = self.solver.clone();
        if let Some(seconds) = seconds {
            let time = std::time::Duration::try_from_secs_f64(seconds);
            solver =
                solver.time(time.map_err(|error| PyValueError::new_err(format!("time: {error}")))?);
        }
        let call = Call {
            news: News::of_search,
            progress,
            ..Call::silent(&solver, self.threads)
        };
        let answer = call.run(py, |solver, _| solver.solve(state))?;
        Ok(answer.bounds.map(|bounds| {
            let moves = bounds
                .upper
                .map(|_| PyArray1::from_vec(py, answer.moves().tiles()));
            (
                bounds.lower,
                bounds.upper,
                moves,
                answer.proof.map(|proof| proof.name()),
            )
        }))
    }

    /// The name of the heuristic.
    fn heuristic(&self, py: Python<'_>) -> PyResult<String> {
        self.call().run(py, |solver, _| solver.heuristic_name())
    }

    fn verify(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let call = Call {
            news: News::of_proof,
            progress,
            ..self.call()
        };
        call.run(py, |solver, _| solver.verify())
    }
}
