//! Proving a table right without trusting its builder.

use tilebase_core::parallel::prelude::*;
use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, Levels, TableFile, UNREACHABLE, UNREACHABLE_MOD3},
};

use crate::{BuildError, DistanceTable, Inconsistency, Level, VerifyError};

/// Proves that one byte a state gives the distance from the goals.
///
/// It does if and only if exactly the goals have 0, every other state that is reached has a
/// neighbour one nearer, no neighbour differs by more than one, and no state out of reach lies
/// beside one within. The second condition makes each value at least the distance of some way to a
/// goal; the third makes it at most that. So looking at each state with its neighbours once is
/// enough, in any order.
///
/// # Errors
/// The first contradiction found, or that the monitor asked to stop.
pub fn verify_bytes<S: RankedSpace>(
    space: &S,
    bytes: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let goals = space.goals();
    for_each_rank(space, monitor, |rank| {
        wrong_at(space, bytes, rank, goals.binary_search(&rank).is_ok())
    })
}

/// Shows that remainders of distances fit together, state by state, by nothing but ranks and moves.
///
/// `remainder` gives a state's distance modulo `modulus` (3 or more), or `None` for out of reach.
/// Goals must have 0, every other state within reach a neighbour one nearer, and no state out of
/// reach a neighbour within. This alone does not prove the table: around a ring of states each
/// could look nearer than the last. It does together with the levels built again from the goals;
/// and it shares no code with the builders that build them.
///
/// # Errors
/// The first contradiction found, or that the monitor asked to stop.
pub fn verify_remainders<S: RankedSpace>(
    space: &S,
    modulus: u32,
    remainder: impl Fn(u64, &S::State) -> Option<u32> + Sync,
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let goals = space.goals();
    for_each_rank(space, monitor, |rank| {
        let state = space.unrank(rank);
        let here = remainder(rank, &state);
        let value = |remainder: Option<u32>| remainder.unwrap_or(UNREACHABLE.into());
        let found = value(here);
        if goals.binary_search(&rank).is_ok() {
            return (here != Some(0)).then_some(Inconsistency::Goal { rank, found });
        }
        let nearer = here.map(|here| (here + modulus - 1) % modulus);
        let (mut none_nearer, mut apart) = (here.is_some(), None);
        space.neighbours(&state, |next| {
            let there = remainder(space.rank(&next), &next);
            none_nearer &= there != nearer;
            if here.is_some() != there.is_some() {
                apart = Some(value(there));
            }
        });
        match apart {
            Some(neighbour) => Some(Inconsistency::Neighbour {
                rank,
                found,
                neighbour,
            }),
            None => none_nearer.then_some(Inconsistency::NoneNearer { rank, found }),
        }
    })
}

/// States that one task looks at.
const BLOCK: u64 = 4096;

/// Bytes compared at a time.
const PART: usize = 1 << 20;

/// Looks for what is wrong at each rank, on all threads.
fn for_each_rank<S: RankedSpace>(
    space: &S,
    monitor: &Monitor<'_, Level>,
    problem: impl Fn(u64) -> Option<Inconsistency> + Sync,
) -> Result<(), VerifyError> {
    for_each(space.len(), monitor, problem, |_| ())
}

/// Looks at every number below `len`, in blocks on all threads. `done` hears how many a finished
/// block had.
///
/// # Errors
/// A problem, or that the monitor asked to stop.
pub(crate) fn for_each<R>(
    len: u64,
    monitor: &Monitor<'_, R>,
    problem: impl Fn(u64) -> Option<Inconsistency> + Sync,
    done: impl Fn(u64) + Sync,
) -> Result<(), VerifyError> {
    let blocks = len.div_ceil(BLOCK);
    (0..blocks).into_par_iter().try_for_each(|block| {
        if monitor.stopped() {
            return Err(BuildError::Stopped.into());
        }
        let numbers = block * BLOCK..len.min((block + 1) * BLOCK);
        let looked_at = numbers.end - numbers.start;
        match numbers.into_iter().find_map(&problem) {
            Some(problem) => Err(problem.into()),
            None => {
                done(looked_at);
                Ok(())
            }
        }
    })
}

/// Returns where two payloads of one length first differ.
///
/// # Errors
/// If the monitor asks to stop.
fn first_difference(
    right: &[u8],
    given: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<Option<usize>, BuildError> {
    let parts = right.par_chunks(PART).zip(given.par_chunks(PART));
    let found = parts.enumerate().find_map_first(|(part, (right, given))| {
        if monitor.stopped() {
            return Some(Err(BuildError::Stopped));
        }
        // Comparing them whole is quicker than looking for the byte.
        let at = (right != given).then(|| right.iter().zip(given).position(|(a, b)| a != b))??;
        Some(Ok(part * PART + at))
    });
    found.transpose()
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

/// Returns what a wrong byte of four entries of two bits means: the first of the wrong entries.
pub(crate) fn wrong_mod3(offset: usize, right: u8, found: u8) -> Inconsistency {
    let entry = (right ^ found).trailing_zeros() / 2;
    let value = |byte: u8| u32::from(byte >> (2 * entry) & 3);
    Inconsistency::Value {
        rank: 4 * offset as u64 + u64::from(entry),
        expected: value(right),
        found: value(found),
    }
}

/// Compares every state of a `Mod3` table with its neighbours, as [`verify_remainders`] does.
pub(crate) fn mod3_beside_neighbours<S: RankedSpace>(
    space: &S,
    payload: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let remainder = |rank: u64, _: &S::State| {
        let entry = Encoding::Mod3.read(payload, rank);
        (entry != UNREACHABLE_MOD3).then_some(entry.into())
    };
    verify_remainders(space, 3, remainder, monitor)
}

fn wrong_at<S: RankedSpace>(
    space: &S,
    bytes: &[u8],
    rank: u64,
    is_goal: bool,
) -> Option<Inconsistency> {
    let here = bytes[rank as usize];
    let found = here.into();
    if is_goal && here != 0 {
        return Some(Inconsistency::Goal { rank, found });
    }
    let (mut nearer, mut apart) = (false, None);
    space.neighbours(&space.unrank(rank), |next| {
        let there = bytes[space.rank(&next) as usize];
        nearer |= there < here;
        let split = (here == UNREACHABLE) != (there == UNREACHABLE);
        if split || here.abs_diff(there) > 1 {
            apart = Some(there);
        }
    });
    match apart {
        Some(there) => Some(Inconsistency::Neighbour {
            rank,
            found,
            neighbour: there.into(),
        }),
        None if nearer || is_goal || here == UNREACHABLE => None,
        None => Some(Inconsistency::NoneNearer { rank, found }),
    }
}

/// Proves a table of one byte a state, with its counts and its lists.
pub(crate) fn byte_table<S: RankedSpace>(
    space: &S,
    table: &TableFile,
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let bytes = table.payload();
    verify_bytes(space, bytes, monitor)?;
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
