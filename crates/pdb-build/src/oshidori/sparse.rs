//! Levels of few states, from lists of ranks.

use rayon::prelude::*;
use tilebase_core::{
    Monitor, RankedSpace,
    oshidori::{OshidoriSpace, Words},
};

use super::cells::{Cells, STATES};
use crate::Level;

/// States that a thread handles between two looks at the stop flag.
const AT_ONCE: usize = 1024;

/// The ranks one move away from the states of a list, as often as there are ways to them.
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

/// The unreached states next to those of `level`, ascending.
pub(super) fn push(
    space: &OshidoriSpace,
    cells: &Cells,
    level: &[u64],
    monitor: &Monitor<'_, Level>,
) -> Vec<u64> {
    let mut found: Vec<u64> = level
        .par_chunks(AT_ONCE)
        .map_init(
            || Neighbours::new(space),
            |neighbours, ranks| {
                let mut found = Vec::new();
                for &rank in ranks.iter().take_while(|_| !monitor.stopped()) {
                    found.extend(neighbours.of(rank).filter(|&rank| !cells.reached(rank)));
                }
                found
            },
        )
        .flatten_iter()
        .collect();
    found.par_sort_unstable();
    found.dedup();
    found
}

/// Those of the `unreached` states that are next to a reached one, in their order. A reached state next
/// to an unreached one can only be of the last level.
pub(super) fn pull(
    space: &OshidoriSpace,
    cells: &Cells,
    unreached: &[u64],
    monitor: &Monitor<'_, Level>,
) -> Vec<u64> {
    unreached
        .par_chunks(AT_ONCE)
        .map_init(
            || Neighbours::new(space),
            |neighbours, ranks| {
                let next = |rank: &u64| neighbours.of(*rank).any(|rank| cells.reached(rank));
                let running = ranks.iter().copied().take_while(|_| !monitor.stopped());
                running.filter(next).collect::<Vec<_>>()
            },
        )
        .flatten_iter()
        .collect()
}

/// All unreached states, ascending.
pub(super) fn unreached(space: &OshidoriSpace, cells: &Cells) -> Vec<u64> {
    let found = cells
        .as_slice()
        .par_iter()
        .enumerate()
        .flat_map_iter(|(cell, states)| {
            ones(super::cells::unreached(states)).map(move |bit| cell as u64 * STATES + bit)
        });
    found.filter(|&rank| rank < space.len()).collect()
}

/// The places of the ones of a word.
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place.into())
    })
}
