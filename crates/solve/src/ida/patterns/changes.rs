//! What a move changes: the look-ups that contain the tile, and in each the cells that the tile
//! leaves and enters.

use bytemuck::Zeroable;
use tilebase_core::{pattern::colex, sliding::Shape};

use super::{
    geometry::{BLANK_MOVES, BlankMove, MAX_SLOTS, MAX_VIEWS, MAX_WORDS, PADDED},
    ranks::carry,
    slots::{Slot, Views, view_ones},
};

/// The slide of a tile of a look-up: the table's cells that it leaves and enters.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Slide(u32);

impl Slide {
    fn new(from: u8, to: u8) -> Self {
        Self(u32::from(from) | u32::from(to) << 8)
    }

    /// Returns the set and the order after the slide.
    #[inline(always)]
    pub(super) fn apply(self, set: u32, order: u32) -> (u32, u32) {
        let (from, to) = (1 << (self.0 & 31), 1 << (self.0 >> 8 & 31));
        let moved = set ^ from ^ to;
        let out = (set & (from - 1)).count_ones();
        let into = (moved & (to - 1)).count_ones();
        (moved, carry(order, out, into))
    }
}

/// Slides a tile of each of some look-ups.
#[inline(always)]
pub(super) fn slide_all<const COUNT: usize>(slots: &mut [Slot; COUNT], slides: &[Slide; COUNT]) {
    // Half-words separately, so that one instruction handles twice as many.
    let (mut sets, mut orders) = ([0; COUNT], [0; COUNT]);
    for at in 0..COUNT {
        (sets[at], orders[at]) = (slots[at].set(), slots[at].order());
    }
    for at in 0..COUNT {
        (sets[at], orders[at]) = slides[at].apply(sets[at], orders[at]);
    }
    for at in 0..COUNT {
        slots[at] = Slot::new(sets[at], orders[at]);
    }
}

/// The look-ups that a move changes, and how they change.
#[derive(Zeroable)]
pub(super) struct Changes {
    /// The look-up of each tile, in each view.
    pub(super) owner: [[u8; MAX_VIEWS]; PADDED],
    /// The look-ups of each tile, each once, and their number.
    lookups: [([u8; MAX_VIEWS], u8); PADDED],
    /// For each look-up, a one in the byte of each view that contains it.
    pub(super) views: [[u64; MAX_WORDS]; MAX_SLOTS],
    /// For each move of the blank and each look-up, the slide of the tile.
    pub(super) slides: [[Slide; MAX_SLOTS]; BLANK_MOVES],
}

impl Changes {
    pub(super) fn new(shape: Shape, views: &Views) -> Self {
        let mut changes = Self::zeroed();
        for (slot, lookup) in views.lookups.iter().enumerate() {
            for tile in colex::cells(lookup.tiles()) {
                let (list, count) = &mut changes.lookups[tile];
                list[usize::from(*count)] = slot as u8;
                *count += 1;
                for view in views.having(slot) {
                    changes.owner[tile][view] = slot as u8;
                }
            }
            changes.views[slot] = view_ones(views.having(slot));
            for blank in 0..shape.cells() {
                for cell in shape.neighbours(blank) {
                    changes.slides[BlankMove::new(blank, cell).number()][slot] =
                        Slide::new(lookup.cell[cell], lookup.cell[blank]);
                }
            }
        }
        changes
    }

    /// Returns the look-ups of a tile.
    #[inline(always)]
    pub(super) fn lookups(&self, tile: usize) -> &[u8] {
        let (list, count) = &self.lookups[tile % PADDED];
        &list[..usize::from(*count).min(MAX_VIEWS)]
    }
}
