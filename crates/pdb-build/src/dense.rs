//! Breadth-first search of any numbered space, level by level, one bit per state while it runs.
//!
//! Each state of a level marks its neighbours. Once all are marked, it is known which of them are
//! new.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use tilebase_core::{
    Memory, Monitor, RankedSpace,
    format::{Encoding, UNREACHABLE},
    parallel,
    pattern::colex,
    prefetch,
};

use crate::{
    Added, BuildError, DistanceTable, LISTED_AT_MOST, Level, LevelSearch, Lists, Result,
    orders::spread,
};

/// The neighbours, by rank, that moves lead to which cost nothing.
pub type FreeNeighbours<'a> = dyn Fn(u64, &mut dyn FnMut(u64)) + Sync + 'a;

/// The number of words that a task takes at once.
const SHARE: usize = 256;

/// A breadth-first search of all states. Bit r mod 64 of word r / 64 is that of the state of rank
/// r.
struct DenseSearch {
    encoding: Encoding,
    /// The states that have been marked. Tasks only set bits, in any order. A task reads the bits
    /// of others only to avoid setting them again.
    seen: Vec<AtomicU64>,
    /// The states of the current level and of those before it.
    reached: Vec<u64>,
    /// The states of the current level.
    level: Vec<u64>,
    payload: Memory,
}

/// Returns the distance of every state of a space, in bytes or modulo 3, found on rayon's current
/// pool. Lists the farthest states, if they are few. Reports each level. Moves to `free` neighbours
/// cost nothing.
///
/// # Errors
/// If the monitor asks to stop, the system cannot provide the memory for `what`, or a distance does
/// not fit a byte.
pub(crate) fn build(
    space: &impl RankedSpace,
    encoding: Encoding,
    free: Option<&FreeNeighbours<'_>>,
    what: impl fmt::Display,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable> {
    let states = space.len();
    let words = states.div_ceil(64) as usize;
    let refused = BuildError::allocation(what, memory_needed(states, encoding));
    let mut payload = Memory::zeroed(encoding.bytes(states)).map_err(refused)?;
    // No state has been reached, and some may never be. Both encodings write this in the same way.
    payload.fill(UNREACHABLE);
    let mut dense = DenseSearch {
        encoding,
        seen: (0..words).map(|_| AtomicU64::new(0)).collect(),
        reached: vec![0; words],
        level: vec![0; words],
        payload,
    };
    for goal in space.goals() {
        dense.seen[(goal / 64) as usize].fetch_or(1 << (goal % 64), Relaxed);
    }
    let mut search = LevelSearch {
        last: dense.settle(0, free, monitor)?,
        ..LevelSearch::default()
    };
    let kind = (states, encoding, Lists::Farthest);
    search.run(kind, monitor, &mut |search| {
        parallel::try_map(dense.level.chunks(SHARE).enumerate(), |(share, words)| {
            BuildError::check_stop(monitor)
                .map(|()| dense.mark_neighbours(space, share * SHARE, words))
        })?;
        dense.settle(search.depth() + 1, free, monitor)
    })?;
    Ok(DistanceTable::new(encoding, states, search, dense.payload))
}

/// Returns the most bytes of memory that [`build`] holds, including the result.
pub(crate) fn memory_needed(states: u64, encoding: Encoding) -> u64 {
    (states / 8 * 3).saturating_add(encoding.bytes(states))
}

impl DenseSearch {
    /// Returns the ranks of the current level, ascending.
    fn ranks_of_level(&self) -> Vec<u64> {
        let words = self.level.iter().zip((0..).step_by(64));
        let ranks =
            words.flat_map(|(&word, first)| colex::cells(word).map(move |bit| first + bit as u64));
        ranks.collect()
    }

    /// Makes the marked states that are new the current level, with those that moves lead to from
    /// them which cost nothing, and writes its depth.
    fn settle(
        &mut self,
        depth: u32,
        free: Option<&FreeNeighbours<'_>>,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added> {
        let mut added = self.take_level(depth);
        let Some(free) = free.filter(|_| added.count > 0) else {
            return Ok(added);
        };
        let mut whole = self.level.clone();
        loop {
            parallel::try_map(self.level.chunks(SHARE).enumerate(), |(share, words)| {
                BuildError::check_stop(monitor)?;
                for (word, &level) in words.iter().enumerate() {
                    let first = 64 * (share * SHARE + word) as u64;
                    for bit in colex::cells(level) {
                        free(first + bit as u64, &mut |rank| self.mark(rank));
                    }
                }
                Ok::<_, BuildError>(())
            })?;
            let more = self.take_level(depth).count;
            if more == 0 {
                break;
            }
            added.count += more;
            for (whole, level) in whole.iter_mut().zip(&self.level) {
                *whole |= level;
            }
        }
        self.level = whole;
        added.ranks = self.listed(added.count);
        Ok(added)
    }

    /// Returns the ranks of the current level, unless they are too many to be listed.
    fn listed(&self, count: u64) -> Option<Vec<u64>> {
        (count <= LISTED_AT_MOST as u64).then(|| self.ranks_of_level())
    }

    /// Marks a state.
    fn mark(&self, rank: u64) {
        let (word, bit) = (&self.seen[(rank / 64) as usize], 1 << (rank % 64));
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Makes the marked states that are new the current level, and writes its depth.
    fn take_level(&mut self, depth: u32) -> Added {
        let (encoding, entries) = (self.encoding, self.encoding.bytes(64) as usize);
        let seen = self.seen.chunks(SHARE);
        let shares = seen
            .zip(self.reached.chunks_mut(SHARE))
            .zip(self.level.chunks_mut(SHARE))
            .zip(self.payload.chunks_mut(SHARE * entries));
        let counts = parallel::map(shares, |(((seen, reached), level), payload)| {
            let words = seen.iter().zip(reached).zip(level);
            let words = words.zip(payload.chunks_mut(entries));
            let mut count = 0;
            for (((seen, reached), level), entries) in words {
                let seen = seen.load(Relaxed);
                *level = seen & !*reached;
                *reached = seen;
                if *level != 0 {
                    count += u64::from(level.count_ones());
                    match encoding {
                        Encoding::Byte => write_bytes(*level, depth as u8, entries),
                        _ => write_remainders(*level, depth % 3, entries),
                    }
                }
            }
            count
        });
        let count = counts.into_iter().sum();
        Added {
            count,
            ranks: self.listed(count),
        }
    }

    /// Marks the neighbours of some states of the level: those in `words`, the first of which has
    /// the number `first`.
    fn mark_neighbours(&self, space: &impl RankedSpace, first: usize, words: &[u64]) {
        let mut neighbours = Vec::new();
        for (word, &level) in words.iter().enumerate().filter(|(_, level)| **level != 0) {
            let first = 64 * (first + word) as u64;
            space.neighbours_of_word(first, level, |rank| {
                prefetch(&self.seen, (rank / 64) as usize);
                neighbours.push(rank);
            });
            for rank in neighbours.drain(..) {
                self.mark(rank);
            }
        }
    }
}

/// Writes a depth of less than 255 as the entries of a word's bits.
fn write_bytes(word: u64, depth: u8, entries: &mut [u8]) {
    for (bit, entry) in entries.iter_mut().enumerate() {
        if word >> bit & 1 == 1 {
            *entry = depth;
        }
    }
}

/// Writes a remainder as the entries of a word's bits, which are still those of states not
/// reached.
fn write_remainders(word: u64, remainder: u32, entries: &mut [u8]) {
    for (half, entries) in [word, word >> 32].into_iter().zip(entries.chunks_mut(8)) {
        let changes = spread(half as u32) * u64::from(3 ^ remainder);
        for (entries, change) in entries.iter_mut().zip(changes.to_le_bytes()) {
            *entries ^= change;
        }
    }
}
