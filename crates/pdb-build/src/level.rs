//! The loop of every breadth-first search, from level to level, and its progress reports.

use std::sync::atomic::{AtomicU64, Ordering};

use tilebase_core::{
    Monitor,
    format::{Encoding, Levels, UNREACHABLE},
};

use crate::{BuildError, Result};

/// Levels of at most this many states are kept as lists of ranks in a table's file: the first ones
/// and the hardest, which are requested most often.
pub const LISTED_AT_MOST: usize = 65_536;

/// A finished level of a breadth-first search, as builders report it to a
/// [`Monitor`](tilebase_core::Monitor).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The distance of the level from the goal, in moves.
    pub depth: u32,
    /// States first reached at this distance.
    pub new: u64,
    /// States reached at this distance or less.
    pub reached: u64,
    /// All states; some may be out of reach.
    pub total: u64,
}

/// The progress of comparing states with their neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// States that have been compared.
    pub states: u64,
    /// All states.
    pub total: u64,
}

impl Checked {
    /// A report is due each time that so many states have been compared.
    const STEP: u64 = 1 << 22;

    /// Adds states that have been compared to `all`, and reports them if a report is due.
    pub(crate) fn add(monitor: &Monitor<'_, Self>, all: &AtomicU64, new: u64, total: u64) {
        let before = all.fetch_add(new, Ordering::Relaxed);
        let states = before + new;
        if before / Self::STEP < states / Self::STEP || states == total {
            monitor.report(&Self { states, total });
        }
    }
}

/// The states that a level added.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Added {
    pub(crate) count: u64,
    /// The ranks of the new states, in any order; `None` if they are too many to be listed.
    pub(crate) ranks: Option<Vec<u64>>,
}

impl Added {
    /// Returns the level of these states.
    pub(crate) fn listed(ranks: Vec<u64>) -> Self {
        Self {
            count: ranks.len() as u64,
            ranks: Some(ranks),
        }
    }
}

/// The count of the states that the tasks of a level find. It decides whether they are listed: as
/// long as all tasks together have no more of them than a bound.
#[derive(Debug)]
pub(crate) struct Listing {
    up_to: u64,
    found: AtomicU64,
}

impl Listing {
    /// Begins a level that is listed if it has at most `up_to` states.
    pub(crate) fn new(up_to: u64) -> Self {
        Self {
            up_to,
            found: AtomicU64::new(0),
        }
    }

    /// Counts new states and returns whether to list them.
    ///
    /// If the level turns out to be short enough for a list, the answer was always yes. If not, the
    /// lists are dropped, and they never had more states than the bound.
    pub(crate) fn may_list(&self, new: u64) -> bool {
        self.found.fetch_add(new, Ordering::Relaxed) + new <= self.up_to
    }

    /// Returns `count` of the states, whose ranks are in these lists if they are listed.
    pub(crate) fn added<'a>(
        &self,
        count: u64,
        lists: impl IntoIterator<Item = &'a Vec<u64>>,
    ) -> Added {
        let ranks = || lists.into_iter().flatten().copied().collect();
        Added {
            count,
            ranks: (self.found() <= self.up_to).then(ranks),
        }
    }

    /// Returns the number of states that were found.
    pub(crate) fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }
}

/// The levels that a table lists.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lists {
    /// The last level, if it has at most [`LISTED_AT_MOST`] states.
    Farthest,
    /// All levels of at most this many states.
    UpTo(u64),
}

/// A breadth-first search between two levels.
#[derive(Debug, Default)]
pub(crate) struct LevelSearch {
    /// The numbers of states at depth 0, 1, 2, ….
    pub(crate) counts: Vec<u64>,
    /// The last level.
    pub(crate) last: Added,
    /// The levels that are listed, each with its depth and its ranks, ascending.
    pub(crate) listed: Levels,
}

impl LevelSearch {
    /// Returns the search that has reached only these states, at depth 0.
    pub(crate) fn from_goals(goals: Vec<u64>) -> Self {
        Self {
            last: Added::listed(goals),
            ..Self::default()
        }
    }

    /// Returns the search that has found these levels; `ranks` are those of the last one, if they
    /// are known.
    pub(crate) fn resumed(mut counts: Vec<u64>, ranks: Option<Vec<u64>>) -> Self {
        let count = counts.pop().unwrap_or_default();
        Self {
            counts,
            last: Added { count, ranks },
            listed: Levels::new(),
        }
    }

    /// Searches to the end of a space of `total` states, for a table in `encoding`. `expand` finds
    /// the next level, given the search so far, with the last level among the counts. Reports each
    /// level.
    ///
    /// # Errors
    /// Those of `expand`, and if a depth does not fit into a byte of the table.
    pub(crate) fn run(
        &mut self,
        (total, encoding, lists): (u64, Encoding, Lists),
        monitor: &Monitor<'_, Level>,
        expand: &mut dyn FnMut(&Self) -> Result<Added>,
    ) -> Result<()> {
        while self.last.count > 0 {
            let depth = self.counts.len() as u32;
            if encoding == Encoding::Byte && depth >= UNREACHABLE.into() {
                return Err(BuildError::TooDeep);
            }
            self.counts.push(self.last.count);
            monitor.report(&Level {
                depth,
                new: self.last.count,
                reached: self.counts.iter().sum(),
                total,
            });
            let next = expand(self)?;
            let most = match lists {
                Lists::Farthest if next.count > 0 => 0,
                Lists::Farthest => LISTED_AT_MOST as u64,
                Lists::UpTo(most) => most,
            };
            let last = std::mem::replace(&mut self.last, next);
            if let Some(mut ranks) = last.ranks.filter(|_| last.count <= most) {
                ranks.sort_unstable();
                self.listed.push((depth, ranks));
            }
        }
        Ok(())
    }

    /// Returns the depth of the last level.
    pub(crate) fn depth(&self) -> u32 {
        self.counts.len() as u32 - 1
    }
}

/// Returns words as bytes, as they stand in files: little-endian.
pub(crate) fn bytes_of_words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the words that some bytes of a file are, without the bytes after the last whole word.
pub(crate) fn words_of_bytes(bytes: &[u8]) -> Vec<u64> {
    let words = bytes.as_chunks().0.iter();
    words.map(|word| u64::from_le_bytes(*word)).collect()
}

/// Returns the ranks of the states at a depth, if they are listed.
pub(crate) fn ranks_at(levels: &Levels, depth: u32) -> Vec<u64> {
    let list = levels.iter().find(|(listed, _)| *listed == depth);
    list.map_or(Vec::new(), |(_, ranks)| ranks.clone())
}
