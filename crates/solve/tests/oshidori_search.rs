//! The search of oshidori rows against plain breadth-first searches that share no code with it.

use std::{
    collections::{HashMap, HashSet},
    sync::atomic::AtomicBool,
};

use proptest::prelude::*;
use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Rules, Stones},
};
use tilebase_solve::oshidori::{
    OshidoriError, RowOptions, construction, doubling_cycles, lower_bound, replay, solutions, solve,
};
use tilebase_solve::{Proof, SolutionLimit};
use tilebase_testing::goals_of_rows;

use crate::rows::{agrees_everywhere, distances, distances_by, length};

/// The distance between two rows, by breadth-first search from both.
fn distance_by_two_ends(start: Row, goal: Row) -> u32 {
    if start == goal {
        return 0;
    }
    let mut sides = [start, goal].map(|row| (HashMap::from([(row, ())]), vec![row]));
    for distance in 1.. {
        let smaller = usize::from(sides[1].1.len() < sides[0].1.len());
        let [first, second] = &mut sides;
        let (near, far) = if smaller == 0 { (first, second) } else { (second, first) };
        let mut next = Vec::new();
        for row in &near.1 {
            for cell in row.moves() {
                let mut row = *row;
                row.jump(cell);
                if far.0.contains_key(&row) {
                    return distance;
                }
                if near.0.insert(row, ()).is_none() {
                    next.push(row);
                }
            }
        }
        near.1 = next;
    }
    unreachable!("the levels end only if no path exists")
}

fn kinds(kinds: usize) -> Stones {
    Stones::of_kinds(kinds, 2).unwrap()
}

fn usual(puzzle: Stones) -> u32 {
    length(&Row::start(puzzle), &Goal::default(puzzle))
}

#[test]
fn known_lengths() {
    for (kinds_of, moves) in [(3, 3), (4, 7), (5, 5), (6, 7), (7, 8), (8, 11)] {
        assert_eq!(usual(kinds(kinds_of)), moves, "{kinds_of} kinds");
    }
    let bw3 = "oshidori-bw-3".parse::<Stones>().unwrap();
    let start = Row::start(bw3);
    assert_eq!(usual(bw3), 4);
    let swapped = Row::parse(bw3, "WWWBBB__").unwrap();
    assert_eq!(length(&start, &Goal::Row(swapped)), 4);
    assert_eq!(length(&start, &Goal::Any), 3);
}

#[test]
fn both_ends_agree_up_to_nine_kinds() {
    for kinds_of in 3..=9 {
        let puzzle = kinds(kinds_of);
        let by_two_ends = distance_by_two_ends(Row::start(puzzle), Row::goal(puzzle));
        assert_eq!(usual(puzzle), by_two_ends, "{kinds_of} kinds");
    }
}

#[test]
fn three_kinds_everywhere() {
    let puzzle = kinds(3);
    agrees_everywhere(puzzle, Goal::default(puzzle));
    agrees_everywhere(puzzle, Goal::AnyGap);
    agrees_everywhere(puzzle, Goal::Any);
    let inside = Row::parse(puzzle, "3 2 0 0 1 3 1 2").unwrap();
    agrees_everywhere(puzzle, Goal::Row(inside));
}

#[test]
fn other_small_puzzles_everywhere() {
    let bw = "oshidori-bw-4".parse::<Stones>().unwrap();
    agrees_everywhere(bw, Goal::default(bw));
    let single = Stones::of_kinds(5, 1).unwrap();
    agrees_everywhere(single, Goal::default(single));
    let threes = Stones::of_kinds(2, 3).unwrap();
    agrees_everywhere(threes, Goal::default(threes));
    for (kinds_of, each) in [(2, 4), (3, 2), (6, 1), (2, 5)] {
        let puzzle = Stones::of_kinds(kinds_of, each)
            .unwrap()
            .with_rules(Rules::of_block(3))
            .unwrap();
        agrees_everywhere(puzzle, Goal::default(puzzle));
        agrees_everywhere(puzzle, Goal::AnyGap);
    }
    for (name, block) in [
        ("oshidori-bw-3x4", 2),
        ("oshidori-bw-2x4", 3),
        ("oshidori-bw-4x3", 4),
        ("oshidori-bw-3", 5),
        ("oshidori-kinds-2,1,2", 2),
    ] {
        let puzzle: Stones = name.parse().unwrap();
        let puzzle = puzzle.with_rules(Rules::of_block(block as u8)).unwrap();
        for goal in goals_of_rows(puzzle) {
            agrees_everywhere(puzzle, goal);
        }
    }
}

/// Some states: every `step`th.
fn agrees_in_steps(puzzle: Stones, goal: Goal, step: usize) {
    let known = distances(&goal.rows(puzzle).unwrap());
    let mut rows: Vec<_> = known.iter().collect();
    rows.sort_unstable();
    for &(row, distance) in &rows {
        assert!(
            lower_bound(row, &goal).unwrap() <= *distance,
            "{row} to {goal}"
        );
    }
    for (row, &distance) in rows.into_iter().step_by(step) {
        assert_eq!(length(row, &goal), distance, "{row} to {goal}");
    }
}

#[test]
fn four_kinds_in_steps() {
    agrees_in_steps(kinds(4), Goal::default(kinds(4)), 37);
    agrees_in_steps(kinds(4), Goal::Any, 37);
}

/// The row with its kinds numbered as they appear from left to right: for the goal `any`, rows that
/// differ only in names are the same.
fn renamed(row: &Row) -> Row {
    let mut names = HashMap::new();
    let order: Vec<u8> = row
        .stone_order()
        .iter()
        .map(|stone| {
            let next = names.len() as u8 + 1;
            *names.entry(*stone).or_insert(next)
        })
        .collect();
    Row::from_stone_order(row.puzzle(), &order, row.gap()).unwrap()
}

/// The rows next to this one, by their new names.
fn renamed_neighbours(row: Row) -> impl Iterator<Item = Row> {
    row.moves().map(move |cell| {
        let mut near = row;
        near.jump(cell);
        renamed(&near)
    })
}

/// The rows that meet `any`, up to the names of kinds.
fn renamed_goals(puzzle: Stones) -> Vec<Row> {
    Goal::AnyGap.rows(puzzle).unwrap()
}

/// All rows, up to the names of kinds: the bound for `any` is admissible, and some are searched.
fn agrees_in_steps_but_for_names(puzzle: Stones, step: usize) {
    let known = distances_by(&renamed_goals(puzzle), |row| renamed(&row));
    let names: u64 = (1..=puzzle.kinds() as u64).product();
    assert_eq!(
        Some(known.len() as u64 * names),
        puzzle.states(),
        "{puzzle}"
    );
    let mut rows: Vec<_> = known.iter().collect();
    rows.sort_unstable();
    for (place, (row, distance)) in rows.into_iter().enumerate() {
        assert!(
            lower_bound(row, &Goal::Any).unwrap() <= *distance,
            "{row} to any"
        );
        if place % step == 0 {
            assert_eq!(length(row, &Goal::Any), *distance, "{row} to any");
        }
    }
}

#[test]
fn any_order_of_kinds_up_to_names() {
    for (kinds_of, each, block, step) in [
        (3, 2, 2, 1),
        (4, 2, 2, 1),
        (5, 2, 2, 13),
        (6, 2, 2, 499),
        (2, 4, 2, 1),
        (2, 6, 2, 7),
        (3, 3, 2, 3),
        (4, 3, 2, 307),
        (4, 2, 3, 1),
        (3, 3, 3, 3),
    ] {
        let puzzle = Stones::of_kinds(kinds_of, each).unwrap();
        agrees_in_steps_but_for_names(
            puzzle.with_rules(Rules::of_block(block as u8)).unwrap(),
            step,
        );
    }
}

/// From the usual start, by breadth-first search from both ends.
fn agrees_with_two_ends_but_for_names(kinds_of: usize) {
    let puzzle = kinds(kinds_of);
    let mut sides = [vec![Row::start(puzzle)], renamed_goals(puzzle)]
        .map(|level| (level.iter().copied().collect::<HashSet<Row>>(), level));
    let mut distance = 0;
    while sides[0].0.is_disjoint(&sides[1].0) {
        let smaller = usize::from(sides[1].1.len() < sides[0].1.len());
        let (seen, level) = &mut sides[smaller];
        let near = std::mem::take(level)
            .into_iter()
            .flat_map(renamed_neighbours);
        *level = near.filter(|row| seen.insert(*row)).collect();
        distance += 1;
    }
    assert_eq!(
        length(&Row::start(puzzle), &Goal::Any),
        distance,
        "{kinds_of} kinds"
    );
}

#[test]
fn any_order_of_up_to_eight_kinds() {
    for kinds_of in 3..=8 {
        agrees_with_two_ends_but_for_names(kinds_of);
    }
}

#[test]
fn six_to_nine_black_and_white_in_steps() {
    for (n, step) in [(6, 61), (7, 503)] {
        let puzzle = format!("oshidori-bw-{n}").parse::<Stones>().unwrap();
        agrees_in_steps(puzzle, Goal::default(puzzle), step);
    }
}

#[test]
#[ignore = "reason: minutes in a debug build; cargo test --release -- --ignored"]
fn larger_spaces_everywhere_or_in_steps() {
    agrees_everywhere(kinds(4), Goal::default(kinds(4)));
    agrees_in_steps(kinds(5), Goal::default(kinds(5)), 337);
    agrees_with_two_ends_but_for_names(9);
    agrees_with_two_ends_but_for_names(10);
    for (n, step) in [(8, 211), (9, 811)] {
        let puzzle = format!("oshidori-bw-{n}").parse::<Stones>().unwrap();
        agrees_in_steps(puzzle, Goal::default(puzzle), step);
    }
}

/// Asks about a neighbour whose distance can only be one of three.
#[test]
fn lengths_in_question_are_all_that_is_searched() {
    let puzzle = kinds(4);
    for goal in [Goal::default(puzzle), Goal::AnyGap] {
        let known = distances(&goal.rows(puzzle).unwrap());
        let mut rows: Vec<_> = known.iter().collect();
        rows.sort_unstable();
        for (row, &distance) in rows.into_iter().step_by(97) {
            for cell in row.moves() {
                let mut near = *row;
                near.jump(cell);
                let options = RowOptions {
                    lengths: distance.saturating_sub(1)..=distance,
                    ..RowOptions::default()
                };
                let answer = solve(&near, &goal, options, &Monitor::silent()).unwrap();
                assert_eq!(answer.lower, known[&near], "{near} to {goal}");
                assert_eq!(answer.checkpoint, None);
                let within = known[&near] <= distance;
                assert_eq!(answer.length().is_some(), within, "{near} to {goal}");
            }
        }
    }
    // Fewer than the 18 moves that it takes: this is proven without a search for longer solutions.
    let puzzle = kinds(14);
    let options = RowOptions {
        lengths: 0..=15,
        ..RowOptions::default()
    };
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let answer = solve(&start, &goal, options, &Monitor::silent()).unwrap();
    assert_eq!((answer.lower, answer.length()), (16, None));
    assert_eq!(answer.upper, None);
}

#[test]
fn the_construction_solves_every_odd_number_of_kinds() {
    for kinds_of in (3..=61).step_by(2) {
        let puzzle = kinds(kinds_of);
        let moves = construction(puzzle).unwrap();
        assert_eq!(moves.len(), kinds_of - 1 + doubling_cycles(kinds_of));
        let end = replay(&Row::start(puzzle), &moves);
        assert_eq!(end, Some(Row::goal(puzzle)), "{kinds_of} kinds");
        assert_eq!(
            lower_bound(&Row::start(puzzle), &Goal::default(puzzle)),
            Ok(kinds_of as u32)
        );
    }
    assert_eq!(construction(kinds(6)), None);
    assert_eq!(construction(Stones::of_kinds(3, 3).unwrap()), None);
}

/// OEIS A006694: 0, 1, 1, 2, 2, 1, 1, 4, 2, 1, 5 for 1, 3, 5, …, 21.
#[test]
fn cycles_of_doubling() {
    let counts: Vec<_> = (1..=21).step_by(2).map(doubling_cycles).collect();
    assert_eq!(counts, [0, 1, 1, 2, 2, 1, 1, 4, 2, 1, 5]);
}

#[test]
fn proofs_name_their_reason() {
    let answer = |kinds_of| {
        let puzzle = kinds(kinds_of);
        let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
        solve(&start, &goal, RowOptions::default(), &Monitor::silent()).unwrap()
    };
    assert_eq!(answer(13).proof, Some(Proof::ConstructionAndBound));
    assert_eq!(answer(13).stats.generated, 0);
    assert_eq!(answer(61).length(), Some(61));
    // The construction needs a move more than the bound: the search must close the gap.
    assert_eq!(answer(9).proof, Some(Proof::Search));
    assert_eq!(answer(9).length(), Some(10));
    assert_eq!(answer(10).proof, Some(Proof::Search));
}

#[test]
fn all_solutions_are_those_of_breadth_first_search() {
    let puzzle = kinds(4);
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let known = distances(&[Row::goal(puzzle)]);
    // Every shortest path.
    let mut ways = vec![(start, Vec::new())];
    for distance in (0..known[&start]).rev() {
        ways = ways
            .into_iter()
            .flat_map(|(row, moves): (Row, Vec<u32>)| {
                row.moves().map(move |cell| {
                    let mut next = row;
                    next.jump(cell);
                    let mut moves = moves.clone();
                    moves.push(cell.from as u32);
                    (next, moves)
                })
            })
            .filter(|(row, _)| known[row] == distance)
            .collect();
    }
    let mut expected: Vec<Vec<u32>> = ways.into_iter().map(|(_, moves)| moves).collect();
    let found = solutions(
        &start,
        &goal,
        7,
        SolutionLimit::All { limit: 1000 },
        &Monitor::silent(),
    )
    .unwrap();
    assert_eq!((found.distance, &found.stats.thresholds[..]), (7, &[7][..]));
    assert!(found.stats.expanded > 0 && found.stats.generated > found.stats.expanded);
    assert_eq!(found.count, expected.len() as u64);
    let mut listed = found.listed.clone();
    expected.sort();
    listed.sort();
    assert_eq!(listed, expected);
    let some = solutions(
        &start,
        &goal,
        7,
        SolutionLimit::All { limit: 1 },
        &Monitor::silent(),
    )
    .unwrap();
    assert_eq!(
        (some.count, &some.listed[..]),
        (found.count, &found.listed[..1])
    );
    for limit in [1, 2, 1000] {
        let few = solutions(
            &start,
            &goal,
            7,
            SolutionLimit::Some { limit },
            &Monitor::silent(),
        )
        .unwrap();
        assert_eq!(few.listed.len(), found.listed.len().min(limit));
        assert!(few.listed.iter().all(|moves| found.listed.contains(moves)));
    }
    let at_goal = solutions(
        &Row::goal(puzzle),
        &goal,
        0,
        SolutionLimit::All { limit: 9 },
        &Monitor::silent(),
    )
    .unwrap();
    assert_eq!((at_goal.count, at_goal.listed), (1, vec![vec![]]));
}

#[test]
fn all_solutions_can_be_asked_for_without_a_limit() {
    let puzzle = Stones::of_kinds(8, 2).unwrap();
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let all = |limit| {
        solutions(
            &start,
            &goal,
            11,
            SolutionLimit::All { limit },
            &Monitor::silent(),
        )
        .unwrap()
    };
    let (unlimited, counted) = (all(usize::MAX), all(0));
    assert!(counted.listed.is_empty());
    assert_eq!(unlimited.count, counted.count);
    assert_eq!(unlimited.listed.len() as u64, counted.count);
}

#[test]
fn a_stopped_count_is_an_error() {
    let puzzle = Stones::of_kinds(8, 2).unwrap();
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let stop = AtomicBool::new(true);
    let monitor = Monitor::silent().stopping_on(&stop);
    for wanted in [
        SolutionLimit::All { limit: 1 },
        SolutionLimit::Some { limit: 1 },
    ] {
        let error = solutions(&start, &goal, 11, wanted, &monitor).unwrap_err();
        assert_eq!(
            error,
            OshidoriError::Stopped {
                found: 0,
                moves: 11
            }
        );
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let puzzle = kinds(12);
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let [one, four] = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| solve(&start, &goal, RowOptions::default(), &Monitor::silent()).unwrap())
    });
    assert_eq!((one.length(), one.moves), (four.length(), four.moves));
}

#[test]
fn impossible_questions_are_refused() {
    let puzzle = kinds(4);
    let options = RowOptions::default;
    let other = Goal::default(kinds(5));
    let error = solve(&Row::start(puzzle), &other, options(), &Monitor::silent()).unwrap_err();
    assert!(
        matches!(error, OshidoriError::OtherPuzzle { .. }),
        "{error}"
    );
    // All stones different: an exchange of two is odd.
    let single = Stones::of_kinds(20, 1).unwrap();
    let mut order: Vec<u8> = (1..=20).collect();
    order.swap(3, 4);
    let odd = Row::from_stone_order(single, &order, 0).unwrap();
    let goal = Goal::default(single);
    let error = solve(&odd, &goal, options(), &Monitor::silent()).unwrap_err();
    assert!(
        matches!(error, OshidoriError::Unreachable { .. }),
        "{error}"
    );
    // Too few stones to get anywhere.
    for stuck in ["oshidori-bw-2".parse::<Stones>().unwrap(), kinds(2)] {
        let error = solve(
            &Row::start(stuck),
            &Goal::default(stuck),
            options(),
            &Monitor::silent(),
        );
        assert!(
            matches!(error, Err(OshidoriError::Unreachable { .. })),
            "{stuck}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Rows a few jumps away from a random goal: the search needs at most as many, in both
    /// directions, even on long rows.
    #[test]
    fn scrambled_rows_are_solved(
        each in 1usize..5, kinds_of in 4usize..60, block in 2usize..=5,
        swaps in prop::collection::vec((0usize..124, 0usize..124), 0..60),
        gap in 0usize..124, jumps in prop::collection::vec(0usize..1000, 0..7),
    ) {
        // There are at most 124 stones, on at most 128 cells. Few stones have no jump by a block.
        let each = each.min((128 - block).min(124) / kinds_of);
        prop_assume!(kinds_of * each >= 2 * block);
        let rules = Rules::of_block(block as u8);
        let puzzle = Stones::of_kinds(kinds_of, each).unwrap().with_rules(rules).unwrap();
        let mut order = Row::goal(puzzle).stone_order().to_vec();
        for (a, b) in swaps {
            order.swap(a % puzzle.stones(), b % puzzle.stones());
        }
        let goal = Row::from_stone_order(puzzle, &order, gap % (puzzle.stones() + 1)).unwrap();
        let mut start = goal;
        for jump in &jumps {
            let moves: Vec<_> = start.moves().collect();
            start.jump(moves[jump % moves.len()]);
        }
        let moves = length(&start, &Goal::Row(goal));
        prop_assert!(moves <= jumps.len() as u32);
        prop_assert_eq!(length(&goal, &Goal::Row(start)), moves);
    }
}
