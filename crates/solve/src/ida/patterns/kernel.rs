//! The walk through one subtree, within one threshold.
//!
//! **Slack.** A move changes the Manhattan distance by one, so the sum of moves made and Manhattan
//! distance stays the same (a tile moves towards home) or grows by 2 (away from home). The *slack*
//! is half the difference between the threshold and that sum. It starts at what the iteration
//! allows, and a move away from home costs one. Table values are half of the moves that the
//! patterns need beyond the Manhattan distance, and a board is within the threshold as long as no
//! view's sum of them exceeds the slack.
//!
//! **What a move changes.** One tile moves, and in each view it belongs to one pattern: a bit of
//! one mask moves, and one label is carried past those between. All other terms of the sum stay the
//! same.
//!
//! **Hiding latency.** The tables are far larger than the cache, and a look-up that waits for
//! memory takes longer than a hundred instructions. So children are not looked up immediately. They
//! are collected in a batch, and their entries are prefetched while earlier batches are looked up;
//! the children that remain go to the stack of boards to expand. The order is then only roughly
//! depth first, but within a threshold the order does not matter. If each batch has the children of
//! only one board, and is looked up before another board is expanded, the order *is* depth first.
//! Such a walk knows the path to each board, so it finds the moves of solutions.
//!
//! **Many at once.** A batch holds its children in columns ([`Batch`]), so vector instructions
//! handle eight or sixteen of them at once.
//!
//! **Room.** The *room* of a view is the slack less the view's sum. Nodes keep rooms, one byte for
//! each view in one word, so that one subtraction and one test serve all views.
//!
//! **Staying in place.** A node stays where it is until its children have been looked up, and only
//! a child that will be expanded gets a node: a copy of its parent's, changed where they differ.
//! The parent was written long before, so no copy has to wait for recent stores.

use std::ops::ControlFlow;

use bytemuck::Zeroable;
use tilebase_core::Kernel;

use super::{
    batch::{Batch, BatchLookup},
    node::{NodeHead, SearchNode},
    tables::SearchTables,
};
use crate::stats::Counts;

/// Whether the walk expands boards ahead of the look-ups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ahead {
    /// Ahead by a batch.
    Batch,
    /// Not ahead, so that paths are known.
    DepthFirst,
}

/// The nodes of a walk.
struct Pool<N> {
    nodes: Vec<N>,
    /// The places of the nodes to expand, last in first out.
    stack: Vec<u32>,
    /// The free places.
    free: Vec<u32>,
}

impl<N: SearchNode> Pool<N> {
    /// Makes room for this many more nodes.
    #[inline(always)]
    fn reserve(&mut self, count: usize) {
        if self.free.len() < count {
            self.grow(count);
        }
    }

    /// Removes all nodes and adds the roots. Returns their depth.
    #[inline(always)]
    fn begin(&mut self, roots: impl DoubleEndedIterator<Item = N>) -> u16 {
        self.stack.clear();
        self.free.clear();
        self.free.extend((0..self.nodes.len() as u32).rev());
        let mut start = 0;
        for root in roots.rev() {
            start = root.head().depth();
            self.reserve(1);
            if let Some(place) = self.free.pop() {
                self.nodes[place as usize] = root;
                self.stack.push(place);
            }
        }
        start
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        let places = self.nodes.len() as u32..(2 * self.nodes.len() + count) as u32;
        self.nodes.resize(places.end as usize, N::zeroed());
        self.stack.reserve(self.nodes.len());
        self.free.extend(places.rev());
    }
}

/// A search and its memory, which serve for many walks.
pub(super) struct SubtreeSearch<'t, N> {
    tables: &'t SearchTables<'t>,
    pool: Pool<N>,
    /// The cells of the blank, by depth.
    path: Box<[u8; LONGEST]>,
    pub(super) counts: Counts,
    /// The number of boards of each root's subtree that the last walk expanded.
    pub(super) sizes: Vec<u64>,
}

/// Longer than any solution: the hardest known 24-puzzles need about 150 moves.
const LONGEST: usize = 1024;

/// The number of batches between two checks of the stop flag.
const BATCHES_BETWEEN_CHECKS: u32 = 1024;

impl<'t, N: SearchNode> SubtreeSearch<'t, N> {
    pub(super) fn new(tables: &'t SearchTables<'t>) -> Self {
        Self {
            tables,
            pool: Pool {
                nodes: Vec::new(),
                stack: Vec::new(),
                free: Vec::new(),
            },
            path: Box::new([0; LONGEST]),
            counts: Counts::default(),
            sizes: Vec::new(),
        }
    }
}

/// A walk through the subtrees of some roots, which have equal depth and numbers below `numbers`;
/// none is the goal. Batches have `LANES` children. Breaks if `solved` does, or if `stopped`
/// returns true.
pub(super) struct SubtreeWalk<'a, 't, Roots, const LANES: usize, L: BatchLookup<LANES>> {
    pub(super) search: &'a mut SubtreeSearch<'t, L::Node>,
    pub(super) roots: Roots,
    pub(super) numbers: usize,
    pub(super) ahead: Ahead,
    /// Called once per [`BATCHES_BETWEEN_CHECKS`] batches.
    pub(super) stopped: &'a dyn Fn() -> bool,
    /// Called when the goal has been reached, from the root and by the trail in the head. If the
    /// walk is depth first, the path has the cells to which the blank has moved since the root.
    pub(super) solved: &'a mut dyn FnMut(&NodeHead, &[u8]) -> ControlFlow<()>,
}

impl<const LANES: usize, L: BatchLookup<LANES>, Roots: DoubleEndedIterator<Item = L::Node>> Kernel
    for SubtreeWalk<'_, '_, Roots, LANES, L>
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let (search, ahead) = (self.search, self.ahead);
        let start = search.pool.begin(self.roots);
        search.sizes.clear();
        search.sizes.resize(self.numbers, 0);
        let (pool, tables) = (&mut search.pool, search.tables);
        // They are local, and not with the memory that is kept, so that the compiler sees that
        // nothing else points to them.
        let mut batches = <[Batch<LANES, L>; 3]>::zeroed();
        let [mut next, mut middle, mut last] = batches.each_mut();
        let mut rounds = 0u32;
        let mut generated = 0;
        let flow = 'walk: loop {
            // The entries of each batch arrive while the other batches are processed.
            middle
                .lookups
                .prefetch_rest(&middle.children, tables, &pool.nodes);
            next.children.clear();
            while next.children.has_room()
                && (ahead == Ahead::Batch
                    || next.children.count + middle.children.count + last.children.count == 0)
                && let Some(place) = pool.stack.pop()
            {
                let head = pool.nodes[place as usize].head();
                let transitions = tables.pruning.transitions(head.state());
                if ahead == Ahead::DepthFirst {
                    search.path[usize::from(head.depth()) % LONGEST] = transitions.blank() as u8;
                }
                if let Some(size) = search.sizes.get_mut(usize::from(head.root())) {
                    *size += 1;
                }
                next.children.add(place, transitions);
            }
            generated += next.children.count as u64;
            next.lookups.prefetch(&next.children, tables, &pool.nodes);
            let lanes = last.lookups.look_up(&last.children, tables);
            pool.reserve(LANES);
            for lane in lanes.iter() {
                let Some(place) = pool.free.pop() else {
                    break;
                };
                let (children, nodes) = (&last.children, &mut pool.nodes);
                (last.lookups).place(children, tables, lane, start, nodes, place as usize);
                let node = &pool.nodes[place as usize];
                let cell = children.transitions[lane].cell();
                if last.lookups.may_be_goal(cell, lane, tables) && node.is_goal(tables) {
                    let (start, depth) = (usize::from(start), usize::from(node.head().depth()));
                    let blank = tables.pruning.transitions(node.head().state()).blank();
                    search.path[depth % LONGEST] = blank as u8;
                    let path = search.path.get(start + 1..=depth).unwrap_or_default();
                    pool.free.push(place);
                    if (self.solved)(node.head(), path).is_break() {
                        break 'walk ControlFlow::Break(());
                    }
                } else {
                    if L::Node::CELLS > 16 {
                        // The automata of smaller boards stay in the cache by themselves.
                        tables.pruning.prefetch(node.head().state());
                    }
                    pool.stack.push(place);
                }
            }
            pool.free.extend_from_slice(last.children.expanded());
            rounds += 1;
            if rounds.is_multiple_of(BATCHES_BETWEEN_CHECKS) && (self.stopped)() {
                break ControlFlow::Break(());
            }
            if pool.stack.is_empty() && next.children.count + middle.children.count == 0 {
                break ControlFlow::Continue(());
            }
            if L::STAGED {
                (next, middle, last) = (last, next, middle);
            } else {
                std::mem::swap(&mut next, &mut last);
            }
        };
        search.counts.expanded += search.sizes.iter().sum::<u64>();
        search.counts.generated += generated;
        flow
    }
}
