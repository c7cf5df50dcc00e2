//! The numbers that the classic programs for these puzzles print.

use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Stones},
    sliding::{Board, Parity},
};
use tilebase_search::{
    FillOrder, Oshidori, SearchLimits, SearchOutcome, Sliding, StateSpace, Sudoku, SudokuTree,
    bidirectional, breadth_first, depth_first,
};

const LIMITS: SearchLimits = SearchLimits {
    memory: 1 << 30,
    expanded: u64::MAX,
};

/// Length and states generated.
fn counts<S>(outcome: &SearchOutcome<S>) -> (usize, u64) {
    let length = outcome.length().expect("these have solutions");
    (length, outcome.stats.generated)
}

fn sliding(shape: &str, state: &str) -> (Sliding, Board) {
    let board = Board::parse(shape.parse().unwrap(), state).unwrap();
    (Sliding::new(&Board::goal(board.shape())), board)
}

fn forward_sliding(shape: &str, state: &str) -> (usize, u64) {
    let (space, board) = sliding(shape, state);
    counts(&breadth_first(&space, space.pack(&board), &LIMITS, &Monitor::silent()).unwrap())
}

fn both_ways_sliding(shape: &str, state: &str) -> (usize, u64) {
    let (space, board) = sliding(shape, state);
    let (start, goals) = (space.pack(&board), [space.goal()]);
    counts(&bidirectional(&space, start, &goals, &LIMITS, &Monitor::silent()).unwrap())
}

#[test]
fn nine_puzzle_forward() {
    // The two hardest states lie at the same distance: seen from one of them, its mirror image is
    // generated before the goal or after it.
    assert_eq!(
        forward_sliding("2x5", "0 5 3 2 1 9 4 8 7 6"),
        (55, 1_814_400)
    );
    assert_eq!(
        forward_sliding("2x5", "0 9 3 7 1 5 4 8 2 6"),
        (55, 1_814_399)
    );
}

#[test]
fn nine_puzzle_bidirectional() {
    assert_eq!(
        both_ways_sliding("2x5", "0 5 3 2 1 9 4 8 7 6"),
        (55, 387_239)
    );
    assert_eq!(
        both_ways_sliding("2x5", "0 9 3 7 1 5 4 8 2 6"),
        (55, 386_360)
    );
}

#[test]
fn eight_puzzle() {
    for state in ["867254301", "647850321"] {
        assert_eq!(forward_sliding("3x3", state).0, 31);
        assert_eq!(both_ways_sliding("3x3", state).0, 31);
    }
}

#[test]
fn an_unsolvable_board_shows_every_state_of_its_half() {
    let (space, board) = sliding("3x3", "2 1 3 4 5 6 7 8 0");
    assert!(
        !Parity::of_cells(
            board.shape(),
            board.cells(),
            Board::goal(board.shape()).cells()
        )
        .solvable()
    );
    let outcome = breadth_first(&space, space.pack(&board), &LIMITS, &Monitor::silent()).unwrap();
    assert_eq!((outcome.path, outcome.stats.generated), (None, 181_440));
    let start = space.pack(&board);
    let goals = [space.goal()];
    let outcome = bidirectional(&space, start, &goals, &LIMITS, &Monitor::silent()).unwrap();
    assert_eq!((outcome.path, outcome.stats.generated), (None, 362_880));
}

fn black_and_white(goal: &str) -> (usize, u64) {
    let puzzle = "oshidori-bw-3".parse::<Stones>().unwrap();
    let space = Oshidori::new(puzzle, Goal::parse(puzzle, goal).unwrap()).unwrap();
    let start = space.pack(&Row::start(puzzle));
    counts(&breadth_first(&space, start, &LIMITS, &Monitor::silent()).unwrap())
}

#[test]
fn black_and_white_forward() {
    assert_eq!(black_and_white("BBBWWW__"), (4, 65));
    assert_eq!(black_and_white("WWWBBB__"), (4, 54));
    assert_eq!(black_and_white("any").0, 3);
}

fn kinds(k: usize) -> (Oshidori, Row) {
    let puzzle = Stones::of_kinds(k, 2).unwrap();
    let space = Oshidori::new(puzzle, Goal::default(puzzle)).unwrap();
    (space, Row::start(puzzle))
}

#[test]
fn kinds_forward() {
    let expected = [(3, 3, 28), (4, 7, 12_031), (5, 5, 4_552), (6, 7, 663_167)];
    for (k, moves, generated) in expected {
        let (space, row) = kinds(k);
        let outcome = breadth_first(&space, space.pack(&row), &LIMITS, &Monitor::silent());
        assert_eq!(counts(&outcome.unwrap()), (moves, generated), "{k} kinds");
    }
}

#[test]
fn kinds_bidirectional() {
    let expected = [
        (3, 3, 15),
        (4, 7, 467),
        (5, 5, 199),
        (6, 7, 2_632),
        (7, 8, 16_935),
        (8, 11, 977_337),
    ];
    for (k, moves, generated) in expected {
        let (space, row) = kinds(k);
        let goals = space.goals().unwrap();
        let outcome = bidirectional(
            &space,
            space.pack(&row),
            &goals,
            &LIMITS,
            &Monitor::silent(),
        );
        assert_eq!(counts(&outcome.unwrap()), (moves, generated), "{k} kinds");
    }
}

#[test]
fn sudoku_nodes() {
    let problems = [
        (
            include_str!("../../../data/sudoku/problem1.txt"),
            [78, 23, 21],
        ),
        (
            include_str!("../../../data/sudoku/problem2.txt"),
            [48, 20, 20],
        ),
        (
            include_str!("../../../data/sudoku/problem3.txt"),
            [1_932, 939, 49],
        ),
        (
            include_str!("../../../data/sudoku/problem4.txt"),
            [28_532, 16_427, 410],
        ),
    ];
    for (text, expected) in problems {
        let sudoku: Sudoku = text.parse().unwrap();
        let reading = SudokuTree::new(&sudoku, FillOrder::Reading).unwrap();
        let fewest = SudokuTree::new(&sudoku, FillOrder::FewestValues).unwrap();
        let silent = Monitor::silent();
        let breadth = breadth_first(&reading, reading.root(), &LIMITS, &silent).unwrap();
        let depth = depth_first(&reading, reading.root(), &LIMITS, &silent).unwrap();
        let mrv = depth_first(&fewest, fewest.root(), &LIMITS, &silent).unwrap();
        let found = [
            // Children generated: the root is not one.
            breadth.stats.generated - 1,
            depth.stats.expanded,
            mrv.stats.expanded,
        ];
        assert_eq!(found, expected, "{sudoku}");
        for outcome in [breadth, depth, mrv] {
            let path = outcome.path.unwrap();
            let solution = reading.grid(path.last().unwrap());
            assert!(reading.is_goal(path.last().unwrap()));
            assert_eq!(solution.conflict(), None);
            assert_eq!(path.len() - 1 + sudoku.clues(), sudoku.cells().len());
        }
    }
}
