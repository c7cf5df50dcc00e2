//! IDA*: depth-first searches under a rising bound on the length.
//!
//! Each iteration searches depth-first and backtracks when the g moves made plus the lower bound on
//! the rest exceed a threshold. If it finds no goal, the least sum that exceeded the threshold
//! becomes the next threshold. No path is shorter than the threshold at which the first goal is
//! found, so that path is shortest. The search keeps only the path and the untried moves along it.
//! In return it searches a state again for every path that leads to it, and it does not end by
//! itself if no goal can be reached.
//!
//! This is the textbook's form, except that no move takes back the one before it.
//! The fast searches of boards are in `tilebase-solve`.
//!
//! Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.

use tilebase_core::Monitor;

use crate::{
    Guided, SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    depth_first::{Next, descend},
    guided::whole_moves,
    run::Meter,
};

/// Returns a shortest path from `start` to a goal, in memory proportional to its length.
///
/// [`SearchStats::generated`] and [`SearchStats::expanded`] add up all iterations.
///
/// If no goal can be reached, the search ends only in a space that is a finite tree. Set
/// [`SearchLimits::expanded`] if that is possible.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{SearchLimits, Sliding, ida_star};
///
/// let shape = "3x3".parse()?;
/// let space = Sliding::new(&Board::goal(shape));
/// let start = space.pack(&Board::parse(shape, "1 2 3 4 5 6 0 7 8")?);
/// let outcome = ida_star(&space, start, &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(outcome.length(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn ida_star<S: StateSpace>(
    space: &S,
    start: S::State,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    meter.stats.generated = 1;
    let mut threshold = space.lower_bound(&start);
    loop {
        let mut exceeding = None::<u32>;
        meter.stats.threshold = threshold;
        let within = |next: &S::State, path: &[S::State], meter: &mut Meter<'_>| {
            let is_return = path.len() > 1 && path[path.len() - 2] == *next;
            if is_return {
                return Ok(false);
            }
            meter.stats.generated += 1;
            let f = path.len() as u32 + space.lower_bound(next);
            if f > threshold {
                exceeding = Some(exceeding.map_or(f, |least| least.min(f)));
            }
            Ok(f <= threshold)
        };
        let path = descend(space, start.clone(), &mut meter, Next::First, within)?;
        match exceeding {
            Some(least) if path.is_none() => threshold = least,
            _ => return Ok(meter.end(path)),
        }
    }
}

impl<S: StateSpace> Guided<'_, S> {
    /// Returns a path from `start` to a goal by IDA\* with the estimates rounded up to whole moves,
    /// in memory proportional to its length and the size of a batch; shortest if no estimate
    /// exceeds the number of moves to a goal.
    ///
    /// [`SearchStats::generated`] and [`SearchStats::expanded`] add up all iterations. A batch
    /// takes the states found last, so that the order is that of a depth-first search if it has one
    /// state.
    ///
    /// # Errors
    /// If the search reaches a bound of `limits`, no path has as few moves as
    /// [`up_to`](Self::up_to) allows, the monitor asks to stop, or estimates are not numbers.
    pub fn ida_star(
        &mut self,
        start: S::State,
        limits: &SearchLimits,
        monitor: &Monitor<'_, SearchStats>,
    ) -> Result<SearchOutcome<S::State>, SearchError> {
        let mut meter = Meter::new(limits, monitor);
        meter.stats.generated = 1;
        if self.moves_left(&start).is_some() {
            return Ok(meter.end(Some(self.completed(vec![start]))));
        }
        let first = self.estimates(std::slice::from_ref(&start), &meter)?;
        let mut threshold = first.into_iter().map(whole_moves).max().unwrap_or_default();
        let mut waiting = OpenPaths::new(self.space.state_bytes());
        loop {
            if threshold == u32::MAX {
                return Ok(meter.end(None));
            }
            meter.stats.threshold = threshold;
            meter.check_moves(threshold, self.most_moves)?;
            waiting.push(start.clone(), None, &meter)?;
            match self.iteration(&mut waiting, threshold, &mut meter)? {
                IterationEnd::Found(path) => return Ok(meter.end(Some(self.completed(path)))),
                IterationEnd::Exceeding(least) => threshold = least,
            }
        }
    }

    /// Searches all paths whose estimated length is within the threshold.
    fn iteration(
        &mut self,
        waiting: &mut OpenPaths<S::State>,
        threshold: u32,
        meter: &mut Meter<'_>,
    ) -> Result<IterationEnd<S::State>, SearchError> {
        let (mut successors, mut children, mut parents) = (Vec::new(), Vec::new(), Vec::new());
        let mut exceeding = u32::MAX;
        loop {
            let taken = waiting.take(self.batch);
            if taken.is_empty() {
                return Ok(IterationEnd::Exceeding(exceeding));
            }
            for &parent in &taken {
                meter.expand()?;
                self.space
                    .successors(&waiting.nodes[parent].state, &mut successors);
                for child in successors.drain(..) {
                    if waiting.before(parent) != Some(&child) {
                        children.push(child);
                        parents.push(parent);
                    }
                }
            }
            meter.stats.generated += children.len() as u64;
            let estimates = self.estimates(&children, meter)?;
            let found = children.drain(..).zip(parents.drain(..)).zip(estimates);
            for ((child, parent), estimate) in found {
                let moves = waiting.nodes[parent].moves + 1;
                let left = self.moves_left(&child);
                let length = moves.saturating_add(left.unwrap_or_else(|| whole_moves(estimate)));
                if length > threshold {
                    exceeding = exceeding.min(length);
                } else if left.is_some() {
                    let mut path = waiting.path_to(parent);
                    path.push(child);
                    return Ok(IterationEnd::Found(path));
                } else {
                    waiting.push(child, Some(parent), meter)?;
                }
            }
            for parent in taken {
                waiting.release(parent);
            }
        }
    }
}

/// How an iteration ended: with a path, or with the least estimated length that exceeded the
/// threshold.
enum IterationEnd<S> {
    Found(Vec<S>),
    Exceeding(u32),
}

/// A state that waits or is on the path to one that does.
struct PathNode<S> {
    state: S,
    parent: Option<usize>,
    moves: u32,
    children: u32,
}

/// The states that wait to be expanded, and the paths to them.
struct OpenPaths<S> {
    nodes: Vec<PathNode<S>>,
    /// Places in `nodes` to use again.
    free: Vec<usize>,
    stack: Vec<usize>,
    /// Bytes of a node, with those in which its number stands.
    bytes_each: usize,
}

impl<S: Clone> OpenPaths<S> {
    fn new(state_bytes: usize) -> Self {
        let bytes_each = size_of::<PathNode<S>>() - size_of::<S>() + state_bytes;
        Self {
            nodes: Vec::new(),
            free: Vec::new(),
            stack: Vec::new(),
            bytes_each: bytes_each + 2 * size_of::<usize>(),
        }
    }

    fn push(
        &mut self,
        state: S,
        parent: Option<usize>,
        meter: &Meter<'_>,
    ) -> Result<(), SearchError> {
        let moves = parent.map_or(0, |parent| {
            self.nodes[parent].children += 1;
            self.nodes[parent].moves + 1
        });
        let node = PathNode {
            state,
            parent,
            moves,
            children: 0,
        };
        let at = match self.free.pop() {
            Some(at) => {
                self.nodes[at] = node;
                at
            }
            None => {
                if self.nodes.len() == self.nodes.capacity() {
                    // The old list and one of twice its size exist for a moment.
                    meter.afford((3 * self.nodes.len()).saturating_mul(self.bytes_each))?;
                }
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        };
        self.stack.push(at);
        Ok(())
    }

    /// Takes the states that were pushed last.
    fn take(&mut self, most: usize) -> Vec<usize> {
        self.stack.split_off(self.stack.len().saturating_sub(most))
    }

    /// Returns the state before that of a node.
    fn before(&self, at: usize) -> Option<&S> {
        self.nodes[at]
            .parent
            .map(|parent| &self.nodes[parent].state)
    }

    /// Gives up a state that has been expanded, and those before it that only led there.
    fn release(&mut self, at: usize) {
        let mut at = Some(at);
        while let Some(node) = at.filter(|&node| self.nodes[node].children == 0) {
            self.free.push(node);
            at = self.nodes[node].parent;
            if let Some(parent) = at {
                self.nodes[parent].children -= 1;
            }
        }
    }

    fn path_to(&self, at: usize) -> Vec<S> {
        let before = |&at: &usize| self.nodes[at].parent;
        let nodes = std::iter::successors(Some(at), before);
        let mut path: Vec<S> = nodes.map(|at| self.nodes[at].state.clone()).collect();
        path.reverse();
        path
    }
}
