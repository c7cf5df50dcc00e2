//! IDA\* for graphs, guided by the distances of the tiles from their cells in the goal, and in long
//! searches by additive pattern databases.
//!
//! A move brings one tile one step nearer to its cell at best, so that the sum of these distances,
//! each along the edges of the graph, is a lower bound. One thread searches.

mod patterns;

use std::{convert::Infallible, mem, ops::ControlFlow, sync::OnceLock};

use tilebase_core::{
    Monitor,
    graph::{GraphBoard, MOST_CELLS},
};

use self::patterns::{GraphPatterns, Placements};
use crate::{
    FoundSolutions, Iteration, SolutionLimit, Stats,
    deepening::{ThresholdResult, ThresholdSearch, deepen, log::Log},
    stats::Counts,
};

/// The number of states that are expanded between two checks of the stop flag.
const STATES_BETWEEN_CHECKS: u64 = 1024;

/// The most moves of a solution that is looked for: each takes a frame of the stack.
const DEEPEST: u32 = 1000;

/// The number of states that are expanded before patterns are searched, which takes about as long.
const STATES_BEFORE_PATTERNS: u64 = 3_000_000;

/// A move: the cell from which a tile slides, and the blank into which it does.
pub type GraphMove = (u8, u8);

/// IDA\* for one goal of a graph.
#[derive(Debug, Clone)]
pub struct GraphSearch {
    goal: GraphBoard,
    /// The distance of each cell from that of each tile in the goal; `None` where no path leads
    /// there. The blank has none.
    to_goal: Vec<Vec<Option<u32>>>,
    /// Once a search has taken long.
    patterns: OnceLock<GraphPatterns>,
}

/// The end of a search.
#[derive(Debug)]
pub struct GraphFound {
    /// The least number of moves or, without a solution, a lower bound on it; `u32::MAX` if none is
    /// there.
    pub at_least: u32,
    /// The shortest solutions that were wanted; `None` if the search was stopped.
    pub solutions: Option<FoundSolutions<GraphMove>>,
    /// Whether patterns guided the last iterations.
    pub by_patterns: bool,
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
            patterns: OnceLock::new(),
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

    /// Returns the patterns of the goal, which are searched the first time; `None` if there are
    /// none, or the monitor asks to stop.
    fn patterns(&self, monitor: &Monitor<'_, Iteration>) -> Option<&GraphPatterns> {
        if self.patterns.get().is_none() {
            let found = GraphPatterns::new(&self.goal, &|| monitor.stopped())?;
            // Another thread may have been first, with the same ones.
            let _ = self.patterns.set(found);
        }
        self.patterns.get()
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
            patterns: None,
            found: FoundSolutions::default(),
        };
        let log = Log::new(monitor, Stats::default());
        let found = FoundSolutions::default();
        let Ok(end) = deepen::<_, (), Infallible>(&mut walk, bound, DEEPEST, found, log);
        let stats = end.found.stats.clone();
        GraphFound {
            at_least: end.at_least,
            by_patterns: walk.patterns.is_some(),
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
    /// Patterns that guide the walk, with their placements in the state.
    patterns: Option<(&'a GraphPatterns, Placements)>,
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
            let tile = cells[from];
            let far = self.part(tile, from);
            self.slide(tile, from, blank);
            let after = far.zip(self.part(tile, blank));
            let flow = match after.map(|(far, near)| bound + near - far) {
                Some(after) => self.enter((from as u8, blank as u8), after),
                None => ControlFlow::Continue(()),
            };
            self.slide(tile, blank, from);
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Walks the subtree after a move, unless its bound exceeds the threshold.
    fn enter(&mut self, step: GraphMove, bound: u32) -> ControlFlow<()> {
        let least = self.path.len() as u32 + 1 + bound;
        if least > self.threshold {
            self.next = self.next.min(least);
            return ControlFlow::Continue(());
        }
        self.path.push(step);
        let flow = self.visit(bound);
        self.path.pop();
        flow
    }

    /// Returns what a tile and the others of its group add to the bound; `None` if they cannot come
    /// home. Without patterns, the tile is at `cell`.
    fn part(&self, tile: u8, cell: usize) -> Option<u32> {
        match &self.patterns {
            Some((patterns, placements)) => patterns.part(placements, tile),
            None => self.search.to_goal[usize::from(tile)][cell],
        }
    }

    /// Slides a tile into a blank.
    fn slide(&mut self, tile: u8, from: usize, blank: usize) {
        self.cells.swap(blank, from);
        if let Some((patterns, placements)) = &mut self.patterns {
            patterns.slide(placements, tile, from, blank);
        }
    }
}

impl ThresholdSearch<GraphMove, (), Infallible> for GraphWalk<'_> {
    fn search(
        &mut self,
        threshold: u32,
        _: &mut Log<'_>,
    ) -> Result<ThresholdResult<GraphMove>, Infallible> {
        (self.threshold, self.next) = (threshold, u32::MAX);
        let flow = if self.bound > threshold {
            self.next = self.bound;
            ControlFlow::Continue(())
        } else {
            self.visit(self.bound)
        };
        let found = mem::take(&mut self.found);
        Ok(ThresholdResult {
            counts: mem::take(&mut self.counts),
            next: self.next,
            stopped: flow.is_break() && !self.wanted.is_met_by(found.listed.len()),
            found,
        })
    }

    /// Brings patterns to a long search.
    fn prepare(&mut self, _: u32, _: Counts, log: &Log<'_>) -> FoundSolutions<GraphMove> {
        let are_there = self.search.patterns.get().is_some();
        let is_long = log.stats.expanded >= STATES_BEFORE_PATTERNS;
        if self.patterns.is_none() && (are_there || is_long) {
            self.patterns = self.search.patterns(self.monitor).map(|patterns| {
                let placements = patterns.placements(&self.cells);
                // A state whose tiles cannot come home is no better known than before.
                self.bound = patterns.bound(&placements).unwrap_or(self.bound);
                (patterns, placements)
            });
        }
        FoundSolutions::default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Returns the distances of all states from a goal, by a plain search.
    fn distances(goal: GraphBoard) -> HashMap<GraphBoard, u32> {
        let mut distances = HashMap::from([(goal, 0)]);
        let mut level = vec![goal];
        while !level.is_empty() {
            let next: Vec<GraphBoard> = level.iter().flat_map(GraphBoard::neighbours).collect();
            let distance = distances[&level[0]] + 1;
            level.clear();
            for board in next {
                distances.entry(board).or_insert_with(|| {
                    level.push(board);
                    distance
                });
            }
        }
        distances
    }

    #[test]
    fn patterns_bound_each_distance_and_searches_by_them_are_exact() {
        let silent = Monitor::silent();
        for (name, goal) in [
            ("torus-2x3", &[1, 2, 3, 4, 5, 0][..]),
            ("cylinder-2x4", &[0, 1, 2, 3, 4, 5, 6, 7]),
            ("cells-.../.../.#.", &[1, 2, 3, 4, 0, 5, 6, 7]),
            (
                "edges-0-1,1-2,2-3,3-4,4-5,5-6,6-0,0-3",
                &[1, 2, 0, 3, 4, 5, 6],
            ),
        ] {
            let goal = GraphBoard::from_cells(name.parse().unwrap(), goal).unwrap();
            let search = GraphSearch::new(&goal);
            let patterns = search.patterns(&silent).expect(name);
            let mut above = 0;
            for (at, (board, distance)) in distances(goal).into_iter().enumerate() {
                let placements = patterns.placements(board.cells());
                let bound = patterns.bound(&placements).expect("a state of the goal");
                let by_tiles = search.bound(&board).expect("a state of the goal");
                assert!(
                    (by_tiles..=distance).contains(&bound),
                    "{name} {:?}",
                    board.cells()
                );
                above += u32::from(bound > by_tiles);
                // A search takes longer than a look.
                if at % 16 == 0 {
                    let found = search.solve(&board, SolutionLimit::First, &silent);
                    let moves = &found.solutions.expect("not stopped").listed[0];
                    assert_eq!((found.at_least, moves.len()), (distance, distance as usize));
                }
            }
            assert!(above > 0, "{name}: patterns know more than distances");
        }
    }

    #[test]
    fn patterns_are_for_one_blank_and_end_when_asked_to() {
        let goal = |name: &str, blanks| {
            let graph: tilebase_core::graph::CellGraph = name.parse().unwrap();
            let graph = graph.with_blanks(blanks).unwrap();
            GraphBoard::from_cells(graph, &graph.ordered()).unwrap()
        };
        let search = GraphSearch::new(&goal("torus-3x3", 2));
        assert!(search.patterns(&Monitor::silent()).is_none());
        let search = GraphSearch::new(&goal("torus-3x3", 1));
        let stop = std::sync::atomic::AtomicBool::new(true);
        let stopped = Monitor::silent().stopping_on(&stop);
        assert!(search.patterns(&stopped).is_none());
        assert!(search.patterns(&Monitor::silent()).is_some());
    }
}
