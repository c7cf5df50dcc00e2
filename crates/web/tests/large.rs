//! Boards that have neither a table nor an exact search: models, and the best solutions known.

use serde_json::{Value, json};
use tilebase_web::Session;

fn ask(session: &mut Session, question: Value) -> Value {
    let answer = session.ask(&question.to_string());
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

/// A model of the repository.
fn model(name: &str) -> Vec<u8> {
    let path = format!(
        "{}/../anytime/data/{name}.model",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(path).expect("the model")
}

#[test]
fn models_are_named_given_and_refused() {
    let mut session = Session::new(|_| ());
    let missing_model = |session: &mut Session, space: &str| {
        ask(session, json!({"do": "model", "space": space}))["model"].clone()
    };
    for (space, name) in [
        ("3x3", json!("4x4")),
        ("15-puzzle", json!("4x4")),
        ("24-puzzle", json!("5x5")),
        ("4x6", json!("6x6")),
        ("7x2", json!("3x10")),
        ("3x9", json!("3x10")),
        ("13x2", json!("2x15")),
        ("4x7", json!("7x7")),
        ("3x11", json!("5x5")),
        ("10x10", json!("5x5")),
        ("oshidori-kinds-4", Value::Null),
    ] {
        assert_eq!(missing_model(&mut session, space), name, "{space}");
    }
    assert_eq!(session.add_model(&model("6x6")), r#"{"model":"6x6"}"#);
    assert_eq!(missing_model(&mut session, "24-puzzle"), Value::Null);
    assert_eq!(missing_model(&mut session, "7x7"), "7x7");
    assert_eq!(session.add_model(&model("5x5")), r#"{"model":"5x5"}"#);
    let mut damaged = model("5x5");
    damaged[1000] ^= 1;
    for wrong in [Vec::new(), vec![1, 2, 3], damaged] {
        let answer = session.add_model(&wrong);
        assert!(answer.starts_with(r#"{"error":"#), "{answer}");
    }
}

#[test]
fn large_boards_have_the_best_solution_known_and_models_make_it_shorter() {
    let mut session = Session::new(|_| ());
    let state = "17 1 20 9 16 2 22 19 14 5 15 21 0 3 24 23 18 13 12 7 10 8 6 4 11";
    let question = json!({"do": "solve", "space": "5x5", "state": state, "width": 200,
        "goal": "blank-first"});
    let without = ask(&mut session, question.clone());
    session.add_model(&model("5x5"));
    let with = ask(&mut session, question.clone());
    for answer in [&without, &with] {
        assert_eq!(answer["method"], "beam", "{answer}");
        assert_eq!(answer["distance"], Value::Null);
        assert_eq!(answer["optimal"], false);
        let length = answer["length"].as_u64().expect("a length");
        // An instance of Korf and Felner that takes 100 moves.
        assert!(length >= 100 && answer["lower_bound"].as_u64() <= Some(100));
        let states = answer["states"].as_array().expect("states");
        assert_eq!(states.len() as u64, length + 1);
        assert_eq!(states[length as usize], json!((0..25).collect::<Vec<u8>>()));
    }
    assert!(with["length"].as_u64() <= without["length"].as_u64());
    assert!(with["length"].as_u64() <= Some(110), "{}", with["length"]);
    assert_eq!(
        ask(&mut session, question),
        with,
        "a width always finds the same"
    );
    let large =
        ask(&mut session, json!({"do": "random", "space": "16x16"}))["states"][0]["state"].clone();
    let found = ask(
        &mut session,
        json!({"do": "solve", "space": "16x16", "state": large, "best": true,
        "seconds": 0.01}),
    );
    assert!(
        found["length"].as_u64() > found["lower_bound"].as_u64(),
        "{found}"
    );
    let wrong = ask(
        &mut session,
        json!({"do": "solve", "space": "5x5", "state": state, "best": 1}),
    );
    assert!(
        wrong["error"]
            .as_str()
            .is_some_and(|text| text.contains("`best`")),
        "{wrong}"
    );
}

/// `browser/package.test.js` has the same lengths.
#[test]
fn a_beam_of_a_width_finds_the_same_on_every_machine() {
    let mut session = Session::new(|_| ());
    for (space, length) in [("8x8", 718), ("10x10", 1410)] {
        let drawn = ask(
            &mut session,
            json!({"do": "random", "space": space, "seed": 2}),
        );
        let state = &drawn["states"][0]["state"];
        let question = json!({"do": "solve", "space": space, "state": state, "width": 20});
        let found = ask(&mut session, question);
        assert_eq!(found["length"], length, "{space}");
    }
}
