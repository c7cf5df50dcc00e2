//! IDA\* as in textbooks, for any heuristic.
//!
//! One board is moved along the branch and back.

use std::{convert::Infallible, mem, ops::ControlFlow};

use tilebase_core::sliding::{Board, Metric, Shape, blank_of};

use super::{
    checkpoint::SearchState,
    engine::{BoardEnd, Engine, Request},
    outcome::SolveError,
};
use crate::{
    FoundSolutions,
    deepening::{ThresholdResult, ThresholdSearch, deepen, log::Log},
    heuristic::{Heuristic, IncrementalBound},
    solution_limit::SolutionLimit,
    stats::Counts,
};

/// The number of boards that are expanded between two checks of the stop flag.
const BOARDS_BETWEEN_CHECKS: u64 = 256;

/// The engine for any heuristic.
pub(super) struct Reference<'a> {
    pub(super) heuristic: Box<dyn Heuristic + 'a>,
    pub(super) goal: Board,
    pub(super) metric: Metric,
}

impl Engine for Reference<'_> {
    fn heuristic(&self) -> &dyn Heuristic {
        &*self.heuristic
    }

    fn search(&self, request: &Request<'_>) -> Result<BoardEnd, SolveError> {
        let start = request.start;
        let stopped = |_| request.monitor.stopped() || self.damage().is_err();
        let (shape, metric, goal) = (start.shape(), self.metric, self.goal.cells());
        let cells = start.cells();
        let mut anew = self.heuristic();
        let mut incremental = match metric {
            Metric::Single => anew.incremental(cells),
            Metric::Multi => None,
        };
        let bound: &mut dyn IncrementalBound = match &mut incremental {
            Some(incremental) => &mut **incremental,
            None => &mut anew,
        };
        let mut walk = ThresholdWalk {
            excluded_first_move: request.excluded_first_move.map(Board::blank),
            wanted: request.wanted,
            ..ThresholdWalk::new(shape, metric, cells, goal, bound, &stopped)
        };
        let first = self.heuristic().estimate(start).max(request.least);
        let found = FoundSolutions::default();
        let Ok(end) = deepen(&mut walk, first, request.limit, found, request.log());
        self.damage()?;
        Ok(end)
    }
}

/// Walks through the tree of moves, within one threshold after another.
pub(super) struct ThresholdWalk<'a> {
    shape: Shape,
    metric: Metric,
    /// The cells to which the blank can move from each cell.
    destinations: Vec<Vec<u8>>,
    cells: Vec<u8>,
    goal: &'a [u8],
    bound: &'a mut dyn IncrementalBound,
    /// No solution begins with a move of the blank to this cell.
    excluded_first_move: Option<usize>,
    wanted: SolutionLimit,
    /// Called with the number of boards expanded. The caller reports damage; here it ends a walk
    /// that may never end by itself.
    stopped: &'a dyn Fn(u64) -> bool,
    threshold: u32,
    /// The least sum that exceeded the threshold.
    next: u32,
    path: Vec<u8>,
    /// The counts of all walks.
    counts: Counts,
    found: FoundSolutions,
}

impl<'a> ThresholdWalk<'a> {
    /// Returns a walk from a board, for one solution.
    pub(super) fn new(
        shape: Shape,
        metric: Metric,
        cells: &[u8],
        goal: &'a [u8],
        bound: &'a mut dyn IncrementalBound,
        stopped: &'a dyn Fn(u64) -> bool,
    ) -> Self {
        let destinations = (0..shape.cells()).map(|blank| {
            let cells = shape.destinations(blank, metric);
            cells.map(|cell| cell as u8).collect()
        });
        Self {
            shape,
            metric,
            destinations: destinations.collect(),
            cells: cells.to_vec(),
            goal,
            bound,
            excluded_first_move: None,
            wanted: SolutionLimit::First,
            stopped,
            threshold: 0,
            next: u32::MAX,
            path: Vec::new(),
            counts: Counts::default(),
            found: FoundSolutions::default(),
        }
    }

    /// Walks the subtree of the board, whose blank has moved to `blank` from `came`, and whose
    /// bound is `left`. Breaks if there are enough solutions, or if it is to stop.
    fn visit(&mut self, blank: usize, came: Option<usize>, left: u32) -> ControlFlow<()> {
        if left == 0 && self.cells == self.goal {
            return self.found.add(self.path.clone(), self.wanted);
        }
        self.counts.expanded += 1;
        let expanded = self.counts.expanded;
        if expanded.is_multiple_of(BOARDS_BETWEEN_CHECKS) && (self.stopped)(expanded) {
            return ControlFlow::Break(());
        }
        for at in 0..self.destinations[blank].len() {
            let cell = usize::from(self.destinations[blank][at]);
            if came.is_some_and(|came| self.undoes(came, cell)) {
                continue;
            }
            let tile = self.cells[cell];
            self.slide(blank, cell);
            let left = self.bound.slide(&self.cells, tile, cell, blank);
            self.path.push(cell as u8);
            self.counts.generated += 1;
            let least = self.path.len() as u32 + left;
            if least <= self.threshold {
                self.visit(cell, Some(blank), left)?;
            } else {
                self.next = self.next.min(least);
            }
            self.path.pop();
            self.slide(cell, blank);
            self.bound.take_back(tile, cell, blank);
        }
        ControlFlow::Continue(())
    }

    /// Moves the blank from one cell to another.
    #[inline]
    fn slide(&mut self, blank: usize, cell: usize) {
        if self.metric == Metric::Single {
            self.cells.swap(blank, cell);
        } else {
            self.shape.slide_cells(&mut self.cells, blank, cell);
        }
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

impl ThresholdSearch<u8, SearchState, Infallible> for ThresholdWalk<'_> {
    fn search(
        &mut self,
        threshold: u32,
        _: &mut Log<'_>,
    ) -> Result<ThresholdResult<u8>, Infallible> {
        (self.threshold, self.next) = (threshold, u32::MAX);
        let before = self.counts;
        let flow = self.visit(blank_of(&self.cells), self.excluded_first_move, 0);
        let found = mem::take(&mut self.found);
        Ok(ThresholdResult {
            counts: Counts {
                expanded: self.counts.expanded - before.expanded,
                generated: self.counts.generated - before.generated,
            },
            next: self.next,
            stopped: flow.is_break() && !self.wanted.is_met_by(found.listed.len()),
            found,
        })
    }
}
