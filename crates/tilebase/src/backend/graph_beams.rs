//! Beams on graphs, guided by a model if there is one, else by the distances of the tiles from
//! their cells.

use std::sync::OnceLock;

use tilebase_anytime::{Beam, CanonicalFrame, FIRST_WIDTH, Layer, MoveValues, TorusModel, wider};
use tilebase_core::{Stopwatch, graph::GraphBoard};

use crate::{
    answers::{Answer, Improvement},
    event::Reporter,
    options::Options,
    values::Result,
};

/// The bytes that beams take unless the options say otherwise.
const MEMORY: u64 = 1 << 30;

/// Beams for one goal.
pub(super) struct GraphBeams {
    goal: GraphBoard,
    beam: Beam,
    model: OnceLock<Option<(CanonicalFrame, MoveValues)>>,
    /// The width of the only beam.
    pub width: Option<usize>,
    memory: u64,
}

impl GraphBeams {
    /// Returns the beams for a goal, if its graph has any.
    pub fn new(goal: &GraphBoard, options: &Options) -> Option<Self> {
        Some(Self {
            goal: *goal,
            beam: Beam::on_graph(goal.graph(), options.seed.unwrap_or(0))?,
            model: OnceLock::new(),
            width: options.width,
            memory: options.memory.unwrap_or(MEMORY),
        })
    }

    /// Returns better and better answers than a known one, which has a lower bound of the distance;
    /// at last, if there are none, the known one.
    pub fn improvements(&self, known: Answer, reporter: Reporter) -> WiderBeams<'_> {
        WiderBeams {
            beams: self,
            best: known,
            reporter,
            watch: Stopwatch::start(),
            width: self.width.or(Some(FIRST_WIDTH)),
        }
    }

    /// Returns the cells that the blank enters on a path of fewer than `below` moves to the goal,
    /// if a beam finds one before the time is over.
    fn search(&self, start: &[u8], width: usize, below: u32, over: &Reporter) -> Option<Vec<u8>> {
        let (beam, goal, below) = (&self.beam, self.goal.cells(), below as usize);
        let stop = &mut |_: &Layer<'_>| over.over();
        let model = self.model.get_or_init(|| {
            let model = TorusModel::included(self.goal.graph())?;
            Some((
                CanonicalFrame::on_torus(model.shape(), goal),
                model.values()?,
            ))
        });
        let Some((frame, values)) = model else {
            return beam.search(&beam.distances(goal), start, goal, width, below, stop);
        };
        let [from, target] = [start, goal].map(|cells| frame.canonicalize(cells));
        let path = beam.search(values, &from, &target, width, below, stop)?;
        Some(frame.path_back(start, &path))
    }
}

/// Better and better solutions by wider and wider beams.
pub(super) struct WiderBeams<'a> {
    beams: &'a GraphBeams,
    /// The best solution found, and the bound proven.
    best: Answer,
    reporter: Reporter,
    watch: Stopwatch,
    /// The width of the next beam.
    width: Option<usize>,
}

impl WiderBeams<'_> {
    /// Returns the solution of the next beam; `None` if it is not shorter.
    fn step(&mut self, width: usize) -> Option<Answer> {
        let (beams, watch) = (self.beams, Stopwatch::start());
        // Without a solution, the beam may go round for long.
        let below = self.best.upper().unwrap_or(4 * self.best.lower() + 100);
        let path = beams.search(self.best.state.cells(), width, below, &self.reporter);
        let left = self.reporter.left().map(|left| left.as_secs_f64());
        let widest = beams.beam.widest(below as usize, beams.memory);
        self.width = wider(width, watch.seconds(), left, widest).filter(|_| beams.width.is_none());
        let game = self.best.state.along(&path?);
        let reaches = game
            .last()
            .is_some_and(|last| last.cells() == beams.goal.cells());
        reaches.then(|| self.best.clone().along_game(&game))
    }
}

impl Iterator for WiderBeams<'_> {
    type Item = Result<Improvement>;

    fn next(&mut self) -> Option<Result<Improvement>> {
        while let Some(width) = self.width.take().filter(|_| self.best.proof.is_none()) {
            let found = self.step(width);
            let is_last = self.width.is_none() || self.reporter.over();
            if is_last {
                self.width = None;
            }
            let bound = || self.best.clone();
            let answer = found.or_else(|| (is_last && self.best.upper().is_none()).then(bound));
            if let Some(answer) = answer {
                self.best = answer.clone();
                let seconds = self.watch.seconds();
                return Some(Ok(Improvement { answer, seconds }));
            }
        }
        None
    }
}
