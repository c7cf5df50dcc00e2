//! Distances and nearer neighbours of many states at once.
//!
//! Answering for one state after another, the processor waits for memory at every look-up. Here it
//! asks for many entries before it reads the first: of bytes those of the next states, of
//! remainders those of the neighbours of sixteen states, whose walks take their steps in turn.

use std::ops::Range;

use tilebase_core::{
    RankedSpace,
    format::{Encoding, Payload},
};

use super::{Entry, Table, TableError, is_nearer_by};

/// States that are looked up at once.
const MANY: usize = 16;

/// Stands for a distance where no moves lead to the goal.
pub(crate) const OUT_OF_REACH: i16 = -1;

/// What a walk leads through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Through {
    States,
    /// See the module [`lines`](super::lines).
    RowClasses,
}

impl Through {
    /// Returns the moves that a step is.
    #[inline]
    fn stride(self) -> u32 {
        match self {
            Self::States => 1,
            Self::RowClasses => 2,
        }
    }
}

/// A state on its way to the goal.
struct Visit<State> {
    /// Which of the states asked about it belongs to.
    index: usize,
    state: State,
    /// The state's rank, or its row class where the walk leads through those.
    rank: u64,
    here: Entry,
    /// Moves counted so far.
    moves: u32,
    /// Where its neighbours are among those of all states.
    around: Range<usize>,
}

/// The neighbours of several states and their ranks, whose entries have been asked for.
type Around<State> = Vec<(State, u64)>;

impl<S: RankedSpace, D: Payload> Table<S, D> {
    /// Writes the distance of the state of each rank, in moves: −1 for `None`, and where no moves
    /// lead to the goal.
    ///
    /// Takes a third to two thirds of the time of as many calls of [`distance`](Self::distance).
    ///
    /// # Errors
    /// If the table contradicts itself.
    ///
    /// # Panics
    /// If there are not as many distances as ranks, or a rank is not of the space.
    pub fn distances(
        &self,
        ranks: &[Option<u64>],
        distances: &mut [i16],
    ) -> Result<(), TableError> {
        assert_eq!(ranks.len(), distances.len(), "a distance for each rank");
        let written = match self.encoding {
            Encoding::Byte => self.read(ranks, distances),
            _ => self.walk_together(ranks, distances),
        };
        self.undamaged(written)
    }

    fn read(&self, ranks: &[Option<u64>], distances: &mut [i16]) -> Result<(), TableError> {
        for (at, (&rank, distance)) in ranks.iter().zip(distances).enumerate() {
            if let Some(&Some(ahead)) = ranks.get(at + MANY) {
                self.ask_for(ahead);
            }
            let found = match rank {
                Some(rank) => self.outright(rank)?,
                None => None,
            };
            *distance = found.map_or(OUT_OF_REACH, |distance| distance as i16);
        }
        Ok(())
    }

    fn walk_together(
        &self,
        ranks: &[Option<u64>],
        distances: &mut [i16],
    ) -> Result<(), TableError> {
        distances.fill(OUT_OF_REACH);
        let through = match self.encoding {
            Encoding::Lines => Through::RowClasses,
            _ => Through::States,
        };
        let mut starts = self.starts(through, ranks);
        let mut walks: Vec<Visit<S::State>> = starts.by_ref().take(MANY).collect();
        let mut around = Vec::new();
        while !walks.is_empty() {
            around.clear();
            let mut at = 0;
            while let Some(walk) = walks.get_mut(at) {
                let Some(last) = self.last_moves(through, walk)? else {
                    self.look_around(through, walk, &mut around);
                    at += 1;
                    continue;
                };
                distances[walk.index] = (walk.moves + last) as i16;
                match starts.next() {
                    Some(next) => *walk = next,
                    None => drop(walks.swap_remove(at)),
                }
            }
            for walk in &mut walks {
                let Some((state, rank, here)) = self.nearer(through, walk, &around).next() else {
                    return Err(self.astray(walk));
                };
                let moves = walk.moves + through.stride();
                if moves > self.longest() {
                    return Err(self.astray(walk));
                }
                (walk.state, walk.rank, walk.here) = (state.clone(), rank, here);
                walk.moves = moves;
            }
        }
        Ok(())
    }

    /// Calls `visit` with every neighbour of the state of each rank that is one move nearer to the
    /// goal, in the puzzle's order of moves, and with the number of that rank among `ranks`. A goal
    /// has none, nor has a state out of reach.
    ///
    /// Looks at the neighbours alone: takes no walk.
    ///
    /// # Errors
    /// If the table contradicts itself.
    ///
    /// # Panics
    /// If a rank is not of the space.
    pub fn each_nearer(
        &self,
        ranks: &[Option<u64>],
        visit: impl FnMut(usize, &S::State),
    ) -> Result<(), TableError> {
        self.undamaged(self.visit_nearer(ranks, visit))
    }

    fn visit_nearer(
        &self,
        ranks: &[Option<u64>],
        mut visit: impl FnMut(usize, &S::State),
    ) -> Result<(), TableError> {
        let through = Through::States;
        let mut starts = self.starts(through, ranks);
        let mut states: Vec<Visit<S::State>> = Vec::with_capacity(MANY);
        let mut around = Vec::new();
        loop {
            states.clear();
            around.clear();
            states.extend(starts.by_ref().take(MANY));
            if states.is_empty() {
                return Ok(());
            }
            for state in &mut states {
                self.look_around(through, state, &mut around);
            }
            for state in &states {
                let mut nearer = self.nearer(through, state, &around).peekable();
                if nearer.peek().is_none() && self.last_moves(through, state)?.is_none() {
                    return Err(self.astray(state));
                }
                nearer.for_each(|(next, ..)| visit(state.index, next));
            }
        }
    }

    /// Returns the states of the ranks that reach the goal.
    fn starts(
        &self,
        through: Through,
        ranks: &[Option<u64>],
    ) -> impl Iterator<Item = Visit<S::State>> {
        ranks.iter().enumerate().filter_map(move |(index, &rank)| {
            if let Some(&Some(ahead)) = ranks.get(index + MANY) {
                self.ask_for(ahead);
            }
            let rank = rank?;
            let state = self.space.unrank(rank);
            let here = self.entry(&state, rank, self.parity(&state));
            let (rank, here, moves) = match through {
                Through::States => (rank, here, 0),
                Through::RowClasses => {
                    // The state is as far from the goal as its class, or one move farther.
                    let class = self.space.row_class(rank);
                    let own = self.entry_of_class(class);
                    (class, own, u32::from(here != own))
                }
            };
            (here != Entry::Unreachable).then(|| Visit {
                index,
                state,
                rank,
                here,
                moves,
                around: 0..0,
            })
        })
    }

    /// Returns the moves that are left where a walk ends; `None` elsewhere.
    ///
    /// # Errors
    /// If something else is stored there than these moves.
    fn last_moves(
        &self,
        through: Through,
        walk: &Visit<S::State>,
    ) -> Result<Option<u32>, TableError> {
        let last = match through {
            Through::States => self.is_goal(walk.rank).then_some(0),
            Through::RowClasses => self.last_of_class(walk.rank),
        };
        match last {
            Some(moves) if !walk.here.may_be(moves) => Err(self.astray(walk)),
            last => Ok(last),
        }
    }

    /// Asks for the entries of what a step may lead to.
    fn look_around(
        &self,
        through: Through,
        visit: &mut Visit<S::State>,
        around: &mut Around<S::State>,
    ) {
        let first = around.len();
        let (state, rank) = (&visit.state, visit.rank);
        match through {
            Through::States => self.ask_around(state, rank, around),
            Through::RowClasses => self.space.each_class_beside(state, rank, |next, class| {
                self.ask_for_class(class);
                around.push((next, class));
            }),
        }
        visit.around = first..around.len();
    }

    /// Returns what of this is nearer by a step, each with its rank and entry.
    fn nearer<'a>(
        &self,
        through: Through,
        visit: &'a Visit<S::State>,
        around: &'a Around<S::State>,
    ) -> impl Iterator<Item = (&'a S::State, u64, Entry)> {
        let parity = 1 - self.parity(&visit.state);
        around[visit.around.clone()]
            .iter()
            .filter_map(move |(state, rank)| {
                let there = match through {
                    Through::States => self.entry(state, *rank, parity),
                    Through::RowClasses => self.entry_of_class(*rank),
                };
                is_nearer_by(through.stride(), there, visit.here).then_some((state, *rank, there))
            })
    }

    fn astray(&self, walk: &Visit<S::State>) -> TableError {
        TableError::Astray {
            rank: self.space.rank(&walk.state),
        }
    }
}
