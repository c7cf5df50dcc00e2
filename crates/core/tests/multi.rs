//! Moves that slide several tiles: the states to which they lead, with their ranks and classes.

use std::collections::{BTreeSet, HashMap, HashSet};

use proptest::prelude::*;
use tilebase_core::{
    RankedSpace, Reduce,
    format::Subject,
    sliding::{Board, MAX_CELLS, Metric, Reduction, RowClassSpace, Shape, SlidingSpace},
};
use tilebase_testing::COUNTS_OF_THE_15_PUZZLE_IN_LINES;

fn shapes() -> Vec<Shape> {
    (2..=8)
        .flat_map(|rows| (2..=8).filter_map(move |cols| Shape::new(rows, cols).ok()))
        .filter(|shape| shape.cells() <= 16)
        .collect()
}

fn multi(shape: Shape, home: usize) -> SlidingSpace {
    let space = SlidingSpace::new(shape, home % shape.cells()).unwrap();
    space.with_metric(Metric::Multi)
}

/// Returns the boards to which sliding one tile after another in the same direction leads.
fn slid_one_by_one(board: &Board) -> Vec<Board> {
    let shape = board.shape();
    let (rows, cols) = (shape.rows() as isize, shape.cols() as isize);
    let mut reached = Vec::new();
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let mut next = *board;
        loop {
            let row = shape.row(next.blank()) as isize + down;
            let col = shape.col(next.blank()) as isize + right;
            if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
                break;
            }
            next.slide((row * cols + col) as usize);
            reached.push(next);
        }
    }
    reached
}

proptest! {
    #[test]
    fn a_move_slides_tiles_in_one_direction(
        shape in proptest::sample::select(shapes()),
        home in 0..MAX_CELLS,
        rank: u64,
    ) {
        let space = multi(shape, home);
        let board = space.unrank(rank % space.len());
        let expected = slid_one_by_one(&board);
        let (mut ranked, mut plain) = (Vec::new(), Vec::new());
        space.ranked_neighbours(&board, rank % space.len(), |next, rank| {
            assert_eq!(rank, space.rank(&next));
            ranked.push(next);
        });
        space.neighbours(&board, |next| plain.push(next));
        prop_assert_eq!(&ranked, &expected);
        prop_assert_eq!(&plain, &expected);
        let slid: Vec<Board> = board
            .destinations(Metric::Multi)
            .map(|cell| {
                let mut next = board;
                let pressed = next.slide_line(cell);
                assert_eq!(pressed, board.cells()[cell]);
                let mut back = next;
                back.slide_line(board.blank());
                assert_eq!(back, board);
                next
            })
            .collect();
        prop_assert_eq!(&slid, &expected);
    }

    #[test]
    fn reductions_keep_moves(shape in proptest::sample::select(shapes()), seed: u64, home: usize) {
        let space = multi(shape, home);
        let goal = space.unrank(seed % space.len());
        let reduction = Reduction::to_canonical(&goal, Metric::Multi);
        prop_assert!(reduction.shape().rows() <= reduction.shape().cols());
        prop_assert_eq!(reduction.space().unwrap().metric(), Metric::Multi);
        let board = space.unrank(seed.rotate_left(32) % space.len());
        let moved = slid_one_by_one(&board);
        let moved: HashSet<Board> = moved.iter().map(|next| reduction.apply(next)).collect();
        prop_assert_eq!(moved, HashSet::from_iter(slid_one_by_one(&reduction.apply(&board))));
    }

    #[test]
    fn classes_are_states_that_moves_along_a_row_lead_between(
        shape in proptest::sample::select(shapes()),
        home: usize,
        rank: u64,
    ) {
        let space = multi(shape, home);
        let classes = RowClassSpace::new(space);
        let rank = rank % space.len();
        let (board, class) = (space.unrank(rank), space.row_class(rank));
        prop_assert!(class < classes.len());
        prop_assert_eq!(classes.rank(&board), class);
        prop_assert_eq!(classes.state_rank(class, shape.col(board.blank())), rank);
        prop_assert_eq!(classes.rank(&classes.unrank(class)), class);

        let (mut in_row, mut in_column) = (vec![class], Vec::new());
        for next in slid_one_by_one(&board) {
            let class = space.row_class(space.rank(&next));
            let same_row = shape.row(next.blank()) == shape.row(board.blank());
            if same_row { in_row.push(class) } else { in_column.push(class) }
        }
        in_row.dedup();
        prop_assert_eq!(in_row, vec![class]);
        let mut visited = Vec::new();
        space.each_row_class(&board, rank, |class| visited.push(class));
        prop_assert_eq!(&visited, &in_column);

        let (mut beside, mut expected) = (Vec::new(), BTreeSet::new());
        classes.each_neighbour(&board, class, |next, class, col| {
            assert_eq!((classes.rank(&next), shape.col(next.blank())), (class, col));
            beside.push(class);
        });
        for col in 0..shape.cols() {
            let side = space.unrank(classes.state_rank(class, col));
            for next in slid_one_by_one(&side) {
                if shape.row(next.blank()) != shape.row(side.blank()) {
                    expected.insert(space.row_class(space.rank(&next)));
                }
            }
        }
        prop_assert_eq!(beside.len(), (shape.rows() - 1) * shape.cols());
        prop_assert_eq!(BTreeSet::from_iter(beside), expected);
    }
}

/// The numbers of states of the 15-puzzle by distance are those of <https://oeis.org/A389728>.
#[test]
fn the_first_levels_of_the_15_puzzle() {
    let space = multi("4x4".parse().unwrap(), 15);
    let mut seen = HashMap::from([(space.goals()[0], 0)]);
    let (mut level, mut counts) = (vec![space.goal()], Vec::new());
    for depth in 0..=8 {
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for board in &level {
            space.neighbours(board, |there| {
                seen.entry(space.rank(&there)).or_insert_with(|| {
                    next.push(there);
                    depth + 1
                });
            });
        }
        level = next;
    }
    assert_eq!(counts, COUNTS_OF_THE_15_PUZZLE_IN_LINES);
}

#[test]
fn tables_of_both_metrics_have_names_of_their_own() {
    let shape: Shape = "3x4".parse().unwrap();
    let multi = Subject::SlidingMulti { shape, home: 0 };
    assert_eq!(multi.file_name(), "sliding-multi-3x4-home0.tilebase");
    assert_ne!(multi, Subject::Sliding { shape, home: 0 });
}

#[test]
#[should_panic(expected = "cell 4 is not another cell in line with the blank")]
fn tiles_out_of_line_do_not_slide() {
    Board::goal("3x3".parse().unwrap()).slide_line(4);
}
