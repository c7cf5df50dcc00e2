//! Where shards are, and what crosses between them: the two things in which searches in memory, on
//! disk and on several machines differ.

use std::ops::Range;

use tilebase_core::format::Levels;
use tilebase_core::parallel::prelude::*;

use super::{
    cut::Cut,
    dense::{Added, Fresh},
    mail::Mail,
    shard::Shard,
};
use crate::BuildError;

/// Brings a shard to the next level, with the mail for it.
pub(super) type Work<'a> = dyn Fn(&mut Shard, &[Mail]) -> Result<Fresh, BuildError> + Sync + 'a;

/// Where the shards of this process are.
pub(super) trait Shelf {
    /// Calls `work` with every shard that has not the states of depth `level` yet, and with the
    /// mail for it. Sends what it sends, keeps what changed, and returns what all shards added at
    /// this level.
    fn each(
        &mut self,
        level: u32,
        work: &Work<'_>,
        post: &mut dyn Post,
    ) -> Result<Added, BuildError>;

    /// Keeps the levels that have ended everywhere: how many states have depth 0, 1, 2, …, and the
    /// states of the last in this process where they are listed.
    ///
    /// # Errors
    /// If that cannot be kept.
    fn ended(&mut self, counts: &[u64], listed: Option<&[u64]>) -> Result<(), BuildError>;
}

/// What crosses between shards, of this process or of several.
///
/// Depths are sent in turn: what is sent between two turns has the same depth.
pub trait Post {
    /// Returns the numbers of the shards that are in this process.
    fn owned(&self) -> Range<usize>;

    /// Sends mail to a shard.
    ///
    /// # Errors
    /// If it cannot be sent.
    fn send(&mut self, shard: usize, mail: Mail) -> Result<(), BuildError>;

    /// Takes what has been sent to one of the shards of this process before the last turn.
    fn take(&mut self, shard: usize) -> Vec<Mail>;

    /// Returns the most levels that any process has gone through before, of which this one knows
    /// `counts`.
    ///
    /// # Errors
    /// If a process is gone, or the levels contradict each other.
    fn agree(&mut self, counts: Vec<u64>) -> Result<Vec<u64>, BuildError>;

    /// Ends a level: returns the sum over all processes once each has ended it and everything sent
    /// has arrived.
    ///
    /// # Errors
    /// If a process is gone.
    fn turn(&mut self, own: Tally) -> Result<Tally, BuildError>;
}

/// What a level comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// States added.
    pub new: u64,
    /// Whether the search is to stop here.
    pub stop: bool,
}

/// All shards in this process: mail goes from hand to hand.
#[derive(Debug)]
pub(super) struct Desk {
    /// The mail for each shard that came before the last turn.
    inbox: Vec<Vec<Mail>>,
    /// That which has come since.
    coming: Vec<Vec<Mail>>,
}

impl Desk {
    pub(super) fn new(shards: usize) -> Self {
        Self {
            inbox: vec![Vec::new(); shards],
            coming: vec![Vec::new(); shards],
        }
    }
}

impl Post for Desk {
    fn owned(&self) -> Range<usize> {
        0..self.inbox.len()
    }

    fn send(&mut self, shard: usize, mail: Mail) -> Result<(), BuildError> {
        self.coming[shard].push(mail);
        Ok(())
    }

    fn take(&mut self, shard: usize) -> Vec<Mail> {
        std::mem::take(&mut self.inbox[shard])
    }

    fn agree(&mut self, counts: Vec<u64>) -> Result<Vec<u64>, BuildError> {
        Ok(counts)
    }

    fn turn(&mut self, own: Tally) -> Result<Tally, BuildError> {
        std::mem::swap(&mut self.inbox, &mut self.coming);
        Ok(own)
    }
}

/// All shards of this process in memory.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) shards: Vec<Shard>,
    /// The listed levels.
    pub(super) listed: Levels,
}

impl Memory {
    /// Takes memory for these shards, yet untouched.
    ///
    /// # Errors
    /// If the system refuses it.
    pub(super) fn new(cut: &Cut, shards: Range<usize>) -> Result<Self, BuildError> {
        let count = shards.len() as u64;
        let shards: std::io::Result<_> = shards.map(|number| Shard::new(cut, number, 1)).collect();
        let shards = shards.map_err(|source| BuildError::Allocation {
            what: cut.space().shape().to_string(),
            needed: super::memory_needed(cut.space()) / cut.shards() as u64 * count,
            source,
        })?;
        Ok(Self {
            shards,
            listed: Levels::new(),
        })
    }
}

impl Shelf for Memory {
    fn each(&mut self, _: u32, work: &Work<'_>, post: &mut dyn Post) -> Result<Added, BuildError> {
        let mail: Vec<Vec<Mail>> = self
            .shards
            .iter()
            .map(|shard| post.take(shard.number))
            .collect();
        let shards = self.shards.par_iter_mut().zip(mail);
        let done: Vec<Fresh> = shards
            .map(|(shard, mail)| work(shard, &mail))
            .collect::<Result<_, _>>()?;
        let mut added = Vec::with_capacity(done.len());
        for fresh in done {
            for (to, mail) in fresh.mail {
                post.send(to, mail)?;
            }
            added.push(fresh.added);
        }
        Ok(Added::sum(added))
    }

    fn ended(&mut self, counts: &[u64], listed: Option<&[u64]>) -> Result<(), BuildError> {
        if let Some(ranks) = listed {
            let mut ranks = ranks.to_vec();
            // They come shard by shard, and in each what was sent comes first.
            ranks.par_sort_unstable();
            self.listed.push((counts.len() as u32 - 1, ranks));
        }
        Ok(())
    }
}
