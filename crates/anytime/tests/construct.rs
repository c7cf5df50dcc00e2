//! Constructions on boards of every size, and paths made shorter.

use std::sync::Arc;

use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use tilebase_anytime::{
    Beam, Construction, Improver, Inner, Limits, Models, PairModel, play, shorten,
};
use tilebase_core::{
    parallel::OwnPool,
    sliding::{Metric, Shape, TileDistances, solvable_cells},
};

fn goal(shape: Shape) -> Vec<u8> {
    (1..shape.cells())
        .map(|tile| tile as u8)
        .chain([0])
        .collect()
}

/// A board drawn from the solvable ones.
fn random(shape: Shape, seed: u64) -> Vec<u8> {
    let mut cells = goal(shape);
    cells.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    if !solvable_cells(shape, &cells, &goal(shape)) {
        let tiles: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        cells.swap(tiles[0], tiles[1]);
    }
    cells
}

fn construct(shape: Shape, cells: &[u8], width: usize) -> Option<Vec<u8>> {
    let construction = Construction {
        width,
        inner: None,
        stop: &|| false,
    };
    construction.solve(shape, cells)
}

fn check(shape: Shape, cells: &[u8], width: usize) -> usize {
    let path = construct(shape, cells, width).unwrap_or_else(|| panic!("{shape}: {cells:?}"));
    assert_eq!(
        play(shape, cells, &path),
        Some(goal(shape)),
        "{shape}: {cells:?}"
    );
    let blank = (0..=u8::MAX).zip(cells).find(|&(_, &tile)| tile == 0);
    let blanks: Vec<u8> = blank
        .map(|(cell, _)| cell)
        .into_iter()
        .chain(path)
        .collect();
    let returns = |way: &[u8]| way[0] == way[2];
    assert!(!blanks.windows(3).any(returns), "{shape}: {cells:?}");
    blanks.len() - 1
}

/// Calls `visit` with all orders of the tiles from `first` on.
fn permutations(cells: &mut [u8], first: usize, visit: &mut impl FnMut(&[u8])) {
    if first == cells.len() {
        visit(cells);
    }
    for other in first..cells.len() {
        cells.swap(first, other);
        permutations(cells, first + 1, visit);
        cells.swap(first, other);
    }
}

/// Constructs from all boards of a shape, or from one in `one_in`, and returns the number of the
/// solvable ones.
fn check_all(name: &str, one_in: usize) -> usize {
    let shape: Shape = name.parse().unwrap();
    let (mut seen, mut solvable) = (0, 0);
    permutations(&mut goal(shape), 0, &mut |cells| {
        seen += 1;
        if seen % one_in != 0 {
            return;
        }
        if solvable_cells(shape, cells, &goal(shape)) {
            check(shape, cells, 1);
            solvable += 1;
        } else {
            assert_eq!(construct(shape, cells, 1), None, "{name}: {cells:?}");
        }
    });
    solvable
}

#[test]
fn every_state_of_small_boards_is_solved_and_no_other() {
    assert_eq!(check_all("2x2", 1), 12);
    assert_eq!(check_all("2x3", 1), 360);
    assert_eq!(check_all("3x2", 1), 360);
    assert!(check_all("3x3", 31) > 5000);
}

#[test]
#[ignore = "takes minutes"]
fn every_state_of_3x3_is_solved_and_no_other() {
    assert_eq!(check_all("3x3", 1), 181_440);
}

#[test]
fn boards_of_every_size_are_solved() {
    for (rows, cols) in (2..=16).flat_map(|rows| (2..=16).map(move |cols| (rows, cols))) {
        let shape = Shape::new(rows, cols).unwrap();
        let cells = random(shape, (rows * 100 + cols) as u64);
        check(shape, &cells, 1);
        if rows == cols && rows <= 10 {
            check(shape, &cells, 10);
        }
    }
    for name in ["2x128", "128x2", "3x85", "85x3", "4x64"] {
        let shape: Shape = name.parse().unwrap();
        check(shape, &random(shape, 1), 1);
    }
}

#[test]
fn wide_beams_have_the_documented_lengths() {
    let shape: Shape = "10x10".parse().unwrap();
    let (mut moves, mut distance) = (0, 0);
    for seed in 0..3 {
        let cells = random(shape, seed);
        moves += check(shape, &cells, 100);
        let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let away = tiles.map(|(cell, &tile)| shape.distance(cell, usize::from(tile) - 1));
        distance += away.sum::<usize>();
    }
    assert!(
        moves * 10 < distance * 19,
        "{moves} moves for a distance of {distance}"
    );
}

#[test]
fn no_path_depends_on_the_number_of_threads() {
    let shape: Shape = "6x7".parse().unwrap();
    let cells = random(shape, 5);
    let paths = [1, 3].map(|threads| {
        let pool = OwnPool::new(threads).unwrap();
        let path = pool.run(|| construct(shape, &cells, 20)).unwrap().unwrap();
        let shorter = pool
            .run(|| shorten(shape, &cells, &path, 1, &|| false))
            .unwrap();
        (path, shorter.unwrap())
    });
    assert_eq!(paths[0], paths[1]);
}

#[test]
fn a_search_that_is_stopped_has_no_path() {
    let shape: Shape = "5x5".parse().unwrap();
    let stopped = Construction {
        width: 10,
        inner: None,
        stop: &|| true,
    };
    assert_eq!(stopped.solve(shape, &random(shape, 2)), None);
}

#[test]
fn an_inner_search_finishes_what_is_left() {
    let shape: Shape = "5x6".parse().unwrap();
    let mut lengths = [0, 0];
    for seed in 0..5 {
        let cells = random(shape, seed);
        let solve = |left: Shape, cells: &[u8], below: usize| {
            if (left.rows(), left.cols()) != (3, 3) {
                return None;
            }
            assert!(below <= 20 * left.cells(), "a search that ends: {below}");
            let (estimator, goal) = (TileDistances::new(left, &goal(left)), goal(left));
            Beam::new(left, Metric::Single, 1).search(
                &estimator,
                cells,
                &goal,
                1000,
                below,
                &mut |_| false,
            )
        };
        let with_inner = Construction {
            width: 20,
            inner: Some(Inner {
                boards: 5,
                solve: &solve,
            }),
            stop: &|| false,
        };
        let path = with_inner.solve(shape, &cells).unwrap();
        assert_eq!(play(shape, &cells, &path), Some(goal(shape)));
        // One that finds nothing leaves the work to the stages.
        let without = Construction {
            inner: Some(Inner {
                boards: 5,
                solve: &|_, _, _| None,
            }),
            ..with_inner
        };
        let alone = without.solve(shape, &cells).unwrap();
        assert_eq!(Some(&alone), construct(shape, &cells, 20).as_ref());
        lengths[0] += path.len();
        lengths[1] += alone.len();
    }
    // Shortest solutions of the last rectangle are shorter than constructed ones.
    assert!(lengths[0] < lengths[1], "{lengths:?}");
}

/// Returns a game of random moves.
fn walk(shape: Shape, start: &[u8], moves: usize, seed: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut blank = start.iter().position(|&tile| tile == 0).unwrap();
    let step = |_| {
        let beside: Vec<usize> = shape.neighbours(blank).collect();
        blank = beside[rng.random_range(0..beside.len())];
        blank as u8
    };
    (0..moves).map(step).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn games_become_no_longer_and_end_as_before(
        rows in 2usize..7, cols in 2usize..7, moves in 0usize..300, seed: u64,
    ) {
        let shape = Shape::new(rows, cols).unwrap();
        let start = random(shape, seed);
        let game = walk(shape, &start, moves, seed);
        let shorter = shorten(shape, &start, &game, 1, &|| false).unwrap();
        prop_assert!(shorter.len() <= game.len());
        prop_assert_eq!(play(shape, &start, &shorter), play(shape, &start, &game));
        let stopped = shorten(shape, &start, &game, 1, &|| true).unwrap();
        prop_assert!(stopped.len() <= game.len());
        prop_assert_eq!(play(shape, &start, &stopped), play(shape, &start, &game));
    }

    #[test]
    fn random_boards_are_solved_by_beams_of_any_width(
        rows in 2usize..8, cols in 2usize..8, width in 1usize..40, seed: u64,
    ) {
        let shape = Shape::new(rows, cols).unwrap();
        check(shape, &random(shape, seed), width);
    }
}

#[test]
fn long_games_become_much_shorter() {
    let shape: Shape = "10x10".parse().unwrap();
    let start = random(shape, 3);
    let game = construct(shape, &start, 1).unwrap();
    let shorter = shorten(shape, &start, &game, 1, &|| false).unwrap();
    assert_eq!(play(shape, &start, &shorter), Some(goal(shape)));
    assert!(
        shorter.len() * 10 < game.len() * 7,
        "{} of {}",
        shorter.len(),
        game.len()
    );
}

#[test]
fn games_that_cannot_be_played_are_refused() {
    let shape: Shape = "3x3".parse().unwrap();
    for game in [&[8u8, 0][..], &[200], &[8]] {
        assert_eq!(shorten(shape, &goal(shape), game, 1, &|| false), None);
    }
}

#[test]
fn a_board_that_cannot_be_solved_has_no_improvements() {
    let shape: Shape = "6x6".parse().unwrap();
    let mut cells: Vec<u8> = (1..36).chain([0]).collect();
    cells.swap(0, 1);
    let improver = Improver::new(shape, Metric::Single, Arc::new(Models::default()), 1);
    let mut improvements = improver.improvements(&cells, Limits::default(), Arc::default());
    assert_eq!(improvements.next(), None);
}

#[test]
fn one_beam_is_as_wide_as_asked_and_as_memory_allows() {
    let shape: Shape = "4x4".parse().unwrap();
    // The Manhattan distance.
    let single = |[tile, cell]: [usize; 2]| match tile {
        0 => 0.0,
        _ => shape.distance(tile - 1, cell) as f32,
    };
    let model = PairModel::new(shape, single, |_, _| 0.0);
    let improver = Improver::new(
        shape,
        Metric::Single,
        Arc::new(Models::default().with(model)),
        1,
    );
    let start = random(shape, 7);
    let of_width = |width| Limits {
        width: Some(width),
        ..Limits::default()
    };
    let found = |limits| improver.improvements(&start, limits, Arc::default());
    let lengths = |width| found(of_width(width)).map(|path| path.len());
    let [narrow, wide] = [500, 5000].map(|width| {
        let shortest = lengths(width).min().unwrap();
        let beam = |below| improver.beam(&start, width, below, &|| false);
        assert_eq!(beam(shortest + 1).map(|path| path.len()), Some(shortest));
        assert_eq!(beam(shortest), None);
        assert_eq!(improver.beam(&start, width, 1000, &|| true), None);
        shortest
    });
    let constructed = lengths(500).next().unwrap();
    assert!(
        wide < narrow && narrow < constructed,
        "{wide}, {narrow}, {constructed}"
    );
    let widest = |memory| improver.widest(narrow, memory);
    assert!(widest(1 << 30) > 1000 * widest(1 << 20) && widest(1 << 20) > 100);
    assert_eq!(widest(100), 0);
    // There is no room for a second beam.
    let limits = Limits {
        memory: Some(100),
        ..Limits::default()
    };
    assert!(found(limits).count() <= 2);
}
