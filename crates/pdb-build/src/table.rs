//! From the name of a table to the table, and its proof: choosing the builder.

use std::time::Instant;

use tilebase_core::{
    Memory, Monitor, RankedSpace,
    format::{Built, Encoding, Metadata, Subject, TableFile, UNREACHABLE_MOD3},
    oshidori::{Goal, OshidoriSpace, Row, Stones},
    pattern::{Pattern, PatternIndex},
    sliding::{LineSpace, Metric, Shape, SlidingSpace},
};

use crate::{
    BuildError, Checked, Inconsistency, LISTED_AT_MOST, Level, VerifyError,
    needs::{multi_encoding, row_encoding, sliding_encoding},
    oshidori, pattern,
    reference::{self, Distances},
    sliding::{self, lines},
    verify_bytes, verify_remainders,
};

/// What this crate writes into the files it builds.
const BUILDER: &str = concat!("tilebase ", env!("CARGO_PKG_VERSION"));

/// Builds the table of `subject`, in memory.
///
/// # Errors
/// If there is no such table, memory does not suffice or the monitor asks to stop.
pub fn build(subject: &Subject, monitor: &Monitor<'_, Level>) -> Result<Built, BuildError> {
    build_in(subject, false, monitor)
}

/// Builds the same table with a byte for each state, whatever its size: a look-up is then one access to
/// memory, without a walk. Pattern databases, and tables of the moves of several tiles, are as [`build`] makes
/// them.
///
/// # Errors
/// As [`build`].
pub fn build_in_bytes(
    subject: &Subject,
    monitor: &Monitor<'_, Level>,
) -> Result<Built, BuildError> {
    build_in(subject, true, monitor)
}

fn build_in(
    subject: &Subject,
    in_bytes: bool,
    monitor: &Monitor<'_, Level>,
) -> Result<Built, BuildError> {
    let encoding = |usual| match in_bytes {
        true => Encoding::Byte,
        false => usual,
    };
    let started = Instant::now();
    let finish = |encoding, entries, counts, levels, payload| {
        let metadata = Metadata {
            subject: subject.clone(),
            encoding,
            entries,
            counts,
            listed: Vec::new(),
            builder: BUILDER.to_owned(),
            seconds: started.elapsed().as_secs_f64(),
        };
        Built::new(metadata, levels, payload)
    };
    let of_bytes = |distances: Distances| {
        // The hardest alone: reading a byte a state is quick, and lists of eight bytes a state would
        // outgrow the table.
        let last = distances.counts.len() - 1;
        let levels = match distances.counts[last] <= LISTED_AT_MOST as u64 {
            true => vec![(last as u32, distances.ranks_at(last as u32))],
            false => Vec::new(),
        };
        let entries = distances.bytes.len() as u64;
        let payload =
            Memory::copy_of(&distances.bytes).map_err(|source| BuildError::Allocation {
                what: subject.to_string(),
                needed: entries,
                source,
            })?;
        Ok(finish(
            Encoding::Byte,
            entries,
            distances.counts,
            levels,
            payload,
        ))
    };
    match subject {
        Subject::Sliding { shape, home } => {
            let space = SlidingSpace::new(*shape, usize::from(*home))?;
            match encoding(sliding_encoding(&space)) {
                Encoding::Byte if sliding::supports(&space) => {
                    of_bytes(sliding::byte_distances(&space, monitor)?)
                }
                Encoding::Byte => of_bytes(reference::build(&space, monitor)?),
                encoding => {
                    let table = sliding::search(&space, monitor)?;
                    let (counts, levels, payload) = table.into_parts();
                    Ok(finish(encoding, space.len(), counts, levels, payload))
                }
            }
        }
        Subject::SlidingMulti { shape, home } => {
            let space = multi_space(*shape, *home)?;
            match multi_encoding(&space) {
                Encoding::Byte => of_bytes(reference::build(&space, monitor)?),
                encoding => {
                    let table = lines::search(&space, monitor)?;
                    let (counts, levels, payload) = table.into_parts();
                    let classes = LineSpace::new(space).len();
                    Ok(finish(encoding, classes, counts, levels, payload))
                }
            }
        }
        Subject::Oshidori { puzzle, goal } => {
            let space = row_space(*puzzle, goal)?;
            match encoding(row_encoding(space.len())) {
                Encoding::Byte => of_bytes(reference::build(&space, monitor)?),
                encoding => {
                    let table = oshidori::build(&space, monitor)?;
                    let (counts, levels, payload) = table.into_parts();
                    Ok(finish(encoding, space.len(), counts, levels, payload))
                }
            }
        }
        Subject::Pattern {
            shape,
            home,
            tiles,
            kind,
        } => {
            let pattern = Pattern::from_mask(*shape, usize::from(*home), *tiles)?;
            let table = pattern::build(pattern, *kind, monitor)?;
            let (encoding, entries) = (table.encoding, table.index.len());
            let (counts, payload) = table.into_parts();
            Ok(finish(encoding, entries, counts, Vec::new(), payload))
        }
    }
}

/// The space of a table where several tiles slide in one move.
fn multi_space(shape: Shape, home: u8) -> Result<SlidingSpace, BuildError> {
    let space = SlidingSpace::new(shape, usize::from(home))?.with_metric(Metric::Multi);
    match multi_encoding(&space) == Encoding::Byte || lines::supports(&space) {
        true => Ok(space),
        false => Err(BuildError::NoMultiTable { shape }),
    }
}

/// The space of a row's table, from the goal as the table's subject writes it.
fn row_space(puzzle: Stones, goal: &str) -> Result<OshidoriSpace, BuildError> {
    let parsed = match goal {
        "default" => Ok(Goal::default(puzzle)),
        goal => Goal::parse(puzzle, goal),
    };
    let goal = parsed.map_err(|problem| BuildError::Goal {
        goal: goal.to_owned(),
        problem,
    })?;
    Ok(OshidoriSpace::new(puzzle, goal)?)
}

/// Tables of rows of up to this many states are also looked at state by state, in minutes; larger ones rest on
/// the levels alone.
const ONE_BY_ONE: u64 = 1 << 28;

/// Proves that a table gives the distance of every state, and that its counts and lists are true.
///
/// Tables of depth bits are built again, level by level as `monitor` hears, and then looked at state by
/// state, as `looking` hears. Checksums are not looked at: see
/// [`verify_checksums`](tilebase_core::format::TableFile::verify_checksums).
///
/// # Errors
/// What is wrong, naming the state; or that memory did not suffice or the monitor asked to stop.
pub fn verify(
    table: &TableFile,
    monitor: &Monitor<'_, Level>,
    looking: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    let metadata = table.metadata();
    match &metadata.subject {
        Subject::Sliding { shape, home } => {
            let space = SlidingSpace::new(*shape, usize::from(*home)).map_err(BuildError::from)?;
            match metadata.encoding {
                Encoding::Byte => verify_byte_table(&space, table, monitor),
                _ => {
                    let (payload, lists) = (table.payload(), lists(table));
                    sliding::verify_bits(&space, payload, &metadata.counts, &lists, monitor)?;
                    sliding::verify_neighbours(&space, payload, looking)
                }
            }
        }
        Subject::SlidingMulti { shape, home } => {
            let space = multi_space(*shape, *home)?;
            if metadata.encoding == Encoding::Byte {
                return verify_byte_table(&space, table, monitor);
            }
            let (payload, lists) = (table.payload(), lists(table));
            lines::verify(&space, payload, &metadata.counts, &lists, monitor, looking)
        }
        Subject::Oshidori { puzzle, goal } => {
            let space = row_space(*puzzle, goal)?;
            if metadata.encoding == Encoding::Byte {
                return verify_byte_table(&space, table, monitor);
            }
            let payload = table.payload();
            let right = oshidori::verify_mod3(&space, payload, monitor)?;
            Inconsistency::of_counts(&right.counts, &metadata.counts)?;
            Inconsistency::of_lists(&right.listed, &lists(table))?;
            if space.len() > ONE_BY_ONE {
                return Ok(());
            }
            let remainder = |rank: u64, _: &Row| {
                let entry = Encoding::Mod3.read(payload, rank);
                (entry != UNREACHABLE_MOD3).then_some(entry.into())
            };
            verify_remainders(&space, 3, remainder, monitor)
        }
        Subject::Pattern {
            shape,
            home,
            tiles,
            kind,
        } => {
            let pattern =
                Pattern::from_mask(*shape, usize::from(*home), *tiles).map_err(BuildError::from)?;
            pattern::verify(
                &PatternIndex::new(pattern, *kind),
                metadata.encoding,
                table.payload(),
                &metadata.counts,
                monitor,
            )
        }
    }
}

fn verify_byte_table<S: RankedSpace>(
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
    for (depth, ranks) in lists(table) {
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

fn lists(table: &TableFile) -> Vec<(u32, Vec<u64>)> {
    let levels = &table.metadata().listed;
    levels
        .iter()
        .filter_map(|level| Some((level.depth, table.listed(level.depth)?)))
        .collect()
}
