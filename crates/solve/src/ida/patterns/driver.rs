//! Thresholds, threads and solutions.
//!
//! A search is cut into jobs: the boards a few moves from the start ([`Frontier`]). Each iteration walks
//! all of them within one threshold. Small iterations run on the caller's thread; once one has been
//! large, the search is cut into thousands of jobs, which the threads of rayon's current pool take a few
//! at a time. Each has its own walker; they share the number of the next job, and a flag that the
//! threshold has been met, which ends the others' walks too. Whoever meets it first, the number of moves
//! is the same: every lower threshold has been walked to the end.
//!
//! A walk that runs ahead of memory only knows the first moves of its path. When it has found a solution,
//! what is left is walked once more from there, depth first; that is next to nothing.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use rayon::prelude::*;
use tilebase_core::{Monitor, sliding::Board};

use super::{
    super::{
        SolveError, Stats, Threshold,
        outcome::{Counts, Found, Ledger, Wanted},
    },
    frontier::{Frontier, Job},
    instructions::Instructions,
    kernel::{Ahead, Guide, Head, Node, Sums, Walker},
    tables::{Slot, Tables},
};

/// Jobs of a small search: enough to fill batches and to begin where it promises most.
const FEW: usize = 128;
/// Jobs of a large search.
const MANY: usize = 4096;
/// Boards generated in an iteration after which a search is large.
const LARGE: u64 = 500_000;
/// Tables of at most this many bytes are taken to fit the cache.
const CACHE: usize = 16 << 20;

/// One search.
pub(super) struct Driver<'a> {
    pub(super) tables: &'a Tables<'a>,
    pub(super) instructions: Instructions,
    /// The look-ups of a board.
    pub(super) slots: &'a (dyn Fn(&Board) -> Vec<Slot> + Sync),
    pub(super) wanted: Wanted,
    pub(super) monitor: &'a Monitor<'a, Threshold>,
}

/// A job and its node.
struct Task<const CELLS: usize, const SLOTS: usize> {
    path: Vec<u8>,
    node: Node<CELLS, SLOTS>,
    sums: Sums,
    /// Moves made plus Manhattan distance.
    least: u32,
}

impl Driver<'_> {
    pub(super) fn search<const CELLS: usize, const SLOTS: usize, const VIEWS: usize>(
        &self,
        start: &Board,
    ) -> Result<(Found, Stats), SolveError> {
        let mut ledger = Ledger::new(self.monitor);
        let root = self.task::<CELLS, SLOTS>(&Job::start(start, self.tables.moves));
        let mut threshold = root.least + 2 * u32::from(root.sums.needed());
        let frontier = Frontier::new(self.tables, start, self.wanted, FEW);
        ledger.add(frontier.counts);
        if frontier.found.count > 0 {
            return Ok((frontier.found, ledger.close()));
        }
        let mut tasks = self.tasks(frontier);
        let mut workers = 1;
        loop {
            let (counts, found) = self.iterate::<CELLS, SLOTS, VIEWS>(&tasks, threshold, workers);
            if found.count == 0 && self.monitor.stopped() {
                ledger.add(counts);
                return Err(ledger.halt(threshold));
            }
            ledger.finish(threshold, counts);
            if found.count > 0 {
                return Ok((found, ledger.close()));
            }
            if counts.generated > LARGE && tasks.len() < MANY {
                let frontier = Frontier::new(self.tables, start, self.wanted, MANY);
                ledger.add(frontier.counts);
                tasks = self.tasks(frontier);
                workers = rayon::current_num_threads();
            }
            threshold += 2;
        }
    }

    fn task<const CELLS: usize, const SLOTS: usize>(&self, job: &Job) -> Task<CELLS, SLOTS> {
        self.placed(job, &(self.slots)(&job.board))
    }

    /// The task of a job whose look-ups are known.
    fn placed<const CELLS: usize, const SLOTS: usize>(
        &self,
        job: &Job,
        slots: &[Slot],
    ) -> Task<CELLS, SLOTS> {
        let depth = job.path.len();
        let (node, sums) = Node::new(self.tables, &job.board, slots, job.state, depth as u16);
        Task {
            least: depth as u32 + self.tables.geometry.manhattan(&job.board),
            node,
            sums,
            path: job.path.clone(),
        }
    }

    /// The task that a trail leads to from another.
    fn along<const CELLS: usize, const SLOTS: usize>(
        &self,
        task: &Task<CELLS, SLOTS>,
        head: &Head,
    ) -> Task<CELLS, SLOTS> {
        let geometry = self.tables.geometry;
        let shape = geometry.shape;
        let board = Board::from_cells(shape, &task.node.cells()[..shape.cells()]);
        let mut job = Job {
            board: board.expect("nodes are of boards"),
            path: task.path.clone(),
            state: task.node.head.state(),
        };
        for came in head.trail(task.path.len() as u16) {
            let step = self.tables.moves.step(job.state, came);
            let (cell, state) = step.expect("the blank went there");
            job.board.slide(cell);
            job.path.push(cell as u8);
            job.state = state;
        }
        self.task(&job)
    }

    /// The tasks of a frontier, those that promise most first: with the least estimates.
    fn tasks<const CELLS: usize, const SLOTS: usize>(
        &self,
        frontier: Frontier,
    ) -> Vec<Task<CELLS, SLOTS>> {
        let jobs = &frontier.jobs;
        let slots: Vec<_> = jobs.iter().map(|job| (self.slots)(&job.board)).collect();
        for (job, slots) in jobs.iter().zip(&slots) {
            self.tables.ask::<CELLS>(slots, job.board.blank());
        }
        let mut tasks: Vec<_> = jobs
            .iter()
            .zip(&slots)
            .map(|(job, slots)| self.placed(job, slots))
            .collect();
        tasks.sort_by_key(|task| task.least + 2 * u32::from(task.sums.needed()));
        tasks
    }

    /// Walks all tasks within a threshold.
    fn iterate<const CELLS: usize, const SLOTS: usize, const VIEWS: usize>(
        &self,
        tasks: &[Task<CELLS, SLOTS>],
        threshold: u32,
        workers: usize,
    ) -> (Counts, Found) {
        let (next, met) = (AtomicUsize::new(0), AtomicBool::new(false));
        let batches = if workers == 1 { 1 } else { MANY / 8 };
        let batches: Vec<_> = tasks.chunks(tasks.len().div_ceil(batches)).collect();
        let work = || {
            let mut walker = Walker::<CELLS, SLOTS, VIEWS>::new(self.tables);
            let mut found = Found::default();
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let flow = self.run(batch, threshold, &mut walker, &met, &mut found);
                if flow.is_break() {
                    break;
                }
            }
            (walker.counts, found)
        };
        let results: Vec<(Counts, Found)> = if workers == 1 {
            vec![work()]
        } else {
            (0..workers).into_par_iter().map(|_| work()).collect()
        };
        let mut total = (Counts::default(), Found::default());
        for (counts, found) in results {
            total.0 += counts;
            total.1.merge(found, self.wanted);
        }
        total
    }

    /// Walks some tasks. Breaks if there is no need to walk others. Walking one again to know the path
    /// is not counted.
    fn run<const CELLS: usize, const SLOTS: usize, const VIEWS: usize>(
        &self,
        tasks: &[Task<CELLS, SLOTS>],
        threshold: u32,
        walker: &mut Walker<'_, CELLS, SLOTS, VIEWS>,
        met: &AtomicBool,
        found: &mut Found,
    ) -> ControlFlow<()> {
        let mut collector = Collector {
            tasks,
            wanted: self.wanted,
            monitor: self.monitor,
            met,
            found,
        };
        let roots = || (0..tasks.len()).filter_map(|task| root(tasks, task, threshold));
        if self.wanted != Wanted::First || self.tables.size() <= CACHE {
            return self
                .instructions
                .walk(walker, roots(), Ahead::DepthFirst, &mut collector);
        }
        let mut scout = Scout {
            monitor: self.monitor,
            met,
            solved: None,
        };
        let flow = self
            .instructions
            .walk(walker, roots(), Ahead::Batch, &mut scout);
        let Some(head) = scout.solved else {
            return flow;
        };
        let replayed = AtomicBool::new(false);
        let task = [self.along(&tasks[usize::from(head.root())], &head)];
        collector.tasks = &task;
        collector.met = &replayed;
        let counts = walker.counts;
        let root = root(&task, 0, threshold).into_iter();
        let flow = self
            .instructions
            .walk(walker, root, Ahead::DepthFirst, &mut collector);
        walker.counts = counts;
        flow
    }
}

/// The node of a task, if the threshold leaves it the slack it needs.
fn root<const CELLS: usize, const SLOTS: usize>(
    tasks: &[Task<CELLS, SLOTS>],
    task: usize,
    threshold: u32,
) -> Option<Node<CELLS, SLOTS>> {
    let Task {
        node, sums, least, ..
    } = &tasks[task];
    let slack = threshold.checked_sub(*least)? / 2;
    node.root(task as u16, slack, *sums)
}

/// Ends all walks when there is a solution.
struct Scout<'a> {
    monitor: &'a Monitor<'a, Threshold>,
    met: &'a AtomicBool,
    /// Where the solution came from.
    solved: Option<Head>,
}

impl Guide for Scout<'_> {
    fn halted(&self) -> bool {
        self.met.load(Ordering::Relaxed) || self.monitor.stopped()
    }

    fn solved(&mut self, head: &Head, _: &[u8]) -> ControlFlow<()> {
        self.solved = Some(*head);
        self.met.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }
}

/// Collects solutions.
struct Collector<'a, const CELLS: usize, const SLOTS: usize> {
    tasks: &'a [Task<CELLS, SLOTS>],
    wanted: Wanted,
    monitor: &'a Monitor<'a, Threshold>,
    /// Set when one solution is enough and has been found.
    met: &'a AtomicBool,
    found: &'a mut Found,
}

impl<const CELLS: usize, const SLOTS: usize> Guide for Collector<'_, CELLS, SLOTS> {
    fn halted(&self) -> bool {
        self.met.load(Ordering::Relaxed) || self.monitor.stopped()
    }

    fn solved(&mut self, head: &Head, path: &[u8]) -> ControlFlow<()> {
        let before = &self.tasks[usize::from(head.root())].path;
        let flow = self.found.add([before, path].concat(), self.wanted);
        if flow.is_break() {
            self.met.store(true, Ordering::Relaxed);
        }
        flow
    }
}
