//! The front door, as a program uses it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

use serde_json::json;
use tilebase::{
    Board, Build, Error, ErrorKind, Event, Existing, Library, Method, Moves, Notation, Reason, Row,
    Scratch, Selection, Solver, State,
    rayon::{self, prelude::*},
    seeded,
    sliding::Metric,
};
use tilebase_testing::plain_search;

fn send_and_sync<T: Send + Sync>(_: &T) {}

#[test]
fn hints_are_the_moves_best_first() {
    let shape = "2x3".parse().unwrap();
    let solver = Library::in_memory().solver(shape);
    let known = plain_search([State::from(Board::goal(shape))], |state| {
        state.neighbours(Metric::Single).into_iter().collect()
    });
    for (state, distance) in &known {
        let hints = solver.hints(state).unwrap();
        assert_eq!(hints.distance(), Some(*distance));
        assert_eq!(hints.moves.len(), state.neighbours(Metric::Single).len());
        assert!(hints.moves.is_sorted_by_key(|hint| hint.bounds.upper));
        for hint in hints.moves {
            assert_eq!(hint.distance(), Some(known[&hint.state]), "{state}");
        }
    }
}

#[test]
fn tables_and_searches_agree_with_a_plain_search() {
    let library = Library::in_memory();
    let shape = "2x3".parse().unwrap();
    let goal = State::from(Board::parse(shape, "3 0 5 / 1 4 2").unwrap());
    let known = plain_search([goal.clone()], |state| {
        state.neighbours(Metric::Single).into_iter().collect()
    });
    assert_eq!(known.len(), 360);
    let by_table = library
        .solver(shape)
        .with_goal(goal.to_string().as_str())
        .unwrap();
    let by_search = by_table.clone().with_heuristic("manhattan");
    assert!(by_table.answers_from_table().unwrap() && !by_search.answers_from_table().unwrap());
    let states: Vec<State> = known.keys().cloned().collect();
    let all = by_table.distances(&states).unwrap();
    for (state, found) in states.iter().zip(all) {
        assert_eq!(found, Some(known[state]));
    }
    for state in states.iter().step_by(7) {
        for solver in [&by_table, &by_search] {
            let answer = solver.solve(state).unwrap();
            assert_eq!(answer.distance(), Some(known[state]), "{state}");
            let path = answer.path.unwrap();
            assert_eq!((&path[0], &path[path.len() - 1]), (state, &goal));
            assert_eq!(
                Moves::along(Metric::Single, &path).len() as u32,
                known[state]
            );
        }
        let one = by_table.solutions(state, usize::MAX).unwrap();
        let other = by_search.solutions(state, usize::MAX).unwrap();
        assert_eq!(one.count, other.count);
        assert_eq!(one.count, one.paths.len() as u128);
        let (one, other) = (
            by_table.hints(state).unwrap(),
            by_search.hints(state).unwrap(),
        );
        assert_eq!(one, other);
        let board = Board::try_from(state).unwrap();
        assert_eq!(one.moves.len(), board.movable().count());
        assert!(
            one.moves
                .iter()
                .all(|hint| hint.distance() == Some(known[&hint.state]))
        );
    }
}

#[test]
fn rows_are_answered_as_boards_are() {
    let library = Library::in_memory();
    let stones = "oshidori-kinds-3".parse().unwrap();
    let by_table = library.solver(stones);
    let by_search = by_table.clone().with_heuristic("covering");
    let start = State::from(Row::start(stones));
    for solver in [&by_table, &by_search] {
        let answer = solver.solve(&start).unwrap();
        assert_eq!(answer.distance(), Some(3));
        assert_eq!(
            (answer.moves().len(), answer.moves().letters()),
            (3, String::new())
        );
    }
    assert_eq!(by_table.solve(&start).unwrap().method, Method::Table);
    assert_eq!(by_search.solve(&start).unwrap().method, Method::Search);
    assert_eq!(
        by_table.hints(&start).unwrap(),
        by_search.hints(&start).unwrap()
    );
    // What no jumps connect is told from what they do.
    let pairs = library.puzzle("oshidori-bw-2").unwrap();
    let answer = pairs.distance("1 2 1 2 0 0").unwrap();
    assert_eq!((answer.distance(), answer.solvable()), (None, Some(false)));
    assert_eq!(pairs.check("1 2 1 2 0 0").unwrap().solvable, Some(false));
}

#[test]
fn json_is_the_contract() {
    let eight = Library::in_memory().puzzle("8-puzzle").unwrap();
    assert_eq!(
        text(&eight.distance("867254301").unwrap()),
        r#"{"space":"3x3","state":[8,6,7,2,5,4,3,0,1],"solvable":true,"distance":31,"method":"table","proof":"table"}"#
    );
    assert_eq!(
        text(&eight.solve("1 2 3 4 5 6 7 0 8").unwrap()),
        r#"{"space":"3x3","state":[1,2,3,4,5,6,7,0,8],"solvable":true,"distance":1,"method":"table","proof":"table","moves":[8],"letters":"L","blank":"R","states":[[1,2,3,4,5,6,7,0,8],[1,2,3,4,5,6,7,8,0]]}"#
    );
    assert_eq!(
        text(&eight.distance("123456870").unwrap()),
        r#"{"space":"3x3","state":[1,2,3,4,5,6,8,7,0],"solvable":false,"reachable_goals":["spiral","columns","columns-blank-first","snake","snake-blank-first"],"distance":null,"method":"parity"}"#
    );
    assert_eq!(
        text(&eight.hints("123456870").unwrap()),
        r#"{"space":"3x3","state":[1,2,3,4,5,6,8,7,0],"solvable":false,"reachable_goals":["spiral","columns","columns-blank-first","snake","snake-blank-first"],"distance":null,"moves":[]}"#
    );
    let hints = serde_json::to_value(eight.hints("123456708").unwrap()).unwrap();
    assert_eq!(
        hints["moves"][0],
        json!({ "move": 8, "letter": "L", "state": [1, 2, 3, 4, 5, 6, 7, 8, 0], "distance": 0 })
    );
    let review = eight
        .game("1 2 3 4 5 6 0 7 8", "L R L2", Notation::Tile)
        .and_then(|game| eight.review(&game))
        .unwrap();
    let review = serde_json::to_value(review).unwrap();
    assert_eq!(review["final"], json!([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    assert_eq!((&review["made"], &review["wasted"]), (&json!(4), &json!(2)));
    let optimal: Vec<bool> = review["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["optimal"] == true)
        .collect();
    assert_eq!(optimal, [true, false, true, true]);
    let depths = serde_json::to_value(eight.depths().unwrap()).unwrap();
    assert_eq!(
        (&depths["states"], &depths["unreachable"]),
        (&json!(181_440), &json!(0))
    );
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn moves_are_read_in_every_notation() {
    let start = State::parse("3x3".parse().unwrap(), "1 2 3 / 4 5 6 / 0 7 8").unwrap();
    for (text, notation) in [
        ("7 8", Notation::Tile),
        ("7,8", Notation::Tile),
        ("LL", Notation::Tile),
        ("l2", Notation::Tile),
        ("R2", Notation::Blank),
        ("r R", Notation::Blank),
    ] {
        let path = Moves::play(Metric::Single, &start, text, notation).unwrap();
        assert_eq!(
            path.last().unwrap().to_string(),
            "1 2 3 4 5 6 7 8 0",
            "{text}"
        );
        assert_eq!(Moves::along(Metric::Single, &path).tiles(), [7, 8]);
        assert_eq!(Moves::along(Metric::Single, &path).blank(), "R2");
    }
    let impossible = Moves::play(Metric::Single, &start, "L2 U", Notation::Tile).unwrap_err();
    assert!(
        impossible.to_string().starts_with("move 3, U,"),
        "{impossible}"
    );
    for text in ["X", "7x", "R0", "R99999999", "-1", "L-1"] {
        let refused = Moves::play(Metric::Single, &start, text, Notation::Tile).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Input, "{text}");
    }
    // A row has no directions.
    let row = State::parse("oshidori-bw-3".parse().unwrap(), "BWBWBW__").unwrap();
    assert!(Moves::play(Metric::Single, &row, "L", Notation::Tile).is_err());
    assert_eq!(
        Moves::along(
            Metric::Single,
            &Moves::play(Metric::Single, &row, "1 4", Notation::Tile).unwrap()
        )
        .tiles(),
        [1, 4]
    );
}

#[test]
fn a_table_is_built_once_for_all_threads_and_goals() {
    let built = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&built);
    let library = Library::in_memory().with_callback(move |event| {
        if matches!(event, Event::Building { .. }) {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    send_and_sync(&library);
    let solver = library.puzzle("2x5").unwrap();
    send_and_sync(&solver);
    std::thread::scope(|scope| {
        for goal in [
            "1 2 3 4 5 6 7 8 9 0",
            "0 1 2 3 4 5 6 7 8 9",
            "9 8 7 6 5 4 3 2 1 0",
        ] {
            let solver = solver.clone().with_goal(goal).unwrap();
            scope.spawn(move || assert_eq!(solver.distance(goal).unwrap().distance(), Some(0)));
        }
    });
    assert_eq!(built.load(Ordering::SeqCst), 1, "corners are alike");
}

#[test]
fn a_large_table_of_the_walking_distance_is_announced() {
    for (space, is_large) in [("2x6", false), ("4x5", true)] {
        let announced = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&announced);
        let library = Library::in_memory().with_callback(move |event| {
            if let Event::Preparing { heuristic } = event {
                assert_eq!(*heuristic, "walking-distance");
                flag.store(true, Ordering::SeqCst);
            }
        });
        let solver = library
            .puzzle(space)
            .unwrap()
            .with_heuristic("walking-distance");
        let goal = solver.goal();
        assert_eq!(solver.distance(&*goal).unwrap().distance(), Some(0));
        assert_eq!(announced.load(Ordering::SeqCst), is_large, "{space}");
    }
}

#[test]
fn a_search_that_cannot_be_saved_does_not_wait_for_tables() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::in_memory().with_callback(|event| {
        assert!(!matches!(event, Event::Building { .. }), "{event:?}");
    });
    let missing = folder.path().join("no folder").join("search.json");
    for space in ["4x4", "oshidori-kinds-9"] {
        let solver = library
            .puzzle(space)
            .unwrap()
            .with_search()
            .with_saved_search(&missing);
        let state = solver.random(1, &mut seeded(1)).remove(0);
        let error = solver.solve(&state).unwrap_err().to_string();
        assert!(error.contains("no folder"), "{space}: {error}");
    }
}

#[test]
fn work_in_files_needs_a_folder() {
    let library = Library::in_memory();
    let folder = tempfile::tempdir().unwrap();
    let subject = library.puzzle("3x4").unwrap().table_subject();
    let scratch = Scratch::in_folder(folder.path());
    let built = library.build_on_disk(&subject, &scratch, Existing::Keep);
    assert!(matches!(built, Err(Error::NoFolder)));
    assert!(matches!(library.merge(folder.path()), Err(Error::NoFolder)));
}

#[test]
fn a_search_does_not_use_the_table_of_every_state() {
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    let solver = solver.with_goal("1 2 3 x x x x x x").unwrap();
    let table = vec![solver.table_subject()];
    assert_eq!(solver.tables_used().unwrap(), table);
    assert_eq!(solver.with_search().tables_used().unwrap(), []);
}

#[test]
fn a_folder_keeps_tables_and_memory_takes_them_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::in_folder(folder.path());
    let solver = library.puzzle("3x3").unwrap();
    assert_eq!(solver.hardest(10).unwrap().len(), 2);
    let subject = solver.subjects().unwrap().remove(0);
    assert!(library.has(&subject));
    assert_eq!(library.tables().unwrap().len(), 1);
    library.verify(&library.table(&subject).unwrap()).unwrap();
    let again = Library::in_folder(folder.path()).with_builds(Build::Never);
    assert_eq!(
        again
            .puzzle("3x3")
            .unwrap()
            .distance("867254301")
            .unwrap()
            .distance(),
        Some(31)
    );

    let elsewhere = Library::in_memory().with_builds(Build::Never);
    let missing = elsewhere.puzzle("3x3").unwrap();
    assert_eq!(
        missing.distance("867254301").unwrap_err().kind(),
        ErrorKind::Missing
    );
    let built = tilebase_pdb_build::build(&subject, None, &tilebase::Monitor::silent()).unwrap();
    elsewhere.keep(built).unwrap();
    assert_eq!(missing.distance("867254301").unwrap().distance(), Some(31));
}

#[test]
fn what_is_wrong_is_an_error_of_a_kind() {
    let library = Library::in_memory();
    let eight = library.puzzle("8-puzzle").unwrap();
    let kind = |error: Error| error.kind();
    assert_eq!(kind(library.puzzle("soma").unwrap_err()), ErrorKind::Input);
    assert_eq!(kind(eight.distance("1 2 3").unwrap_err()), ErrorKind::Input);
    assert_eq!(
        kind(eight.clone().with_goal("any").unwrap_err()),
        ErrorKind::Input
    );
    let other = State::parse("2x3".parse().unwrap(), "123450").unwrap();
    assert_eq!(kind(eight.distance(other).unwrap_err()), ErrorKind::Input);
    let board = Board::goal("2x3".parse().unwrap());
    assert_eq!(
        kind(eight.distances([board]).unwrap_err()),
        ErrorKind::Input
    );
    for solver in [
        eight.clone().with_heuristic("nonsense"),
        library
            .puzzle("oshidori-bw-3")
            .unwrap()
            .with_heuristic("manhattan"),
    ] {
        let goal = solver.random(1, &mut seeded(1)).remove(0);
        assert_eq!(kind(solver.distance(goal).unwrap_err()), ErrorKind::Input);
    }
    let large = library.puzzle("24-puzzle").unwrap();
    assert_eq!(kind(large.depths().unwrap_err()), ErrorKind::Input);
    assert_eq!(
        kind(library.puzzle("2x7").unwrap().depths().unwrap_err()),
        ErrorKind::Missing
    );
    let drawn = eight.draw(1, Selection::AtDistance(32), &mut seeded(1));
    assert_eq!(kind(drawn.unwrap_err()), ErrorKind::Input);
    let game = eight.game("123456870", "U", Notation::Tile);
    let review = game.and_then(|game| eight.review(&game));
    assert_eq!(kind(review.unwrap_err()), ErrorKind::Input);
    for error in [
        eight.distance("1 2 3").unwrap_err(),
        large.depths().unwrap_err(),
        library.puzzle("2x7").unwrap().depths().unwrap_err(),
    ] {
        let text = error.to_string();
        assert!(
            !text.contains("--") && !text.contains("tilebase "),
            "{text}"
        );
    }
}

#[test]
fn seeds_mean_the_same_states() {
    let eight = Library::in_memory().puzzle("8-puzzle").unwrap();
    let draw = |seed| {
        let drawn = eight.draw(50, Selection::AtDistance(20), &mut seeded(seed));
        drawn.unwrap().states
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    let distances = eight.distances(draw(1)).unwrap();
    assert_eq!(distances, [Some(20); 50]);
    let all = eight.draw(5, Selection::Distinct(31), &mut seeded(1));
    assert_eq!(all.unwrap().states.len(), 2, "there are no more");
    let uniform = eight.random(100, &mut seeded(3));
    assert!(
        eight
            .distances(&uniform)
            .unwrap()
            .iter()
            .all(Option::is_some)
    );
}

/// A thread that waits for a part of its build would otherwise begin another question, which waits
/// for the same table, and for good.
#[test]
fn a_missing_table_may_be_asked_for_from_all_threads_of_a_pool() {
    let folder = tempfile::tempdir().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build();
    let pool = pool.unwrap();
    let ask = |library: Library| {
        let builds = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&builds);
        let solver = library.with_callback(move |event| {
            if matches!(event, Event::Building { .. }) {
                counted.fetch_add(1, Ordering::Relaxed);
                // As a thread does that waits for a part of its work: it begins other tasks of its
                // pool, if there are any.
                for _ in 0..1000 {
                    let _ = rayon::yield_now();
                }
            }
        });
        let solver = solver.puzzle("2x5").unwrap();
        let boards: Vec<State> = solver.random(64, &mut seeded(1));
        let distance = |board| solver.distance(board).unwrap().distance();
        let found = pool.install(|| boards.par_iter().map(distance).collect::<Vec<_>>());
        assert_eq!(found, solver.distances(&boards).unwrap());
        assert_eq!(builds.load(Ordering::Relaxed), 1);
    };
    for round in 0..3 {
        ask(Library::in_memory());
        ask(Library::in_folder(folder.path().join(round.to_string())));
    }
}

#[test]
fn a_build_on_disk_may_be_asked_for_from_all_threads_of_a_pool() {
    let folder = tempfile::tempdir().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build();
    let pool = pool.unwrap();
    // As a thread does that waits for a part of its work.
    let library = Library::in_folder(folder.path().join("tables")).with_callback(|_| {
        let _ = rayon::yield_now();
    });
    let subject = library.puzzle("3x4").unwrap().table_subject();
    let scratch = Scratch::in_folder(folder.path().join("scratch")).memory(64 << 20);
    let build = |_| {
        library
            .build_on_disk(&subject, &scratch, Existing::Keep)
            .unwrap()
    };
    let built: Vec<bool> = pool.install(|| (0..8).into_par_iter().map(build).collect());
    assert_eq!(built.iter().filter(|&&built| built).count(), 1);
}

/// What is reported of a build may be answered by asking what is there.
#[test]
fn a_callback_may_ask_what_is_there() {
    let library = Library::in_memory();
    let asked = library.clone();
    let subject = library.puzzle("2x3").unwrap().table_subject();
    let wanted = subject.clone();
    let library = library.with_callback(move |_| assert!(!asked.has(&wanted)));
    assert!(library.build(&subject, Existing::Keep).unwrap());
    assert!(library.has(&subject));
}

/// What is not to be had is refused before anything is searched or built.
#[test]
fn random_states_are_had_in_the_best_way_or_refused_at_once() {
    let library = Library::in_memory();
    let solver = |name: &str, heuristic| library.puzzle(name).unwrap().with_heuristic(heuristic);
    let refused = |solver: &Solver, distance, words: &str| {
        let error = solver
            .draw(1, Selection::AtDistance(distance), &mut seeded(1))
            .unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error.kind(), ErrorKind::Input);
    };
    let fifteen = solver("4x4", "walking-distance");
    let far = fifteen
        .clone()
        .with_goal("1 2 3 4 0 5 6 7 8 9 10 11 12 13 14 15");
    let lines = library.puzzle("4x4").unwrap().with_metric(Metric::Multi);
    refused(&fifteen, 81, "none needs more than 80");
    refused(
        &fifteen,
        79,
        "70 states of 4x4 are 79 moves from the goal, too few",
    );
    refused(&far.unwrap(), 82, "none needs more than 81");
    refused(&lines.unwrap(), 44, "none needs more than 43");
    refused(
        &library.puzzle("3x4").unwrap(),
        54,
        "none needs more than 53",
    );
    refused(&solver("5x5", "manhattan"), 90, "at most 50 moves");
    refused(
        &library.puzzle("oshidori-kinds-12").unwrap(),
        200,
        "at most 14 moves",
    );

    let drawn = fifteen
        .draw(3, Selection::AtDistance(9), &mut seeded(1))
        .unwrap();
    assert!(!drawn.uniform);
    assert_eq!(fifteen.distances(drawn.states).unwrap(), [Some(9); 3]);
    // A table that can be built in a moment serves where searches were asked for.
    for eight in [library.puzzle("3x3").unwrap(), solver("3x3", "manhattan")] {
        let drawn = eight
            .draw(3, Selection::AtDistance(2), &mut seeded(1))
            .unwrap();
        assert!(drawn.uniform);
        assert_eq!(eight.distances(drawn.states).unwrap(), [Some(2); 3]);
    }
}

#[test]
fn states_that_memory_does_not_hold_are_refused() {
    let eight = Library::in_memory().puzzle("3x3").unwrap();
    for n in [1 << 40, usize::MAX / 2, usize::MAX] {
        let draw = |among| eight.draw(n, among, &mut seeded(1)).unwrap_err();
        for error in [
            draw(Selection::Any),
            draw(Selection::AtDistance(20)),
            draw(Selection::WalkTo(20)),
            eight.sample(n, None, 1).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Memory);
        }
    }
}

/// Where a rule decides about every state, no table and no search does.
#[test]
fn rules_decide_about_all_states_or_are_said_not_to() {
    let mut by_rule = Vec::new();
    for name in [
        "3x3",
        "6x6",
        "oshidori-bw-4",
        "oshidori-kinds-4",
        "oshidori-bw-2",
    ] {
        let solver = Library::in_memory().puzzle(name).unwrap();
        by_rule.push(solver.is_checked_by_rule());
        let states = solver.random(50, &mut seeded(1));
        let asked = states.iter().any(|state| {
            let reason = solver.check(state).unwrap().reason;
            matches!(reason, Reason::Rule(reason) if reason.contains("sequence of moves"))
        });
        assert!(!(solver.is_checked_by_rule() && asked), "{name}");
    }
    assert!(
        by_rule.contains(&true) && by_rule.contains(&false),
        "{by_rule:?}"
    );
}
