//! The table of visited states, numbered in the order of discovery.
//!
//! The states are in one vector, and a hash table holds their indices, with half of the bits of
//! their hashes, so that no state is read when it grows. An entry of the hash table therefore takes
//! nine bytes, and a queue in order of discovery is an index into the vector. Each state has the
//! index of its parent, the state that led to it; paths are read backwards along the parents.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::{run::Meter, run::SearchError};

/// Entries of the smallest table. However often it doubles, it stays seven eighths of a power of
/// two, the load at which the hash table would grow by itself.
const FIRST_CAPACITY: usize = 7 << 7;

/// Bytes that an entry takes in the hash table: an index, half a hash and a control byte, with one
/// entry in eight empty.
const TABLE_BYTES: usize = (8 + 1) * 8 / 7 + 1;

const NO_PARENT: u32 = u32::MAX;

pub(crate) struct Visited<S> {
    states: Vec<S>,
    parents: Vec<u32>,
    table: HashTable<HashedIndex>,
    /// Entries that fit before the table grows.
    capacity: usize,
    /// Bytes that an entry takes, with what the search keeps beside it.
    bytes_each: usize,
}

/// An entry of the hash table.
#[derive(Clone, Copy)]
struct HashedIndex {
    index: u32,
    /// Both halves of the state's hash in one, by which the table is ordered.
    hash: u32,
}

impl HashedIndex {
    fn hash_of(state: &impl std::hash::Hash) -> u32 {
        let hash = FxBuildHasher.hash_one(state);
        (hash ^ hash >> 32) as u32
    }

    /// Returns half a hash as a whole one: the table uses its lowest bits and its highest.
    fn spread(hash: u32) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        u64::from(hash).wrapping_mul(ODD)
    }
}

/// The index of a state that was to be inserted.
pub(crate) enum Insertion {
    /// The state is new.
    New(usize),
    /// The state was in the table already.
    Known(usize),
}

impl<S: Clone + Eq + std::hash::Hash> Visited<S> {
    /// Returns an empty table for states of `state_bytes`, with `extra` bytes that the search keeps
    /// beside each.
    pub(crate) fn new(state_bytes: usize, extra: usize) -> Self {
        Self {
            states: Vec::new(),
            parents: Vec::new(),
            table: HashTable::new(),
            capacity: 0,
            bytes_each: state_bytes + extra + size_of::<u32>() + TABLE_BYTES,
        }
    }

    /// Returns the bytes that the table takes.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity * self.bytes_each
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn state(&self, index: usize) -> &S {
        &self.states[index]
    }

    /// Returns the states from this index on.
    pub(crate) fn states_from(&self, first: usize) -> &[S] {
        &self.states[first..]
    }

    /// Returns the index of a state, if the table has it.
    pub(crate) fn find(&self, state: &S) -> Option<usize> {
        self.find_hashed(HashedIndex::hash_of(state), state)
    }

    /// Returns half the hash of a state, which tables of the same states share.
    pub(crate) fn hash_of(state: &S) -> u32 {
        HashedIndex::hash_of(state)
    }

    /// Returns the index of a state whose half hash is known, if the table has it.
    pub(crate) fn find_hashed(&self, hash: u32, state: &S) -> Option<usize> {
        let is_it =
            |slot: &HashedIndex| slot.hash == hash && self.states[slot.index as usize] == *state;
        let found = self.table.find(HashedIndex::spread(hash), is_it);
        found.map(|slot| slot.index as usize)
    }

    /// Removes all states, and keeps the room that they took.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.parents.clear();
        self.table.clear();
    }

    /// Takes over a state of another table, which this one does not have, with its parent here.
    pub(crate) fn adopt(
        &mut self,
        of: &Self,
        index: usize,
        meter: &Meter<'_>,
    ) -> Result<(), SearchError> {
        let state = of.states[index].clone();
        let hash = HashedIndex::hash_of(&state);
        self.push(hash, state, of.parents[index], meter).map(drop)
    }

    /// Inserts `state`, reached from the state at index `parent`, unless the table has it already.
    pub(crate) fn insert(
        &mut self,
        state: S,
        parent: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Insertion, SearchError> {
        self.insert_hashed(HashedIndex::hash_of(&state), state, parent, meter)
    }

    /// Inserts a state whose half hash is known.
    pub(crate) fn insert_hashed(
        &mut self,
        hash: u32,
        state: S,
        parent: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Insertion, SearchError> {
        if let Some(at) = self.find_hashed(hash, &state) {
            return Ok(Insertion::Known(at));
        }
        let parent = parent.map_or(NO_PARENT, |parent| parent as u32);
        let index = self.push(hash, state, parent, meter)?;
        meter.stats.generated += 1;
        meter.hold(0, self.len());
        Ok(Insertion::New(index))
    }

    fn push(
        &mut self,
        hash: u32,
        state: S,
        parent: u32,
        meter: &Meter<'_>,
    ) -> Result<usize, SearchError> {
        if self.len() == self.capacity {
            self.grow(meter)?;
        }
        let index = self.len();
        self.states.push(state);
        let slot = HashedIndex {
            index: index as u32,
            hash,
        };
        self.table
            .insert_unique(HashedIndex::spread(hash), slot, |slot| {
                HashedIndex::spread(slot.hash)
            });
        self.parents.push(parent);
        Ok(index)
    }

    fn grow(&mut self, meter: &Meter<'_>) -> Result<(), SearchError> {
        let capacity = (2 * self.capacity).max(FIRST_CAPACITY);
        // The old table is copied into the new one, so for a moment both exist.
        meter.afford((self.capacity + capacity).saturating_mul(self.bytes_each))?;
        if capacity >= NO_PARENT as usize {
            // Indices have 32 bits. A table with more entries would take a hundred gigabytes.
            return Err(meter.out_of_memory());
        }
        let more = capacity - self.len();
        self.states.reserve_exact(more);
        self.parents.reserve_exact(more);
        self.table
            .reserve(more, |slot| HashedIndex::spread(slot.hash));
        self.capacity = capacity;
        Ok(())
    }

    /// Returns whether `state` is the parent of the one at `index`: a move straight back, which
    /// needs no look-up.
    pub(crate) fn led_to(&self, index: usize, state: &S) -> bool {
        let parent = self.parents[index];
        parent != NO_PARENT && self.states[parent as usize] == *state
    }

    /// Replaces the parent of the state at `index`.
    pub(crate) fn set_parent(&mut self, index: usize, parent: usize) {
        self.parents[index] = parent as u32;
    }

    /// Returns the states from the first ancestor of the one at `index` down to it.
    pub(crate) fn path_to(&self, index: usize) -> Vec<S> {
        let mut path = vec![self.states[index].clone()];
        let mut at = self.parents[index];
        while at != NO_PARENT {
            path.push(self.states[at as usize].clone());
            at = self.parents[at as usize];
        }
        path.reverse();
        path
    }
}
