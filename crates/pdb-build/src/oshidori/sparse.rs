//! Levels of few states, from lists of ranks.

use rayon::prelude::*;
use tilebase_core::{Monitor, RankedSpace, oshidori::OshidoriSpace};

use super::cells::{Cells, Level3};
use crate::Level;

/// States that a thread handles between two looks at the stop flag.
const AT_ONCE: usize = 1024;

/// States whose neighbours are held in memory at a time, each perhaps several times.
const SLICE: usize = 1 << 18;

/// Reaches the states next to those of a list. Returns them, not in order.
pub(super) fn push(
    space: &OshidoriSpace,
    cells: &mut Cells,
    level: &[u64],
    next: Level3,
    monitor: &Monitor<'_, Level>,
) -> Vec<u64> {
    let mut all = Vec::new();
    for slice in level.chunks(SLICE) {
        let reached = &*cells;
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
            cells.reach(rank, next);
        }
        all.append(&mut found);
    }
    all
}
