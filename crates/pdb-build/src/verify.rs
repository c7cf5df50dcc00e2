//! Proving a table right without trusting its builder.

use std::ops::Range;

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, Levels, TableFile, UNREACHABLE, UNREACHABLE_MOD3},
    parallel,
};

use crate::{BuildError, DistanceTable, Inconsistency, Level, VerifyError};

/// Tells how the values of a table's neighbours are related: entries are known modulo `modulus`,
/// and those of neighbours differ by `step` at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NeighbourRule {
    pub(crate) modulus: u32,
    pub(crate) step: u32,
}

impl NeighbourRule {
    /// The rule of whole distances, none of which exceeds 254.
    const BYTES: Self = Self {
        modulus: 256,
        step: 1,
    };

    /// The rule of distances modulo 3.
    pub(crate) const MOD3: Self = Self {
        modulus: 3,
        step: 1,
    };

    /// Returns how much greater the second value is, modulo the modulus.
    fn difference(self, from: u32, to: u32) -> u32 {
        (self.modulus + to - from) % self.modulus
    }

    /// Returns whether the second value is nearer by a whole step.
    fn is_nearer(self, from: u32, to: u32) -> bool {
        self.difference(to, from) == self.step
    }

    /// Returns whether no neighbours have these values; `None` stands for out of reach.
    fn is_apart(self, one: Option<u32>, other: Option<u32>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => {
                self.difference(one, other).min(self.difference(other, one)) > self.step
            }
            _ => one != other,
        }
    }
}

/// Compares every entry of some ranks with those of its neighbours, by nothing but ranks and moves.
/// `done` hears how many a finished block had.
///
/// `starts` are the ranks whose values are given, ascending, each with its value. All others within
/// reach must have a neighbour nearer by a step; no two neighbours may differ by more, and none out
/// of reach may lie beside one within. `value` gives an entry, or `None` for out of reach.
///
/// Whole distances are proved by this: the nearer neighbours make each value at least the length of
/// some way to a goal, and the small differences make it at most that. Remainders are not: around a
/// ring of states each could look nearer than the last. They are together with the levels built
/// again from the goals, with which this has no code in common that handles many states at once.
///
/// # Errors
/// A contradiction, or that the monitor asked to stop.
pub(crate) fn beside_neighbours<S: RankedSpace, R>(
    (space, ranks): (&S, Range<u64>),
    rule: NeighbourRule,
    starts: &[(u64, u32)],
    value: impl Fn(u64) -> Option<u32> + Sync,
    monitor: &Monitor<'_, R>,
    done: impl Fn(u64) + Sync,
) -> Result<(), VerifyError> {
    let shown = |value: Option<u32>| value.unwrap_or(UNREACHABLE.into());
    let problem = |rank| {
        let here = value(rank);
        let found = shown(here);
        let start = starts.binary_search_by_key(&rank, |(start, _)| *start);
        let start = start.ok().map(|at| starts[at].1);
        if let Some(expected) = start
            && here != start
        {
            return Some(match expected {
                0 => Inconsistency::Goal { rank, found },
                _ => Inconsistency::Value {
                    rank,
                    expected,
                    found,
                },
            });
        }
        let (mut nearer, mut apart) = (start.is_some() || here.is_none(), None);
        space.ranked_neighbours(&space.unrank(rank), rank, |_, next| {
            let there = value(next);
            nearer |= matches!((here, there), (Some(a), Some(b)) if rule.is_nearer(a, b));
            if rule.is_apart(here, there) {
                apart = Some(shown(there));
            }
        });
        match apart {
            Some(neighbour) => Some(Inconsistency::Neighbour {
                rank,
                found,
                neighbour,
            }),
            None => (!nearer).then_some(Inconsistency::NoneNearer { rank, found }),
        }
    };
    let blocks = (ranks.end - ranks.start).div_ceil(BLOCK);
    parallel::try_each(blocks as usize, |block| {
        BuildError::check_stop(monitor)?;
        let start = ranks.start + block as u64 * BLOCK;
        let numbers = start..ranks.end.min(start + BLOCK);
        let looked_at = numbers.end - numbers.start;
        match numbers.into_iter().find_map(problem) {
            Some(problem) => Err(problem.into()),
            None => {
                done(looked_at);
                Ok(())
            }
        }
    })
}

/// Returns the goals of a space as the starts of [`beside_neighbours`].
pub(crate) fn goals(space: &impl RankedSpace) -> Vec<(u64, u32)> {
    space.goals().into_iter().map(|goal| (goal, 0)).collect()
}

/// States that one task looks at.
const BLOCK: u64 = 4096;

/// Bytes compared at a time.
const PART: usize = 1 << 20;

/// Returns where two payloads of one length first differ.
///
/// # Errors
/// If the monitor asks to stop.
fn first_difference(
    right: &[u8],
    given: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<Option<usize>, BuildError> {
    let parts = right.chunks(PART).zip(given.chunks(PART)).enumerate();
    // What is found ends the work as an error does.
    let same = parallel::try_map(parts, |(part, (right, given))| {
        BuildError::check_stop(monitor).map_err(Err)?;
        // Comparing them whole is quicker than looking for the byte.
        let differ = || right.iter().zip(given).position(|(a, b)| a != b);
        let at = if right == given { None } else { differ() };
        at.map_or(Ok(()), |at| Err(Ok(part * PART + at)))
    });
    same.err().transpose()
}

/// Proves that the payload, the counts and the lists of a table are those of one that was built
/// again. `wrong_byte` tells what differs, given an offset, the right byte and the one found.
pub(crate) fn same_table(
    right: &DistanceTable,
    payload: &[u8],
    counts: &[u64],
    listed: &[(u32, Vec<u64>)],
    monitor: &Monitor<'_, Level>,
    wrong_byte: impl Fn(usize, u8, u8) -> Inconsistency,
) -> Result<(), VerifyError> {
    if let Some(at) = first_difference(right.payload(), payload, monitor)? {
        return Err(wrong_byte(at, right.payload()[at], payload[at]).into());
    }
    Inconsistency::of_counts(&right.counts, counts)?;
    Ok(Inconsistency::of_lists(&right.listed, listed)?)
}

/// Proves that the payload, the counts and the lists of a `Mod3` table are those that `build`
/// gives.
pub(crate) fn same_mod3_table(
    build: impl FnOnce() -> Result<DistanceTable, BuildError>,
    (states, payload): (u64, &[u8]),
    counts: &[u64],
    listed: &[(u32, Vec<u64>)],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    Inconsistency::of_length(Encoding::Mod3.bytes(states), payload)?;
    let wrong_byte = |offset: usize, right: u8, found: u8| {
        // The first of the wrong entries of two bits.
        let entry = (right ^ found).trailing_zeros() / 2;
        let value = |byte: u8| u32::from(byte >> (2 * entry) & 3);
        Inconsistency::Value {
            rank: 4 * offset as u64 + u64::from(entry),
            expected: value(right),
            found: value(found),
        }
    };
    same_table(&build()?, payload, counts, listed, monitor, wrong_byte)
}

/// Compares the entries of some ranks of a `Mod3` table with those of their neighbours.
pub(crate) fn mod3_beside_neighbours(
    space: &impl RankedSpace,
    ranks: Range<u64>,
    payload: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let value = |rank: u64| {
        let entry = Encoding::Mod3.read(payload, rank);
        (entry != UNREACHABLE_MOD3).then_some(entry.into())
    };
    beside_neighbours(
        (space, ranks),
        NeighbourRule::MOD3,
        &goals(space),
        value,
        monitor,
        |_| (),
    )
}

/// Proves a table of one byte a state, with its counts and its lists.
pub(crate) fn byte_table<S: RankedSpace>(
    space: &S,
    table: &TableFile,
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let bytes = table.payload();
    let value = |rank: u64| {
        let entry = bytes[rank as usize];
        (entry != UNREACHABLE).then_some(entry.into())
    };
    beside_neighbours(
        (space, 0..space.len()),
        NeighbourRule::BYTES,
        &goals(space),
        value,
        monitor,
        |_| (),
    )?;
    let mut counts = vec![0u64; 256];
    for &distance in bytes {
        counts[usize::from(distance)] += 1;
    }
    let reached = counts[..255].iter().rposition(|&count| count > 0);
    counts.truncate(reached.map_or(0, |last| last + 1));
    Inconsistency::of_counts(&counts, &table.metadata().counts)?;
    for (depth, ranks) in lists(table)? {
        let there = ranks
            .iter()
            .all(|&rank| bytes.get(rank as usize) == Some(&(depth as u8)));
        let all = counts.get(depth as usize) == Some(&(ranks.len() as u64));
        if !(there && all && ranks.is_sorted_by(|a, b| a < b)) {
            return Err(Inconsistency::List { depth }.into());
        }
    }
    Ok(())
}

/// Returns the lists of a table.
///
/// # Errors
/// If a list cannot be one of states.
pub(crate) fn lists(table: &TableFile) -> Result<Levels, VerifyError> {
    let levels = table.metadata().listed.iter();
    levels
        .map(|level| match table.listed(level.depth) {
            Ok(ranks) => Ok((level.depth, ranks.unwrap_or_default())),
            Err(_) => Err(Inconsistency::List { depth: level.depth }.into()),
        })
        .collect()
}
