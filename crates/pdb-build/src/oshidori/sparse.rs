//! Levels of few states, from lists of ranks.

use rayon::prelude::*;
use tilebase_core::{Monitor, oshidori::OshidoriSpace};

use super::{
    cells::{Cells, Level3},
    neighbours::Neighbours,
};
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
            .map_init(
                || Neighbours::new(space),
                |neighbours, ranks| {
                    let mut found = Vec::new();
                    for &rank in ranks.iter().take_while(|_| !monitor.stopped()) {
                        let new = neighbours.of(rank).filter(|&rank| !reached.reached(rank));
                        found.extend(new);
                    }
                    found
                },
            )
            .flatten_iter()
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
