//! The memory in which shards are worked on.

use std::io;

use tilebase_core::storage::ChecksummedRange;

use super::super::{cut::Cut, shard::Shard, sizes::ALIGNMENT};

/// Memory for a shard.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) shard: Shard,
    /// The shard in it, and the number of its levels; `None` if it holds no shard.
    pub(super) holds: Option<(usize, u32)>,
    /// The segments of the shard that it holds.
    pub(super) segments: Vec<[Held; 2]>,
}

/// The content of the memory of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    Nothing,
    /// The content of this range of the file; zeros if there is none.
    Segment(Option<ChecksummedRange>),
}

impl Lane {
    pub(super) fn new(cut: &Cut) -> io::Result<Self> {
        Ok(Self {
            shard: Shard::new(cut, 0, ALIGNMENT)?,
            holds: None,
            segments: vec![[Held::Segment(None); 2]; cut.cells()],
        })
    }

    /// Marks the content of the memory as unknown.
    pub(super) fn forget(&mut self) {
        self.holds = None;
        self.segments.fill([Held::Nothing; 2]);
    }
}

/// Takes the lane that holds a shard, otherwise an empty one, otherwise the one that was used last:
/// the others may hold shards whose turn is still to come.
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
