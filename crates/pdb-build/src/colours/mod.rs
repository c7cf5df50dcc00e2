//! Colour tables: lower bounds where several tiles slide in one move.
//!
//! The distance of every painted class from the classes of the goal (see
//! [`tilebase_core::colours`]), by breadth-first search. The neighbours of a class: the blank is
//! put in at every place of its line, and the board is seen along the other lines.
//!
//! The 75,675,600 classes of the usual colouring of the 15-puzzle take some seconds on two threads,
//! and 19 MB.

pub(crate) mod table;

use tilebase_core::{
    Monitor, RankedSpace,
    colours::ColourSpace,
    format::{Encoding, Levels},
};

use crate::{BuildError, DistanceTable, Level, VerifyError, dense, verify as proof};

/// Computes the distance of every class on rayon's current pool.
///
/// Holds [`memory_needed`] bytes. Reports each level with the number of its classes.
///
/// # Errors
/// If the monitor asks to stop, or the system refuses the memory.
///
/// ```
/// use tilebase_core::{Monitor, colours::{Colouring, ColourSpace}};
/// use tilebase_pdb_build::colours;
/// let space = ColourSpace::new(Colouring::parse("3x3".parse()?, 0, "011/122/332")?);
/// let table = colours::build(&space, &Monitor::silent())?;
/// assert_eq!(table.counts.iter().sum::<u64>(), 6 * 560); // 6 lines, 8! / (3! 3! 2!) orders
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(
    space: &ColourSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    let what = format!("the colour table {}", space.colouring());
    let table = dense::build(space, Encoding::Mod3, &what, monitor)?;
    // Nobody asks for the farthest classes.
    Ok(DistanceTable {
        listed: Levels::new(),
        ..table
    })
}

/// Returns the most bytes of memory that [`build`] holds, the result among them.
pub fn memory_needed(space: &ColourSpace) -> u64 {
    dense::memory_needed(space.len(), Encoding::Mod3)
}

/// Proves that `payload` holds the distance of every class modulo 3, and that the counts are true.
///
/// Builds the table again and compares. Then looks at each class beside its neighbours, which
/// shares no code with the search.
///
/// # Errors
/// What is wrong; or that memory does not suffice, or the monitor asks to stop.
pub fn verify(
    space: &ColourSpace,
    payload: &[u8],
    counts: &[u64],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let right = || build(space, monitor);
    proof::same_mod3_table(right, (space.len(), payload), counts, &[], monitor)?;
    proof::mod3_beside_neighbours(space, 0..space.len(), payload, monitor)
}
