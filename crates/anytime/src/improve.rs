//! Better and better solutions of one board, as time permits.
//!
//! The first is constructed at once, and is two or three times as long as necessary. Boards with a
//! pair model are then searched by beams, each three times as wide as the one before; the last is
//! as wide as the remaining time allows. Larger boards are solved by wider and wider beams that
//! construct solutions, and then in windows.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tilebase_core::{
    Stopwatch,
    sliding::{Shape, solvable_cells},
};

use crate::{
    Beam, Construction, Inner, Layer, Models, MoveValues,
    beam::break_if,
    path::{goal, play},
    rounds_within, shorten,
};

/// The limits of a search for better solutions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The most time that it takes. Default: no limit.
    pub time: Option<Duration>,
    /// The width of the only beam, or of the first of two. The result is then the same on any
    /// machine. Default: wider and wider beams.
    pub width: Option<usize>,
    /// A second beam after one of a given width. Default: none.
    pub second: Option<SecondBeam>,
    /// The most bytes that beams take. Default: no limit.
    pub memory: Option<u64>,
    /// A solution of this many moves is known to be optimal. Default: none.
    pub at_least: usize,
    /// Only solutions of fewer moves are wanted, and the time is not exceeded for a first one.
    /// Default: a first solution is constructed in any case.
    pub below: Option<usize>,
}

/// A beam that follows the first if a model guides it and there is much left to prove.
#[derive(Debug, Clone, Copy)]
pub struct SecondBeam {
    /// Its width; less if memory is limited.
    pub width: usize,
    /// The number of moves by which the best solution exceeds the lower bound, or more.
    pub gap: usize,
}

/// Finds solutions of boards of one shape, with the goal `1 2 3 … 0`.
#[derive(Debug)]
pub struct Improver {
    shape: Shape,
    beam: Beam,
    models: Arc<Models>,
}

/// The width of the first beam.
const FIRST_WIDTH: usize = 100;

/// The width of the first beam that constructs a solution.
const FIRST_KEPT: usize = 10;

/// The factor by which each beam is wider than the one before.
const WIDER: usize = 3;

/// The next task.
enum Task {
    Construction,
    /// The first beam, once the model is read: a construction does not wait for that.
    FirstBeam,
    /// A beam of this width.
    Beam(Arc<MoveValues>, usize),
    /// A construction by a beam of this width.
    Wider(usize),
    /// Windows of the best solution.
    Windows,
    Done,
}

impl Improver {
    /// Returns a search for boards of a shape. The seed decides between boards with equal
    /// estimates.
    pub fn new(shape: Shape, models: Arc<Models>, seed: u64) -> Self {
        Self {
            shape,
            beam: Beam::new(shape, seed),
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
            Some(_) => Task::FirstBeam,
            None => Task::Construction,
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

    fn first_beam(&self, width: Option<usize>) -> Task {
        match self.models.values(self.shape) {
            Some(values) => Task::Beam(values, width.unwrap_or(FIRST_WIDTH)),
            None => Task::Wider(width.unwrap_or(FIRST_KEPT)),
        }
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
        self.best.as_ref().map_or(below, Vec::len)
    }

    /// Returns the same with a solution that has just been found.
    fn length_after(&self, found: Option<&[u8]>) -> usize {
        found.map_or(usize::MAX, <[u8]>::len).min(self.length())
    }

    /// Returns whether some solution is known.
    fn has_begun(&self) -> bool {
        self.best.is_some() || self.limits.below.is_some()
    }

    /// Does one task, and returns what it found.
    fn step(&mut self) -> Option<Vec<u8>> {
        let shape = self.improver.shape;
        let watch = Stopwatch::start();
        let (found, next) = match std::mem::replace(&mut self.task, Task::Done) {
            Task::Construction => {
                // There is always time for the first.
                (self.construct(1, false), Task::FirstBeam)
            }
            Task::FirstBeam => (None, self.improver.first_beam(self.limits.width)),
            Task::Beam(values, width) => {
                let found = self.beam(&values, width);
                let length = self.length_after(found.as_deref());
                let memory = self.improver.beam.memory(1, length);
                let next = match self.wider(width, length, watch, memory) {
                    Some(next) => Task::Beam(values, next),
                    None => Task::Done,
                };
                (found, next)
            }
            Task::Wider(width) => {
                let found = self.construct(width, true);
                let memory = 2 * self.improver.beam.memory(1, 0);
                let length = self.length_after(found.as_deref());
                let next = self.wider(width, length, watch, memory);
                let next = match next.filter(|_| self.limits.width.is_none()) {
                    Some(next) => Task::Wider(next),
                    None if self.limits.width.is_some() => Task::Done,
                    None => Task::Windows,
                };
                (found, next)
            }
            Task::Windows => {
                let best = self.best.as_ref()?;
                let over = || self.over();
                let rounds = rounds_within(shape, self.limits.memory.unwrap_or(u64::MAX));
                let path = shorten(shape, &self.start, best, rounds, &over);
                (path, Task::Done)
            }
            Task::Done => (None, Task::Done),
        };
        self.task = next;
        found
    }

    fn construct(&self, width: usize, ends: bool) -> Option<Vec<u8>> {
        let models = &self.improver.models;
        let solve = |shape: Shape, start: &[u8], below| {
            let values = models.values(shape)?;
            let mut observe = |_: &Layer<'_>| break_if(ends && self.over());
            let beam = Beam::new(shape, 0);
            beam.search(&*values, start, &goal(shape), width, below, &mut observe)
        };
        let side = models.largest();
        let inner = (side > 0 && width >= FIRST_WIDTH).then_some(Inner {
            side,
            boards: 3,
            solve: &solve,
        });
        let construction = Construction {
            width,
            inner,
            stop: &|| ends && self.over(),
        };
        construction.solve(self.improver.shape, &self.start)
    }

    fn beam(&self, values: &MoveValues, width: usize) -> Option<Vec<u8>> {
        let shape = self.improver.shape;
        let mut observe = |_: &Layer<'_>| break_if(self.over());
        let (beam, below) = (&self.improver.beam, self.length());
        let goal = goal(shape);
        beam.search(values, &self.start, &goal, width, below, &mut observe)
    }

    /// Returns the width of the beam after one of this width, which began with the watch; `None` if
    /// there is none, or not enough time or memory for a wider one. The best solution now has this
    /// length, and each board of a layer takes `bytes`.
    fn wider(&self, width: usize, length: usize, watch: Stopwatch, bytes: u64) -> Option<usize> {
        let second = self.limits.second;
        let second = second.filter(|second| length >= self.limits.at_least + second.gap);
        let mut next = match self.limits.width {
            None => WIDER * width,
            Some(_) => second?.width,
        };
        if let Some(time) = self.limits.time {
            let left = time.as_secs_f64() - self.watch.seconds();
            let possible = (0.9 * left / watch.seconds() * width as f64) as usize;
            // If there is no time for the beam after the next, the next takes all of it.
            if possible < next * (WIDER + 1) {
                next = possible;
            }
        }
        let room = self.limits.memory.map_or(u64::MAX, |memory| memory / bytes);
        let next = next.min(room.min(Beam::WIDEST as u64) as usize);
        (next > width).then_some(next)
    }
}

impl Iterator for Improvements<'_> {
    /// The cells to which the blank moves.
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let enough = self.length() <= self.limits.at_least || self.over();
            if matches!(self.task, Task::Done) || self.has_begun() && enough {
                return None;
            }
            let found = self.step().filter(|path| path.len() < self.length());
            let shape = self.improver.shape;
            let solves = |path: &Vec<u8>| play(shape, &self.start, path) == Some(goal(shape));
            if let Some(found) = found.filter(solves) {
                self.best = Some(found.clone());
                return Some(found);
            }
        }
    }
}
