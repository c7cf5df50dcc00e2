//! Boards with more cells than tables and exact searches take, as the program answers about them.

use std::collections::HashSet;

use crate::common::Tilebase;

/// The cells of a state in an answer.
fn cells(answer: &serde_json::Value) -> Vec<u64> {
    let cells = answer["state"].as_array().unwrap();
    cells.iter().map(|cell| cell.as_u64().unwrap()).collect()
}

fn line(answer: &serde_json::Value) -> String {
    let cells = cells(answer);
    cells
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn random_boards_of_any_size_are_checked_in_every_form() {
    let tilebase = Tilebase::new();
    for (name, size) in [
        ("6x6", 36),
        ("255-puzzle", 256),
        ("2x128", 256),
        ("3x85", 255),
    ] {
        let drawn = tilebase.json(&["random", name, "-n", "3", "--seed", "5"]);
        let different: HashSet<_> = drawn.iter().map(line).collect();
        assert_eq!(different.len(), 3);
        for answer in &drawn {
            let mut cells = cells(answer);
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..size), "{name}");
        }
        for format in ["line", "contest"] {
            let options = ["-n", "3", "--seed", "5", "--format", format];
            let states = tilebase.ok(&[&["random", name][..], &options].concat());
            let checked = tilebase.pipe(&["check", name, "-"], states.as_bytes());
            assert_eq!(checked.out, "solvable\n".repeat(3), "{name} {format}");
        }
    }
}

#[test]
fn walks_are_drawn_again_from_their_seed() {
    let tilebase = Tilebase::new();
    let ask = ["random", "10x10", "--walk", "25", "-n", "4"];
    let drawn = tilebase.json(&ask);
    assert_eq!(drawn.len(), 4);
    let seed = drawn[0]["seed"].to_string();
    assert_eq!(
        tilebase.json(&[&ask[..], &["--seed", &seed]].concat()),
        drawn
    );
    for answer in &drawn {
        assert_eq!(answer["walk"], 25);
        assert_eq!(answer["uniform"], false);
        assert!(answer.get("distance").is_none());
        assert_eq!(
            tilebase.json(&["check", "10x10", &line(answer)])[0]["solvable"],
            true
        );
        // A walk of an odd number of moves leaves the blank on the other colour.
        let blank = cells(answer).iter().position(|&cell| cell == 0).unwrap();
        assert_eq!((blank / 10 + blank % 10) % 2, 1);
    }
    let far = tilebase.json(&["random", "3x3", "--walk", "1"]);
    let state = line(&far[0]);
    assert_eq!(tilebase.ok(&["distance", "3x3", &state]), "1\n");
    let row = tilebase.json(&["random", "oshidori-bw-3", "--walk", "1"]);
    assert_eq!(
        tilebase.ok(&["distance", "oshidori-bw-3", &line(&row[0])]),
        "1\n"
    );
    let said = tilebase.run(&["random", "6x6", "--walk", "5", "--distance", "3"]);
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn boards_that_cannot_be_solved_say_why() {
    let tilebase = Tilebase::new();
    let mut cells: Vec<u64> = (1..144).chain([0]).collect();
    cells.swap(0, 1);
    let state = cells
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    for command in ["check", "solve", "distance", "hint"] {
        let said = tilebase.run(&[command, "12x12", &state]);
        assert_eq!(said.code, Some(1), "{said:?}");
        assert!(said.out.contains("unsolvable"), "{said:?}");
    }
    let answer = tilebase.run(&["check", "12x12", &state, "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((line(&answer), &answer["solvable"]), (state, &false.into()));
}

#[test]
fn tables_and_multi_tile_moves_of_large_boards_are_refused_with_a_reason() {
    let tilebase = Tilebase::new();
    for (arguments, says) in [
        (&["depths", "10x10"][..], "10x10 is too large to tabulate"),
        (&["hardest", "10x10"], "10x10 is too large to tabulate"),
        (&["estimate", "10x10"], "no estimate is made for 10x10"),
        (
            &["random", "10x10", "--metric", "multi"],
            "only slidings of one tile",
        ),
        (&["random", "17x16"], "at most 256 cells"),
        (&["random", "288-puzzle"], "at most 256 cells"),
        (&["check", "6x6", "1 2 3"], "3 cells given, but 36"),
    ] {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(says), "{said:?}");
    }
}
