//! Depth-first search of one threshold with an explicit stack, so that it can pause anywhere and
//! resume from the path on which it stands.
//!
//! Moves are tried by waste, then from left to right, an order that depends on the position alone.
//! So a path divides the tree: what comes before it in that order is done, the rest is not.
//! [`DepthFirst::resume`] rebuilds the stack: it walks down the path and drops, at each position,
//! all moves up to the one taken.
//!
//! Two kinds of moves are left out because another path does the same:
//! - A move that takes back the one before. No shortest solution has one.
//! - Gaps `p → q → r → p` with `q > r`. Three moves that bring the gap back exchange the blocks at
//!   `q` and `r` (the block of `q` waits in `p`), and so do `p → r → q → p`. Of all shortest
//!   solutions, the one with the lexicographically least list of gaps never has the first form,
//!   since the second would make it less. So at least one shortest solution is left. (These moves
//!   are tried if all solutions are wanted.)

use tilebase_core::{Instructions, Kernel};

use super::{cell_set::CellSet, position::Position};

/// One position of the path.
#[derive(Debug, Clone)]
struct Frame<P: Position> {
    /// Moves not yet tried.
    todo: P::ByWaste,
    mark: P::CellSet,
    gap: u8,
    slack: u32,
}

/// Why a run of the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// The path reaches the goal. The next run goes on to other paths.
    Solved,
    /// The path has the length of a leaf. The next run goes on to other paths.
    Leaf,
    /// The run has tried as many moves as it was told to. The next run goes on.
    Paused,
    /// Nothing is left.
    Exhausted,
}

/// What a search covers: all paths from a position whose moves and waste stay within a threshold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    /// The most moves of a solution.
    pub threshold: u32,
    /// The path length at which the search turns around, see [`Event::Leaf`].
    pub leaf: usize,
    /// Whether all solutions are wanted, not just one.
    pub every: bool,
}

/// A depth-first search that can pause.
pub(super) struct DepthFirst<P: Position> {
    position: P,
    plan: Plan,
    frames: Vec<Frame<P>>,
    /// Positions whose moves were listed.
    pub expanded: u64,
    /// Moves tried.
    pub generated: u64,
}

/// [`DepthFirst::run`] with its arguments.
struct Run<'a, P: Position> {
    search: &'a mut DepthFirst<P>,
    move_limit: u64,
}

impl<P: Position> Kernel for Run<'_, P> {
    type Output = Event;

    #[inline(always)]
    fn run(self) -> Event {
        self.search.run_anywhere(self.move_limit)
    }
}

impl<P: Position> DepthFirst<P> {
    /// Returns the search below `root`, a list of moves from `start`.
    ///
    /// # Panics
    /// If the bound of `start` exceeds the threshold, or no search with this plan comes to `root`.
    pub(super) fn new(start: P, plan: Plan, root: &[u8]) -> Self {
        Self::resume(start, plan, root.len(), root)
            .expect("a path that a search with this plan returned")
    }

    /// Returns the rest of a search below the first `root` moves of `path` that stands on `path`,
    /// or `None` if no search with this plan comes there. `path` may be any bytes.
    pub(super) fn resume(start: P, plan: Plan, root: usize, path: &[u8]) -> Option<Self> {
        let slack = start.slack(plan.threshold)?;
        let mut search = Self {
            position: start,
            plan,
            frames: Vec::new(),
            expanded: 0,
            generated: 0,
        };
        search.push(slack);
        for (depth, &cell) in path.iter().enumerate() {
            if usize::from(cell) + 1 >= 8 * size_of::<P::CellSet>() {
                return None;
            }
            let frame = search.frames.last_mut().expect("the start is there");
            let mut left = frame.slack;
            let mut found = false;
            for moves in frame.todo.as_mut() {
                let before_or_here = P::CellSet::block(0, usize::from(cell) + 1);
                if moves.has(cell.into()) {
                    *moves &= !before_or_here;
                    found = true;
                    break;
                }
                *moves = P::CellSet::NONE;
                left = left.saturating_sub(1);
            }
            if depth < root {
                frame.todo = P::NO_MOVES;
            }
            if !found {
                return None;
            }
            search.position.jump(cell.into());
            search.push(left);
        }
        search.expanded = 0;
        Some(search)
    }

    /// Returns the moves from the start to where the search stands.
    pub(super) fn path(&self) -> Vec<u8> {
        self.frames.iter().skip(1).map(|frame| frame.gap).collect()
    }

    /// Searches on until something happens, or about `move_limit` moves are tried.
    pub(super) fn run(&mut self, move_limit: u64) -> Event {
        Instructions::detect().run(Run {
            search: self,
            move_limit,
        })
    }

    #[inline(always)]
    fn run_anywhere(&mut self, move_limit: u64) -> Event {
        let until = self.generated + move_limit;
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Event::Exhausted;
            };
            let todo = frame.todo.as_mut();
            let Some(waste) = todo.iter().position(|moves| !moves.is_empty()) else {
                self.frames.pop();
                if let Some(parent) = self.frames.last() {
                    self.position.take_back(parent.gap.into(), parent.mark);
                }
                continue;
            };
            let moves = todo[waste];
            todo[waste] = moves.rest();
            let (gap, mark, slack) = (frame.gap, frame.mark, frame.slack);
            let slack = slack - waste as u32;
            self.generated += 1;
            self.position.jump(moves.first());
            let solved = self.position.is_goal();
            if !solved && slack == 0 && self.position.needs_waste() {
                self.position.take_back(gap.into(), mark);
                continue;
            }
            self.push(slack);
            if solved {
                return Event::Solved;
            }
            if self.frames.len() > self.plan.leaf {
                self.frames.last_mut().expect("just pushed").todo = P::NO_MOVES;
                return Event::Leaf;
            }
            if self.generated >= until {
                return Event::Paused;
            }
        }
    }

    /// Puts the present position on the stack.
    #[inline(always)]
    fn push(&mut self, slack: u32) {
        let mut todo = P::NO_MOVES;
        if !self.position.is_goal() {
            self.expanded += 1;
            todo = self.position.moves(slack, self.banned());
        }
        self.frames.push(Frame {
            todo,
            mark: self.position.mark(),
            gap: self.position.gap() as u8,
            slack,
        });
    }

    /// Returns the moves that need not be tried from the present position, which is not on the
    /// stack yet.
    #[inline(always)]
    fn banned(&self) -> P::CellSet {
        match self.frames[..] {
            [.., ref p, ref q] => {
                let r = self.position.gap();
                let mut banned = P::CellSet::block(q.gap.into(), 1);
                if !self.plan.every && usize::from(q.gap) > r {
                    banned |= P::CellSet::block(p.gap.into(), 1);
                }
                banned
            }
            [ref p] => P::CellSet::block(p.gap.into(), 1),
            [] => P::CellSet::NONE,
        }
    }
}
