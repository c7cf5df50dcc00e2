//! The storage of a process's shards: memory here, files in `scratch`.

use std::{fmt, io, ops::Range};

use tilebase_core::{Memory, parallel};

use super::{
    super::sizes::memory_needed,
    cut::Cut,
    exchange::Exchange,
    messages::Messages,
    shard::{Shard, ShardLevel},
};
use crate::{Added, BuildError, Result};

/// Brings a shard to the next level, given the messages for it.
pub(super) type ShardStep<'a> = dyn Fn(&mut Shard, &[Messages]) -> Result<ShardLevel> + Sync + 'a;

/// The storage of the shards of this process. If they are in memory, the methods for files do
/// nothing.
pub(super) trait ShardStore: fmt::Debug + Send + Sync {
    /// Calls `work` with every shard that does not have the states of depth `level` yet, and with
    /// the messages for it. Sends the resulting messages, keeps the changes, and returns the states
    /// that all shards added at this level.
    fn each(
        &mut self,
        level: u32,
        work: &ShardStep<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<Added>;

    /// Saves the levels that all processes have finished: the numbers of states at depth 0, 1, 2,
    /// …, and the [sum](super::exchange::LevelSum::files) of all processes' shards.
    ///
    /// # Errors
    /// If they cannot be saved.
    fn keep_levels(&mut self, _counts: &[u64], _files: u64) -> Result<()> {
        Ok(())
    }

    /// Returns the sum of the checksums of the shards after the first `levels` levels, modulo 2^64;
    /// 0 if they are in memory.
    fn files(&self, _levels: u32) -> u64 {
        0
    }

    /// Returns the states of this process at a depth, ascending, if the store lists levels. The
    /// level must have been listed. An error says that a list is damaged or cannot be read.
    fn listed(&self, _depth: u32) -> Option<Result<Vec<u64>>> {
        None
    }

    /// Returns a segment of the table: the part of a shard of this process for a cell.
    ///
    /// # Errors
    /// If it is damaged or cannot be read.
    fn segment(&self, cell: usize, shard: usize) -> Result<Memory>;

    /// Deletes the files of this process's shards, and the folder if nothing else is in it.
    ///
    /// # Errors
    /// If the file system reports an error.
    fn remove(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

/// All shards of this process in memory.
#[derive(Debug)]
pub(super) struct InMemory {
    pub(super) shards: Vec<Shard>,
}

impl InMemory {
    /// Returns memory for these shards, which is not touched yet.
    ///
    /// # Errors
    /// If the system refuses it.
    pub(super) fn new(cut: &Cut, shards: Range<usize>) -> Result<Self> {
        let needed = memory_needed(cut.space()) / cut.shards() as u64 * shards.len() as u64;
        let refused = BuildError::allocation(cut.space().shape(), needed);
        let shards: io::Result<_> = shards.map(|number| Shard::new(cut, number, 1)).collect();
        let shards = shards.map_err(refused)?;
        Ok(Self { shards })
    }
}

impl ShardStore for InMemory {
    fn each(&mut self, _: u32, work: &ShardStep<'_>, exchange: &mut dyn Exchange) -> Result<Added> {
        let messages: Vec<Vec<Messages>> = self
            .shards
            .iter()
            .map(|shard| exchange.take(shard.number))
            .collect();
        let shards = self.shards.iter_mut().zip(messages);
        let done = parallel::try_map(shards, |(shard, messages)| work(shard, &messages))?;
        let (mut count, mut lists) = (0, Vec::new());
        for level in done {
            for (to, messages) in level.messages {
                exchange.send(to, messages)?;
            }
            count += level.added.count;
            lists.push(level.added.ranks);
        }
        let lists: Option<Vec<_>> = lists.into_iter().collect();
        Ok(Added {
            count,
            ranks: lists.map(|lists| lists.concat()),
        })
    }

    fn segment(&self, cell: usize, shard: usize) -> Result<Memory> {
        let [_, table] = &self.shards[shard - self.shards[0].number].reached.planes;
        let segment = table.segment(cell);
        let refused = BuildError::allocation("a segment", segment.len() as u64);
        Memory::copy_of(segment).map_err(refused)
    }
}
