//! Better and better solutions of one board, while time lasts.
//!
//! The first is constructed: it is there at once, and two or three times as long as it need be.
//! Boards that a pair model knows then are searched by beams, each three times as wide as the one
//! before; the last is as wide as the time that is left allows. Larger boards are solved by the
//! beam that constructs solutions, wider each time, and then in windows.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tilebase_core::{Stopwatch, sliding::Shape};

use crate::{Beam, Construction, Inner, Layer, Models, MoveValues, path::goal, shorten};

/// When a search for better solutions ends.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The time that it takes at most. Default: no limit.
    pub time: Option<Duration>,
    /// The width of the only beam. The result is then the same on any machine. Default: wider and
    /// wider beams.
    pub width: Option<usize>,
    /// The bytes that beams take at most. Default: no limit.
    pub memory: Option<u64>,
    /// A solution of so many moves is known to be optimal. Default: none.
    pub at_least: usize,
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

/// More rounds of windows than anybody waits for.
const ROUNDS: u32 = 8;

/// How much wider each is than the one before.
const WIDER: usize = 3;

/// What comes next.
enum Task {
    Construction,
    /// A beam of this width.
    Beam(Arc<MoveValues>, usize),
    /// A construction by a beam of this width.
    Wider(usize),
    /// Windows of the best solution.
    Windows,
    Done,
}

impl Improver {
    /// Returns a search for boards of a shape. The seed decides between boards that are estimated
    /// alike.
    pub fn new(shape: Shape, models: Arc<Models>, seed: u64) -> Self {
        Self {
            shape,
            beam: Beam::new(shape, seed),
            models,
        }
    }

    /// Returns the solutions of a board, each shorter than the one before, as they are found. The
    /// first is there within milliseconds. The search stops soon after `stop` becomes true.
    ///
    /// # Panics
    /// If `start` is not a board of the shape that can be solved.
    pub fn improvements<'a>(
        &'a self,
        start: &[u8],
        limits: Limits,
        stop: &'a AtomicBool,
    ) -> Improvements<'a> {
        Improvements {
            improver: self,
            start: start.to_vec(),
            limits,
            stop,
            watch: Stopwatch::start(),
            task: Task::Construction,
            best: None,
        }
    }
}

/// The solutions of a board; see [`Improver::improvements`].
pub struct Improvements<'a> {
    improver: &'a Improver,
    start: Vec<u8>,
    limits: Limits,
    stop: &'a AtomicBool,
    watch: Stopwatch,
    task: Task,
    best: Option<Vec<u8>>,
}

impl Improvements<'_> {
    fn over(&self) -> bool {
        let late = |time| self.watch.elapsed() >= time;
        self.stop.load(Ordering::Relaxed) || self.limits.time.is_some_and(late)
    }

    /// Returns the moves of the best solution.
    fn length(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, Vec::len)
    }

    /// Does one task, and returns what it found.
    fn step(&mut self) -> Option<Vec<u8>> {
        let shape = self.improver.shape;
        let watch = Stopwatch::start();
        let (found, next) = match std::mem::replace(&mut self.task, Task::Done) {
            Task::Construction => {
                let next = match (self.improver.models.values(shape), self.limits.width) {
                    (Some(values), width) => Task::Beam(values, width.unwrap_or(FIRST_WIDTH)),
                    (None, width) => Task::Wider(width.unwrap_or(FIRST_KEPT)),
                };
                // There is always time for the first.
                (self.construct(1, false), next)
            }
            Task::Beam(values, width) => {
                let found = self.beam(&values, width);
                let memory = self.improver.beam.memory(1, self.length());
                let next = match self.wider(width, watch, memory) {
                    Some(next) => Task::Beam(values, next),
                    None => Task::Done,
                };
                (found, next)
            }
            Task::Wider(width) => {
                let found = self.construct(width, true);
                let memory = 2 * self.improver.beam.memory(1, 0);
                let next = self.wider(width, watch, memory);
                (found, next.map_or(Task::Windows, Task::Wider))
            }
            Task::Windows => {
                let best = self.best.as_ref()?;
                let over = || self.over();
                let path = shorten(shape, &self.start, best, ROUNDS, &over);
                (path, Task::Done)
            }
            Task::Done => (None, Task::Done),
        };
        self.task = if self.limits.width.is_some() && self.best.is_some() {
            Task::Done
        } else {
            next
        };
        found
    }

    fn construct(&self, width: usize, ends: bool) -> Option<Vec<u8>> {
        let models = &self.improver.models;
        let solve = |shape: Shape, start: &[u8], below| {
            let values = models.values(shape)?;
            let mut observe = |_: &Layer<'_>| self.end_if(ends && self.over());
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

    fn end_if(&self, over: bool) -> ControlFlow<()> {
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn beam(&self, values: &MoveValues, width: usize) -> Option<Vec<u8>> {
        let shape = self.improver.shape;
        let mut observe = |_: &Layer<'_>| self.end_if(self.over());
        let (beam, below) = (&self.improver.beam, self.length());
        beam.search(
            values,
            &self.start,
            &goal(shape),
            width,
            below,
            &mut observe,
        )
    }

    /// Returns the width of the beam after one of this width, which began with the watch; `None` if
    /// there is neither time nor memory for a wider one. Each board of a layer takes some bytes.
    fn wider(&self, width: usize, watch: Stopwatch, bytes: u64) -> Option<usize> {
        let mut next = WIDER * width;
        if let Some(time) = self.limits.time {
            let left = time.as_secs_f64() - self.watch.seconds();
            let possible = (0.9 * left / watch.seconds() * width as f64) as usize;
            // If the beam after the next has no time, the next takes it all.
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
            let begun = self.best.is_some();
            let done = matches!(self.task, Task::Done) || self.length() <= self.limits.at_least;
            if begun && (done || self.over()) {
                return None;
            }
            let found = self.step();
            if let Some(found) = found.filter(|found| found.len() < self.length()) {
                self.best = Some(found.clone());
                return Some(found);
            }
        }
    }
}
