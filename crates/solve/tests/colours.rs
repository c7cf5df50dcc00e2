//! The engine for moves of several tiles against tables of every state and against plain searches.

use std::{collections::HashMap, convert::Infallible, ops::RangeInclusive};

use tilebase_core::{
    Monitor, RankedSpace,
    colours::{ColourSpace, Colouring},
    format::Encoding,
    sliding::{Board, Metric, SlidingSpace},
};
use tilebase_pdb_build::{build, reference};
use tilebase_solve::{
    SolutionLimit,
    heuristic::{ColourBounds, Heuristic, WalkingDistance},
    ida::{BoardSolver, SolveError},
    table::{ByState, Table},
};
use tilebase_testing::COUNTS_OF_THE_15_PUZZLE_IN_LINES;

fn bounds(name: &str, home: usize, views: &[&str]) -> ColourBounds<Vec<u8>> {
    let shape = name.parse().unwrap();
    let view = |text: &&str| {
        let mut cells: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
        cells.iter_mut().for_each(|cell| *cell -= b'0');
        cells[home] = 0;
        Colouring::new(shape, home, &cells).unwrap()
    };
    let open = |colouring: &Colouring| {
        let table = build(&colouring.subject(), None, &Monitor::silent()).unwrap();
        Ok::<_, Infallible>(table.payload().to_vec())
    };
    ColourBounds::new(views.iter().map(view).collect(), open).unwrap()
}

fn space(name: &str, home: usize) -> SlidingSpace {
    let space = SlidingSpace::new(name.parse().unwrap(), home).unwrap();
    space.with_metric(Metric::Multi)
}

/// Checks every `step`th state of a board: length, number and list of solutions, bound, moves.
fn compare(name: &str, home: usize, views: &[&str], step: usize) {
    let space = space(name, home);
    let distances = reference::build(&space, &Monitor::silent()).unwrap().bytes;
    let table = Table::new(ByState::new(space, Encoding::Byte, distances.clone()));
    let bounds = bounds(name, home, views);
    let walking = WalkingDistance::new(space.shape(), home, Metric::Multi).unwrap();
    let solver = BoardSolver::with_colours(bounds);
    let silent = Monitor::silent();
    for rank in (home as u64..space.len()).step_by(step) {
        let board = space.unrank(rank);
        let distance = u32::from(distances[rank as usize]);
        assert!(solver.estimate(&board) <= distance, "{board}");
        assert!(walking.estimate(&board) <= distance, "{board}");
        let all = solver
            .solutions(&board, SolutionLimit::All { limit: usize::MAX }, &silent)
            .unwrap();
        assert_eq!(all.distance, distance, "{name}, home {home}: {board}");
        assert_eq!(
            u128::from(all.count),
            table.count_paths(&board).unwrap(),
            "{board}"
        );
        assert_eq!(all.listed.len() as u64, all.count);
        // Those of the table, in its order.
        let paths = table.all_paths(&board, usize::MAX).unwrap();
        let blanks =
            |path: &Vec<Board>| path[1..].iter().map(|board| board.blank() as u8).collect();
        let paths: Vec<Vec<u8>> = paths.iter().map(blanks).collect();
        assert_eq!(all.listed, paths, "{board}");
        for moves in &all.listed {
            check(&board, solver.goal(), moves);
        }
        let one = solver.solve(&board, &silent).unwrap();
        assert!(all.listed.contains(&one.moves));
        assert_eq!(one.stats.thresholds.last(), Some(&distance));
        assert!(one.stats.thresholds.is_sorted_by(|a, b| a < b));
        let expected: Vec<(usize, u32)> = (board.destinations(Metric::Multi))
            .map(|cell| {
                let mut next = board;
                next.slide_line(cell);
                (cell, distances[space.rank(&next) as usize].into())
            })
            .collect();
        for known in [None, one.moves.first().map(|&cell| cell.into())] {
            let hints = solver.hints(&board, distance, known, &silent).unwrap();
            assert_eq!(
                hints,
                bounded(&board, distance, &expected),
                "{board}, {known:?}"
            );
        }
        for &(cell, after) in &expected {
            let mut next = board;
            next.slide_line(cell);
            let found = solver.distance_beside(&board, &next, distance, &silent);
            assert_eq!(found, Ok(after), "{board}, {cell}");
        }
    }
}

/// Returns what hints prove of the distances after moves: they are exact in each line in which a
/// shortest solution begins, and within one elsewhere.
fn bounded(
    board: &Board,
    distance: u32,
    after: &[(usize, u32)],
) -> Vec<(usize, RangeInclusive<u32>)> {
    let in_row = |cell| board.shape().row(cell) == board.shape().row(board.blank());
    let begins = |row| {
        let mut line = after.iter().filter(|(cell, _)| in_row(*cell) == row);
        line.any(|&(_, after)| after < distance)
    };
    let bounds = |&(cell, after): &(usize, u32)| {
        assert!(after.abs_diff(distance) <= 1);
        let exact = distance == 0 || begins(in_row(cell));
        (
            cell,
            if exact { after..=after } else { distance..=distance + 1 },
        )
    };
    after.iter().map(bounds).collect()
}

/// Plays a solution, in which moves along rows and along columns alternate.
fn check(start: &Board, goal: &Board, moves: &[u8]) {
    let mut board = *start;
    let mut last = None;
    for &cell in moves {
        let along_row = board.shape().row(cell.into()) == board.shape().row(board.blank());
        assert_ne!(last, Some(along_row), "{start}: {moves:?}");
        last = Some(along_row);
        board.slide_line(cell.into());
    }
    assert_eq!(board, *goal);
}

#[test]
fn every_answer_on_small_boards_is_that_of_the_table() {
    for home in 0..6 {
        compare("2x3", home, &["112/332"], 1);
        compare("2x3", home, &["123/123", "111/222"], 1);
    }
    for home in [0, 1, 7] {
        compare("2x4", home, &["1112/3322", "1122/3344"], 29);
    }
}

#[test]
fn answers_on_3x3_are_those_of_the_table_for_every_home() {
    for home in 0..9 {
        // On the diagonal the second view shares the first one's table.
        compare("3x3", home, &["111/122/332", "113/123/122"], 1009);
    }
}

/// All boards of 4x4 cells within eight moves.
#[test]
fn boards_near_the_goal_of_4x4_have_their_distances() {
    let solver = BoardSolver::with_colours(bounds("4x4", 0, &["0111/1111/1122/1233"]));
    let goal = *solver.goal();
    let mut distances = HashMap::from([(goal, 0)]);
    let mut level = vec![goal];
    for (depth, count) in (0u32..).zip(COUNTS_OF_THE_15_PUZZLE_IN_LINES) {
        assert_eq!(level.len() as u64, count);
        for board in level.iter().step_by(if depth < 7 { 1 } else { 23 }) {
            let solution = solver.solve(board, &Monitor::silent()).unwrap();
            assert_eq!(solution.moves.len() as u32, depth, "{board}");
            check(board, &goal, &solution.moves);
        }
        let mut next = Vec::new();
        for board in &level {
            for cell in board.destinations(Metric::Multi) {
                let mut moved = *board;
                moved.slide_line(cell);
                distances.entry(moved).or_insert_with(|| {
                    next.push(moved);
                    depth + 1
                });
            }
        }
        level = next;
    }
}

/// A weak bound makes searches large enough for several threads.
#[test]
fn threads_change_no_answer() {
    let shape = "4x4".parse().unwrap();
    let solver = BoardSolver::with_colours(bounds("4x4", 0, &["0111/1122/1222/3333"]));
    let run = |board: &Board, threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let solve = || {
            solver.solutions(
                board,
                SolutionLimit::All { limit: usize::MAX },
                &Monitor::silent(),
            )
        };
        pool.build().unwrap().install(solve).unwrap()
    };
    let mut boards = (18..).map(|moves| walked(shape, moves));
    let large = boards.find_map(|board| {
        let alone = run(&board, 1);
        // The next iteration after one this large uses all threads.
        let mut iterations = alone.stats.iterations.iter().rev().skip(1);
        let large = iterations.any(|iteration| iteration.generated > 500_000);
        large.then_some((board, alone))
    });
    let (board, alone) = large.unwrap();
    let together = run(&board, 3);
    assert_eq!(alone.listed, together.listed);
    assert_eq!(alone.count, together.count);
    assert_eq!(alone.stats.generated, together.stats.generated);
}

/// The goal after so many moves, drawn by a small generator, along rows and columns in turn.
fn walked(shape: tilebase_core::sliding::Shape, moves: u64) -> Board {
    let mut board = Board::ordered(shape, 0);
    let mut seed = 12_345u64;
    for turn in 0..moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (row, col) = (shape.row(board.blank()), shape.col(board.blank()));
        let cells: Vec<usize> = match turn % 2 {
            0 => (0..shape.cols())
                .map(|col| row * shape.cols() + col)
                .collect(),
            _ => (0..shape.rows())
                .map(|row| row * shape.cols() + col)
                .collect(),
        };
        let cells: Vec<usize> = cells
            .into_iter()
            .filter(|&cell| cell != board.blank())
            .collect();
        board.slide_line(cells[(seed >> 33) as usize % cells.len()]);
    }
    board
}

#[test]
fn any_heuristic_solves_in_this_metric() {
    let space = space("3x3", 4);
    let distances = reference::build(&space, &Monitor::silent()).unwrap().bytes;
    let walking = WalkingDistance::new(space.shape(), 4, Metric::Multi).unwrap();
    let solver = BoardSolver::with_heuristic(Metric::Multi, space.shape(), 4, Box::new(walking));
    let table = Table::new(ByState::new(space, Encoding::Byte, distances.clone()));
    for rank in (0..space.len()).step_by(3011) {
        let board = space.unrank(rank);
        let all = solver
            .solutions(
                &board,
                SolutionLimit::All { limit: usize::MAX },
                &Monitor::silent(),
            )
            .unwrap();
        assert_eq!(all.distance, u32::from(distances[rank as usize]), "{board}");
        assert_eq!(
            u128::from(all.count),
            table.count_paths(&board).unwrap(),
            "{board}"
        );
    }
}

#[test]
fn unsolvable_boards_and_damaged_tables_are_errors() {
    let shape = "3x3".parse().unwrap();
    let solver = BoardSolver::with_colours(bounds("3x3", 0, &["011/122/332"]));
    let swapped = Board::parse(shape, "0 2 1 3 4 5 6 7 8").unwrap();
    let solved = solver.solve(&swapped, &Monitor::silent());
    assert_eq!(solved, Err(SolveError::Unsolvable));
    let colouring = Colouring::parse(shape, 0, "011/122/332").unwrap();
    let space = ColourSpace::new(colouring.clone());
    let bytes = Encoding::Mod3.bytes(space.len()) as usize;
    // By such entries no class is nearer than another.
    let zeros = |_: &Colouring| Ok::<_, Infallible>(vec![0; bytes]);
    let damaged = ColourBounds::new(vec![colouring], zeros).unwrap();
    let board = walked(shape, 9);
    assert_eq!(damaged.estimate(&board), 1);
    let error = BoardSolver::with_colours(damaged).solve(&board, &Monitor::silent());
    assert!(matches!(error, Err(SolveError::Table(_))), "{error:?}");
}
