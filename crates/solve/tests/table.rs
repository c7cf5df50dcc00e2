//! Every encoding of a table gives the answers of the plain one.

use std::{collections::HashSet, ops::ControlFlow, sync::atomic::AtomicBool};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tilebase_core::{
    Monitor, RankedSpace,
    format::Encoding,
    oshidori::{Goal, OshidoriSpace, Stones},
    sliding::{Board, SlidingSpace},
};
use tilebase_pdb_build::reference;
use tilebase_solve::table::{ByState, Table, TableError};

type Sliding = Table<ByState<SlidingSpace, Vec<u8>>>;

/// The distances of a board as bytes, and tables of them in every encoding.
fn tables(shape: &str, home: usize) -> (Vec<u8>, Vec<Sliding>) {
    let space = SlidingSpace::new(shape.parse().unwrap(), home).unwrap();
    let bytes = reference::build(&space, &Monitor::silent()).unwrap().bytes;
    let mut bits = vec![0; Encoding::Bit.bytes(space.len()) as usize];
    let mut mod3 = vec![0; Encoding::Mod3.bytes(space.len()) as usize];
    for (rank, &distance) in bytes.iter().enumerate() {
        let at = rank / 60 * 64 + rank % 60;
        bits[at / 8] |= (distance >> 1 & 1) << (at % 8);
        mod3[rank / 4] |= (distance % 3) << (2 * (rank % 4));
    }
    let tables = vec![
        Table::new(ByState::new(space, Encoding::Byte, bytes.clone())),
        Table::new(ByState::new(space, Encoding::Bit, bits)),
        Table::new(ByState::new(space, Encoding::Mod3, mod3)),
    ];
    (bytes, tables)
}

#[test]
fn distances_and_paths() {
    let (bytes, tables) = tables("4x2", 1);
    for table in &tables {
        for rank in 0..table.space().len() {
            let state = table.space().unrank(rank);
            let distance = u32::from(bytes[rank as usize]);
            assert_eq!(table.distance(&state), Ok(Some(distance)));
            let path = table.path(&state).unwrap().unwrap();
            assert_eq!(path.len() as u32, distance + 1);
            assert_eq!(path.last(), Some(&table.space().goal()));
            for step in path.windows(2) {
                assert!(neighbours(table, &step[0]).contains(&step[1]));
            }
        }
    }
}

#[test]
fn distances_of_many_are_those_of_each() {
    for (shape, home) in [("3x2", 0), ("3x2", 1), ("4x2", 2), ("3x3", 4)] {
        let (bytes, tables) = tables(shape, home);
        let expected: Vec<i16> = bytes.iter().map(|&distance| distance.into()).collect();
        let eccentricity = u32::from(*bytes.iter().max().unwrap());
        for table in tables {
            // Not in the order of ranks, and with some `None`.
            let asked = (0..table.space().len()).rev();
            let asked: Vec<Option<u64>> =
                asked.map(|rank| (rank % 7 != 3).then_some(rank)).collect();
            let expected: Vec<i16> = asked
                .iter()
                .map(|rank| rank.map_or(-1, |rank| expected[rank as usize]))
                .collect();
            let table = table.with_eccentricity(eccentricity);
            for few in [0, 1, 15, 16, 17, asked.len()] {
                let mut found = vec![99; few];
                table.distances(&asked[..few], &mut found).unwrap();
                assert!(
                    found == expected[..few],
                    "{shape} home {home}, {few} states"
                );
            }
        }
    }
}

/// Rows have up to a dozen neighbours and several goals, and some of them reach none.
#[test]
fn distances_of_many_rows_are_those_that_were_built() {
    let puzzle = Stones::of_kinds(3, 2).unwrap();
    for goal in [Goal::default(puzzle), Goal::AnyGap, Goal::Any] {
        let space = OshidoriSpace::new(puzzle, goal).unwrap();
        let bytes = reference::build(&space, &Monitor::silent()).unwrap().bytes;
        let mut mod3 = vec![0; Encoding::Mod3.bytes(space.len()) as usize];
        for (rank, &distance) in bytes.iter().enumerate() {
            let stored = if distance == u8::MAX { 3 } else { distance % 3 };
            mod3[rank / 4] |= stored << (2 * (rank % 4));
        }
        let expected: Vec<i16> = bytes
            .iter()
            .map(
                |&distance| {
                    if distance == u8::MAX { -1 } else { distance.into() }
                },
            )
            .collect();
        let ranks: Vec<Option<u64>> = (0..space.len()).map(Some).collect();
        for (encoding, data) in [(Encoding::Byte, bytes), (Encoding::Mod3, mod3)] {
            let table = Table::new(ByState::new(space.clone(), encoding, data));
            let mut found = vec![99; ranks.len()];
            table.distances(&ranks, &mut found).unwrap();
            assert!(found == expected, "goal {goal}, {encoding}");
        }
    }
}

#[test]
fn nearer_neighbours_of_many_are_those_with_a_lesser_distance() {
    for (shape, home) in [("3x2", 0), ("4x2", 2), ("3x3", 0)] {
        let (bytes, tables) = tables(shape, home);
        for table in &tables {
            let space = table.space();
            let asked: Vec<Option<u64>> = (0..space.len())
                .map(|rank| (rank % 5 != 1).then_some(rank))
                .collect();
            let mut found = vec![Vec::new(); asked.len()];
            table
                .each_nearer(&asked, |index, state| found[index].push(*state))
                .unwrap();
            for (rank, found) in asked.iter().zip(found) {
                let expected = rank.map_or_else(Vec::new, |rank| {
                    let mut next = neighbours(table, &space.unrank(rank));
                    next.retain(|next| bytes[space.rank(next) as usize] < bytes[rank as usize]);
                    next
                });
                assert_eq!(found, expected);
            }
        }
    }
}

/// The path goes to the first nearer neighbour, as the first of all paths does.
#[test]
fn a_path_is_the_first_of_all_paths() {
    let (_, tables) = tables("4x2", 1);
    for table in &tables {
        for rank in 0..table.space().len() {
            let state = table.space().unrank(rank);
            let path = table.path(&state).unwrap().unwrap();
            assert_eq!(table.all_paths(&state, 1).unwrap(), [path]);
        }
    }
}

fn neighbours(table: &Sliding, state: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    table.space().neighbours(state, |next| found.push(next));
    found
}

/// All shortest paths, by following every path of that length.
fn count_by_force(table: &Sliding, state: &Board, left: u32) -> u128 {
    if left == 0 {
        return u128::from(*state == table.space().goal());
    }
    let next = neighbours(table, state);
    next.iter()
        .map(|next| count_by_force(table, next, left - 1))
        .sum()
}

#[test]
fn shortest_paths_are_counted_and_listed() {
    let (bytes, tables) = tables("3x2", 0);
    for table in &tables {
        for rank in 0..table.space().len() {
            let distance = u32::from(bytes[rank as usize]);
            let state = table.space().unrank(rank);
            let ways = table.count_paths(&state).unwrap();
            if distance <= 12 {
                assert_eq!(ways, count_by_force(table, &state, distance));
            }
            let paths = table.all_paths(&state, 1000).unwrap();
            assert_eq!(paths.len() as u128, ways);
            let different: HashSet<&Vec<Board>> = paths.iter().collect();
            assert_eq!(different.len(), paths.len());
            assert!(paths.iter().all(|path| path.len() as u32 == distance + 1));
            assert_eq!(table.all_paths(&state, 1).unwrap().len(), 1);
        }
    }
}

/// Ranks as they are found: one or more at a time, and at most as many as are wanted.
fn ranks_at<S: RankedSpace>(
    table: &Table<ByState<S, Vec<u8>>>,
    depth: u32,
    limit: usize,
) -> Vec<u64> {
    let mut found = Vec::new();
    let end = table.each_at(depth, limit, &Monitor::silent(), |ranks| {
        assert!(!ranks.is_empty());
        found.extend_from_slice(ranks);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(end, Ok(ControlFlow::Continue(())));
    assert!(found.is_sorted_by(|a, b| a < b));
    found
}

#[test]
fn levels_are_listed_and_drawn_from() {
    let (bytes, tables) = tables("4x2", 0);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for table in &tables {
        for depth in [0, 1, 17, 36] {
            let expected: Vec<u64> = (0..table.space().len())
                .filter(|&rank| u32::from(bytes[rank as usize]) == depth)
                .collect();
            assert_eq!(ranks_at(table, depth, usize::MAX), expected);
            for limit in [0, 1, 5, 77] {
                let some = limit.min(expected.len());
                assert_eq!(ranks_at(table, depth, limit), expected[..some]);
            }
            if expected.len() > 100 {
                let rank = table.random_rank_at(depth, 100_000, &mut rng).unwrap();
                let state = table.space().unrank(rank.unwrap());
                assert_eq!(table.distance(&state), Ok(Some(depth)));
            }
        }
        let hardest = ranks_at(table, 36, usize::MAX);
        let knowing = table.clone().with_eccentricity(36);
        assert_eq!(ranks_at(&knowing, 36, usize::MAX), hardest);
        assert!(ranks_at(table, 37, usize::MAX).is_empty());
        assert_eq!(table.random_rank_at(37, 1000, &mut rng).unwrap(), None);
    }
}

/// Many blocks, with the blank in cells of both colours.
#[test]
fn a_level_of_many_blocks_is_listed_completely_and_in_order() {
    let (bytes, tables) = tables("3x3", 4);
    for table in &tables {
        for depth in [15, 22] {
            let ranks = (0u64..).zip(&bytes);
            let expected = ranks.filter(|&(_, &there)| u32::from(there) == depth);
            let expected: Vec<u64> = expected.map(|(rank, _)| rank).collect();
            assert_eq!(ranks_at(table, depth, usize::MAX), expected);
            assert_eq!(ranks_at(table, depth, 1000), expected[..1000]);
        }
    }
}

#[test]
fn a_listing_ends_when_it_is_told_to() {
    let (bytes, tables) = tables("4x2", 0);
    let expected: Vec<u64> = (0..bytes.len() as u64)
        .filter(|&rank| bytes[rank as usize] == 20)
        .collect();
    for table in &tables {
        let mut calls = 0;
        let end = table.each_at(20, usize::MAX, &Monitor::silent(), |ranks| {
            calls += 1;
            ControlFlow::Break(ranks[0])
        });
        assert_eq!((end, calls), (Ok(ControlFlow::Break(expected[0])), 1));

        let stop = AtomicBool::new(true);
        let monitor = Monitor::silent().stopping_on(&stop);
        let never = |_: &[u64]| -> ControlFlow<()> { panic!("it was told to stop before") };
        let end = table.each_at(20, usize::MAX, &monitor, never);
        assert_eq!(end, Err(TableError::Stopped));
    }
}

#[test]
fn a_damaged_table_is_an_error_not_a_hang() {
    let space = SlidingSpace::new("4x2".parse().unwrap(), 0).unwrap();
    let zeros = vec![0; Encoding::Bit.bytes(space.len()) as usize];
    let bits = Table::new(ByState::new(space, Encoding::Bit, zeros));
    let threes = vec![0; Encoding::Mod3.bytes(space.len()) as usize];
    let mod3 = Table::new(ByState::new(space, Encoding::Mod3, threes));
    for rank in 1..space.len() {
        let state = space.unrank(rank);
        if state != space.goal() {
            // Only from the goal's neighbours do zeros lead to it.
            assert!(matches!(bits.distance(&state), Err(_) | Ok(Some(1))));
            assert!(mod3.distance(&state).is_err());
        }
    }
}

/// With entries changed at random, nothing panics, and a path that is returned is a path to the
/// goal, no longer than the greatest distance.
#[test]
fn damaged_tables_give_short_paths_or_errors() {
    let (bytes, tables) = tables("3x2", 0);
    let eccentricity = u32::from(*bytes.iter().max().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut errors = 0;
    for (encoding, table) in [Encoding::Byte, Encoding::Bit, Encoding::Mod3]
        .into_iter()
        .zip(&tables)
    {
        for _ in 0..40 {
            let mut data = table.bytes().clone();
            for _ in 0..rng.random_range(1..20) {
                let at = rng.random_range(0..data.len());
                data[at] = rng.random();
            }
            let damaged = Table::new(ByState::new(*table.space(), encoding, data))
                .with_eccentricity(eccentricity);
            let ranks: Vec<Option<u64>> = (0..damaged.space().len()).map(Some).collect();
            let mut distances = vec![0; ranks.len()];
            let together = damaged.distances(&ranks, &mut distances);
            let mut sound = true;
            for (rank, &distance) in (0..).zip(&distances) {
                let state = damaged.space().unrank(rank);
                let alone = damaged.distance(&state);
                sound &= alone.is_ok();
                if together.is_ok() {
                    let alone = alone.clone().unwrap();
                    assert_eq!(alone.map_or(-1, |distance| distance as i16), distance);
                }
                assert!(alone.is_err() || alone.unwrap().is_none_or(|far| far <= eccentricity));
                for paths in [
                    damaged.path(&state).map(Vec::from_iter),
                    damaged.all_paths(&state, 50),
                ] {
                    for path in paths.iter().flatten() {
                        assert!(path.len() as u32 <= eccentricity + 1);
                        assert_eq!(path.last(), Some(&damaged.space().goal()));
                        let steps = path.windows(2);
                        assert!(
                            steps
                                .into_iter()
                                .all(|step| neighbours(&damaged, &step[0]).contains(&step[1]))
                        );
                    }
                }
                errors += u32::from(damaged.count_paths(&state).is_err());
                for next in neighbours(&damaged, &state) {
                    let _ = damaged.distance(&next);
                }
            }
            assert_eq!(together.is_ok(), sound);
            let _ = damaged.each_nearer(&ranks, |_, _| ());
        }
    }
    assert!(errors > 0);
}

#[test]
fn states_below_others_are_at_the_distance_that_is_asked_for() {
    let (bytes, tables) = tables("3x3", 0);
    let at = |depth: u8| -> Vec<u64> {
        let ranks = (0u64..).zip(&bytes);
        ranks
            .filter(|&(_, &there)| there == depth)
            .map(|(rank, _)| rank)
            .collect()
    };
    let farther = at(31);
    for table in &tables {
        for steps in 0..=31 {
            let level = at(31 - steps);
            let all = table.ranks_below(&farther, steps.into(), usize::MAX);
            assert!(all.is_sorted_by(|a, b| a < b));
            assert!(!all.is_empty() && all.iter().all(|rank| level.binary_search(rank).is_ok()));
            let some = table.ranks_below(&farther, steps.into(), 20);
            assert_eq!(some.len(), all.len().min(20), "{steps} steps");
            assert!(some.is_sorted_by(|a, b| a < b));
            assert!(some.iter().all(|rank| all.binary_search(rank).is_ok()));
        }
        // Every state one move away lies below the states two moves away.
        assert_eq!(table.ranks_below(&at(2), 1, usize::MAX), at(1));
    }
}
