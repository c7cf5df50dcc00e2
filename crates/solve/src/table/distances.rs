//! Storage of distances by state.

use tilebase_core::{
    RankedSpace,
    format::{Encoding, Payload, UNREACHABLE, UNREACHABLE_MOD3, WORD_ENTRIES},
    prefetch,
};

/// The entry of a state in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// No moves lead to the goal.
    Unreachable,
    /// The distance in moves.
    Distance(u32),
    /// The distance modulo a number greater than 2, and that number.
    Remainder(u32, u32),
}

impl Entry {
    /// Returns whether states at distance `depth` have this entry; others may have it, too.
    #[inline]
    pub fn may_be(self, depth: u32) -> bool {
        match self {
            Self::Unreachable => false,
            Self::Distance(distance) => distance == depth,
            Self::Remainder(remainder, modulus) => remainder == depth % modulus,
        }
    }

    /// Returns whether this is `moves` less than `here`, the entry of a state or class that is this
    /// many moves away.
    #[inline]
    pub(super) fn is_nearer_by(self, moves: u32, here: Self) -> bool {
        match (self, here) {
            (Self::Distance(there), Self::Distance(here)) => there + moves == here,
            (Self::Remainder(there, modulus), Self::Remainder(here, _)) => {
                there + moves == here || there + moves == here + modulus
            }
            _ => false,
        }
    }
}

/// The stored distances of a space, from which a [`Table`](super::Table) answers.
///
/// [`ByState`] serves every space. [`ByRowClass`](super::ByRowClass) takes a fraction of the memory
/// for boards in the multi-tile metric.
///
/// A walk that counts a distance leads through *places*. These are the ranks of states if distances
/// are stored by state; otherwise a step is several moves.
pub trait Distances {
    /// One position of the puzzle.
    type State: Clone + PartialEq + std::fmt::Debug;
    /// The space of these positions.
    type Space: RankedSpace<State = Self::State>;
    /// The type of the bytes: usually a mapped file, in tests a vector.
    type Bytes: Payload;

    /// Returns the space.
    fn space(&self) -> &Self::Space;

    /// Returns the bytes.
    fn bytes(&self) -> &Self::Bytes;

    /// Returns whether byte r of the bytes is the distance of the state of rank r.
    fn are_bytes(&self) -> bool;

    /// Returns whether a rank is that of a goal.
    fn is_goal(&self, rank: u64) -> bool;

    /// Returns the entry of a state. `parity` is that of its distance if the space
    /// [gives](RankedSpace::parity) it, else 0.
    fn entry(&self, state: &Self::State, rank: u64, parity: u32) -> Entry;

    /// Returns whether moves lead from the state of a rank to a goal.
    fn is_reachable(&self, rank: u64) -> bool;

    /// Returns which of the states of the word that begins at rank `first` may be at distance
    /// `depth` by their entries: bit i for rank `first + i`.
    fn word_may_be(&self, first: u64, depth: u32) -> u64;

    /// Prefetches the entry of a rank.
    fn prefetch(&self, rank: u64);

    /// Returns the number of moves of one step of a counting walk.
    #[inline]
    fn stride(&self) -> u32 {
        1
    }

    /// Returns the place where a counting walk from a state begins, its entry, and the moves to it.
    #[inline]
    fn first_place(&self, state: &Self::State, rank: u64) -> (u64, Entry, u32) {
        let parity = self.space().parity(state).unwrap_or_default();
        (rank, self.entry(state, rank, parity), 0)
    }

    /// Returns the moves that are left at a place where a counting walk ends; `None` elsewhere.
    #[inline]
    fn last_moves(&self, place: u64) -> Option<u32> {
        self.is_goal(place).then_some(0)
    }

    /// Adds the neighbours of a state and their ranks, and prefetches the entry of each before any
    /// is read, so that the processor waits only once.
    #[inline]
    fn prefetch_near(&self, state: &Self::State, rank: u64, around: &mut Vec<(Self::State, u64)>) {
        self.space().ranked_neighbours(state, rank, |next, rank| {
            self.prefetch(rank);
            around.push((next, rank));
        });
    }

    /// Adds the places that a step from this one leads to, each with one of its states, and
    /// prefetches their entries.
    #[inline]
    fn places_around(&self, state: &Self::State, place: u64, around: &mut Vec<(Self::State, u64)>) {
        self.prefetch_near(state, place, around);
    }

    /// Returns the entry of a place, as [`entry`](Self::entry) returns that of a state.
    #[inline]
    fn at_place(&self, state: &Self::State, place: u64, parity: u32) -> Entry {
        self.entry(state, place, parity)
    }
}

/// The distances of any space by state: as bytes, or modulo 3 or 4.
#[derive(Debug, Clone)]
pub struct ByState<S, B> {
    space: S,
    encoding: Encoding,
    bytes: B,
    goals: Vec<u64>,
}

impl<S: RankedSpace, B: Payload> ByState<S, B> {
    /// Returns the distances of `space` in `bytes`.
    ///
    /// # Panics
    /// If the number of bytes is not what the encoding needs, or the encoding is not one of states.
    pub fn new(space: S, encoding: Encoding, bytes: B) -> Self {
        let by_state = [Encoding::Byte, Encoding::Bit, Encoding::Mod3];
        assert!(by_state.contains(&encoding), "an encoding of states");
        check_length(&bytes, encoding, space.len());
        Self {
            goals: space.goals(),
            space,
            encoding,
            bytes,
        }
    }

    /// Returns the entry of a rank.
    #[inline]
    fn stored(&self, rank: u64, parity: u32) -> Entry {
        let (at, shift) = self.encoding.place(rank);
        self.bytes.touch(at);
        let byte = self.bytes.as_ref()[at];
        match self.encoding {
            Encoding::Byte if byte == UNREACHABLE => Entry::Unreachable,
            Encoding::Byte => Entry::Distance(byte.into()),
            Encoding::Bit => Entry::Remainder(2 * u32::from(byte >> shift & 1) + parity, 4),
            _ => match byte >> shift & 3 {
                UNREACHABLE_MOD3 => Entry::Unreachable,
                remainder => Entry::Remainder(remainder.into(), 3),
            },
        }
    }
}

/// Checks that there are as many bytes as `entries` take.
pub(super) fn check_length(bytes: &impl Payload, encoding: Encoding, entries: u64) {
    let expected = encoding.bytes(entries);
    let found = bytes.as_ref().len() as u64;
    assert_eq!(found, expected, "payload of the wrong length");
}

/// Returns a bit for each of the states of the word that begins at rank `first`.
pub(super) fn word_of(entries: u64, first: u64, has: impl Fn(u64) -> bool) -> u64 {
    let states = WORD_ENTRIES.min(entries - first);
    let bits = (0..states).filter(|bit| has(first + bit));
    bits.fold(0, |word, bit| word | 1 << bit)
}

impl<S: RankedSpace, B: Payload> Distances for ByState<S, B> {
    type State = S::State;
    type Space = S;
    type Bytes = B;

    fn space(&self) -> &S {
        &self.space
    }

    fn bytes(&self) -> &B {
        &self.bytes
    }

    #[inline]
    fn are_bytes(&self) -> bool {
        self.encoding == Encoding::Byte
    }

    #[inline]
    fn is_goal(&self, rank: u64) -> bool {
        match self.goals[..] {
            [goal] => rank == goal,
            _ => self.goals.binary_search(&rank).is_ok(),
        }
    }

    #[inline]
    fn entry(&self, _: &S::State, rank: u64, parity: u32) -> Entry {
        self.stored(rank, parity)
    }

    #[inline]
    fn is_reachable(&self, rank: u64) -> bool {
        self.stored(rank, 0) != Entry::Unreachable
    }

    fn word_may_be(&self, first: u64, depth: u32) -> u64 {
        if self.encoding != Encoding::Bit {
            let may_be = |rank| self.stored(rank, 0).may_be(depth);
            return word_of(self.space.len(), first, may_be);
        }
        let parity = self.space.parity_of_rank(first).unwrap_or_default();
        if parity != depth & 1 {
            return 0;
        }
        let (at, _) = self.encoding.place(first);
        // A word lies within a page.
        self.bytes.touch(at);
        let word = self.bytes.as_ref()[at..at + 8].try_into();
        let word = u64::from_le_bytes(word.expect("eight bytes"));
        let ones = if depth & 2 == 0 { !word } else { word };
        ones & ((1 << WORD_ENTRIES) - 1)
    }

    #[inline]
    fn prefetch(&self, rank: u64) {
        prefetch(self.bytes.as_ref(), self.encoding.place(rank).0);
    }
}
