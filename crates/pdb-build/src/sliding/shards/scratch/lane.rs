//! Memory in which shards are worked on.

use std::io;

use tilebase_core::storage::Stretch;

use super::super::{cut::Cut, shard::Shard, sizes::ALIGNMENT};

/// Memory for a shard.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) shard: Shard,
    /// The shard of which it holds something, and after how many levels; none where it is all
    /// zeros.
    pub(super) holds: Option<(usize, u32)>,
    /// Which segments it holds of that shard; none where nothing is reached.
    pub(super) segments: Vec<[Held; 2]>,
}

/// What memory holds of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    Nothing,
    /// What is in this stretch of the file, or in none: zeros.
    Segment(Option<Stretch>),
}

impl Lane {
    pub(super) fn new(cut: &Cut) -> io::Result<Self> {
        Ok(Self {
            shard: Shard::new(cut, 0, ALIGNMENT)?,
            holds: None,
            segments: vec![[Held::Segment(None); 2]; cut.cells()],
        })
    }

    /// Forgets what is in memory.
    pub(super) fn forget(&mut self) {
        self.holds = None;
        self.segments.fill([Held::Nothing; 2]);
    }
}

/// Takes the lane that holds a shard, else one that holds nothing, else the one that was used last:
/// the others may hold shards whose turn is yet to come.
pub(super) fn take_lane<'a>(free: &mut Vec<&'a mut Lane>, shard: usize) -> &'a mut Lane {
    let holding = |wanted: Option<usize>| {
        move |lane: &&'a mut Lane| lane.holds.map(|(number, _)| number) == wanted
    };
    let lane = free.iter().position(holding(Some(shard)));
    let lane = lane.or_else(|| free.iter().position(holding(None)));
    match lane {
        Some(at) => free.remove(at),
        None => free.pop().expect("as many lanes as threads"),
    }
}
