//! Searches guided by a function of Python, which is asked about many states at once.

use std::{
    hash::{Hash, Hasher},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use numpy::{PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use tilebase::{
    Monitor, Solver,
    programs::allowance,
    search::{Endings, Guided, SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace},
};

use crate::{
    actions::Actions,
    arrays::{self, Path, Rows, StateCells},
    errors::{Raised, Result, invalid},
};

/// The cells of a state, and zeros behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PaddedCells<const N: usize>([u8; N]);

impl<const N: usize> PaddedCells<N> {
    fn of(cells: &[u8]) -> Self {
        let mut padded = [0; N];
        padded[..cells.len()].copy_from_slice(cells);
        Self(padded)
    }
}

impl<const N: usize> PaddedCells<N> {
    /// Returns the first cell that is 0; of those behind the state if it has none.
    fn first_zero(&self) -> Option<usize> {
        const LOW: u64 = u64::from_le_bytes([1; 8]);
        let (words, _) = self.0.as_chunks();
        words
            .iter()
            .zip((0..).step_by(8))
            .find_map(|(&word, first)| {
                // The highest bit of a byte is set if it is 0; wrongly only of some behind that.
                let word = u64::from_le_bytes(word);
                let zeros = word.wrapping_sub(LOW) & !word & (LOW << 7);
                (zeros != 0).then(|| first + zeros.trailing_zeros() as usize / 8)
            })
    }
}

impl<const N: usize> Hash for PaddedCells<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (words, _) = self.0.as_chunks();
        for &word in words {
            hasher.write_u64(u64::from_le_bytes(word));
        }
    }
}

/// The states of one puzzle, up to N cells each, with one state as the goal.
struct CellSpace<const N: usize> {
    goal: PaddedCells<N>,
    cells: usize,
    /// By the gap's cell, for one move after another: pairs of cells whose contents change places,
    /// and whether the pair is the last of the move.
    moves: Vec<Vec<(u8, u8, bool)>>,
}

impl<const N: usize> CellSpace<N> {
    fn new(actions: &Actions, board: bool, block: usize, goal: &[u8]) -> Self {
        let swaps = |gap: usize, action: usize, to: usize| -> Vec<(u8, u8, bool)> {
            let pair = |from: usize, to: usize, last| (from as u8, to as u8, last);
            if !board {
                let pairs = (0..block).map(|at| pair(gap + at, to + at, at + 1 == block));
                return pairs.collect();
            }
            // Tiles slide one after another into the cell that the one before has left.
            let tiles = action / 4 + 1;
            let step = to.abs_diff(gap) / tiles;
            let cell = |slid| if to > gap { gap + slid * step } else { gap - slid * step };
            let pairs = (0..tiles).map(|slid| pair(cell(slid), cell(slid + 1), slid + 1 == tiles));
            pairs.collect()
        };
        let of_gap = |(gap, destinations): (usize, Vec<i16>)| {
            let moves = destinations.into_iter().enumerate();
            let moves = moves.filter_map(|(action, to)| Some((action, usize::try_from(to).ok()?)));
            moves
                .flat_map(|(action, to)| swaps(gap, action, to))
                .collect()
        };
        Self {
            goal: PaddedCells::of(goal),
            cells: goal.len(),
            moves: actions
                .destinations()
                .into_iter()
                .enumerate()
                .map(of_gap)
                .collect(),
        }
    }
}

impl<const N: usize> StateSpace for CellSpace<N> {
    type State = PaddedCells<N>;

    fn successors(&self, state: &PaddedCells<N>, into: &mut Vec<PaddedCells<N>>) {
        let gap = state.first_zero();
        let mut next = *state;
        for &(one, other, last) in gap
            .and_then(|gap| self.moves.get(gap))
            .into_iter()
            .flatten()
        {
            next.0.swap(one.into(), other.into());
            if last {
                into.push(next);
                next = *state;
            }
        }
    }

    fn is_goal(&self, state: &PaddedCells<N>) -> bool {
        *state == self.goal
    }

    fn lower_bound(&self, state: &PaddedCells<N>) -> u32 {
        u32::from(!self.is_goal(state))
    }
}

/// What a search is asked for: the keywords of [`NativeSearch::search`].
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct GuidedOptions {
    method: String,
    estimate: Py<PyAny>,
    bound: Option<Py<PyAny>>,
    width: usize,
    weight: f32,
    batch: usize,
    most: u32,
    limit: Option<u64>,
    memory: Option<u64>,
}

/// The states of a solution, why the search ended, and its counts: generated, expanded, the most
/// held, the lower bound, the seconds, and those of them that functions took.
type Guidance = (Option<Path>, &'static str, u64, u64, u64, u32, f64, f64);

/// A path as cells, and how a search ended.
type CellPath = (Option<Vec<u8>>, &'static str, SearchStats);

/// The searches in states of some number of cells.
trait CellSearches: Send + Sync {
    fn search(
        &self,
        start: &[u8],
        options: &GuidedOptions,
        asking: &Asking<'_>,
    ) -> Result<CellPath>;
    fn endings(&self) -> usize;
}

/// A space, and the ways from the states near the goal.
struct EndedSpace<const N: usize> {
    space: CellSpace<N>,
    endings: Endings<PaddedCells<N>>,
}

impl<const N: usize> EndedSpace<N> {
    fn boxed(
        space: CellSpace<N>,
        moves: u32,
        memory: Option<u64>,
    ) -> Result<Box<dyn CellSearches>> {
        let limits = memory_limit(memory);
        let endings = Endings::new(&space, &[space.goal], moves, &limits, &Monitor::silent());
        let endings = endings.map_err(|error| invalid(error.to_string()))?;
        Ok(Box::new(Self { space, endings }))
    }
}

/// Returns a bound on the memory of a search: half of what is free, unless another is given.
fn memory_limit(memory: Option<u64>) -> SearchLimits {
    let bytes = memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    SearchLimits {
        memory: bytes.unwrap_or_else(|| allowance(u64::MAX)),
        ..SearchLimits::default()
    }
}

impl<const N: usize> CellSearches for EndedSpace<N> {
    fn search(
        &self,
        start: &[u8],
        options: &GuidedOptions,
        asking: &Asking<'_>,
    ) -> Result<CellPath> {
        let (width, start) = (self.space.cells, PaddedCells::of(start));
        let ask = |function, counted| {
            move |states: &[PaddedCells<N>]| {
                let mut cells = Vec::with_capacity(states.len() * width);
                for state in states {
                    cells.extend_from_slice(&state.0[..width]);
                }
                asking.numbers(function, Rows { cells, width }, counted)
            }
        };
        let mut guided = Guided::new(&self.space, ask(&options.estimate, true))
            .weighted(options.weight)
            .in_batches(options.batch)
            .up_to(options.most);
        // The goal alone needs no look-up.
        if self.endings.len() > 1 {
            guided = guided.ending_at(&self.endings);
        }
        if let Some(bound) = &options.bound {
            guided = guided.bounded_by(ask(bound, false));
        }
        let limits = memory_limit(options.memory);
        let silent = Monitor::<SearchStats>::silent();
        let monitor = silent.stopping_on(&asking.stop);
        let found = match options.method.as_str() {
            "beam" => guided.beam(start, options.width, &limits, &monitor),
            "a_star" => guided.a_star(start, &limits, &monitor),
            _ => guided.ida_star(start, &limits, &monitor),
        };
        Ok(match found {
            Ok(SearchOutcome {
                path: Some(path),
                stats,
                ..
            }) => {
                let cells = path.iter().flat_map(|state| &state.0[..width]);
                (Some(cells.copied().collect()), "solved", stats)
            }
            Ok(SearchOutcome { stats, .. }) => (
                None,
                if stats.cut == 0 { "out of reach" } else { "cut" },
                stats,
            ),
            Err(SearchError::Memory { stats, .. }) => (None, "memory", stats),
            Err(SearchError::Moves { stats, .. }) => (None, "most", stats),
            Err(SearchError::Stopped { stats }) => (None, "limit", stats),
            Err(error) => return Err(invalid(error.to_string())),
        })
    }

    fn endings(&self) -> usize {
        self.endings.len()
    }
}

/// How functions of Python are called in a search.
struct Asking<'a> {
    /// The most states to estimate.
    limit: u64,
    estimated: std::sync::atomic::AtomicU64,
    stop: AtomicBool,
    failure: &'a std::sync::Mutex<Option<PyErr>>,
    waited: &'a std::sync::Mutex<Duration>,
}

impl Asking<'_> {
    /// Returns the numbers of a function for some states. If it fails, or the limit is reached, the
    /// search is asked to stop.
    fn numbers(&self, function: &Py<PyAny>, states: Rows, counted: bool) -> Vec<f32> {
        let n = (states.cells.len() / states.width) as u64;
        if counted && self.estimated.fetch_add(n, Ordering::Relaxed) + n > self.limit {
            self.stop.store(true, Ordering::Relaxed);
            return Vec::new();
        }
        let began = Instant::now();
        let asked = Python::attach(|py| -> PyResult<Vec<f32>> {
            py.check_signals()?;
            let numbers = function.call1(py, (states,))?;
            let numbers: PyReadonlyArray1<'_, f32> = numbers.extract(py)?;
            Ok(numbers.to_vec()?)
        });
        if let Ok(mut waited) = self.waited.lock() {
            *waited += began.elapsed();
        }
        asked.unwrap_or_else(|error| {
            self.stop.store(true, Ordering::Relaxed);
            if let Ok(mut failure) = self.failure.lock() {
                failure.get_or_insert(error);
            }
            Vec::new()
        })
    }
}

/// The guided searches of one puzzle, and its endings.
#[pyclass(frozen, module = "tilebase._native")]
pub struct NativeSearch {
    solver: Solver,
    searches: Box<dyn CellSearches>,
    /// Whether a rule says at once if the goal can be reached: on boards without equal tiles.
    parity_decides: bool,
}

impl NativeSearch {
    /// Opens the searches of a puzzle to one state, with the states up to this many moves from it.
    pub fn open(
        solver: &Solver,
        actions: &Actions,
        (board, block): (bool, usize),
        goal: &[u8],
        moves: u32,
        memory: Option<u64>,
    ) -> Result<Self> {
        macro_rules! searches {
            ($($cells:literal)*) => {
                match goal.len() {
                    $(0..=$cells => EndedSpace::<$cells>::boxed(
                        CellSpace::new(actions, board, block, goal), moves, memory,
                    )?,)*
                    cells => {
                        let problem = format!("states have up to 256 cells, not {cells}");
                        return Err(invalid(problem));
                    }
                }
            };
        }
        Ok(Self {
            solver: solver.clone(),
            searches: searches!(16 32 64 256),
            parity_decides: board && (0..goal.len()).all(|at| !goal[..at].contains(&goal[at])),
        })
    }
}

#[pymethods]
impl NativeSearch {
    /// Returns the number of endings.
    fn endings(&self) -> usize {
        self.searches.endings()
    }

    /// Searches for a solution. Functions are called on the caller's own thread.
    #[pyo3(
        signature = (start, **options),
        text_signature = "($self, start, *, method, estimate, bound, width, weight, batch, most, \
            limit, memory)"
    )]
    fn search(
        &self,
        py: Python<'_>,
        start: StateCells<'_>,
        options: Option<&Bound<'_, pyo3::types::PyDict>>,
    ) -> Result<Guidance> {
        let options: GuidedOptions = match options {
            Some(options) => options.extract()?,
            None => return Err(invalid("a search needs options")),
        };
        let start = start.as_slice()?.to_vec();
        if start.len() != self.solver.cells() {
            return Err(invalid(format!(
                "a state has {} cells",
                self.solver.cells()
            )));
        }
        if self.parity_decides && self.solver.check(&start[..])?.solvable == Some(false) {
            return Ok((None, "out of reach", 0, 0, 0, 0, 0.0, 0.0));
        }
        let (failure, waited) = Default::default();
        let began = Instant::now();
        let found = py.detach(|| {
            let asking = Asking {
                limit: options.limit.unwrap_or(u64::MAX),
                estimated: 0.into(),
                stop: AtomicBool::new(false),
                failure: &failure,
                waited: &waited,
            };
            self.searches.search(&start, &options, &asking)
        });
        let seconds = began.elapsed().as_secs_f64();
        if let Ok(Some(error)) = failure.into_inner() {
            return Err(Raised(error));
        }
        let (cells, reason, stats) = found?;
        let path = match cells {
            Some(cells) => {
                let states = cells.chunks_exact(start.len());
                let states: Vec<_> = states
                    .map(|state| self.solver.state(state))
                    .collect::<Result<_, _>>()?;
                Some(arrays::path(self.solver.metric(), &states))
            }
            None => None,
        };
        let waited = waited.into_inner().unwrap_or_default().as_secs_f64();
        let generated = stats.generated + stats.cut;
        let peak = stats.peak_states;
        Ok((
            path,
            reason,
            generated,
            stats.expanded,
            peak,
            stats.threshold,
            seconds,
            waited,
        ))
    }
}
