//! Compares all positions of 2x7 with searches that do not use tables. `cargo xtask test --heavy`
//! runs this with the other heavy tests.

use std::collections::HashSet;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::IteratorRandom};
use tilebase_core::{
    Monitor, RankedSpace, Reduce,
    format::{Encoding, Payload, Subject, TableFile},
    sliding::{Board, Metric, Reduction, Shape, SlidingSpace},
};
use tilebase_pdb_build::build;
use tilebase_search::{SearchLimits, Sliding, bidirectional};
use tilebase_solve::table::{ByState, Table};

use crate::common::Tilebase;

/// Returns the numbers of boards that are 0, 1, 2, … moves from `goal`, by plain breadth-first
/// search.
fn counts(goal: Board, levels: usize) -> Vec<u64> {
    let mut known = HashSet::from([goal]);
    let mut level = vec![goal];
    let mut counts = Vec::new();
    while counts.len() < levels {
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for board in level {
            for cell in board.movable() {
                let mut moved = board;
                moved.slide(cell);
                if known.insert(moved) {
                    next.push(moved);
                }
            }
        }
        level = next;
    }
    counts
}

/// Checks that `path` is a sequence of legal moves from `board` to the goal.
fn replay(board: &Board, path: &[Board], goal: &Board) {
    assert_eq!((path.first(), path.last()), (Some(board), Some(goal)));
    for step in path.windows(2) {
        let legal = step[0].movable().any(|cell| {
            let mut moved = step[0];
            moved.slide(cell);
            moved == step[1]
        });
        assert!(legal, "{} to {}", step[0], step[1]);
    }
}

fn by_search(board: &Board, goal: &Board) -> usize {
    let space = Sliding::new(goal);
    let (start, goals) = (space.pack(board), [space.pack(goal)]);
    let outcome = bidirectional(
        &space,
        start,
        &goals,
        &SearchLimits::default(),
        &Monitor::silent(),
    );
    outcome.unwrap().length().unwrap()
}

/// Returns boards drawn uniformly among those at each of these distances, the same number of each.
fn drawn<D: Payload + Sync>(
    table: &Table<ByState<SlidingSpace, D>>,
    distances: impl IntoIterator<Item = usize>,
    each: usize,
) -> Vec<(Board, usize)> {
    let mut random = ChaCha8Rng::seed_from_u64(85);
    let mut boards = Vec::new();
    for distance in distances {
        for _ in 0..each {
            let rank = table.random_rank_at(distance as u32, 1 << 26, &mut random);
            let rank = rank.unwrap().expect("not so rare");
            boards.push((table.space().unrank(rank), distance));
        }
    }
    boards
}

/// The program also finds these distances of canonical boards by IDA* with pattern databases, in a
/// folder without a table of all positions.
fn against_patterns(reduction: &Reduction, boards: &[(Board, usize)]) {
    let states = boards.iter().map(|(board, _)| reduction.restore(board));
    let states: String = states.map(|state| format!("{state}\n")).collect();
    let tilebase = Tilebase::new();
    let name = reduction.shape().transposed().to_string();
    let ask = ["distance", &name, "-", "--heuristic", "pdb"];
    let said = tilebase.pipe(&ask, states.as_bytes());
    let found: Vec<&str> = said.out.lines().collect();
    let expected: Vec<String> = boards
        .iter()
        .map(|(_, length)| length.to_string())
        .collect();
    assert_eq!(found, expected, "{}", said.err);
    let stored = tilebase.tables();
    assert!(
        !stored.is_empty() && stored.iter().all(|name| name.starts_with("pattern-")),
        "{stored:?}"
    );
}

#[test]
fn distances_in_2x6_are_those_of_a_search_with_patterns() {
    let goal = Board::goal("2x6".parse().unwrap());
    let reduction = Reduction::to_canonical(&goal, Metric::Single);
    let space = reduction.space().unwrap();
    let bits = table(&space);
    let table = Table::new(ByState::new(space, Encoding::Bit, bits.payload()));
    against_patterns(&reduction, &drawn(&table, [30, 45, 60], 5));
}

/// Builds the table of a board, in bits.
fn table(space: &SlidingSpace) -> TableFile {
    let (shape, home) = (space.shape(), space.home() as u8);
    let built = build(&Subject::Sliding { shape, home }, None, &Monitor::silent()).unwrap();
    assert_eq!(built.metadata().encoding, Encoding::Bit);
    built.into()
}

fn all_states(home: usize) -> (SlidingSpace, TableFile) {
    let space = SlidingSpace::new("7x2".parse().unwrap(), home).unwrap();
    let table = table(&space);
    (space, table)
}

#[test]
#[ignore = "10.9 GiB and three minutes: cargo xtask test --heavy"]
fn all_distances_of_2x7_and_7x2() {
    let [flat, upright]: [Shape; 2] = ["2x7", "7x2"].map(|shape| shape.parse().unwrap());
    let (space, table) = all_states(0);
    assert_eq!(table.metadata().counts.len() - 1, 108);
    assert_eq!(table.metadata().counts.iter().sum::<u64>(), 43_589_145_600);
    for shape in [flat, upright] {
        assert_eq!(
            table.metadata().counts[..20],
            counts(Board::goal(shape), 20),
            "{shape}"
        );
    }

    let goal = Board::goal(flat);
    let reduction = Reduction::to_canonical(&goal, Metric::Single);
    assert_eq!(reduction.space().unwrap(), space);
    let solver = Table::new(ByState::new(space, Encoding::Bit, table.payload()));
    let check = |canonical: &Board| {
        let board = reduction.restore(canonical);
        let path = solver.path(canonical).unwrap().unwrap();
        let length = path.len() - 1;
        assert_eq!(solver.distance(canonical), Ok(Some(length as u32)));
        let path: Vec<Board> = path.iter().map(|board| reduction.restore(board)).collect();
        replay(&board, &path, &goal);
        if length <= 40 {
            assert_eq!(length, by_search(&board, &goal), "{board}");
        }
        length
    };
    let mut random = ChaCha8Rng::seed_from_u64(27);
    let mut boards = Vec::new();
    for _ in 0..1000 {
        let board = space.unrank(random.random_range(0..space.len()));
        boards.push((board, check(&board)));
    }
    // States drawn uniformly are hardly ever near enough for a plain search. States of short walks
    // are.
    for length in 1..=40 {
        for _ in 0..3 {
            let mut board = space.goal();
            for _ in 0..length {
                let cell = board.movable().choose(&mut random).unwrap();
                board.slide(cell);
            }
            assert!(check(&board) <= length);
        }
    }
    boards.extend(drawn(&solver, (40..=90).step_by(10), 30));
    against_patterns(&reduction, &boards);
    let expected = table.metadata().counts.clone();
    drop(table);

    // Upside down, with the goal's blank in another corner, windows and parities differ, and counts
    // are the same.
    assert_eq!(all_states(13).1.metadata().counts, expected);
}
