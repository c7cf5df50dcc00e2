//! IDA\* as in textbooks, for any heuristic.
//!
//! One board is moved along the branch and back.

use std::ops::ControlFlow;

use tilebase_core::sliding::{Board, Metric, Shape};

use super::{
    engine::{End, Engine, Request},
    log::SearchLog,
    outcome::SolveError,
};
use crate::{FoundSolutions, heuristic::Heuristic, stats::Counts};

/// The number of boards that are expanded between two checks of the stop flag.
const BOARDS_BETWEEN_CHECKS: u64 = 256;

/// The engine for any heuristic. It computes every estimate from scratch.
pub(super) struct Reference<'a> {
    pub(super) heuristic: Box<dyn Heuristic + 'a>,
    pub(super) goal: Board,
    pub(super) metric: Metric,
}

impl Engine for Reference<'_> {
    fn heuristic(&self) -> &dyn Heuristic {
        &*self.heuristic
    }

    fn search(&self, request: &Request<'_>) -> Result<End, SolveError> {
        let (heuristic, start) = (self.heuristic(), request.start);
        let mut log = SearchLog::new(request);
        let mut threshold = heuristic.estimate(start).max(request.least);
        let mut found = FoundSolutions::default();
        while found.count == 0 && threshold <= request.limit {
            let mut walk = ThresholdWalk {
                shape: start.shape(),
                metric: self.metric,
                cells: start.cells().to_vec(),
                goal: self.goal.cells(),
                bound: &mut self.heuristic(),
                threshold,
                next: u32::MAX,
                path: Vec::new(),
                counts: Counts::default(),
                stopped: &|_| request.monitor.stopped() || heuristic.damage().is_err(),
                solved: &mut |path| found.add(path.to_vec(), request.wanted),
            };
            let flow = walk.visit(start.blank(), request.without.map(Board::blank));
            let (counts, next) = (walk.counts, walk.next);
            heuristic.damage()?;
            if flow == ControlFlow::Break(Stop::Interrupted) {
                log.add(counts);
                return Err(log.interrupted(threshold));
            }
            log.finish(threshold, counts);
            threshold = next;
        }
        found.stats = log.close();
        Ok(End::Done(found))
    }
}

/// A bound that follows a board along a branch and back.
pub(super) trait IncrementalBoard {
    /// Returns the bound of a board after a move that pressed `tile` and made `blank` the blank's
    /// cell.
    fn slide(&mut self, cells: &[u8], tile: u8, blank: usize) -> u32;

    /// Takes back the last move that is not taken back yet, which pressed `tile`.
    fn take_back(&mut self, _tile: u8) {}
}

impl IncrementalBoard for &dyn Heuristic {
    fn slide(&mut self, cells: &[u8], _: u8, _: usize) -> u32 {
        self.of_cells(cells)
    }
}

/// The reason why a walk ended early.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Solved,
    Interrupted,
}

/// One walk through the tree of moves.
pub(super) struct ThresholdWalk<'a, F: ?Sized> {
    pub(super) shape: Shape,
    pub(super) metric: Metric,
    pub(super) cells: Vec<u8>,
    pub(super) goal: &'a [u8],
    pub(super) bound: &'a mut F,
    pub(super) threshold: u32,
    /// The least sum that exceeded the threshold.
    pub(super) next: u32,
    pub(super) path: Vec<u8>,
    pub(super) counts: Counts,
    /// Called with the number of boards expanded. The caller reports damage; here it ends a walk
    /// that may never end by itself.
    pub(super) stopped: &'a dyn Fn(u64) -> bool,
    /// Called with the path to the goal. Breaks if no more solutions are wanted.
    pub(super) solved: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
}

impl<F: IncrementalBoard + ?Sized> ThresholdWalk<'_, F> {
    /// Walks the subtree of the board, whose blank has moved to `blank` from `came`.
    pub(super) fn visit(&mut self, blank: usize, came: Option<usize>) -> ControlFlow<Stop> {
        if self.cells == self.goal {
            return (self.solved)(&self.path).map_break(|()| Stop::Solved);
        }
        self.counts.expanded += 1;
        let expanded = self.counts.expanded;
        if expanded.is_multiple_of(BOARDS_BETWEEN_CHECKS) && (self.stopped)(expanded) {
            return ControlFlow::Break(Stop::Interrupted);
        }
        for cell in self.shape.destinations(blank, self.metric) {
            if came.is_some_and(|came| self.undoes(came, cell)) {
                continue;
            }
            let tile = self.cells[cell];
            self.shape.slide_cells(&mut self.cells, blank, cell);
            let left = self.bound.slide(&self.cells, tile, cell);
            self.path.push(cell as u8);
            self.counts.generated += 1;
            let least = self.path.len() as u32 + left;
            if least <= self.threshold {
                self.visit(cell, Some(blank))?;
            } else {
                self.next = self.next.min(least);
            }
            self.path.pop();
            self.shape.slide_cells(&mut self.cells, cell, blank);
            self.bound.take_back(tile);
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a move to `cell` takes back the last move, in which the blank came from
    /// `came`. If several tiles may slide, returns whether it continues in the same line, since a
    /// single move would replace both.
    fn undoes(&self, came: usize, cell: usize) -> bool {
        match self.metric {
            Metric::Single => came == cell,
            Metric::Multi => {
                let shape = self.shape;
                shape.row(came) == shape.row(cell) || shape.col(came) == shape.col(cell)
            }
        }
    }
}
