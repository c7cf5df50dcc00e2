//! IDA\* as in textbooks, for any heuristic.
//!
//! One board is moved along the branch and back; every estimate is computed from scratch.

use std::ops::ControlFlow;

use tilebase_core::{
    format::DamagedPage,
    sliding::{Board, Metric, Shape},
};

use super::{
    control::Control,
    engine::{Engine, Request},
    outcome::{Counts, Found, SearchLog, SolveError},
};
use crate::{Stats, heuristic::Heuristic, wanted::Wanted};

/// The number of boards that are expanded between two checks of the stop flag.
const PATIENCE: u64 = 1024;

/// The engine for any heuristic.
pub(super) struct Reference<'a> {
    pub(super) heuristic: Box<dyn Heuristic + 'a>,
    pub(super) goal: Board,
    pub(super) metric: Metric,
}

impl Engine for Reference<'_> {
    fn estimate(&self, board: &Board) -> u32 {
        self.heuristic.estimate(board)
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.heuristic.damage()
    }

    fn search(&self, request: &Request<'_>) -> Result<(Found, Stats), SolveError> {
        let Request {
            start,
            wanted,
            scope,
            control,
        } = *request;
        let mut log = SearchLog::new(control);
        let mut threshold = self.heuristic.estimate(start).max(scope.least);
        while threshold <= scope.limit {
            let mut iteration = ThresholdWalk {
                heuristic: &*self.heuristic,
                goal: &self.goal,
                metric: self.metric,
                wanted,
                control,
                threshold,
                next: u32::MAX,
                path: Vec::new(),
                found: Found::default(),
                counts: Counts::default(),
            };
            let came = scope.without.map(Board::blank);
            let flow = iteration.visit(&mut start.clone(), came);
            self.heuristic.damage()?;
            if flow == ControlFlow::Break(Stop::Interrupted) {
                log.add(iteration.counts);
                return Err(log.interrupted(threshold));
            }
            log.finish(threshold, iteration.counts);
            if iteration.found.count > 0 {
                return Ok((iteration.found, log.close()));
            }
            threshold = iteration.next;
        }
        Ok((Found::default(), log.close()))
    }
}

/// Why a walk ended early.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Solved,
    Interrupted,
}

/// One walk through the tree.
struct ThresholdWalk<'a> {
    heuristic: &'a dyn Heuristic,
    goal: &'a Board,
    metric: Metric,
    wanted: Wanted,
    control: &'a Control<'a>,
    threshold: u32,
    /// The least sum that exceeded the threshold.
    next: u32,
    path: Vec<u8>,
    found: Found,
    counts: Counts,
}

impl ThresholdWalk<'_> {
    /// Walks the subtree of `board`, whose blank came from cell `came`.
    fn visit(&mut self, board: &mut Board, came: Option<usize>) -> ControlFlow<Stop> {
        if board == self.goal {
            let flow = self.found.add(self.path.clone(), self.wanted);
            return flow.map_break(|()| Stop::Solved);
        }
        self.counts.expanded += 1;
        // The caller reports damage. Here it ends a walk that may never end by itself.
        if self.counts.expanded.is_multiple_of(PATIENCE)
            && (self.control.monitor.stopped() || self.heuristic.damage().is_err())
        {
            return ControlFlow::Break(Stop::Interrupted);
        }
        let blank = board.blank();
        let shape = board.shape();
        let single = (self.metric == Metric::Single).then(|| shape.neighbours(blank));
        let multi = (self.metric == Metric::Multi).then(|| shape.in_line(blank));
        let cells = single.into_iter().flatten();
        for cell in cells.chain(multi.into_iter().flatten()) {
            if came.is_some_and(|came| self.undoes(shape, came, cell)) {
                continue;
            }
            board.slide_line(cell);
            self.path.push(cell as u8);
            self.counts.generated += 1;
            let least = self.path.len() as u32 + self.heuristic.estimate(board);
            if least <= self.threshold {
                self.visit(board, Some(blank))?;
            } else {
                self.next = self.next.min(least);
            }
            self.path.pop();
            board.slide_line(blank);
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a move to `cell` takes back the last move, in which the blank came from
    /// `came`. If several tiles may slide, returns whether it continues in the same line, since a
    /// single move would replace both.
    fn undoes(&self, shape: Shape, came: usize, cell: usize) -> bool {
        match self.metric {
            Metric::Single => came == cell,
            Metric::Multi => {
                shape.row(came) == shape.row(cell) || shape.col(came) == shape.col(cell)
            }
        }
    }
}
