//! Shortest paths to the goal: one, all of them, and their number.

use std::collections::HashMap;

use tilebase_core::{RankedSpace, format::Payload};

use super::{Distances, Entry, Table, TableError};

impl<D: Distances> Table<D> {
    /// Returns a shortest path to the goal, including both ends; `None` if no moves lead there.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn path(&self, state: &D::State) -> Result<Option<Vec<D::State>>, TableError> {
        let rank = self.space().rank(state);
        if self.entry(state, rank, self.parity(state)) == Entry::Unreachable {
            return self.undamaged(Ok(None));
        }
        self.undamaged(self.follow(state, rank).map(Some))
    }

    /// Follows nearer neighbours to the goal. Returns both ends and the states between.
    fn follow(&self, state: &D::State, mut rank: u64) -> Result<Vec<D::State>, TableError> {
        let (mut path, mut around) = (vec![state.clone()], Vec::new());
        let mut here = self.entry(state, rank, self.parity(state));
        while !self.arrived(rank, here)? {
            let last = &path[path.len() - 1];
            around.clear();
            self.distances.prefetch_near(last, rank, &mut around);
            let parity = 1 - self.parity(last);
            // The first in the order of moves, as in lists of all paths.
            let nearer = around.drain(..).find_map(|(next, rank)| {
                let entry = self.entry(&next, rank, parity);
                entry.is_nearer_by(1, here).then_some((next, rank, entry))
            });
            // A damaged table may lead in circles.
            let nearer = nearer.filter(|_| path.len() <= self.longest() as usize);
            let next;
            (next, rank, here) = nearer.ok_or(TableError::Astray { rank })?;
            path.push(next);
        }
        Ok(path)
    }

    /// Returns the number of shortest paths to the goal: 0 if it cannot be reached, 1 at the goal.
    ///
    /// Counts level by level over the states on such paths.
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
        // All paths of the first one's length end at a goal like it, or the table is damaged.
        if let Some(&rank) = level.keys().find(|&&rank| !self.distances.is_goal(rank)) {
            return Err(TableError::Astray { rank });
        }
        let ways = level.values().map(|&(_, ways)| ways);
        Ok(ways.fold(0, u128::saturating_add))
    }

    /// Returns up to `limit` shortest paths to the goal, in the puzzle's order of moves.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn all_paths(
        &self,
        state: &D::State,
        limit: usize,
    ) -> Result<Vec<Vec<D::State>>, TableError> {
        let (mut paths, mut path) = (Vec::new(), Vec::new());
        let distance = self.distance(state)?;
        let start = distance.map(|_| vec![(state.clone(), self.space().rank(state))]);
        // For each state on the path, the moves not taken yet, the next one last.
        let mut left: Vec<_> = start.into_iter().collect();
        while paths.len() < limit
            && let Some(moves) = left.last_mut()
        {
            let Some((state, rank)) = moves.pop() else {
                left.pop();
                path.pop();
                continue;
            };
            let mut nearer = self.all_nearer(&state, rank);
            path.push(state);
            let arrives = Some(path.len() as u32 - 1) == distance;
            if arrives != self.distances.is_goal(rank) || arrives != nearer.is_empty() {
                return self.undamaged(Err(TableError::Astray { rank }));
            }
            nearer.reverse();
            left.push(nearer);
            if arrives {
                paths.push(path.clone());
            }
        }
        self.undamaged(Ok(paths))
    }

    pub(super) fn all_nearer(&self, state: &D::State, rank: u64) -> Vec<(D::State, u64)> {
        let here = self.entry(state, rank, self.parity(state));
        self.neighbours_with(state, rank, |there| there.is_nearer_by(1, here))
    }
}
