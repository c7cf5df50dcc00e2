//! Checks whether the metadata of a file can be true of its subject.

use super::{Encoding, ListedLevel, Metadata, Subject};
#[cfg(feature = "graphs")]
use crate::graph::GraphSpace;
use crate::{
    RankedSpace,
    colours::Colouring,
    oshidori::Goal,
    pattern::{Pattern, PatternIndex, PatternKind},
    sliding::{PartialGoal, PartialGoalSpace, SlidingSpace},
};

/// The longest distance that a byte can hold, in moves.
const LONGEST_BYTE: usize = 254;

/// The longest distance that is accepted in any table, in moves: far more than that of any known
/// puzzle.
const LONGEST: usize = 4096;

/// Compares all that the metadata says with its subject. Costs the same for any table.
///
/// Afterwards entries, encoding, counts and lists of levels are right for the subject, or at least
/// possible. Code that uses a table therefore need not check again whether a level has states, or
/// whether a sum overflows.
pub(super) fn metadata(metadata: &Metadata) -> Result<(), String> {
    let (subject, encoding, counts) = (&metadata.subject, metadata.encoding, &metadata.counts);
    let (entries, states) = (metadata.entries, metadata.states());
    let (fewest, most, goals) = sizes_of(subject, encoding)?;
    require((fewest..=most).contains(&entries), || {
        format!("it has {entries} entries, but {subject} has {most}")
    })?;
    let fits = match subject {
        Subject::Sliding { shape, .. } => match encoding {
            // The format has bits from 8 tiles on; writers rely on it.
            Encoding::Bit => shape.tiles() >= 8,
            encoding => encoding == Encoding::Byte,
        },
        Subject::SlidingMulti { .. } => matches!(encoding, Encoding::Byte | Encoding::RowClasses),
        Subject::Oshidori { .. } | Subject::PartialGoal { .. } => {
            matches!(encoding, Encoding::Byte | Encoding::Mod3)
        }
        #[cfg(feature = "graphs")]
        Subject::Graph { .. } => matches!(encoding, Encoding::Byte | Encoding::Mod3),
        Subject::Pattern { .. } => matches!(encoding, Encoding::Byte | Encoding::Nibble),
        Subject::Colours { .. } => encoding == Encoding::Mod3,
        Subject::Own { .. } => encoding == Encoding::Byte,
    };
    require(fits, || format!("{subject} is never encoded as {encoding}"))?;

    let longest = if encoding == Encoding::Byte { LONGEST_BYTE } else { LONGEST };
    let possible = !counts.is_empty() && counts.len() <= longest + 1 && !counts.contains(&0);
    require(possible, || {
        "its numbers of states by distance are impossible".to_owned()
    })?;
    let mut each = counts.iter();
    let reachable = each.try_fold(0, |sum: u64, &count| sum.checked_add(count));
    let fewest = match subject {
        Subject::Sliding { .. } | Subject::SlidingMulti { .. } => states,
        _ => 0,
    };
    let fits = reachable.is_some_and(|reachable| (fewest..=states).contains(&reachable));
    require(fits, || {
        format!("its numbers of states by distance are not those of {states} states")
    })?;
    let (found, goals) = (counts[0], goals.unwrap_or(counts[0]));
    require(found == goals, || {
        format!("it has {found} goals, but {subject} has {goals}")
    })?;

    let mut first = 0;
    for &ListedLevel {
        depth,
        first: begin,
        count,
    } in &metadata.listed
    {
        require(
            begin == first && counts.get(depth as usize) == Some(&count),
            || format!("its list of the states at distance {depth} is not as long as their number"),
        )?;
        // A level that is listed twice could make the sum overflow.
        first = first.saturating_add(count);
        require(first <= states, || {
            "its lists have more states than there are".to_owned()
        })?;
    }
    Ok(())
}

fn require(is_so: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(problem()) }
}

/// Returns the least and the greatest number of entries that a table of the subject can have, and
/// the number of states that are goals, if it is easy to count them.
fn sizes_of(subject: &Subject, encoding: Encoding) -> Result<(u64, u64, Option<u64>), String> {
    let exactly = |entries, goals| Ok((entries, entries, goals));
    match subject {
        Subject::Sliding { shape, home } | Subject::SlidingMulti { shape, home } => {
            require(usize::from(*home) < shape.cells(), || {
                format!("cell {home} is not on a {shape} board")
            })?;
            let space = SlidingSpace::new(*shape, usize::from(*home));
            let space = space.map_err(|error| error.to_string())?;
            let entries = match encoding {
                Encoding::RowClasses => space.per_cell() * shape.rows() as u64,
                _ => space.len(),
            };
            exactly(entries, Some(1))
        }
        Subject::Colours {
            shape,
            home,
            colours,
        } => {
            let colouring = Colouring::new(*shape, usize::from(*home), colours);
            let colouring = colouring.map_err(|error| error.to_string())?;
            let lines = shape.rows() + shape.cols();
            exactly(lines as u64 * colouring.orders(), None)
        }
        Subject::PartialGoal {
            shape,
            kinds,
            metric,
        } => {
            let goal = PartialGoal::from_kinds(*shape, kinds).map_err(|error| error.to_string())?;
            let goals = goal.goals().count() as u64;
            let space = PartialGoalSpace::new(goal, *metric);
            let space = space.ok_or("it has too many states to number")?;
            exactly(space.len(), Some(goals))
        }
        #[cfg(feature = "graphs")]
        Subject::Graph { graph, homes } => {
            let space = GraphSpace::new(*graph, homes);
            let space = space.ok_or("its tiles or blanks are impossible")?;
            exactly(space.len(), Some(1))
        }
        Subject::Oshidori { puzzle, goal } => {
            let goal = match goal.as_str() {
                "default" => Goal::default(*puzzle),
                goal => Goal::parse(*puzzle, goal).map_err(|error| error.to_string())?,
            };
            let states = puzzle.states().ok_or("it has too many rows to number")?;
            exactly(states, goal.count(*puzzle))
        }
        Subject::Own { states, .. } => exactly(*states, None),
        Subject::Pattern {
            shape,
            home,
            tiles,
            kind,
        } => {
            let pattern = Pattern::from_mask(*shape, usize::from(*home), *tiles);
            let pattern = pattern.map_err(|error| error.to_string())?;
            let plain = PatternIndex::new(pattern, PatternKind::Plain);
            // Counting regions takes a tenth of a second. Code that answers from the table counts
            // and compares them.
            let regions = match kind {
                PatternKind::Plain => 1,
                PatternKind::ZeroAware => shape.cells() - pattern.size(),
            };
            Ok((plain.len(), plain.len() * regions.max(1) as u64, None))
        }
    }
}
