//! Building pattern databases.

use tilebase_core::{
    Instructions, Monitor,
    format::{Encoding, Levels},
    pattern::{Pattern, PatternIndex, PatternKind},
    sliding::Shape,
};

use super::{
    graph::Graph,
    memory::{memory, memory_needed},
    step::PatternSearch,
};
use crate::{BuildError, DistanceTable, Level, Requirements, Result};

/// The table of a pattern.
#[derive(Clone, Copy)]
pub(crate) struct PatternDatabase {
    pub(super) pattern: Pattern,
    pub(super) kind: PatternKind,
}

impl PatternDatabase {
    /// Returns the table of a pattern, given its tiles as a mask.
    pub(crate) fn new(shape: Shape, home: u8, tiles: u64, kind: PatternKind) -> Result<Self> {
        let pattern = Pattern::from_mask(shape, usize::from(home), tiles)?;
        Ok(Self { pattern, kind })
    }

    /// Returns the numbering of the entries.
    pub(super) fn index(self) -> PatternIndex {
        PatternIndex::new(self.pattern, self.kind)
    }

    /// Returns the costs of building the table.
    pub(crate) fn requirements(self) -> Requirements {
        Requirements {
            memory: memory_needed(self.pattern, self.kind),
            disk: Encoding::Nibble.bytes(self.index().len()),
        }
    }

    /// Builds the table.
    pub(crate) fn build(self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
        self.build_with(Instructions::detect(), monitor)
    }

    /// Builds the table in nibbles if all values fit, and otherwise in bytes, which may take a
    /// second run. Tables in which some entries cannot reach the goal have bytes, and so do
    /// patterns of a single tile, whose tables are tiny.
    fn build_with(
        self,
        instructions: Instructions,
        monitor: &Monitor<'_, Level>,
    ) -> Result<DistanceTable> {
        let index = self.index();
        let graph = Graph::new(&index);
        for encoding in [Encoding::Nibble, Encoding::Byte] {
            if encoding == Encoding::Nibble && self.pattern.size() == 1 {
                continue;
            }
            let mut payload = memory(&index, encoding.bytes(index.len()))?;
            let search = PatternSearch::new(&index, &graph, encoding, instructions);
            if let Some(counts) = search.run(&mut payload, monitor)? {
                return Ok(DistanceTable {
                    encoding,
                    entries: index.len(),
                    counts,
                    listed: Levels::new(),
                    payload,
                });
            }
        }
        // Bytes hold every distance except those that the search itself refuses.
        Err(BuildError::TooDeep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_instructions_change_nothing() {
        for (shape, tiles) in [
            ("4x4", &[1, 2, 3, 5, 6][..]),
            ("3x3", &[1, 2, 3, 4, 5, 6, 8]),
        ] {
            let pattern = Pattern::new(shape.parse().unwrap(), 0, tiles).unwrap();
            for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
                let [with, without] =
                    [Instructions::detect(), Instructions::portable()].map(|instructions| {
                        PatternDatabase { pattern, kind }
                            .build_with(instructions, &Monitor::silent())
                            .unwrap()
                    });
                assert_eq!(with.counts, without.counts);
                assert!(*with.payload == *without.payload, "{pattern} {kind:?}");
            }
        }
    }
}
