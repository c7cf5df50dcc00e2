//! The ranks of a table of bytes, sorted by distance.

use tilebase_core::format::UNREACHABLE;

/// All ranks of a table of bytes by distance.
#[derive(Debug, Clone)]
pub(super) struct SortedRanks {
    /// For each distance, the number of ranks with a lesser one; after the last, the number of
    /// ranks that reach the goal.
    starts: Vec<usize>,
    ranks: Vec<u32>,
}

impl SortedRanks {
    /// Sorts the ranks by distance, by counting.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0; usize::from(UNREACHABLE) + 1];
        for &byte in bytes.iter().filter(|&&byte| byte != UNREACHABLE) {
            starts[usize::from(byte) + 1] += 1;
        }
        for distance in 1..starts.len() {
            starts[distance] += starts[distance - 1];
        }
        let mut next = starts.clone();
        let mut ranks = vec![0; starts[usize::from(UNREACHABLE)]];
        for (rank, &byte) in (0..).zip(bytes).filter(|&(_, &byte)| byte != UNREACHABLE) {
            let place = &mut next[usize::from(byte)];
            ranks[*place] = rank;
            *place += 1;
        }
        Self { starts, ranks }
    }

    /// Returns the ranks at a distance, ascending.
    pub(super) fn at(&self, depth: u32) -> &[u32] {
        let depth = depth.min(UNREACHABLE.into()) as usize;
        let end = self.starts.get(depth + 1).unwrap_or(&self.starts[depth]);
        &self.ranks[self.starts[depth]..*end]
    }
}
