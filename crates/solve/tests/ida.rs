//! IDA\* against breadth-first search, and one engine against the other.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, Ordering},
};

use crate::common::{Distances, additive, catalogue};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rayon::prelude::*;
use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    pattern::PatternKind,
    sliding::{Board, Metric, Shape, TileDistances},
};
use tilebase_solve::{
    Iteration, SolutionLimit,
    heuristic::{AdditivePatterns, Heuristic, LinearConflict, WalkingDistance},
    ida::{BoardSolution, BoardSolver, SolveError, Tuning},
    instances::Instance,
};

/// A solver by the reference engine.
fn textbook(
    shape: Shape,
    home: usize,
    heuristic: impl Heuristic + 'static,
) -> BoardSolver<'static> {
    BoardSolver::with_heuristic(Metric::Single, shape, home, Box::new(heuristic))
}

fn of_patterns(patterns: AdditivePatterns) -> BoardSolver<'static> {
    BoardSolver::with_patterns(patterns, Tuning::default())
}

/// Random positions, some of the hardest ones, and the goal.
fn sample(distances: &Distances, count: usize) -> Vec<Board> {
    let space = &distances.space;
    let mut random = ChaCha8Rng::seed_from_u64(1985);
    let mut boards: Vec<Board> = (0..count)
        .map(|_| space.unrank(random.random_range(0..space.len())))
        .collect();
    boards.extend(distances.hardest().into_iter().take(3));
    boards.push(space.goal());
    boards
}

/// Replays moves one by one: each is legal, and the last leads to the goal.
fn replay(solver: &BoardSolver<'_>, board: &Board, moves: &[u8]) {
    let mut at = *board;
    for &cell in moves {
        let legal = at.movable().any(|movable| movable == usize::from(cell));
        assert!(legal, "{board}: cell {cell} in {moves:?}");
        at.slide(cell.into());
    }
    assert_eq!(&at, solver.goal(), "{board}: {moves:?}");
}

fn check(solver: &BoardSolver<'_>, board: &Board, solution: &BoardSolution, distance: u32) {
    let name = solver.heuristic();
    assert_eq!(solution.moves.len() as u32, distance, "{name}: {board}");
    replay(solver, board, &solution.moves);
    let in_iterations = solution.stats.iterations.iter();
    assert!(solution.stats.generated >= in_iterations.map(|done| done.generated).sum());
    assert!(solution.stats.generated >= solution.stats.expanded.min(distance.into()));
}

fn agree(solver: &BoardSolver<'_>, distances: &Distances, boards: &[Board]) {
    boards.par_iter().for_each(|board| {
        let solution = solver.solve(board, &Monitor::silent()).unwrap();
        check(solver, board, &solution, distances.of(board));
    });
}

/// The tiles in order, in patterns of these sizes.
fn cut(sizes: &[u8]) -> Vec<Vec<u8>> {
    let mut tiles = 1..;
    let parts = sizes
        .iter()
        .map(|&size| tiles.by_ref().take(size.into()).collect());
    parts.collect()
}

fn every_engine_agrees(shape: &str, home: usize, partitions: &[&[u8]], count: usize) {
    let partitions: Vec<_> = partitions.iter().map(|sizes| cut(sizes)).collect();
    every_engine_agrees_with(shape, home, &partitions, count);
}

fn every_engine_agrees_with(shape: &str, home: usize, partitions: &[Vec<Vec<u8>>], count: usize) {
    let shape: Shape = shape.parse().unwrap();
    let distances = Distances::new(shape, home);
    let boards = sample(&distances, count);
    let simple: [Box<dyn Heuristic>; 2] = [
        Box::new(WalkingDistance::new(shape, home, Metric::Single).unwrap()),
        Box::new(LinearConflict::new(shape, &shape.ordered_cells(home))),
    ];
    for heuristic in simple {
        agree(
            &BoardSolver::with_heuristic(Metric::Single, shape, home, heuristic),
            &distances,
            &boards,
        );
    }
    for groups in partitions {
        for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
            let patterns = || additive(shape, home, groups, kind);
            let reference = textbook(shape, home, patterns());
            agree(&reference, &distances, &boards);
            for instructions in Instructions::all() {
                let tuning = Tuning {
                    instructions,
                    ..Tuning::default()
                };
                agree(
                    &BoardSolver::with_patterns(patterns(), tuning),
                    &distances,
                    &boards,
                );
            }
            let whole = Tuning {
                whole_tree: true,
                ..Tuning::default()
            };
            agree(
                &BoardSolver::with_patterns(patterns(), whole),
                &distances,
                &boards,
            );
        }
    }
}

#[test]
fn all_agree_with_breadth_first_search_on_3x3() {
    for home in [0, 1, 4] {
        every_engine_agrees("3x3", home, &[&[4, 4], &[3, 3, 2]], 100);
    }
    every_engine_agrees("3x3", 0, &[&[2, 2, 2, 2]], 50);
    // Patterns of one tile are kept in whole bytes.
    every_engine_agrees("3x3", 0, &[&[3, 3, 1, 1], &[1, 1, 1, 1, 1, 1, 1, 1]], 50);
}

/// Every symmetry that keeps the blank's home maps these partitions onto themselves.
#[test]
fn all_agree_where_a_board_has_one_view() {
    for (home, groups) in [
        (0, [vec![1, 3, 4, 8], vec![2, 5, 6, 7]]),
        (1, [vec![1, 2, 3, 5], vec![4, 6, 7, 8]]),
        (4, [vec![1, 3, 6, 8], vec![2, 4, 5, 7]]),
    ] {
        every_engine_agrees_with("3x3", home, &[groups.to_vec()], 100);
    }
}

#[test]
fn all_agree_with_breadth_first_search_on_5x2() {
    every_engine_agrees("5x2", 0, &[&[5, 4]], 15);
    every_engine_agrees("5x2", 4, &[&[3, 3, 3]], 10);
}

/// Solves a board in at most `limit` moves, or stops when more are proven to be needed.
fn solve_within(solver: &BoardSolver<'_>, board: &Board, limit: u32) -> Option<BoardSolution> {
    let stop = AtomicBool::new(false);
    let report = |done: &Iteration| {
        // The least threshold that may come next: a move changes the parity of a distance.
        stop.store(done.threshold + 2 > limit, Ordering::Relaxed);
    };
    match solver.solve(board, &Monitor::new(&report).stopping_on(&stop)) {
        Ok(solution) => Some(solution).filter(|solution| solution.moves.len() as u32 <= limit),
        Err(SolveError::Stopped(bounds)) => {
            assert!(bounds.at_least > limit, "{board}: {bounds:?}, {limit}");
            None
        }
        Err(error) => panic!("{board}: {error}"),
    }
}

#[test]
fn a_bounded_search_finds_the_distance_or_proves_that_it_is_greater() {
    let shape: Shape = "3x3".parse().unwrap();
    let distances = Distances::new(shape, 4);
    let solvers = [
        textbook(
            shape,
            4,
            WalkingDistance::new(shape, 4, Metric::Single).unwrap(),
        ),
        of_patterns(additive(shape, 4, &cut(&[4, 4]), PatternKind::Plain)),
    ];
    let neighbours = |board: &Board| -> Vec<(usize, Board)> {
        let moved = board.movable().map(|cell| {
            let mut next = *board;
            next.slide(cell);
            (cell, next)
        });
        moved.collect()
    };
    let mut boards = sample(&distances, 10);
    let goal = distances.space.goal();
    boards.extend(neighbours(&goal).into_iter().map(|(_, board)| board));
    for (solver, board) in solvers
        .iter()
        .flat_map(|s| boards.iter().map(move |b| (s, b)))
    {
        let distance = distances.of(board);
        for limit in [0, 1, distance.saturating_sub(1), distance, distance + 1] {
            let found = solve_within(solver, board, limit);
            assert_eq!(
                found.is_some(),
                distance <= limit,
                "{board}: {distance}, {limit}"
            );
            if let Some(solution) = found {
                check(solver, board, &solution, distance);
            }
        }
        let hints = solver
            .hints(board, distance, None, &Monitor::silent())
            .unwrap();
        let expected: Vec<_> = (neighbours(board).iter())
            .map(|(cell, next)| (*cell, distances.of(next)..=distances.of(next)))
            .collect();
        assert_eq!(hints, expected, "{board}");
    }
}

#[test]
fn all_moves_together_take_no_more_than_one_whole_iteration() {
    let (shape, all) = ("4x4".parse().unwrap(), korf());
    let solver = of_patterns(additive(shape, 0, &cut(&[5, 5, 5]), PatternKind::Plain));
    let reference = WalkingDistance::new(shape, 0, Metric::Single).unwrap();
    let reference = textbook(shape, 0, reference);
    let Instance { board, length, .. } = &all[78];
    let generated = Mutex::new(0);
    let report = |done: &Iteration| *generated.lock().unwrap() += done.generated;
    let monitor = Monitor::new(&report);
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one_thread = one_thread.unwrap();
    let hints = one_thread.install(|| solver.hints(board, *length, None, &monitor));
    for (cell, distance) in hints.unwrap() {
        let mut next = *board;
        next.slide(cell);
        let solution = reference.solve(&next, &Monitor::silent()).unwrap();
        let length = solution.moves.len() as u32;
        assert_eq!(length..=length, distance);
    }
    let alone = solver
        .solutions(board, SolutionLimit::All { limit: 0 }, &Monitor::silent())
        .unwrap();
    let whole = alone.stats.iterations.last().unwrap().generated;
    let generated = generated.into_inner().unwrap();
    assert!(generated <= whole, "{generated} of {whole}");
}

#[test]
fn manhattan_agrees_with_breadth_first_search() {
    let shape: Shape = "3x3".parse().unwrap();
    let distances = Distances::new(shape, 0);
    let solver = textbook(shape, 0, TileDistances::new(shape, &shape.ordered_cells(0)));
    agree(&solver, &distances, &sample(&distances, 100));
}

/// A random position of a board too large for a table, some moves from the goal.
fn shuffled(shape: Shape, home: usize, moves: usize, random: &mut ChaCha8Rng) -> Board {
    let mut board = Board::ordered(shape, home);
    for _ in 0..moves {
        let cells: Vec<usize> = board.movable().collect();
        board.slide(cells[random.random_range(0..cells.len())]);
    }
    board
}

#[test]
fn engines_agree_on_boards_without_tables() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for (shape, home, sizes) in [
        ("4x4", 5, &[5u8, 5, 5][..]),
        ("5x3", 0, &[5, 5, 4]),
        ("5x5", 0, &[4, 4, 4, 4, 4, 4]),
        ("5x4", 5, &[5, 5, 5, 4]),
        ("6x4", 4, &[4, 4, 4, 4, 4, 3]),
    ] {
        let shape: Shape = shape.parse().unwrap();
        let patterns = || additive(shape, home, &cut(sizes), PatternKind::Plain);
        let reference = textbook(shape, home, patterns());
        let tuned = of_patterns(patterns());
        for moves in [3, 30, 60] {
            let board = shuffled(shape, home, moves, &mut random);
            let expected = reference.solve(&board, &Monitor::silent()).unwrap();
            let solution = tuned.solve(&board, &Monitor::silent()).unwrap();
            check(&tuned, &board, &solution, expected.moves.len() as u32);
        }
    }
}

#[test]
fn all_solutions_are_those_of_a_plain_walk() {
    /// Follows every path from `board` on which each move leads nearer to the goal.
    fn walk(distances: &Distances, board: &Board, path: &mut Vec<u8>, paths: &mut Vec<Vec<u8>>) {
        let distance = distances.of(board);
        if distance == 0 {
            paths.push(path.clone());
        }
        for cell in board.movable() {
            let mut next = *board;
            next.slide(cell);
            if distances.of(&next) + 1 == distance {
                path.push(cell as u8);
                walk(distances, &next, path, paths);
                path.pop();
            }
        }
    }
    let shape: Shape = "3x3".parse().unwrap();
    let distances = Distances::new(shape, 0);
    let patterns = additive(shape, 0, &cut(&[4, 4]), PatternKind::Plain);
    let conflicts = LinearConflict::new(shape, &shape.ordered_cells(0));
    let solvers = [of_patterns(patterns), textbook(shape, 0, conflicts)];
    for board in sample(&distances, 20) {
        let mut paths = Vec::new();
        walk(&distances, &board, &mut Vec::new(), &mut paths);
        paths.sort_unstable();
        for solver in &solvers {
            let all = solver
                .solutions(
                    &board,
                    SolutionLimit::All { limit: usize::MAX },
                    &Monitor::silent(),
                )
                .unwrap();
            assert_eq!(all.distance, distances.of(&board));
            assert_eq!(all.count, paths.len() as u64, "{board}");
            assert_eq!(all.listed, paths, "{board}");
            let some = solver
                .solutions(&board, SolutionLimit::All { limit: 2 }, &Monitor::silent())
                .unwrap();
            assert_eq!(some.count, all.count);
            assert_eq!(some.listed.len(), paths.len().min(2));
            assert!(some.listed.iter().all(|moves| paths.contains(moves)));
            for limit in [1, 2, usize::MAX] {
                let some = solver
                    .solutions(&board, SolutionLimit::Some { limit }, &Monitor::silent())
                    .unwrap()
                    .listed;
                assert_eq!(some.len(), paths.len().min(limit), "{board}");
                assert!(some.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(some.iter().all(|moves| paths.contains(moves)));
            }
        }
    }
}

fn korf() -> Vec<Instance> {
    let text = include_str!("../data/korf100.txt");
    tilebase_solve::instances::parse("4x4".parse().unwrap(), text).unwrap()
}

#[test]
fn some_of_korfs_instances_have_their_lengths() {
    let (shape, all) = ("4x4".parse().unwrap(), korf());
    let solver = of_patterns(additive(shape, 0, &cut(&[5, 5, 5]), PatternKind::Plain));
    [12, 42, 55, 79, 94].par_iter().for_each(|&number| {
        let instance = &all[number - 1];
        assert_eq!(instance.number, number as u32);
        let solution = solver.solve(&instance.board, &Monitor::silent()).unwrap();
        check(&solver, &instance.board, &solution, instance.length);
    });
    let whole = Tuning {
        whole_tree: true,
        ..Tuning::default()
    };
    let whole = BoardSolver::with_patterns(
        additive(shape, 0, &cut(&[5, 5, 5]), PatternKind::Plain),
        whole,
    );
    let instance = &all[11];
    let [less, more] = [&solver, &whole].map(|solver| {
        let solution = solver.solve(&instance.board, &Monitor::silent()).unwrap();
        check(solver, &instance.board, &solution, instance.length);
        // The last iteration ends anywhere; the others are walked to their ends.
        let thresholds = &solution.stats.iterations;
        let complete = &thresholds[..thresholds.len() - 1];
        complete.iter().map(|done| done.generated).sum::<u64>()
    });
    assert!(less < more, "{less} of {more} boards");
    let walking = WalkingDistance::new(shape, 0, Metric::Single).unwrap();
    let reference = textbook(shape, 0, walking);
    let easiest = &all[78];
    let solution = reference.solve(&easiest.board, &Monitor::silent()).unwrap();
    check(&reference, &easiest.board, &solution, easiest.length);
}

#[test]
#[ignore = "reason: 380 MiB and half a minute; cargo test --release -- --ignored"]
fn all_of_korfs_instances_have_their_lengths() {
    let shape = "4x4".parse().unwrap();
    for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
        let solver = of_patterns(additive(shape, 0, &cut(&[7, 8]), kind));
        korf().par_iter().for_each(|instance| {
            let solution = solver.solve(&instance.board, &Monitor::silent()).unwrap();
            check(&solver, &instance.board, &solution, instance.length);
        });
    }
}

#[test]
fn threads_share_nothing_but_the_threshold() {
    // Small patterns on 4x4 make searches that are split, and several run at once.
    let shape = "4x4".parse().unwrap();
    let solver = of_patterns(additive(shape, 0, &cut(&[4, 4, 4, 3]), PatternKind::Plain));
    let all = korf();
    let instances: Vec<&Instance> = [12, 42, 55, 79].map(|number| &all[number - 1]).to_vec();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(4)
        .build()
        .unwrap();
    pool.install(|| {
        instances.par_iter().for_each(|instance| {
            for _ in 0..3 {
                let solution = solver.solve(&instance.board, &Monitor::silent()).unwrap();
                check(&solver, &instance.board, &solution, instance.length);
            }
        });
    });
}

#[test]
fn a_search_that_is_stopped_returns_what_is_proven() {
    let shape: Shape = "4x4".parse().unwrap();
    let hard = korf()[87].clone();
    for solver in [
        textbook(shape, 0, TileDistances::new(shape, &shape.ordered_cells(0))),
        of_patterns(additive(
            shape,
            0,
            &cut(&[2, 2, 2, 2, 2, 2, 3]),
            PatternKind::Plain,
        )),
    ] {
        let (stop, events) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let report = |done: &Iteration| {
            let mut events = events.lock().unwrap();
            events.push(done.threshold);
            stop.store(events.len() == 3, Ordering::Relaxed);
        };
        let monitor = Monitor::new(&report).stopping_on(&stop);
        let error = solver.solve(&hard.board, &monitor).unwrap_err();
        let SolveError::Stopped(stopped) = error else {
            panic!("{error}");
        };
        let events = events.lock().unwrap();
        assert_eq!(events.len(), 3);
        assert_eq!(stopped.at_least, events[2] + 2);
        assert_eq!(stopped.stats.iterations.len(), 3);
        assert!(stopped.at_least <= hard.length);
        let generated = stopped.stats.iterations.iter().map(|done| done.generated);
        assert!(stopped.stats.generated >= generated.sum());
    }
}

#[test]
fn solutions_of_a_stopped_search_are_not_reported_as_all() {
    let shape: Shape = "3x3".parse().unwrap();
    let board = Board::parse(shape, "8 7 6 0 4 1 2 5 3").unwrap();
    let solver = of_patterns(additive(shape, 0, &cut(&[4, 4]), PatternKind::Plain));
    let all = solver
        .solutions(&board, SolutionLimit::All { limit: 0 }, &Monitor::silent())
        .unwrap();
    assert_eq!((all.distance, all.count), (31, 40));
    // Stopped from the beginning, or after each iteration; the last has found some before it is
    // asked.
    for iterations in 0..all.stats.iterations.len() {
        let (stop, done) = (AtomicBool::new(iterations == 0), Mutex::new(0));
        let report = |_: &Iteration| {
            let mut done = done.lock().unwrap();
            *done += 1;
            stop.store(*done == iterations, Ordering::Relaxed);
        };
        let monitor = Monitor::new(&report).stopping_on(&stop);
        let error = solver
            .solutions(&board, SolutionLimit::All { limit: 0 }, &monitor)
            .unwrap_err();
        let SolveError::Stopped(stopped) = error else {
            panic!("{error}");
        };
        assert_eq!(stopped.at_least, all.stats.iterations[iterations].threshold);
    }
}

#[test]
fn boards_that_cannot_be_solved_are_refused() {
    let shape: Shape = "4x4".parse().unwrap();
    let solver = textbook(shape, 0, TileDistances::new(shape, &shape.ordered_cells(0)));
    let swapped = Board::parse(shape, "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15").unwrap();
    let silent = Monitor::silent();
    assert_eq!(solver.solve(&swapped, &silent), Err(SolveError::Unsolvable));
    let other = Board::goal("3x3".parse().unwrap());
    let error = solver.solve(&other, &silent).unwrap_err();
    assert!(matches!(error, SolveError::WrongShape { .. }), "{error}");
}

#[test]
fn half_of_all_boards_can_be_solved_whatever_the_home() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for (shape, home) in [("3x3", 0), ("3x3", 4), ("5x2", 4), ("4x2", 2)] {
        let shape: Shape = shape.parse().unwrap();
        let distances = Distances::new(shape, home);
        let conflicts = LinearConflict::new(shape, &shape.ordered_cells(home));
        let solver = textbook(shape, home, conflicts);
        let mut cells: Vec<u8> = (0..shape.cells() as u8).collect();
        let mut solved = 0;
        for _ in 0..40 {
            cells.shuffle(&mut random);
            let board = Board::from_cells(shape, &cells).unwrap();
            match solver.solve(&board, &Monitor::silent()) {
                Ok(solution) => {
                    check(&solver, &board, &solution, distances.of(&board));
                    solved += 1;
                }
                Err(error) => assert_eq!(error, SolveError::Unsolvable),
            }
        }
        assert!((8..=32).contains(&solved), "{solved} of 40");
    }
}

#[test]
fn catalogues_agree_with_breadth_first_search() {
    // Views that share patterns, kinds that are mixed, patterns kept in whole bytes, and many
    // views. Copies can be made of tables like the first ones.
    for (shape, home, text) in [
        (
            "3x3",
            0,
            "1,2,3,4/5,6,7,8\n1,2,5/3,4,6/7,8\n1,4,7,8/2,5/3,6\n",
        ),
        ("3x3", 0, "1,2,3,4/5,6,7,8\n0,1,2,4,5/3,6,7,8\n"),
        (
            "3x3",
            0,
            "0,1,2,3,4/5,6,7,8\n1,2,3,4/0,5,6,7,8\n1,2,3/4,5,6/7,8\n",
        ),
        (
            "3x3",
            1,
            "1,2,3,4/5,6,7,8\n1,2,5/3,4,6/7/8\n1/2/3/4/5/6/7/8\n",
        ),
        (
            "3x3",
            4,
            "0,1,2,3/4,5,6,7,8\n0,1,2,4/0,3,5/0,6,7,8\n1,3,5,7/2,4,6,8\n",
        ),
        (
            "5x2",
            0,
            "1,2,3,4,5/6,7,8,9\n0,1,3,5,7,9/2,4,6,8\n1,2,3/4,5,6/0,7,8,9\n",
        ),
    ] {
        let shape: Shape = shape.parse().unwrap();
        let distances = Distances::new(shape, home);
        let boards = sample(&distances, 40);
        let reference = textbook(shape, home, catalogue(shape, home, text));
        agree(&reference, &distances, &boards);
        for instructions in Instructions::all() {
            // In copies of the tables from the beginning, and never.
            let ways = [(false, 0), (false, u64::MAX), (true, 0), (true, u64::MAX)];
            for (whole_tree, copy_after) in ways {
                let tuning = Tuning {
                    instructions,
                    whole_tree,
                    copy_after,
                    ..Tuning::default()
                };
                let tuned = BoardSolver::with_patterns(catalogue(shape, home, text), tuning);
                agree(&tuned, &distances, &boards);
                for board in &boards[..5] {
                    let most = SolutionLimit::All { limit: 10_000 };
                    let all = |solver: &BoardSolver<'_>| {
                        solver.solutions(board, most, &Monitor::silent()).unwrap()
                    };
                    let (expected, found) = (all(&reference), all(&tuned));
                    assert_eq!(found.count, expected.count, "{text}: {board}");
                    assert_eq!(found.listed, expected.listed, "{text}: {board}");
                }
            }
        }
    }
}
