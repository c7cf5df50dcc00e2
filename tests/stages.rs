//! Goals that leave cells open, equal tiles and stages, as the program answers about them.

use serde_json::json;

use crate::common::Tilebase;

const ROW: [&str; 2] = ["--goal", "1 2 3 x x x x x x"];
const PAIRS: [&str; 2] = ["--goal", "AABBCCDD0"];

fn with<'a>(command: &[&'a str], more: [&'a str; 2]) -> Vec<&'a str> {
    [command, &more].concat()
}

#[test]
fn questions_about_partial_goals() {
    let tilebase = Tilebase::new();
    let ask = |command: &[&str], goal| tilebase.json(&with(command, goal))[0].clone();
    let depths = ask(&["depths", "3x3"], ROW);
    assert_eq!(
        (&depths["states"], &depths["eccentricity"]),
        (&json!(3024), &json!(22))
    );
    assert_eq!(depths["counts"][0], 6, "the blank is at any of six cells");
    assert_eq!(
        tilebase.json(&["depths", "3x3", "--stage", "1-3"])[0],
        depths
    );
    let solved = ask(&["solve", "3x3", "867254301"], ROW);
    assert_eq!(
        (&solved["distance"], &solved["method"]),
        (&json!(21), &json!("table"))
    );
    let last = solved["states"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .as_array()
        .unwrap();
    assert_eq!(last[..3], [1, 2, 3].map(|tile| json!(tile)));
    let hardest = ask(&["hardest", "3x3"], PAIRS);
    assert_eq!(
        (&hardest["distance"], &hardest["count"]),
        (&json!(26), &json!(33))
    );
    let state = hardest["states"][0].to_string();
    let hints = ask(&["hint", "3x3", &state], PAIRS);
    assert_eq!(hints["moves"][0]["distance"], 25);
    let game = ask(&["review", "3x3", "DDCCBBAA0", "D"], PAIRS);
    assert_eq!(
        (&game["distance"], &game["final_distance"]),
        (&json!(26), &json!(25))
    );
    let drawn = ask(&["random", "3x3", "--distance", "9", "--seed", "1"], PAIRS);
    let distance = ask(&["distance", "3x3", &drawn["state"].to_string()], PAIRS);
    assert_eq!(distance["distance"], 9);
    assert_eq!(ask(&["check", "3x3", "AABBCCD0D"], PAIRS)["solvable"], true);
    let multi = ["--metric", "multi"];
    let open = tilebase.json(&with(
        &with(&["distance", "3x3", "1 2 3 4 5 6 0 7 8"], multi),
        ROW,
    ));
    assert_eq!(open[0]["distance"], 0);
    let text = tilebase.ok(&["distance", "3x3", "x x 1 2 3 x x x 0", ROW[0], ROW[1]]);
    assert!(text.trim().parse::<u32>().is_ok(), "{text}");
    let many = tilebase.pipe(
        &with(&["distance", "3x3", "-"], PAIRS),
        b"AABBCCDD0\n1 2\nAABBCCD0D\n",
    );
    let lines: Vec<&str> = many.out.lines().collect();
    assert_eq!((lines[0], lines[2], many.code), ("0", "1", Some(2)));
    assert!(lines[1].starts_with("error: "));
}

#[test]
fn what_partial_goals_cannot_answer_is_told() {
    let tilebase = Tilebase::new();
    let refused = |command: &[&str], goal: &str, why: &str| {
        let said = tilebase.run(&with(command, ["--goal", goal]));
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(why), "{said:?}");
    };
    let distance = ["distance", "3x3", "123456780"];
    refused(&distance, "1 2 x", "9");
    refused(&distance, "1 2 3 4 5 6 7 x y", "cell 9 is `y`");
    refused(
        &distance,
        "AABBCCDD0",
        "tile 1 appears once, but must appear 2 times",
    );
    refused(
        &["review", "3x3", "AABBCCD0D", "4"],
        "AABBCCDD0",
        "write letters",
    );
    refused(
        &["solve", "3x3", "123456780", "--heuristic", "pdb"],
        "1 2 3 x x x x x x",
        "are always searched with the tables of some of their tiles",
    );
    let unsolvable = ["--goal", "1 2 3 4 5 6 7 x x"];
    let said = tilebase.run(&with(
        &["distance", "3x3", "123456870", "--json"],
        unsolvable,
    ));
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains("\"distance\":null"));
    let compared = tilebase.ok(&with(
        &["compare", "3x3", "867254301", "--methods", "bfs"],
        ROW,
    ));
    assert!(compared.contains("leaves cells open"), "{compared}");
}

#[test]
fn tables_of_stages_are_built_listed_verified_and_removed() {
    let tilebase = Tilebase::new();
    let built = tilebase.json(&["build", "3x4", "--stage", "1-4"]);
    assert_eq!(
        (&built[0]["states"], &built[0]["eccentricity"]),
        (&json!(95040), &json!(34))
    );
    assert!(
        tilebase
            .ok(&["build", "3x4", "--stage", "1-4"])
            .contains("3x4 goal 1 2 3 4 x")
    );
    let name = "mask-3x4-1.2.3.4.x.x.x.x.x.x.x.x.tilebase";
    assert_eq!(tilebase.tables(), [name]);
    assert!(tilebase.ok(&["list"]).contains(name));
    assert!(tilebase.ok(&["verify", "3x4"]).starts_with("good"));
    // A table that is there answers where none may be built.
    let state = "4 3 2 1 5 6 7 8 9 10 11 0";
    let stage = ["distance", "3x4", state, "--stage", "1-4"];
    let unbuilt = [&stage[..], &["--no-build"]].concat();
    assert_eq!(tilebase.ok(&stage), tilebase.ok(&unbuilt));
    tilebase.ok(&["remove", "3x4"]);
    assert!(tilebase.tables().is_empty());
}

#[test]
fn boards_and_games_by_stages() {
    let tilebase = Tilebase::new();
    let solved = &tilebase.json(&["solve", "3x3", "867254301", "--stages", "rows"])[0];
    let stages = solved["stages"].as_array().unwrap();
    assert_eq!(
        (&stages[0]["tiles"], &stages[1]["tiles"]),
        (&json!("1-3"), &json!("rest"))
    );
    assert_eq!(stages[0]["length"], 21, "as the table of the goal says");
    let total = solved["length"].as_u64().unwrap();
    assert_eq!(stages[1]["end"], total);
    assert_eq!(solved["states"].as_array().unwrap().len() as u64, total + 1);
    let best = &tilebase.json(&["solve", "3x3", "867254301", "--stages", "rows", "--best"])[0];
    assert!(best["length"].as_u64().unwrap() <= total);
    let text = tilebase.ok(&["solve", "3x3", "867254301", "--stages", "1-3/rest"]);
    assert!(
        text.contains("\n1-3: 21 moves: ") && text.contains(" moves in all (tiles that slide): 1 "),
        "{text}"
    );
    let lines = "867254301\n123456870\n# none\n123456780\n8672\n";
    let stream = tilebase.pipe(&["solve", "3x3", "-", "--stages", "rows"], lines.as_bytes());
    assert_eq!(stream.code, Some(2), "{stream:?}");
    let answers: Vec<&str> = stream.out.lines().collect();
    assert!(
        answers[0].starts_with(&format!("21 + {} = {total}: ", total - 21)),
        "{stream:?}"
    );
    assert_eq!(
        answers[1],
        "unsolvable: the goal cannot be reached from this state of 3x3 (`tilebase check` says \
        why); it could be solved for --goal spiral, columns, columns-blank-first, snake, \
        snake-blank-first"
    );
    assert_eq!(answers[2], "0 + 0 = 0:");
    assert!(answers[3].starts_with("error: "), "{stream:?}");
    let unsolvable = tilebase.run(&["solve", "3x3", "123456870", "--stages", "rows"]);
    assert_eq!(unsolvable.code, Some(1), "{unsolvable:?}");
    let wrong = tilebase.run(&["solve", "3x3", "867254301", "--stages", "1-3/3"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("tile 3 is in two stages"), "{wrong:?}");
    let drawn = tilebase.json(&["random", "4x4", "--stage", "1-4", "-n", "3", "--seed", "5"]);
    for state in drawn {
        assert_eq!(
            state["state"].as_array().unwrap()[..4],
            [1, 2, 3, 4].map(|tile| json!(tile))
        );
    }
    let ask = ["estimate", "3x3", "--stages", "rows"];
    let said = Tilebase::new().run(&[&ask[..], &["--no-build"]].concat());
    assert_eq!(said.code, Some(3), "{said:?}");
    let bound = &tilebase.json(&ask)[0];
    assert_eq!(bound["upper_bound"], 43);
}

#[test]
fn a_kept_table_of_a_board_too_large_for_look_ups_guides_the_next_search() {
    let tilebase = Tilebase::new();
    let board = tilebase.ok(&["random", "10x10", "--seed", "4", "--format", "line"]);
    let distance = ["distance", "10x10", board.trim(), "--stage", "1,2"];
    assert_eq!(tilebase.tables(), [""; 0]);
    let first = tilebase.ok(&distance);
    assert_eq!(tilebase.tables().len(), 1);
    assert_eq!(tilebase.ok(&distance), first);
}
