//! IDA\* for graphs, guided by the distances of the tiles from their cells in the goal.
//!
//! A move brings one tile one step nearer to its cell at best, so that the sum of these distances,
//! each along the edges of the graph, is a lower bound. One thread searches.

use std::{convert::Infallible, mem, ops::ControlFlow};

use tilebase_core::{
    Monitor,
    graph::{GraphBoard, MOST_CELLS},
};

use crate::{
    FoundSolutions, Iteration, SolutionLimit, Stats,
    deepening::{ThresholdResult, ThresholdSearch, deepen, log::Log},
    stats::Counts,
};

/// The number of states that are expanded between two checks of the stop flag.
const STATES_BETWEEN_CHECKS: u64 = 1024;

/// The most moves of a solution that is looked for: each takes a frame of the stack.
const DEEPEST: u32 = 1000;

/// A move: the cell from which a tile slides, and the blank into which it does.
pub type GraphMove = (u8, u8);

/// IDA\* for one goal of a graph.
#[derive(Debug, Clone)]
pub struct GraphSearch {
    goal: GraphBoard,
    /// The distance of each cell from that of each tile in the goal; `None` where no path leads
    /// there. The blank has none.
    to_goal: Vec<Vec<Option<u32>>>,
}

/// The end of a search.
#[derive(Debug)]
pub struct GraphFound {
    /// The least number of moves or, without a solution, a lower bound on it; `u32::MAX` if none is
    /// there.
    pub at_least: u32,
    /// The shortest solutions that were wanted; `None` if the search was stopped.
    pub solutions: Option<FoundSolutions<GraphMove>>,
    /// The cost of the search.
    pub stats: Stats,
}

impl GraphSearch {
    /// Returns the search for a goal.
    ///
    /// ```
    /// use tilebase_core::{Monitor, graph::GraphBoard};
    /// use tilebase_solve::{SolutionLimit, graph::GraphSearch};
    /// let torus = "torus-3x3".parse()?;
    /// let goal = GraphBoard::from_cells(torus, &[1, 2, 3, 4, 5, 6, 7, 8, 0])?;
    /// let start = GraphBoard::from_cells(torus, &[0, 2, 3, 4, 5, 6, 1, 7, 8])?;
    /// let search = GraphSearch::new(&goal);
    /// let found = search.solve(&start, SolutionLimit::First, &Monitor::silent());
    /// assert_eq!(found.at_least, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(goal: &GraphBoard) -> Self {
        let mut to_goal = vec![Vec::new(); goal.graph().tiles() + 1];
        for (cell, &tile) in goal.cells().iter().enumerate() {
            if tile != 0 {
                to_goal[usize::from(tile)] = goal.graph().distances_from(cell, None);
            }
        }
        Self {
            goal: *goal,
            to_goal,
        }
    }

    /// Returns a lower bound on the distance of a state of the goal's graph, in moves; `None` if a
    /// tile cannot come to its cell.
    pub fn bound(&self, board: &GraphBoard) -> Option<u32> {
        let tiles = board
            .cells()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0);
        tiles
            .map(|(cell, &tile)| self.to_goal[usize::from(tile)][cell])
            .sum()
    }

    /// Finds shortest solutions of up to 1000 moves. If the goal is out of reach, the search may
    /// end only there, unless [`bound`](Self::bound) says so.
    pub fn solve(
        &self,
        start: &GraphBoard,
        wanted: SolutionLimit,
        monitor: &Monitor<'_, Iteration>,
    ) -> GraphFound {
        let bound = self.bound(start).unwrap_or(u32::MAX);
        let mut cells = [0; MOST_CELLS];
        cells[..start.cells().len()].copy_from_slice(start.cells());
        let mut walk = GraphWalk {
            search: self,
            cells,
            wanted,
            monitor,
            threshold: 0,
            next: u32::MAX,
            path: Vec::new(),
            counts: Counts::default(),
            bound,
            found: FoundSolutions::default(),
        };
        let log = Log::new(monitor, Stats::default());
        let found = FoundSolutions::default();
        let Ok(end) = deepen::<_, (), Infallible>(&mut walk, bound, DEEPEST, found, log);
        let stats = end.found.stats.clone();
        GraphFound {
            at_least: end.at_least,
            solutions: end.stopped.is_none().then_some(end.found),
            stats,
        }
    }
}

/// Walks through the tree of moves, within one threshold after another.
struct GraphWalk<'a> {
    search: &'a GraphSearch,
    cells: [u8; MOST_CELLS],
    wanted: SolutionLimit,
    monitor: &'a Monitor<'a, Iteration>,
    threshold: u32,
    /// The least sum that exceeded the threshold.
    next: u32,
    path: Vec<GraphMove>,
    /// The counts of the walk.
    counts: Counts,
    /// The bound of the first state.
    bound: u32,
    found: FoundSolutions<GraphMove>,
}

impl GraphWalk<'_> {
    /// Walks the subtree of the state, which has this bound. Breaks if there are enough solutions,
    /// or if it is to stop.
    fn visit(&mut self, bound: u32) -> ControlFlow<()> {
        let goal = &self.search.goal;
        if self.cells.starts_with(goal.cells()) {
            return self.found.add(self.path.clone(), self.wanted);
        }
        self.counts.expanded += 1;
        if self.counts.expanded.is_multiple_of(STATES_BETWEEN_CHECKS) && self.monitor.stopped() {
            return ControlFlow::Break(());
        }
        let last = self.path.last().copied();
        let cells = self.cells;
        for (from, blank) in GraphBoard::moves_of(goal.graph(), &cells) {
            // The last move is not taken back.
            if last == Some((blank as u8, from as u8)) {
                continue;
            }
            self.counts.generated += 1;
            let to_goal = &self.search.to_goal[usize::from(cells[from])];
            let (Some(near), Some(far)) = (to_goal[blank], to_goal[from]) else {
                continue;
            };
            let after = bound + near - far;
            let least = self.path.len() as u32 + 1 + after;
            if least > self.threshold {
                self.next = self.next.min(least);
                continue;
            }
            self.cells.swap(blank, from);
            self.path.push((from as u8, blank as u8));
            let flow = self.visit(after);
            self.path.pop();
            self.cells.swap(blank, from);
            flow?;
        }
        ControlFlow::Continue(())
    }
}

impl ThresholdSearch<GraphMove, (), Infallible> for GraphWalk<'_> {
    fn search(
        &mut self,
        threshold: u32,
        _: &mut Log<'_>,
    ) -> Result<ThresholdResult<GraphMove>, Infallible> {
        (self.threshold, self.next) = (threshold, u32::MAX);
        let flow = self.visit(self.bound);
        let found = mem::take(&mut self.found);
        Ok(ThresholdResult {
            counts: mem::take(&mut self.counts),
            next: self.next,
            stopped: flow.is_break() && !self.wanted.is_met_by(found.listed.len()),
            found,
        })
    }
}
