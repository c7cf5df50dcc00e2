//! Moves of several tiles, in the commands that a user runs.

use std::collections::HashSet;

use serde_json::{Value, json};
use tilebase_core::sliding::{Board, Metric};

use crate::common::Tilebase;

/// A board that is farthest from the goal in both metrics: 31 and 24 moves.
const FARTHEST: [(&str, &str, u64); 2] = [("single", "867254301", 31), ("multi", "", 24)];

fn cells(value: &Value) -> Vec<u64> {
    let cells = value.as_array().expect("cells").iter();
    cells.map(|cell| cell.as_u64().expect("a number")).collect()
}

#[test]
fn distances_solutions_and_hints() {
    let tilebase = Tilebase::new();
    for (metric, state, farthest) in FARTHEST {
        let hardest = &tilebase.json(&["hardest", "3x3", "--metric", metric])[0];
        assert_eq!(hardest["distance"], farthest);
        let state = match state {
            "" => cells(&hardest["states"][0])
                .iter()
                .map(u64::to_string)
                .collect(),
            given => given.to_owned(),
        };
        let ask = |command| tilebase.json(&[command, "3x3", &state, "--metric", metric])[0].clone();
        assert_eq!(ask("distance")["distance"], farthest);
        let solved = ask("solve");
        assert_eq!(solved["moves"].as_array().unwrap().len() as u64, farthest);
        let hints = ask("hint");
        assert_eq!(hints["moves"][0]["distance"], farthest - 1);
        let named = match metric {
            "multi" => Value::from("multi"),
            _ => Value::Null,
        };
        for answer in [&solved, &hints, &ask("check"), &ask("distance"), hardest] {
            assert_eq!(answer["metric"], named);
        }
    }
    assert_eq!(
        tilebase.tables(),
        [
            "sliding-3x3-home0.tilebase",
            "sliding-multi-3x3-home0.tilebase"
        ]
    );
    let verified = tilebase.ok(&["verify", "3x3"]);
    assert_eq!(verified.matches("good").count(), 2, "{verified}");
}

/// In a solution, moves along a row and along a column alternate, and each is written with its
/// tiles.
#[test]
fn solutions_name_the_tile_to_press() {
    let tilebase = Tilebase::new();
    let ask = ["solve", "2x4", "1 2 3 4 0 5 6 7", "--metric", "multi"];
    let solved = &tilebase.json(&ask)[0];
    assert_eq!(solved["moves"], serde_json::json!([7]));
    assert_eq!(solved["letters"], "L3");
    assert!(tilebase.ok(&ask).contains("1 move (tiles to press): 7"));

    let random = [
        "random", "2x5", "-n", "20", "--seed", "5", "--format", "line",
    ];
    for state in tilebase.ok(&random).lines() {
        let solved = &tilebase.json(&["solve", "2x5", state, "--metric", "multi"])[0];
        let mut before: Option<bool> = None;
        for letter in solved["letters"].as_str().unwrap().chars() {
            if !letter.is_ascii_digit() {
                let vertical = "UD".contains(letter);
                assert_ne!(before, Some(vertical), "{solved}");
                before = Some(vertical);
            }
        }
    }
}

#[test]
fn textbook_searches_agree_with_the_table() {
    let tilebase = Tilebase::new();
    for state in ["023156478", "230156478", "236158470"] {
        let compared = &tilebase.json(&[
            "compare",
            "3x3",
            state,
            "--metric",
            "multi",
            "--methods",
            "bfs,bidirectional,astar,ida,table",
        ])[0];
        assert_eq!(compared["metric"], "multi");
        let lengths: Vec<&Value> = compared["methods"]
            .as_array()
            .unwrap()
            .iter()
            .map(|method| &method["length"])
            .collect();
        assert!(lengths[0].is_u64(), "{compared}");
        assert!(
            lengths.iter().all(|length| *length == lengths[0]),
            "{compared}"
        );
    }
}

#[test]
fn what_has_no_such_metric_says_so() {
    let tilebase = Tilebase::new();
    for (arguments, says) in [
        (
            &["distance", "oshidori-bw-3", "--metric", "multi"][..],
            "the multi-tile metric is for sliding boards",
        ),
        (
            &["distance", "3x3", "123456780", "--metric", "double"],
            "invalid value 'double' for '--metric <METRIC>'\n  [possible values: single, multi]",
        ),
        (
            &[
                "distance",
                "3x4",
                "1 2 3 4 5 6 7 8 9 10 11 0",
                "--metric",
                "multi",
                "--heuristic",
                "colours",
            ],
            "there are colours (on boards of 15 and 16 cells)",
        ),
        (
            &[
                "distance",
                "3x3",
                "123456780",
                "--metric",
                "multi",
                "--heuristic",
                "manhattan",
            ],
            "unknown heuristic `manhattan`",
        ),
    ] {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(says), "{arguments:?}: {said:?}");
    }
}

/// Boards without a table are searched by tables of colours that the user chooses, with the cells
/// of the user's goal.
#[test]
fn colours_of_ones_own_guide_a_search() {
    let tilebase = Tilebase::new();
    let ask = |command: &str, rest: &[&str]| {
        let board = "1 2 3 4 5 6 7 8 0 9 10 11 13 14 15 12";
        let colours = ["--heuristic", "colours:1111/1122/2333/3320"];
        let line = [
            &[command, "4x4", board, "--metric", "multi"],
            &colours[..],
            rest,
        ]
        .concat();
        tilebase.json(&line).remove(0)
    };
    let solved = ask("solve", &["--count"]);
    assert_eq!(solved["distance"], 2);
    assert_eq!(solved["letters"], "L3U");
    assert_eq!(solved["optimal_solutions"], 1);
    assert_eq!(solved["metric"], "multi");
    assert_eq!(solved["method"], "ida*");
    let hints = ask("hint", &[]);
    let moves = hints["moves"].as_array().unwrap();
    let after = |hint: &Value| (hint["distance"].as_u64(), hint["bounds"].clone());
    let open = (None, json!({"least": 2, "most": 3}));
    let level = (Some(2), Value::Null);
    assert_eq!(after(&moves[0]), (Some(1), Value::Null));
    // In the line of the best move the others are known; in the other line it would take a search
    // to tell moves that lead as far from those that lead farther.
    assert_eq!(
        moves[1..3].iter().map(after).collect::<Vec<_>>(),
        [level.clone(), level]
    );
    assert_eq!(
        moves[3..].iter().map(after).collect::<Vec<_>>(),
        vec![open; 3]
    );
    let bounds = ask("distance", &["--bounds"]);
    assert_eq!((&bounds["lower"], &bounds["upper"]), (&2.into(), &2.into()));
    let files = tilebase.json(&["list"]);
    assert_eq!(
        files[0]["file"],
        "colours-multi-4x4-home0-0233333222111111.tilebase"
    );
    assert_eq!(tilebase.json(&["verify", "4x4"])[0]["good"], true);
}

#[test]
fn searches_of_large_boards_say_that_their_bound_is_weak_or_end_in_time() {
    let tilebase = Tilebase::new();
    let board = "4 9 6 5 14 17 18 1 2 15 10 3 12 7 13 0 16 11 8 19";
    let ask = ["distance", "4x5", board, "--metric", "multi"];
    for limit in [&["--time", "0.2"][..], &["--bounds"]] {
        let said = tilebase.run(&[&ask[..], limit, &["--json"]].concat());
        assert!(said.err.is_empty(), "{said:?}");
        let answer: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(answer["distance"], Value::Null, "{answer}");
        assert!(answer["lower"].as_u64() > Some(5), "{answer}");
        assert!(answer["upper"].as_u64() < Some(100), "{answer}");
    }
    // A search that may never end says so, unless there are colour tables.
    let near = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0 16 17 18 19";
    let said = tilebase.run(&["solve", "4x5", near, "--metric", "multi"]);
    assert!(
        said.err.contains("no strong bound is known for 4x5"),
        "{said:?}"
    );
    let easy = "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15";
    let said = tilebase.run(&["solve", "4x4", easy, "--metric", "multi", "--no-build"]);
    assert!(!said.err.contains("strong bound"), "{said:?}");
}

#[test]
fn a_walking_distance_that_would_take_too_long_names_another_bound_of_its_metric() {
    let tilebase = Tilebase::new();
    let cells: Vec<String> = (1..24).chain([0]).map(|tile| tile.to_string()).collect();
    let board = cells.join(" ");
    let ask = [
        "distance",
        "4x6",
        &board,
        "--heuristic",
        "walking-distance",
        "--metric",
    ];
    let [lines, conflict] = ["use lines", "use linear-conflict"];
    for (metric, instead, other) in [("multi", lines, conflict), ("single", conflict, lines)] {
        let said = tilebase.run(&[&ask[..], &[metric]].concat());
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(instead), "{said:?}");
        assert!(!said.err.contains(other), "{said:?}");
    }
}

/// Without a table, and where no table can be made, beams find solutions whose moves are lines.
#[test]
fn boards_of_every_size_are_solved_in_lines() {
    let tilebase = Tilebase::new();
    for board in ["3x3", "5x5", "4x6", "6x6", "9x9", "2x40", "16x16"] {
        let multi = ["--metric", "multi", "--width", "20"];
        let start = tilebase.ok(&["random", board, "--seed", "3", "--format", "line"]);
        let ask = |command: &str, rest: &[&str]| {
            let line = [&[command, board, start.trim()], &multi[..], rest].concat();
            tilebase.json(&line).remove(0)
        };
        let solved = ask("solve", &[]);
        assert_eq!(solved["metric"], "multi");
        let length = solved["length"].as_u64();
        assert!(solved["lower_bound"].as_u64() <= length, "{board}");
        let moves = solved["letters"].as_str().unwrap();
        let back = tilebase.json(&["moves", "inverse", moves]);
        assert_eq!(back[0]["multi"].as_u64(), length, "{board}");
        let from = tilebase.json(&["moves", "start", board, moves]);
        assert_eq!(from[0]["state"], solved["state"], "{board}");
        let hints = ask("hint", &[]);
        let best = hints["moves"][0]["bounds"]["most"].as_u64();
        assert!(best < hints["bounds"]["most"].as_u64(), "{board}");
    }
    // So are goals whose tiles are alike.
    let alike = ["solve", "3x3", "442233101", "--goal", "112233440"];
    let solved = |rest: &[&str]| tilebase.json(&[&alike[..], rest].concat()).remove(0);
    let table = solved(&["--metric", "multi"]);
    let beam = solved(&["--metric", "multi", "--width", "9"]);
    assert_eq!(
        (&table["method"], &beam["method"]),
        (&"table".into(), &"beam".into())
    );
    assert!(table["distance"].as_u64() <= beam["length"].as_u64());
}

/// A board five moves, or ten slidings of single tiles, from the goal. It has only one shortest
/// solution.
const FIFTEEN: &str = "1 2 3 4 6 7 11 8 0 5 10 12 9 13 14 15";
const BACK: &str = "L2DR2U2L3";
const FEW_COLOURS: &str = "colours:1111/1122/2333/3320";

#[test]
fn boards_of_the_15_puzzle_are_compared_checked_and_reviewed() {
    let tilebase = Tilebase::new();
    let multi = ["--metric", "multi"];
    let json = |line: &[&str]| tilebase.json(&[line, &multi[..]].concat()).remove(0);

    let methods = "bfs,bidirectional,astar,ida";
    let compared = json(&["compare", "4x4", FIFTEEN, "--methods", methods]);
    assert_eq!(compared["metric"], "multi");
    for method in compared["methods"].as_array().unwrap() {
        assert_eq!(method["length"], 5, "{compared}");
    }

    let checked = json(&["check", "4x4", FIFTEEN]);
    assert_eq!(
        (&checked["solvable"], &checked["metric"]),
        (&true.into(), &"multi".into())
    );
    let swapped = FIFTEEN.replace("14 15", "15 14");
    let said = tilebase.run(&["check", "4x4", &swapped, "--metric", "multi", "--json"]);
    assert!(said.out.contains("\"solvable\":false"), "{said:?}");

    let guide = ["--heuristic", FEW_COLOURS];
    let review = |moves: &str| json(&[&["review", "4x4", FIFTEEN, moves][..], &guide].concat());
    let best = review(BACK);
    assert_eq!(best["distance"], 5);
    assert_eq!(best["wasted"], 0);
    assert_eq!(
        best["lengths"],
        serde_json::json!({"single": 10, "multi": 5})
    );
    let worse = review("L L D R2 U2 L3");
    assert_eq!(
        (&worse["wasted"], &worse["metric"]),
        (&1.into(), &"multi".into())
    );
}

#[test]
fn benches_of_boards_count_in_the_metric_asked_for() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("boards.txt");
    // The length in the file counts single tiles, and so is an upper bound in the other metric.
    std::fs::write(&file, format!("1 {FIFTEEN} 10\n")).unwrap();
    let ask = |metric: &str, guide: &str| {
        tilebase.json(&[
            "bench",
            file.to_str().unwrap(),
            "--goal",
            "blank-last",
            "--metric",
            metric,
            "--heuristic",
            guide,
            "--repeat",
            "1",
        ])
    };
    for (metric, guide, length) in [("single", "manhattan", 10), ("multi", FEW_COLOURS, 5)] {
        let lines = ask(metric, guide);
        assert_eq!(lines.len(), 2);
        for line in &lines {
            assert_eq!(line["length"], length);
            assert_eq!(line["metric"] == "multi", metric == "multi", "{line}");
        }
    }
    std::fs::write(&file, format!("1 {FIFTEEN} 4\n")).unwrap();
    let said = tilebase.run(&[
        "bench",
        file.to_str().unwrap(),
        "--goal",
        "blank-last",
        "--metric",
        "multi",
        "--heuristic",
        FEW_COLOURS,
        "--repeat",
        "1",
    ]);
    assert_ne!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("solved in 5 moves"), "{said:?}");
}

/// Returns the numbers of boards that are 0, 1, 2, … moves from the usual goal, by plain
/// breadth-first search.
fn levels(shape: &str, levels: usize) -> Vec<u64> {
    let goal = Board::goal(shape.parse().unwrap());
    let (mut known, mut level) = (HashSet::from([goal]), vec![goal]);
    let mut counts = Vec::new();
    while counts.len() < levels {
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for board in level {
            for cell in board.destinations(Metric::Multi) {
                let mut moved = board;
                moved.slide_line(cell);
                next.extend(known.insert(moved).then_some(moved));
            }
        }
        level = next;
    }
    counts
}

#[test]
#[ignore = "3.6 GB of memory, 2.5 GB of disk, two minutes: cargo xtask test --heavy"]
fn all_distances_of_2x7() {
    let tilebase = Tilebase::new();
    let multi = ["--metric", "multi"];
    tilebase.ok(&[&["build", "2x7"][..], &multi].concat());
    let depths = &tilebase.json(&[&["depths", "2x7"][..], &multi].concat())[0];
    let counts: Vec<u64> = cells(&depths["counts"]);
    assert_eq!(counts.iter().sum::<u64>(), 43_589_145_600);
    assert_eq!((counts.len() - 1, counts.last()), (52, Some(&1)));
    assert_eq!(counts[..19], levels("2x7", 19));
    let random = [
        "random", "2x7", "-n", "200", "--seed", "7", "--format", "line",
    ];
    for state in tilebase.ok(&random).lines() {
        let ask = |command| {
            tilebase
                .json(&[&[command, "2x7", state][..], &multi].concat())
                .remove(0)
        };
        let solved = ask("solve");
        let moves = solved["moves"].as_array().unwrap().len();
        assert_eq!(ask("distance")["distance"], moves, "{state}");
    }
}

#[test]
fn refusals_name_the_limits_of_the_metric() {
    let tilebase = Tilebase::new();
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 0 23";
    for (question, limit) in [
        (
            &["solve", "2x12", board, "--count"][..],
            "of up to 16 cells or with a walking distance",
        ),
        (
            &["hardest", "2x12"],
            "`distance`, `solve` and `hint` search it instead",
        ),
        (
            &["depths", "2x12"],
            "`distance`, `solve` and `hint` search it instead",
        ),
        (
            &["build", "2x12"],
            "have no tables if several tiles may slide in one move",
        ),
    ] {
        let said = tilebase.run(&[question, &["--metric", "multi"]].concat());
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(
            said.err.contains(limit) && !said.err.contains("IDA"),
            "{said:?}"
        );
    }
}
