//! The look-ups of a search, and what a node keeps of each.

use tilebase_core::format::Payload;

use super::geometry::{MAX_SLOTS, MAX_VIEWS, MAX_WORDS};
use crate::heuristic::{AdditivePatterns, Lookup};

/// The look-ups that a search makes: views of the board, and what they have in common.
pub(super) struct Views {
    /// The look-ups, each once.
    pub(super) lookups: Vec<Lookup>,
    /// The look-ups of each view, by their places.
    pub(super) views: Vec<Vec<usize>>,
}

impl Views {
    /// Returns the views of some patterns, as many as nodes have room for.
    pub(super) fn new<B: Payload>(patterns: &AdditivePatterns<B>) -> Self {
        let mut all = Self {
            lookups: Vec::new(),
            views: Vec::new(),
        };
        for view in &patterns.views {
            let before = all.lookups.len();
            let slots: Vec<usize> = (view.iter())
                .map(|lookup| {
                    // The same tiles in the same table have the same value, however they are
                    // turned.
                    let same =
                        |one: &Lookup| (one.table, one.tiles()) == (lookup.table, lookup.tiles());
                    let known = all.lookups.iter().position(same);
                    known.unwrap_or_else(|| {
                        all.lookups.push(lookup.clone());
                        all.lookups.len() - 1
                    })
                })
                .collect();
            if all.lookups.len() > MAX_SLOTS {
                all.lookups.truncate(before);
            } else if all.views.len() < MAX_VIEWS {
                all.views.push(slots);
            }
        }
        all
    }

    /// Returns a one in the byte of each view.
    pub(super) fn ones(&self) -> [u64; MAX_WORDS] {
        ones(0..self.views.len())
    }
}

/// Returns a one in the byte of each of these views.
pub(super) fn ones(views: impl Iterator<Item = usize>) -> [u64; MAX_WORDS] {
    let mut words = [0; MAX_WORDS];
    for view in views {
        words[view / 8] |= 1 << (8 * (view % 8));
    }
    words
}

/// Where the tiles of a look-up are: in the lower half of a word their cells in the table, above
/// their labels along these cells, three bits each, and in the highest byte the number in the
/// table's entry.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot(u64);

impl Slot {
    /// Where the number begins.
    const NUMBER: u32 = 56;

    #[inline(always)]
    pub(super) fn new(set: u32, order: u32) -> Self {
        Self(u64::from(set) | u64::from(order) << 32)
    }

    /// Returns the same with a number, where there was none.
    #[inline(always)]
    pub(super) fn with(self, number: u64) -> Self {
        Self(self.0 | number << Self::NUMBER)
    }

    /// Returns a slot that says which entry of the [copies](super::direct_index) a look-up has, in
    /// place of the cells.
    #[inline(always)]
    pub(super) fn of_entry(entry: u32) -> Self {
        Self::new(entry, 0)
    }

    /// Returns which entry of the copies this is.
    #[inline(always)]
    pub(super) fn entry(self) -> u32 {
        self.0 as u32
    }

    /// Returns the entry of the copies this many further on, with the same number.
    #[inline(always)]
    pub(super) fn step(self, step: i32) -> Self {
        // Nothing is carried into the number: which entry it is fits its half of the word before
        // and after.
        Self(self.0.wrapping_add(i64::from(step) as u64))
    }

    #[inline(always)]
    pub(super) fn set(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(super) fn order(self) -> u32 {
        (self.0 >> 32) as u32 & 0xFF_FFFF
    }

    #[inline(always)]
    pub(super) fn number(self) -> u8 {
        (self.0 >> Self::NUMBER) as u8
    }
}
