//! The storage of a process's shards: memory here, files in `scratch`.

use std::{fmt, io, ops::Range};

use tilebase_core::{format::Levels, parallel};

use super::{
    super::{listing::Added, sizes::memory_needed},
    cut::Cut,
    exchange::Exchange,
    messages::Messages,
    shard::{Shard, ShardLevel},
};
use crate::{BuildError, found::Segment};

/// Brings a shard to the next level, given the messages for it.
pub(super) type Work<'a> =
    dyn Fn(&mut Shard, &[Messages]) -> Result<ShardLevel, BuildError> + Sync + 'a;

/// The storage of the shards of this process.
pub(super) trait ShardStore: fmt::Debug + Send + Sync {
    /// Calls `work` with every shard that does not have the states of depth `level` yet, and with
    /// the messages for it. Sends the resulting messages, keeps the changes, and returns the states
    /// that all shards added at this level.
    fn each(
        &mut self,
        level: u32,
        work: &Work<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<Added, BuildError>;

    /// Saves the levels that all processes have finished: the numbers of states at depth 0, 1, 2,
    /// …, the states of the last level in this process if they are listed, and the
    /// [sum](super::exchange::Counts::files) of all processes' shards.
    ///
    /// # Errors
    /// If they cannot be saved.
    fn keep_levels(
        &mut self,
        counts: &[u64],
        listed: Option<&[u64]>,
        files: u64,
    ) -> Result<(), BuildError>;

    /// Returns the sum of the checksums of the shards after the first `levels` levels, modulo 2^64;
    /// 0 if they are in memory.
    fn files(&self, levels: u32) -> u64;

    /// Returns the states of this process at a depth, ascending. The level must have been listed.
    ///
    /// # Errors
    /// If a list is damaged or cannot be read.
    fn listed(&self, depth: u32) -> Result<Vec<u64>, BuildError>;

    /// Returns a segment of the table: the part of a shard of this process for a cell.
    ///
    /// # Errors
    /// If it is damaged or cannot be read.
    fn segment(&self, cell: usize, shard: usize) -> Result<Segment<'_>, BuildError>;

    /// Deletes the files of this process's shards, and the folder if nothing else is in it.
    ///
    /// # Errors
    /// If the file system reports an error.
    fn remove(self: Box<Self>) -> Result<(), BuildError>;
}

/// All shards of this process in memory.
#[derive(Debug)]
pub(super) struct InMemory {
    pub(super) shards: Vec<Shard>,
    /// The listed levels.
    pub(super) listed: Levels,
}

impl InMemory {
    /// Returns memory for these shards, which is not touched yet.
    ///
    /// # Errors
    /// If the system refuses it.
    pub(super) fn new(cut: &Cut, shards: Range<usize>) -> Result<Self, BuildError> {
        let needed = memory_needed(cut.space()) / cut.shards() as u64 * shards.len() as u64;
        let refused = BuildError::allocation(cut.space().shape(), needed);
        let shards: io::Result<_> = shards.map(|number| Shard::new(cut, number, 1)).collect();
        let shards = shards.map_err(refused)?;
        Ok(Self {
            shards,
            listed: Levels::new(),
        })
    }
}

impl ShardStore for InMemory {
    fn each(
        &mut self,
        _: u32,
        work: &Work<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<Added, BuildError> {
        let messages: Vec<Vec<Messages>> = self
            .shards
            .iter()
            .map(|shard| exchange.take(shard.number))
            .collect();
        let shards = self.shards.iter_mut().zip(messages);
        let done = parallel::try_map(shards, |(shard, messages)| work(shard, &messages))?;
        let mut count = 0;
        let mut lists = Some(Vec::new());
        for level in done {
            for (to, messages) in level.messages {
                exchange.send(to, messages)?;
            }
            count += level.added.count;
            lists = lists.zip(level.added.ranks).map(|(mut all, own)| {
                all.extend(own);
                all
            });
        }
        Ok(Added {
            count,
            ranks: lists,
        })
    }

    fn keep_levels(
        &mut self,
        counts: &[u64],
        listed: Option<&[u64]>,
        _: u64,
    ) -> Result<(), BuildError> {
        if let Some(ranks) = listed {
            let mut ranks = ranks.to_vec();
            // They arrive shard by shard, and those that were sent come first in each shard.
            parallel::sort(&mut ranks);
            self.listed.push((counts.len() as u32 - 1, ranks));
        }
        Ok(())
    }

    fn files(&self, _: u32) -> u64 {
        0
    }

    fn listed(&self, depth: u32) -> Result<Vec<u64>, BuildError> {
        let list = self.listed.iter().find(|(listed, _)| *listed == depth);
        Ok(list.map_or(Vec::new(), |(_, ranks)| ranks.clone()))
    }

    fn segment(&self, cell: usize, shard: usize) -> Result<Segment<'_>, BuildError> {
        let [_, table] = &self.shards[shard - self.shards[0].number].reached.planes;
        Ok(Segment::Held(table.segment(cell)))
    }

    fn remove(self: Box<Self>) -> Result<(), BuildError> {
        Ok(())
    }
}
