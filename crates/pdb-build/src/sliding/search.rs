//! The search itself: levels from the goal until nothing is new, wherever the shards are.

use tilebase_core::{Instructions, Monitor, RankedSpace};

use super::{
    cut::Cut,
    dense::{Added, Dense, Fresh, Listing},
    shard::Shard,
    shelf::{Post, Shelf, Tally},
    sparse,
};
use crate::{BuildError, Level};

/// Levels of at most one state in this many run from a list.
const SPARSE: u64 = 36_000;

/// Returns the most states that are listed at a level, when the caller asks for lists of up to
/// `list_up_to`.
pub(super) fn longest_list(states: u64, list_up_to: u64) -> u64 {
    list_up_to.max(states / SPARSE)
}

/// A breadth-first search between two levels, without the memory of its shards.
#[derive(Debug)]
pub(super) struct Search {
    cut: Cut,
    dense: Dense,
    /// Levels of at most so many states run state by state, where they are listed and the board is
    /// whole.
    sparse: u64,
    list_up_to: u64,
    /// How many states have depth 0, 1, 2, …
    counts: Vec<u64>,
    /// The last level, as far as it is in this process.
    frontier: Added,
}

impl Search {
    /// Returns a search that has reached nothing. Lists levels of at most `list_up_to` states.
    pub(super) fn new(cut: &Cut, instructions: Instructions, list_up_to: u64) -> Self {
        assert!(
            super::supports(cut.space()),
            "{} boards are not searched by windows",
            cut.space().shape()
        );
        Self {
            cut: *cut,
            dense: Dense::new(cut, instructions),
            sparse: cut.states() / SPARSE,
            list_up_to,
            counts: Vec::new(),
            frontier: Added::default(),
        }
    }

    /// Goes over the whole board at every level, or state by state where it can and there are at
    /// most `sparse` states.
    #[cfg(test)]
    pub(super) fn with_sparse(self, sparse: u64) -> Self {
        Self { sparse, ..self }
    }

    /// Has the search go on from levels that were searched before.
    pub(super) fn resume(self, counts: Vec<u64>) -> Self {
        Self { counts, ..self }
    }

    /// Begins with these states, ascending and on cells of the goal's colour, at depth 0.
    pub(super) fn start(
        &mut self,
        ranks: &[u64],
        shelf: &mut dyn Shelf,
        post: &mut dyn Post,
    ) -> Result<&Added, BuildError> {
        let own = shelf.each(0, &|shard, _| Ok(self.dense.begin(shard, ranks)), post)?;
        self.turn(own, post)
    }

    /// Goes on to the next level.
    pub(super) fn expand(
        &mut self,
        shelf: &mut dyn Shelf,
        post: &mut dyn Post,
        monitor: &Monitor<'_, Level>,
    ) -> Result<&Added, BuildError> {
        let depth = self.counts.len() as u32 - 1;
        let listing = Listing::new(self.list_up_to);
        let few = self.cut.shards() == 1 && self.frontier.count <= self.sparse;
        let frontier = self.frontier.ranks.as_deref().filter(|_| few);
        let work = |shard: &mut Shard, mail: &[_]| match frontier {
            Some(ranks) => self.state_by_state(shard, depth, ranks, monitor),
            None => self.dense.expand(shard, depth, mail, &listing, monitor),
        };
        let own = shelf.each(depth + 1, &work, post)?;
        self.turn(own, post)
    }

    /// Expands a list of states on a whole board.
    fn state_by_state(
        &self,
        shard: &mut Shard,
        depth: u32,
        ranks: &[u64],
        monitor: &Monitor<'_, Level>,
    ) -> Result<Fresh, BuildError> {
        let known = |rank| shard.planes.iter().any(|plane| plane.contains(rank));
        let new = sparse::expand(self.cut.space(), ranks, known, monitor)?;
        for &rank in &new {
            shard.insert(&self.cut, self.cut.place(rank), depth + 1);
        }
        Ok(Fresh {
            added: Added {
                count: new.len() as u64,
                ranks: Some(new),
            },
            mail: Vec::new(),
        })
    }

    /// Ends a level of which this process has `own`.
    fn turn(&mut self, own: Added, post: &mut dyn Post) -> Result<&Added, BuildError> {
        let Tally { new, stop } = post.turn(Tally {
            new: own.count,
            stop: false,
        })?;
        self.counts.push(new);
        self.frontier = own;
        if stop { Err(BuildError::Interrupted) } else { Ok(&self.frontier) }
    }

    /// Searches from the goal, or from where the search was, to the end.
    ///
    /// Returns how many states have depth 0, 1, 2, ….
    pub(super) fn run(
        mut self,
        shelf: &mut dyn Shelf,
        post: &mut dyn Post,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Vec<u64>, BuildError> {
        if self.counts.is_empty() {
            self.start(&self.cut.space().goals(), shelf, post)?;
        }
        loop {
            self.ended(shelf, monitor)?;
            self.expand(shelf, post, monitor)?;
            if self.counts.last() == Some(&0) {
                self.counts.pop();
                return Ok(self.counts);
            }
        }
    }

    /// Has the last level kept, and reports it.
    fn ended(&self, shelf: &mut dyn Shelf, monitor: &Monitor<'_, Level>) -> Result<(), BuildError> {
        let new = self.counts.last().copied().unwrap_or_default();
        let ranks = self.frontier.ranks.as_deref();
        shelf.ended(&self.counts, ranks.filter(|_| new <= self.list_up_to))?;
        monitor.report(&Level {
            depth: self.counts.len() as u32 - 1,
            new,
            reached: self.counts.iter().sum(),
            total: self.cut.states(),
        });
        Ok(())
    }
}
