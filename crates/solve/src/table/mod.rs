//! Answers from a table of every position.
//!
//! A table stores the distance of each state from the goal, either as a byte or modulo 3, 4 or 6. A
//! remainder is enough: the distances of neighbours differ by at most one, so it shows which of
//! them is nearer, and a walk along nearer neighbours to the goal counts the distance.

mod distances;
mod paths;
mod row_classes;
mod sample;
mod walks;

use std::sync::OnceLock;

use thiserror::Error;
use tilebase_core::{
    RankedSpace, SortedNumbers,
    format::{DamagedPage, Payload, UNREACHABLE},
};

pub use distances::{ByState, Distances, Entry};
pub use row_classes::ByRowClass;
pub use walks::OUT_OF_REACH;

/// The distances of a whole space.
///
/// Its bytes are usually a mapped [`TableFile`](tilebase_core::format::TableFile), and a vector in
/// tests.
///
/// ```
/// use tilebase_core::{Monitor, format::Encoding, sliding::{Board, SlidingSpace}};
/// use tilebase_solve::table::{ByState, Table};
///
/// let shape = "3x3".parse()?;
/// let space = SlidingSpace::new(shape, 8)?;
/// let built = tilebase_pdb_build::reference::build(&space, &Monitor::silent())?;
/// let table = Table::new(ByState::new(space, Encoding::Byte, built.bytes));
/// let hardest = Board::parse(shape, "867254301")?;
/// assert_eq!(table.distance(&hardest)?, Some(31));
/// assert_eq!(table.path(&hardest)?.expect("solvable").len(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table<D> {
    distances: D,
    /// The greatest distance, if it is known.
    eccentricity: Option<u32>,
    /// All ranks by distance, once they have been needed.
    levels: OnceLock<SortedNumbers>,
}

/// The reason why a table gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// No neighbour of a state is nearer to the goal, or the walk to the goal is longer than the
    /// greatest distance.
    #[error(
        "the table is damaged: no path leads to the goal from the state of rank {rank}; verify it \
         and build it again"
    )]
    Astray {
        /// The state at which the walk failed.
        rank: u64,
    },
    /// The stored distance of a state exceeds the greatest distance.
    #[error(
        "the table is damaged: it says that the state of rank {rank} is {distance} moves from the \
         goal, but the farthest are {eccentricity} away; verify it and build it again"
    )]
    TooFar {
        /// The state.
        rank: u64,
        /// Its stored distance, in moves.
        distance: u32,
        /// The greatest distance, in moves.
        eccentricity: u32,
    },
    /// Fewer states are found than the counts say.
    #[error(
        "the table is damaged: it counts {count} states, but none of them is found; verify it \
         and build it again"
    )]
    Missing {
        /// The number of states at the distance, by the counts.
        count: u64,
    },
    /// Some of the distances do not match their checksum.
    #[error(transparent)]
    Damaged(#[from] DamagedPage),
    /// The monitor asked to stop.
    #[error("interrupted before all states were examined")]
    Stopped,
}

impl<D: Distances> Table<D> {
    /// Returns the table of some distances.
    pub fn new(distances: D) -> Self {
        Self {
            distances,
            eccentricity: None,
            levels: OnceLock::new(),
        }
    }

    /// Returns the table with its greatest distance, in moves. A longer walk then shows that
    /// the table is damaged, and a search for the hardest states needs fewer walks.
    pub fn with_eccentricity(mut self, eccentricity: u32) -> Self {
        self.eccentricity = Some(eccentricity);
        self
    }

    /// Returns the space of the table.
    pub fn space(&self) -> &D::Space {
        self.distances.space()
    }

    /// Returns the bytes that the distances are read from.
    pub fn bytes(&self) -> &D::Bytes {
        self.distances.bytes()
    }

    /// Returns the least number of moves to the goal, or `None` if no moves lead there.
    ///
    /// Costs one rank and one look-up if distances are stored as bytes. Otherwise it costs a rank
    /// and a look-up for about two neighbours of each state of a walk to the goal; if distances are
    /// stored by row class, the walk visits every other state, and looks up its neighbours by a
    /// move along a row and one along a column.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn distance(&self, state: &D::State) -> Result<Option<u32>, TableError> {
        self.distance_of_rank(self.space().rank(state))
    }

    /// Returns the least number of moves to the goal from the state of a rank, or `None` if no
    /// moves lead there. Costs what [`distance`](Self::distance) costs, less the rank.
    ///
    /// # Errors
    /// If the table contradicts itself.
    ///
    /// # Panics
    /// If the rank is not one of the space.
    pub fn distance_of_rank(&self, rank: u64) -> Result<Option<u32>, TableError> {
        self.undamaged(if self.distances.are_bytes() {
            self.outright(rank)
        } else {
            self.walk_down(rank)
        })
    }

    /// Returns an answer, or the damage of the pages that it was read from, which explains more
    /// than an error that follows from it.
    #[inline]
    pub(crate) fn undamaged<T>(&self, answer: Result<T, TableError>) -> Result<T, TableError> {
        self.bytes().damage()?;
        answer
    }

    /// Returns the distance of the state with this rank from a table of bytes.
    #[inline]
    fn outright(&self, rank: u64) -> Result<Option<u32>, TableError> {
        let at = rank as usize;
        self.bytes().touch(at);
        let byte = self.bytes().as_ref()[at];
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
        // No distance is nearly as large.
        self.eccentricity.unwrap_or(4096)
    }

    /// Returns whether a walk is at a goal.
    ///
    /// # Errors
    /// If the stored distance of the goal is not 0.
    #[inline]
    fn arrived(&self, rank: u64, here: Entry) -> Result<bool, TableError> {
        let is_goal = self.distances.is_goal(rank);
        if is_goal && !here.may_be(0) {
            Err(TableError::Astray { rank })
        } else {
            Ok(is_goal)
        }
    }

    /// Returns the neighbours of a state whose entries fit, with their ranks.
    fn neighbours_with(
        &self,
        state: &D::State,
        rank: u64,
        fits: impl Fn(Entry) -> bool,
    ) -> Vec<(D::State, u64)> {
        let (parity, mut around) = (1 - self.parity(state), Vec::new());
        self.distances.prefetch_near(state, rank, &mut around);
        around.retain(|(next, rank)| fits(self.entry(next, *rank, parity)));
        around
    }

    /// Returns the parity of a state's distance if the state shows it, else 0.
    #[inline]
    fn parity(&self, state: &D::State) -> u32 {
        self.space().parity(state).unwrap_or_default()
    }

    /// Returns the entry of a state with this rank and [`parity`](Self::parity).
    #[inline]
    fn entry(&self, state: &D::State, rank: u64, parity: u32) -> Entry {
        self.distances.entry(state, rank, parity)
    }
}
