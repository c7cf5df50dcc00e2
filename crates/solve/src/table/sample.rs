//! States at a given distance: all, some, or a random one.

use std::{ops::ControlFlow, time::Duration};

use rand::{Rng, RngExt};
use tilebase_core::{
    Monitor, RankedSpace, SortedNumbers, Stopwatch,
    format::{Payload, UNREACHABLE, WORD_ENTRIES},
    parallel,
};

use super::{Distances, Table, TableError};

/// The ranks that one task scans for a level.
const BLOCK: u64 = 64 * WORD_ENTRIES;

/// The states whose neighbours one task examines.
const TASK: usize = 64;

/// The most blocks that are scanned before their ranks are passed on: at most 32 MiB of ranks.
const MOST_BLOCKS: u64 = 1024;

/// The most states whose ranks are sorted by distance: they take 64 MiB.
const MOST_SORTED: u64 = 1 << 24;

/// The time after which the ranks of scanned blocks should be passed on.
const BATCH_TIME: Duration = Duration::from_millis(100);

impl<D: Distances + Sync> Table<D> {
    /// Calls `visit` with the ranks at distance `depth`, ascending, as they are found, one or more
    /// at a time; up to `limit` in all, or until it breaks.
    ///
    /// Scans all states in order on all threads, and holds only the ranks found since the last
    /// call. If the table stores remainders, one state in three or four needs a walk of at most
    /// `depth` moves. Small levels are listed in a table's file: use
    /// [`listed`](tilebase_core::format::TableFile::listed) for them. Reports the number of states
    /// scanned.
    ///
    /// # Errors
    /// If the table contradicts itself, or the monitor asks to stop, which takes milliseconds.
    /// Ranks found before have been passed on.
    pub fn each_at<B>(
        &self,
        depth: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
        mut visit: impl FnMut(&[u64]) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TableError> {
        let end = self.space().len().div_ceil(BLOCK);
        let fewest = 4 * parallel::current_num_threads() as u64;
        let (mut left, mut first, mut blocks) = (limit, 0, fewest);
        while first < end && left > 0 {
            let watch = Stopwatch::start();
            let last = end.min(first + blocks);
            let found = parallel::map(first..last, |block| {
                self.block_at(block, depth, left, monitor)
            });
            self.bytes().damage()?;
            for ranks in found {
                let mut ranks = ranks?;
                ranks.truncate(left);
                left -= ranks.len();
                if !ranks.is_empty()
                    && let stop @ ControlFlow::Break(_) = visit(&ranks)
                {
                    return Ok(stop);
                }
            }
            first = last;
            monitor.report(&self.space().len().min(first * BLOCK));
            // Many, so that all threads have work; few, so that what is found is not held back.
            blocks = if watch.elapsed() < BATCH_TIME {
                MOST_BLOCKS.min(2 * blocks)
            } else {
                fewest.max(blocks / 2)
            };
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns up to `limit` ranks at a lesser distance, ascending, by walks of `steps` moves down
    /// from the states `farther`, which are all at the same distance.
    ///
    /// Every state has a nearer neighbour, so that at least one state is found. But not all states
    /// of a level need lie below those of another, and few are found below few. It costs the
    /// entries of about four times `limit` states for each level in between, however rare the
    /// states are.
    pub fn ranks_below(&self, farther: &[u64], steps: u32, limit: usize) -> Vec<u64> {
        let width = limit.saturating_mul(4);
        let mut level = thinned(farther.to_vec(), width);
        for _ in 0..steps {
            let parts = parallel::map(level.chunks(TASK), |ranks| {
                let nearer = |&rank| self.all_nearer(&self.space().unrank(rank), rank);
                let nearer = ranks.iter().flat_map(nearer);
                nearer.map(|(_, rank)| rank).collect::<Vec<u64>>()
            });
            let mut next = parts.concat();
            parallel::sort(&mut next);
            next.dedup();
            level = thinned(next, width);
        }
        level.truncate(limit);
        level
    }

    /// Returns the ranks at distance `depth`, ascending, of a small table of whole bytes; `None`
    /// for any other.
    ///
    /// The first call sorts all ranks by distance and keeps them, 4 bytes each.
    pub fn level(&self, depth: u32) -> Option<&[u32]> {
        let small = self.space().len() <= MOST_SORTED;
        (small && self.distances.are_bytes()).then(|| {
            let levels = self.levels.get_or_init(|| {
                self.bytes().touch_all(true, &|| false);
                let distances = (0..).zip(self.bytes().as_ref().iter().copied());
                SortedNumbers::new(distances.filter(|&(_, distance)| distance != UNREACHABLE))
            });
            levels.with(u8::try_from(depth).unwrap_or(UNREACHABLE))
        })
    }

    /// Returns a rank drawn uniformly among those of states that reach the goal; `None` after
    /// `tries` draws.
    pub fn random_rank(&self, tries: u64, rng: &mut impl Rng) -> Option<u64> {
        (0..tries)
            .map(|_| rng.random_range(0..self.space().len()))
            .find(|&rank| self.distances.is_reachable(rank))
    }

    /// Returns the rank of a state drawn uniformly among those at distance `depth`, by drawing
    /// among all states until one fits; `None` after `tries` draws.
    ///
    /// Every state is equally likely to be drawn, hence so is every state that fits.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn random_rank_at(
        &self,
        depth: u32,
        tries: u64,
        rng: &mut impl Rng,
    ) -> Result<Option<u64>, TableError> {
        for _ in 0..tries {
            let rank = rng.random_range(0..self.space().len());
            if self.undamaged(self.is_at(rank, depth))? {
                return Ok(Some(rank));
            }
        }
        Ok(None)
    }

    fn block_at(
        &self,
        block: u64,
        depth: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
    ) -> Result<Vec<u64>, TableError> {
        let mut found = Vec::new();
        let ranks = block * BLOCK..self.space().len().min((block + 1) * BLOCK);
        for first in ranks.step_by(WORD_ENTRIES as usize) {
            if monitor.stopped() {
                return Err(TableError::Stopped);
            }
            let mut may_be = self.distances.word_may_be(first, depth);
            while may_be != 0 && found.len() < limit {
                let rank = first + u64::from(may_be.trailing_zeros());
                may_be &= may_be - 1;
                if self.is_at(rank, depth)? {
                    found.push(rank);
                }
            }
        }
        Ok(found)
    }

    fn is_at(&self, rank: u64, depth: u32) -> Result<bool, TableError> {
        // A byte needs no state.
        if self.distances.are_bytes() {
            self.bytes().touch(rank as usize);
            return Ok(u32::from(self.bytes().as_ref()[rank as usize]) == depth);
        }
        let state = self.space().unrank(rank);
        let here = self.entry(&state, rank, self.parity(&state));
        if !here.may_be(depth) {
            return Ok(false);
        }
        // The farthest states have no farther neighbour, but most others have one.
        let farther = |there| here.is_nearer_by(1, there);
        if self.eccentricity == Some(depth)
            && !self.neighbours_with(&state, rank, farther).is_empty()
        {
            return Ok(false);
        }
        let walk = self.start(state, rank);
        let moves = walk
            .map(|walk| self.moves_within(depth, walk))
            .transpose()?;
        Ok(moves.flatten() == Some(depth))
    }
}

/// Returns every n-th item of a list that is longer than `width`, at least half of `width` items.
fn thinned(list: Vec<u64>, width: usize) -> Vec<u64> {
    match list.len().div_ceil(width.max(1)) {
        0 | 1 => list,
        step => list.into_iter().step_by(step).collect(),
    }
}
