//! States at a given distance: all of them, or one by chance.

use rand::{Rng, RngExt};
use rayon::prelude::*;
use tilebase_core::{RankedSpace, format::Encoding};

use super::{Entry, Table, TableError};

/// Ranks that one task looks at when levels are listed.
const BLOCK: u64 = 4096;

impl<S: RankedSpace, D: AsRef<[u8]> + Sync> Table<S, D> {
    /// Up to `limit` ranks at distance `depth`, ascending.
    ///
    /// Looks at every state in order until it has enough: where distances are not stored outright that
    /// is a walk for about one state in three or four. Small levels are listed in a table's file: ask
    /// [`listed`](tilebase_core::format::TableFile::listed) first.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn ranks_at(&self, depth: u32, limit: usize) -> Result<Vec<u64>, TableError> {
        let blocks = self.space.len().div_ceil(BLOCK) as usize;
        let (mut found, mut first) = (Vec::new(), 0);
        while first < blocks && found.len() < limit {
            // Grows with what was searched in vain, so that a long search is spread over all threads.
            let last = blocks.min(first + first.max(16));
            let more: Result<Vec<Vec<u64>>, TableError> = (first..last)
                .into_par_iter()
                .map(|block| self.block_at(block as u64, depth, limit))
                .collect();
            found.extend(more?.into_iter().flatten());
            first = last;
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Up to `limit` ranks at distance `depth`, ascending, by going down from the states `farther`, which are
    /// all at one greater distance.
    ///
    /// Every state on the way to the goal has a nearer neighbour, so this never ends in vain; but not all states
    /// of a level need lie below those of another, and few are found below few. It costs a look at about four
    /// times `limit` states for each level in between, however rare or frequent the states are.
    pub fn ranks_below(&self, farther: &[u64], steps: u32, limit: usize) -> Vec<u64> {
        let width = limit.saturating_mul(4);
        let mut level = thinned(farther.to_vec(), width);
        for _ in 0..steps {
            let mut next: Vec<u64> = level
                .par_iter()
                .flat_map_iter(|&rank| {
                    let nearer = self.all_nearer(&self.space.unrank(rank), rank);
                    nearer.into_iter().map(|(_, rank)| rank)
                })
                .collect();
            next.par_sort_unstable();
            next.dedup();
            level = thinned(next, width);
        }
        level.truncate(limit);
        level
    }

    /// A state drawn uniformly among those at distance `depth`, by drawing among all states until one
    /// fits; `None` after `tries` draws.
    ///
    /// Every state is equally likely to be drawn, hence so is every state that fits.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn random_at(
        &self,
        depth: u32,
        tries: u64,
        rng: &mut impl Rng,
    ) -> Result<Option<S::State>, TableError> {
        for _ in 0..tries {
            let rank = rng.random_range(0..self.space.len());
            if self.is_at(rank, depth)? {
                return Ok(Some(self.space.unrank(rank)));
            }
        }
        Ok(None)
    }

    fn block_at(&self, block: u64, depth: u32, limit: usize) -> Result<Vec<u64>, TableError> {
        let mut found = Vec::new();
        for rank in block * BLOCK..self.space.len().min((block + 1) * BLOCK) {
            if found.len() < limit && self.is_at(rank, depth)? {
                found.push(rank);
            }
        }
        Ok(found)
    }

    fn is_at(&self, rank: u64, depth: u32) -> Result<bool, TableError> {
        // A byte needs no state.
        if self.encoding == Encoding::Byte {
            return Ok(u32::from(self.data.as_ref()[rank as usize]) == depth);
        }
        let state = self.space.unrank(rank);
        match self.entry(rank, self.parity(&state)) {
            Entry::Remainder(remainder, modulus) if remainder == depth % modulus => {
                Ok(self.distance(&state)? == Some(depth))
            }
            _ => Ok(false),
        }
    }
}

/// Of a list that is longer than `width` every so many-th, so that at least half of `width` are left.
fn thinned(list: Vec<u64>, width: usize) -> Vec<u64> {
    match list.len().div_ceil(width.max(1)) {
        0 | 1 => list,
        step => list.into_iter().step_by(step).collect(),
    }
}
