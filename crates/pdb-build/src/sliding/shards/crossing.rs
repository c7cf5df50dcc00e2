//! The moves that lead out of a shard: where the states of a chunk go, and how they are received.
//!
//! Inside a shard a level *pulls*: it asks of each chunk what comes there. What leads out of a
//! shard is *pushed* by the level that found it, so that nobody reads another shard. A move and the
//! move back join states one to one, so the table that says where the states of a chunk are pulled
//! from says as well where those of this chunk go.
//!
//! A shard takes what was sent to it *before* its own level. So what the level then finds by itself
//! was not sent by anyone, and of two states that a crossing move joins just one is sent, once in
//! the whole search.

use tilebase_core::{Instructions, Kernel};

use super::{
    super::{
        level::Link,
        listing::Listing,
        reached::{Reached, plane_of},
        words::{
            chunk::{self, Chunk, EMPTY, WORDS},
            moves::Pull,
            source::come_from,
        },
    },
    cut::Cut,
    messages::{self, MessageError, Messages},
};
use crate::BuildError;

/// The move of a cell that leads out of its shard.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Crossing {
    /// The cell that the blank goes to.
    pub(super) to: usize,
    unit: usize,
    shifts: Vec<isize>,
}

impl Crossing {
    /// Returns the crossing of a cell by one of its links; `None` if that stays in the shard.
    pub(super) fn new(cut: &Cut, cell: usize, link: &Link) -> Option<Self> {
        let (shape, to) = (cut.space().shape(), link.from);
        let first = cell.min(to);
        match &link.pull {
            Pull::Runs { unit, shifts }
                if first < cut.digits() && shape.row(cell) != shape.row(to) =>
            {
                debug_assert!(unit.is_multiple_of(WORDS), "a cut crosses by whole chunks");
                Some(Self {
                    to,
                    unit: *unit,
                    shifts: shifts.clone(),
                })
            }
            _ => None,
        }
    }

    /// Returns the shard and the chunk in it that the states of a chunk go to.
    #[inline(always)]
    pub(super) fn target(&self, cut: &Cut, shard: usize, chunk: usize) -> (usize, usize) {
        let chunks = cut.chunks();
        let whole = shard * chunks + chunk;
        let to = come_from(whole * WORDS, self.unit, &self.shifts) / WORDS;
        (to / chunks, to % chunks)
    }
}

/// Takes what was sent to a shard before its level.
pub(super) struct Receiver<'a> {
    pub(super) shard: usize,
    /// For each cell, whether messages can be for it at this level.
    pub(super) receives: &'a [bool],
    /// The depth of the states in the messages, which is that of those before the level.
    pub(super) depth: u32,
    pub(super) listing: &'a Listing,
}

impl Receiver<'_> {
    /// Adds the states in the messages that are not in the shard yet, as of the next depth. Returns
    /// their number, and their ranks while they are listed.
    pub(super) fn receive(
        &self,
        instructions: Instructions,
        reached: &mut Reached,
        messages: &[Messages],
    ) -> Result<(u64, Vec<u64>), BuildError> {
        let number = self.shard;
        let refused = |problem| BuildError::Messages {
            shard: number,
            depth: self.depth,
            problem,
        };
        let (mut count, mut ranks) = (0, Vec::new());
        for messages in messages {
            let bytes = messages
                .bytes()
                .map_err(|source| BuildError::MessagesNotRead {
                    shard: number,
                    source,
                })?;
            let packets = messages::open(&bytes, number, self.depth).map_err(refused)?;
            let kernel = ReceivePackets {
                receiver: self,
                reached: &mut *reached,
                packets,
                ranks: &mut ranks,
            };
            count += instructions.run(kernel).map_err(refused)?;
        }
        Ok((count, ranks))
    }

    #[inline(always)]
    fn packets(
        &self,
        reached: &mut Reached,
        mut packets: &[u8],
        ranks: &mut Vec<u64>,
    ) -> Result<u64, MessageError> {
        let extent = reached.extent;
        let chunks = extent.chunks();
        let next = self.depth + 1;
        let [zero, one] = &mut reached.planes;
        let (other, target) = match plane_of(next) {
            1 => (zero, one),
            _ => (one, zero),
        };
        let mut others: Vec<&mut [Chunk]> = other.cells_mut().collect();
        let mut targets: Vec<&mut [Chunk]> = target.cells_mut().collect();
        let (mut moved, mut fresh) = (EMPTY, EMPTY);
        let mut count = 0;
        while let Some((cell, chunk)) = messages::take(&mut packets, &mut moved)? {
            if !self.receives.get(cell).is_some_and(|receives| *receives) || chunk >= chunks {
                return Err(MessageError::Packet);
            }
            let activity = &mut reached.activity[cell * chunks + chunk];
            if activity.is_full() {
                continue;
            }
            let (other, target) = (&mut others[cell][chunk], &mut targets[cell][chunk]);
            let new = chunk::merge(&[&moved], other, target, &mut fresh);
            if new == 0 {
                continue;
            }
            activity.add(next, new);
            count += u64::from(new);
            if self.listing.may_list(new) {
                let base = extent.rank(cell, chunk);
                chunk::for_each_state(&fresh, |state| ranks.push(base + state as u64));
            }
        }
        Ok(count)
    }
}

/// [`Receiver::packets`] with its arguments.
struct ReceivePackets<'a> {
    receiver: &'a Receiver<'a>,
    reached: &'a mut Reached,
    packets: &'a [u8],
    ranks: &'a mut Vec<u64>,
}

impl Kernel for ReceivePackets<'_> {
    type Output = Result<u64, MessageError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let (reached, packets) = (self.reached, self.packets);
        self.receiver.packets(reached, packets, self.ranks)
    }
}
