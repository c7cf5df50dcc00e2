//! The choice of a board's cut.

use tilebase_core::{
    RankedSpace,
    format::{Encoding, Subject},
    sliding::SlidingSpace,
};

use super::{
    super::sizes::{BYTE_CELLS, listed_at_most, lists_bytes, supports},
    cut::Cut,
    sizes::{message_bytes, scratch_bytes, shard_bytes},
};
use crate::{BuildError, Result, scratch::PROGRAM};

/// The plan for building a table on disk: the fewest shards such that those being worked on fit in
/// memory.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct DiskPlan {
    /// The cut of the board.
    pub cut: Cut,
    /// The number of shards in memory at a time.
    pub lanes: usize,
}

impl DiskPlan {
    /// Returns the plan for a table, with up to `lanes` shards searched at a time, in `memory`
    /// bytes.
    ///
    /// # Errors
    /// If such tables are not built on disk, or `memory` is too small for two of the smallest
    /// shards (for one, if `lanes` is 1).
    pub fn new(subject: &Subject, lanes: usize, memory: u64) -> Result<Self> {
        let space = Self::board(subject)?;
        let mut least = u64::MAX;
        // Coarse cuts send less, but a board in one shard would take as much memory as a build in
        // memory.
        for cut in Cut::all(&space) {
            let cut = cut?;
            let overhead = Self { cut, lanes: 0 }.memory();
            let fits = memory.saturating_sub(overhead) / shard_bytes(&cut);
            if fits >= (lanes as u64).min(2) {
                let lanes = Self::lanes(cut.shards(), lanes, fits);
                return Ok(Self { cut, lanes });
            }
            // The memory that is stated must be enough.
            let lanes = lanes.min(2);
            least = least.min(Self { cut, lanes }.memory());
        }
        Err(BuildError::Memory {
            what: format!("{} on disk", space.shape()),
            needed: least,
            available: memory,
        })
    }

    /// Returns how many of `shards` shards to hold in memory, if `at_a_time` are worked on and
    /// `fit` have room: all of them if they fit, since then they are not read again at every level.
    pub fn lanes(shards: usize, at_a_time: usize, fit: u64) -> usize {
        if fit >= shards as u64 { shards } else { at_a_time.min(fit as usize).max(1) }
    }

    /// Returns the board of a table that is built on disk.
    ///
    /// # Errors
    /// If the table is built in memory only.
    pub fn board(subject: &Subject) -> Result<SlidingSpace> {
        if let Subject::Sliding { shape, home } = *subject {
            let space = SlidingSpace::new(shape, usize::from(home))?;
            if supports(&space) && shape.cells() > BYTE_CELLS {
                return Ok(space);
            }
        }
        Err(BuildError::NotOnDisk(subject.to_string()))
    }

    /// Returns the bytes of both planes of the board.
    pub fn planes(&self) -> u64 {
        2 * Encoding::Bit.bytes(self.cut.space().len())
    }

    /// Returns the approximate greatest number of bytes of memory that the build holds.
    pub fn memory(&self) -> u64 {
        let space = self.cut.space();
        // The list of one level, which takes twice as much while it grows.
        let lists = 2 * 8 * listed_at_most(space).min(space.len() / 10);
        let known = (self.cut.shards() * self.cut.cells() * 64) as u64;
        // Checksums of the table's pages.
        let checksums = 2 * Encoding::Bit.bytes(space.len()) / 4096 * 8;
        let messages = 2 * message_bytes(&self.cut) / 10 / self.cut.shards() as u64;
        let lanes = self.lanes as u64 * (shard_bytes(&self.cut) + messages);
        PROGRAM + lanes + lists + known + checksums
    }

    /// Returns the most bytes that the files of the build take, without the table.
    pub fn scratch(&self) -> u64 {
        scratch_bytes(&self.cut)
    }

    /// Returns the bytes of the table.
    pub fn table(&self) -> u64 {
        let space = self.cut.space();
        Encoding::Bit.bytes(space.len()) + lists_bytes(space)
    }

    /// Returns the approximate bytes read and written by a search of this many levels, without the
    /// table: six tenths of what complete levels would take if there are many shards, as measured
    /// on 7x2, and three quarters if there are few. If memory holds all shards, only the bits of
    /// the table are read, at the end.
    pub fn traffic(&self, levels: u64) -> (u64, u64) {
        let twentieths = if self.cut.digits() < 2 { 15 } else { 12 };
        let all = self.planes() * levels / 20 * twentieths;
        let messages = message_bytes(&self.cut);
        let read = if self.lanes >= self.cut.shards() { self.planes() / 2 } else { all / 4 * 3 };
        (read + messages, all / 4 + messages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(shape: &str, lanes: usize, memory: u64) -> Result<DiskPlan> {
        let shape = shape.parse().unwrap();
        DiskPlan::new(&Subject::Sliding { shape, home: 0 }, lanes, memory)
    }

    fn is_close(found: u64, measured: f64) {
        assert!(
            (found as f64 / measured - 1.0).abs() < 0.2,
            "{found} for {measured}"
        );
    }

    /// The costs of whole builds on disk, with two shards at a time or all of them: bytes of
    /// memory, bytes read, and bytes written without the table.
    #[test]
    fn figures_are_those_measured() {
        for (shape, allowed, lanes, digits, levels, memory, read, written) in [
            ("4x3", 60, 2, 1, 53, 23.2e6, 1.932e9, 0.685e9),
            ("6x2", 60, 2, 1, 80, 24.0e6, 2.817e9, 0.986e9),
            ("4x3", 400, 11, 1, 53, 76.3e6, 0.049e9, 0.685e9),
            ("6x2", 400, 11, 1, 80, 77.2e6, 0.053e9, 0.986e9),
            ("7x2", 400, 2, 2, 108, 240.6e6, 564.3e9, 198.1e9),
        ] {
            let plan = plan(shape, 2, allowed << 20).unwrap();
            assert_eq!((plan.cut.digits(), plan.lanes), (digits, lanes), "{shape}");
            is_close(plan.memory(), memory);
            let traffic = plan.traffic(levels);
            is_close(traffic.0, read);
            is_close(traffic.1, written);
        }
    }

    #[test]
    fn large_boards_are_cut_until_they_fit() {
        let fifteen = plan("5x3", 2, 4 << 30).unwrap();
        assert_eq!((fifteen.cut.digits(), fifteen.lanes), (2, 2));
        let less = plan("5x3", 2, 1 << 30).unwrap();
        assert_eq!((less.cut.digits(), less.lanes), (3, 2));
        assert!(matches!(
            plan("5x3", 2, 10 << 20),
            Err(BuildError::Memory { .. })
        ));
        assert!(matches!(
            plan("3x3", 2, 1 << 30),
            Err(BuildError::NotOnDisk { .. })
        ));
    }
}
