//! IDA\* against breadth-first search and against itself.

mod common;

use common::{Distances, additive};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tilebase_core::{
    Monitor, RankedSpace,
    format::Encoding,
    pattern::Kind,
    sliding::{Board, Shape},
};
use tilebase_solve::{
    heuristic::{AdditivePatterns, LinearConflict, Manhattan, WalkingDistance},
    ida::{Instructions, Solution, SolveError, Solver},
};

const BOTH_KINDS: [Kind; 2] = [Kind::Plain, Kind::ZeroAware];

/// A random partition-free sample of positions, and the hardest ones.
fn sample(distances: &Distances, count: usize) -> Vec<Board> {
    let space = &distances.space;
    let mut random = ChaCha8Rng::seed_from_u64(1985);
    let mut boards: Vec<Board> = (0..count)
        .map(|_| space.unrank(random.random_range(0..space.len())))
        .collect();
    boards.extend(distances.hardest().into_iter().take(4));
    boards.push(space.goal());
    boards
}

/// Replays the solution move by move: legal, and to the goal.
fn check(solver: &Solver<'_>, board: &Board, solution: &Solution) {
    let mut at = *board;
    for &cell in &solution.moves {
        assert!(
            at.movable().any(|movable| movable == usize::from(cell)),
            "{board}"
        );
        at.slide(cell.into());
    }
    assert_eq!(&at, solver.goal(), "{board}");
    let stats = &solution.stats;
    assert!(stats.generated >= stats.thresholds.iter().map(|t| t.generated).sum());
    assert!(solution.moves.is_empty() || stats.expanded > 0);
}

fn agree(solver: &Solver<'_>, distances: &Distances, boards: &[Board]) {
    boards.par_iter().for_each(|board| {
        let solution = solver.solve(board, &Monitor::silent()).unwrap();
        let name = solver.heuristic();
        assert_eq!(
            solution.moves.len() as u32,
            distances.of(board),
            "{name}: {board}"
        );
        check(solver, board, &solution);
    });
}

/// Partitions of the tiles for a board of this many, in two and three patterns.
fn partitions(tiles: u8) -> [Vec<Vec<u8>>; 2] {
    let cut = |parts: u8| {
        let size = tiles.div_ceil(parts);
        let all: Vec<u8> = (1..=tiles).collect();
        all.chunks(size.into()).map(<[u8]>::to_vec).collect()
    };
    [cut(2), cut(3)]
}

fn databases(
    shape: Shape,
    home: usize,
    partition: &[Vec<u8>],
    kind: Kind,
    encoding: Encoding,
) -> AdditivePatterns<Vec<u8>> {
    let parts: Vec<&[u8]> = partition.iter().map(Vec::as_slice).collect();
    additive(shape, home, &parts, kind, encoding)
}

fn every_engine_agrees(shape: &str, home: usize, count: usize) {
    let shape: Shape = shape.parse().unwrap();
    let distances = Distances::new(shape, home);
    let boards = sample(&distances, count);
    let walking = WalkingDistance::new(shape, home).unwrap();
    agree(
        &Solver::with_heuristic(shape, home, Box::new(walking)),
        &distances,
        &boards,
    );
    let conflict = LinearConflict::new(shape, home);
    agree(
        &Solver::with_heuristic(shape, home, Box::new(conflict)),
        &distances,
        &boards,
    );
    for partition in partitions(shape.tiles() as u8) {
        for kind in BOTH_KINDS {
            let patterns = || databases(shape, home, &partition, kind, Encoding::Nibble);
            agree(&Solver::with_patterns(patterns()), &distances, &boards);
            let portable = Instructions::portable();
            agree(
                &Solver::with_instructions(patterns(), portable),
                &distances,
                &boards,
            );
            let reference = Solver::with_heuristic(shape, home, Box::new(patterns()));
            agree(&reference, &distances, &boards);
        }
    }
}

#[test]
fn all_agree_with_breadth_first_search_on_3x3() {
    for home in [0, 1, 4] {
        every_engine_agrees("3x3", home, 150);
    }
}

#[test]
fn all_agree_with_breadth_first_search_on_5x2() {
    every_engine_agrees("5x2", 0, 60);
    every_engine_agrees("5x2", 4, 30);
}

#[test]
fn manhattan_agrees_with_breadth_first_search() {
    let shape: Shape = "3x3".parse().unwrap();
    let distances = Distances::new(shape, 0);
    let solver = Solver::with_heuristic(shape, 0, Box::new(Manhattan::new(shape, 0)));
    agree(&solver, &distances, &sample(&distances, 200));
}
