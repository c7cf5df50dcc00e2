//! Distances and nearer neighbours of many states at once.
//!
//! If states are answered one after another, the processor waits for memory at every look-up. Here
//! many entries are prefetched before the first is read: in a table of bytes those of the next
//! states, in one of remainders those of the neighbours of sixteen states, whose walks take their
//! steps in turn.

use std::ops::Range;

use tilebase_core::RankedSpace;

use super::{Distances, Entry, Table, TableError};

/// The number of states that are looked up together.
const MANY: usize = 16;

/// The value in place of a distance if no moves lead to the goal.
pub const OUT_OF_REACH: i16 = -1;

/// A state on its way to the goal.
pub(super) struct Walk<State> {
    /// The number of the state asked about.
    index: usize,
    state: State,
    /// The [place](Distances) of the state.
    place: u64,
    here: Entry,
    /// Moves counted so far.
    moves: u32,
    /// The range of its neighbours among those of all walks.
    around: Range<usize>,
}

impl<D: Distances> Table<D> {
    /// Writes the distance of the state of each rank, in moves; −1 for `None`, or if no moves lead
    /// to the goal.
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
        distances.fill(OUT_OF_REACH);
        let written = if self.distances.are_bytes() {
            self.prefetched(ranks).try_for_each(|(index, rank)| {
                let distance = self.outright(rank)?;
                distances[index] = distance.map_or(OUT_OF_REACH, |distance| distance as i16);
                Ok(())
            })
        } else {
            self.walk_together(ranks, distances)
        };
        self.undamaged(written)
    }

    fn walk_together(
        &self,
        ranks: &[Option<u64>],
        distances: &mut [i16],
    ) -> Result<(), TableError> {
        let mut starts = self.prefetched(ranks).filter_map(|(index, rank)| {
            let start = self.start(self.space().unrank(rank), rank);
            start.map(|walk| Walk { index, ..walk })
        });
        let mut walks: Vec<Walk<D::State>> = starts.by_ref().take(MANY).collect();
        let mut around = Vec::new();
        while !walks.is_empty() {
            around.clear();
            let mut at = 0;
            while let Some(walk) = walks.get_mut(at) {
                let Some(last) = self.last_moves(walk)? else {
                    let first = around.len();
                    (self.distances).places_around(&walk.state, walk.place, &mut around);
                    walk.around = first..around.len();
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
                let steps = self.step(walk, &around[walk.around.clone()]);
                if !steps || walk.moves > self.longest() {
                    return Err(self.astray(&walk.state));
                }
            }
        }
        Ok(())
    }

    /// Returns the distance of a rank by a walk to the goal; `None` if no moves lead there.
    pub(super) fn walk_down(&self, rank: u64) -> Result<Option<u32>, TableError> {
        let Some(walk) = self.start(self.space().unrank(rank), rank) else {
            return Ok(None);
        };
        let moves = self.moves_within(self.longest(), walk)?;
        moves.map_or(Err(TableError::Astray { rank }), |moves| Ok(Some(moves)))
    }

    /// Returns the number of moves of a walk to the goal; `None` if there are more than `most`.
    pub(super) fn moves_within(
        &self,
        most: u32,
        mut walk: Walk<D::State>,
    ) -> Result<Option<u32>, TableError> {
        let mut around = Vec::new();
        while walk.moves <= most {
            if let Some(last) = self.last_moves(&walk)? {
                return Ok(Some(walk.moves + last));
            }
            around.clear();
            (self.distances).places_around(&walk.state, walk.place, &mut around);
            if !self.step(&mut walk, &around) {
                return Err(self.astray(&walk.state));
            }
        }
        Ok(None)
    }

    /// Returns the walk that begins at a state; `None` if no moves lead to the goal.
    #[inline]
    pub(super) fn start(&self, state: D::State, rank: u64) -> Option<Walk<D::State>> {
        let (place, here, moves) = self.distances.first_place(&state, rank);
        (here != Entry::Unreachable).then_some(Walk {
            index: 0,
            state,
            place,
            here,
            moves,
            around: 0..0,
        })
    }

    /// Takes a step of a walk, to the first nearer one of the places around it. Returns whether
    /// there is one.
    #[inline(always)]
    fn step(&self, walk: &mut Walk<D::State>, around: &[(D::State, u64)]) -> bool {
        let (stride, parity) = (self.distances.stride(), 1 - self.parity(&walk.state));
        let nearer = around.iter().find_map(|(state, place)| {
            let there = self.distances.at_place(state, *place, parity);
            (there.is_nearer_by(stride, walk.here)).then_some((state, *place, there))
        });
        let Some((state, place, here)) = nearer else {
            return false;
        };
        (walk.state, walk.place, walk.here) = (state.clone(), place, here);
        walk.moves += stride;
        true
    }

    /// Calls `visit` with every neighbour of the state of each rank that is one move nearer to the
    /// goal, in the puzzle's order of moves, and with the number of that rank among `ranks`. A goal
    /// has none, nor has a state out of reach.
    ///
    /// Reads only the entries of the neighbours, without a walk.
    ///
    /// # Errors
    /// If the table contradicts itself.
    ///
    /// # Panics
    /// If a rank is not of the space.
    pub fn each_nearer(
        &self,
        ranks: &[Option<u64>],
        mut visit: impl FnMut(usize, &D::State),
    ) -> Result<(), TableError> {
        let mut starts = self.prefetched(ranks);
        let mut states = Vec::with_capacity(MANY);
        let mut around = Vec::new();
        loop {
            states.clear();
            around.clear();
            for (index, rank) in starts.by_ref().take(MANY) {
                let state = self.space().unrank(rank);
                let here = self.entry(&state, rank, self.parity(&state));
                let first = around.len();
                self.distances.prefetch_near(&state, rank, &mut around);
                states.push((index, state, rank, here, first..around.len()));
            }
            if states.is_empty() {
                return self.undamaged(Ok(()));
            }
            for (index, state, rank, here, neighbours) in &states {
                let parity = 1 - self.parity(state);
                let mut any = *here == Entry::Unreachable;
                for (next, rank) in &around[neighbours.clone()] {
                    if self.entry(next, *rank, parity).is_nearer_by(1, *here) {
                        any = true;
                        visit(*index, next);
                    }
                }
                if !any && self.arrived(*rank, *here) != Ok(true) {
                    return self.undamaged(Err(self.astray(state)));
                }
            }
        }
    }

    /// Returns the ranks that there are, each with its number, and prefetches those to come.
    fn prefetched(&self, ranks: &[Option<u64>]) -> impl Iterator<Item = (usize, u64)> {
        ranks.iter().enumerate().filter_map(|(index, &rank)| {
            if let Some(&Some(ahead)) = ranks.get(index + MANY) {
                self.distances.prefetch(ahead);
            }
            Some((index, rank?))
        })
    }

    /// Returns the moves that are left where a walk ends; `None` elsewhere.
    ///
    /// # Errors
    /// If something else is stored there than these moves.
    fn last_moves(&self, walk: &Walk<D::State>) -> Result<Option<u32>, TableError> {
        match self.distances.last_moves(walk.place) {
            Some(moves) if !walk.here.may_be(moves) => Err(self.astray(&walk.state)),
            last => Ok(last),
        }
    }

    fn astray(&self, state: &D::State) -> TableError {
        TableError::Astray {
            rank: self.space().rank(state),
        }
    }
}
