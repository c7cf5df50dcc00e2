//! The states that a search keeps.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use tilebase_core::sliding::blank_of;

/// A search for one length of solutions after another.
pub(super) struct Front {
    pub(super) nodes: Nodes,
    /// The states to expand, by the least length of a solution through them.
    pub(super) open: Vec<Vec<u32>>,
    /// If set, only solutions that do not move the tiles in these cells are found.
    in_place: Option<Vec<bool>>,
    /// Whether only one length is searched, depth first: the solution found first is then the first
    /// in the order of moves.
    pub(super) in_order: bool,
}

impl Front {
    pub(super) fn new(
        kinds: &[u8],
        length: u32,
        in_place: Option<Vec<bool>>,
        in_order: bool,
    ) -> Self {
        let width = kinds.len();
        let mut nodes = Nodes {
            width,
            ..Nodes::default()
        };
        let mut open = vec![Vec::new(); length as usize];
        open.push(vec![nodes.push(kinds, (0, 0))]);
        Self {
            nodes,
            open,
            in_place,
            in_order,
        }
    }

    /// Returns the front before any expansion, for one length of solutions in the order of moves.
    pub(super) fn again(&self, length: u32) -> Self {
        Self::new(self.nodes.kinds(0), length, self.in_place.clone(), true)
    }

    /// Returns whether no tile that stays in place is elsewhere.
    pub(super) fn allows(&self, start: &[u8], next: &[u8]) -> bool {
        self.in_place.as_ref().is_none_or(|in_place| {
            let mut cells = in_place.iter().zip(start.iter().zip(next));
            cells.all(|(stays, (here, there))| !stays || here == there)
        })
    }

    /// Returns whether there are no states of greater lengths to expand.
    pub(super) fn ends_at(&self, length: u32) -> bool {
        self.open.len() <= length as usize + 1
    }
}

/// The states reached, each with the shortest path known.
#[derive(Default)]
pub(super) struct Nodes {
    width: usize,
    /// The kinds of the cells, state after state.
    kinds: Vec<u8>,
    /// The number of moves of that path, and the state before.
    pub(super) ways: Vec<(u16, u32)>,
    pub(super) expanded: Vec<bool>,
    table: HashTable<u32>,
}

impl Nodes {
    /// Records a path to a state, unless one as short is known.
    pub(super) fn reach(&mut self, kinds: &[u8], way: (u16, u32)) -> Option<u32> {
        match self.find(kinds) {
            None => Some(self.push(kinds, way)),
            Some(known) if self.expanded[known as usize] || self.moves(known) <= way.0 => None,
            Some(known) => {
                self.ways[known as usize] = way;
                Some(known)
            }
        }
    }

    pub(super) fn kinds(&self, node: u32) -> &[u8] {
        &self.kinds[node as usize * self.width..][..self.width]
    }

    pub(super) fn blank(&self, node: u32) -> usize {
        blank_of(self.kinds(node))
    }

    pub(super) fn moves(&self, node: u32) -> u16 {
        self.ways[node as usize].0
    }

    pub(super) fn find(&self, kinds: &[u8]) -> Option<u32> {
        let same = |&node: &u32| self.kinds(node) == kinds;
        self.table.find(hash(kinds), same).copied()
    }

    fn push(&mut self, kinds: &[u8], way: (u16, u32)) -> u32 {
        let node = self.ways.len() as u32;
        self.kinds.extend_from_slice(kinds);
        self.ways.push(way);
        self.expanded.push(false);
        let (all, width) = (&self.kinds, self.width);
        self.table.insert_unique(hash(kinds), node, |&node| {
            hash(&all[node as usize * width..][..width])
        });
        node
    }

    /// Returns the cells that the blank enters on the path to a state.
    pub(super) fn path(&self, mut node: u32) -> Vec<u8> {
        let mut path = Vec::new();
        while self.moves(node) > 0 {
            path.push(self.blank(node) as u8);
            node = self.ways[node as usize].1;
        }
        path.reverse();
        path
    }
}

fn hash(kinds: &[u8]) -> u64 {
    FxBuildHasher.hash_one(kinds)
}
