//! A level of a shard: what was sent to it, and what it finds by itself.

use std::io;

use tilebase_core::{Instructions, Monitor};

use super::{
    super::{
        level::{self, LevelKernel, Link, Outgoing},
        listing::{Added, Listing},
        reached::Reached,
        words::chunk::{BITS, Chunk, EMPTY},
    },
    crossing::{Crossing, Receiver},
    cut::Cut,
    messages::{Messages, Sender},
};
use crate::{BuildError, Level};

/// A shard between two levels.
#[derive(Debug)]
pub(super) struct Shard {
    pub(super) number: usize,
    pub(super) reached: Reached,
}

impl Shard {
    /// Returns a shard in which nothing is reached, in memory yet untouched. Segments begin at
    /// multiples of `alignment`.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn new(cut: &Cut, number: usize, alignment: usize) -> io::Result<Self> {
        Ok(Self {
            number,
            reached: Reached::nothing(cut.extent(number), alignment)?,
        })
    }
}

/// The states that a level added to a shard, and the messages that it sends to others.
#[derive(Debug)]
pub(super) struct ShardLevel {
    pub(super) added: Added,
    pub(super) messages: Vec<(usize, Messages)>,
}

/// The levels of shards, without the states.
#[derive(Debug)]
pub(super) struct ShardKernel {
    cut: Cut,
    /// The moves within a shard.
    kernel: LevelKernel,
    /// Of each cell, the move that leads out of the shard.
    crossings: Vec<Option<Crossing>>,
}

/// What a task sends to other shards.
struct ToShards<'a> {
    kernel: &'a ShardKernel,
    shard: usize,
    sender: Sender,
}

impl Outgoing for ToShards<'_> {
    #[inline(always)]
    fn put(&mut self, cell: usize, chunk: usize, states: &Chunk, count: u32) {
        if let Some(crossing) = &self.kernel.crossings[cell] {
            let (to, there) = crossing.target(&self.kernel.cut, self.shard, chunk);
            self.sender.put(to, (crossing.to, there), states, count);
        }
    }
}

impl ShardKernel {
    pub(super) fn new(cut: &Cut, instructions: Instructions) -> Self {
        let mut links = level::links(cut.space());
        let crossings = links.iter_mut().enumerate().map(|(cell, links)| {
            let crossing = |link: &Link| Crossing::new(cut, cell, link);
            let at = links.iter().position(|link| crossing(link).is_some())?;
            crossing(&links.remove(at))
        });
        Self {
            cut: *cut,
            crossings: crossings.collect(),
            kernel: LevelKernel::new(cut.space(), links, instructions),
        }
    }

    /// Returns the cells that a cell pulls from within a shard.
    pub(super) fn sources_of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.kernel.sources_of(cell)
    }

    /// Returns the colour of a cell. It holds the states of even depths or those of odd depths.
    pub(super) fn colour(&self, cell: usize) -> u32 {
        self.kernel.colour(cell)
    }

    /// Returns the crossing of a cell.
    pub(super) fn crossing(&self, cell: usize) -> Option<&Crossing> {
        self.crossings[cell].as_ref()
    }

    fn outgoing(&self, shard: usize) -> ToShards<'_> {
        ToShards {
            kernel: self,
            shard,
            sender: Sender::default(),
        }
    }

    /// Adds to a shard those of these states that are its own, at depth 0, and sends them on: the
    /// beginning of a search.
    pub(super) fn begin(&self, shard: &mut Shard, ranks: &[u64]) -> ShardLevel {
        let mut outgoing = self.outgoing(shard.number);
        let mut own = Vec::new();
        for &rank in ranks {
            let Some(place) = shard.reached.extent.place(rank) else {
                continue;
            };
            shard.reached.insert(place, 0);
            own.push(rank);
            let mut states = EMPTY;
            states[place.state / BITS] = u64::to_le_bytes(1 << (place.state % BITS));
            outgoing.put(place.cell, place.chunk, &states, 1);
        }
        ShardLevel {
            added: Added {
                count: own.len() as u64,
                ranks: Some(own),
            },
            messages: outgoing.sender.finish(0),
        }
    }

    /// Adds the states of depth `depth + 1` to a shard: those that were sent to it, and those that
    /// are found in it. Sends the latter on.
    ///
    /// # Errors
    /// If the messages are damaged or cannot be read, or the monitor asks to stop.
    pub(super) fn expand(
        &self,
        shard: &mut Shard,
        depth: u32,
        messages: &[Messages],
        listing: &Listing,
        monitor: &Monitor<'_, Level>,
    ) -> Result<ShardLevel, BuildError> {
        let receives =
            |cell: usize| self.crossings[cell].is_some() && self.colour(cell) != depth & 1;
        let receiver = Receiver {
            shard: shard.number,
            receives: &(0..self.cut.cells()).map(receives).collect::<Vec<_>>(),
            depth,
            listing,
        };
        let reached = &mut shard.reached;
        let (received, ranks) = receiver.receive(self.kernel.instructions(), reached, messages)?;
        let outgoing = || self.outgoing(receiver.shard);
        let (mut added, outgoing) =
            (self.kernel).expand(reached, depth, listing, outgoing, monitor)?;
        added.count += received;
        if let Some(listed) = &mut added.ranks {
            listed.extend(ranks);
        }
        let mut sender = Sender::default();
        for outgoing in outgoing {
            sender.append(outgoing.sender);
        }
        Ok(ShardLevel {
            added,
            messages: sender.finish(depth + 1),
        })
    }
}
