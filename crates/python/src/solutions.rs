//! The shortest solutions of one state, one at a time.

use std::sync::{Arc, Mutex, TryLockError, atomic::AtomicBool};

use pyo3::prelude::*;
use tilebase::{EachSolution, Error, Solver, State};

use crate::{
    arrays::{self, Path},
    errors::{Result, invalid},
    work::Call,
};

/// The shortest solutions of one state, as a Python iterator.
#[pyclass(frozen, module = "tilebase._native")]
pub struct NativeSolutions {
    solver: Solver,
    threads: Option<usize>,
    /// Whether a table answers, which finds the next solution at once.
    by_table: bool,
    /// Stops the search for the next.
    stop: Arc<AtomicBool>,
    left: Mutex<EachSolution>,
}

impl NativeSolutions {
    /// Finds the distance of a state; the solutions follow one at a time.
    pub fn begin(
        py: Python<'_>,
        of: &Solver,
        threads: Option<usize>,
        state: State,
    ) -> Result<Self> {
        let stop = Arc::default();
        let solver = of.clone().with_stop(Arc::clone(&stop));
        let by_table = solver.answers_from_table()?;
        // The iterator outlives this call, so its solver reports no progress.
        let find = || solver.each_solution(state);
        let left = Mutex::new(run(py, &solver, by_table, threads, &stop, find)?);
        Ok(Self {
            solver,
            threads,
            by_table,
            stop,
            left,
        })
    }
}

/// Runs work while other Python threads run: directly if a table answers, and otherwise in the
/// pool, so that Ctrl-C stops it.
fn run<T: Send>(
    py: Python<'_>,
    solver: &Solver,
    by_table: bool,
    threads: Option<usize>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T> {
    if by_table {
        return Ok(py.detach(work)?);
    }
    let call = Call {
        stop: Arc::clone(stop),
        ..Call::silent(solver, threads)
    };
    call.run(py, |_, _| work())
}

#[pymethods]
impl NativeSolutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> Result<Option<Path>> {
        // A thread of the pool that waited for another's search might deadlock.
        let mut left = match self.left.try_lock() {
            Ok(left) => left,
            Err(TryLockError::Poisoned(left)) => left.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(invalid("another thread is taking the next solution"));
            }
        };
        let (solver, left) = (&self.solver, &mut *left);
        let find = || left.next().transpose();
        let found = run(py, solver, self.by_table, self.threads, &self.stop, find)?;
        Ok(found.map(|states| arrays::path(solver.metric(), &states)))
    }
}
