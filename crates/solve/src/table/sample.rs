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
        match self.entry(rank, &state) {
            Entry::Remainder(remainder, modulus) if remainder == depth % modulus => {
                Ok(self.distance(&state)? == Some(depth))
            }
            _ => Ok(false),
        }
    }
}
