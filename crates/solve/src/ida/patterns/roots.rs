//! The first few moves, breadth first: where a search is divided into roots.
//!
//! Equal boards that are reached by different moves are not merged. So the subtrees of all roots
//! together are exactly the tree that a walk from the start would visit, and each solution is
//! counted once.

use std::{cmp::Reverse, ptr};

use bytemuck::Zeroable;
use tilebase_core::{Instructions, Kernel, sliding::Board};

use super::{
    batch::{Batch, BatchLookup},
    node::{MOST, SearchNode, TRAIL},
    slots::Slot,
    tables::SearchTables,
};
use crate::stats::Counts;

/// The size of a root's subtree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Subtree {
    /// The number of boards that the iteration before expanded in it, or in the subtree of the root
    /// from which this one was divided.
    pub(super) size: u64,
    /// The number of boards that this iteration expanded in it, once it has been walked.
    pub(super) walked: Option<u64>,
}

/// The states of the automata that divide a search and walk its subtrees.
#[derive(Debug, Clone, Copy)]
pub(super) struct States {
    dividing: u32,
    walking: u32,
}

impl States {
    /// Returns the states before the first move.
    pub(super) fn first(tables: &SearchTables<'_>, blank: usize) -> Self {
        Self {
            dividing: tables.dividing.start(blank),
            walking: tables.pruning.start(blank),
        }
    }

    /// Returns the states to which the first `moves` moves of a trail lead, or `None` if walks do
    /// not allow them.
    pub(super) fn after(self, tables: &SearchTables<'_>, trail: u64, moves: u32) -> Option<Self> {
        Some(Self {
            dividing: tables.dividing.after(self.dividing, trail, moves)?,
            walking: tables.pruning.after(self.walking, trail, moves)?,
        })
    }
}

/// All boards at a certain number of moves from a start, with the rooms that the greatest slack
/// leaves.
pub(super) struct Roots<N> {
    /// Their trails begin at the start.
    pub(super) nodes: Vec<N>,
    /// The subtree of each node.
    pub(super) subtrees: Vec<Subtree>,
    /// The number of moves from the start.
    pub(super) depth: u32,
    /// The cells to which the blank moved before the start, and the states after these moves.
    path: Vec<u8>,
    states: States,
    /// Moves made plus Manhattan distance at the start, from which slack is counted.
    least: u32,
    /// The counts of boards expanded and generated.
    pub(super) counts: Counts,
}

impl<N: SearchNode> Roots<N> {
    /// Returns the start as the only root: the board after moves of the blank along `path`, which
    /// have led the automata to `states`. `slots` are its look-ups.
    pub(super) fn new(
        tables: &SearchTables<'_>,
        board: &Board,
        slots: &[Slot],
        path: Vec<u8>,
        states: States,
    ) -> Self {
        let depth = path.len() as u16;
        Self {
            nodes: vec![N::new(tables, board, slots, states.dividing, depth)],
            subtrees: vec![Subtree::default()],
            depth: 0,
            least: u32::from(depth) + tables.geometry.distances.sum(board.cells()),
            path,
            states,
            counts: Counts::default(),
        }
    }

    /// Returns whether this holds fewer than `enough` boards, and can hold more.
    pub(super) fn lacks(&self, enough: usize) -> bool {
        self.nodes.len() < enough && self.depth < TRAIL
    }

    /// Moves all nodes one move further from the start.
    pub(super) fn widen<const LANES: usize, L: BatchLookup<LANES, Node = N>>(
        &mut self,
        tables: &SearchTables<'_>,
        instructions: Instructions,
    ) {
        let parents = self.nodes.len();
        let batch = &mut Batch::<LANES, L>::zeroed();
        instructions.run(Widening {
            roots: self,
            tables,
            batch,
        });
        self.nodes.drain(..parents);
        self.subtrees.drain(..parents);
        self.depth += 1;
    }

    /// Removes a board.
    pub(super) fn leave_out(&mut self, board: &Board) {
        let mut root = 0;
        while root < self.nodes.len() {
            if self.nodes[root].is(board) {
                self.nodes.swap_remove(root);
                self.subtrees.swap_remove(root);
            } else {
                root += 1;
            }
        }
    }

    /// Puts the most promising roots first: those whose subtrees were largest in the last walk,
    /// then those that need the least slack.
    ///
    /// Solutions are likely where many boards are within the threshold, so an iteration in this
    /// order reaches its first solution early.
    pub(super) fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_cached_key(|&root| {
            (Reverse(self.subtrees[root].size), self.nodes[root].needed())
        });
        self.nodes = order.iter().map(|&root| self.nodes[root]).collect();
        self.subtrees = order.iter().map(|&root| self.subtrees[root]).collect();
    }

    /// Begins the next iteration: the counts of this one become the sizes.
    pub(super) fn next_iteration(&mut self) {
        for subtree in &mut self.subtrees {
            subtree.size = subtree.walked.take().unwrap_or(0);
        }
    }

    /// Returns the roots in the order of the moves to them, which does not depend on their sizes.
    pub(super) fn in_order_of_moves(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_unstable_by_key(|&root| self.nodes[root].head().trail);
        order
    }

    /// Returns the least threshold that leaves room for at least one of them.
    pub(super) fn threshold(&self) -> u32 {
        let needed = self.nodes.iter().map(N::needed).min();
        self.least + 2 * needed.unwrap_or(0)
    }

    /// Returns the greatest threshold that makes a difference: beyond it, slack is at its greatest.
    pub(super) fn longest(&self) -> u32 {
        self.least + 2 * MOST as u32
    }

    /// Returns those among some nodes for which a threshold leaves room, as roots numbered from 0.
    pub(super) fn roots<'s>(
        &'s self,
        some: &'s [usize],
        threshold: u32,
        tables: &'s SearchTables<'_>,
    ) -> impl DoubleEndedIterator<Item = N> {
        let slack = threshold.saturating_sub(self.least) / 2;
        let roots = some.iter().enumerate();
        roots.filter_map(move |(root, &node)| {
            let state = self.states(tables, node)?.walking;
            self.nodes[node].root(root as u16, state, slack, tables)
        })
    }

    /// Returns the states to which the moves to one of them lead, or `None` if walks do not allow
    /// these moves.
    pub(super) fn states(&self, tables: &SearchTables<'_>, root: usize) -> Option<States> {
        let head = self.nodes[root].head();
        if ptr::eq(tables.pruning, tables.dividing) {
            return Some(States {
                dividing: head.state(),
                walking: head.state(),
            });
        }
        self.states.after(tables, head.trail, self.depth)
    }

    /// Returns the cells to which the blank has moved on the way to one of them.
    pub(super) fn path(&self, tables: &SearchTables<'_>, root: usize) -> Vec<u8> {
        let trail = self.nodes[root].head().trail;
        let transitions =
            tables
                .dividing
                .transitions_along(self.states.dividing, trail, self.depth);
        let mut path = self.path.clone();
        path.extend(transitions.map(|transition| transition.cell() as u8));
        path
    }
}

/// Adds the children of all nodes to some roots.
struct Widening<'a, 't, const LANES: usize, L: BatchLookup<LANES>> {
    roots: &'a mut Roots<L::Node>,
    tables: &'a SearchTables<'t>,
    batch: &'a mut Batch<LANES, L>,
}

impl<const LANES: usize, L: BatchLookup<LANES>> Kernel for Widening<'_, '_, LANES, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (roots, tables) = (self.roots, self.tables);
        let Batch { children, lookups } = self.batch;
        let start = roots.path.len() as u16;
        let parents = roots.nodes.len();
        let mut next = 0;
        while next < parents {
            children.clear();
            while next < parents && children.has_room() {
                let transitions = tables
                    .dividing
                    .transitions(roots.nodes[next].head().state());
                roots.counts.expanded += 1;
                children.add(next as u32, transitions);
                next += 1;
            }
            roots.counts.generated += children.count as u64;
            lookups.prefetch(children, tables, &roots.nodes);
            lookups.prefetch_rest(children, tables, &roots.nodes);
            for lane in lookups.look_up(children, tables).iter() {
                let place = roots.nodes.len();
                roots.nodes.push(L::Node::zeroed());
                let nodes = &mut roots.nodes;
                lookups.place(children, tables, lane, start, nodes, place);
                let subtree = roots.subtrees[children.parent(lane)];
                roots.subtrees.push(subtree);
            }
        }
    }
}
