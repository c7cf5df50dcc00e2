//! One level of the search from a list of its ranks, for levels of few states.

use tilebase_core::parallel::prelude::*;
use tilebase_core::{Monitor, RankedSpace, oshidori::OshidoriSpace};

use super::entries::{Entries, Level3};
use crate::Level;

/// States that a thread handles between two looks at the stop flag.
const AT_ONCE: usize = 1024;

/// States whose neighbours are held in memory at a time, some of them several times.
const SLICE: usize = 1 << 18;

/// Reaches the states next to those of a list, and returns their ranks in no order.
pub(super) fn push(
    space: &OshidoriSpace,
    entries: &mut Entries,
    level: &[u64],
    next: Level3,
    monitor: &Monitor<'_, Level>,
) -> Vec<u64> {
    let mut all = Vec::new();
    for slice in level.chunks(SLICE) {
        let reached = &*entries;
        let mut found: Vec<u64> = slice
            .par_chunks(AT_ONCE)
            .flat_map_iter(|ranks| {
                let mut found = Vec::new();
                for &rank in ranks.iter().take_while(|_| !monitor.stopped()) {
                    let row = space.unrank(rank);
                    let near = space.ranked_moves(&row, rank).map(|(_, rank)| rank);
                    found.extend(near.filter(|&rank| !reached.reached(rank)));
                }
                found
            })
            .collect();
        found.par_sort_unstable();
        found.dedup();
        for &rank in &found {
            entries.reach(rank, next);
        }
        all.append(&mut found);
    }
    all
}
