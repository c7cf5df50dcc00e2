//! Rows, goals and reductions against their definitions.

use std::collections::HashSet;

use proptest::prelude::*;
use tilebase_core::{
    RankedSpace, Reduce, StateError,
    oshidori::{Goal, NotRanked, OshidoriSpace, Row, RowReduction, Stones},
};

fn black_and_white(n: usize) -> Stones {
    Stones::black_and_white(n).unwrap()
}

fn of_kinds(kinds: usize, each: usize) -> Stones {
    Stones::of_kinds(kinds, each).unwrap()
}

/// Any puzzle, including large ones.
fn puzzle() -> impl Strategy<Value = Stones> {
    let letters = (1usize..=62).prop_map(black_and_white);
    let kinds = (1usize..=62)
        .prop_flat_map(|kinds| (Just(kinds), 1..=124 / kinds))
        .prop_map(|(kinds, each)| of_kinds(kinds, each));
    (prop_oneof![letters, kinds], 2usize..=3)
        .prop_map(|(puzzle, block)| puzzle.with_block(block).unwrap_or(puzzle))
}

/// Any row of `puzzle`.
fn row_of(puzzle: Stones) -> impl Strategy<Value = Row> {
    let word = Row::goal(puzzle).word().to_vec();
    (Just(word).prop_shuffle(), 0..=puzzle.stones())
        .prop_map(move |(word, gap)| Row::from_word(puzzle, &word, gap).unwrap())
}

fn row() -> impl Strategy<Value = Row> {
    puzzle().prop_flat_map(row_of)
}

/// Makes a move as the rules describe it: the cells of the block and of the gap exchange their
/// contents.
fn by_the_rules(row: &Row, cell: usize) -> Row {
    let mut cells: Vec<u8> = row.cells().collect();
    for step in 0..row.puzzle().block() {
        cells.swap(row.gap() + step, cell + step);
    }
    Row::from_cells(row.puzzle(), &cells).unwrap()
}

proptest! {
    #[test]
    fn what_is_printed_can_be_read(row in row()) {
        let puzzle = row.puzzle();
        prop_assert_eq!(Row::parse(puzzle, &row.to_string()), Ok(row));
        prop_assert_eq!(Row::parse(puzzle, &row.pretty()), Ok(row));
        if puzzle.kinds() < 10 {
            prop_assert_eq!(Row::parse(puzzle, &row.to_string().replace(' ', "")), Ok(row));
        }
        prop_assert_eq!(Row::parse(puzzle, &row.to_string().replace(' ', ",")), Ok(row));
    }

    #[test]
    fn moves_are_those_of_the_rules_and_can_be_taken_back(row in row()) {
        let (puzzle, gap) = (row.puzzle(), row.gap());
        let stones: Vec<bool> = row.cells().map(|stone| stone != 0).collect();
        let allowed: Vec<usize> = (0..=puzzle.stones())
            .filter(|&cell| stones[cell..cell + puzzle.block()].iter().all(|&stone| stone))
            .collect();
        prop_assert_eq!(row.moves().collect::<Vec<_>>(), allowed);
        for cell in row.moves() {
            let mut next = row;
            next.jump(cell);
            prop_assert_eq!(next, by_the_rules(&row, cell));
            next.jump(gap);
            prop_assert_eq!(next, row);
        }
    }

    #[test]
    fn text_that_is_not_a_row_is_refused_without_panic(
        puzzle in puzzle(),
        text in "[ -~é]{0,300}",
    ) {
        if let Ok(row) = Row::parse(puzzle, &text) {
            prop_assert_eq!(Row::parse(puzzle, &row.to_string()), Ok(row));
        }
        let _ = Goal::parse(puzzle, &text);
    }

    #[test]
    fn a_reduction_keeps_moves_and_goals(
        (goal, row) in puzzle().prop_flat_map(|puzzle| (row_of(puzzle), row_of(puzzle))),
    ) {
        let reduction = RowReduction::to_canonical(goal.puzzle(), Goal::Row(goal));
        prop_assert_eq!(Goal::Row(reduction.apply(&goal)), reduction.canonical_goal());
        let canonical = reduction.apply(&row);
        prop_assert_eq!(reduction.restore(&canonical), row);
        let after = |row: &Row| -> HashSet<Row> {
            row.moves().map(|cell| { let mut next = *row; next.jump(cell); next }).collect()
        };
        let images: HashSet<Row> = after(&row).iter().map(|next| reduction.apply(next)).collect();
        prop_assert_eq!(images, after(&canonical));
        // A canonical goal stays as it is.
        let again = RowReduction::to_canonical(goal.puzzle(), reduction.canonical_goal());
        prop_assert_eq!(again.canonical_goal(), reduction.canonical_goal());
        prop_assert_eq!(again.apply(&canonical), canonical);
    }
}

/// Any puzzle whose rows are ranked, up to the largest for which tables are meant.
fn ranked() -> impl Strategy<Value = OshidoriSpace> {
    puzzle()
        .prop_filter_map("too many rows", |puzzle| {
            OshidoriSpace::new(puzzle, Goal::default(puzzle)).ok()
        })
        .boxed()
        .prop_union(
            proptest::sample::select(vec![of_kinds(7, 2), black_and_white(13), of_kinds(5, 3)])
                .prop_map(|puzzle| OshidoriSpace::new(puzzle, Goal::default(puzzle)).unwrap())
                .boxed(),
        )
}

proptest! {
    #[test]
    fn a_rank_has_one_row(
        (space, rank) in ranked().prop_flat_map(|space| {
            let ranks = 0..space.len();
            (Just(space), ranks)
        }),
    ) {
        let row = space.unrank(rank);
        prop_assert_eq!(Row::from_word(space.puzzle(), row.word(), row.gap()), Ok(row));
        prop_assert_eq!(space.rank(&row), rank);
    }

    #[test]
    fn ranks_are_ordered_by_gap_and_word(
        (space, a, b) in ranked().prop_flat_map(|space| {
            let puzzle = space.puzzle();
            (Just(space), row_of(puzzle), row_of(puzzle))
        }),
    ) {
        let order = (a.gap(), a.word()).cmp(&(b.gap(), b.word()));
        prop_assert_eq!(space.rank(&a).cmp(&space.rank(&b)), order);
    }
}

/// Compares the neighbours of a row and their ranks with those found by jumping and ranking anew.
fn check_ranked_neighbours(space: &OshidoriSpace, rank: u64) {
    let row = space.unrank(rank);
    let (mut ranked, mut plain) = (Vec::new(), Vec::new());
    space.ranked_neighbours(&row, rank, |next, rank| ranked.push((next, rank)));
    space.neighbours(&row, |next| plain.push((next, space.rank(&next))));
    assert_eq!(ranked, plain, "{row}");
}

#[test]
fn neighbours_are_ranked_from_the_rank_of_the_row() {
    let small = [
        of_kinds(3, 2),
        of_kinds(4, 2),
        of_kinds(2, 4),
        of_kinds(6, 1),
        of_kinds(1, 9),
        of_kinds(2, 1),
        of_kinds(3, 1),
        black_and_white(2),
        black_and_white(6),
    ];
    for stones in small {
        for block in 2..=3 {
            let Ok(stones) = stones.with_block(block) else {
                continue;
            };
            let space = OshidoriSpace::new(stones, Goal::default(stones)).unwrap();
            for rank in 0..space.len() {
                check_ranked_neighbours(&space, rank);
            }
        }
    }
}

proptest! {
    #[test]
    fn neighbours_of_large_spaces_are_ranked_from_the_rank_of_the_row(
        (space, rank) in ranked().prop_flat_map(|space| {
            let ranks = 0..space.len();
            (Just(space), ranks)
        }),
    ) {
        check_ranked_neighbours(&space, rank);
    }
}

#[test]
fn spaces_too_large_to_rank_are_refused() {
    let too_large = of_kinds(9, 2);
    assert_eq!(
        OshidoriSpace::new(too_large, Goal::Any).unwrap_err(),
        NotRanked::TooManyRows(too_large)
    );
    let distinct = of_kinds(10, 1);
    assert_eq!(
        OshidoriSpace::new(distinct, Goal::Any).unwrap_err(),
        NotRanked::TooManyGoals(distinct)
    );
    assert_eq!(
        OshidoriSpace::new(of_kinds(7, 2), Goal::Any)
            .unwrap()
            .goals()
            .len(),
        15 * 5040
    );
}

#[test]
fn starts_and_goals_are_those_of_the_puzzles() {
    let bw = black_and_white(3);
    assert_eq!(Row::start(bw).pretty(), "BWBWBW__");
    assert_eq!(Row::goal(bw).pretty(), "BBBWWW__");
    let kinds = of_kinds(3, 2);
    assert_eq!(Row::start(kinds).to_string(), "1 2 3 1 2 3 0 0");
    assert_eq!(Row::goal(kinds).pretty(), "1 1 2 2 3 3 _ _");
    let threes = of_kinds(2, 3).with_block(3).unwrap();
    assert_eq!(Row::goal(threes).to_string(), "1 1 1 2 2 2 0 0 0");
}

#[test]
fn what_is_wrong_with_a_row_is_said() {
    let bw = black_and_white(3);
    let wrong = |puzzle, text: &str| Row::parse(puzzle, text).unwrap_err().to_string();
    assert_eq!(wrong(bw, "BWBWB__"), "7 cells given, but 8 are needed");
    assert_eq!(
        wrong(bw, "BWBWBX__"),
        "cell 6 is `X`, which is not a stone: write B or W, and 0, *, _ or . for an empty cell"
    );
    assert_eq!(
        wrong(bw, "BWBBBW__"),
        "stone B appears 4 times, but must appear 3 times"
    );
    assert_eq!(
        wrong(bw, "BWBWBW_B"),
        "stone B appears 4 times, but must appear 3 times"
    );
    assert_eq!(
        wrong(bw, "BWBWB___"),
        "the empty cell appears 3 times, but must appear 2 times"
    );
    assert_eq!(
        wrong(bw, "BWB_WBW_"),
        "the 2 empty cells must lie side by side; found them in cells [4, 8]"
    );
    let kinds = of_kinds(3, 2);
    assert_eq!(
        wrong(kinds, "1 2 3 1 2 4 0 0"),
        "cell 6 is 4, but the numbers here go from 0 (blank) to 3"
    );
    assert_eq!(
        wrong(kinds, "1 2 3 1 2 B 0 0"),
        "cell 6 is `B`, which is not a number (the blank is 0, *, _ or .)"
    );
    assert_eq!(
        wrong(kinds, "1 1 1 2 2 3 0 0"),
        "stone 1 appears 3 times, but must appear 2 times"
    );
    assert!(matches!(
        Row::parse(kinds, " "),
        Err(StateError::Empty { expected: 8 })
    ));
    assert!(matches!(
        Row::parse(kinds, &"1 ".repeat(1 << 20)),
        Err(StateError::TooLong { .. })
    ));
    assert!(matches!(
        Row::from_word(kinds, &[1, 2, 3], 6),
        Err(StateError::WrongCount {
            expected: 8,
            found: 5
        })
    ));
}

#[test]
fn the_rows_of_a_goal_are_those_that_meet_it() {
    let puzzle = of_kinds(3, 2);
    let mut all = HashSet::from([Row::goal(puzzle)]);
    let mut open = vec![Row::goal(puzzle)];
    while let Some(row) = open.pop() {
        for cell in row.moves() {
            let mut next = row;
            next.jump(cell);
            if all.insert(next) {
                open.push(next);
            }
        }
    }
    assert_eq!(all.len(), 630);
    let exact = Goal::parse(puzzle, "1 2 _ _ 3 1 2 3").unwrap();
    for (goal, count) in [(exact, 1), (Goal::AnyGap, 7), (Goal::Any, 42)] {
        let rows = goal.rows(puzzle).unwrap();
        assert_eq!(
            (rows.len() as u64, goal.count(puzzle)),
            (count, Some(count))
        );
        let met: HashSet<Row> = all.iter().copied().filter(|row| goal.is_met(row)).collect();
        assert_eq!(rows.into_iter().collect::<HashSet<_>>(), met);
    }
    // There are too many to list, and even to count.
    assert_eq!(Goal::Any.rows(of_kinds(30, 2)), None);
    assert_eq!(Goal::Any.count(of_kinds(30, 2)), None);
}

#[test]
fn goals_with_the_kinds_together_and_the_gap_at_an_end_share_a_table() {
    let puzzle = black_and_white(3);
    for goal in ["BBBWWW__", "WWWBBB__", "__BBBWWW", "__WWWBBB"] {
        let goal = Goal::parse(puzzle, goal).unwrap();
        let reduction = RowReduction::to_canonical(puzzle, goal);
        assert_eq!(reduction.canonical_goal(), Goal::default(puzzle));
    }
    for goal in [Goal::Any, Goal::AnyGap] {
        let reduction = RowReduction::to_canonical(puzzle, goal);
        assert_eq!(reduction.canonical_goal(), goal);
        assert_eq!(reduction.apply(&Row::start(puzzle)), Row::start(puzzle));
    }
}
