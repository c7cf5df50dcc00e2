//! Searches one threshold on all threads.
//!
//! The first moves are listed until there are enough positions to share, the *jobs*. Threads take
//! them in order and publish where they stand every few milliseconds under one lock, so the lock
//! always holds a state from which the whole search can resume. A solution in a job ends the jobs
//! after it, but not those before. So the answer is the first in the order of search, whatever the
//! number of threads.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tilebase_core::{Stopwatch, parallel};

use super::{
    OshidoriError,
    checkpoint::{JobProgress, Place},
    depth_first::{DepthFirst, Event, Plan},
    kernel::with_kernel,
    pair::Pair,
    position::Position,
};
use crate::SavedError;

/// The jobs are the paths of the least length of which there are so many.
const JOBS: usize = 1024;

/// Moves tried between two looks at the lock: a few milliseconds.
const SLICE: u64 = 1 << 16;

/// Time between two calls of the watch.
const WATCH: Duration = Duration::from_millis(200);

/// A threshold to search.
pub(super) struct Task<'a> {
    /// The search looks for a solution of any of them. Not empty, and all with the same kind of
    /// aim.
    pub pairs: &'a [Pair],
    /// The most moves.
    pub threshold: u32,
    /// How many of all solutions to keep; `None` ends the search with the first.
    pub keep: Option<usize>,
    /// Whether the search ends once it has as many as it keeps.
    pub enough: bool,
    /// About how many moves to try before the search stops. With any limit but `u64::MAX` one
    /// thread searches alone, so that the outcome is deterministic.
    pub patience: u64,
    /// Asked every few milliseconds.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called a few times a second with the progress and the number of jobs.
    pub watch: &'a (dyn Fn(&JobProgress, u64) + Sync),
}

/// The result of a search.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// How far the search came. Unless it was stopped, no job is under way.
    pub progress: JobProgress,
    /// Whether it was stopped.
    pub stopped: bool,
    /// The solutions kept, in the order of search: one, or all up to the limit.
    pub solutions: Vec<PairSolution>,
    /// The number of solutions found.
    pub count: u64,
}

/// A solution of one of the pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PairSolution {
    pub pair: usize,
    pub moves: Vec<u8>,
}

/// Searches from the beginning, or from where `progress` was saved.
///
/// # Errors
/// If `progress` cannot be of this search.
pub(super) fn search(
    task: &Task<'_>,
    progress: Option<JobProgress>,
) -> Result<Outcome, OshidoriError> {
    with_kernel!(&task.pairs[0], search_as(task, progress))
}

/// The root of a part of the tree.
struct Job {
    pair: usize,
    root: Vec<u8>,
}

/// What the threads share.
struct Shared {
    next: usize,
    /// The place of each thread.
    under_way: Vec<Option<Place>>,
    /// Saved places that no thread has resumed yet.
    waiting: Vec<Place>,
    found: Vec<Place>,
    count: u64,
    expanded: u64,
    generated: u64,
    watched: Stopwatch,
}

impl Shared {
    fn progress(&self) -> JobProgress {
        JobProgress {
            next: self.next as u64,
            under_way: self
                .waiting
                .iter()
                .chain(self.under_way.iter().flatten())
                .cloned()
                .collect(),
            found: self.found.first().cloned(),
            expanded: self.expanded,
            generated: self.generated,
        }
    }
}

fn search_as<P: Position>(
    task: &Task<'_>,
    progress: Option<JobProgress>,
) -> Result<Outcome, OshidoriError> {
    let plan = Plan {
        threshold: task.threshold,
        leaf: usize::MAX,
        every: task.keep.is_some(),
    };
    let split = Split::new::<P>(task, plan);
    if split.stopped {
        return Ok(Outcome {
            progress: progress.unwrap_or_default(),
            stopped: true,
            ..Outcome::default()
        });
    }
    let jobs = &split.jobs;
    let saved = progress.unwrap_or(JobProgress {
        expanded: split.expanded,
        generated: split.generated,
        ..JobProgress::default()
    });
    let open = |place: &Place| {
        let job = jobs.get(usize::try_from(place.job).ok()?)?;
        let start = P::new(&task.pairs[job.pair]);
        let below = place.path.starts_with(&job.root);
        DepthFirst::resume(start, plan, job.root.len(), &place.path).filter(|_| below)
    };
    let solves = |place: &Place| {
        let job = usize::try_from(place.job)
            .ok()
            .and_then(|job| jobs.get(job));
        place.path.len() == task.threshold as usize
            && job.is_some_and(|job| task.pairs[job.pair].is_solved_by(&place.path))
    };
    if saved.next > jobs.len() as u64
        || !saved.found.iter().all(solves)
        || !saved.under_way.iter().all(|place| open(place).is_some())
    {
        let what = "it stands where the search never comes";
        return Err(SavedError::Damaged { what }.into());
    }
    if !plan.every && !split.solutions.is_empty() {
        return Ok(Outcome {
            progress: saved,
            stopped: false,
            solutions: split.solutions,
            count: 1,
        });
    }
    let threads = parallel::current_num_threads();
    let alone = jobs.is_empty() || task.patience < u64::MAX;
    let slice = SLICE.min(task.patience / 4 + 1);
    let keep = task.keep.unwrap_or(1);
    // The jobs after this one need no search.
    let last = AtomicUsize::new(saved.found.as_ref().map_or(usize::MAX, |f| f.job as usize));
    let shared = Mutex::new(Shared {
        next: saved.next as usize,
        under_way: vec![None; threads],
        waiting: saved.under_way,
        count: saved.found.is_some().into(),
        found: saved.found.into_iter().collect(),
        expanded: saved.expanded,
        generated: saved.generated,
        watched: Stopwatch::start(),
    });
    let lock =
        || -> MutexGuard<'_, Shared> { shared.lock().unwrap_or_else(PoisonError::into_inner) };
    let work = |thread: usize| {
        loop {
            let mut state = lock();
            let place = state.waiting.pop().or_else(|| {
                let job = state.next;
                if job > last.load(Ordering::Relaxed) {
                    return None;
                }
                let root = &jobs.get(job)?.root;
                state.next += 1;
                Some(Place {
                    job: job as u64,
                    path: root.clone(),
                })
            });
            let Some(place) = place else { return };
            let job = place.job as usize;
            let mut depth_first = open(&place).expect("a job, or a place checked above");
            state.under_way[thread] = Some(place);
            drop(state);
            loop {
                let before = (depth_first.expanded, depth_first.generated);
                let stop = depth_first.run(slice);
                let mut state = lock();
                state.expanded += depth_first.expanded - before.0;
                state.generated += depth_first.generated - before.1;
                let mut done = last.load(Ordering::Relaxed) < job;
                match stop {
                    Event::Exhausted => done = true,
                    Event::Solved if !done => {
                        state.count += 1;
                        let solution = Place {
                            job: job as u64,
                            path: depth_first.path(),
                        };
                        if plan.every {
                            state.found.push(solution);
                            trim(&mut state.found, keep);
                            if task.enough && state.count >= keep as u64 {
                                last.store(0, Ordering::Relaxed);
                                done = true;
                            }
                        } else {
                            state.found = vec![solution];
                            last.store(job, Ordering::Relaxed);
                            done = true;
                        }
                    }
                    _ => {}
                }
                let place = (!done).then(|| Place {
                    job: job as u64,
                    path: depth_first.path(),
                });
                state.under_way[thread] = place;
                if state.watched.restart_after(WATCH) {
                    (task.watch)(&state.progress(), jobs.len() as u64);
                }
                if (task.stop)() || state.generated >= task.patience {
                    return;
                }
                if done {
                    break;
                }
            }
        }
    };
    if alone {
        work(0);
    } else {
        parallel::broadcast(|context| work(context.index()));
    }
    let mut state = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let progress = state.progress();
    let finished = progress.under_way.is_empty() && (state.next >= jobs.len());
    state.found.sort_by_key(|place| place.job);
    let mut solutions = split.solutions;
    state.count += solutions.len() as u64;
    solutions.extend(state.found.into_iter().map(|place| PairSolution {
        pair: jobs[place.job as usize].pair,
        moves: place.path,
    }));
    solutions.truncate(keep);
    Ok(Outcome {
        progress,
        stopped: !finished && (plan.every || solutions.is_empty()),
        solutions,
        count: state.count,
    })
}

/// Keeps the first `keep` places by job. Does so only now and then.
fn trim(found: &mut Vec<Place>, keep: usize) {
    if found.len() > keep.saturating_mul(2).saturating_add(1000) {
        found.sort_by_key(|place| place.job);
        found.truncate(keep);
    }
}

/// The jobs of a threshold, and the solutions shorter than the paths to the jobs.
struct Split {
    jobs: Vec<Job>,
    solutions: Vec<PairSolution>,
    expanded: u64,
    generated: u64,
    /// Whether the list was stopped before its end.
    stopped: bool,
}

impl Split {
    fn new<P: Position>(task: &Task<'_>, plan: Plan) -> Self {
        let within = task.pairs.iter().enumerate();
        let within: Vec<(usize, &Pair)> = within
            .filter(|(_, pair)| P::new(pair).bound() <= plan.threshold)
            .collect();
        let mut split = Self {
            jobs: Vec::new(),
            solutions: Vec::new(),
            expanded: 0,
            generated: 0,
            stopped: false,
        };
        for leaf in 0.. {
            split.jobs.clear();
            split.solutions.clear();
            (split.expanded, split.generated) = (0, 0);
            for &(index, pair) in &within {
                split.list::<P>(index, pair, Plan { leaf, ..plan });
                if (task.stop)() {
                    split.stopped = true;
                    return split;
                }
                if !plan.every && !split.solutions.is_empty() {
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

    /// Lists the paths from one start that have the length of the plan's leaf.
    fn list<P: Position>(&mut self, index: usize, pair: &Pair, plan: Plan) {
        let start = P::new(pair);
        if start.is_goal() {
            self.solutions.push(PairSolution {
                pair: index,
                moves: Vec::new(),
            });
            return;
        }
        if plan.leaf == 0 {
            self.jobs.push(Job {
                pair: index,
                root: Vec::new(),
            });
            return;
        }
        let mut search = DepthFirst::new(start, plan, &[]);
        loop {
            match search.run(u64::MAX / 2) {
                Event::Solved => self.solutions.push(PairSolution {
                    pair: index,
                    moves: search.path(),
                }),
                Event::Leaf => self.jobs.push(Job {
                    pair: index,
                    root: search.path(),
                }),
                Event::Paused => {}
                Event::Exhausted => break,
            }
            if !plan.every && !self.solutions.is_empty() {
                break;
            }
        }
        self.expanded += search.expanded;
        self.generated += search.generated;
    }
}
