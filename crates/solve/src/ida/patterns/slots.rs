//! The look-ups of a search, and the data that a node keeps for each.

use bytemuck::Zeroable;

use super::geometry::{MAX_SLOTS, MAX_VIEWS, MAX_WORDS};
use crate::heuristic::{AdditivePatterns, Lookup};

/// The look-ups that a search makes for its views of the board, which share some of them.
pub(super) struct Views {
    /// The look-ups, each once.
    pub(super) lookups: Vec<Lookup>,
    /// The places of each view's look-ups.
    pub(super) views: Vec<Vec<usize>>,
}

impl Views {
    /// Returns the views of some patterns: as many as fit in a node. All views of a catalogue do
    /// that has been [checked](AdditivePatterns::check).
    pub(super) fn new(patterns: &AdditivePatterns) -> Self {
        let mut all = Self {
            lookups: Vec::new(),
            views: Vec::new(),
        };
        for view in &patterns.views {
            let before = all.lookups.len();
            let slots: Vec<usize> = (view.iter())
                .map(|lookup| {
                    // The same tiles in the same table have the same value, whatever symmetry is
                    // applied.
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

    /// Returns the views that have the look-up at a place.
    pub(super) fn having(&self, slot: usize) -> impl Iterator<Item = usize> {
        (0..self.views.len()).filter(move |&view| self.views[view].contains(&slot))
    }
}

/// Returns a one in the byte of each of these views.
pub(super) fn view_ones(views: impl Iterator<Item = usize>) -> [u64; MAX_WORDS] {
    let mut packed = [0; MAX_WORDS];
    for view in views {
        packed[view / 8] |= 1 << (8 * (view % 8));
    }
    packed
}

/// The places of a look-up's tiles, in one word: the lower half has their cells in the table; above
/// are their labels in the order of these cells, three bits each; the highest byte is the number in
/// the table's entry.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Slot(u64);

impl Slot {
    /// The lowest bit of the number.
    const NUMBER: u32 = 56;

    #[inline(always)]
    pub(super) fn new(set: u32, order: u32) -> Self {
        Self(u64::from(set) | u64::from(order) << 32)
    }

    /// Returns the slot with a number, if it had none.
    #[inline(always)]
    pub(super) fn with(self, number: u64) -> Self {
        Self(self.0 | number << Self::NUMBER)
    }

    /// Returns a slot that has the index of a look-up's entry in the [copies](super::direct_index)
    /// in place of the cells and the labels.
    #[inline(always)]
    pub(super) fn of_entry(entry: u64) -> Self {
        Self(entry)
    }

    /// Returns the index of the entry in the copies.
    #[inline(always)]
    pub(super) fn entry(self) -> u64 {
        self.0 & ((1 << Self::NUMBER) - 1)
    }

    /// Returns the slot whose entry is `step` further on in the copies, with the same number.
    #[inline(always)]
    pub(super) fn step(self, step: i32) -> Self {
        // Nothing is carried into the number: the index of the entry fits in the bits below it
        // before and after the step.
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
