//! Two bits a state, 64 states to a cell.
//!
//! During a search the low bits of a cell's states are one word and the high bits another, so that
//! questions like "which of these 64 were reached three, six, … levels ago" are a few word operations.
//! In a table the two bits of a state lie together; [`Cells::finish`] makes them so in place. Words are
//! kept as eight bytes, little end first: a cell in memory *is* part of a table file on every machine,
//! and reading a word is a plain load on most.

use rayon::prelude::*;

/// The low bits of 64 states, and the high ones.
pub(super) type Cell = [[u8; 8]; 2];

/// States in a cell.
pub(super) const STATES: u64 = 64;

/// Both bits set: not reached.
const UNREACHED: Cell = [[0xFF; 8]; 2];

/// For each state its distance modulo 3, or 3.
#[derive(Debug)]
pub(super) struct Cells(Vec<Cell>);

impl Cells {
    /// `states` states, none reached.
    pub fn unreached(states: u64) -> Self {
        // One more, so that 64 states from any on can be read from two cells.
        let cells = states / STATES + 2;
        Self(vec![UNREACHED; cells as usize])
    }

    /// The cells and one more.
    pub fn as_mut_slice(&mut self) -> &mut [Cell] {
        &mut self.0
    }

    /// Whether a state was reached.
    #[inline]
    pub fn reached(&self, rank: u64) -> bool {
        unreached(&self.0[(rank / STATES) as usize]) >> (rank % STATES) & 1 == 0
    }

    /// Puts an unreached state into a level.
    #[inline]
    pub fn reach(&mut self, rank: u64, level: Level3) {
        level.add(&mut self.0[(rank / STATES) as usize], 1 << (rank % STATES));
    }

    /// Lays the two bits of each state side by side, as in a table's payload.
    pub fn finish(&mut self) {
        self.0.par_iter_mut().for_each(|cell| {
            let [low, high] = cell.map(u64::from_le_bytes);
            let half = |shift: u32| {
                let pair = spread(low >> shift) | spread(high >> shift) << 1;
                pair.to_le_bytes()
            };
            *cell = [half(0), half(32)];
        });
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.as_flattened().as_flattened()
    }
}

/// The states of a cell that are not reached.
#[inline(always)]
pub(super) fn unreached(cell: &Cell) -> u64 {
    let [low, high] = *cell;
    u64::from_le_bytes(low) & u64::from_le_bytes(high)
}

/// A level, as far as it can be told from two bits: the remainder of its depth by 3.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level3 {
    /// What each bit of a state of this level is to be exclusive-or'ed with to give 1.
    flip: [u64; 2],
}

impl Level3 {
    /// The level of states at distance `depth`.
    pub fn of(depth: u32) -> Self {
        let flip = match depth % 3 {
            0 => [!0, !0],
            1 => [0, !0],
            _ => [!0, 0],
        };
        Self { flip }
    }

    /// The states of a cell that are of this level, or of one three, six, … moves from it.
    #[inline(always)]
    pub fn select(self, cell: &Cell) -> u64 {
        let [low, high] = *cell;
        (u64::from_le_bytes(low) ^ self.flip[0]) & (u64::from_le_bytes(high) ^ self.flip[1])
    }

    /// Puts unreached states into this level.
    #[inline(always)]
    pub fn add(self, cell: &mut Cell, new: u64) {
        for (plane, flip) in cell.iter_mut().zip(self.flip) {
            *plane = (u64::from_le_bytes(*plane) & !(new & flip)).to_le_bytes();
        }
    }
}

/// The places of the ones of a word.
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place.into())
    })
}

/// The low 32 bits of a word, moved to its even places.
fn spread(word: u64) -> u64 {
    let mut word = word & 0xFFFF_FFFF;
    for (shift, keep) in [
        (16, 0x0000_FFFF_0000_FFFF),
        (8, 0x00FF_00FF_00FF_00FF),
        (4, 0x0F0F_0F0F_0F0F_0F0F),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        word = (word | word << shift) & keep;
    }
    word
}
