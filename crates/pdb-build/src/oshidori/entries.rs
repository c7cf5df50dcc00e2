//! Two bits for each state, in groups of 64 states.
//!
//! During a search a group keeps the low bits of its states in one `u64` and the high bits in
//! another. So questions like "which of these 64 were reached three, six, … levels ago" take a few
//! bit operations. In a table the two bits of a state lie together; [`Entries::finish`] converts
//! them in place. Each `u64` is kept as eight bytes in little-endian order: after `finish`, a group
//! in memory *is* part of a table file on every machine, and reading a `u64` is a plain load on
//! most.

use std::io;

use tilebase_core::{
    Memory,
    format::{Encoding, UNREACHABLE_MOD3},
    parallel,
};

use crate::orders::spread;

/// 64 states: their low bits, then their high bits.
pub(super) type Group = [[u8; 8]; 2];

/// Number of states in a group.
pub(super) const STATES: u64 = 64;

/// A byte with both bits of every state set: none is reached.
const UNREACHED: u8 = UNREACHABLE_MOD3 * 0b0101_0101;

/// The distance of each state modulo 3, or 3 if the state is not reached.
#[derive(Debug)]
pub(super) struct Entries(Memory);

impl Entries {
    /// Returns entries for `states` states, none of them reached.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn unreached(states: u64) -> io::Result<Self> {
        // One group more, so that 64 states from any rank on can be read from two groups.
        let groups = states / STATES + 2;
        let mut memory = Memory::zeroed(groups * size_of::<Group>() as u64)?;
        parallel::fill(&mut memory, UNREACHED);
        Ok(Self(memory))
    }

    /// Returns the groups, and at least one more at the end.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Group] {
        self.0.as_chunks_mut().0.as_chunks_mut().0
    }

    /// Returns the groups, and at least one more at the end.
    #[inline]
    fn as_slice(&self) -> &[Group] {
        self.0.as_chunks().0.as_chunks().0
    }

    /// Returns whether a state is reached.
    #[inline]
    pub fn reached(&self, rank: u64) -> bool {
        unreached(&self.as_slice()[(rank / STATES) as usize]) >> (rank % STATES) & 1 == 0
    }

    /// Puts a state that is not reached into a level.
    #[inline]
    pub fn reach(&mut self, rank: u64, level: Level3) {
        let group = &mut self.as_mut_slice()[(rank / STATES) as usize];
        level.add(group, 1 << (rank % STATES));
    }

    /// Returns the payload of a table of `states` states: puts the two bits of each state side by
    /// side.
    pub fn finish(mut self, states: u64) -> Memory {
        parallel::map(self.as_mut_slice().chunks_mut(1 << 14), |groups| {
            for group in groups {
                let [low, high] = group.map(u64::from_le_bytes);
                let half = |shift: u32| {
                    let pair = spread((low >> shift) as u32) | spread((high >> shift) as u32) << 1;
                    pair.to_le_bytes()
                };
                *group = [half(0), half(32)];
            }
        });
        self.0.truncate(Encoding::Mod3.bytes(states) as usize);
        self.0
    }
}

/// Returns a bit for each state of a group that is not reached.
#[inline(always)]
pub(super) fn unreached(group: &Group) -> u64 {
    let [low, high] = *group;
    u64::from_le_bytes(low) & u64::from_le_bytes(high)
}

/// A level as two bits give it: the remainder of its depth modulo 3.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level3 {
    /// The masks that turn both bits of a state of this level into 1 by exclusive or.
    flip: [u64; 2],
}

impl Level3 {
    /// Returns the level of the states at distance `depth`.
    pub fn of(depth: u32) -> Self {
        let flip = match depth % 3 {
            0 => [!0, !0],
            1 => [0, !0],
            _ => [!0, 0],
        };
        Self { flip }
    }

    /// Returns a bit for each state of a group whose level has the same remainder as this one.
    #[inline(always)]
    pub fn select(self, group: &Group) -> u64 {
        let [low, high] = *group;
        (u64::from_le_bytes(low) ^ self.flip[0]) & (u64::from_le_bytes(high) ^ self.flip[1])
    }

    /// Puts the states of the bits `new`, none of them reached, into this level.
    #[inline(always)]
    pub fn add(self, group: &mut Group, new: u64) {
        for (plane, flip) in group.iter_mut().zip(self.flip) {
            *plane = (u64::from_le_bytes(*plane) & !(new & flip)).to_le_bytes();
        }
    }
}
