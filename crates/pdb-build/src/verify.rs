//! Proofs that tables are right, without trust in their builders.

use std::{ops::Range, sync::atomic::AtomicU64};

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, Levels, TableFile, UNREACHABLE, UNREACHABLE_MOD3},
    parallel,
    pattern::lehmer,
};

use crate::{BuildError, Checked, DistanceTable, Inconsistency, Level, Result, VerifyError};

/// The relation between the values of neighbours in a table: entries are known modulo `modulus`,
/// and those of neighbours differ by `step` at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NeighbourRule {
    pub(crate) modulus: u32,
    pub(crate) step: u32,
}

impl NeighbourRule {
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

/// Compares every entry of some ranks with those of its neighbours, using only ranks and moves.
/// Reports the number of states compared.
///
/// `starts` are the ranks whose values are given, ascending, each with its value. All others within
/// reach must have a neighbour nearer by a step; no two neighbours may differ by more, and no state
/// within reach may have a neighbour out of reach. `value` gives an entry, or `None` for out of
/// reach.
///
/// This proves whole distances: the nearer neighbours make each value at least the length of some
/// path to a goal, and the small differences make it at most that. It does not prove remainders: in
/// a ring of states, each could seem nearer than the last. They are proved together with the levels
/// that are built again from the goals, whose code for many states at once is independent of this.
///
/// # Errors
/// If there is a contradiction, or the monitor asks to stop.
pub(crate) fn beside_neighbours<S: RankedSpace>(
    (space, ranks): (&S, Range<u64>),
    rule: NeighbourRule,
    starts: &[(u64, u32)],
    value: impl Fn(u64) -> Option<u32> + Sync,
    monitor: &Monitor<'_, Checked>,
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
            return Some(Inconsistency::value(rank, expected, found));
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
    let (total, compared) = (ranks.end - ranks.start, AtomicU64::new(0));
    parallel::try_each(total.div_ceil(BLOCK) as usize, &|block| {
        BuildError::check_stop(monitor)?;
        let start = ranks.start + block as u64 * BLOCK;
        let mut block = start..ranks.end.min(start + BLOCK);
        let states = block.end - start;
        if let Some(problem) = block.find_map(problem) {
            return Err(problem.into());
        }
        Checked::add(monitor, &compared, states, total);
        Ok(())
    })
}

/// The number of states that one task compares.
const BLOCK: u64 = 4096;

/// Returns the image of each order of `size` labels if a label moves from one place to another, at
/// `size` times the first place plus the second. The maps are computed order by order, and share no
/// code with the builders.
pub(crate) fn order_maps(size: usize) -> Vec<Vec<u16>> {
    parallel::map(0..size * size, |places| {
        let moved = |rank| {
            let mut order = vec![0; size];
            lehmer::unrank(rank, &mut order);
            let label = order.remove(places / size);
            order.insert(places % size, label);
            lehmer::rank(&order) as u16
        };
        (0..lehmer::count(size) as u32).map(moved).collect()
    })
}

/// The number of bytes compared at a time.
const PART: usize = 1 << 20;

/// Returns the first place at which two payloads of the same length differ.
///
/// # Errors
/// If the monitor asks to stop.
fn first_difference(
    right: &[u8],
    given: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<Option<usize>> {
    let parts = right.chunks(PART).zip(given.chunks(PART)).enumerate();
    // A difference ends the work, as an error does.
    let same = parallel::try_map(parts, |(part, (right, given))| {
        BuildError::check_stop(monitor).map_err(Err)?;
        // Comparing whole parts is quicker than searching for the byte.
        let differ = || right.iter().zip(given).position(|(a, b)| a != b);
        let at = if right == given { None } else { differ() };
        at.map_or(Ok(()), |at| Err(Ok(part * PART + at)))
    });
    same.err().transpose()
}

/// Proves that a table is the one that was built again.
pub(crate) fn same_table(
    right: &DistanceTable,
    table: &TableFile,
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let (metadata, payload) = (table.metadata(), table.payload());
    if metadata.encoding != right.encoding {
        let found = metadata.encoding;
        return Err(Inconsistency::Encoding { found }.into());
    }
    Inconsistency::of_length(right.payload.len() as u64, payload)?;
    if let Some(offset) = first_difference(&right.payload, payload, monitor)? {
        return Err(wrong_byte(right, payload, offset as u64).into());
    }
    Inconsistency::of_counts(&right.counts, &metadata.counts)?;
    Ok(Inconsistency::of_lists(&right.listed, &lists(table)?)?)
}

/// Returns the fault of a wrong byte in a payload: the first differing entry in the bytes or words
/// that share entries with it.
fn wrong_byte(right: &DistanceTable, payload: &[u8], offset: u64) -> Inconsistency {
    let encoding = right.encoding;
    let bytes = encoding.bytes(1);
    let entries = (1..).take_while(|&entries| encoding.bytes(entries) == bytes);
    let (first, entries) = (offset / bytes, entries.count() as u64);
    let [expected, found] =
        [&right.payload[..], payload].map(|payload| move |rank| encoding.read(payload, rank));
    let mut ranks = first * entries..(first + 1) * entries;
    match ranks.find(|&rank| expected(rank) != found(rank)) {
        None => Inconsistency::Unused { offset },
        Some(rank) => Inconsistency::value(rank, expected(rank), found(rank)),
    }
}

/// Compares the entries of some ranks of a table of bytes or of remainders with those of their
/// neighbours.
pub(crate) fn entries_beside_neighbours(
    (space, ranks): (&impl RankedSpace, Range<u64>),
    encoding: Encoding,
    payload: &[u8],
    monitor: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    // Whole distances do not exceed 254.
    let (modulus, unreachable) = match encoding {
        Encoding::Byte => (256, UNREACHABLE),
        _ => (3, UNREACHABLE_MOD3),
    };
    let rule = NeighbourRule { modulus, step: 1 };
    let value = |rank: u64| {
        let entry = encoding.read(payload, rank);
        (entry != unreachable).then_some(entry.into())
    };
    let goals: Vec<_> = space.goals().into_iter().map(|goal| (goal, 0)).collect();
    beside_neighbours((space, ranks), rule, &goals, value, monitor)
}

/// Returns the lists of a table.
///
/// # Errors
/// If a list cannot be a list of states.
pub(crate) fn lists(table: &TableFile) -> Result<Levels, VerifyError> {
    let levels = table.metadata().listed.iter();
    levels
        .map(|level| match table.listed(level.depth) {
            Ok(ranks) => Ok((level.depth, ranks.unwrap_or_default())),
            Err(_) => Err(Inconsistency::List { depth: level.depth }.into()),
        })
        .collect()
}
