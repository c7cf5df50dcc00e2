//! Shortest ways to the goal: one, all of them, and how many there are.

use std::collections::HashMap;

use tilebase_core::{RankedSpace, format::Payload};

use super::{Distances, Entry, Table, TableError};

/// The shortest ways from one state to the goal that are still to be found: a depth-first search
/// that stands still between two of them.
#[derive(Debug, Clone)]
pub struct Paths<State> {
    distance: u32,
    /// The way to where the search stands.
    path: Vec<State>,
    /// Of each state on the way the moves not yet taken, the next one last.
    left: Vec<Vec<(State, u64)>>,
}

impl<D: Distances> Table<D> {
    /// One shortest way to the goal, both ends included; `None` if no moves lead there.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn path(&self, state: &D::State) -> Result<Option<Vec<D::State>>, TableError> {
        let rank = self.space().rank(state);
        if self.entry(state, rank, self.parity(state)) == Entry::Unreachable {
            return self.undamaged(Ok(None));
        }
        let mut path = vec![state.clone()];
        self.walk(state.clone(), rank, |next| path.push(next.clone()))?;
        Ok(Some(path))
    }

    /// Returns how many different shortest ways lead to the goal: 0 where none does, 1 at the goal.
    ///
    /// Counts level by level over the states that lie on such ways.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn count_paths(&self, state: &D::State) -> Result<u128, TableError> {
        let Some(distance) = self.distance(state)? else {
            return Ok(0);
        };
        let mut level = HashMap::from([(self.space().rank(state), (state.clone(), 1u128))]);
        for _ in 0..distance {
            let mut next: HashMap<u64, (D::State, u128)> = HashMap::new();
            for (&rank, (state, ways)) in &level {
                for (neighbour, rank) in self.all_nearer(state, rank) {
                    let (_, there) = next.entry(rank).or_insert((neighbour, 0));
                    *there = there.saturating_add(*ways);
                }
            }
            level = next;
        }
        self.bytes().damage()?;
        // All ways of as many moves as the first end where it ends, or the table is damaged.
        if let Some(&rank) = level.keys().find(|&&rank| !self.distances.is_goal(rank)) {
            return Err(TableError::Astray { rank });
        }
        let ways = level.values().map(|&(_, ways)| ways);
        Ok(ways.fold(0, u128::saturating_add))
    }

    /// Returns up to `limit` shortest ways to the goal, in the puzzle's order of moves.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn all_paths(
        &self,
        state: &D::State,
        limit: usize,
    ) -> Result<Vec<Vec<D::State>>, TableError> {
        let (mut left, mut paths) = (self.paths(state)?, Vec::new());
        while paths.len() < limit
            && let Some(path) = self.next_path(&mut left)?
        {
            paths.push(path);
        }
        Ok(paths)
    }

    /// Returns all shortest ways to the goal, which [`next_path`](Self::next_path) finds one after
    /// another. There are none where no moves lead to the goal.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn paths(&self, state: &D::State) -> Result<Paths<D::State>, TableError> {
        let distance = self.distance(state)?;
        let start = distance.map(|_| vec![(state.clone(), self.space().rank(state))]);
        Ok(Paths {
            distance: distance.unwrap_or_default(),
            path: Vec::new(),
            left: start.into_iter().collect(),
        })
    }

    /// Returns the next of these ways, in the puzzle's order of moves, both ends included; `None`
    /// after the last.
    ///
    /// Looks at states that no way before went through, and holds one way alone.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn next_path(
        &self,
        paths: &mut Paths<D::State>,
    ) -> Result<Option<Vec<D::State>>, TableError> {
        while let Some(moves) = paths.left.last_mut() {
            let Some((state, rank)) = moves.pop() else {
                paths.left.pop();
                paths.path.pop();
                continue;
            };
            let mut nearer = self.all_nearer(&state, rank);
            paths.path.push(state);
            let arrives = paths.path.len() as u32 == paths.distance + 1;
            if arrives != self.distances.is_goal(rank) || arrives != nearer.is_empty() {
                return self.undamaged(Err(TableError::Astray { rank }));
            }
            nearer.reverse();
            paths.left.push(nearer);
            if arrives {
                return self.undamaged(Ok(Some(paths.path.clone())));
            }
        }
        self.undamaged(Ok(None))
    }

    pub(super) fn all_nearer(&self, state: &D::State, rank: u64) -> Vec<(D::State, u64)> {
        let here = self.entry(state, rank, self.parity(state));
        let mut nearer = Vec::new();
        self.each_neighbour(state, rank, |next, rank, entry| {
            if entry.is_nearer_by(1, here) {
                nearer.push((next, rank));
            }
        });
        nearer
    }
}
