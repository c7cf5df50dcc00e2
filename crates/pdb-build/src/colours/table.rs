//! Colour tables as tables.

use tilebase_core::{
    Monitor, RankedSpace,
    colours::{ColourSpace, Colouring},
    format::{Encoding, TableFile},
    sliding::Shape,
};

use super::{build, memory_needed, verify};
use crate::{
    BuildError, DistanceTable, Inconsistency, Level, Requirements, VerifyError,
    tabulate::{ProofMonitors, Tabulate},
};

/// The table of a colouring.
pub(crate) struct ColourBounds(ColourSpace);

impl ColourBounds {
    /// Takes the colours of the goal's cells.
    pub(crate) fn new(shape: Shape, home: u8, colours: &[u8]) -> Result<Self, BuildError> {
        let colouring = Colouring::new(shape, home.into(), colours)?;
        Ok(Self(ColourSpace::new(colouring)))
    }
}

impl Tabulate for ColourBounds {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        Ok(Requirements {
            memory: memory_needed(&self.0),
            disk: Encoding::Mod3.bytes(self.0.len()),
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        build(&self.0, monitor)
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        let metadata = table.metadata();
        if metadata.encoding != Encoding::Mod3 {
            let found = metadata.encoding;
            return Err(Inconsistency::Encoding { found }.into());
        }
        verify(&self.0, table.payload(), &metadata.counts, monitors.levels)
    }
}
