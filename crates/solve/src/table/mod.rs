//! Answers from a table of every position.
//!
//! A table says of each state how far the goal is, either outright (a byte) or modulo 3, 4 or 6.
//! The remainder is enough: neighbours differ by at most one move, so it tells which of them is
//! nearer, and a walk downhill to the goal counts the distance.

mod lines;
mod paths;
mod sample;
mod walks;

use std::sync::OnceLock;

use thiserror::Error;
use tilebase_core::{
    RankedSpace,
    format::{DamagedPage, Encoding, Payload, UNREACHABLE, UNREACHABLE_MOD3},
    prefetch,
};

pub use paths::{Hint, Paths};
pub(crate) use walks::OUT_OF_REACH;

use sample::Levels;

/// What a table stores of one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Unreachable,
    Distance(u32),
    /// The distance modulo a number greater than 2.
    Remainder(u32, u32),
}

impl Entry {
    /// Returns whether it is what is stored of states at distance `depth`, and perhaps of others.
    #[inline]
    fn may_be(self, depth: u32) -> bool {
        match self {
            Self::Unreachable => false,
            Self::Distance(distance) => distance == depth,
            Self::Remainder(remainder, modulus) => remainder == depth % modulus,
        }
    }
}

/// The distances of a whole space.
///
/// `D` is a mapped [`TableFile`](tilebase_core::format::TableFile) in use and a vector of bytes in
/// tests.
///
/// ```
/// use tilebase_core::{Monitor, format::Encoding, sliding::{Board, SlidingSpace}};
/// use tilebase_solve::table::Table;
///
/// let shape = "3x3".parse()?;
/// let space = SlidingSpace::new(shape, 8)?;
/// let built = tilebase_pdb_build::reference::build(&space, &Monitor::silent())?;
/// let table = Table::new(space, Encoding::Byte, built.bytes);
/// let hardest = Board::parse(shape, "867254301")?;
/// assert_eq!(table.distance(&hardest)?, Some(31));
/// assert_eq!(table.path(&hardest)?.expect("solvable").len(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table<S, D> {
    space: S,
    encoding: Encoding,
    data: D,
    goals: Vec<u64>,
    /// Where row classes are stored, the ranks of the states one move from the goal; else nothing.
    beside_goal: Vec<u64>,
    /// And the row classes that the goal's column class meets, with what is stored of them: 0 of
    /// the goal's own, else 1.
    last_classes: Vec<(u64, u32)>,
    /// The greatest distance, where it is known.
    eccentricity: Option<u32>,
    /// All ranks by distance, once they have been asked for.
    levels: OnceLock<Levels>,
}

/// Why a table gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// No neighbour of a state is nearer to the goal, or the walk to it is longer than any can be.
    #[error(
        "the table is damaged: no way leads to the goal from the state of rank {rank}; verify it and build it again"
    )]
    Astray {
        /// The state where it shows.
        rank: u64,
    },
    /// A state is said to be farther from the goal than the farthest.
    #[error(
        "the table is damaged: it says that the state of rank {rank} is {distance} moves from the goal, but the farthest are {eccentricity} away; verify it and build it again"
    )]
    TooFar {
        /// The state.
        rank: u64,
        /// What is stored of it, in moves.
        distance: u32,
        /// The greatest distance, in moves.
        eccentricity: u32,
    },
    /// None of the states that the counts tell of is found.
    #[error(
        "the table is damaged: of {count} states that it counts none is found; verify it and build it again"
    )]
    Missing {
        /// How many there are said to be at the distance asked for.
        count: u64,
    },
    /// Some of the distances are not what was written.
    #[error(transparent)]
    Damaged(#[from] DamagedPage),
    /// The monitor asked to stop.
    #[error("stopped before all states were looked at")]
    Stopped,
}

impl<S: RankedSpace, D: Payload> Table<S, D> {
    /// Returns the table of `space` whose payload is `data`.
    ///
    /// # Panics
    /// If the payload has not the length that the encoding asks for.
    pub fn new(space: S, encoding: Encoding, data: D) -> Self {
        let entries = match encoding {
            Encoding::Lines => space.row_classes().unwrap_or_default(),
            _ => space.len(),
        };
        assert_eq!(
            data.as_ref().len() as u64,
            encoding.bytes(entries),
            "payload of the wrong length"
        );
        let goals = space.goals();
        let (mut beside_goal, mut last_classes) = (Vec::new(), Vec::new());
        if encoding == Encoding::Lines {
            for &goal in &goals {
                let state = space.unrank(goal);
                space.ranked_neighbours(&state, goal, |_, rank| beside_goal.push(rank));
                last_classes.push((space.row_class(goal), 0));
                space.each_row_class(&state, goal, |class| last_classes.push((class, 1)));
            }
        }
        Self {
            space,
            encoding,
            data,
            goals,
            beside_goal,
            last_classes,
            eccentricity: None,
            levels: OnceLock::new(),
        }
    }

    /// Returns the same table, known to hold no distance greater than `eccentricity`, in moves: a
    /// walk that is longer shows that the table is damaged, and where the hardest states are looked
    /// for most walks are spared.
    pub fn with_eccentricity(mut self, eccentricity: u32) -> Self {
        self.eccentricity = Some(eccentricity);
        self
    }

    /// Returns the space the table is of.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// Returns the payload it was made with.
    pub fn data(&self) -> &D {
        &self.data
    }

    /// Returns the least number of moves to the goal, or `None` where no moves lead there.
    ///
    /// Costs a rank and one look-up where distances are stored in bytes; else, a rank and a look-up
    /// for about two neighbours of each state on the way. Where row classes are stored, every other
    /// state of the way is looked at, and its neighbours by a move along a row and one along a
    /// column.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn distance(&self, state: &S::State) -> Result<Option<u32>, TableError> {
        let rank = self.space.rank(state);
        match self.encoding {
            Encoding::Byte => {
                let distance = self.outright(rank);
                self.undamaged(distance)
            }
            Encoding::Lines => {
                let mut distance = [OUT_OF_REACH];
                self.distances(&[Some(rank)], &mut distance)?;
                Ok(u32::try_from(distance[0]).ok())
            }
            _ if self.stored(rank, 0) == Entry::Unreachable => self.undamaged(Ok(None)),
            _ => {
                let mut length = 0;
                self.walk(state.clone(), rank, |_| length += 1)?;
                Ok(Some(length))
            }
        }
    }

    /// Returns an answer, if what it comes from is what was written. What is wrong with the bytes
    /// says more than what they led to.
    #[inline]
    pub(crate) fn undamaged<T>(&self, answer: Result<T, TableError>) -> Result<T, TableError> {
        self.data.damage()?;
        answer
    }

    /// Returns the distance of the state with this rank, where distances are stored in bytes.
    #[inline]
    fn outright(&self, rank: u64) -> Result<Option<u32>, TableError> {
        let byte = self.byte(rank as usize);
        match (byte, u32::from(byte)) {
            (UNREACHABLE, _) => Ok(None),
            (_, distance) if distance <= self.longest() => Ok(Some(distance)),
            (_, distance) => Err(TableError::TooFar {
                rank,
                distance,
                eccentricity: self.longest(),
            }),
        }
    }

    /// Returns the most moves that a walk may take.
    fn longest(&self) -> u32 {
        // No distance is anywhere near this.
        self.eccentricity.unwrap_or(4096)
    }

    /// Follows nearer neighbours to the goal, calling `visit` with each state after the first.
    fn walk(
        &self,
        state: S::State,
        rank: u64,
        visit: impl FnMut(&S::State),
    ) -> Result<(), TableError> {
        // A damaged table may lead in circles.
        let arrives = self.walk_within(self.longest(), state, rank, visit);
        if self.undamaged(arrives)? { Ok(()) } else { Err(TableError::Astray { rank }) }
    }

    /// As [`walk`](Self::walk), for `most` moves at most. Returns whether they led to the goal.
    fn walk_within(
        &self,
        most: u32,
        mut state: S::State,
        mut rank: u64,
        mut visit: impl FnMut(&S::State),
    ) -> Result<bool, TableError> {
        let mut here = self.entry(&state, rank, self.parity(&state));
        let mut around = Vec::new();
        for _ in 0..most {
            if self.arrived(rank, here)? {
                return Ok(true);
            }
            around.clear();
            self.ask_around(&state, rank, &mut around);
            let parity = 1 - self.parity(&state);
            // The first in order of moves, as where all ways are listed.
            let nearer = around.drain(..).find_map(|(next, rank)| {
                let entry = self.entry(&next, rank, parity);
                is_nearer(entry, here).then_some((next, rank, entry))
            });
            (state, rank, here) = nearer.ok_or(TableError::Astray { rank })?;
            visit(&state);
        }
        self.arrived(rank, here)
    }

    /// Returns whether a walk is at a goal.
    ///
    /// # Errors
    /// If what is stored of the goal is no distance 0.
    #[inline]
    fn arrived(&self, rank: u64, here: Entry) -> Result<bool, TableError> {
        match self.is_goal(rank) {
            true if here.may_be(0) => Ok(true),
            true => Err(TableError::Astray { rank }),
            false => Ok(false),
        }
    }

    /// Calls `visit` with every neighbour of a state, its rank and what is stored of it.
    fn each_neighbour(
        &self,
        state: &S::State,
        rank: u64,
        mut visit: impl FnMut(S::State, u64, Entry),
    ) {
        let parity = 1 - self.parity(state);
        self.space.ranked_neighbours(state, rank, |next, rank| {
            let entry = self.entry(&next, rank, parity);
            visit(next, rank, entry);
        });
    }

    /// Returns the parity of a distance where it can be read off the state, else 0.
    #[inline]
    fn parity(&self, state: &S::State) -> u32 {
        self.space.parity(state).unwrap_or_default()
    }

    #[inline]
    fn is_goal(&self, rank: u64) -> bool {
        match self.goals[..] {
            [goal] => rank == goal,
            _ => self.goals.binary_search(&rank).is_ok(),
        }
    }

    /// Returns what is known of a state with this rank and [`parity`](Self::parity).
    #[inline]
    fn entry(&self, state: &S::State, rank: u64, parity: u32) -> Entry {
        match self.encoding {
            Encoding::Lines => self.entry_of_lines(state, rank),
            _ => self.stored(rank, parity),
        }
    }

    /// Returns what is stored of the state with this rank and [`parity`](Self::parity); of row
    /// classes that of its own.
    #[inline]
    fn stored(&self, rank: u64, parity: u32) -> Entry {
        if self.encoding == Encoding::Lines {
            return self.entry_of_class(self.space.row_class(rank));
        }
        let (at, shift) = self.place(rank);
        let byte = self.byte(at);
        match self.encoding {
            Encoding::Byte if byte == UNREACHABLE => Entry::Unreachable,
            Encoding::Byte => Entry::Distance(byte.into()),
            Encoding::Bit => Entry::Remainder(2 * u32::from(byte >> shift & 1) + parity, 4),
            Encoding::Mod3 => match byte >> shift & 3 {
                UNREACHABLE_MOD3 => Entry::Unreachable,
                remainder => Entry::Remainder(remainder.into(), 3),
            },
            // Values of pattern databases are no distances of states: such files are opened
            // elsewhere.
            Encoding::Nibble | Encoding::Lines => Entry::Unreachable,
        }
    }

    /// Returns a byte of the payload.
    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.data.touch(at);
        self.data.as_ref()[at]
    }

    /// Adds the neighbours of a state and their ranks, and asks for the entry of each before any is
    /// read: the processor then waits for one of them, and not for each.
    #[inline]
    fn ask_around(&self, state: &S::State, rank: u64, around: &mut Vec<(S::State, u64)>) {
        self.space.ranked_neighbours(state, rank, |next, rank| {
            self.ask_for(rank);
            around.push((next, rank));
        });
    }

    /// Asks for what is stored of a rank.
    #[inline]
    fn ask_for(&self, rank: u64) {
        prefetch(self.data.as_ref(), self.place(rank).0);
    }

    /// Returns the byte where a rank's entry is, and the lowest bit of it there.
    #[inline]
    fn place(&self, rank: u64) -> (usize, u32) {
        self.encoding.place(match self.encoding {
            Encoding::Lines => self.space.row_class(rank),
            _ => rank,
        })
    }
}

/// Returns whether a neighbour is one move nearer.
#[inline]
fn is_nearer(neighbour: Entry, here: Entry) -> bool {
    is_nearer_by(1, neighbour, here)
}

/// Returns whether what is so many moves away is as many nearer.
#[inline]
fn is_nearer_by(moves: u32, there: Entry, here: Entry) -> bool {
    match (there, here) {
        (Entry::Distance(there), Entry::Distance(here)) => there + moves == here,
        (Entry::Remainder(there, modulus), Entry::Remainder(here, _)) => {
            there + moves == here || there + moves == here + modulus
        }
        _ => false,
    }
}
