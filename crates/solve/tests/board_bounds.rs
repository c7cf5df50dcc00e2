//! Bounds upon the cells of boards of any size and goal.

#[allow(dead_code, reason = "other tests need the rest")]
mod common;

use common::{Distances, tables};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{SeedableRng, seq::IteratorRandom};
use tilebase_core::{
    RankedSpace, Reduce,
    pattern::{Catalogue, Partition, Pattern, PatternIndex, PatternKind},
    sliding::{Board, Metric, Placement, Reduction, Shape},
};
use tilebase_solve::heuristic::{
    AdditivePatterns, BoardBound, Heuristic, LinearConflict, Manhattan,
};

type Patterns = AdditivePatterns<common::Built>;

/// Returns the pattern databases of a shape with the goal 1 2 … 0, in partitions of at most so many
/// bytes.
fn patterns(shape: Shape, kind: PatternKind, bytes: u64) -> Patterns {
    let goal = shape.ordered_cells(shape.tiles());
    let placement = Placement::of_goal(shape, &goal);
    let memory = |pattern: &_| {
        let index = PatternIndex::new(*pattern, PatternKind::Plain);
        index.len() / 2
    };
    let (image, home) = (placement.image(), placement.home(&goal));
    let partition = Partition::automatic(image, home, bytes, memory).unwrap();
    let catalogue = Catalogue::of_partition(partition, kind);
    Patterns::of_goal(shape, &goal, &catalogue, tables(&catalogue)).unwrap()
}

/// Walks from the goal, and after each move compares the bounds with what they are to be.
fn walk(shape: Shape, moves: usize, seed: u64, patterns: Option<Patterns>) {
    let goal = shape.ordered_cells(shape.tiles());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let manhattan = Manhattan::of_goal(shape, &goal);
    let conflicts = LinearConflict::of_goal(shape, &goal);
    let bound = BoardBound::new(shape, &goal, patterns);
    let (mut cells, mut blank) = (goal, shape.tiles());
    assert_eq!(bound.of_cells(&cells), 0);
    for made in 1..=moves {
        let to = shape
            .destinations(blank, Metric::Single)
            .choose(&mut random);
        shape.slide_cells(&mut cells, blank, to.unwrap());
        blank = to.unwrap();
        let [least, more, most] = [
            manhattan.of_cells(&cells),
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
        let reduction = Reduction::to_canonical(&goal);
        let (image, home) = (reduction.shape(), reduction.home());
        let distances = Distances::new(image, home);
        let canonical = LinearConflict::new(image, home);
        for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
            let memory = |pattern: &Pattern| 1 << pattern.size();
            let partition = Partition::automatic(image, home, 40, memory).unwrap();
            let catalogue = Catalogue::of_partition(partition, kind);
            let reduced = Patterns::of_catalogue(&catalogue, tables(&catalogue)).unwrap();
            let given = Patterns::of_goal(shape, goal.cells(), &catalogue, tables(&catalogue));
            let given = given.unwrap();
            let conflicts = LinearConflict::of_goal(shape, goal.cells());
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
