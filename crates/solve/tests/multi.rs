//! Tables of row classes against distances of every state.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Built, Encoding, Subject, TableFile},
    sliding::{Metric, SlidingSpace},
};
use tilebase_pdb_build::{build, reference, verify};
use tilebase_solve::{
    heuristic::{BoardBound, Heuristic, WalkingDistance},
    ida::RaisedBound,
    table::{ByRowClass, Table, TableError},
};

fn multi(name: &str, home: usize) -> SlidingSpace {
    let space = SlidingSpace::new(name.parse().unwrap(), home).unwrap();
    space.with_metric(Metric::Multi)
}

/// A table of row classes.
fn classes(space: &SlidingSpace) -> Built {
    let (shape, home) = (space.shape(), space.home() as u8);
    let subject = Subject::SlidingMulti { shape, home };
    build(&subject, Some(Encoding::RowClasses), &Monitor::silent()).unwrap()
}

/// The counts and lists of a table of row classes, and the distances that are read from it, of
/// every `step`th state.
fn compare(name: &str, home: usize, step: usize) {
    let space = multi(name, home);
    let expected = reference::build(&space, &Monitor::silent()).unwrap();
    let found = classes(&space);
    assert_eq!(
        found.metadata().counts,
        expected.counts,
        "{name}, home {home}"
    );
    for (depth, ranks) in found.levels() {
        assert_eq!(
            *ranks,
            expected.ranks_at(*depth),
            "{name}, home {home}, {depth}"
        );
    }
    let found = TableFile::from(found);
    verify(&found, &Monitor::silent(), &Monitor::silent()).unwrap();
    let table = Table::new(ByRowClass::new(space, found.payload()));
    let ranks: Vec<Option<u64>> = (0..space.len()).step_by(step).map(Some).collect();
    let mut distances = vec![0; ranks.len()];
    table.distances(&ranks, &mut distances).unwrap();
    for (rank, together) in ranks.into_iter().flatten().zip(distances) {
        let state = space.unrank(rank);
        let distance = u32::from(expected.bytes[rank as usize]);
        assert_eq!(
            together, distance as i16,
            "{name}, home {home}: {state}, of many"
        );
        let alone = table.distance(&state).unwrap();
        assert_eq!(alone, Some(distance), "{name}, home {home}: {state}");
    }
}

#[test]
fn every_state_of_3x3_has_its_distance() {
    for home in 0..9 {
        compare("3x3", home, if home < 2 { 1 } else { 7 });
    }
}

/// On every position, the bounds without a table of positions are lower bounds, and a search by the
/// simplest of them finds the distance.
#[test]
fn bounds_are_never_more_than_the_distance() {
    for (name, home) in [("3x3", 0), ("3x3", 4), ("2x4", 1)] {
        let space = multi(name, home);
        let (shape, goal) = (space.shape(), space.goal());
        let lines = BoardBound::new(shape, Metric::Multi, goal.cells(), None);
        let walking = WalkingDistance::new(shape, home, Metric::Multi).unwrap();
        let distances = reference::build(&space, &Monitor::silent()).unwrap();
        let (mut equal, mut searched) = (0, 0);
        for rank in 0..space.len() {
            let (board, distance) = (
                space.unrank(rank),
                u32::from(distances.bytes[rank as usize]),
            );
            let bounds = [lines.of_cells(board.cells()), walking.estimate(&board)];
            assert!(
                bounds.iter().all(|&bound| bound <= distance),
                "{board}: {bounds:?}"
            );
            equal += u32::from(bounds[0] == distance);
            if rank % 997 == 0 && distance < 14 {
                let nearer = lines.search(board.cells(), 0, distance, &|_| false);
                assert_eq!(nearer, RaisedBound::AtLeast(distance), "{board}");
                let found = lines.search(board.cells(), 0, distance + 1, &|_| false);
                assert!(
                    matches!(&found, RaisedBound::Solution(path) if path.len() as u32 == distance),
                    "{board}: {found:?}"
                );
                searched += 1;
            }
        }
        assert!(equal > 3 && searched > 3, "{name}: {equal} {searched}");
    }
}

#[test]
fn contradictory_tables_are_errors() {
    let space = multi("3x3", 0);
    let found = classes(&space);
    // By none of these is any class two nearer than another, or the goal's own at 0.
    for filling in [0, 0x11, 0xFF] {
        let payload = vec![filling; found.payload().len()];
        let table = Table::new(ByRowClass::new(space, payload)).with_eccentricity(24);
        let astray = (0..space.len()).step_by(4999).filter(|&rank| {
            let found = table.distance(&space.unrank(rank));
            matches!(found, Err(TableError::Astray { .. }))
        });
        assert!(astray.count() > 30, "{filling}");
    }
}

/// On boards without a table of bytes: counted through row classes, and move by move.
#[test]
fn walks_through_classes_are_as_long_as_paths_through_states() {
    for (name, home) in [("3x4", 5), ("2x6", 0)] {
        let space = multi(name, home);
        let found = classes(&space);
        let table = Table::new(ByRowClass::new(space, found.payload()));
        let (_, farthest) = found.levels().last().unwrap();
        let spread = (0..space.len()).step_by(999_983);
        for rank in farthest.iter().copied().chain(spread) {
            let state = space.unrank(rank);
            let path = table.path(&state).unwrap().unwrap();
            let moves = path.len() as u32 - 1;
            assert_eq!(table.distance(&state).unwrap(), Some(moves), "{state}");
            if farthest.contains(&rank) {
                assert_eq!(moves as usize, found.metadata().counts.len() - 1);
            }
        }
    }
}

#[test]
fn states_of_2x5_have_their_distances() {
    for home in [0, 2, 9] {
        compare("2x5", home, 97);
    }
}
