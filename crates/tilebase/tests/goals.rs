//! Goals with names.

use proptest::prelude::*;
use serde_json::Value;
use tilebase::{Library, Shape, State};
use tilebase_testing::shapes;

const NAMES: [&str; 7] = [
    "blank-last",
    "blank-first",
    "spiral",
    "columns",
    "columns-blank-first",
    "snake",
    "snake-blank-first",
];

fn goal(shape: &str, name: &str) -> String {
    let solver = Library::in_memory().puzzle(shape).unwrap();
    solver.with_goal(name).unwrap().goal()
}

#[test]
fn goals_with_names_are_those_of_the_textbooks() {
    for (shape, name, cells) in [
        ("3x3", "blank-last", "1 2 3 4 5 6 7 8 0"),
        ("3x3", "spiral", "1 2 3 8 0 4 7 6 5"),
        ("3x3", "snail", "1 2 3 8 0 4 7 6 5"),
        ("4x4", "spiral", "1 2 3 4 12 13 14 5 11 0 15 6 10 9 8 7"),
        ("2x5", "spiral", "1 2 3 4 5 0 9 8 7 6"),
        ("5x2", "spiral", "1 2 0 3 9 4 8 5 7 6"),
        ("3x4", "spiral", "1 2 3 4 10 11 0 5 9 8 7 6"),
        ("3x3", "columns", "1 4 7 2 5 8 3 6 0"),
        ("2x3", "columns", "1 3 5 2 4 0"),
        ("3x3", "columns-blank-first", "0 3 6 1 4 7 2 5 8"),
        ("3x3", "snake", "1 2 3 6 5 4 7 8 0"),
        ("4x4", "snake", "1 2 3 4 8 7 6 5 9 10 11 12 15 14 13 0"),
        ("3x3", "snake-blank-first", "0 1 2 5 4 3 6 7 8"),
        ("3x3", "blank-at:4", "1 2 3 4 0 5 6 7 8"),
        ("3x3", "blank-at:0", "0 1 2 3 4 5 6 7 8"),
        ("3x3", "blank-at:-1", "1 2 3 4 5 6 7 8 0"),
        ("oshidori-kinds-2", "blank-last", "1 1 2 2 0 0"),
    ] {
        assert_eq!(goal(shape, name), cells, "{shape} {name}");
    }
    for name in ["blank-at:9", "blank-at:-2", "blank-at:", "blank-at:x"] {
        let solver = Library::in_memory().puzzle("3x3").unwrap();
        let error = solver.with_goal(name).unwrap_err().to_string();
        assert!(error.contains("blank-at:CELL"), "{name}: {error}");
    }
}

#[test]
fn a_state_may_write_tiles_as_the_goal_does() {
    let solver = || Library::in_memory().puzzle("3x3").unwrap();
    for (goal, state, cells) in [
        // The only tile that is left for an open cell.
        (
            "1 2 3 4 5 6 7 0 x",
            "1 2 3 4 5 6 7 x 0",
            "1 2 3 4 5 6 7 8 0",
        ),
        ("1 2 3 4 5 6 7 0 X", "12345670x", "1 2 3 4 5 6 7 0 8"),
        (
            "x 2 3 4 5 6 7 8 0",
            "2 x 3 4 5 6 7 0 8",
            "2 1 3 4 5 6 7 0 8",
        ),
        (
            "A B X D E F G H _",
            "A B X D E F G _ H",
            "1 2 3 4 5 6 7 0 8",
        ),
        // Letters that are not the first of the alphabet, and other signs.
        ("DISPATCH_", "CATHIDPS_", "7 5 6 8 2 1 4 3 0"),
        ("D I S / P A T / C H _", "dis pat h_c", "1 2 3 4 5 6 8 0 7"),
        (
            "春夏秋冬東西南北_",
            "夏春秋冬東西南_北",
            "2 1 3 4 5 6 7 0 8",
        ),
    ] {
        let named = solver().with_goal(goal).unwrap();
        let reading = named.reading(state).unwrap();
        assert_eq!(reading.state.to_string(), cells, "{goal}");
        assert_eq!(reading.forms(), ["the signs of the goal"], "{goal}");
        // Numbers mean the same, and no other goal has these signs.
        assert_eq!(named.reading(cells).unwrap().state, reading.state);
        assert_eq!(
            named.goal(),
            solver().with_goal(&*named.goal()).unwrap().goal()
        );
        assert!(solver().reading(state).is_err(), "{state}");
    }
    // If its number is there, `x` can only be the blank; if neither is, there is nothing to read.
    let open = solver().with_goal("1 2 3 4 5 6 7 0 x").unwrap();
    let reading = open.reading("1 2 3 4 5 6 7 x 8").unwrap();
    assert_eq!(reading.forms(), ["the blank is `x`"]);
    for state in [
        "1 2 3 4 5 6 7 x x",
        "1 2 3 4 5 6 x 8 0",
        "1 2 3 4 5 x x 8 0",
    ] {
        assert!(open.reading(state).is_err(), "{state}");
    }
    // Signs that are repeated do not say which tile they are.
    for goal in ["D I S P A T C H K", "DISPATC__", "DISPA7CH_"] {
        assert!(solver().with_goal(goal).is_err(), "{goal}");
    }
}

/// Nilsson's board, which cannot reach the usual goal.
#[test]
fn unsolvable_boards_name_the_goals_that_can_be_reached() {
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    let nilsson = "2 8 3 1 6 4 7 0 5";
    let check = serde_json::to_value(solver.check(nilsson).unwrap()).unwrap();
    assert!(check.get("usual_goal").is_none());
    let names = check["reachable_goals"].as_array().unwrap();
    assert!(names.contains(&Value::from("spiral")));
    let spiral = solver.with_goal("spiral").unwrap();
    assert_eq!(spiral.distance(nilsson).unwrap().distance(), Some(5));
}

proptest! {
    #[test]
    fn reachable_goals_are_those_for_which_boards_can_be_solved(
        shape in prop::sample::select(shapes()), seed: u64,
    ) {
        let shape: Shape = shape;
        let solver = Library::in_memory().solver(shape);
        let mut cells = solver.random(1, &mut tilebase::seeded(seed))[0].cells().to_vec();
        let swapped = cells.iter().position(|&cell| cell == 1).zip(
            cells.iter().position(|&cell| cell == 2));
        if seed % 2 == 1 && let Some((one, two)) = swapped {
            cells.swap(one, two);
        }
        let state = State::from_cells(shape.into(), &cells).unwrap();
        let reachable = state.reachable_goals();
        let reachable: Vec<&str> = reachable.iter().map(|(name, _)| *name).collect();
        for name in NAMES {
            let solver = solver.clone().with_goal(name).unwrap();
            let mut sorted = solver.a_goal().cells().to_vec();
            sorted.sort_unstable();
            prop_assert!(sorted.iter().copied().eq(0..=shape.tiles() as u8), "{}", name);
            let solvable = solver.check(&state).unwrap().solvable;
            prop_assert_eq!(solvable, Some(reachable.contains(&name)), "{}", name);
        }
    }
}
