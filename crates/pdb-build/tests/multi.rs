//! Tables where several tiles slide in one move, against a plain search that shares no code with
//! them.

use std::collections::HashMap;

use tilebase_core::{
    Memory, Monitor, RankedSpace,
    format::{Built, Encoding, Subject, TableFile},
    sliding::{Board, Metric, Shape, SlidingSpace},
};
use tilebase_pdb_build::{Inconsistency, VerifyError, build, verify};
use tilebase_testing::plain_search;

/// Returns the distance of every state by its cells: the blank walks in each direction to the edge.
fn distances(shape: Shape, home: usize) -> HashMap<Vec<u8>, u32> {
    let goal = Board::ordered(shape, home).cells().to_vec();
    let (rows, cols) = (shape.rows() as i32, shape.cols() as i32);
    plain_search([goal], |cells| {
        let blank = cells.iter().position(|&cell| cell == 0).unwrap();
        let mut reached = Vec::new();
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let (mut cells, mut blank) = (cells.clone(), blank);
            loop {
                let row = blank as i32 / cols + down;
                let col = blank as i32 % cols + right;
                if row < 0 || row >= rows || col < 0 || col >= cols {
                    break;
                }
                let to = (row * cols + col) as usize;
                cells.swap(blank, to);
                blank = to;
                reached.push(cells.clone());
            }
        }
        reached
    })
}

fn table(shape: Shape, home: usize) -> TableFile {
    let subject = Subject::SlidingMulti {
        shape,
        home: home as u8,
    };
    build(&subject, None, &Monitor::silent()).unwrap().into()
}

/// Compares the table of every goal that has the tiles in order, wherever its blank is.
fn compare_all(names: &[&str]) {
    for name in names {
        let shape: Shape = name.parse().unwrap();
        for home in 0..shape.cells() {
            let table = table(shape, home);
            let space = SlidingSpace::new(shape, home).unwrap();
            let expected = distances(shape, home);
            assert_eq!(expected.len() as u64, space.len());
            for (cells, &distance) in &expected {
                let board = Board::from_cells(shape, cells).unwrap();
                let rank = space.rank(&board) as usize;
                assert_eq!(
                    u32::from(table.payload()[rank]),
                    distance,
                    "{board}, home {home}"
                );
            }
        }
    }
}

#[test]
fn every_distance_of_small_boards_is_that_of_a_plain_search() {
    compare_all(&["2x2", "2x3", "2x4", "3x3"]);
}

#[test]
#[ignore = "a minute in release mode: cargo xtask test --heavy"]
fn every_distance_of_2x5_is_that_of_a_plain_search() {
    compare_all(&["2x5"]);
}

/// The farthest states and their number: (name, home, moves, states).
#[test]
fn known_eccentricities() {
    for (name, home, farthest, states) in [
        ("2x2", 0, 6, 1),
        ("2x3", 0, 20, 1),
        ("2x4", 0, 25, 8),
        ("3x3", 0, 24, 1),
        ("2x5", 0, 36, 1),
    ] {
        let table = table(name.parse().unwrap(), home);
        let metadata = table.metadata();
        assert_eq!(metadata.eccentricity(), farthest, "{name}");
        assert_eq!(metadata.counts.last(), Some(&states), "{name}");
        verify(&table, &Monitor::silent(), &Monitor::silent()).unwrap();
    }
}

/// A move of several tiles is at most `longest` moves of single tiles.
#[test]
fn both_metrics_bound_each_other() {
    for name in ["2x4", "3x3"] {
        let shape: Shape = name.parse().unwrap();
        let single = SlidingSpace::new(shape, 0).unwrap();
        let slidings = tilebase_pdb_build::reference::build(&single, &Monitor::silent()).unwrap();
        let moves = table(shape, 0);
        let longest = shape.rows().max(shape.cols()) as u8 - 1;
        for (&slidings, &moves) in slidings.bytes.iter().zip(moves.payload()) {
            assert!(moves <= slidings && slidings <= moves * longest);
        }
    }
}

#[test]
fn a_multi_table_differs_from_one_of_single_tiles() {
    let shape: Shape = "2x3".parse().unwrap();
    let space = SlidingSpace::new(shape, 0).unwrap();
    let single = tilebase_pdb_build::reference::build(&space, &Monitor::silent()).unwrap();
    assert_ne!(table(shape, 0).payload(), single.bytes);
    let multi = space.with_metric(Metric::Multi);
    assert_eq!(multi.len(), space.len());
    assert_eq!(multi.parity(&multi.goal()), None);
}

/// The farthest states and their number in tables of row classes.
#[test]
fn known_eccentricities_of_larger_boards() {
    for (name, farthest, states, total) in
        [("3x4", 33, 5, 239_500_800), ("2x6", 41, 36, 239_500_800)]
    {
        let table = table(name.parse().unwrap(), 0);
        let metadata = table.metadata();
        assert_eq!(metadata.eccentricity(), farthest, "{name}");
        assert_eq!(metadata.counts.last(), Some(&states), "{name}");
        assert_eq!(metadata.reachable(), total, "{name}");
        let hardest = table.listed(farthest).unwrap();
        let hardest = hardest.expect("a small level is listed");
        assert_eq!(hardest.len() as u64, states);
    }
}

#[test]
fn any_flipped_bit_of_a_table_of_classes_is_found() {
    let (shape, home) = ("3x3".parse().unwrap(), 0);
    let subject = Subject::SlidingMulti { shape, home };
    let right = build(&subject, Some(Encoding::RowClasses), &Monitor::silent()).unwrap();
    let right_counts = &right.metadata().counts;
    assert_eq!(right.metadata().encoding, Encoding::RowClasses);
    assert_eq!(right_counts.len() - 1, 24);
    assert_eq!(
        right.levels().last().unwrap().1.len(),
        1,
        "one hardest board"
    );
    let proof = |payload: &[u8], counts: &[u64]| {
        let mut metadata = right.metadata().clone();
        metadata.counts = counts.to_vec();
        let payload = Memory::copy_of(payload).unwrap();
        let given = Built::new(metadata, right.levels().to_vec(), payload).into();
        verify(&given, &Monitor::silent(), &Monitor::silent())
    };
    proof(right.payload(), right_counts).unwrap();
    for byte in (0..right.payload().len()).step_by(997) {
        let mut wrong = right.payload().to_vec();
        wrong[byte] ^= 1 << (byte % 8);
        let bit = byte % 8 * 9;
        match proof(&wrong, right_counts) {
            Err(VerifyError::Wrong(Inconsistency::Value { rank, .. })) => {
                assert_eq!(rank, (byte / 24 * 60 + bit) as u64);
            }
            Err(VerifyError::Wrong(Inconsistency::Unused { offset })) => {
                assert!(bit >= 60);
                assert_eq!(offset, byte as u64);
            }
            other => panic!("{other:?}"),
        }
    }
    let mut counts = right_counts.clone();
    counts[3] += 1;
    assert!(matches!(
        proof(right.payload(), &counts),
        Err(VerifyError::Wrong(Inconsistency::Count { depth: 3, .. }))
    ));
}
