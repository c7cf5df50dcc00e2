//! Moves by their letters, replay links, better lines and chances.

use serde_json::{Value, json};
use tilebase_web::Session;

/// What the tools say of moves is what playing them does; links, chances and better lines are those
/// of the library.
#[test]
fn games_are_written_backwards_linked_and_bettered() {
    let mut session = Session::new(|_| ());
    let mut ask = |question: Value| -> Value {
        serde_json::from_str(&session.ask(&question.to_string())).unwrap()
    };
    let solved = ask(json!({"do": "solve", "space": "3x3", "state": "867254301"}));
    let letters = &solved["letters"];
    let start = ask(json!({"do": "start", "space": "3x3", "moves": letters}));
    assert_eq!(start["state"], solved["state"]);
    let back = ask(json!({"do": "moves", "tool": "inverse", "moves": letters}));
    assert_eq!(back["single"], 31);
    let left = ask(json!({"do": "review", "space": "3x3", "state": "123456780",
        "moves": back["letters"]}));
    assert_eq!(left["final"], solved["state"]);
    for (tool, made) in [
        ("mirror", "L2UR"),
        ("transpose", "D2LU"),
        ("join", "R2UL"),
        ("simplify", "R2UL"),
    ] {
        let changed = ask(json!({"do": "moves", "tool": tool, "moves": "R2 u L"}));
        assert_eq!(changed, json!({"letters": made, "single": 4, "multi": 3}));
    }

    let lines = ask(
        json!({"do": "link", "space": "3x3", "state": "123456078", "moves": "8",
        "metric": "multi"}),
    );
    let replay = ask(json!({"do": "replay", "link": lines["link"]}));
    let cells = [1, 2, 3, 4, 5, 6, 0, 7, 8];
    assert_eq!(
        replay,
        json!({"space": "3x3", "state": cells, "moves": "L2", "times": []})
    );

    let game = json!({"do": "review", "space": "3x3", "state": "123456708", "moves": "7 7 8",
        "better": true});
    let mistake = json!({"first": 1, "last": 1, "wasted": 2, "better": [8], "letters": "L"});
    assert_eq!(ask(game)["mistakes"], json!([mistake]));
    assert_eq!(left.get("mistakes"), None);

    let chance = ask(json!({"do": "chance", "space": "3x3", "n": 1, "below": 3}));
    let seven = chance["chance"].as_f64().unwrap() * 181_440.0;
    assert!((seven - 7.0).abs() < 1e-9, "{chance}");
    let published = ask(json!({"do": "chance", "space": "15-puzzle", "n": 5, "below": 50}));
    assert!((published["chance"].as_f64().unwrap() - 0.1310).abs() < 5e-5);
    assert!(published["source"].is_string());

    for (wrong, said) in [
        (
            json!({"do": "random", "space": "4x4", "stage": "1-4", "walk": 3}),
            "name one of them",
        ),
        (
            json!({"do": "review", "space": "3x3", "state": "123406758", "moves": "5",
                "stages": "rows", "better": true}),
            "`better`",
        ),
        (json!({"do": "moves", "moves": "R"}), "`tool` is missing"),
        (json!({"do": "moves", "tool": "x", "moves": "R"}), "`x`"),
        (
            json!({"do": "moves", "tool": "join", "moves": "5"}),
            "`5` is not a move",
        ),
        (json!({"do": "replay", "link": "x"}), "replays no game"),
        (
            json!({"do": "start", "space": "3x3", "moves": "D"}),
            "move 1, D",
        ),
        (
            json!({"do": "start", "space": "3x3", "moves": "U", "goal": "123xxxxxx"}),
            "single state",
        ),
        (
            json!({"do": "chance", "space": "3x3", "n": 0, "below": 3}),
            "not of 0",
        ),
        (
            json!({"do": "chance", "space": "3x3", "n": 3}),
            "`below` is missing",
        ),
    ] {
        let error = ask(wrong.clone())["error"].to_string();
        assert!(error.contains(said), "{wrong}: {error}");
    }
}

/// Games are graded by stages, and boards are drawn with tiles in place or by walks.
#[test]
fn stages_are_graded_and_boards_are_drawn_for_them() {
    let mut session = Session::new(|_| ());
    let mut ask = |question: Value| -> Value {
        serde_json::from_str(&session.ask(&question.to_string())).unwrap()
    };
    let game = json!({"do": "review", "space": "3x3", "state": "123406758", "moves": "5 5 5 8",
        "stages": "1-3/rest"});
    let rest = json!({"tiles": "rest", "distance": 2, "made": 4, "left": 0, "wasted": 2});
    assert_eq!(ask(game)["stages"][1], rest);

    let drawn = ask(json!({"do": "random", "space": "4x4", "stage": "1-4", "n": 20}));
    assert_eq!(drawn["states"].as_array().map(Vec::len), Some(20));
    for board in drawn["states"].as_array().unwrap() {
        assert_eq!(board["state"].as_array().unwrap()[..4], [1, 2, 3, 4]);
        assert_eq!(board["uniform"], true);
    }
    let walked = ask(json!({"do": "random", "space": "10x10", "walk": 1}));
    let (state, first) = (&walked["states"][0]["state"], &walked["states"][0]);
    let home = state.as_array().unwrap().iter().filter(|cell| **cell == 0);
    assert_eq!(home.count(), 1);
    assert_eq!(
        (&first["walk"], &first["uniform"]),
        (&json!(1), &json!(false))
    );
    let displaced = (1..)
        .zip(state.as_array().unwrap())
        .filter(|(at, cell)| at % 100 != **cell);
    assert_eq!(displaced.count(), 2);
}
