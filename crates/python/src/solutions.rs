//! The shortest solutions of one state, one at a time.

use std::sync::{Arc, Mutex, TryLockError, atomic::AtomicBool};

use pyo3::{exceptions::PyValueError, prelude::*};
use tilebase::{EachSolution, Moves, Solver, State};

use crate::{
    arrays::{self, Path},
    errors::raised,
    work::Call,
};

/// The shortest solutions of one state, an iterator of Python's.
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
    ) -> PyResult<Self> {
        let stop = Arc::default();
        let solver = of.clone().stop_on(Arc::clone(&stop));
        let by_table = solver.answers_from_table().map_err(raised)?;
        let left = if by_table {
            py.detach(|| solver.each_solution(state)).map_err(raised)?
        } else {
            let call = Call {
                stop: Arc::clone(&stop),
                ..Call::silent(of, threads)
            };
            // The iterator outlives this call, so its solver reports no progress.
            call.run(py, |_, _| solver.each_solution(state))?
        };
        Ok(Self {
            solver,
            threads,
            by_table,
            stop,
            left: Mutex::new(left),
        })
    }
}

#[pymethods]
impl NativeSolutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Path<'py>>> {
        // A thread of the pool that waited for another's search might deadlock.
        let mut left = match self.left.try_lock() {
            Ok(left) => left,
            Err(TryLockError::Poisoned(left)) => left.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let problem = "another thread is taking the next solution";
                return Err(PyValueError::new_err(problem));
            }
        };
        let left = &mut *left;
        let found = if self.by_table {
            py.detach(|| left.next().transpose()).map_err(raised)?
        } else {
            let call = Call {
                stop: Arc::clone(&self.stop),
                ..Call::silent(&self.solver, self.threads)
            };
            call.run(py, |_, _| left.next().transpose())?
        };
        let Some(along) = found else {
            return Ok(None);
        };
        let moves = Moves::along_in(self.solver.metric(), &along);
        arrays::path(py, &along, &moves).map(Some)
    }
}
