//! Boards that are graphs, as a user asks about them.

use std::fs;

use serde_json::json;

use crate::{common::Tilebase, rows::refused};

/// Writes a drawing, and returns its path.
fn file(tilebase: &Tilebase, name: &str, text: &str) -> String {
    let path = tilebase.data().join(name);
    fs::create_dir_all(tilebase.data()).unwrap();
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

const WALLS: &str = ". . .\n. .|.\n-\n. . .\n";

#[test]
fn a_drawing_takes_the_place_of_a_puzzle_in_every_command() {
    let tilebase = Tilebase::new();
    let drawn = &file(&tilebase, "walls.txt", WALLS);
    let name = "cells-.+.+./.+.|./-/.+.+.";
    let (state, two) = ("1 5 0 4 8 2 7 6 3", "1 2 3 4 0 5 7 6 0");
    for (command, after) in [
        ("distance", &[state][..]),
        ("solve", &[state]),
        ("solve", &[state, "--all"]),
        ("solve", &[state, "--svg", "-"]),
        ("hint", &[state]),
        ("check", &[state]),
        ("review", &[state, "2 3"]),
        ("shorten", &[state, "2 3 3 2"]),
        ("hardest", &["--limit", "2"]),
        ("depths", &[]),
        ("random", &["--seed", "3", "-n", "2"]),
        ("random", &["--seed", "3", "--distance", "9"]),
        ("distance", &["--blanks", "2", two]),
        ("solve", &["--blanks", "2", two]),
        ("hint", &["--blanks", "2", two, "--json"]),
        ("solve", &["--goal", "blank-first", "0 1 2 3 4 5 6 7 8"]),
    ] {
        let by_file = [&[command, "--cells", drawn], after].concat();
        let by_name = [&[command, name], after].concat();
        assert_eq!(tilebase.ok(&by_file), tilebase.ok(&by_name), "{by_name:?}");
    }
    refused(
        &tilebase,
        &["build", "3x3", "--cells", drawn],
        2,
        "is one word too many: with --cells, no puzzle is named",
    );
    let compared = tilebase.json(&["compare", "--cells", drawn, state, "--methods", "bfs"]);
    assert_eq!(
        compared[0]["methods"][0]["error"],
        "textbook searches are for boards and rows of stones"
    );
}

#[test]
fn answers_have_the_keys_of_boards() {
    let tilebase = Tilebase::new();
    let solved = tilebase.json(&["solve", "torus-2x3", "1 2 3 / 0 4 5"]);
    assert_eq!(
        solved,
        [json!({
            "space": "torus-2x3", "state": [1, 2, 3, 0, 4, 5], "solvable": true, "distance": 2,
            "method": "table", "proof": "table", "moves": [4, 5],
            "states": [[1, 2, 3, 0, 4, 5], [1, 2, 3, 4, 0, 5], [1, 2, 3, 4, 5, 0]],
        })]
    );
    let two = ["distance", "torus-2x3", "--blanks", "2", "4 3 2 1 0 0"];
    assert_eq!(
        tilebase.json(&two),
        [json!({
            "space": "torus-2x3-blanks-2", "state": [4, 3, 2, 1, 0, 0], "solvable": true,
            "distance": 8, "method": "table", "proof": "table",
        })]
    );
    let checked = tilebase.run(&["check", "torus-2x4", "2 1 3 4 5 6 7 0", "--json"]);
    let reason = "the graph is bipartite, and the parity is not that of the goal";
    assert_eq!(checked.code, Some(1));
    let object: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
    assert_eq!(
        (&object["solvable"], &object["reason"]),
        (&json!(false), &json!(reason))
    );
}

/// By the distances alone, the mean of beams of this width is above 150.
#[test]
fn the_model_of_a_torus_guides_beams() {
    let tilebase = Tilebase::new();
    let states = tilebase.ok(&[
        "random",
        "torus-6x6",
        "-n",
        "10",
        "--seed",
        "9",
        "--format",
        "line",
    ]);
    let mut moves = 0;
    for state in states.lines() {
        let solved = tilebase.json(&["solve", "torus-6x6", state, "--width", "1000"]);
        assert_eq!(
            (&solved[0]["method"], &solved[0]["distance"]),
            (&json!("beam"), &json!(null))
        );
        let states = solved[0]["states"].as_array().unwrap();
        assert_eq!(
            states.len() as u64,
            solved[0]["length"].as_u64().unwrap() + 1
        );
        assert!(solved[0]["lower_bound"].as_u64() <= solved[0]["length"].as_u64());
        moves += states.len() - 1;
    }
    assert!(moves <= 10 * 125, "{moves}");
}

#[test]
fn tables_of_graphs_are_listed_verified_and_removed_by_name() {
    let tilebase = Tilebase::new();
    for name in [
        "torus-2x3",
        "torus-2x3-blanks-2",
        "cells-.../.#.",
        "cells-..#/...",
    ] {
        tilebase.ok(&["build", name]);
    }
    assert_eq!(tilebase.tables().len(), 4);
    for name in ["torus-2x3", "cells-.../.#."] {
        let verified = tilebase.json(&["verify", name]);
        assert_eq!(verified.len(), 1, "{verified:?}");
        assert_eq!(verified[0]["good"], true);
    }
    tilebase.ok(&["remove", "torus-2x3", "cells-..#/..."]);
    let left = tilebase.tables();
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(
        left.iter()
            .any(|file| file == "torus-2x3-blanks-2-home4.5.tilebase"),
        "{left:?}"
    );
}

#[test]
fn what_is_not_a_graph_is_refused() {
    let tilebase = Tilebase::new();
    let drawn = &file(&tilebase, "walls.txt", WALLS);
    let wrong = &file(&tilebase, "wrong.txt", "...\n.x.\n");
    for (arguments, says) in [
        (
            &["distance", "--cells", wrong, "1 0"][..],
            "wrong.txt: line 2 of the drawing has `x`",
        ),
        (
            &["depths", "torus-9x9"],
            "a graph has 2 to 64 cells, but this one has 81",
        ),
        (
            &["depths", "3x3", "--cells", drawn],
            "unexpected argument '3x3' found",
        ),
        (
            &["depths", "3x3", "--blanks", "2"],
            "the number of blanks is for graphs, not for 3x3",
        ),
        (
            &["depths", "torus-3x3", "--blanks", "3"],
            "3 blanks: a graph has one blank or two",
        ),
        (
            &["depths", "torus-3x3", "--metric", "multi"],
            "is for sliding boards, not for torus-3x3",
        ),
        (
            &["distance", "torus-3x3", "1 2 3 4 5 6 7"],
            "7 cells given, but 9 are needed",
        ),
        (
            &["solve", "torus-3x3", "867254301", "--stages", "rows"],
            "boards whose goal names all",
        ),
    ] {
        refused(&tilebase, arguments, 2, says);
    }
}

/// The figures of the document, computed again.
#[test]
fn the_sequences_of_graphs_are_those_of_the_program() {
    sequences(0..1_000_000);
}

#[test]
#[ignore = "reason: searches hundreds of millions of states, minutes"]
fn the_long_sequences_of_graphs_are_those_of_the_program() {
    sequences(1_000_000..u64::MAX);
}

fn sequences(sizes: std::ops::Range<u64>) {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/graph-sequences.txt"
    );
    let text = fs::read_to_string(path).unwrap();
    let tilebase = Tilebase::new();
    let mut compared = 0;
    for entry in text.split("\n\n").skip(1) {
        let line = |key: &str| {
            entry
                .lines()
                .find_map(|line| line.strip_prefix(key))
                .unwrap()
        };
        let counts: Vec<u64> = line("%S ")
            .split(',')
            .map(|count| count.parse().unwrap())
            .collect();
        if !sizes.contains(&counts.iter().sum()) {
            continue;
        }
        let command = line("%C tilebase depths ").strip_suffix(" --json").unwrap();
        let name = command.trim_matches('"');
        if sizes.start > 0 {
            tilebase.ok(&["build", name]);
        }
        let depths = tilebase.json(&["depths", name]);
        assert_eq!(depths[0]["counts"], json!(counts), "{name}");
        compared += 1;
    }
    assert!(compared > 2, "{compared}");
}
