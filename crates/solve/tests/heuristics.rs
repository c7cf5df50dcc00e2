//! Heuristics on every position of small boards: admissible and consistent.

use crate::common::{Distances, additive};
use tilebase_core::{
    RankedSpace,
    format::Encoding,
    pattern::{Catalogue, Partition, Pattern, PatternIndex, PatternKind},
    sliding::{Board, Metric, Reduction, Shape, TileDistances},
};
use tilebase_solve::heuristic::{
    AdditiveError, AdditivePatterns, Heuristic, LinearConflict, Maximum, PatternTable,
    PatternTableError, WalkingDistance,
};

/// Every canonical home of a board.
fn homes(shape: Shape) -> Vec<usize> {
    let canonical = |&home: &usize| {
        let reduction = Reduction::to_canonical(&Board::ordered(shape, home), Metric::Single);
        (reduction.shape(), reduction.home()) == (shape, home)
    };
    (0..shape.cells()).filter(canonical).collect()
}

/// Admissible, and consistent if it should be, on every `step`-th position; and 0 at the goal.
fn check(distances: &Distances, heuristic: &dyn Heuristic, consistent: bool, step: usize) {
    let (space, name) = (&distances.space, heuristic.name());
    assert_eq!(heuristic.estimate(&space.goal()), 0, "{name}");
    let some = (0..space.len())
        .step_by(step)
        .map(|rank| space.unrank(rank));
    for board in some.chain(distances.hardest()) {
        let bound = heuristic.estimate(&board);
        let distance = distances.of(&board);
        assert!(
            bound <= distance,
            "{name}: {bound} > {distance} for {board}"
        );
        assert!(
            (distance - bound).is_multiple_of(2),
            "{name}: {bound} and {distance} are not both even or both odd for {board}: the bound \
             can be one more"
        );
        space.neighbours(&board, |next| {
            let there = heuristic.estimate(&next);
            assert!(
                !consistent || bound.abs_diff(there) <= 1,
                "{name}: {board} to {next}"
            );
        });
    }
}

fn check_all(shape: &str, homes: &[usize], partition: &[Vec<u8>], step: usize) {
    let shape: Shape = shape.parse().unwrap();
    for &home in homes {
        let distances = Distances::new(shape, home);
        let simple: [Box<dyn Heuristic>; 3] = [
            Box::new(TileDistances::new(shape, &shape.ordered_cells(home))),
            Box::new(LinearConflict::new(shape, &shape.ordered_cells(home))),
            Box::new(WalkingDistance::new(shape, home, Metric::Single).unwrap()),
        ];
        for heuristic in &simple {
            check(&distances, &**heuristic, true, step);
        }
        check(&distances, &Maximum(simple.into()), true, step);
        let plain = additive(shape, home, partition, PatternKind::Plain);
        check(&distances, &plain, false, step);
        let aware = additive(shape, home, partition, PatternKind::ZeroAware);
        check(&distances, &aware, true, step);
    }
}

#[test]
fn bounds_hold_on_every_position_of_3x3() {
    let shape = "3x3".parse().unwrap();
    check_all(
        "3x3",
        &homes(shape),
        &[vec![1, 2, 3, 4], vec![5, 6, 7, 8]],
        1,
    );
}

#[test]
fn bounds_hold_on_every_position_of_4x2() {
    let shape = "4x2".parse().unwrap();
    check_all("4x2", &homes(shape), &[vec![1, 2, 3], vec![4, 5, 6, 7]], 1);
}

#[test]
fn bounds_hold_on_5x2() {
    check_all(
        "5x2",
        &[0, 4],
        &[vec![1, 3, 5], vec![2, 4, 6], vec![7, 8, 9]],
        23,
    );
}

#[test]
#[ignore = "reason: half a minute in debug; cargo test --release -- --ignored"]
fn bounds_hold_on_every_position_of_5x2() {
    let shape = "5x2".parse().unwrap();
    check_all(
        "5x2",
        &homes(shape),
        &[vec![1, 2, 3, 4, 5], vec![6, 7, 8, 9]],
        1,
    );
}

#[test]
fn linear_conflict_counts_tiles_and_not_pairs() {
    let shape: Shape = "4x4".parse().unwrap();
    let conflict = LinearConflict::new(shape, &shape.ordered_cells(0));
    let manhattan = TileDistances::new(shape, &shape.ordered_cells(0));
    let extra = |cells: &str| {
        let board = Board::parse(shape, cells).unwrap();
        conflict.estimate(&board) - manhattan.estimate(&board)
    };
    assert_eq!(extra("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"), 0);
    // Reversed rows of four: six pairs, but three tiles must leave. Columns are not concerned.
    assert_eq!(extra("0 1 2 3 7 6 5 4 8 9 10 11 12 13 14 15"), 6);
    // 7 stands before 4, 5 and 6: three pairs, but only 7 must leave.
    assert_eq!(extra("0 1 2 3 7 4 5 6 8 9 10 11 12 13 14 15"), 2);
    // Two pairs in a column that share no tile.
    assert_eq!(extra("8 1 2 3 4 5 6 7 0 9 10 11 12 13 14 15"), 2);
}

#[test]
fn walking_distance_has_the_known_numbers_of_states() {
    let states = |shape: &str| WalkingDistance::states_of(shape.parse().unwrap()).unwrap();
    assert_eq!(states("3x3"), 105);
    assert_eq!(states("4x4"), 24_964);
    assert_eq!(states("5x4"), 5_977_015);
    assert_eq!(states("5x5"), 65_650_495);
}

#[test]
fn boards_with_too_many_lines_are_refused() {
    for (shape, home) in [("7x3", 0), ("12x2", 0), ("6x4", 7), ("16x2", 0), ("6x5", 0)] {
        let shape: Shape = shape.parse().unwrap();
        let error = WalkingDistance::new(shape, home, Metric::Single)
            .err()
            .unwrap();
        assert_eq!(error.shape, shape);
        assert!(error.to_string().contains("more than 100000000 bytes"));
    }
}

#[test]
fn a_pattern_without_a_table_is_refused() {
    let groups = [vec![1, 2, 3, 4], vec![5, 6, 7, 8]];
    let partition = Partition::new("3x3".parse().unwrap(), 0, &groups).unwrap();
    let none: Vec<PatternTable> = Vec::new();
    let pattern = partition.patterns()[0];
    let catalogue = Catalogue::of_partition(partition, PatternKind::Plain);
    let error = AdditivePatterns::new(&catalogue, none).err();
    assert_eq!(error, Some(AdditiveError::NoTable(pattern)));
}

/// Partitions of 3x3 into pairs of tiles.
fn pairings(count: usize) -> Catalogue {
    let tiles: Vec<u8> = (1..=8).collect();
    let turned = |by: usize| {
        let mut tiles = tiles.clone();
        tiles[1..].rotate_left(by % 7);
        tiles[3..].rotate_left(by / 7);
        let pair = |pair: &[u8]| pair.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        tiles.chunks(2).map(pair).collect::<Vec<_>>().join("/")
    };
    let lines: Vec<String> = (0..count).map(turned).collect();
    let shape: Shape = "3x3".parse().unwrap();
    let goal = shape.ordered_cells(0);
    Catalogue::of_goal(
        shape,
        &goal,
        &lines.join(";").parse().unwrap(),
        PatternKind::Plain,
    )
    .unwrap()
}

#[test]
fn too_many_partitions_are_refused_before_any_table_is_built() {
    assert!(AdditivePatterns::check(&pairings(4)).is_ok());
    let error = AdditivePatterns::check(&pairings(12)).unwrap_err();
    assert!(
        matches!(error, AdditiveError::TooMany { views: 17.., .. }),
        "{error}"
    );
    // A search takes all named catalogues whole.
    let mut named = 0;
    for shape in [
        "3x3", "3x4", "4x4", "4x5", "5x5", "3x8", "3x9", "3x10", "4x6", "4x7", "5x6",
    ] {
        let shape: Shape = shape.parse().unwrap();
        for home in 0..shape.cells() {
            for (name, catalogue) in Catalogue::all_named(shape, home, PatternKind::Plain) {
                let checked = AdditivePatterns::check(&catalogue);
                assert_eq!(checked, Ok(()), "{shape} {home} {name}");
                named += 1;
            }
        }
    }
    assert!(named >= 6, "{named}");
}

#[test]
fn bytes_that_are_not_a_table_are_refused() {
    let pattern = Pattern::new("3x3".parse().unwrap(), 0, &[1, 2]).unwrap();
    let index = PatternIndex::new(pattern, PatternKind::Plain);
    let table = |encoding, bytes| PatternTable::new(index.clone(), encoding, vec![0u8; bytes]);
    assert!(table(Encoding::Nibble, 36).is_ok());
    assert!(table(Encoding::Byte, 72).is_ok());
    let (expected, found) = (36, 37);
    let error = PatternTableError::Length {
        pattern,
        expected,
        found,
    };
    assert_eq!(table(Encoding::Nibble, 37).err(), Some(error));
    let found = Encoding::Mod3;
    let error = PatternTableError::Encoding { pattern, found };
    assert_eq!(table(found, 18).err(), Some(error));
}
