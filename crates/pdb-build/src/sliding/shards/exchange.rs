//! The exchange of messages between shards of one process or of several.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::messages::Messages;
use crate::Result;

/// The exchange of messages between shards.
///
/// Levels are sent in turn: the messages between two ends of levels have states of one depth.
pub trait Exchange {
    /// Returns the numbers of the shards that are in this process.
    fn owned(&self) -> Range<usize>;

    /// Sends messages to a shard.
    ///
    /// # Errors
    /// If they cannot be sent.
    fn send(&mut self, shard: usize, messages: Messages) -> Result<()>;

    /// Returns the messages that were sent to one of the shards of this process before the last end
    /// of a level.
    fn take(&mut self, shard: usize) -> Vec<Messages>;

    /// Returns the numbers of states at depth 0, 1, 2, … that the process with the most finished
    /// levels knows. This process knows `counts`.
    ///
    /// # Errors
    /// If a process is gone, or the levels contradict each other.
    fn agree(&mut self, counts: Vec<u64>) -> Result<Vec<u64>>;

    /// Ends a level. Returns the sum over all processes, once each of them has ended the level and
    /// all messages have arrived.
    ///
    /// # Errors
    /// If a process is gone.
    fn end_level(&mut self, own: LevelSum) -> Result<LevelSum>;
}

/// The sum of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LevelSum {
    /// The number of states that were added.
    pub new: u64,
    /// Whether the search is to stop after this level.
    pub stop: bool,
    /// The sum of the checksums of all shards in files, modulo 2^64.
    pub files: u64,
}

/// The exchange of a process that has all shards.
#[derive(Debug)]
pub(super) struct LocalExchange {
    /// For each shard, the messages that arrived before the last end of a level.
    arrived: Vec<Vec<Messages>>,
    /// For each shard, the messages that have arrived since.
    coming: Vec<Vec<Messages>>,
}

impl LocalExchange {
    pub(super) fn new(shards: usize) -> Self {
        Self {
            arrived: vec![Vec::new(); shards],
            coming: vec![Vec::new(); shards],
        }
    }
}

impl Exchange for LocalExchange {
    fn owned(&self) -> Range<usize> {
        0..self.arrived.len()
    }

    fn send(&mut self, shard: usize, messages: Messages) -> Result<()> {
        self.coming[shard].push(messages);
        Ok(())
    }

    fn take(&mut self, shard: usize) -> Vec<Messages> {
        std::mem::take(&mut self.arrived[shard])
    }

    fn agree(&mut self, counts: Vec<u64>) -> Result<Vec<u64>> {
        Ok(counts)
    }

    fn end_level(&mut self, own: LevelSum) -> Result<LevelSum> {
        std::mem::swap(&mut self.arrived, &mut self.coming);
        Ok(own)
    }
}
