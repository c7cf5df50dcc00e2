//! IDA\* as in textbooks, for any heuristic.
//!
//! One board is moved along the branch and back.

use std::{convert::Infallible, mem, ops::ControlFlow};

use tilebase_core::sliding::{Board, Metric, blank_of};

use super::{
    checkpoint::SearchState,
    engine::{BoardEnd, Engine, Request},
    outcome::SolveError,
    unit_walk::{BOARDS_BETWEEN_CHECKS, TaskWalk, WalkTask, unit_walk},
};
use crate::{
    FoundSolutions,
    deepening::{ThresholdResult, ThresholdSearch, deepen, log::Log},
    heuristic::Heuristic,
    stats::Counts,
};

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
        let stopped = |_| request.monitor.stopped() || self.damage().is_err();
        let heuristic = self.heuristic();
        let estimate = heuristic.estimate(request.start);
        let task = WalkTask {
            shape: request.start.shape(),
            start: request.start.cells(),
            goal: self.goal.cells(),
            excluded_first_move: request.excluded_first_move.map(Board::blank),
            wanted: request.wanted,
            stopped: &stopped,
        };
        let unit = match self.metric {
            Metric::Single => heuristic.unit_bound(),
            Metric::Multi => None,
        };
        let unit = unit.and_then(|bound| unit_walk(bound, estimate, task));
        let mut anew = heuristic;
        let mut walk: TaskWalk<'_> = match unit {
            Some(walk) => walk,
            None => Box::new(ThresholdWalk::new(self.metric, &mut anew, task)),
        };
        let first = estimate.max(request.least);
        let found = FoundSolutions::default();
        let Ok(end) = deepen(&mut *walk, first, request.limit, found, request.log());
        self.damage()?;
        Ok(end)
    }
}

/// A lower bound that follows a board along a branch of a search and back.
pub(super) trait IncrementalBound {
    /// Returns the bound after `tile` has slid to the cell where the blank was, from `blank`;
    /// `cells` are those after it.
    fn slide(&mut self, cells: &[u8], tile: u8, blank: usize) -> u32;

    /// Takes back the last slide that is not taken back yet, which was that of `tile`.
    fn take_back(&mut self, tile: u8);
}

/// A bound that is computed anew.
impl IncrementalBound for &dyn Heuristic {
    fn slide(&mut self, cells: &[u8], _: u8, _: usize) -> u32 {
        self.of_cells(cells)
    }

    fn take_back(&mut self, _: u8) {}
}

/// Walks through the tree of moves, within one threshold after another.
pub(super) struct ThresholdWalk<'a> {
    metric: Metric,
    bound: &'a mut dyn IncrementalBound,
    task: WalkTask<'a>,
    /// The cells to which the blank can move from each cell.
    destinations: Vec<Vec<u8>>,
    cells: Vec<u8>,
    threshold: u32,
    /// The least sum that exceeded the threshold.
    next: u32,
    path: Vec<u8>,
    /// The counts of all walks.
    counts: Counts,
    found: FoundSolutions,
}

impl<'a> ThresholdWalk<'a> {
    pub(super) fn new(
        metric: Metric,
        bound: &'a mut dyn IncrementalBound,
        task: WalkTask<'a>,
    ) -> Self {
        let destinations = (0..task.shape.cells()).map(|blank| {
            let cells = task.shape.destinations(blank, metric);
            cells.map(|cell| cell as u8).collect()
        });
        Self {
            metric,
            bound,
            destinations: destinations.collect(),
            cells: task.start.to_vec(),
            task,
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
        if left == 0 && self.cells == self.task.goal {
            return self.found.add(self.path.clone(), self.task.wanted);
        }
        self.counts.expanded += 1;
        let expanded = self.counts.expanded;
        if expanded.is_multiple_of(BOARDS_BETWEEN_CHECKS) && (self.task.stopped)(expanded) {
            return ControlFlow::Break(());
        }
        for at in 0..self.destinations[blank].len() {
            let cell = usize::from(self.destinations[blank][at]);
            if came.is_some_and(|came| self.undoes(came, cell)) {
                continue;
            }
            let tile = self.cells[cell];
            self.slide(blank, cell);
            let left = self.bound.slide(&self.cells, tile, cell);
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
            self.bound.take_back(tile);
        }
        ControlFlow::Continue(())
    }

    /// Moves the blank from one cell to another.
    #[inline]
    fn slide(&mut self, blank: usize, cell: usize) {
        if self.metric == Metric::Single {
            self.cells.swap(blank, cell);
        } else {
            self.task.shape.slide_cells(&mut self.cells, blank, cell);
        }
    }

    /// Returns whether a move to `cell` takes back the last move, in which the blank came from
    /// `came`. If several tiles may slide, returns whether it continues in the same line, since a
    /// single move would replace both.
    fn undoes(&self, came: usize, cell: usize) -> bool {
        match self.metric {
            Metric::Single => came == cell,
            Metric::Multi => {
                let shape = self.task.shape;
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
        let flow = self.visit(blank_of(&self.cells), self.task.excluded_first_move, 0);
        let found = mem::take(&mut self.found);
        Ok(ThresholdResult {
            counts: Counts {
                expanded: self.counts.expanded - before.expanded,
                generated: self.counts.generated - before.generated,
            },
            next: self.next,
            stopped: flow.is_break() && !self.task.wanted.is_met_by(found.listed.len()),
            found,
        })
    }
}

#[cfg(test)]
mod tests {
    use tilebase_core::{
        Monitor,
        sliding::{Shape, TileDistances},
    };

    use super::*;
    use crate::{
        SolutionLimit, Stats,
        heuristic::UnitBound,
        ida::{BoardSolver, StopReason},
    };

    /// Thresholds may have another parity than the bound, and a walk may be asked to stop.
    #[test]
    fn odd_thresholds_are_followed_by_those_of_the_bound_and_walks_stop() {
        let shape: Shape = "4x4".parse().unwrap();
        let goal = shape.ordered_cells(0);
        let manhattan = TileDistances::new(shape, &goal);
        let board = Board::parse(shape, "15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0").unwrap();
        let estimate = manhattan.estimate(&board);
        let monitor = Monitor::silent();
        let mut log = Log::new(&monitor, Stats::default());
        let task = WalkTask {
            shape,
            start: board.cells(),
            goal: &goal,
            excluded_first_move: None,
            wanted: SolutionLimit::First,
            stopped: &|_| false,
        };
        let heuristic: &dyn Heuristic = &manhattan;
        for threshold in estimate..estimate + 6 {
            let mut walk = unit_walk(UnitBound::Manhattan(&manhattan), estimate, task).unwrap();
            let mut anew = heuristic;
            let mut plain = ThresholdWalk::new(Metric::Single, &mut anew, task);
            let Ok(followed) = walk.search(threshold, &mut log);
            let Ok(expected) = plain.search(threshold, &mut log);
            assert_eq!(followed.next, expected.next, "{threshold}");
            assert_eq!(followed.counts.expanded, expected.counts.expanded);
            assert_eq!(followed.counts.generated, expected.counts.generated);
        }
        let stop = std::sync::atomic::AtomicBool::new(true);
        let report = |_: &crate::Iteration| {};
        let stopping = Monitor::new(&report).stopping_on(&stop);
        let solver =
            BoardSolver::with_heuristic(Metric::Single, shape, 0, Box::new(manhattan.clone()));
        let Err(SolveError::Stopped(stopped)) = solver.solve(&board, &stopping) else {
            panic!("it was to stop");
        };
        assert_eq!(stopped.reason, StopReason::Monitor);
        assert!(
            stopped.stats.expanded <= 2 * BOARDS_BETWEEN_CHECKS,
            "{stopped:?}"
        );
    }
}
