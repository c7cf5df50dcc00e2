//! Searches one threshold on all threads.
//!
//! The first moves are listed until there are enough positions to share, the *jobs*. Threads take
//! them in order and publish where they stand every few milliseconds under one lock, so the lock
//! always holds a state from which the whole search can resume. A solution in a job ends the jobs
//! after it, but not those before. So the answer is the first in the order of search, whatever the
//! number of threads.

use std::{
    ops::ControlFlow,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tilebase_core::{Monitor, Stopwatch, parallel};

use super::{
    OshidoriError,
    answer::RowProgress,
    checkpoint::{JobPath, JobProgress},
    depth_first::{DepthLimits, PathSearch, RunEnd},
    kernel::{kernel, lower_bound},
    pair::Pair,
};
use crate::{SavedError, deepening::jobs::JobQueue, solution_limit::SolutionLimit, stats::Counts};

/// The jobs are the paths of the least length of which there are this many.
const JOBS: usize = 1024;

/// Moves tried between two uses of the lock: a few milliseconds.
const SLICE: u64 = 1 << 16;

/// The time between two calls of `watch`.
const WATCH: Duration = Duration::from_millis(200);

/// A threshold to search.
pub(super) struct ThresholdTask<'a> {
    /// The search looks for a solution of any of them. Not empty, and all with the same kind of
    /// aim.
    pub pairs: &'a [Pair],
    /// The most moves.
    pub threshold: u32,
    /// The search ends with the first solution in the order of search, or keeps several.
    pub wanted: SolutionLimit,
    /// About how many moves to try before the search stops. With any limit but `u64::MAX` one
    /// thread searches alone, so that the outcome is deterministic.
    pub move_limit: u64,
    /// Asked every few milliseconds whether to stop.
    pub monitor: &'a Monitor<'a, RowProgress>,
    /// Called a few times a second with the progress and the number of jobs.
    pub watch: &'a (dyn Fn(&JobProgress, u64) + Sync),
}

/// The result of a search.
#[derive(Debug, Default)]
pub(super) struct ThresholdOutcome {
    /// The progress of the search. Unless it was stopped, no job is under way.
    pub progress: JobProgress,
    /// Whether it was stopped.
    pub stopped: bool,
    /// The solutions kept, in the order of search: one, or all up to the limit.
    pub solutions: Vec<PairPath>,
    /// The number of solutions found.
    pub count: u64,
}

/// Moves from the start of one of the pairs: a solution, or those to a part of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PairPath {
    pub pair: usize,
    pub moves: Vec<u32>,
}

/// Searches from the beginning, or from where `progress` was saved.
///
/// # Errors
/// If `progress` cannot be of this search.
pub(super) fn search(
    task: &ThresholdTask<'_>,
    progress: Option<JobProgress>,
) -> Result<ThresholdOutcome, OshidoriError> {
    let limits = DepthLimits {
        threshold: task.threshold,
        leaf: usize::MAX,
        every: task.wanted != SolutionLimit::First,
    };
    let split = Split::new(task, limits);
    if split.stopped {
        return Ok(ThresholdOutcome {
            progress: progress.unwrap_or_default(),
            stopped: true,
            ..ThresholdOutcome::default()
        });
    }
    let saved = progress.unwrap_or(JobProgress {
        expanded: split.counts.expanded,
        generated: split.counts.generated,
        ..JobProgress::default()
    });
    let search = JobSearch::new(task, limits, &split.jobs, &saved)?;
    if split.jobs.is_empty() || task.move_limit < u64::MAX {
        search.work(0);
    } else {
        parallel::each(parallel::current_num_threads(), &|thread| {
            search.work(thread)
        });
    }
    Ok(search.outcome(split.solutions))
}

/// The state that the threads share.
struct Shared {
    counts: Counts,
    /// The saved places that no thread has resumed yet.
    saved: Vec<JobPath>,
    /// The place of each thread.
    places: Vec<Option<JobPath>>,
    found: Vec<JobPath>,
    count: u64,
    watched: Stopwatch,
}

impl Shared {
    /// Returns the progress, given the first job that was not begun.
    fn progress(&self, next: usize) -> JobProgress {
        let places = self.places.iter().flatten();
        JobProgress {
            next: next as u64,
            under_way: self.saved.iter().chain(places).cloned().collect(),
            found: self.found.first().cloned(),
            expanded: self.counts.expanded,
            generated: self.counts.generated,
        }
    }
}

/// The search of all jobs of a threshold.
struct JobSearch<'a> {
    task: &'a ThresholdTask<'a>,
    limits: DepthLimits,
    jobs: &'a [PairPath],
    /// The jobs that were not begun. Threads take them while they hold the lock.
    queue: JobQueue,
    shared: Mutex<Shared>,
}

impl<'a> JobSearch<'a> {
    /// Returns the search that continues from a saved state.
    ///
    /// # Errors
    /// If it cannot have been saved by this search.
    fn new(
        task: &'a ThresholdTask<'a>,
        limits: DepthLimits,
        jobs: &'a [PairPath],
        saved: &JobProgress,
    ) -> Result<Self, SavedError> {
        let known = saved.next <= jobs.len() as u64;
        let queue = JobQueue::new(saved.next as usize..jobs.len());
        if let Some(found) = &saved.found {
            queue.end_at((found.job as usize).saturating_add(1));
        }
        let search = Self {
            task,
            limits,
            jobs,
            queue,
            shared: Mutex::new(Shared {
                counts: Counts {
                    expanded: saved.expanded,
                    generated: saved.generated,
                },
                saved: saved.under_way.clone(),
                places: vec![None; parallel::current_num_threads()],
                count: saved.found.is_some().into(),
                found: saved.found.iter().cloned().collect(),
                watched: Stopwatch::start(),
            }),
        };
        let opens = |place: &JobPath| search.open(place).is_some();
        if known
            && saved.found.iter().all(|place| search.is_solved_by(place))
            && saved.under_way.iter().all(opens)
        {
            return Ok(search);
        }
        let what = "it names a path that the search never takes";
        Err(SavedError::Damaged(what))
    }

    fn job(&self, place: &JobPath) -> Option<&PairPath> {
        self.jobs.get(usize::try_from(place.job).ok()?)
    }

    /// Returns the rest of a job's search from a place, if the search reaches it.
    fn open(&self, place: &JobPath) -> Option<Box<dyn PathSearch>> {
        let job = self.job(place)?;
        let (pair, root) = (&self.task.pairs[job.pair], job.moves.len());
        let below = place.path.starts_with(&job.moves);
        let search = (kernel(pair).depth_first)(pair, self.limits, root, &place.path);
        search.filter(|_| below)
    }

    fn is_solved_by(&self, place: &JobPath) -> bool {
        let pair = self.job(place).map(|job| &self.task.pairs[job.pair]);
        place.path.len() == self.task.threshold as usize
            && pair.is_some_and(|pair| pair.is_solved_by(&place.path))
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches job after job, as one of several threads.
    fn work(&self, thread: usize) {
        loop {
            let mut state = self.lock();
            let Some(place) = self.next_place(&mut state) else {
                return;
            };
            let job = place.job as usize;
            let mut depth_first = self.open(&place).expect("a job, or a place checked before");
            state.places[thread] = Some(place);
            drop(state);
            if self.finish_job(thread, job, &mut *depth_first).is_break() {
                return;
            }
        }
    }

    /// Returns the place to continue from: a saved place, or the root of the next job.
    fn next_place(&self, state: &mut Shared) -> Option<JobPath> {
        state.saved.pop().or_else(|| {
            let job = self.queue.take(1).next()?;
            Some(JobPath {
                job: job as u64,
                path: self.jobs[job].moves.clone(),
            })
        })
    }

    /// Searches the rest of a job, and publishes every few milliseconds where it stands. Breaks if
    /// the search is to stop.
    fn finish_job(
        &self,
        thread: usize,
        job: usize,
        depth_first: &mut dyn PathSearch,
    ) -> ControlFlow<()> {
        let task = self.task;
        let slice = SLICE.min(task.move_limit / 4 + 1);
        loop {
            let (event, more) = depth_first.run(slice);
            let place = || JobPath {
                job: job as u64,
                path: depth_first.path(),
            };
            let mut state = self.lock();
            state.counts += more;
            let done = match event {
                _ if self.queue.leaves_out(job) => true,
                RunEnd::Exhausted => true,
                RunEnd::Solved => self.add(place(), &mut state).is_break(),
                RunEnd::Leaf | RunEnd::Limit => false,
            };
            state.places[thread] = (!done).then(place);
            if state.watched.restart_after(WATCH) {
                (task.watch)(&state.progress(self.queue.next()), self.jobs.len() as u64);
            }
            if task.monitor.stopped() || state.counts.generated >= task.move_limit {
                return ControlFlow::Break(());
            }
            if done {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Adds a solution. Breaks if its job needs no more search.
    fn add(&self, solution: JobPath, state: &mut Shared) -> ControlFlow<()> {
        state.count += 1;
        if !self.limits.every {
            self.queue.end_at(solution.job as usize + 1);
            state.found = vec![solution];
            return ControlFlow::Break(());
        }
        state.found.push(solution);
        truncate_in_order(&mut state.found, self.task.wanted.listed());
        if self.task.wanted.is_met_by(state.count as usize) {
            self.queue.end_at(1);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Returns the result, with the solutions that are shorter than the paths to the jobs.
    fn outcome(self, mut solutions: Vec<PairPath>) -> ThresholdOutcome {
        let mut state = (self.shared.into_inner()).unwrap_or_else(PoisonError::into_inner);
        let progress = state.progress(self.queue.next());
        let finished = progress.under_way.is_empty() && progress.next >= self.jobs.len() as u64;
        state.found.sort_by_key(|place| place.job);
        state.count += solutions.len() as u64;
        solutions.extend(state.found.into_iter().map(|place| PairPath {
            pair: self.jobs[place.job as usize].pair,
            moves: place.path,
        }));
        solutions.truncate(self.task.wanted.listed());
        ThresholdOutcome {
            progress,
            stopped: !finished && (self.limits.every || solutions.is_empty()),
            solutions,
            count: state.count,
        }
    }
}

/// Keeps the first `most` places by job. Does so only if there are many more, because it sorts.
fn truncate_in_order(found: &mut Vec<JobPath>, most: usize) {
    if found.len() > most.saturating_mul(2).saturating_add(1000) {
        found.sort_by_key(|place| place.job);
        found.truncate(most);
    }
}

/// The jobs of a threshold, and the solutions shorter than the paths to the jobs. There are no jobs
/// if one of these solutions is enough.
#[derive(Default)]
struct Split {
    jobs: Vec<PairPath>,
    solutions: Vec<PairPath>,
    counts: Counts,
    /// Whether the list was stopped before its end.
    stopped: bool,
}

impl Split {
    fn new(task: &ThresholdTask<'_>, limits: DepthLimits) -> Self {
        let within = task.pairs.iter().enumerate();
        let within: Vec<(usize, &Pair)> = within
            .filter(|(_, pair)| lower_bound(pair) <= limits.threshold)
            .collect();
        let mut split = Self::default();
        for leaf in 0.. {
            split = Self::default();
            for &(index, pair) in &within {
                split.list(index, pair, DepthLimits { leaf, ..limits });
                if task.monitor.stopped() {
                    split.stopped = true;
                    return split;
                }
                if !limits.every && !split.solutions.is_empty() {
                    split.jobs.clear();
                    return split;
                }
            }
            if split.jobs.is_empty() || split.jobs.len() >= JOBS {
                break;
            }
        }
        split
    }

    /// Lists the paths of length `limits.leaf` from one start.
    fn list(&mut self, index: usize, pair: &Pair, limits: DepthLimits) {
        let path = |moves| PairPath { pair: index, moves };
        if pair.is_solved_by(&[]) {
            return self.solutions.push(path(Vec::new()));
        }
        if limits.leaf == 0 {
            return self.jobs.push(path(Vec::new()));
        }
        let search = (kernel(pair).depth_first)(pair, limits, 0, &[]);
        let mut search = search.expect("its bound is within the threshold");
        loop {
            let (event, more) = search.run(u64::MAX / 2);
            self.counts += more;
            match event {
                RunEnd::Solved => self.solutions.push(path(search.path())),
                RunEnd::Leaf => self.jobs.push(path(search.path())),
                RunEnd::Limit => {}
                RunEnd::Exhausted => break,
            }
            if !limits.every && !self.solutions.is_empty() {
                break;
            }
        }
    }
}
