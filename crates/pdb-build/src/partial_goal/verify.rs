//! Comparing the entries of a table of blocks with those of their neighbours.
//!
//! The result is that of [`crate::verify::entries_beside_neighbours`], without ranking each state:
//! a move of the blank maps the orders of all states of a block in the same way. The maps share no
//! code with the builder's.

use std::{ops::Range, sync::atomic::AtomicU64};

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::{Encoding, UNREACHABLE_MOD3},
    parallel,
    pattern::colex,
    sliding::PartialGoalSpace,
};

use super::blocks::Blocks;
use crate::{BuildError, Checked, Inconsistency, VerifyError, verify as proof};

/// The blocks of a table, and how moves map them.
struct TableOfBlocks<'a> {
    payload: &'a [u8],
    blocks: Blocks,
    maps: Vec<Vec<u16>>,
    /// The ranks of the goals, ascending.
    goals: Vec<u64>,
}

/// Compares every entry of a table of two bits, which is numbered in blocks with `tiles` tiles,
/// with the entries of its neighbours.
///
/// # Errors
/// If an entry contradicts its neighbours, or the monitor asks to stop.
pub(super) fn beside_neighbours(
    space: &PartialGoalSpace,
    tiles: usize,
    payload: &[u8],
    monitor: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    let table = TableOfBlocks {
        payload,
        blocks: Blocks::new(space, tiles, Encoding::Mod3, Instructions::detect()),
        maps: proof::order_maps(tiles),
        goals: space.goals(),
    };
    let states_of_set = table.blocks.states() as u64;
    let compared = AtomicU64::new(0);
    parallel::try_each(table.blocks.sets(), &|number| {
        BuildError::check_stop(monitor)?;
        match table.suspect(number as u32) {
            None => {
                Checked::add(monitor, &compared, states_of_set, space.len());
                Ok(())
            }
            // The plain comparison finds the state and the fault.
            Some(states) => {
                let (rank, found) = (states.start, 0);
                let silent = Monitor::silent();
                proof::entries_beside_neighbours(
                    (space, states),
                    Encoding::Mod3,
                    payload,
                    &silent,
                )?;
                Err(Inconsistency::NoneNearer { rank, found }.into())
            }
        }
    })
}

impl TableOfBlocks<'_> {
    /// Returns the ranks of the first block of a set in which a state contradicts its neighbours.
    fn suspect(&self, number: u32) -> Option<Range<u64>> {
        let set = colex::unrank(number, self.blocks.tiles);
        let count = self.blocks.orders.count;
        let (mut here, mut there) = (vec![0; count], vec![0; count]);
        let mut is_proven = vec![false; count];
        for blank in colex::cells(self.blocks.free(set)) {
            let first = self.read(set, blank, &mut here);
            // A state out of reach needs no nearer neighbour.
            for (is_proven, &here) in is_proven.iter_mut().zip(&here) {
                *is_proven = here == UNREACHABLE_MOD3;
            }
            let goals = self.goals.partition_point(|&goal| goal < first);
            let goals = self.goals[goals..]
                .iter()
                .map(|goal| (goal - first) as usize);
            let mut is_suspect = false;
            for goal in goals.take_while(|&goal| goal < count) {
                is_proven[goal] = true;
                is_suspect |= here[goal] != 0;
            }
            for cell in colex::cells(self.blocks.grid.neighbours(blank)) {
                let is_tile = set >> cell & 1 == 1;
                let next = if is_tile { set ^ 1 << cell ^ 1 << blank } else { set };
                self.read(next, cell, &mut there);
                let (from, to) = (colex::below(set, cell), colex::below(next, blank));
                is_suspect |= if !is_tile || from == to {
                    compare(&here, there.iter().copied(), &mut is_proven)
                } else {
                    let map = self.maps[from * self.blocks.tiles + to].iter();
                    let there = map.map(|&order| there[usize::from(order)]);
                    compare(&here, there, &mut is_proven)
                };
            }
            if is_suspect || is_proven.contains(&false) {
                return Some(first..first + count as u64);
            }
        }
        None
    }

    /// Reads the entries of a block. Returns the rank of the first.
    fn read(&self, set: u64, blank: usize, entries: &mut [u8]) -> u64 {
        let count = self.blocks.orders.count;
        let block = colex::below(self.blocks.free(set), blank) * count;
        let first = colex::rank(set) as usize * self.blocks.states() + block;
        let bytes = &self.payload[first / 4..][..count / 4];
        for (entries, byte) in entries.as_chunks_mut::<4>().0.iter_mut().zip(bytes) {
            *entries = [0, 2, 4, 6].map(|shift| byte >> shift & 3);
        }
        first as u64
    }
}

/// Marks the entries that have a neighbour nearer by one. Returns whether some pair of neighbours
/// has exactly one state out of reach.
#[inline]
fn compare(here: &[u8], there: impl Iterator<Item = u8>, is_proven: &mut [bool]) -> bool {
    let mut is_apart = false;
    for ((&here, is_proven), there) in here.iter().zip(is_proven).zip(there) {
        // Entries are 0, 1 and 2, and 3 is out of reach.
        let is_nearer = there != UNREACHABLE_MOD3 && here == if there == 2 { 0 } else { there + 1 };
        *is_proven |= is_nearer;
        is_apart |= (here == UNREACHABLE_MOD3) != (there == UNREACHABLE_MOD3);
    }
    is_apart
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use proptest::prelude::*;
    use tilebase_core::sliding::{Metric, PartialGoal};

    use super::*;
    use crate::reference;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        /// Both comparisons say the same of right tables and of tables with entries changed.
        #[test]
        fn blocks_are_compared_as_states_are(
            goal in prop::sample::select(vec![
                ("2x3", "1 2 3 4 0 x"),
                ("2x3", "1 2 x 4 5 0"),
                ("3x3", "1 2 3 4 x x x x x"),
                ("3x3", "x x 3 4 5 x x 8 0"),
                ("2x4", "1 2 3 4 5 x 7 x"),
            ]),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8), 0..3),
            goals_only: bool,
        ) {
            let partial_goal = PartialGoal::parse(goal.0.parse().unwrap(), goal.1).unwrap();
            let space = PartialGoalSpace::new(partial_goal, Metric::Single).unwrap();
            let tiles = space.tiles_in_blocks().unwrap();
            let right = reference::build(&space, &Monitor::silent()).unwrap();
            let mut payload = vec![0; Encoding::Mod3.bytes(space.len()) as usize];
            let put = |payload: &mut [u8], rank: usize, entry: u8| {
                payload[rank / 4] &= !(3 << (rank % 4 * 2));
                payload[rank / 4] |= entry << (rank % 4 * 2);
            };
            for (rank, &distance) in right.bytes.iter().enumerate() {
                let is_reached = distance != reference::UNREACHABLE;
                put(&mut payload, rank, if is_reached { distance % 3 } else { 3 });
            }
            let goals = space.goals();
            for (at, entry) in changes {
                let rank = if goals_only {
                    goals[at.index(goals.len())] as usize
                } else {
                    at.index(right.bytes.len())
                };
                put(&mut payload, rank, entry);
            }
            let monitor = Monitor::silent();
            let states = (&space, 0..space.len());
            let plain =
                proof::entries_beside_neighbours(states, Encoding::Mod3, &payload, &monitor);
            let compared = AtomicU64::new(0);
            let report = |checked: &Checked| {
                compared.fetch_max(checked.states, Ordering::Relaxed);
            };
            let blocks = beside_neighbours(&space, tiles, &payload, &Monitor::new(&report));
            prop_assert!(blocks.is_err() || compared.into_inner() == space.len());
            prop_assert_eq!(blocks.is_ok(), plain.is_ok(), "{:?} {:?}", plain, blocks);
        }
    }
}
