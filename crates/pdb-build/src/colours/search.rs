//! The levels, one after another.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tilebase_core::parallel::prelude::*;
use tilebase_core::{
    Memory, Monitor, RankedSpace,
    colours::{Classes, ColourSpace, MOST_CELLS},
    format::{Encoding, Levels},
    prefetch,
};

use super::memory_needed;
use crate::{BuildError, DistanceTable, Level};

/// Words that a task takes at once.
const SHARE: usize = 256;

/// Bytes of a word's 64 entries in the payload.
const ENTRIES: usize = 16;

/// The most neighbours of a class: a board has two rows and two columns at least.
const MOST_NEIGHBOURS: usize = MOST_CELLS / 2;

/// A breadth-first search of all classes. Bit r mod 64 of word r / 64 is that of the class with
/// rank r.
pub(super) struct ColourSearch<'a> {
    space: &'a ColourSpace,
    /// Classes that have been asked for. Tasks only set bits, in any order, and no task reads what
    /// another sets but to spare itself setting it again.
    seen: Vec<AtomicU64>,
    /// Classes of the present level and those before it.
    reached: Vec<u64>,
    /// Classes of the present level.
    level: Vec<u64>,
    payload: Memory,
}

impl<'a> ColourSearch<'a> {
    pub(super) fn new(space: &'a ColourSpace) -> Result<Self, BuildError> {
        let words = space.len().div_ceil(64) as usize;
        let what = format!("the colour table {}", space.colouring());
        let refused = BuildError::allocation(what, memory_needed(space));
        let mut payload = Memory::zeroed(Encoding::Mod3.bytes(space.len())).map_err(refused)?;
        // No class has been reached, and where tiles of all colours differ some never are.
        payload.fill(u8::MAX);
        Ok(Self {
            space,
            seen: (0..words).map(|_| AtomicU64::new(0)).collect(),
            reached: vec![0; words],
            level: vec![0; words],
            payload,
        })
    }

    pub(super) fn run(mut self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        for goal in self.space.goals() {
            self.seen[(goal / 64) as usize].fetch_or(1 << (goal % 64), Relaxed);
        }
        let mut counts = Vec::new();
        for depth in 0.. {
            let new = self.take_level(depth);
            if new == 0 {
                break;
            }
            counts.push(new);
            monitor.report(&Level::last(&counts, self.space.len()));
            let ask = |(share, words): (usize, &[u64])| {
                if monitor.stopped() {
                    Err(BuildError::Stopped)
                } else {
                    self.ask_neighbours(share * SHARE, words);
                    Ok(())
                }
            };
            self.level.par_chunks(SHARE).enumerate().try_for_each(ask)?;
        }
        Ok(DistanceTable {
            encoding: Encoding::Mod3,
            entries: self.space.len(),
            counts,
            listed: Levels::new(),
            payload: self.payload,
        })
    }

    /// Makes the classes that were asked for and are new the present level, writes its depth and
    /// returns their number.
    fn take_level(&mut self, depth: u32) -> u64 {
        let seen = self.seen.par_chunks(SHARE);
        let shares = seen
            .zip(self.reached.par_chunks_mut(SHARE))
            .zip(self.level.par_chunks_mut(SHARE))
            .zip(self.payload.par_chunks_mut(SHARE * ENTRIES));
        let counted = shares.map(|(((seen, reached), level), payload)| {
            let words = seen.iter().zip(reached).zip(level);
            let words = words.zip(payload.chunks_mut(ENTRIES));
            let mut count = 0;
            for (((seen, reached), level), entries) in words {
                let seen = seen.load(Relaxed);
                *level = seen & !*reached;
                *reached = seen;
                if *level != 0 {
                    count += u64::from(level.count_ones());
                    write(*level, depth % 3, entries);
                }
            }
            count
        });
        counted.sum()
    }

    /// Asks for the neighbours of some classes of the level: those of the words from `first` on.
    fn ask_neighbours(&self, first: usize, words: &[u64]) {
        let mut about = None;
        let mut asked = [0; 64 * MOST_NEIGHBOURS];
        for (word, &level) in words.iter().enumerate() {
            let (mut left, mut count) = (level, 0);
            while left != 0 {
                let rank = 64 * (first + word) as u64 + u64::from(left.trailing_zeros());
                left &= left - 1;
                let class = match about
                    .as_ref()
                    .and_then(|about: &Classes<'_>| about.get(rank))
                {
                    Some(class) => class,
                    None => {
                        let classes = about.insert(self.space.classes(rank)).get(rank);
                        classes.expect("the classes about a rank hold it")
                    }
                };
                self.space.each_neighbour(&class, |_, neighbour| {
                    prefetch(&self.seen, (neighbour / 64) as usize);
                    asked[count] = neighbour;
                    count += 1;
                });
            }
            for &rank in &asked[..count] {
                let (word, bit) = (&self.seen[(rank / 64) as usize], 1 << (rank % 64));
                if word.load(Relaxed) & bit == 0 {
                    word.fetch_or(bit, Relaxed);
                }
            }
        }
    }
}

/// Writes a remainder as the entries of a word's bits, which are still those of classes not
/// reached.
fn write(word: u64, remainder: u32, entries: &mut [u8]) {
    let change = (3 ^ remainder) as u8;
    for (byte, entries) in entries.iter_mut().enumerate() {
        let bits = (word >> (4 * byte) & 15) as u8;
        let spread = bits & 1 | (bits & 2) << 1 | (bits & 4) << 2 | (bits & 8) << 3;
        *entries ^= spread * change;
    }
}
