//! Colour tables: lower bounds in the multi-tile metric.
//!
//! A breadth-first search finds the distance of every painted class from the classes of the goal
//! (see [`tilebase_core::colours`]). It finds the neighbours of a class by putting the blank at
//! every place of its line, and reading the board along the other lines.
//!
//! The 75,675,600 classes of the usual colouring of the 15-puzzle take some seconds on two threads,
//! and 19 MB of memory.

use tilebase_core::{
    Monitor, RankedSpace,
    colours::{ColourSpace, Colouring},
    format::{Encoding, Levels, TableFile},
    sliding::Shape,
};

use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError, dense,
    tabulate::{ProofMonitors, Tabulate},
    verify::{entries_beside_neighbours, same_as_built},
};

/// The table of a colouring: the distance of every class modulo 3.
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
        let classes = self.0.len();
        Ok(Requirements {
            memory: dense::memory_needed(classes, Encoding::Mod3),
            disk: Encoding::Mod3.bytes(classes),
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        let what = format!("the colour table {}", self.0.colouring());
        // The farthest classes are not needed.
        Ok(DistanceTable {
            listed: Levels::new(),
            ..dense::build(&self.0, Encoding::Mod3, what, monitor)?
        })
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        same_as_built(self, table, monitors)?;
        let classes = (&self.0, 0..self.0.len());
        entries_beside_neighbours(classes, Encoding::Mod3, table.payload(), monitors.checks)
    }
}
