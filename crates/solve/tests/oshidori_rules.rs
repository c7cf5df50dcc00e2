//! The search of rows by all rules against plain breadth-first searches, and what it refuses.

use tilebase_core::{
    Monitor, RankedSpace,
    oshidori::{Goal, OshidoriSpace, Row, Rules, Stones, Turn},
};
use tilebase_solve::oshidori::{OshidoriError, RowOptions, lower_bound, solve};
use tilebase_testing::goals_of_rows;

use crate::rows::{agrees_everywhere, distances};

/// Every row from which the goal can be reached, and the refusal of some from which it cannot.
fn agrees_and_refuses(puzzle: Stones, goal: Goal) {
    agrees_everywhere(puzzle, goal);
    let space = OshidoriSpace::new(puzzle, goal).unwrap();
    let known = distances(&goal.rows(puzzle).unwrap());
    let rows = (0..space.len()).map(|rank| space.unrank(rank));
    for row in rows.filter(|row| !known.contains_key(row)).step_by(7) {
        let refused = solve(&row, &goal, RowOptions::default(), &Monitor::silent());
        assert!(
            matches!(refused, Err(OshidoriError::Unreachable { .. })),
            "{row} to {goal}"
        );
    }
}

#[test]
fn rows_by_any_rules_everywhere() {
    let rules = |block, holes, unlike, turn| Rules::of_options(block, holes, unlike, turn);
    for (name, rules) in [
        ("oshidori-bw-3", rules(2, None, true, Turn::Never)),
        ("oshidori-bw-3", rules(2, None, false, Turn::May)),
        ("oshidori-bw-2x3", rules(2, None, true, Turn::Must)),
        ("oshidori-kinds-3", rules(2, None, true, Turn::Never)),
        ("oshidori-kinds-4x1", rules(2, None, false, Turn::Must)),
        ("oshidori-kinds-5x1", rules(4, None, false, Turn::Must)),
        ("oshidori-bw-2x3", rules(2, Some(4), false, Turn::Never)),
        ("oshidori-bw-2x3", rules(2, Some(3), true, Turn::Never)),
        ("oshidori-bw-2x3", rules(3, Some(4), false, Turn::May)),
        ("oshidori-kinds-4x1", rules(2, Some(3), false, Turn::Must)),
        ("oshidori-bw-4", rules(6, None, false, Turn::Never)),
    ] {
        let puzzle: Stones = name.parse().unwrap();
        let puzzle = puzzle.with_rules(rules).unwrap();
        for goal in goals_of_rows(puzzle) {
            agrees_and_refuses(puzzle, goal);
        }
    }
}

/// Invariants refute questions about long rows without a search.
#[test]
fn invariants_refute_without_a_search() {
    let unlike = |holes, turn| Rules::of_options(2, Some(holes), true, turn);
    let row = |name: &str, rules| {
        let stones: Stones = name.parse().unwrap();
        Row::start(stones.with_rules(rules).unwrap())
    };
    for holes in [2, 9] {
        let start = row("oshidori-bw-20", unlike(holes, Turn::Never));
        for goal in [Goal::default(start.puzzle()), Goal::Together] {
            let refused = lower_bound(&start, &goal);
            assert!(
                matches!(refused, Err(OshidoriError::Unreachable { .. })),
                "{refused:?}"
            );
        }
        assert!(lower_bound(&start, &Goal::Row(start)).is_ok());
    }
    let turned = row("oshidori-bw-20", unlike(2, Turn::May));
    assert!(lower_bound(&turned, &Goal::Together).is_ok());
    for (block, holes, turn, holds) in [
        (2, None, Turn::Never, true),
        (2, Some(5), Turn::Never, true),
        (2, None, Turn::May, false),
        (4, None, Turn::May, true),
        (3, None, Turn::Never, false),
    ] {
        let rules = Rules::of_options(block, holes, false, turn);
        let start = row("oshidori-kinds-12x1", rules);
        let mut cells: Vec<u8> = start.cells().collect();
        cells.swap(3, 4);
        let odd = Row::from_cells(start.puzzle(), &cells).unwrap();
        let refused = lower_bound(&odd, &Goal::default(start.puzzle()));
        assert_eq!(refused.is_err(), holds, "{rules}");
    }
}
