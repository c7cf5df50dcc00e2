//! Rows, goals and reductions against their definitions.

use std::collections::HashSet;

use proptest::prelude::*;
use tilebase_core::{
    RankedSpace, Reduce, StateError,
    format::Subject,
    oshidori::{
        Goal, Jump, Mates, NotRanked, OshidoriSpace, Row, RowReduction, Rules, Stones, Turn,
    },
};
use tilebase_testing::all_rules;

fn black_and_white(n: usize) -> Stones {
    format!("oshidori-bw-{n}").parse::<Stones>().unwrap()
}

fn of_kinds(kinds: usize, each: usize) -> Stones {
    Stones::of_kinds(kinds, each).unwrap()
}

/// All possible rules, and many impossible ones.
fn rules() -> impl Strategy<Value = Rules> {
    let mates = prop_oneof![Just(Mates::Any), Just(Mates::Unlike)];
    let turn = prop_oneof![Just(Turn::Never), Just(Turn::May), Just(Turn::Must)];
    let open = (2u8..=5, 0u8..=4, mates, turn);
    open.prop_map(|(block, more, mates, turn)| Rules {
        block,
        holes: block + more,
        mates,
        turn,
    })
}

/// Any puzzle by any rules, including large ones.
fn puzzle() -> impl Strategy<Value = Stones> {
    let letters = (1usize..=62).prop_map(black_and_white);
    let kinds = (1usize..=62)
        .prop_flat_map(|kinds| (Just(kinds), 1..=124 / kinds))
        .prop_map(|(kinds, each)| of_kinds(kinds, each));
    let unequal = prop::collection::vec(1usize..=7, 2..6).prop_map(|counts| {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        named(&format!("oshidori-kinds-{}", counts.join(",")))
    });
    let plain = (2u8..=3).prop_map(Rules::of_block);
    (
        prop_oneof![letters, kinds, unequal],
        prop_oneof![plain, rules()],
    )
        .prop_map(|(puzzle, rules)| puzzle.with_rules(rules).unwrap_or(puzzle))
}

fn named(name: &str) -> Stones {
    name.parse().unwrap()
}

/// Any row of `puzzle`.
fn row_of(puzzle: Stones) -> impl Strategy<Value = Row> {
    let word = Row::goal(puzzle).stone_order().to_vec();
    let holes: Vec<bool> = (0..puzzle.cells())
        .map(|cell| cell >= puzzle.stones())
        .collect();
    let holes = Just(holes).prop_shuffle();
    (Just(word).prop_shuffle(), 0..=puzzle.stones(), holes).prop_map(move |(word, gap, holes)| {
        if !puzzle.rules().is_open() {
            return Row::from_stone_order(puzzle, &word, gap).unwrap();
        }
        let mut stones = word.iter();
        let cells = holes
            .iter()
            .map(|hole| if *hole { 0 } else { *stones.next().unwrap() });
        Row::from_cells(puzzle, &cells.collect::<Vec<_>>()).unwrap()
    })
}

fn row() -> impl Strategy<Value = Row> {
    puzzle().prop_flat_map(row_of)
}

/// Lists the moves as the rules describe them: any block of neighbouring stones, into any
/// neighbouring empty cells. Blocks are cut out of the cells and put back.
fn by_the_rules(row: &Row) -> Vec<(Jump, Vec<u8>)> {
    let cells: Vec<u8> = row.cells().collect();
    let Rules {
        block, mates, turn, ..
    } = row.puzzle().rules();
    let block = usize::from(block);
    let mut found: Vec<(Jump, Vec<u8>)> = Vec::new();
    for from in 0..=cells.len() - block {
        let stones = &cells[from..from + block];
        let alike = stones.iter().all(|&stone| stone == stones[0]);
        if stones.contains(&0) || (mates == Mates::Unlike && alike) {
            continue;
        }
        for to in 0..=cells.len() - block {
            if cells[to..to + block].iter().any(|&cell| cell != 0) {
                continue;
            }
            for turned in [false, true] {
                let mut next = cells.clone();
                next[from..from + block].fill(0);
                next[to..to + block].copy_from_slice(stones);
                if turned {
                    next[to..to + block].reverse();
                }
                let allowed = match turn {
                    Turn::Never => !turned,
                    Turn::Must => turned,
                    Turn::May => !found.iter().any(|(_, other)| *other == next),
                };
                if allowed {
                    found.push((Jump { from, to, turned }, next));
                }
            }
        }
    }
    found
}

#[test]
fn a_single_stone_keeps_its_rules() {
    let single = of_kinds(1, 1);
    assert_eq!(single.with_rules(single.rules()), Ok(single));
    assert!(single.with_rules(Rules::of_block(3)).is_err());
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
        let mut moves = row.moves();
        for (allowed, after) in by_the_rules(&row) {
            let jump = moves.next();
            prop_assert_eq!(jump, Some(allowed));
            let mut next = row;
            next.jump(allowed);
            prop_assert_eq!(Row::from_cells(row.puzzle(), &after), Ok(next));
            // A block that reads the same in both directions is turned round only if it must be.
            let plain = Jump { turned: false, ..allowed.back() };
            prop_assert!(next.moves().any(|jump| jump == allowed.back() || jump == plain));
            next.jump(allowed.back());
            prop_assert_eq!(next, row);
        }
        prop_assert_eq!(moves.next(), None);
    }

    #[test]
    fn what_files_say_of_stones_can_be_read(puzzle in puzzle()) {
        let bytes = bincode::serialize(&puzzle).unwrap();
        let plain = puzzle.each().is_some() && puzzle.rules().is_plain();
        prop_assert_eq!(bytes.len() == 4, plain, "as files have always said it");
        prop_assert_eq!(bincode::deserialize::<Stones>(&bytes).unwrap(), puzzle);
        let unruled: Stones = puzzle.to_string().parse().unwrap();
        prop_assert_eq!(unruled.with_rules(puzzle.rules()), Ok(puzzle));
    }

    #[test]
    fn any_bytes_are_stones_or_refused(bytes in prop::collection::vec(0u8..12, 0..80)) {
        if let Ok(stones) = bincode::deserialize::<Stones>(&bytes) {
            let again = bincode::serialize(&stones).unwrap();
            prop_assert_eq!(&bytes[..again.len()], &again[..]);
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
        let cells: Vec<u8> = row.cells().collect();
        prop_assert_eq!(Row::from_cells(space.puzzle(), &cells), Ok(row));
        prop_assert_eq!(space.rank(&row), rank);
    }

    #[test]
    fn ranks_are_ordered_by_holes_and_word(
        (space, a, b) in ranked().prop_flat_map(|space| {
            let puzzle = space.puzzle();
            (Just(space), row_of(puzzle), row_of(puzzle))
        }),
    ) {
        let order = (a.holes(), a.stone_order()).cmp(&(b.holes(), b.stone_order()));
        prop_assert_eq!(space.rank(&a).cmp(&space.rank(&b)), order);
    }
}

/// Compares the neighbours of a row and their ranks with those found by single jumps and ranking.
fn check_ranked_neighbours(space: &OshidoriSpace, rank: u64) {
    let row = space.unrank(rank);
    let (mut ranked, mut plain) = (Vec::new(), Vec::new());
    space.ranked_neighbours(&row, rank, |next, rank| ranked.push((next, rank)));
    space.neighbours(&row, |next| plain.push((next, space.rank(&next))));
    assert_eq!(ranked, plain, "{row}");
}

#[test]
fn all_states_of_small_rows_by_all_rules() {
    let small = [
        of_kinds(3, 2),
        of_kinds(2, 4),
        of_kinds(5, 1),
        of_kinds(1, 9),
        of_kinds(2, 1),
        black_and_white(2),
        named("oshidori-bw-2x4"),
        named("oshidori-bw-3x1"),
        named("oshidori-kinds-2,1,3"),
    ];
    for (stones, rules) in small
        .iter()
        .flat_map(|row| all_rules().into_iter().map(|r| (*row, r)))
    {
        let Ok(stones) = stones.with_rules(rules) else {
            continue;
        };
        let space = OshidoriSpace::new(stones, Goal::default(stones)).unwrap();
        assert_eq!(Some(space.len()), stones.states(), "{stones}, {rules}");
        let mut seen = HashSet::new();
        for rank in 0..space.len() {
            let row = space.unrank(rank);
            assert_eq!(space.rank(&row), rank);
            assert!(seen.insert(row), "{row}");
            check_ranked_neighbours(&space, rank);
        }
        for goal in [Goal::Together, Goal::AnyGap, Goal::Any] {
            let rows = goal.rows(stones).unwrap();
            assert_eq!(
                goal.count(stones),
                Some(rows.len() as u64),
                "{stones}, {rules}, {goal}"
            );
            assert!(
                rows.is_sorted_by_key(|row| row.holes()),
                "{stones}, {rules}, {goal}"
            );
            let met: HashSet<Row> = seen
                .iter()
                .copied()
                .filter(|row| goal.is_met(row))
                .collect();
            assert_eq!(
                rows.into_iter().collect::<HashSet<_>>(),
                met,
                "{stones}, {rules}, {goal}"
            );
        }
    }
}

#[test]
fn impossible_rows_are_refused() {
    for name in [
        "oshidori-bw-0",
        "oshidori-bw-63",
        "oshidori-bw-4x",
        "oshidori-bw-4x0",
        "oshidori-bw-1x124",
        "oshidori-kinds-2,,3",
        "oshidori-kinds-2,0",
        "oshidori-kinds-63x1",
        "oshidori-kinds-",
        "oshidori-kinds-99999999999999999999",
        "oshidori-kinds-9999999999x9999999999",
        "oshidori-",
    ] {
        let said = name.parse::<Stones>().unwrap_err().to_string();
        assert!(said.contains("is not an oshidori puzzle"), "{said}");
    }
    assert_eq!(named("oshidori-bw-4x4"), black_and_white(4));
    assert_eq!(named("oshidori-kinds-3,3"), of_kinds(2, 3));
    let refused = |block, holes| {
        let rules = Rules {
            holes,
            ..Rules::of_block(block)
        };
        black_and_white(3)
            .with_rules(rules)
            .unwrap_err()
            .to_string()
    };
    assert!(refused(1, 1).contains("at least 2 stones"));
    assert!(refused(7, 7).contains("no more than the row"));
    assert!(refused(3, 2).contains("needs at least 3 holes"));
    assert!(refused(2, 123).contains("at most 128 cells"));
    assert!(black_and_white(62).with_rules(Rules::of_block(4)).is_ok());
    assert!(black_and_white(62).with_rules(Rules::of_block(5)).is_err());
    let open = Rules {
        holes: 5,
        ..Rules::of_block(3)
    };
    let unlike = Rules {
        mates: Mates::Unlike,
        turn: Turn::May,
        ..open
    };
    for (rules, name) in [
        (Rules::default(), "oshidori-bw-4x5.tilebase"),
        (Rules::of_block(3), "oshidori-bw-4x5-block3.tilebase"),
        (open, "oshidori-bw-4x5-block3-holes5.tilebase"),
        (
            unlike,
            "oshidori-bw-4x5-block3-holes5-unlike-turn-may.tilebase",
        ),
    ] {
        let puzzle = named("oshidori-bw-4x5").with_rules(rules).unwrap();
        let goal = "default".to_owned();
        assert_eq!(Subject::Oshidori { puzzle, goal }.file_name(), name);
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
    let threes = of_kinds(2, 3).with_rules(Rules::of_block(3)).unwrap();
    assert_eq!(Row::goal(threes).to_string(), "1 1 1 2 2 2 0 0 0");
    let start = |name: &str| Row::start(named(name)).pretty();
    assert_eq!(start("oshidori-bw-4x5"), "BWBWBWBWW__");
    assert_eq!(start("oshidori-bw-3x1"), "BWBB__");
    assert_eq!(start("oshidori-kinds-2,2,3"), "1 2 3 1 2 3 3 _ _");
    assert_eq!(
        Row::goal(named("oshidori-kinds-2,2,3")).pretty(),
        "1 1 2 2 3 3 3 _ _"
    );
}

#[test]
fn errors_name_the_fault_of_a_row() {
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
        "the 2 empty cells must lie side by side; found them in cells 4, 8"
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
        Row::from_stone_order(kinds, &[1, 2, 3], 6),
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
    for (goal, count) in [
        (exact, 1),
        (Goal::Together, 2),
        (Goal::AnyGap, 7),
        (Goal::Any, 42),
    ] {
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
    for goal in [Goal::Any, Goal::AnyGap, Goal::Together] {
        let reduction = RowReduction::to_canonical(puzzle, goal);
        assert_eq!(reduction.canonical_goal(), goal);
        assert_eq!(reduction.apply(&Row::start(puzzle)), Row::start(puzzle));
    }
}
