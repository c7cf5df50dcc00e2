//! Pattern databases as tables.

use tilebase_core::{
    Monitor,
    format::{Encoding, TableFile},
    pattern::{Pattern, PatternIndex, PatternKind},
    sliding::Shape,
};

use super::{build::build, memory::memory_needed, verify::verify};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError,
    tabulate::{ProofMonitors, Tabulate},
};

/// The table of a pattern.
pub(crate) struct PatternDatabase {
    pattern: Pattern,
    kind: PatternKind,
}

impl PatternDatabase {
    /// Takes the tiles as a mask.
    pub(crate) fn new(
        shape: Shape,
        home: u8,
        tiles: u64,
        kind: PatternKind,
    ) -> Result<Self, BuildError> {
        let pattern = Pattern::from_mask(shape, usize::from(home), tiles)?;
        Ok(Self { pattern, kind })
    }

    fn index(&self) -> PatternIndex {
        PatternIndex::new(self.pattern, self.kind)
    }
}

impl Tabulate for PatternDatabase {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        Ok(Requirements {
            memory: memory_needed(self.pattern, self.kind),
            disk: Encoding::Nibble.bytes(self.index().len()),
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        build(self.pattern, self.kind, monitor)
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        let (metadata, payload) = (table.metadata(), table.payload());
        verify(
            &self.index(),
            metadata.encoding,
            payload,
            &metadata.counts,
            monitors.levels,
        )
    }
}
