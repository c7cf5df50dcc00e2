//! Boards: text, moves, solvability, symmetry and ranking.

use std::collections::HashSet;

use proptest::prelude::*;
use tilebase_core::{
    BadState, RankedSpace, Reduce,
    sliding::{Board, MAX_CELLS, Metric, Parity, Reduction, Shape, SlidingSpace},
};

fn parity_of(board: &Board, goal: &Board) -> Parity {
    Parity::of_cells(board.shape(), board.cells(), goal.cells())
}

fn shapes(cells: usize) -> Vec<Shape> {
    (2..=cells)
        .flat_map(|rows| (2..=cells).filter_map(move |cols| Shape::new(rows, cols).ok()))
        .filter(|shape| shape.cells() <= cells)
        .collect()
}

/// Boards of any shape with at most `cells` cells and any arrangement of its tiles, solvable or
/// not.
fn any_board(cells: usize) -> impl Strategy<Value = Board> {
    proptest::sample::select(shapes(cells)).prop_flat_map(|shape| arrangement(shape).boxed())
}

fn arrangement(shape: Shape) -> impl Strategy<Value = Board> {
    let tiles: Vec<u8> = (0..shape.cells() as u8).collect();
    Just(tiles)
        .prop_shuffle()
        .prop_map(move |cells| Board::from_cells(shape, &cells).expect("a permutation"))
}

fn two_boards(cells: usize) -> impl Strategy<Value = (Board, Board)> {
    proptest::sample::select(shapes(cells))
        .prop_flat_map(|shape| (arrangement(shape), arrangement(shape)))
}

#[test]
fn moves_change_the_colour_of_the_blank() {
    for (shape, home) in [("2x3", 0), ("2x3", 4), ("3x3", 8), ("2x4", 5)] {
        let space = SlidingSpace::new(shape.parse().unwrap(), home).unwrap();
        assert_eq!((space.home(), space.colour(home)), (home, 0));
        assert_eq!(space.parity(&space.goal()), Some(0));
        let multi = space.with_metric(Metric::Multi);
        for rank in (0..space.len()).step_by(7) {
            let board = space.unrank(rank);
            let parity = space.parity(&board).unwrap();
            assert_eq!(space.parity_of_rank(rank), Some(parity));
            space.neighbours(&board, |next| {
                assert_eq!(space.parity(&next), Some(1 - parity));
            });
            let none = (multi.parity(&board), multi.parity_of_rank(rank));
            assert_eq!(none, (None, None), "a move of two tiles keeps the colour");
        }
    }
}

proptest! {
    #[test]
    fn text_reads_back(board in any_board(MAX_CELLS)) {
        prop_assert_eq!(Board::parse(board.shape(), &board.to_string()).unwrap(), board);
        let contest = board.to_string().replace(' ', ",");
        prop_assert_eq!(Board::parse(board.shape(), &contest).unwrap(), board);
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in ".{0,80}") {
        let _ = Board::parse("3x3".parse().unwrap(), &text);
    }

    #[test]
    fn moves_undo(board in any_board(MAX_CELLS)) {
        for cell in board.movable() {
            let mut moved = board;
            let tile = moved.slide(cell);
            prop_assert_ne!(moved, board);
            prop_assert_eq!(moved.slide(board.blank()), tile);
            prop_assert_eq!(moved, board);
        }
    }

    #[test]
    fn moves_keep_solvability((board, goal) in two_boards(MAX_CELLS)) {
        let parity = parity_of(&board, &goal);
        for cell in board.movable() {
            let mut moved = board;
            moved.slide(cell);
            let after = parity_of(&moved, &goal);
            prop_assert_eq!(after.solvable(), parity.solvable());
        }
    }

    #[test]
    fn reductions_keep_moves_and_solvability((board, goal) in two_boards(MAX_CELLS)) {
        let reduction = Reduction::to_canonical(&goal, Metric::Single);
        prop_assert_eq!(
            reduction.apply(&goal),
            Board::ordered(reduction.shape(), reduction.home())
        );
        let image = reduction.apply(&board);
        prop_assert_eq!(reduction.restore(&image), board);
        let solvable = parity_of(&image, &reduction.apply(&goal)).solvable();
        prop_assert_eq!(tilebase_core::sliding::solvable(&board, &goal), solvable);
        prop_assert_eq!(reduction.may_reach_goal(&board), solvable);
        let moved: HashSet<Board> = board.movable().map(|cell| {
            let mut next = board;
            next.slide(cell);
            reduction.apply(&next)
        }).collect();
        let images: HashSet<Board> = image.movable().map(|cell| {
            let mut next = image;
            next.slide(cell);
            next
        }).collect();
        prop_assert_eq!(moved, images);
    }

    #[test]
    fn ranks_read_back(board in any_board(16), home in 0..MAX_CELLS) {
        let shape = board.shape();
        let space = SlidingSpace::new(shape, home % shape.cells()).unwrap();
        let solvable = parity_of(&board, &space.goal()).solvable();
        let rank = space.rank(&board);
        prop_assert!(rank < space.len());
        prop_assert_eq!(space.unrank(rank) == board, solvable);
    }

    #[test]
    fn ranks_unrank(
        shape in proptest::sample::select(shapes(16)),
        home in 0..MAX_CELLS,
        rank: u64,
    ) {
        let space = SlidingSpace::new(shape, home % shape.cells()).unwrap();
        let rank = rank % space.len();
        let board = space.unrank(rank);
        prop_assert_eq!(space.rank(&board), rank);
        let (mut ranked, mut plain) = (Vec::new(), Vec::new());
        space.ranked_neighbours(&board, rank, |next, rank| ranked.push((next, rank)));
        space.neighbours(&board, |next| plain.push((next, space.rank(&next))));
        prop_assert_eq!(ranked, plain);
        prop_assert!(parity_of(&board, &space.goal()).solvable());
    }
}

/// Returns the ranks of many boards, found one by one. The ranker of cells must find the same.
fn ranks_slowly(reduction: &Reduction, boards: &[Board]) -> Vec<Option<u64>> {
    let space = reduction.space().unwrap();
    let rank = |board| space.rank(&reduction.apply(board));
    let ranks = boards.iter();
    ranks
        .map(|board| reduction.may_reach_goal(board).then(|| rank(board)))
        .collect()
}

fn cells_of(boards: &[Board]) -> Vec<u8> {
    boards.iter().flat_map(Board::cells).copied().collect()
}

/// Returns all arrangements of the cells of a shape.
fn arrangements(shape: Shape) -> Vec<Board> {
    let mut all = vec![vec![]];
    for _ in 0..shape.cells() {
        all = all
            .into_iter()
            .flat_map(|begun: Vec<u8>| {
                let left = (0..shape.cells() as u8).filter(|value| !begun.contains(value));
                let longer = left.map(|value| [&begun[..], &[value]].concat());
                longer.collect::<Vec<_>>()
            })
            .collect();
    }
    let boards = all.iter();
    boards
        .map(|cells| Board::from_cells(shape, cells).unwrap())
        .collect()
}

/// Tries all boards of up to 9 cells, with goals that have the blank in any cell, and with goals
/// that have the tiles in another order.
#[test]
fn cells_are_ranked_as_boards_are() {
    for shape in shapes(9) {
        let boards = arrangements(shape);
        let cells = cells_of(&boards);
        let some = boards.iter().step_by(boards.len() / 7);
        let homes = (0..shape.cells()).map(|home| Board::ordered(shape, home));
        for goal in homes.chain(some.copied()) {
            let reduction = Reduction::to_canonical(&goal, Metric::Single);
            let mut ranks = vec![None; boards.len()];
            reduction
                .cell_ranker()
                .unwrap()
                .ranks(&cells, &mut ranks)
                .unwrap();
            assert!(
                ranks == ranks_slowly(&reduction, &boards),
                "{shape} goal {goal}"
            );
            assert_eq!(ranks.iter().flatten().count(), boards.len() / 2);
        }
    }
}

#[test]
fn the_first_cells_that_are_not_a_state_are_named() {
    let goal = Board::goal("3x3".parse().unwrap());
    let reduction = Reduction::to_canonical(&goal, Metric::Single);
    let ranker = reduction.cell_ranker().unwrap();
    for wrong in 1..=u8::MAX {
        // No other value in the blank's cell makes a board.
        let mut cells = goal.cells().repeat(5);
        cells[3 * 9 + 8] = wrong;
        cells[4 * 9 + 8] = 9;
        let error = ranker.ranks(&cells, &mut [None; 5]).unwrap_err();
        let expected = Board::from_cells(goal.shape(), &cells[27..36]).unwrap_err();
        assert_eq!(
            error,
            BadState {
                index: 3,
                error: expected
            }
        );
    }
}

proptest! {
    #[test]
    fn cells_of_larger_boards_are_ranked_as_boards_are((board, goal) in two_boards(16)) {
        let reduction = Reduction::to_canonical(&goal, Metric::Single);
        let boards = [board, goal];
        let mut ranks = [None; 2];
        reduction.cell_ranker().unwrap().ranks(&cells_of(&boards), &mut ranks).unwrap();
        prop_assert_eq!(&ranks[..], ranks_slowly(&reduction, &boards));
    }

    #[test]
    fn any_cells_are_ranked_or_refused(
        goal in any_board(16),
        bytes in proptest::collection::vec(any::<u8>(), 48),
        small in any::<bool>(),
    ) {
        let cells = goal.shape().cells();
        let mut bytes = bytes[..3 * cells].to_vec();
        if small {
            bytes.iter_mut().for_each(|byte| *byte %= cells as u8);
        }
        let reduction = Reduction::to_canonical(&goal, Metric::Single);
        let ranker = reduction.cell_ranker().unwrap();
        let boards = bytes.chunks(cells).map(|cells| Board::from_cells(goal.shape(), cells));
        let boards: Vec<_> = boards.collect();
        let first = boards.into_iter().enumerate().find_map(|(index, board)| {
            Some(BadState { index, error: board.err()? })
        });
        prop_assert_eq!(ranker.ranks(&bytes, &mut [None; 3]).err(), first);
    }
}

/// Ranks follow lexicographic order. The test lists all permutations.
#[test]
fn ranks_are_halved_lexicographic_order() {
    let shape = Shape::new(3, 2).unwrap();
    let space = SlidingSpace::new(shape, 0).unwrap();
    let mut tiles: Vec<u8> = (1..6).collect();
    let mut lex = 0;
    loop {
        let mut cells = vec![0];
        cells.extend(&tiles);
        let board = Board::from_cells(shape, &cells).unwrap();
        assert_eq!(space.rank(&board), lex / 2, "{board}");
        lex += 1;
        let Some(pivot) = (0..4).rev().find(|&i| tiles[i] < tiles[i + 1]) else {
            break;
        };
        let swap = (pivot + 1..5)
            .rev()
            .find(|&i| tiles[i] > tiles[pivot])
            .unwrap();
        tiles.swap(pivot, swap);
        tiles[pivot + 1..].reverse();
    }
    assert_eq!(lex, 120);
}

/// On every board of up to 8 cells and for every home, a search from the goal reaches exactly the
/// arrangements that the parity rule calls solvable.
#[test]
fn solvable_is_reachable() {
    for shape in shapes(8) {
        for home in 0..shape.cells() {
            let goal = Board::ordered(shape, home);
            let mut reached = HashSet::from([goal]);
            let mut stack = vec![goal];
            while let Some(board) = stack.pop() {
                for cell in board.movable() {
                    let mut next = board;
                    next.slide(cell);
                    if reached.insert(next) {
                        stack.push(next);
                    }
                }
            }
            let all: u64 = (1..=shape.cells() as u64).product();
            assert_eq!(reached.len() as u64, all / 2, "{shape} home {home}");
            for board in &reached {
                assert!(parity_of(board, &goal).solvable());
            }
        }
    }
}

#[test]
fn the_worked_example_of_a_solvable_board() {
    let shape = "4x4".parse().unwrap();
    let board = Board::parse(shape, "10 8 4 14 / 15 12 13 * / 7 11 6 1 / 5 9 2 3").unwrap();
    let parity = parity_of(&board, &Board::goal(shape));
    assert_eq!(
        parity.inversions_by_tile,
        [9, 7, 3, 10, 10, 8, 8, 5, 6, 4, 0, 2, 2, 0, 0]
    );
    assert_eq!((parity.inversions(), parity.blank_row), (74, 2));
    assert!(parity.solvable());
}

#[test]
fn errors_name_the_fault_of_a_board() {
    let shape = "3x3".parse().unwrap();
    for (text, said) in [
        ("", "empty"),
        ("1 2 3", "3 cells given, but 9"),
        ("1 2 3 4 5 6 7 8 8", "tile 8 appears 2 times"),
        ("1 2 3 4 5 6 7 8 9", "from 0 (blank) to 8"),
        ("1 2 3 4 5 6 7 0 0", "the blank appears 2 times"),
        ("1 2 x 4 5 6 7 8 0", "`x`"),
        ("12345678", "8 cells given"),
        (
            "1 2 3 4 5 6 7 8 99999999999999999999",
            "but the numbers here go from 0",
        ),
        (&"1 ".repeat(5000), "more than 8192 bytes"),
    ] {
        let error = Board::parse(shape, text).expect_err(text).to_string();
        assert!(error.contains(said), "{text:?}: {error}");
    }
    assert!(Board::parse(shape, "_12345678").is_ok());
}
