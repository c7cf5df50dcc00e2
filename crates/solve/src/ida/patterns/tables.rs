//! The data that the search looks up. It is prepared once for a set of pattern databases, and all
//! threads read it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tilebase_core::{
    format::{DamagedPage, Encoding, Payload},
    pattern::colex,
    prefetch,
    sliding::Board,
};

use super::{
    changes::Changes,
    direct_index::MovesOfTiles,
    entries::LookupTable,
    geometry::{Geometry, MAX_SLOTS, MAX_WORDS},
    pruning::PruningAutomaton,
    slots::Slot,
};

/// Everything that does not change during a search.
pub(super) struct SearchTables<'t> {
    pub(super) geometry: &'t Geometry,
    /// The moves of walks, and those that divide a search into roots.
    pub(super) pruning: &'t PruningAutomaton,
    pub(super) dividing: &'t PruningAutomaton,
    pub(super) sets: &'t colex::Ranker,
    pub(super) changes: &'t Changes,
    /// A one in the byte of each view.
    pub(super) view_ones: [u64; MAX_WORDS],
    /// The look-ups. Unused places repeat the first.
    pub(super) lookups: [LookupTable<'t>; MAX_SLOTS],
    /// The table of each look-up.
    pub(super) bytes: [&'t [u8]; MAX_SLOTS],
    pub(super) payloads: [&'t (dyn Payload + Sync); MAX_SLOTS],
    /// Whether all of them have been compared with their checksums.
    pub(super) all_touched: AtomicBool,
    /// For each look-up, 1 if an entry is half a byte, and 0 if it is a whole byte.
    pub(super) nibble_shift: [u32; MAX_SLOTS],
    /// Whether all entries are half a byte.
    pub(super) all_nibbles: bool,
    /// Whether blocks are prefetched before entries: if a table has too many blocks for the cache.
    pub(super) prefetch_blocks_first: bool,
    /// The entries of [copies](super::direct_index), and the changes of moves; empty in a search
    /// without copies.
    pub(super) entries: &'t [u8],
    pub(super) moves: &'t MovesOfTiles,
}

impl SearchTables<'_> {
    /// Ranks the first `count` of some look-ups and prefetches their entries. `lookup` and `blank`
    /// return the number of each look-up, and the blank's cell.
    #[inline(always)]
    pub(super) fn prefetch_all<const CELLS: usize, const COUNT: usize>(
        &self,
        count: usize,
        slots: &[Slot; COUNT],
        ranks: &mut [u64; COUNT],
        lookup: impl Fn(usize) -> usize,
        blank: impl Fn(usize) -> usize,
    ) {
        let all = 0..count.min(COUNT);
        if self.prefetch_blocks_first {
            for at in all.clone() {
                self.lookups[lookup(at) % MAX_SLOTS].prefetch::<CELLS>(self.sets, slots[at]);
            }
        }
        for at in all.clone() {
            let lookup = lookup(at) % MAX_SLOTS;
            ranks[at] = self.lookups[lookup].rank::<CELLS>(self.sets, slots[at], blank(at));
            let byte = (ranks[at] >> self.nibble_shift[lookup]) as usize;
            prefetch(self.bytes[lookup], byte);
        }
        if !self.all_touched.load(Relaxed) {
            self.touch(all.map(|at| (lookup(at), ranks[at])));
        }
    }

    /// Compares the pages of some entries with their checksums, unless that has been done. This
    /// must precede each read, until [all are touched](Self::all_touched).
    #[cold]
    pub(super) fn touch(&self, lookups: impl Iterator<Item = (usize, u64)>) {
        for (slot, rank) in lookups {
            let slot = slot % MAX_SLOTS;
            self.payloads[slot].touch((rank >> self.nibble_shift[slot]) as usize);
        }
    }

    /// Returns an error if an entry that has been looked up is not what was written. It is called
    /// between iterations, and compares the rest of a table if that is quicker than continuing
    /// entry by entry.
    pub(super) fn damage(&self, stopped: &dyn Fn() -> bool) -> Result<(), DamagedPage> {
        let mut all = true;
        for payload in &self.payloads {
            all &= payload.touch_all(false, stopped);
            payload.damage()?;
        }
        self.all_touched.store(all, Relaxed);
        Ok(())
    }

    /// Returns whether an entry that has been looked up is not what was written. A walk need not
    /// continue then.
    pub(super) fn is_damaged(&self) -> bool {
        self.payloads
            .iter()
            .any(|payload| payload.damage().is_err())
    }

    /// Returns the number in a half-byte entry.
    #[inline(always)]
    pub(super) fn nibble(&self, slot: usize, rank: u64) -> u64 {
        let (byte, low) = Encoding::Nibble.place(rank);
        u64::from(self.bytes[slot][byte]) >> low & 15
    }

    /// Returns the number in an entry of a look-up's table, as it is stored.
    #[inline(always)]
    pub(super) fn number(&self, slot: usize, rank: u64) -> u64 {
        let shift = self.nibble_shift[slot];
        let byte = self.bytes[slot][(rank >> shift) as usize];
        u64::from(byte) >> (4 * (rank & u64::from(shift))) & (0xFF >> (4 * shift))
    }

    /// Returns the growth of a look-up's value with a move by which its number grows by `more`.
    /// `away` is 1 if the tile slides away from home, and 0 otherwise.
    ///
    /// Entries of four bits hold values. Those of eight bits hold moves, and the value is half the
    /// difference between these and the Manhattan distance. A move away from home has increased
    /// that distance by one, and a move towards home has decreased it by one.
    #[inline(always)]
    pub(super) fn growth(&self, slot: usize, more: u64, away: u64) -> u64 {
        if self.nibble_shift[slot] == 1 {
            more
        } else {
            ((more as i64 + 1) >> 1).wrapping_sub(away as i64) as u64
        }
    }

    /// Returns half of the moves that a look-up's tiles need beyond their Manhattan distance on a
    /// board, given the number in their entry. A half-byte entry holds just this value; a whole
    /// byte holds all of the moves.
    pub(super) fn value(&self, slot: usize, number: u64, board: &Board) -> u64 {
        if self.nibble_shift[slot] == 1 {
            return number;
        }
        let has = |tile: u8| self.changes.lookups(tile.into()).contains(&(slot as u8));
        let manhattan = self.geometry.distances.sum_of(board.cells(), has);
        number.saturating_sub(manhattan.into()) / 2
    }
}
