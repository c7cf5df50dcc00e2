//! Bounds of boards of any size and goal.

use crate::common::{Distances, tables};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{SeedableRng, seq::IteratorRandom};
use tilebase_core::{
    RankedSpace, Reduce,
    pattern::{Catalogue, Partition, Pattern, PatternIndex, PatternKind},
    sliding::{Board, Metric, Placement, Reduction, Shape, TileDistances, blank_of},
};
use tilebase_solve::{
    heuristic::{AdditivePatterns, BoardBound, Heuristic, LinearConflict},
    ida::RaisedBound,
};

/// Returns the pattern databases of a shape with the goal 1 2 … 0, in partitions of at most `bytes`
/// bytes.
fn patterns(shape: Shape, kind: PatternKind, bytes: u64) -> AdditivePatterns {
    let goal = shape.ordered_cells(shape.tiles());
    let placement = Placement::of_goal(shape, &goal);
    let memory = |pattern: &_| {
        let index = PatternIndex::new(*pattern, PatternKind::Plain);
        index.len() / 2
    };
    let (image, home) = (placement.image(), placement.cell(blank_of(&goal)));
    let partition = Partition::automatic(image, home, bytes, memory).unwrap();
    let catalogue = Catalogue::of_partition(partition, kind);
    AdditivePatterns::of_goal(shape, &goal, &catalogue, tables(&catalogue)).unwrap()
}

/// Walks from the goal, and after each move compares the bounds with what they are to be.
fn walk(shape: Shape, moves: usize, seed: u64, patterns: Option<AdditivePatterns>) {
    let goal = shape.ordered_cells(shape.tiles());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let manhattan = TileDistances::new(shape, &goal);
    let conflicts = LinearConflict::new(shape, &goal);
    let bound = BoardBound::new(shape, Metric::Single, &goal, patterns);
    let (mut cells, mut blank) = (goal, shape.tiles());
    assert_eq!(bound.of_cells(&cells), 0);
    for made in 1..=moves {
        let to = shape
            .destinations(blank, Metric::Single)
            .choose(&mut random);
        shape.slide_cells(&mut cells, blank, to.unwrap());
        blank = to.unwrap();
        let [least, more, most] = [
            manhattan.sum(&cells),
            conflicts.of_cells(&cells),
            bound.of_cells(&cells),
        ];
        assert!(least <= more && more <= most, "{shape}: {cells:?}");
        assert!(
            most as usize <= made && most as usize % 2 == made % 2,
            "{shape}: {cells:?}"
        );
    }
    bound.damage().unwrap();
}

#[test]
fn pattern_databases_of_large_boards_bound_all_walks() {
    for (shape, bytes) in [
        ("6x6", 8 << 20),
        ("5x7", 4 << 20),
        ("7x7", 4 << 20),
        ("8x8", 1 << 20),
    ] {
        let shape: Shape = shape.parse().unwrap();
        walk(
            shape,
            3000,
            6,
            Some(patterns(shape, PatternKind::Plain, bytes)),
        );
    }
    let shape = "2x18".parse().unwrap();
    walk(
        shape,
        3000,
        6,
        Some(patterns(shape, PatternKind::ZeroAware, 1 << 20)),
    );
}

#[test]
fn boards_of_any_goal_have_the_bounds_of_their_reductions() {
    for shape in ["3x3", "2x5", "4x2"] {
        let shape: Shape = shape.parse().unwrap();
        let goal = Board::goal(shape);
        let reduction = Reduction::to_canonical(&goal, Metric::Single);
        let (image, home) = (reduction.shape(), reduction.home());
        let distances = Distances::new(image, home);
        let canonical = LinearConflict::new(image, &image.ordered_cells(home));
        for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
            let memory = |pattern: &Pattern| 1 << pattern.size();
            let partition = Partition::automatic(image, home, 40, memory).unwrap();
            let catalogue = Catalogue::of_partition(partition, kind);
            let reduced = AdditivePatterns::new(&catalogue, tables(&catalogue)).unwrap();
            let given =
                AdditivePatterns::of_goal(shape, goal.cells(), &catalogue, tables(&catalogue));
            let given = given.unwrap();
            let conflicts = LinearConflict::new(shape, goal.cells());
            for rank in (0..distances.space.len()).step_by(distances.space.len() as usize / 5000) {
                let board = distances.space.unrank(rank);
                let user = reduction.restore(&board);
                assert_eq!(
                    given.of_cells(user.cells()),
                    reduced.estimate(&board),
                    "{user}"
                );
                assert_eq!(conflicts.of_cells(user.cells()), canonical.estimate(&board));
                assert!(
                    given.of_cells(user.cells()) <= distances.of(&board),
                    "{user}"
                );
            }
        }
    }
}

/// Returns the solution that is found, with the boards expanded counted until there are `most`.
fn search(bound: &BoardBound, cells: &[u8], below: u32, most: u64) -> RaisedBound {
    bound.search(cells, 0, below, &|expanded| expanded >= most)
}

#[test]
fn searches_of_cells_find_shortest_solutions_and_bounds_that_hold() {
    for shape in ["3x3", "2x4", "4x2"] {
        let shape: Shape = shape.parse().unwrap();
        let goal = Board::goal(shape);
        let reduction = Reduction::to_canonical(&goal, Metric::Single);
        let distances = Distances::new(reduction.shape(), reduction.home());
        let bounds = [PatternKind::Plain, PatternKind::ZeroAware].map(|kind| {
            let memory = |pattern: &Pattern| 1 << pattern.size();
            let (image, home) = (reduction.shape(), reduction.home());
            let partition = Partition::automatic(image, home, 40, memory).unwrap();
            let catalogue = Catalogue::of_partition(partition, kind);
            let patterns =
                AdditivePatterns::of_goal(shape, goal.cells(), &catalogue, tables(&catalogue));
            BoardBound::new(shape, Metric::Single, goal.cells(), Some(patterns.unwrap()))
        });
        let conflicts = BoardBound::new(shape, Metric::Single, goal.cells(), None);
        for rank in (0..distances.space.len()).step_by(distances.space.len() as usize / 40) {
            let board = distances.space.unrank(rank);
            let user = reduction.restore(&board);
            let distance = distances.of(&board);
            for bound in bounds.iter().chain([&conflicts]) {
                let RaisedBound::Solution(path) = search(bound, user.cells(), u32::MAX, u64::MAX)
                else {
                    panic!("{user} can be solved");
                };
                assert_eq!(path.len() as u32, distance, "{user}");
                let mut solved = user;
                for &cell in &path {
                    solved.slide_line(cell.into());
                }
                assert_eq!(solved, goal);
                let none = search(bound, user.cells(), distance, u64::MAX);
                assert!(matches!(none, RaisedBound::AtLeast(least) if least == distance));
                // A bound of the other parity is one less than it can be.
                let least = distance.saturating_sub(1);
                let none = bound.search(user.cells(), least, distance, &|_| false);
                assert_eq!(none, RaisedBound::AtLeast(distance));
                let stopped = search(bound, user.cells(), u32::MAX, 256);
                let moves = match stopped {
                    RaisedBound::Solution(path) => path.len() as u32,
                    RaisedBound::AtLeast(least) => least,
                };
                assert!(bound.of_cells(user.cells()) <= moves && moves <= distance);
            }
        }
    }
}

#[test]
fn boards_of_49_cells_that_are_almost_solved_are_solved() {
    let shape: Shape = "7x7".parse().unwrap();
    let goal = shape.ordered_cells(48);
    let patterns = patterns(shape, PatternKind::Plain, 4 << 20);
    let bound = BoardBound::new(shape, Metric::Single, &goal, Some(patterns));
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let (mut cells, mut blank, mut came) = (goal.clone(), 48, 48);
    for _ in 0..30 {
        let to = shape.neighbours(blank).filter(|&to| to != came);
        let to = to.choose(&mut random).unwrap();
        cells.swap(blank, to);
        (came, blank) = (blank, to);
    }
    let RaisedBound::Solution(path) = search(&bound, &cells, 31, u64::MAX) else {
        panic!("30 moves solve it");
    };
    for &to in &path {
        shape.slide_cells(&mut cells, blank, to.into());
        blank = to.into();
    }
    assert_eq!(cells, goal);
    assert!(path.len() <= 30);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn conflicts_bound_walks_on_boards_of_all_sizes(
        rows in 2usize..=128,
        cols in 2usize..=128,
        seed: u64,
    ) {
        let cols = cols.min(256 / rows);
        prop_assume!(cols >= 2);
        walk(Shape::new(rows, cols).unwrap(), 500, seed, None);
    }
}
