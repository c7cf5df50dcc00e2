//! Depth-first search of one threshold with an explicit stack, so that it can be stopped anywhere
//! and resume from the path on which it stands.
//!
//! Moves are tried by waste, then from left to right, an order that depends on the position alone.
//! So a path divides the tree: what comes before it in that order is done, the rest is not.
//! [`DepthFirst::resume`] rebuilds the stack: it walks down the path and drops, at each position,
//! all moves up to the one taken.

use std::mem;

use tilebase_core::{Instructions, Kernel};

use super::{pair::Pair, position::Position};
use crate::stats::Counts;

/// One position of the path.
#[derive(Debug, Clone)]
struct PathFrame<P: Position> {
    /// Moves not yet tried.
    todo: P::Moves,
    mark: P::Mark,
    /// The move that led here; 0 at the start.
    made: u32,
    slack: u32,
}

/// The reason why a run of the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// The path reaches the goal. The next run continues with other paths.
    Solved,
    /// The path has the length of a leaf. The next run continues with other paths.
    Leaf,
    /// The run has tried as many moves as its limit allows. The next run continues.
    Limit,
    /// Nothing is left.
    Exhausted,
}

/// The limits of a search: it covers all paths from a position whose moves and waste stay within a
/// threshold.
#[derive(Debug, Clone, Copy)]
pub(super) struct DepthLimits {
    /// The most moves of a solution.
    pub threshold: u32,
    /// The path length at which the search turns around, see [`RunEnd::Leaf`].
    pub leaf: usize,
    /// Whether all solutions are wanted, not just one.
    pub every: bool,
}

/// A depth-first search of positions of any kind.
pub(super) trait PathSearch {
    /// Continues the search until an event, the last of which is that `move_limit` moves or more
    /// have been tried. Returns the counts of this run, too.
    fn run(&mut self, move_limit: u64) -> (RunEnd, Counts);

    /// Returns the moves from the start to where the search stands.
    fn path(&self) -> Vec<u32>;
}

/// [`DepthFirst::resume`] for one kind of position.
pub(super) type ResumeDepthFirst =
    fn(pair: &Pair, limits: DepthLimits, root: usize, path: &[u32]) -> Option<Box<dyn PathSearch>>;

/// A depth-first search that can be stopped.
pub(super) struct DepthFirst<P: Position> {
    position: P,
    limits: DepthLimits,
    frames: Vec<PathFrame<P>>,
    counts: Counts,
}

/// [`DepthFirst::run`] with its arguments.
struct LimitedRun<'a, P: Position> {
    search: &'a mut DepthFirst<P>,
    move_limit: u64,
}

impl<P: Position> Kernel for LimitedRun<'_, P> {
    type Output = RunEnd;

    #[inline(always)]
    fn run(self) -> RunEnd {
        let search = self.search;
        let until = search.counts.generated + self.move_limit;
        loop {
            let Some(frame) = search.frames.last_mut() else {
                return RunEnd::Exhausted;
            };
            let Some((waste, number)) = frame.todo.next() else {
                search.frames.pop();
                if let Some(parent) = search.frames.last() {
                    search.position.take_back(&parent.mark);
                }
                continue;
            };
            let slack = frame.slack - waste;
            search.counts.generated += 1;
            search.position.jump(number);
            let solved = search.position.is_goal();
            if !solved && slack == 0 && search.position.needs_waste() {
                search.position.take_back(&frame.mark);
                continue;
            }
            search.push(number, slack);
            if solved {
                return RunEnd::Solved;
            }
            if search.frames.len() > search.limits.leaf {
                search.frames.last_mut().expect("just pushed").todo = P::Moves::default();
                return RunEnd::Leaf;
            }
            if search.counts.generated >= until {
                return RunEnd::Limit;
            }
        }
    }
}

impl<P: Position> DepthFirst<P> {
    /// Returns the rest of a search below the first `root` moves of `path` that stands on `path`,
    /// or `None` if no search with these limits reaches it. `path` may be any numbers.
    pub(super) fn resume(
        pair: &Pair,
        limits: DepthLimits,
        root: usize,
        path: &[u32],
    ) -> Option<Box<dyn PathSearch>> {
        let position = P::new(pair);
        let slack = position.slack(limits.threshold)?;
        let mut search = Self {
            position,
            limits,
            frames: Vec::new(),
            counts: Counts::default(),
        };
        search.push(0, slack);
        for (depth, &number) in path.iter().enumerate() {
            let frame = search.frames.last_mut().expect("the start is there");
            let (waste, _) = frame.todo.find(|&(_, other)| other == number)?;
            let left = frame.slack - waste;
            if depth < root {
                frame.todo = P::Moves::default();
            }
            search.position.jump(number);
            search.push(number, left);
        }
        search.counts = Counts::default();
        Some(Box::new(search))
    }

    /// Puts the current position, to which the move of this number led, on the stack.
    #[inline(always)]
    fn push(&mut self, made: u32, slack: u32) {
        let mut todo = P::Moves::default();
        if !self.position.is_goal() {
            self.counts.expanded += 1;
            let mut marks = self.frames.iter().rev().map(|frame| &frame.mark);
            let past = [marks.next(), marks.next()];
            todo = self.position.moves(slack, past, self.limits.every);
        }
        self.frames.push(PathFrame {
            todo,
            mark: self.position.mark(),
            made,
            slack,
        });
    }
}

impl<P: Position> PathSearch for DepthFirst<P> {
    fn run(&mut self, move_limit: u64) -> (RunEnd, Counts) {
        let end = Instructions::detect().run(LimitedRun {
            search: self,
            move_limit,
        });
        (end, mem::take(&mut self.counts))
    }

    fn path(&self) -> Vec<u32> {
        self.frames.iter().skip(1).map(|frame| frame.made).collect()
    }
}
