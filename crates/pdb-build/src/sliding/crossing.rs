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
    chunk::{self, Chunk, WORDS},
    cut::Cut,
    dense::Listing,
    mail::{self, Mail, MailError},
    moves::Pull,
    shard::{Shard, plane_of},
    source::come_from,
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
    /// Returns the crossing from a cell to another, if the move between them crosses; `pull` is how
    /// the states of the first come from the second.
    pub(super) fn new(cut: &Cut, (cell, to): (usize, usize), pull: &Pull) -> Option<Self> {
        let shape = cut.space().shape();
        let first = cell.min(to);
        match pull {
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
        let whole = shard * cut.chunks() + chunk;
        let to = come_from(whole * WORDS, self.unit, &self.shifts) / WORDS;
        (to / cut.chunks(), to % cut.chunks())
    }
}

/// Receiving mail at a level.
pub(super) struct Receiver<'a> {
    pub(super) cut: &'a Cut,
    /// Of each cell, whether mail can be for it at this level.
    pub(super) receives: &'a [bool],
    /// The depth of the states in the mail, which is that of those before the level.
    pub(super) depth: u32,
    pub(super) listing: &'a Listing,
}

impl Receiver<'_> {
    /// Adds the states in `mail` that are not in the shard yet, as of the next depth. Returns how
    /// many they are, and their ranks while they are listed.
    pub(super) fn receive(
        &self,
        instructions: Instructions,
        shard: &mut Shard,
        mail: &[Mail],
    ) -> Result<(u64, Vec<u64>), BuildError> {
        let number = shard.number;
        let refused = |problem| BuildError::Mail {
            shard: number,
            depth: self.depth,
            problem,
        };
        let (mut count, mut ranks) = (0, Vec::new());
        for mail in mail {
            let bytes = mail.bytes().map_err(|source| BuildError::MailNotRead {
                shard: number,
                source,
            })?;
            let packets = mail::open(&bytes, number, self.depth).map_err(refused)?;
            let shard = &mut *shard;
            let ranks = &mut ranks;
            count += instructions
                .run(OnPackets {
                    receiver: self,
                    shard,
                    packets,
                    ranks,
                })
                .map_err(refused)?;
        }
        Ok((count, ranks))
    }

    #[inline(always)]
    fn packets(
        &self,
        shard: &mut Shard,
        mut packets: &[u8],
        ranks: &mut Vec<u64>,
    ) -> Result<u64, MailError> {
        let chunks = self.cut.chunks();
        let next = self.depth + 1;
        let [zero, one] = &mut shard.planes;
        let (other, target) = match plane_of(next) {
            1 => (zero, one),
            _ => (one, zero),
        };
        let mut others: Vec<&mut [Chunk]> = other.cells_mut().collect();
        let mut targets: Vec<&mut [Chunk]> = target.cells_mut().collect();
        let (mut moved, mut fresh): (Chunk, Chunk) = ([[0; 8]; WORDS], [[0; 8]; WORDS]);
        let mut count = 0;
        while let Some((cell, chunk)) = mail::take(&mut packets, &mut moved)? {
            if !self.receives.get(cell).is_some_and(|receives| *receives) || chunk >= chunks {
                return Err(MailError::Packet);
            }
            let activity = &mut shard.activity[cell * chunks + chunk];
            if activity.is_full() {
                continue;
            }
            let (other, target) = (&mut others[cell][chunk], &mut targets[cell][chunk]);
            let new = chunk::merge(&[&moved], other, target, &mut fresh);
            if new == 0 {
                continue;
            }
            activity.last = next;
            activity.reached += new;
            count += u64::from(new);
            if self.listing.may_list(new) {
                let base = self.cut.rank(shard.number, (cell, chunk));
                chunk::for_each_state(&fresh, |state| ranks.push(base + state as u64));
            }
        }
        Ok(count)
    }
}

/// [`Receiver::packets`] with its arguments.
struct OnPackets<'a> {
    receiver: &'a Receiver<'a>,
    shard: &'a mut Shard,
    packets: &'a [u8],
    ranks: &'a mut Vec<u64>,
}

impl Kernel for OnPackets<'_> {
    type Output = Result<u64, MailError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.receiver.packets(self.shard, self.packets, self.ranks)
    }
}
