//! IDA\* as it is in the books, for any heuristic.
//!
//! One board is moved along the branch and back; every estimate is computed from scratch.

use std::ops::ControlFlow;

use tilebase_core::{Monitor, sliding::Board};

use super::{
    SolveError, Stats, Threshold,
    outcome::{Counts, Found, Ledger, Wanted},
    solver::Engine,
};
use crate::heuristic::Heuristic;

/// How many boards are expanded between two looks at the stop flag.
const PATIENCE: u64 = 1024;

/// The engine for any heuristic.
pub(super) struct Reference<'a> {
    pub(super) heuristic: Box<dyn Heuristic + 'a>,
    pub(super) goal: Board,
}

impl Engine for Reference<'_> {
    fn search(
        &self,
        start: &Board,
        wanted: Wanted,
        monitor: &Monitor<'_, Threshold>,
    ) -> Result<(Found, Stats), SolveError> {
        let mut ledger = Ledger::new(monitor);
        let mut threshold = self.heuristic.estimate(start);
        loop {
            let mut iteration = Iteration {
                heuristic: &*self.heuristic,
                goal: &self.goal,
                wanted,
                monitor,
                threshold,
                next: u32::MAX,
                path: Vec::new(),
                found: Found::default(),
                counts: Counts::default(),
            };
            let flow = iteration.visit(&mut start.clone(), None);
            if flow == ControlFlow::Break(Stop::Asked) {
                ledger.add(iteration.counts);
                return Err(ledger.halt(threshold));
            }
            ledger.finish(threshold, iteration.counts);
            if iteration.found.count > 0 {
                return Ok((iteration.found, ledger.close()));
            }
            threshold = iteration.next;
        }
    }
}

/// Why a walk ended early.
#[derive(Debug, PartialEq, Eq)]
enum Stop {
    Solved,
    Asked,
}

/// One walk through the tree.
struct Iteration<'a> {
    heuristic: &'a dyn Heuristic,
    goal: &'a Board,
    wanted: Wanted,
    monitor: &'a Monitor<'a, Threshold>,
    threshold: u32,
    /// The least sum that exceeded the threshold.
    next: u32,
    path: Vec<u8>,
    found: Found,
    counts: Counts,
}

impl Iteration<'_> {
    /// Walks the subtree of `board`, which the blank has come to from cell `came`.
    fn visit(&mut self, board: &mut Board, came: Option<usize>) -> ControlFlow<Stop> {
        if board == self.goal {
            let flow = self.found.add(self.path.clone(), self.wanted);
            return flow.map_break(|()| Stop::Solved);
        }
        self.counts.expanded += 1;
        if self.counts.expanded.is_multiple_of(PATIENCE) && self.monitor.stopped() {
            return ControlFlow::Break(Stop::Asked);
        }
        let blank = board.blank();
        for cell in board.shape().neighbours(blank) {
            if Some(cell) == came {
                continue;
            }
            board.slide(cell);
            self.path.push(cell as u8);
            self.counts.generated += 1;
            let least = self.path.len() as u32 + self.heuristic.estimate(board);
            if least <= self.threshold {
                self.visit(board, Some(blank))?;
            } else {
                self.next = self.next.min(least);
            }
            self.path.pop();
            board.slide(blank);
        }
        ControlFlow::Continue(())
    }
}
