//! Building a pattern database, in nibbles or in bytes.

use tilebase_core::{
    Instructions, Monitor,
    format::{Encoding, Levels},
    pattern::{Pattern, PatternIndex, PatternKind},
};

use super::{graph::Graph, memory::memory, search::PatternSearch};
use crate::{BuildError, DistanceTable, Level};

/// Builds the pattern database of a pattern on rayon's current threads.
///
/// Values are stored as nibbles where all fit, else as bytes, which may need a second run. Tables
/// in which some entries cannot reach the goal need bytes, and so do patterns of a single tile,
/// whose tables are tiny. Each finished level is reported, with the number of its entries.
///
/// # Errors
/// If the monitor asks to stop, memory cannot be had, or a value exceeds 254.
///
/// ```
/// use tilebase_core::{Monitor, pattern::{PatternKind, Pattern}};
/// let pattern = Pattern::new("4x4".parse()?, 0, &[1, 2, 3])?;
/// let silent = Monitor::silent();
/// let table = tilebase_pdb_build::pattern::build(pattern, PatternKind::Plain, &silent)?;
/// assert_eq!(table.counts.iter().sum::<u64>(), 16 * 15 * 14);
/// assert_eq!(table.payload().len(), 16 * 15 * 14 / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(
    pattern: Pattern,
    kind: PatternKind,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    build_with(pattern, kind, Instructions::detect(), monitor)
}

/// [`build`] with these instructions.
fn build_with(
    pattern: Pattern,
    kind: PatternKind,
    instructions: Instructions,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    let index = PatternIndex::new(pattern, kind);
    let graph = Graph::new(&index);
    for encoding in [Encoding::Nibble, Encoding::Byte] {
        if encoding == Encoding::Nibble && pattern.size() == 1 {
            continue;
        }
        let mut table = memory(&index, encoding.bytes(index.len()))?;
        let search = PatternSearch::new(&index, &graph, encoding, instructions);
        let counts = search.run(&mut table, monitor)?;
        if let Some(counts) = counts {
            return Ok(DistanceTable {
                encoding,
                entries: index.len(),
                counts,
                listed: Levels::new(),
                payload: table,
            });
        }
    }
    // Bytes hold every distance but those that the search refuses itself.
    Err(BuildError::TooDeep)
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
                        build_with(pattern, kind, instructions, &Monitor::silent()).unwrap()
                    });
                assert_eq!(with.counts, without.counts);
                assert!(with.payload() == without.payload(), "{pattern} {kind:?}");
            }
        }
    }
}
