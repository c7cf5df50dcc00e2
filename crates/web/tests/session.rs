//! The session answers with the objects of the program's `--json`, from tables and searches built
//! in memory.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tilebase::{Library, seeded, sliding::Metric};
use tilebase_web::Session;

fn ask(session: &mut Session, question: Value) -> Value {
    let answer = session.ask(&question.to_string());
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

fn answer(question: Value) -> Value {
    ask(&mut Session::new(|_| ()), question)
}

#[test]
fn distances_of_known_positions() {
    let known = [
        ("3x3", "867254301", 31),
        ("2x5", "0 5 3 2 1 / 9 4 8 7 6", 55),
        ("2x2", "0321", 6),
        ("oshidori-kinds-4", "1 2 3 4 1 2 3 4 0 0", 7),
    ];
    let mut session = Session::new(|_| ());
    for (space, state, distance) in known {
        let found = ask(
            &mut session,
            json!({"do": "distance", "space": space, "state": state}),
        );
        assert_eq!(found["distance"], distance, "{space} {state}: {found}");
        assert_eq!(found["space"], space);
        assert_eq!(found["method"], "table");
        // The same from cells.
        let cells = &found["state"];
        let again = ask(
            &mut session,
            json!({"do": "distance", "space": space, "state": cells}),
        );
        assert_eq!(again, found);
    }
}

#[test]
fn unsolvable_boards_have_no_distance() {
    for question in ["distance", "solve", "hint"] {
        let found =
            answer(json!({"do": question, "space": "3x3", "state": "213456780", "count": true}));
        assert_eq!(found["solvable"], false, "{found}");
        assert_eq!(found["distance"], Value::Null);
        let count = found.get("optimal_solutions").map(|count| count == 0);
        assert_eq!(count, (question != "distance").then_some(true));
    }
    let check = answer(json!({"do": "check", "space": "3x3", "state": "213456780"}));
    assert_eq!(check["solvable"], false);
    assert_eq!(check["inversions"], 1);
}

#[test]
fn solutions_lead_home_and_are_counted() {
    let found = answer(json!({"do": "solve", "space": "3x3", "state": "867254301", "count": true}));
    assert_eq!(found["distance"], 31);
    assert_eq!(found["optimal_solutions"], 40);
    let states = found["states"].as_array().expect("states");
    assert_eq!(states.len(), 32);
    assert_eq!(states[31], json!([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(31));
}

#[test]
fn solutions_go_stage_by_stage() {
    let mut session = Session::new(|_| ());
    let question = json!({"do": "solve", "space": "3x3", "state": "867254301", "stages": "rows"});
    let staged = ask(&mut session, question.clone());
    assert_eq!(
        (&staged["method"], &staged["length"]),
        (&json!("stages"), &json!(35))
    );
    assert_eq!(staged["states"].as_array().map(Vec::len), Some(36));
    assert_eq!(staged["stages"][0]["tiles"], "1-3");
    assert_eq!(
        (&staged["stages"][0]["end"], &staged["stages"][1]["end"]),
        (&json!(21), &json!(35))
    );
    let mut best = question;
    best["state"] = json!("052648317");
    assert_eq!(ask(&mut session, best.clone())["length"], 30);
    best["endings"] = json!(16);
    assert_eq!(ask(&mut session, best)["length"], 22);
    for (key, value) in [
        ("stages", json!("9/rest")),
        ("stages", json!(1)),
        ("endings", json!("2")),
        ("endings", json!(0)),
        ("endings", json!(1_000_000)),
    ] {
        let mut wrong =
            json!({"do": "solve", "space": "3x3", "state": "867254301", "stages": "rows"});
        wrong[key] = value;
        assert!(ask(&mut session, wrong)["error"].is_string(), "{key}");
    }
    let alone = json!({"do": "solve", "space": "3x3", "state": "867254301", "endings": 2});
    assert!(ask(&mut session, alone)["error"].is_string());
    let out = json!({"do": "solve", "space": "3x3", "state": "213456780", "stages": "rows"});
    let out = ask(&mut session, out);
    assert_eq!((&out["length"], &out["stages"]), (&Value::Null, &json!([])));
}

#[test]
fn hints_have_every_move_best_first() {
    let found =
        answer(json!({"do": "hint", "space": "3x3", "state": "1 2 3 4 5 6 0 7 8", "count": true}));
    assert_eq!(found["distance"], 2);
    assert_eq!(found["optimal_solutions"], 1);
    assert_eq!(found["moves"][0]["move"], 7);
    assert_eq!(found["moves"][0]["letter"], "L");
    assert_eq!(found["moves"][0]["distance"], 1);
    assert_eq!(found["moves"][1]["move"], 4);
    assert_eq!(found["moves"][1]["distance"], 3);
}

#[test]
fn games_are_graded() {
    let found =
        answer(json!({"do": "review", "space": "3x3", "state": "123456078", "moves": "D U L2"}));
    assert_eq!(found["wasted"], 2);
    assert_eq!(found["final_distance"], 0);
    let bad = answer(json!({"do": "review", "space": "3x3", "state": "123456078", "moves": "R"}));
    assert!(
        bad["error"]
            .as_str()
            .is_some_and(|text| text.contains("move 1")),
        "{bad}"
    );
}

#[test]
fn levels_are_counted_listed_and_drawn() {
    let mut session = Session::new(|_| ());
    let depths = ask(&mut session, json!({"do": "depths", "space": "3x3"}));
    assert_eq!(depths["states"], 181_440);
    assert_eq!(depths["counts"][30], 221);
    let hardest = ask(&mut session, json!({"do": "hardest", "space": "3x3"}));
    assert_eq!(hardest["distance"], 31);
    assert_eq!(hardest["count"], 2);
    assert_eq!(hardest["states"].as_array().map(Vec::len), Some(2));
    let question = json!({"do": "at", "space": "3x3", "distance": 30, "limit": 3, "seed": 7});
    let drawn = ask(&mut session, question.clone());
    assert_eq!(drawn["count"], 221);
    assert_eq!(drawn["listed"], 3, "as few as asked for");
    assert_eq!(hardest.get("listed"), None, "all are listed");
    assert_eq!(drawn["states"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        ask(&mut session, question),
        drawn,
        "a seed always draws the same"
    );
    for state in drawn["states"].as_array().expect("states") {
        let found = ask(
            &mut session,
            json!({"do": "distance", "space": "3x3", "state": state}),
        );
        assert_eq!(found["distance"], 30);
    }
    let beyond = ask(
        &mut session,
        json!({"do": "at", "space": "3x3", "distance": 32, "seed": 1}),
    );
    assert_eq!(beyond["states"], json!([]), "no state is there");
}

#[test]
fn random_states_are_solvable_and_repeatable() {
    let mut session = Session::new(|_| ());
    let question = json!({"do": "random", "space": "2x5", "n": 20, "seed": 3});
    let drawn = ask(&mut session, question.clone());
    assert_eq!(ask(&mut session, question), drawn);
    let states = drawn["states"].as_array().expect("states");
    assert_eq!(states.len(), 20);
    for object in states {
        assert_eq!(object["seed"], 3);
        let found = ask(
            &mut session,
            json!({"do": "distance", "space": "2x5", "state": object["state"]}),
        );
        assert_eq!(found["solvable"], true);
    }
    let at = ask(
        &mut session,
        json!({"do": "random", "space": "2x5", "distance": 40}),
    );
    assert_eq!(at["states"][0]["distance"], 40);
}

/// The answers are the library's own, for every puzzle that the page offers and fits a test.
#[test]
fn answers_equal_the_library() {
    let library = Library::in_memory();
    let mut session = Session::new(|_| ());
    for space in [
        "2x3",
        "2x4",
        "3x3",
        "2x5",
        "oshidori-kinds-5",
        "oshidori-bw-5",
    ] {
        let solver = library.puzzle(space).expect("a puzzle");
        for state in solver.random(50, &mut seeded(11)) {
            let expected = solver.solve(&state).expect("an answer");
            let found = ask(
                &mut session,
                json!({"do": "solve", "space": space, "state": state.cells()}),
            );
            assert_eq!(
                found,
                serde_json::to_value(&expected).expect("JSON"),
                "{space}"
            );
            let hints = solver.hints(&state).expect("hints");
            let found = ask(
                &mut session,
                json!({"do": "hint", "space": space, "state": state.cells()}),
            );
            assert_eq!(
                found,
                serde_json::to_value(&hints).expect("JSON"),
                "{space}"
            );
        }
    }
}

#[test]
fn the_fifteen_puzzle_is_searched_with_small_databases() {
    let mut session = Session::new(|_| ());
    let prepared = ask(&mut session, json!({"do": "prepare", "space": "4x4"}));
    assert_eq!(prepared["method"], "search");
    // Korf's 3rd instance, with its goal.
    let found = ask(
        &mut session,
        json!({"do": "solve", "space": "15-puzzle", "goal": "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
            "state": "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15"}),
    );
    assert_eq!(found["distance"], 59, "{found}");
    assert_eq!(found["heuristic"], "pdb:6-6-3");
    // Hints are the same whether the solution has just been asked for or not.
    let solve =
        json!({"do": "solve", "space": "4x4", "state": "1 5 3 4 2 6 8 12 9 10 7 11 13 14 15 0"});
    let hint = json!({"do": "hint", "space": "4x4", "state": solve["state"]});
    let alone = ask(&mut session, hint.clone());
    let solution = ask(&mut session, solve);
    let after = ask(&mut session, hint);
    assert_eq!(after, alone);
    assert_eq!(after["distance"], solution["distance"]);
    let nearer = solution["distance"].as_u64().expect("a distance") - 1;
    assert_eq!(after["moves"][0]["distance"], nearer);
    // One of the hardest boards takes seconds, for which nobody waits.
    let soon = json!({"do": "hint", "space": "4x4", "soon": true,
        "state": "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"});
    let found = ask(&mut session, soon);
    let bounds = &found["bounds"];
    assert_eq!(found["distance"], Value::Null);
    assert!(bounds["least"].as_u64() <= Some(80), "{found}");
    assert!(bounds["most"].as_u64() >= Some(80), "{found}");
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(2));
}

#[test]
fn long_searches_of_rows_end_with_bounds() {
    let found = answer(
        json!({"do": "solve", "space": "oshidori-kinds-24", "seconds": 0.2,
        "state": (1..=24).chain(1..=24).chain([0, 0]).collect::<Vec<u8>>()}),
    );
    let (lower, upper) = (found["lower"].as_u64(), found["upper"].as_u64());
    assert!(
        lower.is_some() && lower <= upper.or(Some(u64::MAX)),
        "{found}"
    );
}

#[test]
fn wrong_questions_say_what_is_wrong() {
    let mut session = Session::new(|_| ());
    for (question, expected) in [
        ("", "question"),
        ("[]", "question"),
        (r#"{"do":"dance"}"#, "no task `dance`"),
        (r#"{"do":"or","space":"3x3"}"#, "no task `or`"),
        (r#"{"do":"distance","space":"3x3"}"#, "state"),
        (r#"{"do":"depths","space":"3x"}"#, "3x"),
        (r#"{"do":"distance","space":"3x3","state":"11"}"#, "cells"),
        (
            r#"{"do":"distance","space":"3x3","state":"123456780","goal":"1"}"#,
            "goal",
        ),
        (
            r#"{"do":"depths","space":"3x3","metric":"double"}"#,
            "double",
        ),
        (
            r#"{"do":"depths","space":"oshidori-kinds-4","metric":"multi"}"#,
            "sliding boards",
        ),
        (r#"{"do":"hardest","space":"4x4"}"#, "4x4"),
        (r#"{"do":"depths","space":"5x5"}"#, "5x5"),
        (r#"{"do":"depths","space":"3x3","seconds":-1}"#, "0 or more"),
        (r#"{"do":"depths","space":"3x3","width":0}"#, "from 1 to"),
        (
            r#"{"do":"solve","space":"3x3","state":"867254301","stages":"rows","count":true}"#,
            "count",
        ),
    ] {
        let answer: Value = serde_json::from_str(&session.ask(question)).expect("JSON");
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(expected), "{question}: {answer}");
    }
}

#[test]
fn levels_are_reported_as_a_table_is_built() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&reports);
    let mut session = Session::new(move |report| {
        let report: Value = serde_json::from_str(report).expect("JSON");
        kept.lock().expect("one thread").push(report);
    });
    ask(&mut session, json!({"do": "prepare", "space": "3x3"}));
    let reports = reports.lock().expect("one thread");
    assert!(reports.len() > 20, "{} reports", reports.len());
    let last = reports.last().expect("reports");
    assert_eq!(last["report"], "level");
    assert_eq!(last["reached"], 181_440);
}

/// Every question about a board in the multi-tile metric has the library's answer, which says so.
#[test]
fn lines_of_tiles_are_moves_where_they_are_asked_for() {
    let library = Library::in_memory();
    let mut session = Session::new(|_| ());
    for (space, eccentricity) in [("2x3", 20), ("2x4", 25), ("3x3", 24), ("2x5", 36)] {
        let solver = library.puzzle(space).expect("a puzzle");
        let solver = solver.with_metric(Metric::Multi).expect("a board");
        let mut asks = |question: Value| {
            let mut question = question;
            question["space"] = json!(space);
            question["metric"] = json!("multi");
            let answer = ask(&mut session, question);
            assert_eq!(answer["metric"], "multi", "{answer}");
            answer
        };
        let prepared = asks(json!({"do": "prepare"}));
        assert_eq!(prepared["eccentricity"], eccentricity, "{space}");
        let hardest = asks(json!({"do": "hardest"}));
        assert_eq!(hardest["distance"], eccentricity);
        assert_eq!(
            hardest["states"].as_array().map(Vec::len),
            hardest["count"].as_u64().map(|n| n as usize)
        );
        let at = asks(json!({"do": "at", "distance": 3, "seed": 1, "limit": 1}));
        let near = asks(json!({"do": "distance", "state": at["states"][0]}));
        assert_eq!(near["distance"], 3);
        for state in solver.random(50, &mut seeded(12)) {
            let expected = solver.solve(&state).expect("an answer");
            let expected = serde_json::to_value(&expected).expect("JSON");
            let cells = state.cells();
            assert_eq!(asks(json!({"do": "solve", "state": cells})), expected);
            let hints = solver.hints(&state).expect("hints");
            let hints = serde_json::to_value(&hints).expect("JSON");
            assert_eq!(asks(json!({"do": "hint", "state": cells})), hints);
            // Its moves lead home, as letters too.
            let review =
                asks(json!({"do": "review", "state": cells, "moves": expected["letters"]}));
            assert_eq!(review["final_distance"], 0, "{review}");
            assert_eq!(review["wasted"], 0);
            assert_eq!(review["lengths"]["multi"], expected["distance"]);
        }
    }
}

/// The metrics have tables of their own, whichever is asked for first.
#[test]
fn metrics_do_not_mix() {
    let mut session = Session::new(|_| ());
    let state = "867254301";
    let single = json!({"do": "distance", "space": "3x3", "state": state});
    let multi = json!({"do": "distance", "space": "3x3", "state": state, "metric": "multi"});
    let (few, many) = (
        ask(&mut session, multi.clone()),
        ask(&mut session, single.clone()),
    );
    assert_eq!(many["distance"], 31);
    assert!(many.get("metric").is_none(), "{many}");
    assert!(few["distance"].as_u64() <= Some(24), "{few}");
    assert_eq!(ask(&mut session, multi), few);
    let named = json!({"do": "distance", "space": "3x3", "state": state, "metric": "single"});
    assert_eq!(ask(&mut session, named), many);
}

#[test]
fn large_tables_of_lines_are_built_in_memory() {
    let mut session = Session::new(|_| ());
    for (space, farthest, count) in [("3x4", 33, 5), ("2x6", 41, 36)] {
        let hardest = json!({"do": "hardest", "space": space, "metric": "multi"});
        let hardest = ask(&mut session, hardest);
        assert_eq!(
            (&hardest["distance"], &hardest["count"]),
            (&json!(farthest), &json!(count))
        );
    }
}

#[test]
#[ignore = "reason: a minute of colour tables in a debug build; cargo test --release -- --ignored"]
fn the_fifteen_puzzle_in_lines_is_searched_with_colour_tables() {
    let mut session = Session::new(|_| ());
    let ask = |session: &mut Session, question: Value| {
        let mut question = question;
        question["space"] = json!("4x4");
        question["metric"] = json!("multi");
        ask(session, question)
    };
    let prepared = ask(&mut session, json!({"do": "prepare"}));
    assert_eq!(prepared["method"], "search", "{prepared}");
    // Korf's 3rd instance, whose goal has the blank first.
    let state = "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15";
    let goal = "blank-first";
    let found = ask(
        &mut session,
        json!({"do": "solve", "state": state, "goal": goal}),
    );
    assert_eq!(found["heuristic"], "colours", "{found}");
    let hints = ask(
        &mut session,
        json!({"do": "hint", "state": state, "goal": goal}),
    );
    assert_eq!(hints["distance"], found["distance"]);
    let nearer = found["distance"].as_u64().expect("a distance") - 1;
    assert_eq!(hints["moves"][0]["distance"], nearer);
}

/// A large table gives way to another one, and is built again when it is asked for.
#[test]
fn one_large_table_is_kept_at_a_time() {
    let mut session = Session::new(|_| ());
    for (space, hardest) in [("3x4", 53), ("2x6", 80), ("3x4", 53)] {
        let prepared = ask(&mut session, json!({"do": "prepare", "space": space}));
        assert_eq!(prepared["eccentricity"], hardest);
        assert_eq!(prepared["states"], 239_500_800);
    }
}

fn hardest_known() -> Vec<Vec<u8>> {
    serde_json::from_str(include_str!("../site/hardest-4x4.json")).expect("a list")
}

#[test]
fn the_gallery_of_the_fifteen_puzzle_has_17_solvable_boards() {
    let listed = hardest_known();
    let different: std::collections::HashSet<_> = listed.iter().collect();
    assert_eq!(different.len(), 17);
    let mut session = Session::new(|_| ());
    for state in &listed {
        let check = ask(
            &mut session,
            json!({"do": "check", "space": "4x4", "state": state}),
        );
        assert_eq!(check["solvable"], true, "{check}");
    }
}

#[test]
#[ignore = "reason: 275 MiB and minutes of search; cargo test --release -- --ignored"]
fn the_gallery_of_the_fifteen_puzzle_needs_eighty_moves() {
    let solver = Library::in_memory()
        .puzzle("15-puzzle")
        .expect("a puzzle")
        .with_heuristic("pdb:7-8");
    for state in hardest_known() {
        let answer = solver.distance(&state[..]).expect("an answer");
        assert_eq!(answer.distance(), Some(80), "{state:?}");
    }
}

/// Absurd numbers are refused in words that name the key, and the session lives on.
#[test]
fn one_question_of_each_kind_with_absurd_numbers() {
    let mut session = Session::new(|_| ());
    let (large, wrong) = (
        ["4294967296", "18446744073709551615"],
        ["1e300", "-1", "\"2\"", "[[]]"],
    );
    let keys = [
        ("random", "n"),
        ("random", "distance"),
        ("random", "seed"),
        ("hardest", "limit"),
        ("at", "limit"),
        ("at", "distance"),
        ("distance", "state"),
        ("distances", "states"),
        ("solve", "count"),
        ("distance", "seconds"),
    ];
    for (task, key) in keys {
        for value in large.into_iter().chain(wrong) {
            let text = format!(r#"{{"do":"{task}","space":"3x3","{key}":{value}}}"#);
            let answer: Value = serde_json::from_str(&session.ask(&text)).expect("JSON");
            let error = answer["error"].as_str().unwrap_or_default();
            let seed = key == "seed" && value.parse::<u64>().is_ok();
            let refused = [key, "missing", "none needs", "1 cell given", "cells"]
                .iter()
                .any(|word| error.contains(word));
            assert!(
                if seed { error.is_empty() } else { refused },
                "{text}: {answer}"
            );
            assert!(!error.contains("line 1"), "no words of the parser: {error}");
        }
    }
    let large = large.map(|number| [format!("{number}x2"), format!("oshidori-kinds-{number}")]);
    for space in large.as_flattened() {
        let answer = ask(&mut session, json!({"do": "depths", "space": space}));
        assert!(answer["error"].is_string(), "{answer}");
    }
    let nested = format!(
        r#"{{"do":"distance","space":"3x3","state":{}"#,
        "[".repeat(100_000)
    );
    assert!(session.ask(&nested).contains("JSON object"));
    assert!(
        session
            .ask(r#"{"do":"depths","space":"3x3","limits":1}"#)
            .contains("limits")
    );
    let known = json!({"do": "distance", "space": "3x3", "state": "867254301"});
    for seconds in ["0", "1e300"] {
        let mut question = known.clone();
        question["seconds"] = serde_json::from_str(seconds).expect("a number");
        assert_eq!(ask(&mut session, question)["distance"], 31, "{seconds}");
    }
}

#[test]
fn random_states_of_the_fifteen_puzzle_are_walked_to_or_refused_at_once() {
    let mut session = Session::new(|_| ());
    let near = json!({"do": "random", "space": "4x4", "distance": 10, "seed": 1});
    let drawn = ask(&mut session, near);
    assert_eq!(drawn["states"][0]["uniform"], false, "{drawn}");
    let unsolvable = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
    let states = json!([drawn["states"][0]["state"], unsolvable]);
    let again = json!({"do": "distances", "space": "4x4", "states": states});
    assert_eq!(ask(&mut session, again)["distances"], json!([10, null]));
    let large = json!({"do": "random", "space": "6x6", "distance": 10, "seed": 1});
    let drawn = ask(&mut session, large);
    let states = &drawn["states"][0];
    assert_eq!(
        (&states["distance"], &states["uniform"]),
        (&json!(10), &json!(false))
    );
    for (space, distance, words) in [
        ("4x4", 81, "more than 80"),
        ("5x5", 90, "at most 50"),
        ("6x6", 41, "at most 40"),
    ] {
        let far = ask(
            &mut session,
            json!({"do": "random", "space": space, "distance": distance}),
        );
        let error = far["error"].as_str().unwrap_or_default();
        assert!(error.contains(words), "{far}");
    }
    let question = json!({"do": "solve", "space": "4x4", "seconds": 0,
        "state": "15 14 8 12 10 11 13 9 2 6 5 1 3 7 4 0"});
    let cut = ask(&mut session, question);
    assert!(
        cut["distance"].is_null() && cut["lower"].as_u64() > Some(0),
        "{cut}"
    );
    for task in ["check", "distance", "solve", "hint", "review"] {
        let mut question = json!({"do": task, "space": "4x4", "state": unsolvable});
        if task == "review" {
            question["moves"] = json!("R");
        }
        assert_eq!(
            ask(&mut session, question)["usual_goal"],
            "blank-first",
            "{task}"
        );
    }
}
