//! A level of a shard: the states that it receives, those that it finds itself, and those that it
//! sends.
//!
//! Inside a shard a level *pulls*: each chunk gathers the states that moves bring into it. States
//! that leave a shard are *pushed* by the level that found them, so that no shard reads another. A
//! move and its reverse map states one to one, so the table that says from where the states of a
//! chunk are pulled also says where the states of this chunk go.
//!
//! A shard adds the states that it receives *before* its own level. So the states that the level
//! then finds were not sent by another shard, and of two states joined by a crossing move only one
//! is sent, once in the whole search.

use std::io;

use tilebase_core::{Instructions, Kernel, Monitor};

use super::{
    super::{
        bit_words::chunk::{self, BITS, Chunk, EMPTY},
        level::PlaneLink,
        reached::{ReachedStates, plane_of},
        steps::{self, StepKernel},
    },
    crossing::{Crossing, Crossings},
    cut::Cut,
    messages::{self, Messages, Sender},
};
use crate::{Added, BuildError, Level, Listing, MessageError, Result};

/// A shard between two levels.
#[derive(Debug)]
pub(super) struct Shard {
    pub(super) number: usize,
    pub(super) reached: ReachedStates,
}

impl Shard {
    /// Returns a shard in which nothing is reached, in memory that is not touched yet. Segments
    /// begin at multiples of `alignment`.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn new(cut: &Cut, number: usize, alignment: usize) -> io::Result<Self> {
        Ok(Self {
            number,
            reached: ReachedStates::nothing(cut.extent(number), alignment)?,
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
    pub(super) cut: Cut,
    /// The moves within a shard.
    pub(super) kernel: StepKernel,
    /// For each cell, the move that leads out of the shard.
    pub(super) crossings: Vec<Option<Crossing>>,
}

/// Adds the states that a shard receives before its level.
struct ReceivePackets<'a> {
    kernel: &'a ShardKernel,
    reached: &'a mut ReachedStates,
    packets: &'a [u8],
    /// The depth of the states in the messages, which is that of those before the level.
    depth: u32,
    listing: &'a Listing,
    /// The new states, as long as they are listed.
    ranks: &'a mut Vec<u64>,
}

impl Kernel for ReceivePackets<'_> {
    type Output = Result<u64, MessageError>;

    /// Adds the states that are not in the shard yet at the next depth. Returns their number.
    #[inline(always)]
    fn run(mut self) -> Self::Output {
        let ReachedStates {
            extent,
            planes,
            activity,
            ..
        } = self.reached;
        let chunks = extent.chunks;
        let next = self.depth + 1;
        let [zero, one] = planes;
        let (other, target) = match plane_of(next) {
            1 => (zero, one),
            _ => (one, zero),
        };
        let mut others: Vec<&mut [Chunk]> = other.cells_mut().collect();
        let mut targets: Vec<&mut [Chunk]> = target.cells_mut().collect();
        let (mut moved, mut fresh) = (EMPTY, EMPTY);
        let mut count = 0;
        while let Some((cell, chunk)) = messages::take(&mut self.packets, &mut moved)? {
            if !self.kernel.receives(cell, self.depth) || chunk >= chunks {
                return Err(MessageError::Packet);
            }
            let activity = &mut activity[cell * chunks + chunk];
            if activity.is_full() {
                continue;
            }
            let (other, target) = (&mut others[cell][chunk], &mut targets[cell][chunk]);
            let new = chunk::merge(&[&moved], other, target, &mut fresh);
            if new == 0 {
                continue;
            }
            activity.add(next, new);
            let new = u64::from(new);
            count += new;
            if self.listing.may_list(new) {
                let base = extent.rank(cell, chunk);
                chunk::for_each_state(&fresh, |state| self.ranks.push(base + state as u64));
            }
        }
        Ok(count)
    }
}

impl ShardKernel {
    pub(super) fn new(cut: &Cut, instructions: Instructions) -> Self {
        let mut links = steps::links(cut.space());
        let crossings = links.iter_mut().enumerate().map(|(cell, links)| {
            let crossing = |link: &PlaneLink| Crossing::new(cut, cell, link);
            let at = links.iter().position(|link| crossing(link).is_some())?;
            crossing(&links.remove(at))
        });
        Self {
            cut: *cut,
            crossings: crossings.collect(),
            kernel: StepKernel::new(cut.space(), links, instructions),
        }
    }

    /// Returns whether messages can be for a cell with states of this depth.
    #[inline(always)]
    fn receives(&self, cell: usize, depth: u32) -> bool {
        let crossing = self.crossings.get(cell);
        crossing.is_some_and(Option::is_some) && self.kernel.colours[cell] != depth & 1
    }

    fn crossings(&self, shard: usize) -> Crossings<'_> {
        Crossings {
            cut: &self.cut,
            of_cells: &self.crossings,
            shard,
        }
    }

    /// Begins a search: adds those states that belong to a shard to it, at depth 0, and sends them
    /// to other shards.
    pub(super) fn begin(&self, shard: &mut Shard, ranks: &[u64]) -> ShardLevel {
        let mut outgoing = self.crossings(shard.number).outgoing();
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
            added: Added::listed(own),
            messages: outgoing.sender.finish(0),
        }
    }

    /// Adds the states of depth `depth + 1` to a shard: those that were sent to it, and those that
    /// are found in it. Sends the latter to other shards.
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
    ) -> Result<ShardLevel> {
        let (number, reached) = (shard.number, &mut shard.reached);
        let (mut received, mut ranks) = (0, Vec::new());
        for messages in messages {
            received += self.receive(number, reached, depth, messages, listing, &mut ranks)?;
        }
        let crossings = Some(self.crossings(number));
        let (mut added, outgoing) =
            (self.kernel).expand(reached, depth, listing, crossings, monitor)?;
        added.count += received;
        if let Some(listed) = &mut added.ranks {
            listed.extend(ranks);
        }
        let mut sender = Sender::default();
        for outgoing in outgoing.into_iter().flatten() {
            sender.append(outgoing.sender);
        }
        Ok(ShardLevel {
            added,
            messages: sender.finish(depth + 1),
        })
    }

    /// Adds the states in messages to a shard, and lists them in `ranks` if they may be listed.
    /// Returns the number of new ones.
    fn receive(
        &self,
        shard: usize,
        reached: &mut ReachedStates,
        depth: u32,
        messages: &Messages,
        listing: &Listing,
        ranks: &mut Vec<u64>,
    ) -> Result<u64> {
        let bytes = messages.bytes()?;
        let received = messages::open(&bytes, shard, depth).and_then(|packets| {
            self.kernel.instructions.run(ReceivePackets {
                kernel: self,
                reached,
                packets,
                depth,
                listing,
                ranks,
            })
        });
        received.map_err(|problem| BuildError::Messages {
            shard,
            depth,
            problem,
        })
    }
}
