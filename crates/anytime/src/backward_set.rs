//! The boards from which few moves lead to the target of a beam.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::node::{Node, Slides};

/// The boards from which few moves lead to a target, found by a breadth-first search from there.
pub(crate) struct BackwardSet<const N: usize> {
    /// The moves to the target, by the hash of a board.
    moves: FxHashMap<u64, u8>,
    /// The most moves.
    longest: u8,
    /// The boards of the last level.
    farthest: Vec<Node<N>>,
}

impl<const N: usize> BackwardSet<N> {
    /// Returns the set that has the target alone.
    pub fn new(target: Node<N>) -> Self {
        Self {
            moves: FxHashMap::from_iter([(target.hash, 0)]),
            longest: 0,
            farthest: vec![target],
        }
    }

    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the most moves from a board to the target.
    #[inline]
    pub fn longest(&self) -> usize {
        self.longest.into()
    }

    /// Returns the moves to the target from the board with this hash, if it is in the set.
    #[inline]
    pub fn moves(&self, hash: u64) -> Option<u8> {
        self.moves.get(&hash).copied()
    }

    /// Adds the next level.
    pub fn grow(&mut self, slides: &Slides) {
        let Some(longest) = self
            .longest
            .checked_add(1)
            .filter(|_| !self.farthest.is_empty())
        else {
            return self.farthest.clear();
        };
        self.longest = longest;
        let mut next = Vec::new();
        for board in &self.farthest {
            slides.around(board, &mut |board| {
                if let Entry::Vacant(new) = self.moves.entry(board.hash) {
                    new.insert(longest);
                    next.push(board.clone());
                }
            });
        }
        self.farthest = next;
    }

    /// Returns the path from a board of the set to the target.
    pub fn path_from(&self, slides: &Slides, board: &[u8]) -> Vec<u8> {
        let mut board: Node<N> = slides.node(board);
        let mut ends = Vec::new();
        let start = board.blank;
        for moves in (0..self.moves(board.hash).unwrap_or(0)).rev() {
            let mut next = None;
            slides.around(&board, &mut |board| {
                if self.moves(board.hash) == Some(moves) {
                    next = Some(board.clone());
                }
            });
            board = next.expect("a board of the set that is not the target has one nearer");
            ends.push(board.blank);
        }
        slides.steps(start, &ends)
    }
}
