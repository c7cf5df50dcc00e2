//! The table of visited states: each once, numbered in the order of discovery.
//!
//! States lie in one vector and a hash table holds their indices only, so that an entry of the hash
//! table takes five bytes and a queue in order of discovery is an index into the vector. With each
//! state goes the index of the state that led to it, from which paths are read backwards.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::{run::Meter, run::SearchError};

/// Entries of the smallest table; doubled, always seven eighths of a power of two, at which the hash
/// table would grow by itself.
const FIRST_ROOM: usize = 7 << 7;

/// Bytes an index takes in the hash table, and its control byte, of which one in eight is empty.
const TABLE_BYTES: usize = (4 + 1) * 8 / 7 + 1;

const NO_PARENT: u32 = u32::MAX;

pub(crate) struct Visited<S> {
    states: Vec<S>,
    parents: Vec<u32>,
    table: HashTable<u32>,
    room: usize,
    bytes_each: usize,
}

/// What [`Visited::insert`] found: the index of the state, new or seen before.
pub(crate) enum Slot {
    New(usize),
    Known(usize),
}

impl<S: Clone + Eq + std::hash::Hash> Visited<S> {
    /// An empty table of states of `state_bytes`, each with `extra` bytes that the search keeps beside.
    pub(crate) fn new(state_bytes: usize, extra: usize) -> Self {
        Self {
            states: Vec::new(),
            parents: Vec::new(),
            table: HashTable::new(),
            room: 0,
            bytes_each: state_bytes + extra + size_of::<u32>() + TABLE_BYTES,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn state(&self, index: usize) -> &S {
        &self.states[index]
    }

    /// Enters `state`, reached from the state at index `parent`, unless it is there already.
    pub(crate) fn insert(
        &mut self,
        state: S,
        parent: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Slot, SearchError> {
        let hash = FxBuildHasher.hash_one(&state);
        let known = self
            .table
            .find(hash, |&at| self.states[at as usize] == state);
        if let Some(&at) = known {
            return Ok(Slot::Known(at as usize));
        }
        if self.len() == self.room {
            self.grow(meter)?;
        }
        let index = self.len();
        self.states.push(state);
        let states = &self.states;
        self.table.insert_unique(hash, index as u32, |&at| {
            FxBuildHasher.hash_one(&states[at as usize])
        });
        self.parents
            .push(parent.map_or(NO_PARENT, |parent| parent as u32));
        meter.stats.generated += 1;
        meter.hold(0, self.len());
        Ok(Slot::New(index))
    }

    fn grow(&mut self, meter: &Meter<'_>) -> Result<(), SearchError> {
        let room = (2 * self.room).max(FIRST_ROOM);
        // Old and new tables live side by side while the one is copied into the other.
        meter.afford((self.room + room).saturating_mul(self.bytes_each))?;
        if room >= NO_PARENT as usize {
            // Indices of 32 bits end here, at a hundred gigabytes and more.
            return Err(meter.out_of_memory());
        }
        let more = room - self.len();
        self.states.reserve_exact(more);
        self.parents.reserve_exact(more);
        self.table.reserve(more, |&at| {
            FxBuildHasher.hash_one(&self.states[at as usize])
        });
        self.room = room;
        Ok(())
    }

    /// Whether `state` is the one that led to the one at `index`: a move straight back, which needs no
    /// look-up.
    pub(crate) fn led_to(&self, index: usize, state: &S) -> bool {
        let parent = self.parents[index];
        parent != NO_PARENT && self.states[parent as usize] == *state
    }

    /// Replaces the state that led to the one at `index`.
    pub(crate) fn set_parent(&mut self, index: usize, parent: usize) {
        self.parents[index] = parent as u32;
    }

    /// The states from the first ancestor of the one at `index` down to it.
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
