//! Colour tables: lower bounds in the multi-tile metric.
//!
//! A breadth-first search finds the distance of every painted class from the classes of the goal
//! (see [`tilebase_core::colours`]). It finds the neighbours of a class by putting the blank at
//! every place of its line, and reading the board along the other lines.
//!
//! The 75,675,600 classes of the usual colouring of the 15-puzzle take some seconds on two threads,
//! and 19 MB of memory.

use tilebase_core::{
    Monitor,
    colours::{ColourSpace, Colouring},
    format::{Encoding, Levels},
    sliding::Shape,
};

use crate::{
    DistanceTable, Level, Result, dense,
    table_builder::{PlannedTable, TableBuilder},
};

/// Returns the table of a colouring, given the colours of the goal's cells: the distance of every
/// class modulo 3.
pub(crate) fn colour_table(
    shape: Shape,
    home: u8,
    colours: &[u8],
) -> Result<PlannedTable<ColourSpace>> {
    let colouring = Colouring::new(shape, home.into(), colours)?;
    Ok(PlannedTable {
        space: ColourSpace::new(colouring),
        encoding: Encoding::Mod3,
    })
}

impl TableBuilder for ColourSpace {
    fn name(&self) -> String {
        format!("the colour table {}", self.colouring())
    }

    fn build(&self, encoding: Encoding, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
        // The farthest classes are not needed.
        Ok(DistanceTable {
            listed: Levels::new(),
            ..dense::build(self, encoding, None, self.name(), monitor)?
        })
    }
}
