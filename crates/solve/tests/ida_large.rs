//! Boards of 26 to 32 cells: the tuned searches against IDA\* by the Manhattan distance.

use crate::common::catalogue;
use rand::rngs::ChaCha8Rng;
use rand::{SeedableRng, seq::IteratorRandom};
use tilebase_core::{
    Instructions, Monitor,
    sliding::{Board, Metric, Shape, TileDistances},
};
use tilebase_solve::{
    SolutionLimit,
    heuristic::{Heuristic, LinearConflict},
    ida::{BoardSolver, Tuning},
};

/// Every canonical shape of 26 to 32 cells, with homes of the blank.
const BOARDS: [(&str, usize); 9] = [
    ("13x2", 0),
    ("9x3", 13),
    ("14x2", 6),
    ("7x4", 0),
    ("15x2", 0),
    ("10x3", 4),
    ("6x5", 0),
    ("16x2", 14),
    ("8x4", 1),
];

/// Returns the board after a walk of so many moves from the goal, none of which takes back the one
/// before.
fn walk(shape: Shape, home: usize, moves: usize, random: &mut ChaCha8Rng) -> Board {
    let mut board = Board::ordered(shape, home);
    let mut before = home;
    for _ in 0..moves {
        let blank = board.blank();
        let cell = (board.movable().filter(|&cell| cell != before)).choose(random);
        board.slide(cell.unwrap());
        before = blank;
    }
    board
}

/// Returns the tiles in groups, in the order of their numbers or column by column. A group with a
/// zero has a zero-aware table. 8x4 has groups of four tiles, the other boards groups of three,
/// whose tables are built in a thirtieth of the time.
fn groups(shape: Shape, home: usize, by_columns: bool, zero_aware: bool) -> String {
    let goal = Board::ordered(shape, home);
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    if by_columns {
        cells.sort_by_key(|&cell| (shape.col(cell), cell));
    }
    let tiles = cells.into_iter().map(|cell| goal.cells()[cell]);
    let tiles: Vec<String> = (tiles.filter(|&tile| tile != 0))
        .map(|tile| tile.to_string())
        .collect();
    let blank = if zero_aware { "0," } else { "" };
    let most = if shape.to_string() == "8x4" { 4 } else { 3 };
    let groups: Vec<String> = (tiles.chunks(most))
        .map(|group| format!("{blank}{}", group.join(",")))
        .collect();
    groups.join("/")
}

#[test]
fn walks_are_solved_as_by_the_manhattan_distance() {
    let mut random = ChaCha8Rng::seed_from_u64(30);
    for (number, (name, home)) in BOARDS.into_iter().enumerate() {
        let shape: Shape = name.parse().unwrap();
        // Copies come with a large automaton, which takes most of the time of this test.
        let copy_after = if number % 3 == 0 { 0 } else { u64::MAX };
        let plain = BoardSolver::with_heuristic(
            Metric::Single,
            shape,
            home,
            Box::new(TileDistances::new(shape, &shape.ordered_cells(home))),
        );
        let one = groups(shape, home, true, false);
        let aware = groups(shape, home, true, true);
        let two = format!("{one}\n{}", groups(shape, home, false, false));
        let mixed = format!("{one}\n{}", groups(shape, home, false, true));
        let solvers = [
            (&one, u64::MAX, false, Instructions::detect()),
            (&aware, u64::MAX, true, Instructions::portable()),
            (&two, copy_after, true, Instructions::detect()),
            (&mixed, u64::MAX, false, Instructions::portable()),
        ]
        .map(|(text, copy_after, whole_tree, instructions)| {
            let tuning = Tuning {
                copy_after,
                whole_tree,
                instructions,
                ..Tuning::default()
            };
            BoardSolver::with_patterns(catalogue(shape, home, text), tuning)
        });
        let conflicts = LinearConflict::new(shape, &shape.ordered_cells(home));
        for moves in [0, 1, 30, 37] {
            let board = walk(shape, home, moves, &mut random);
            let solution = plain.solve(&board, &Monitor::silent()).unwrap();
            let distance = solution.moves.len();
            assert!(
                distance <= moves && distance % 2 == moves % 2,
                "{name}: {board}"
            );
            assert!(conflicts.estimate(&board) as usize <= distance, "{board}");
            let all = plain.solutions(&board, SolutionLimit::All { limit: 9 }, &Monitor::silent());
            for solver in &solvers {
                assert!(solver.estimate(&board) as usize <= distance, "{board}");
                let found = solver.solve(&board, &Monitor::silent()).unwrap();
                assert_eq!(found.moves.len(), distance, "{name}, home {home}: {board}");
                let mut at = board;
                for &cell in &found.moves {
                    at.slide(cell.into());
                }
                assert_eq!(&at, solver.goal());
            }
            let found =
                solvers[0].solutions(&board, SolutionLimit::All { limit: 9 }, &Monitor::silent());
            assert_eq!(found.unwrap().count, all.unwrap().count, "{board}");
        }
    }
}
