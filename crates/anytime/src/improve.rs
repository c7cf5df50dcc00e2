//! Better and better solutions of one board, as time permits.
//!
//! The first is constructed at once, and is two or three times as long as necessary. Boards with a
//! pair model are then searched by beams, each three times as wide as the one before; the last is
//! as wide as the remaining time allows. The first is narrow, so that it ends in time on a busy
//! machine, too. Reading a large model takes longer: before that, a wider construction serves.
//! Larger boards are solved by wider and wider beams that construct solutions, and then in windows.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tilebase_core::{
    Stopwatch,
    sliding::{Metric, Shape, blank_of, solvable_cells},
};

use crate::{
    Beam, Construction, Inner, Models,
    path::{ends_of_moves, goal, play},
    rounds_within, shorten,
};

/// The limits of a search for better solutions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The most time that it takes. Default: no limit.
    pub time: Option<Duration>,
    /// The width of the only beam. The result is then the same on any machine. Default: wider and
    /// wider beams.
    pub width: Option<usize>,
    /// The most bytes that beams take. Default: no limit.
    pub memory: Option<u64>,
    /// A solution of this many moves is known to be optimal. Default: none.
    pub at_least: usize,
    /// Only solutions of fewer moves are wanted, and the time is not exceeded for a first one.
    /// Default: a first solution is constructed in any case.
    pub below: Option<usize>,
}

/// Finds solutions of boards of one shape, with the goal `1 2 3 … 0`.
#[derive(Debug)]
pub struct Improver {
    shape: Shape,
    metric: Metric,
    beam: Beam,
    models: Arc<Models>,
}

/// The width of the first beam. A layer has costs of its own, so that a narrower beam takes hardly
/// less time, and a third of this width often does not find the goal.
pub const FIRST_WIDTH: usize = 32;

/// The width of the first beam that constructs a solution.
const FIRST_KEPT: usize = 10;

/// The width of the construction before a large model is read: it takes a thirtieth of that time.
const KEPT_BEFORE_MODEL: usize = 5;

/// The models of boards with more cells take as long to read as a beam some hundred boards wide.
const QUICKLY_READ: usize = 32;

/// The least width of a construction that is worth beams of the last rectangle.
const WORTH_BEAMS: usize = 100;

/// The factor by which each beam is wider than the one before.
const WIDER: usize = 3;

/// The next task.
enum Task {
    /// The construction of this width.
    Construction(usize),
    /// A beam of this width.
    Beam(usize),
    /// Windows of the best solution.
    Windows,
    Done,
}

impl Improver {
    /// Returns a search for boards of a shape in a metric. The seed decides between boards with
    /// equal estimates.
    pub fn new(shape: Shape, metric: Metric, models: Arc<Models>, seed: u64) -> Self {
        Self {
            shape,
            metric,
            beam: Beam::new(shape, metric, seed),
            models,
        }
    }

    /// Returns whether a model guides the beams.
    pub fn has_model(&self) -> bool {
        self.models.serve(self.shape)
    }

    /// Returns the solutions of a board, each shorter than the one before, as they are found. The
    /// first is found within milliseconds, on the largest boards within tens of milliseconds. The
    /// search stops soon after `stop` becomes true.
    ///
    /// There are none if the board cannot be solved.
    ///
    /// # Panics
    /// If `start` is not a board of the shape.
    pub fn improvements<'a>(
        &'a self,
        start: &[u8],
        limits: Limits,
        stop: Arc<AtomicBool>,
    ) -> Improvements<'a> {
        let task = match limits.below {
            _ if !solvable_cells(self.shape, start, &goal(self.shape)) => Task::Done,
            Some(_) => Task::Beam(self.first_width(&limits)),
            None => Task::Construction(1),
        };
        Improvements {
            improver: self,
            start: start.to_vec(),
            limits,
            stop,
            watch: Stopwatch::start(),
            task,
            best: None,
        }
    }

    /// Returns a solution of fewer than `below` moves that one beam finds: by the model, or by
    /// constructions if there is none. Ends without a solution once `stop` returns true.
    ///
    /// # Panics
    /// If `start` is not a board of the shape.
    pub fn beam(
        &self,
        start: &[u8],
        width: usize,
        below: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u8>> {
        let Some(values) = self.models.values(self.shape) else {
            let found = self.construct(start, width, stop);
            return found.filter(|path| self.moves(start, path) < below);
        };
        let goal = goal(self.shape);
        let found = self
            .beam
            .search(&*values, start, &goal, width, below, &mut |_| stop());
        found.filter(|path| self.solves(start, path))
    }

    /// Returns the greatest width of a beam that takes no more than these bytes and finds solutions
    /// of up to `length` moves.
    pub fn widest(&self, length: usize, memory: u64) -> usize {
        if self.has_model() {
            self.beam.widest(length, memory)
        } else {
            self.beam.widest(0, memory / 2)
        }
    }

    /// Returns whether there is a model whose reading is yet to come and takes long.
    fn waits_for_model(&self) -> bool {
        let is_large = self.shape.cells() > QUICKLY_READ;
        is_large && self.has_model() && !self.models.has_read(self.shape)
    }

    fn first_width(&self, limits: &Limits) -> usize {
        let first = if self.has_model() { FIRST_WIDTH } else { FIRST_KEPT };
        limits.width.unwrap_or(first)
    }

    fn construct(
        &self,
        start: &[u8],
        width: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u8>> {
        let solve = |shape: Shape, start: &[u8], below| {
            let values = self.models.values(shape)?;
            let beam = Beam::new(shape, Metric::Single, 0);
            beam.search(&*values, start, &goal(shape), width, below, &mut |_| stop())
        };
        let inner = (width >= WORTH_BEAMS).then_some(Inner {
            boards: 3,
            solve: &solve,
        });
        let construction = Construction { width, inner, stop };
        let found = construction.solve(self.shape, start);
        found.filter(|path| self.solves(start, path))
    }

    fn solves(&self, start: &[u8], path: &[u8]) -> bool {
        play(self.shape, start, path) == Some(goal(self.shape))
    }

    /// Returns the number of moves of a path from a board.
    fn moves(&self, start: &[u8], path: &[u8]) -> usize {
        ends_of_moves(self.metric, blank_of(start) as u8, path).len()
    }
}

/// The solutions of a board; see [`Improver::improvements`].
pub struct Improvements<'a> {
    improver: &'a Improver,
    start: Vec<u8>,
    limits: Limits,
    stop: Arc<AtomicBool>,
    watch: Stopwatch,
    task: Task,
    best: Option<Vec<u8>>,
}

impl Improvements<'_> {
    /// Sets a proven lower bound: a solution of this many moves is optimal.
    pub fn set_at_least(&mut self, moves: usize) {
        self.limits.at_least = moves;
    }

    fn over(&self) -> bool {
        let late = |time| self.watch.elapsed() >= time;
        self.stop.load(Ordering::Relaxed) || self.limits.time.is_some_and(late)
    }

    /// Returns the moves of the best solution. Only shorter ones are wanted.
    fn length(&self) -> usize {
        let below = self.limits.below.unwrap_or(usize::MAX);
        let moves = |path: &Vec<u8>| self.improver.moves(&self.start, path);
        self.best.as_ref().map_or(below, moves)
    }

    /// Returns whether some solution is known.
    fn has_begun(&self) -> bool {
        self.best.is_some() || self.limits.below.is_some()
    }

    /// Does the next task: the construction, one beam, or all windows. Returns the solution that it
    /// finds, if that is shorter than the others; `None` at the end.
    pub fn advance(&mut self) -> Option<Option<Vec<u8>>> {
        let enough = self.length() <= self.limits.at_least || self.over();
        if matches!(self.task, Task::Done) || self.has_begun() && enough {
            return None;
        }
        let before = self.length();
        self.step();
        let shorter = self.length() < before;
        Some(self.best.clone().filter(|_| shorter))
    }

    /// Does the next task. Whether it found a shorter solution shows in the best.
    fn step(&mut self) {
        let improver = self.improver;
        match std::mem::replace(&mut self.task, Task::Done) {
            Task::Construction(width) => {
                // There is always time for the first.
                let stop = || width > 1 && self.over();
                self.keep(improver.construct(&self.start, width, &stop));
                let is_next =
                    width == 1 && self.limits.width.is_none() && improver.waits_for_model();
                self.task = if is_next {
                    Task::Construction(KEPT_BEFORE_MODEL)
                } else {
                    Task::Beam(improver.first_width(&self.limits))
                };
            }
            Task::Beam(width) => {
                // The time to read the model is not the beam's.
                let has_model = improver.models.values(improver.shape).is_some();
                let watch = Stopwatch::start();
                let found = improver.beam(&self.start, width, self.length(), &|| self.over());
                self.keep(found);
                self.task = match self.wider(width, watch) {
                    _ if self.limits.width.is_some() => Task::Done,
                    Some(width) => Task::Beam(width),
                    None if has_model => Task::Done,
                    None => Task::Windows,
                };
            }
            Task::Windows => {
                let rounds = rounds_within(improver.shape, self.memory());
                let over = || self.over();
                let shorter = self
                    .best
                    .as_ref()
                    .and_then(|best| shorten(improver.shape, &self.start, best, rounds, &over));
                self.keep(shorter.filter(|path| improver.solves(&self.start, path)));
            }
            Task::Done => {}
        }
    }

    /// Keeps a solution if it is the shortest.
    fn keep(&mut self, found: Option<Vec<u8>>) {
        let length = self.length();
        let moves = |path: &Vec<u8>| self.improver.moves(&self.start, path);
        if let Some(found) = found.filter(|path| moves(path) < length) {
            self.best = Some(found);
        }
    }

    fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(u64::MAX)
    }

    /// Returns the width of the beam after one of this width, which began with the watch; `None` if
    /// there is not enough time or memory for a wider one.
    fn wider(&self, width: usize, watch: Stopwatch) -> Option<usize> {
        let left = |time: Duration| time.as_secs_f64() - self.watch.seconds();
        let left = self.limits.time.map(left);
        let widest = self.improver.widest(self.length(), self.memory());
        wider(width, watch.seconds(), left, widest)
    }
}

/// Returns the width of the beam after one of this width, which took so many seconds; `None` if so
/// many seconds that are left, or the greatest width, do not suffice for a wider one.
pub fn wider(width: usize, seconds: f64, left: Option<f64>, widest: usize) -> Option<usize> {
    let mut next = WIDER * width;
    if let Some(left) = left {
        let possible = (0.9 * left / seconds * width as f64) as usize;
        // If there is no time for the beam after the next, the next takes all of it.
        if possible < next * (WIDER + 1) {
            next = possible;
        }
    }
    let next = next.min(widest);
    (next > width).then_some(next)
}

impl Iterator for Improvements<'_> {
    /// The cells to which the blank moves.
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some(found) = self.advance()? {
                return Some(found);
            }
        }
    }
}
