//! Long work: on threads of its own, while other Python threads run; Ctrl-C stops it.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use pyo3::{
    exceptions::{PyOSError, PyRuntimeError},
    prelude::*,
    types::PyTuple,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilebase::{Error, Event, Solver, format::TableFile};

use crate::errors::{Result, invalid};

/// The time between two checks for signals.
const TICK: Duration = Duration::from_millis(50);

/// Returns this process's pool with this many threads; `None` is one for each core.
///
/// A forked process has none of its parent's threads, so each process makes its own pools. The
/// parent's are never dropped there: that would wait for threads that do not exist.
fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    type Pools = Mutex<HashMap<(u32, usize), Arc<ThreadPool>>>;
    static POOLS: OnceLock<Pools> = OnceLock::new();
    let pools = POOLS.get_or_init(Pools::default).lock();
    let mut pools = pools.unwrap_or_else(|error| error.into_inner());
    let key = (std::process::id(), threads.unwrap_or(0));
    if let Some(pool) = pools.get(&key) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(key.1)
        .thread_name(|number| format!("tilebase-{number}"))
        .build()
        .map_err(|error| PyOSError::new_err(format!("cannot start threads: {error}")))?;
    let pool = Arc::new(pool);
    pools.insert(key, Arc::clone(&pool));
    Ok(pool)
}

/// The progress of long work: the arguments of a callback.
pub type Progress = Box<dyn FnOnce(Python<'_>) -> PyResult<Bound<'_, PyTuple>> + Send>;

/// Returns progress that consists of these numbers.
pub fn progress<A>(numbers: A) -> Progress
where
    A: for<'py> IntoPyObject<'py, Output = Bound<'py, PyTuple>, Error = PyErr> + Send + 'static,
{
    Box::new(move |py| numbers.into_pyobject(py))
}

/// Returns a level of a build: depth, new states, states reached, all states.
pub fn of_build(event: &Event<'_>) -> Option<Progress> {
    let Event::Level { level, .. } = event else {
        return None;
    };
    let numbers = (level.depth, level.new, level.reached, level.total);
    Some(progress(numbers))
}

/// Returns the progress of a search: lower bound, upper bound, moves tried, seconds.
pub fn of_search(event: &Event<'_>) -> Option<Progress> {
    let Event::Searching(search) = event else {
        return None;
    };
    let (bounds, generated) = (search.bounds, search.generated);
    let numbers = (bounds.lower, bounds.upper, generated, search.seconds);
    Some(progress(numbers))
}

/// Returns the progress of a proof: bytes or states done, of all.
pub fn of_proof(event: &Event<'_>) -> Option<Progress> {
    match event {
        Event::Reading { bytes, total, .. } => Some(progress((*bytes, *total))),
        Event::Comparing { checked, .. } => Some(progress((checked.states, checked.total))),
        _ => None,
    }
}

/// A call to a solver, and how it is carried out.
pub struct Call<'a> {
    pub solver: &'a Solver,
    /// Threads; `None` is one for each core.
    pub threads: Option<usize>,
    /// Turns events into progress.
    pub translate: fn(&Event<'_>) -> Option<Progress>,
    /// Called with progress, on the caller's thread.
    pub callback: Option<Py<PyAny>>,
    /// Becomes true when the work is asked to stop.
    pub stop: Arc<AtomicBool>,
}

/// The work of a call: it is given a solver, and a function that reports progress.
type Work<'a> = dyn FnMut(&Solver, &(dyn Fn(Progress) + Sync)) + Send + 'a;

impl<'a> Call<'a> {
    /// Returns a call that reports no progress.
    pub fn silent(solver: &'a Solver, threads: Option<usize>) -> Self {
        Self {
            solver,
            threads,
            translate: |_| None,
            callback: None,
            stop: Arc::default(),
        }
    }

    /// Passes events to a callback, as `translate` turns them into progress.
    pub fn reporting(
        self,
        translate: fn(&Event<'_>) -> Option<Progress>,
        callback: Option<Py<PyAny>>,
    ) -> Self {
        Self {
            translate,
            callback,
            ..self
        }
    }

    /// Runs work while other Python threads run. Meanwhile checks for signals every 50 ms, and
    /// passes progress to the callback.
    ///
    /// If a signal handler raises an exception (Ctrl-C), or the callback does, the work is stopped
    /// and that exception is returned.
    pub fn run<T: Send>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Solver, &(dyn Fn(Progress) + Sync)) -> Result<T, Error> + Send,
    ) -> Result<T> {
        let (mut work, mut done) = (Some(work), None);
        self.carry_out(py, &mut |solver, report| {
            done = work.take().map(|work| work(solver, report));
        })?;
        Ok(done.expect("work that has ended has a result")?)
    }

    /// Returns the bytes of a table, all of which have been compared with their checksums.
    pub fn checked<'f>(self, py: Python<'_>, file: &'f TableFile) -> Result<&'f [u8]> {
        let stop = Arc::clone(&self.stop);
        let stopped = || stop.load(Ordering::Relaxed);
        self.run(py, |_, _| Ok(file.checked_payload(&stopped)?))
    }

    /// Runs work that keeps its own result, so that this part is compiled only once.
    fn carry_out(self, py: Python<'_>, work: &mut Work<'_>) -> PyResult<()> {
        let pool = pool(self.threads)?;
        let stop = self.stop;
        stop.store(false, Ordering::Relaxed);
        let (send, receive) = mpsc::channel::<Progress>();
        let solver = self.solver.clone().with_stop(Arc::clone(&stop));
        let (translate, events) = (self.translate, send.clone());
        let solver = solver.with_callback(move |event| {
            if let Some(progress) = translate(event) {
                // The receiver is gone only if the work is being stopped.
                let _ = events.send(progress);
            }
        });
        let callback = self.callback;
        py.detach(move || {
            thread::scope(|scope| {
                let worker = scope.spawn(move || {
                    let report = move |progress| {
                        let _ = send.send(progress);
                    };
                    pool.install(|| work(&solver, &report))
                });
                let mut failure = None;
                let mut looked = Instant::now();
                while !worker.is_finished() {
                    let mut seen = match receive.recv_timeout(TICK) {
                        Ok(progress) => {
                            report(callback.as_ref().filter(|_| failure.is_none()), progress)
                        }
                        Err(RecvTimeoutError::Timeout) => Ok(()),
                        // The work is done, or panicked.
                        Err(RecvTimeoutError::Disconnected) => break,
                    };
                    // Progress may come so fast that there is never a pause to look for signals in.
                    if seen.is_ok() && looked.elapsed() >= TICK {
                        looked = Instant::now();
                        seen = Python::attach(|py| py.check_signals());
                    }
                    if let Err(error) = seen {
                        stop.store(true, Ordering::Relaxed);
                        failure.get_or_insert(error);
                    }
                }
                let done = worker.join();
                for progress in receive.try_iter() {
                    if failure.is_none() {
                        failure = report(callback.as_ref(), progress).err();
                    }
                }
                match (failure, done) {
                    (Some(error), _) => Err(error),
                    (None, Ok(())) => Ok(()),
                    (None, Err(_)) => Err(PyRuntimeError::new_err(
                        "the native part of tilebase panicked, which is a bug",
                    )),
                }
            })
        })
    }
}

/// Returns a number of seconds as a duration; a number too large for a duration is no limit.
pub fn duration(seconds: f64) -> Result<Duration> {
    if seconds.is_nan() || seconds < 0.0 {
        let wrong = format!("time must be a number of seconds, 0 or more, not {seconds}");
        return Err(invalid(wrong));
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Calls the callback, if there is one.
fn report(callback: Option<&Py<PyAny>>, progress: Progress) -> PyResult<()> {
    match callback {
        Some(callback) => Python::attach(|py| {
            callback.call1(py, progress(py)?)?;
            Ok(())
        }),
        None => Ok(()),
    }
}
