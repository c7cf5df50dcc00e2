//! Tables of such goals: their costs, building and proving them.

use std::sync::Arc;

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::{Encoding, TableFile},
    sliding::{Mask, MaskSpace, Metric, Shape, line_of_cells},
    storage::Storage,
};

use super::{files, search, verify::beside_neighbours};
use crate::{
    BuildError, DistanceTable, FoundOnDisk, Level, Requirements, ScratchOptions, VerifyError,
    dense,
    tabulate::{ProofMonitors, Tabulate},
    verify as proof,
};

/// Tables of up to this many states are stored in bytes, so that a look-up needs no walk.
const BYTE_STATES: u64 = 1 << 24;

/// The table of the states of such a goal.
#[derive(Debug)]
pub(crate) struct MaskTable {
    space: MaskSpace,
    encoding: Encoding,
}

impl MaskTable {
    /// Returns the table of a goal, given the kinds of its cells.
    pub(crate) fn new(
        shape: Shape,
        kinds: &[u8],
        metric: Metric,
        encoding: Option<Encoding>,
    ) -> Result<Self, BuildError> {
        let mask = Mask::from_kinds(shape, kinds).map_err(|problem| BuildError::Goal {
            goal: line_of_cells(kinds),
            problem,
        })?;
        let goal = mask.to_string();
        let space = MaskSpace::new(mask, metric).ok_or(BuildError::TooManyStates { goal })?;
        let encoding = match encoding {
            Some(encoding @ (Encoding::Byte | Encoding::Mod3)) => encoding,
            _ if space.len() > BYTE_STATES => Encoding::Mod3,
            _ => Encoding::Byte,
        };
        Ok(Self { space, encoding })
    }

    /// Returns the number of tiles of a block, if the search handles blocks.
    fn tiles_in_blocks(&self) -> Option<usize> {
        let one_by_one = self.space.metric() == Metric::Single;
        self.space.tiles_in_blocks().filter(|_| one_by_one)
    }

    /// Returns whether the table may be built in files: it is large, and the search handles blocks.
    pub(crate) fn is_built_in_files(&self) -> bool {
        self.encoding == Encoding::Mod3 && self.tiles_in_blocks().is_some()
    }

    /// Returns the number of bytes of memory that a build in files takes.
    pub(crate) fn memory_in_files(&self) -> u64 {
        let tiles = self.tiles_in_blocks().unwrap_or_default();
        files::memory_needed(&self.space, tiles)
    }

    /// Searches in files of a folder.
    ///
    /// # Errors
    /// If the monitor asks to stop, or a file is damaged or cannot be read or written.
    pub(crate) fn search_in_files(
        &self,
        storage: Arc<dyn Storage>,
        options: &ScratchOptions,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Box<dyn FoundOnDisk>, BuildError> {
        let tiles = self.tiles_in_blocks().unwrap_or_default();
        files::search_on_disk(storage, &self.space, tiles, options, monitor)
    }

    /// Deletes the files that such a search left.
    ///
    /// # Errors
    /// If the file system reports an error.
    pub(crate) fn remove_files(
        &self,
        storage: Arc<dyn Storage>,
        options: &ScratchOptions,
    ) -> Result<(), BuildError> {
        files::remove_scratch(storage, &self.space, options)
    }

    fn build_with(
        &self,
        instructions: Instructions,
        monitor: &Monitor<'_, Level>,
    ) -> Result<DistanceTable, BuildError> {
        match self.tiles_in_blocks() {
            Some(tiles) => search::build(&self.space, tiles, self.encoding, instructions, monitor),
            None => {
                let what = self.space.mask().subject(self.space.metric());
                dense::build(&self.space, self.encoding, what, monitor)
            }
        }
    }
}

impl Tabulate for MaskTable {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        let states = self.space.len();
        Ok(Requirements {
            memory: match self.tiles_in_blocks() {
                Some(tiles) => search::memory_needed(&self.space, tiles, self.encoding),
                None => dense::memory_needed(states, self.encoding),
            },
            disk: self.encoding.bytes(states),
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        self.build_with(Instructions::detect(), monitor)
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        proof::same_as_built(self, table, monitors)?;
        let (space, payload, monitor) = (&self.space, table.payload(), monitors.checks);
        let states = (space, 0..space.len());
        match self.tiles_in_blocks() {
            Some(tiles) if self.encoding == Encoding::Mod3 => {
                beside_neighbours(space, tiles, payload, monitor)
            }
            _ => proof::entries_beside_neighbours(states, self.encoding, payload, monitor),
        }
    }
}

#[cfg(test)]
mod tests {
    use tilebase_core::format::{Built, Metadata};

    use super::*;
    use crate::{reference, tabulate::BUILDER};

    /// Returns the table with a change made to its first byte.
    fn file(table: &MaskTable, built: &DistanceTable, change: u8) -> TableFile {
        let mut payload = built.payload.to_vec();
        payload[0] ^= change;
        let metadata = Metadata {
            subject: table.space.mask().subject(table.space.metric()),
            encoding: built.encoding,
            entries: built.entries,
            counts: built.counts.clone(),
            listed: Vec::new(),
            builder: BUILDER.to_owned(),
            seconds: 0.0,
        };
        let payload = tilebase_core::Memory::copy_of(&payload).unwrap();
        Built::new(metadata, built.listed.clone(), payload).into()
    }

    #[test]
    fn goals_that_can_be_laid_onto_each_other_share_distances() {
        for (shape, goal) in [
            ("2x3", "x x 2 x x 1"),
            ("3x2", "x 1 x x 2 2"),
            ("3x3", "x x x x x 6 x 8 x"),
            ("3x3", "x x x 1 2 x 0 x x"),
        ] {
            let mask = Mask::parse(shape.parse().unwrap(), goal).unwrap();
            let (laid, placement) = mask.laid();
            assert_eq!(laid.laid().0, laid, "{shape} {goal}");
            let [own, other] = [&mask, &laid].map(|mask| {
                let space = MaskSpace::new(mask.clone(), Metric::Single).unwrap();
                let distances = reference::build(&space, &Monitor::silent()).unwrap();
                (space, distances.bytes)
            });
            for (rank, distance) in own.1.iter().enumerate() {
                let mut cells = own.0.unrank(rank as u64).cells().to_vec();
                mask.fill(&mut cells);
                let mut there = cells.clone();
                for (cell, &tile) in cells.iter().enumerate() {
                    there[placement.cell(cell)] = tile;
                }
                let rank = other.0.rank_of_kinds(&laid.kinds(&there));
                assert_eq!(
                    other.1[rank as usize], *distance,
                    "{shape} {goal} {cells:?}"
                );
            }
        }
    }

    #[test]
    fn tables_are_those_of_the_plain_builder_in_both_encodings() {
        for (shape, goal) in [
            ("2x2", "1 2 x x"),
            ("2x3", "1 1 2 2 3 0"),
            ("3x3", "1 2 3 x x x x x x"),
            ("3x3", "x x x x 5 6 x 8 0"),
            ("3x3", "1 1 1 x x x 2 x x"),
            ("3x3", "x 2 x 4 x 6 x 8 x"),
            ("3x3", "1 2 3 x 5 x 7 x 0"),
            ("2x4", "x 2 3 4 5 6 7 x"),
            ("3x3", "1 2 3 4 5 6 7 8 0"),
        ] {
            for metric in [Metric::Single, Metric::Multi] {
                let mask = Mask::parse(shape.parse().unwrap(), goal).unwrap();
                let space = MaskSpace::new(mask, metric).unwrap();
                let right = reference::build(&space, &Monitor::silent()).unwrap();
                for encoding in [Encoding::Byte, Encoding::Mod3] {
                    let space = space.clone();
                    let table = MaskTable { space, encoding };
                    let built = table.build(&Monitor::silent()).unwrap();
                    for instructions in Instructions::all() {
                        let other = table.build_with(instructions, &Monitor::silent()).unwrap();
                        assert!(*other.payload == *built.payload, "{instructions:?}");
                    }
                    assert_eq!(built.counts, right.counts, "{shape} {goal} {metric}");
                    let last = right.counts.len() as u32 - 1;
                    assert_eq!(built.listed, [(last, right.ranks_at(last))]);
                    for (rank, &distance) in right.bytes.iter().enumerate() {
                        let entry = encoding.read(&built.payload, rank as u64);
                        let expected = match (encoding, distance) {
                            (Encoding::Byte, distance) => distance,
                            (_, reference::UNREACHABLE) => 3,
                            (_, distance) => distance % 3,
                        };
                        assert_eq!(entry, expected, "{shape} {goal} {metric} {rank}");
                    }
                    let monitors = ProofMonitors {
                        levels: &Monitor::silent(),
                        checks: &Monitor::silent(),
                    };
                    assert!(table.verify(&file(&table, &built, 0), &monitors).is_ok());
                    assert!(table.verify(&file(&table, &built, 1), &monitors).is_err());
                }
            }
        }
    }
}
