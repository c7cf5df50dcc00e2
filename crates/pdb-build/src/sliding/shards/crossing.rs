//! The moves that lead from a shard into another, and the states that they take there.

use super::{
    super::{
        bit_words::{
            chunk::{Chunk, WORDS},
            moves::Pull,
            source::come_from,
        },
        level::PlaneLink,
    },
    cut::Cut,
    messages::Sender,
};

/// The move of a cell that leads out of its shard.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Crossing {
    /// The cell to which the blank moves.
    pub(super) to: usize,
    unit: usize,
    shifts: Vec<isize>,
}

impl Crossing {
    /// Returns the crossing of a cell by one of its links; `None` if the link stays in the shard.
    pub(super) fn new(cut: &Cut, cell: usize, link: &PlaneLink) -> Option<Self> {
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

    /// Returns the shard, and the chunk in it, to which the states of a chunk go.
    #[inline(always)]
    pub(super) fn target(&self, cut: &Cut, shard: usize, chunk: usize) -> (usize, usize) {
        let chunks = cut.chunks;
        let whole = shard * chunks + chunk;
        let to = come_from(whole * WORDS, self.unit, &self.shifts) / WORDS;
        (to / chunks, to % chunks)
    }
}

/// The moves that lead out of a shard.
#[derive(Clone, Copy)]
pub(in super::super) struct Crossings<'a> {
    pub(super) cut: &'a Cut,
    /// For each cell, the move that leads out of the shard.
    pub(super) of_cells: &'a [Option<Crossing>],
    pub(super) shard: usize,
}

/// The states that a task sends to other shards.
pub(in super::super) struct Outgoing<'a> {
    crossings: Crossings<'a>,
    pub(super) sender: Sender,
}

impl<'a> Crossings<'a> {
    /// Returns the states of a task that has not sent any yet.
    pub(in super::super) fn outgoing(self) -> Outgoing<'a> {
        Outgoing {
            crossings: self,
            sender: Sender::default(),
        }
    }
}

impl Outgoing<'_> {
    /// Sends the new states of a chunk of a cell, of which there are `count`, if a move leads from
    /// there out of the shard.
    #[inline(always)]
    pub(in super::super) fn put(&mut self, cell: usize, chunk: usize, states: &Chunk, count: u32) {
        let Crossings { cut, shard, .. } = self.crossings;
        if let Some(crossing) = &self.crossings.of_cells[cell] {
            let (to, there) = crossing.target(cut, shard, chunk);
            self.sender.put(to, (crossing.to, there), states, count);
        }
    }
}
