//! Rows by other rules, goals with open cells and equal tiles, and games that are made shorter.

use serde_json::{Value, json};
use tilebase_web::Session;

fn ask(session: &mut Session, question: Value) -> Value {
    let answer = session.ask(&question.to_string());
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

#[test]
fn rows_by_other_rules_are_answered() {
    let mut session = Session::new(|_| ());
    // The values of the chapter about oshidori, from the usual start.
    let rules = [
        ("oshidori-bw-4x5", json!({}), "BWBWBWBWW__", 5),
        ("oshidori-bw-4", json!({"block": 3}), "BWBWBWBW___", 4),
        ("oshidori-bw-3", json!({"holes": 4}), "BWBWBW____", 4),
        ("oshidori-bw-3", json!({"turn": "must"}), "BWBWBW__", 5),
        (
            "oshidori-bw-4",
            json!({"turn": "may", "unlike": true}),
            "BWBWBWBW__",
            8,
        ),
        (
            "oshidori-kinds-4",
            json!({"unlike": true}),
            "1 2 3 4 1 2 3 4 0 0",
            9,
        ),
        ("oshidori-kinds-2,2,3", json!({}), "1 2 3 1 2 3 3 0 0", 3),
    ];
    for (space, rules, state, distance) in rules {
        let mut question = json!({"do": "solve", "space": space, "state": state});
        let keys = rules.as_object().expect("an object");
        for (key, value) in keys {
            question[key] = value.clone();
        }
        let found = ask(&mut session, question.clone());
        assert_eq!(found["distance"], distance, "{question}: {found}");
        let named = if keys.is_empty() { Value::Null } else { rules.clone() };
        assert_eq!(found["rules"], named, "{found}");
        // The moves, as they are written, lead to the goal again.
        let jumps = found
            .get("jumps")
            .unwrap_or(&found["moves"])
            .as_array()
            .expect("moves");
        let word = |jump: &Value| {
            jump.as_str()
                .map_or_else(|| jump.to_string(), str::to_owned)
        };
        let words: Vec<String> = jumps.iter().map(word).collect();
        question["do"] = "review".into();
        question["moves"] = words.join(" ").into();
        let review = ask(&mut session, question.clone());
        assert_eq!(
            (&review["wasted"], &review["final_distance"]),
            (&json!(0), &json!(0))
        );
        for key in ["state", "moves"] {
            question.as_object_mut().expect("an object").remove(key);
        }
        question["do"] = "prepare".into();
        assert_eq!(ask(&mut session, question)["rules"], named);
    }
}

#[test]
fn rules_that_there_are_not_are_refused() {
    let mut session = Session::new(|_| ());
    for (question, words) in [
        (
            json!({"space": "3x3", "holes": 4}),
            "`holes` is for rows of stones",
        ),
        (
            json!({"space": "3x3", "block": 2}),
            "`block` is for rows of stones",
        ),
        (
            json!({"space": "oshidori-bw-3", "block": 9}),
            "a block has at least 2 stones",
        ),
        (
            json!({"space": "oshidori-bw-3", "block": 300}),
            "a whole number from 0 to 255",
        ),
        (
            json!({"space": "oshidori-bw-3", "turn": "always"}),
            "never, may or must",
        ),
        (
            json!({"space": "oshidori-bw-3", "unlike": 1}),
            "true or false",
        ),
    ] {
        let mut question = question;
        question["do"] = "depths".into();
        let refused = ask(&mut session, question);
        let error = refused["error"].as_str().unwrap_or_default();
        assert!(error.contains(words), "{refused}");
    }
}

#[test]
fn goals_may_leave_cells_open_and_tiles_alike() {
    let mut session = Session::new(|_| ());
    let mut about = |task: &str, goal: &str, state: &str| {
        let question = json!({"do": task, "space": "3x3", "goal": goal, "state": state});
        ask(&mut session, question)
    };
    let open = "1 2 3 x x x x x x";
    assert_eq!(about("distance", open, "867254301")["distance"], 21);
    let pairs = about("solve", "AABBCCDD0", "DDCCBBAA0");
    assert_eq!(pairs["distance"], 26);
    assert_eq!(pairs["states"][26], json!([1, 1, 2, 2, 3, 3, 4, 4, 0]));
    let hints = about("hint", "AABBCCDD0", "DDCCBBAA0");
    assert_eq!(hints["moves"].as_array().map(Vec::len), Some(2));
    // 9!/(2!)^4 positions, all of which can be solved.
    let question = json!({"do": "depths", "space": "3x3", "goal": "AABBCCDD0"});
    assert_eq!(ask(&mut session, question)["states"], 22_680);
}

#[test]
fn no_table_of_a_goal_is_built_where_the_best_solution_is_enough() {
    let mut session = Session::new(|_| ());
    let goal = "AAABBBCC0";
    let question = json!({"do": "prepare", "space": "3x3", "goal": goal});
    assert_eq!(ask(&mut session, question.clone())["method"], "table");
    let mut best = question;
    best["width"] = 10.into();
    let prepared = ask(&mut session, best);
    assert_eq!(
        (&prepared["method"], &prepared["counts"]),
        (&json!("search"), &Value::Null)
    );
}

#[test]
fn games_are_shortened() {
    let mut session = Session::new(|_| ());
    let question = json!({"do": "shorten", "space": "3x3", "state": "123456780",
        "moves": "D R U L D R U L", "seconds": 1});
    let found = ask(&mut session, question.clone());
    assert_eq!(found["before"], 8);
    assert_eq!(
        (&found["length"], &found["optimal"]),
        (&json!(4), &json!(true))
    );
    let mut wrong = question;
    wrong["moves"] = "U".into();
    let refused = ask(&mut session, wrong);
    assert!(
        refused["error"]
            .as_str()
            .is_some_and(|error| error.contains("move 1"))
    );
}
