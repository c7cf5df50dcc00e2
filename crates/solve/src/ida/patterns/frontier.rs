//! The first few moves, breadth first: where a search is cut into roots.
//!
//! Boards are not told apart from equal ones reached by other moves, so the subtrees of all roots together
//! are exactly the tree that a walk from the start would see, and counting solutions counts each once.

use std::ops::Range;

use tilebase_core::sliding::Board;

use super::{
    super::outcome::Counts,
    batch::Batch,
    node::{Node, TRAIL},
    tables::{Slot, Tables},
};

/// All boards a certain number of moves from a start, with the room that the greatest slack leaves.
pub(super) struct Frontier<const CELLS: usize, const SLOTS: usize> {
    /// Their trails are from the start.
    pub(super) nodes: Vec<Node<CELLS, SLOTS>>,
    /// Moves from the start.
    depth: u16,
    /// The cells that the blank has moved to before the start, and what that led the automaton to.
    path: Vec<u8>,
    state: u16,
    /// Moves made plus Manhattan distance, at the start: what slack is counted from.
    least: u32,
    /// What it took.
    pub(super) counts: Counts,
}

impl<const CELLS: usize, const SLOTS: usize> Frontier<CELLS, SLOTS> {
    /// Returns the frontier of the start alone: a board that moves of the blank along `path` lead to, and the automaton to
    /// `state`. `slots` are its look-ups.
    pub(super) fn new(
        tables: &Tables<'_>,
        board: &Board,
        slots: &[Slot],
        path: Vec<u8>,
        state: u16,
    ) -> Self {
        let depth = path.len() as u16;
        Self {
            nodes: vec![Node::new(tables, board, slots, state, depth)],
            depth: 0,
            least: u32::from(depth) + tables.geometry.distances.sum(board, u32::MAX),
            path,
            state,
            counts: Counts::default(),
        }
    }

    /// Returns whether this holds less than `enough` boards, and can hold more.
    pub(super) fn lacks(&self, enough: usize) -> bool {
        self.nodes.len() < enough && u32::from(self.depth) < TRAIL
    }

    /// Goes one move on.
    pub(super) fn widen<const VIEWS: usize, const LANES: usize>(&mut self, tables: &Tables<'_>) {
        let mut batch = Batch::<LANES, VIEWS>::new();
        let start = self.path.len() as u16;
        let parents = self.nodes.len();
        let mut next = 0;
        while next < parents {
            batch.clear();
            while next < parents && batch.has_room() {
                let transitions = tables.pruning.transitions(self.nodes[next].head.state());
                self.counts.expanded += 1;
                self.counts.generated += u64::from(transitions.count);
                batch.add(next as u32, transitions);
                next += 1;
            }
            batch.fill(tables, &self.nodes);
            batch.slide();
            batch.ask::<CELLS>(tables);
            for lane in batch.look_up(tables).iter() {
                let place = self.nodes.len();
                self.nodes.push(Node::empty());
                batch.place(lane, start, &mut self.nodes, place);
            }
        }
        self.nodes.drain(..parents);
        self.depth += 1;
    }

    /// Puts those first that promise most: that need the least slack.
    pub(super) fn sort(&mut self, views: usize) {
        self.nodes.sort_by_key(|node| node.needed(views));
    }

    /// Returns the least threshold that leaves one of them room.
    pub(super) fn threshold(&self, views: usize) -> u32 {
        let needed = self.nodes.iter().map(|node| node.needed(views)).min();
        self.least + 2 * needed.unwrap_or(0)
    }

    /// Returns some of them as roots, numbered from 0, as far as a threshold leaves them room.
    pub(super) fn roots(
        &self,
        range: Range<usize>,
        threshold: u32,
        views: usize,
    ) -> impl DoubleEndedIterator<Item = Node<CELLS, SLOTS>> {
        let slack = threshold.saturating_sub(self.least) / 2;
        let nodes = self.nodes[range].iter().enumerate();
        nodes.filter_map(move |(root, node)| node.root(root as u16, slack, views))
    }

    /// Returns the cells that the blank has moved to on the way to one of them.
    pub(super) fn path(&self, tables: &Tables<'_>, root: usize) -> Vec<u8> {
        let trail = self.nodes[root].head.trail;
        let transitions = tables.pruning.along(self.state, trail, self.depth.into());
        let mut path = self.path.clone();
        path.extend(transitions.map(|transition| transition.cell() as u8));
        path
    }
}
