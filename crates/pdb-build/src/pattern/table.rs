//! Pattern databases as tables.

use tilebase_core::{
    Instructions, Monitor,
    format::{Encoding, TableFile},
};

use super::{build::PatternDatabase, memory::memory_needed, verify::verify};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError,
    tabulate::{ProofMonitors, Tabulate},
};

impl Tabulate for PatternDatabase {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        Ok(Requirements {
            memory: memory_needed(self.pattern, self.kind),
            disk: Encoding::Nibble.bytes(self.index().len()),
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        PatternDatabase::build(*self, Instructions::detect(), monitor)
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        verify(*self, table, monitors.levels)
    }
}
