//! The moves of a single state, by rank.

use tilebase_core::{
    RankedSpace,
    oshidori::{OshidoriSpace, Words},
};

/// Finds the ranks one move away from a state. Keeps memory from one state to the next.
pub(super) struct Neighbours<'a> {
    space: &'a OshidoriSpace,
    words: &'a Words,
    /// The code and least rank of what can follow the first 0, 1, 2, … stones.
    nodes: Vec<(usize, u64)>,
}

impl<'a> Neighbours<'a> {
    pub fn new(space: &'a OshidoriSpace) -> Self {
        Self {
            space,
            words: space.words(),
            nodes: Vec::new(),
        }
    }

    /// All neighbours of the state of a rank.
    pub fn of(&mut self, rank: u64) -> impl Iterator<Item = u64> {
        let (words, nodes) = (self.words, &mut self.nodes);
        let row = self.space.unrank(rank);
        let (block, gap) = (row.puzzle().block(), row.gap());
        nodes.clear();
        nodes.push((words.all(), 0));
        for (place, stone) in row.word().iter().enumerate() {
            nodes.push(words.append(nodes[place], std::slice::from_ref(stone)));
        }
        let nodes = &*nodes;
        let word = nodes[row.word().len()].1;
        row.moves().map(move |to| {
            // Only what lies between the gaps changes, and with it the rank.
            let (start, end) = (gap.min(to), gap.max(to));
            let between = &row.word()[start..end];
            let cut = if to < gap {
                block
            } else {
                between.len() - block
            };
            let (first, second) = between.split_at(cut);
            let after = words.append(words.append(nodes[start], second), first).1;
            to as u64 * words.len() + after + (word - nodes[end].1)
        })
    }
}
