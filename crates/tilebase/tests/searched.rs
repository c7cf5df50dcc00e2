//! What searches answer beside tables: all solutions, and states at a distance.

use std::time::Duration;

use tilebase::{Build, Chosen, Error, Library, Selection, State, seeded, sliding::Metric};

/// All solutions come in one order: listed and one by one, from a table and by searches.
#[test]
fn all_solutions_come_in_one_order() {
    let solver = |name: &str, goal: Option<&str>, metric| {
        let solver = Library::in_memory().puzzle(name).unwrap();
        let solver = solver.with_goal(goal).unwrap();
        solver.with_metric(metric).unwrap()
    };
    for table in [
        solver("2x3", None, Metric::Single),
        solver("2x3", None, Metric::Multi),
        solver("3x2", Some("blank-first"), Metric::Single),
        solver("3x2", Some("3 1 0 4 5 2"), Metric::Multi),
        solver("3x3", None, Metric::Single),
        solver("2x3", Some("1 2 3 x x x"), Metric::Single),
        solver("2x3", Some("1 2 1 2 1 0"), Metric::Single),
        solver("torus-2x3", None, Metric::Single),
        solver("oshidori-kinds-3", None, Metric::Single),
    ] {
        let search = table.clone().with_search();
        let states = table.draw(20, Selection::Any, &mut seeded(3)).unwrap();
        for state in states.states.into_iter().chain([table.a_goal()]) {
            let [of_table, of_search] = [&table, &search].map(|solver| {
                let listed = solver.solutions(&state, usize::MAX).unwrap();
                let each = solver.each_solution(&state).unwrap();
                let each: Vec<Vec<State>> = each.map(Result::unwrap).collect();
                assert_eq!(
                    each,
                    listed.paths,
                    "{} {:?} {} {state}",
                    solver.goal(),
                    solver.metric(),
                    solver.answers_from_table().unwrap()
                );
                assert_eq!(each.len() as u128, listed.count);
                listed.paths
            });
            assert_eq!(of_table, of_search, "{} {state}", table.goal());
        }
    }
    // Three tiles turn round the blank, either way in six moves. In a time, beams come first.
    let large = solver("4x4", None, Metric::Single);
    for solver in [large.clone(), large.with_time(Duration::from_secs(60))] {
        let state = "1 2 3 4 5 6 7 8 9 10 0 15 13 14 12 11";
        let each = solver.each_solution(state).unwrap();
        let each: Vec<Vec<State>> = each.map(Result::unwrap).collect();
        assert_eq!(each.len(), 2);
        assert_eq!(each, solver.solutions(state, 2).unwrap().paths);
    }
}

/// Without a table, random states are searched until enough are at the distance; distances at
/// which hardly any are refused.
#[test]
fn states_are_drawn_by_searching() {
    let table = Library::in_memory().puzzle("3x3").unwrap();
    let never = Library::in_memory().with_builds(Build::Never);
    let search = never.puzzle("3x3").unwrap();
    let search = search.with_heuristic("linear-conflict");
    let at = |distance| Selection::of(Some(distance), None, None).unwrap();
    let drawn = search.draw(5, at(22), &mut seeded(2)).unwrap();
    assert!(drawn.uniform);
    for state in &drawn.states {
        assert_eq!(table.look_up(state).unwrap(), Some(22), "{state}");
    }
    let fifteen = never.puzzle("4x4").unwrap();
    let fifteen = fifteen.with_heuristic("walking-distance");
    let drawn = fifteen.draw(1, at(51), &mut seeded(2)).unwrap();
    assert!(drawn.uniform);
    assert_eq!(fifteen.distances(drawn.states).unwrap(), [Some(51)]);
    let farther = table.draw(1, at(32), &mut seeded(2)).unwrap_err();
    assert!(
        matches!(farther, Error::NoSuchDistance { farthest: 31, .. }),
        "{farther}"
    );
}

/// Chosen states have one solution, or are symmetric, from wherever they are drawn; and are said to
/// be equally likely only if they are.
#[test]
fn chosen_states_are_what_was_asked_for() {
    let library = Library::in_memory();
    let chosen = |unique, symmetric| Chosen { unique, symmetric };
    let small = library.puzzle("3x3").unwrap();
    for (among, uniform) in [
        (Selection::Any, true),
        (Selection::AtDistance(14), true),
        (Selection::WalkTo(9), false),
    ] {
        let drawn = small
            .draw_chosen(5, among, chosen(true, false), &mut seeded(8))
            .unwrap();
        assert_eq!(drawn.uniform, uniform, "{among:?}");
        assert_eq!(drawn.states.len(), 5);
        for state in &drawn.states {
            assert_eq!(small.solutions(state, 2).unwrap().count, 1, "{state}");
        }
    }
    let symmetric = small
        .draw_chosen(5, Selection::Any, chosen(false, true), &mut seeded(8))
        .unwrap();
    for state in &symmetric.states {
        let number = |cell: usize| if state.cells()[cell] == 0 { 9 } else { state.cells()[cell] };
        assert!(
            (0..9).all(|cell| number(cell) + number(8 - cell) == 10),
            "{state}"
        );
    }
    // A distance that only walks find; symmetric boards are not found by walking.
    let large = library.puzzle("5x5").unwrap();
    let near = Selection::AtDistance(4);
    let unique = large.draw_chosen(1, near, chosen(true, false), &mut seeded(8));
    assert!(!unique.unwrap().uniform);
    let rare = large.draw_chosen(1, near, chosen(false, true), &mut seeded(8));
    assert!(rare.unwrap_err().to_string().contains("too rare"));
}
