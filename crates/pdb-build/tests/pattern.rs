//! Pattern databases against a search without blocks, and against known numbers.

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;
use tilebase_core::{
    Memory, Monitor,
    format::{Built, Encoding, Metadata},
    pattern::{Pattern, PatternIndex, PatternKind, canonical_pattern, colex},
    sliding::Shape,
};
use tilebase_pdb_build::{BuildError, Inconsistency, Level, VerifyError};
use tilebase_testing::PatternState;

use crate::partitions;

fn pattern(shape: &str, home: usize, tiles: &[u8]) -> Pattern {
    Pattern::new(shape.parse().unwrap(), home, tiles).unwrap()
}

fn build(
    pattern: Pattern,
    kind: PatternKind,
    monitor: &Monitor<'_, Level>,
) -> Result<Built, BuildError> {
    tilebase_pdb_build::build(&PatternIndex::new(pattern, kind).subject(), None, monitor)
}

/// A board on which the forgotten tiles are all alike: tile numbers, 0 for the blank.
type Blurred = Vec<u8>;

/// A forgotten tile.
const OTHER: u8 = 255;

/// The distances of all blurred boards if moves of forgotten tiles cost nothing, by 0-1
/// breadth-first search.
fn naive(pattern: &Pattern) -> HashMap<Blurred, u32> {
    let shape = pattern.shape();
    let goal: Blurred = (shape.ordered_cells(pattern.home()).into_iter())
        .map(|tile| match pattern.label(tile) {
            None if tile != 0 => OTHER,
            _ => tile,
        })
        .collect();
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([(goal, 0)]);
    while let Some((state, distance)) = queue.pop_front() {
        if distances[&state] < distance {
            continue;
        }
        let blank = state.iter().position(|&tile| tile == 0).unwrap();
        for cell in shape.neighbours(blank) {
            let cost = u32::from(state[cell] != OTHER);
            let mut next = state.clone();
            next.swap(blank, cell);
            if distances
                .get(&next)
                .is_none_or(|&known| distance + cost < known)
            {
                distances.insert(next.clone(), distance + cost);
                if cost == 0 {
                    queue.push_front((next, distance));
                } else {
                    queue.push_back((next, distance + 1));
                }
            }
        }
    }
    distances
}

/// The naive distances by entry; 255 for entries that no reachable board has.
fn naive_table(index: &PatternIndex, distances: &HashMap<Blurred, u32>) -> Vec<u32> {
    let (pattern, shape) = (index.pattern(), index.pattern().shape());
    let mut table = vec![255; index.len() as usize];
    for (state, &distance) in distances {
        let mut others = (1..=shape.tiles() as u8).filter(|&tile| pattern.label(tile).is_none());
        let cells: Vec<u8> = state
            .iter()
            .map(|&tile| match tile {
                OTHER => others.next().unwrap(),
                _ => tile,
            })
            .collect();
        let value = &mut table[index.rank(&cells) as usize];
        *value = distance.min(*value);
    }
    table
}

/// The values of a table, one by one.
fn values(index: &PatternIndex, table: &Built) -> Vec<u32> {
    let bytes = table.payload();
    assert_eq!(table.metadata().entries, index.len());
    (0..index.len())
        .map(|entry| match table.metadata().encoding {
            Encoding::Byte => bytes[entry as usize].into(),
            _ => {
                let nibble = bytes[entry as usize / 2] >> (4 * (entry % 2)) & 15;
                2 * u32::from(nibble)
                    + PatternState::unrank(index, entry).manhattan(index.pattern())
            }
        })
        .collect()
}

fn check(shape: &str, home: usize, tiles: &[u8]) {
    let pattern = pattern(shape, home, tiles);
    let distances = naive(&pattern);
    for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
        let table = build(pattern, kind, &Monitor::silent()).unwrap();
        let index = PatternIndex::new(pattern, kind);
        let found = values(&index, &table);
        let what = format!("{pattern} on {shape}, home {home}, {kind:?}");
        assert_eq!(found, naive_table(&index, &distances), "{what}");
        let mut counts = vec![0; table.metadata().counts.len()];
        for &value in found.iter().filter(|&&value| value != 255) {
            counts[value as usize] += 1;
        }
        assert_eq!(table.metadata().counts, counts, "{what}");
        assert_ne!(counts.last(), Some(&0), "{what}");
    }
}

#[test]
fn patterns_of_every_size_on_3x3_are_what_a_plain_search_finds() {
    for home in [0, 1, 4] {
        for tiles in [
            &[5][..],
            &[2, 7],
            &[1, 4, 8],
            &[1, 2, 3, 4],
            &[1, 3, 4, 6, 7],
            &[2, 3, 4, 5, 7, 8],
            &[1, 2, 3, 4, 5, 6, 7],
            &[1, 2, 3, 4, 5, 6, 7, 8],
        ] {
            check("3x3", home, tiles);
        }
    }
}

#[test]
fn patterns_on_narrow_boards_are_what_a_plain_search_finds() {
    check("2x2", 0, &[1, 2, 3]);
    check("2x2", 0, &[2]);
    check("3x2", 0, &[1, 2, 3, 4]);
    check("3x2", 2, &[1, 5, 3, 4, 2]);
    check("5x2", 0, &[1, 3, 6, 8, 9]);
    check("6x2", 4, &[1, 3, 11]);
}

#[test]
fn patterns_on_4x3_are_what_a_plain_search_finds() {
    for home in [0, 1, 3, 4] {
        check("4x3", home, &[2, 4, 5, 10]);
        check("4x3", home, &[1, 11]);
    }
}

#[test]
fn patterns_on_4x4_are_what_a_plain_search_finds() {
    check("4x4", 0, &[9]);
    check("4x4", 1, &[1, 15]);
    check("4x4", 5, &[3, 4, 14]);
    check("4x4", 0, &[1, 2, 5, 6]);
}

#[test]
fn patterns_on_boards_of_up_to_64_cells_are_what_a_plain_search_finds() {
    check("7x4", 0, &[26, 27]);
    check("6x6", 0, &[1, 35]);
    check("7x7", 8, &[9, 48]);
    check("8x8", 0, &[63]);
    check("32x2", 0, &[31, 62]);
}

#[test]
fn patterns_that_share_a_table_have_the_same_values() {
    for (shape, home, tiles) in [
        ("3x3", 0, &[3, 6, 7][..]),
        ("3x3", 0, &[1, 2, 5]),
        ("3x3", 1, &[1, 4, 7]),
        ("4x4", 0, &[2, 3, 7]),
    ] {
        let pattern = pattern(shape, home, tiles);
        let stored = canonical_pattern(&pattern);
        assert_ne!(stored, pattern);
        for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
            let [one, other] = [pattern, stored].map(|pattern| {
                let table = build(pattern, kind, &Monitor::silent()).unwrap();
                let mut values = values(&PatternIndex::new(pattern, kind), &table);
                values.sort_unstable();
                values
            });
            assert_eq!(one, other, "{pattern} and {stored}");
        }
    }
}

#[test]
fn a_build_stops_when_asked() {
    let stop = true.into();
    let monitor = Monitor::silent().stopping_on(&stop);
    let result = build(pattern("3x3", 0, &[1, 2, 3]), PatternKind::Plain, &monitor);
    assert!(matches!(result, Err(BuildError::Stopped)));
}

fn verified(table: &Built, bytes: &[u8]) -> Result<(), VerifyError> {
    proof(table.metadata().clone(), bytes)
}

fn proof(metadata: Metadata, bytes: &[u8]) -> Result<(), VerifyError> {
    let given = Built::new(metadata, Vec::new(), Memory::copy_of(bytes).unwrap());
    tilebase_pdb_build::verify(&given.into(), &Monitor::silent(), &Monitor::silent())
}

#[test]
fn tables_of_every_size_are_proved() {
    for (shape, home, tiles) in [
        ("3x3", 4, &[3][..]),
        ("3x3", 0, &[1, 2, 5, 6]),
        ("3x3", 1, &[1, 2, 3, 4, 5, 6, 7]),
        ("3x3", 0, &[1, 2, 3, 4, 5, 6, 7, 8]),
        ("3x2", 0, &[1, 2, 3, 5]),
        ("4x4", 0, &[1, 2, 6, 7]),
    ] {
        for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
            let pattern = pattern(shape, home, tiles);
            let table = build(pattern, kind, &Monitor::silent()).unwrap();
            verified(&table, table.payload()).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_single_changed_entry_is_found(
        tiles in prop::sample::select(vec![&[6][..], &[2, 3, 7], &[1, 2, 3, 4, 5, 6, 7]]),
        place: prop::sample::Index,
        change in 1u8..=255,
        high: bool,
        zero_aware: bool,
    ) {
        let kind = PatternKind::from(zero_aware);
        let pattern = pattern("3x3", 0, tiles);
        let table = build(pattern, kind, &Monitor::silent()).unwrap();
        let mut bytes = table.payload().to_vec();
        let place = place.index(bytes.len());
        bytes[place] ^= match table.metadata().encoding {
            Encoding::Nibble => change.clamp(1, 15) << (4 * u8::from(high)),
            _ => change,
        };
        prop_assert!(verified(&table, &bytes).is_err());
    }
}

#[test]
fn wrong_lengths_encodings_and_counts_are_found() {
    let (pattern, kind) = (pattern("3x3", 0, &[1, 5]), PatternKind::Plain);
    let table = build(pattern, kind, &Monitor::silent()).unwrap();
    let metadata = table.metadata().clone();
    let entries = metadata.entries - 2;
    let short = Metadata {
        entries,
        ..metadata.clone()
    };
    assert!(matches!(
        proof(short, &table.payload()[1..]),
        Err(VerifyError::Wrong(Inconsistency::Length {
            expected: 36,
            found: 35
        }))
    ));
    let mut boasting = metadata.clone();
    boasting.counts[1] += 1;
    assert!(matches!(
        proof(boasting, table.payload()),
        Err(VerifyError::Wrong(Inconsistency::Count { depth: 1, .. }))
    ));
    let encoding = Encoding::Mod3;
    let other = Metadata {
        encoding,
        ..metadata
    };
    assert!(matches!(
        proof(other, &vec![0; encoding.bytes(72) as usize]),
        Err(VerifyError::Wrong(Inconsistency::Encoding { .. }))
    ));
}

fn greatest(shape: &str, tiles: &[u8]) -> u32 {
    let (pattern, kind) = (pattern(shape, 0, tiles), PatternKind::Plain);
    let table = build(pattern, kind, &Monitor::silent()).unwrap();
    assert_eq!(table.metadata().encoding, Encoding::Nibble);
    verified(&table, table.payload()).unwrap();
    table.metadata().counts.len() as u32 - 1
}

#[test]
#[ignore = "builds and proves the three large tables, 1.4 GiB: cargo test --release -- --ignored"]
fn greatest_values_of_the_standard_patterns_are_the_known_ones() {
    assert_eq!(greatest("4x4", &[1, 2, 3, 4, 5, 6, 7]), 33);
    assert_eq!(greatest("4x4", &[8, 9, 10, 11, 12, 13, 14, 15]), 38);
    assert_eq!(greatest("5x5", &[1, 2, 5, 6, 7, 12]), 34);
}

/// The search of the example finds the best of all partitions of a small board.
#[test]
fn partitions_are_found() {
    let shape: Shape = "3x3".parse().unwrap();
    let mut means = Vec::new();
    let (mean, groups) = partitions::search(shape, &[4, 4], 4, |mean, _| means.push(mean)).unwrap();
    assert!(means.is_sorted_by(|a, b| a < b) && means.last() == Some(&mean));
    let mean_of = |tiles: u64| {
        let pattern = Pattern::from_mask(shape, 0, tiles).unwrap();
        let found = build(pattern, PatternKind::Plain, &Monitor::silent()).unwrap();
        let counts = found.metadata().counts.iter().zip(0..);
        let sum: u64 = counts.map(|(count, value)| count * value).sum();
        sum as f64 / found.metadata().entries as f64
    };
    let tiles = 0b1_1111_1110;
    assert_eq!(groups[0] ^ groups[1], tiles);
    let halves = colex::sets(9, 4).filter(|set| set & 1 == 0);
    let all = halves.map(|half| mean_of(half) + mean_of(tiles ^ half));
    let greatest = all.fold(0.0, f64::max);
    assert!((mean - greatest).abs() < 1e-9, "{mean} {greatest}");
    let refuses = |shape: &str, sizes: &[usize]| {
        partitions::search(shape.parse().unwrap(), sizes, 1, |_, _| ()).is_err()
    };
    assert!(refuses("3x3", &[4, 5]) && refuses("3x3", &[0, 4, 4]) && refuses("3x3", &[8]));
    assert!(refuses("9x9", &[40, 40]) && refuses("2x3", &[2, 3]));
}
