//! IDA\* on the cells of boards of any size, to raise their lower bound.
//!
//! The value of each pattern is kept, because a move changes only one value in each view: that of
//! the pattern to which the tile belongs.

use tilebase_core::{
    Monitor,
    sliding::{Metric, blank_of},
};

use super::{
    reference::{IncrementalBound, ThresholdWalk},
    unit_walk::{TaskWalk, WalkTask, unit_walk},
};
use crate::{
    FoundSolutions, Stats,
    deepening::{deepen, log::Log},
    heuristic::{AdditivePatterns, BoardBound, Lookup},
    solution_limit::SolutionLimit,
};

/// The result of a search that may end early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RaisedBound {
    /// A shortest solution: the cells to which the blank moves.
    Solution(Vec<u8>),
    /// No solution has fewer moves.
    AtLeast(u32),
}

impl BoardBound {
    /// Searches for a shortest solution of at least `least` and less than `below` moves of an
    /// arrangement that can be solved. Ends when there is none, or when `stop`, called with the
    /// number of boards expanded, returns true. It also ends if a table is damaged: then the result
    /// is meaningless, and [`damage`](Self::damage) returns an error.
    ///
    /// Costs about half a microsecond for each board and view of the pattern databases.
    ///
    /// # Panics
    /// If `cells` is not an arrangement of the board.
    pub fn search(
        &self,
        cells: &[u8],
        least: u32,
        below: u32,
        stop: &dyn Fn(u64) -> bool,
    ) -> RaisedBound {
        let bound = self.of_cells(cells);
        let first = match self.metric {
            // Every slide of one tile changes the parity of the distance, so the distance has the
            // parity of the bound.
            Metric::Single => bound.max(least + (bound + least) % 2),
            Metric::Multi => bound.max(least),
        };
        let Some(greatest) = below.checked_sub(1) else {
            return RaisedBound::AtLeast(first);
        };
        let stopped = |expanded| stop(expanded) || self.damage().is_err();
        let task = WalkTask {
            shape: self.shape,
            start: cells,
            goal: &self.goal,
            excluded_first_move: None,
            wanted: SolutionLimit::First,
            stopped: &stopped,
        };
        let mut values = Values::new(self.patterns.as_ref(), cells);
        let mut anew = &*self.plain;
        let unit = match values {
            Some(_) => None,
            None => self.plain.unit_bound(),
        };
        let unit = unit.and_then(|unit| unit_walk(unit, bound, task));
        let mut walk: TaskWalk<'_> = match (unit, &mut values) {
            (Some(walk), _) => walk,
            (None, Some(values)) => Box::new(ThresholdWalk::new(self.metric, values, task)),
            (None, None) => Box::new(ThresholdWalk::new(self.metric, &mut anew, task)),
        };
        let monitor = Monitor::silent();
        let log = Log::new(&monitor, Stats::default());
        let Ok(mut end) = deepen(&mut *walk, first, greatest, FoundSolutions::default(), log);
        match end.found.listed.pop() {
            Some(moves) => RaisedBound::Solution(moves),
            None => RaisedBound::AtLeast(end.at_least.min(first.max(below))),
        }
    }
}

/// The values of all patterns of a board.
struct Values<'a> {
    patterns: &'a AdditivePatterns,
    views: Vec<ViewValues<'a>>,
    /// The values that the last moves have replaced, in each view.
    replaced: Vec<u32>,
}

struct ViewValues<'a> {
    lookups: &'a [Lookup],
    /// The lookup of each tile.
    of_tile: Vec<usize>,
    values: Vec<u32>,
    sum: u32,
}

impl<'a> Values<'a> {
    fn new(patterns: Option<&'a AdditivePatterns>, cells: &[u8]) -> Option<Self> {
        let patterns = patterns?;
        let blank = blank_of(cells);
        let view = |lookups: &'a Vec<Lookup>| {
            let has = |tile: usize| lookups.iter().position(|lookup| lookup.has(tile));
            let value = |lookup| patterns.value(lookup, cells, blank);
            let values: Vec<u32> = lookups.iter().map(value).collect();
            ViewValues {
                lookups,
                of_tile: (0..cells.len())
                    .map(|tile| has(tile).unwrap_or(0))
                    .collect(),
                sum: values.iter().sum(),
                values,
            }
        };
        Some(Self {
            patterns,
            views: patterns.views.iter().map(view).collect(),
            replaced: Vec::new(),
        })
    }
}

impl IncrementalBound for Values<'_> {
    fn slide(&mut self, cells: &[u8], tile: u8, blank: usize) -> u32 {
        let mut most = 0;
        for view in &mut self.views {
            let at = view.of_tile[usize::from(tile)];
            let value = self.patterns.value(&view.lookups[at], cells, blank);
            let before = std::mem::replace(&mut view.values[at], value);
            self.replaced.push(before);
            view.sum = view.sum - before + value;
            most = most.max(view.sum);
        }
        most
    }

    fn take_back(&mut self, tile: u8) {
        for view in self.views.iter_mut().rev() {
            let at = view.of_tile[usize::from(tile)];
            let before = self.replaced.pop().expect("a slide for each take back");
            let value = std::mem::replace(&mut view.values[at], before);
            view.sum = view.sum - value + before;
        }
    }
}
