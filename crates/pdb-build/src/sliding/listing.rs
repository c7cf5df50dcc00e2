//! The states that a level adds, region by region.
//!
//! A region is a range of chunks, the same in every cell that a level writes. Each region is one
//! task, which writes its chunks. No task writes chunks that another reads.

use std::sync::atomic::{AtomicU64, Ordering};

use tilebase_core::{
    Monitor,
    parallel::{self, current_num_threads},
};

use crate::{BuildError, Level};

/// The fewest chunks of each cell that are worth a task.
const LEAST: usize = 8;

/// Decides whether new states are listed: as long as all regions together have no more of them than
/// a bound.
#[derive(Debug)]
pub(super) struct Listing {
    up_to: u64,
    found: AtomicU64,
}

/// The states that a level added.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Added {
    pub(super) count: u64,
    /// The ranks of the new states, ascending; `None` if they are too many to be listed.
    pub(super) ranks: Option<Vec<u64>>,
}

/// The task that writes the chunks from `first` on of each target.
pub(super) struct Region<T> {
    pub(super) first: usize,
    pub(super) targets: Vec<T>,
}

/// The states that a task added.
pub(super) struct Found<E> {
    pub(super) count: u64,
    /// The ranks that are listed, target by target.
    pub(super) ranks: Vec<Vec<u64>>,
    /// Anything else that the task found.
    pub(super) extra: E,
}

impl Listing {
    /// Begins a level that is listed if it has at most `up_to` states.
    pub(super) fn new(up_to: u64) -> Self {
        Self {
            up_to,
            found: AtomicU64::new(0),
        }
    }

    /// Counts new states and returns whether to list them.
    ///
    /// If the level turns out to be short enough for a list, the answer was always yes. If not, the
    /// lists are dropped, and they never had more states than the bound.
    pub(super) fn may_list(&self, new: u32) -> bool {
        let new = u64::from(new);
        self.found.fetch_add(new, Ordering::Relaxed) + new <= self.up_to
    }

    /// Runs a task for every region, and returns the added states and the extras of all tasks.
    ///
    /// # Errors
    /// If the monitor asks to stop.
    pub(super) fn collect<T: Send, E: Send>(
        &self,
        regions: Vec<Region<T>>,
        monitor: &Monitor<'_, Level>,
        task: impl Fn(Region<T>) -> Found<E> + Sync,
    ) -> Result<(Added, Vec<E>), BuildError> {
        let mut found = parallel::try_map(regions, |region| {
            BuildError::check_stop(monitor).map(|()| task(region))
        })?;
        let is_whole = self.found.load(Ordering::Relaxed) <= self.up_to;
        let added = Added {
            count: found.iter().map(|found| found.count).sum(),
            ranks: is_whole.then(|| {
                // Regions divide all cells in the same way, so the parts of each cell are in order.
                let cells = found.first().map_or(0, |found| found.ranks.len());
                let parts = (0..cells).flat_map(|cell| found.iter().map(move |f| &f.ranks[cell]));
                parts.flatten().copied().collect()
            }),
        };
        let extras = found.drain(..).map(|found| found.extra).collect();
        Ok((added, extras))
    }
}

/// Returns the number of chunks of each cell in a region. Each thread gets many regions, and each
/// region has enough work.
pub(super) fn chunks_per_region(chunks: usize) -> usize {
    chunks
        .div_ceil(32 * current_num_threads())
        .clamp(LEAST, 2048)
}

/// Returns the regions of cells of this many chunks, still without targets.
pub(super) fn regions<T>(chunks: usize, per_region: usize) -> Vec<Region<T>> {
    let firsts = (0..chunks).step_by(per_region);
    let region = |first| Region {
        first,
        targets: Vec::new(),
    };
    firsts.map(region).collect()
}
