//! Graphs: every answer about every state of small ones, from tables and from searches, against a
//! plain search over lists of neighbours.

use std::collections::{HashMap, HashSet};

use tilebase::{
    CellGraph, Error, Library, Method, Puzzle, Selection, Solver, State, graph::GraphReach, seeded,
};
use tilebase_testing::plain_search;

fn solver(name: &str) -> Solver {
    Library::in_memory().puzzle(name).unwrap()
}

fn graph(solver: &Solver) -> CellGraph {
    match solver.puzzle() {
        Puzzle::Graph(graph) => graph,
        other => panic!("{other} is no graph"),
    }
}

/// Returns the cells one move away.
fn after(near: &[Vec<u8>], cells: &[u8]) -> HashSet<Vec<u8>> {
    let blanks = (0..cells.len()).filter(|&cell| cells[cell] == 0);
    let moved = blanks.flat_map(|blank| {
        let from = near[blank].iter().map(|&from| usize::from(from));
        from.filter(|&from| cells[from] != 0).map(move |from| {
            let mut next = cells.to_vec();
            next.swap(from, blank);
            next
        })
    });
    moved.collect()
}

/// Returns the distance of every state from the solver's goal, by a plain search.
fn distances(solver: &Solver) -> HashMap<Vec<u8>, u32> {
    let graph = graph(solver);
    let near: Vec<Vec<u8>> = (0..graph.cells())
        .map(|cell| graph.neighbours(cell).to_vec())
        .collect();
    let goal = solver.a_goal().cells().to_vec();
    plain_search([goal], |cells| after(&near, cells).into_iter().collect())
}

/// Returns every state, reachable or not.
fn states(graph: CellGraph) -> Vec<State> {
    let mut all: Vec<Vec<u8>> = vec![vec![u8::MAX; graph.cells()]];
    for tile in 1..=graph.tiles() as u8 {
        let placed = all.iter().flat_map(|cells| {
            let free = (0..cells.len()).filter(|&cell| cells[cell] == u8::MAX);
            free.map(move |cell| {
                let mut cells = cells.clone();
                cells[cell] = tile;
                cells
            })
        });
        all = placed.collect();
    }
    let blank = |cell: u8| if cell == u8::MAX { 0 } else { cell };
    let cells = all
        .into_iter()
        .map(|cells| cells.into_iter().map(blank).collect::<Vec<u8>>());
    cells
        .map(|cells| State::from_cells(graph.into(), &cells).unwrap())
        .collect()
}

#[test]
fn the_3x3_torus_has_its_known_distances() {
    let torus = solver("torus-3x3");
    let depths = torus.depths().unwrap();
    let counts = [
        1, 4, 12, 34, 96, 272, 749, 2010, 5100, 11778, 24238, 43550, 66287, 80476, 71070, 41098,
        13743, 2214, 144, 4,
    ];
    assert_eq!(depths.counts, counts);
    assert_eq!(counts.iter().sum::<u64>(), 362_880);
    let hardest = torus.hardest(10).unwrap();
    assert_eq!(hardest.len(), 4);
    for state in hardest {
        assert_eq!(torus.distance(&state).unwrap().distance(), Some(19));
    }
}

#[test]
fn a_torus_with_an_odd_side_reaches_all_states_and_others_half() {
    for (name, all, farthest) in [
        ("torus-2x2", 12, 6),
        ("torus-2x3", 720, 13),
        ("torus-2x4", 20_160, 19),
        ("torus-3x3-blanks-2", 181_440, 15),
        ("cylinder-3x2", 360, 21),
    ] {
        let depths = solver(name).depths().unwrap();
        assert_eq!(depths.counts.iter().sum::<u64>(), all, "{name}");
        assert_eq!(depths.counts.len() - 1, farthest, "{name}");
    }
}

#[test]
fn every_state_of_small_graphs_is_answered_by_table_and_by_search() {
    for (name, goal) in [
        ("torus-2x2", None),
        ("torus-1x5", None),
        ("torus-2x3", None),
        ("torus-2x3", Some("3 1 0 2 5 4")),
        ("cylinder-2x3", Some("blank-first")),
        ("cells-..#/...", None),
        ("cells-.+.|./.+.+.", None),
        ("edges-0-1,1-2,2-3,3-4,4-0,0-2", Some("1 0 2 3 4")),
        ("torus-2x3-blanks-2", None),
        ("torus-2x3-blanks-2", Some("0 1 2 3 0 4")),
        ("cells-.../.#.-blanks-2", None),
        // Three cells in a row beside two: tiles stay where they are.
        ("edges-0-1,1-2,3-4", None),
        ("edges-0-1,1-2,2-3,3-0,4-5-blanks-2", Some("0 1 2 3 0 4")),
    ] {
        let table = solver(name).with_goal(goal).unwrap();
        let search = table.clone().with_search();
        let found = distances(&table);
        for (number, state) in states(graph(&table)).iter().enumerate() {
            let expected = found.get(state.cells()).copied();
            let answer = table.distance(state).unwrap();
            assert_eq!(answer.distance(), expected, "{name} {state}");
            let check = table.check(state).unwrap();
            assert_eq!(check.solvable, Some(expected.is_some()), "{name} {state}");
            // Searches of all states take long; where no rule decides, they may not end.
            let decided = expected.is_some() || GraphReach::decides(graph(&table));
            if number % 7 != 0 || !decided {
                continue;
            }
            for solver in [&table, &search] {
                let solved = solver.solve(state).unwrap();
                assert_eq!(solved.distance(), expected, "{name} {state}");
                let path = solved.path.as_deref().unwrap_or_default();
                if let Some(distance) = expected {
                    assert_eq!(path.len() as u32, distance + 1, "{name} {state}");
                    let last = path.last().map(State::cells);
                    assert_eq!(last, Some(table.a_goal().cells()));
                    assert_eq!(solved.moves().len() as u32, distance);
                    let again = solver.game(state, &solved.moves().to_string(), Default::default());
                    assert_eq!(again.unwrap().last().cells(), table.a_goal().cells());
                }
                for hint in &solver.hints(state).unwrap().moves {
                    let after = found.get(hint.state.cells()).copied();
                    assert_eq!(hint.distance(), after, "{name} {state} {}", hint.step);
                }
            }
        }
    }
}

#[test]
fn both_ways_count_the_same_solutions() {
    for name in ["torus-2x3", "cells-..#/...", "torus-2x3-blanks-2"] {
        let table = solver(name);
        let search = table.clone().with_search();
        for state in states(graph(&table)).iter().step_by(37) {
            let by_table = table.solutions(state, 1000).unwrap();
            if by_table.count == 0 && !GraphReach::decides(graph(&table)) {
                // Its search would find that out only by not ending.
                continue;
            }
            let by_search = search.solutions(state, 1000).unwrap();
            assert_eq!(by_table.count, by_search.count, "{name} {state}");
            let sets = [by_table, by_search].map(|found| {
                let paths = found.paths.iter().map(|path| {
                    path.iter()
                        .map(|state| state.cells().to_vec())
                        .collect::<Vec<_>>()
                });
                paths.collect::<HashSet<_>>()
            });
            assert_eq!(sets[0], sets[1], "{name} {state}");
        }
    }
}

#[test]
fn moves_of_two_blanks_say_where_they_end() {
    // Tile 1 is beside both blanks.
    let two = solver("cells-..../.....-blanks-2").with_goal(None).unwrap();
    assert_eq!(graph(&two).tiles(), 7);
    let start = State::parse(two.puzzle(), "0 1 0 2 3 4 5 6 7").unwrap();
    let hints = two.hints(&start).unwrap();
    let written: HashSet<String> = hints
        .moves
        .iter()
        .map(|hint| hint.step.to_string())
        .collect();
    let expected = ["1-0", "3-0", "1-2", "2-2", "5-2"].map(str::to_owned);
    assert_eq!(written, HashSet::from(expected));
    let game = |moves: &str| two.game(&start, moves, Default::default());
    assert_eq!(game("1-2").unwrap().last().to_string(), "0 0 1 2 3 4 5 6 7");
    assert_eq!(game("3").unwrap().last().to_string(), "3 1 0 2 0 4 5 6 7");
    assert_eq!(
        game("1").unwrap_err().to_string(),
        "move 1, 1, is one of 2 at 0 1 0 2 3 4 5 6 7: write where it ends, as 1-7"
    );
    let answer = two.solve(&start).unwrap();
    let json = serde_json::to_value(&answer).unwrap();
    let (moves, jumps) = (&json["moves"], &json["jumps"]);
    assert_eq!(
        moves.as_array().unwrap().len(),
        jumps.as_array().unwrap().len()
    );
    assert!(json.get("letters").is_none());
}

/// A beam that is asked for answers, whatever could have a table; and a large table is built on
/// request only.
#[test]
fn how_graphs_are_answered() {
    let state = "1 2 3 4 0 5 7 8 6";
    let usual = solver("torus-3x3");
    assert!(usual.answers_from_table().unwrap());
    let beam = usual.clone().with_width(10);
    assert!(!beam.answers_from_table().unwrap());
    let found = beam.solve(state).unwrap();
    assert_eq!(found.method, Method::Beam, "{found:?}");
    // More states than are built unasked.
    for name in ["torus-3x4", "torus-3x4-blanks-2"] {
        assert!(!solver(name).answers_from_table().unwrap(), "{name}");
    }
}

#[test]
fn walks_do_not_go_back() {
    // In none of these do two moves lead back unless the second undoes the first.
    for name in [
        "torus-3x3",
        "torus-4x4",
        "torus-3x3-blanks-2",
        "3x3",
        "oshidori-kinds-4",
        "oshidori-bw-3",
    ] {
        let solver = solver(name);
        let walks = solver
            .draw(200, Selection::Walk(2), &mut seeded(6))
            .unwrap();
        assert!(
            walks
                .states
                .iter()
                .all(|state| state.to_string() != solver.goal())
        );
    }
}

#[test]
fn states_are_drawn_at_any_distance() {
    for name in ["torus-2x3", "torus-2x4", "torus-1x5", "torus-3x3-blanks-2"] {
        let solver = solver(name);
        let any = solver.draw(50, Selection::Any, &mut seeded(4)).unwrap();
        for state in any.states {
            assert!(
                solver.distance(&state).unwrap().distance().is_some(),
                "{name} {state}"
            );
        }
        let drawn = solver
            .draw(5, Selection::AtDistance(6), &mut seeded(4))
            .unwrap();
        assert!(drawn.uniform);
        for state in drawn.states {
            assert_eq!(solver.distance(&state).unwrap().distance(), Some(6));
        }
    }
}

#[test]
fn a_4x4_torus_is_searched() {
    let torus = solver("torus-4x4");
    let state = "5 13 2 11 3 10 14 12 6 8 1 4 15 9 7 0";
    let answer = torus.solve(state).unwrap();
    assert_eq!(answer.distance(), Some(34));
    assert_eq!(answer.heuristic.as_deref(), Some("distances"));
    let swapped = torus
        .check("2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0")
        .unwrap();
    assert_eq!(swapped.solvable, Some(false));
    // Larger graphs have bounds after a second; without directions, only lower ones.
    let edges = (0..20).map(|cell| format!("{cell}-{},", cell + 1));
    let edges: String = edges
        .chain(["0-9,".to_owned(), "5-20".to_owned()])
        .collect();
    for (name, has_beams) in [("torus-5x5", true), (&format!("edges-{edges}"), false)] {
        let large = solver(name);
        let state = large.random(1, &mut seeded(1)).swap_remove(0);
        let bounds = large.distance(&state).unwrap().bounds.unwrap();
        assert!(bounds.lower > 30, "{bounds:?}");
        assert_eq!(bounds.upper.is_some(), has_beams, "{bounds:?}");
    }
}

/// Checks that a path leads to the goal along edges, and returns the number of its moves.
fn followed(solver: &Solver, path: &[State]) -> u32 {
    let graph = graph(solver);
    let near: Vec<Vec<u8>> = (0..graph.cells())
        .map(|cell| graph.neighbours(cell).to_vec())
        .collect();
    for step in path.windows(2) {
        assert!(after(&near, step[0].cells()).contains(step[1].cells()));
    }
    assert_eq!(path.last().map(State::cells), Some(solver.a_goal().cells()));
    path.len() as u32 - 1
}

#[test]
fn beams_solve_large_graphs_for_any_goal() {
    let other = "35 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0 17 18 19 20 21 22 23 24 25 26 27 28 \
        29 30 31 32 33 34";
    for (name, goal, width) in [
        ("torus-6x6", None, 3000),
        ("torus-6x6", Some("blank-first"), 3000),
        ("torus-6x6", Some(other), 3000),
        ("cylinder-5x5", None, 2000),
        ("cells-...../..#../...../.....", Some("blank-first"), 10_000),
    ] {
        let solver = solver(name).with_goal(goal).unwrap().with_width(width);
        for state in solver.random(3, &mut seeded(5)) {
            let answer = solver.solve(&state).unwrap();
            let bounds = answer.bounds.unwrap();
            let moves = followed(&solver, answer.path.as_deref().unwrap());
            assert_eq!(Some(moves), bounds.upper, "{name} {state}");
            assert!(
                bounds.lower <= moves && moves < 3 * bounds.lower,
                "{name} {bounds:?}"
            );
            assert_eq!(solver.solve(&state).unwrap(), answer, "{name} {state}");
        }
    }
}

#[test]
fn better_solutions_come_while_time_is_left() {
    let time = std::time::Duration::from_secs(1);
    let torus = solver("torus-6x6").with_time(time);
    let state = torus.random(1, &mut seeded(3)).swap_remove(0);
    let mut lengths = Vec::new();
    for better in torus.improvements(&state).unwrap() {
        let answer = better.unwrap().answer;
        lengths.push(followed(&torus, answer.path.as_deref().unwrap()));
    }
    assert!(
        !lengths.is_empty() && lengths.is_sorted_by(|a, b| a > b),
        "{lengths:?}"
    );
    // A near one is proven, and of one that cannot be solved there are none.
    let near = torus
        .draw(1, Selection::AtDistance(9), &mut seeded(3))
        .unwrap();
    let answer = torus.solve(&near.states[0]).unwrap();
    assert_eq!(answer.distance(), Some(9));
    let mut swapped = torus.a_goal().cells().to_vec();
    swapped.swap(0, 1);
    let swapped = State::from_cells(torus.puzzle(), &swapped).unwrap();
    assert_eq!(torus.improvements(&swapped).unwrap().count(), 0);
}

#[test]
fn tables_are_found_again_and_refused_for_another_graph() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::in_folder(folder.path());
    for name in [
        "torus-2x3",
        "cells-.../...",
        "cells-.+.|./.+.+.",
        "torus-2x3-blanks-2",
    ] {
        let solver = library.puzzle(name).unwrap();
        let table = solver.table_file().unwrap();
        assert!(library.has(&solver.table_subject()), "{name}");
        solver.verify().unwrap();
        let other = library.puzzle("cylinder-3x2").unwrap();
        assert!(other.with_table(table).is_err(), "{name}");
    }
    assert_eq!(library.tables().unwrap().len(), 4);
}

#[test]
fn what_graphs_do_not_have_is_refused() {
    let torus = || solver("torus-3x3");
    let multi = torus()
        .with_metric(tilebase::sliding::Metric::Multi)
        .unwrap_err();
    assert_eq!(
        multi.to_string(),
        "the multi-tile metric is for sliding boards, not for torus-3x3"
    );
    let named = torus()
        .with_heuristic("manhattan")
        .distance("1 2 3 4 5 6 7 0 8")
        .unwrap_err();
    assert_eq!(
        named.to_string(),
        "unknown heuristic `manhattan`: graphs are always searched with the distances of the tiles \
         from their cells"
    );
    let two = solver("torus-3x3-blanks-2").with_width(10);
    assert_eq!(
        two.distance("1 2 3 4 5 6 7 0 0").unwrap_err().to_string(),
        "a beam is for connected graphs with one blank that are drawn, not for torus-3x3-blanks-2"
    );
    let open = torus().with_goal("1 2 3 x x x x x x").err().unwrap();
    assert!(matches!(open, Error::Goal(_)), "{open}");
    let alike = torus().with_goal("1 1 2 2 3 3 4 4 0").err().unwrap();
    assert_eq!(
        alike.to_string(),
        "the goal: tile 1 appears 2 times, but must appear once"
    );
}
