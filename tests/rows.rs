//! Rows of stones without tables: distances, bounds, and the report about kinds.

use std::fs;

use serde_json::{Value, json};

use crate::common::{Said, Tilebase, has_lines_like, interrupted_knowing};

/// Makes the moves of an answer by the rules alone.
pub fn replayed(answer: &Value, block: usize) -> Vec<u64> {
    let mut row: Vec<u64> = serde_json::from_value(answer["state"].clone()).unwrap();
    let moves: Vec<usize> = serde_json::from_value(answer["moves"].clone()).unwrap();
    for left in moves {
        let gap = row.iter().position(|&stone| stone == 0).unwrap();
        for cell in 0..block {
            assert_ne!(row[left + cell], 0, "the gap cannot jump: {answer}");
            row.swap(left + cell, gap + cell);
        }
    }
    row
}

pub fn usual_goal(kinds: u64) -> Vec<u64> {
    let stones = (1..=kinds).flat_map(|kind| [kind, kind]);
    stones.chain([0, 0]).collect()
}

pub fn refused(tilebase: &Tilebase, arguments: &[&str], code: i32, says: &str) -> Said {
    let said = tilebase.run(arguments);
    assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
    assert!(
        format!("{}{}", said.out, said.err).contains(says),
        "{arguments:?} must say {says:?}: {said:?}"
    );
    said
}

#[test]
fn kinds_without_tables() {
    let tilebase = Tilebase::new();
    for (kinds, moves, proof) in [
        (3, 3, "construction+bound"),
        (4, 7, "search"),
        (5, 5, "construction+bound"),
        (6, 7, "search"),
        (7, 8, "search"),
        (8, 11, "search"),
        (9, 10, "search"),
        (10, 12, "search"),
        (11, 11, "construction+bound"),
        (13, 13, "construction+bound"),
        (17, 18, "search"),
    ] {
        let space = format!("oshidori-kinds-{kinds}");
        let answer = &tilebase.json(&["solve", &space, "--heuristic", "covering", "--stats"])[0];
        assert_eq!(answer["distance"], moves, "{answer}");
        assert_eq!(answer["method"], "ida*");
        assert_eq!(answer["proof"], proof, "{answer}");
        assert_eq!(answer["moves"].as_array().unwrap().len(), moves);
        assert_eq!(replayed(answer, 2), usual_goal(kinds));
        if proof == "search" {
            assert!(answer["stats"]["generated"].as_u64() > Some(0), "{answer}");
        }
    }
    assert_eq!(tilebase.tables().len(), 0, "nothing was built");
}

#[test]
fn search_and_tables_agree() {
    let tilebase = Tilebase::new();
    for (space, options) in [
        ("oshidori-kinds-4", &["--goal", "any"][..]),
        ("oshidori-kinds-4", &["--goal", "any-gap"]),
        ("oshidori-kinds-4", &["--goal", "4 3 2 1 0 0 1 2 3 4"]),
        ("oshidori-kinds-3x3", &[]),
        ("oshidori-kinds-4", &["--block", "3"]),
        ("oshidori-bw-4", &["--goal", "any"]),
        ("oshidori-bw-5", &["--block", "3"]),
    ] {
        let draw = [
            "random", space, "-n", "40", "--seed", "4", "--format", "line",
        ];
        let states = tilebase.ok(&[&draw[..], options].concat());
        let ask = [&["distance", space, "-"][..], options].concat();
        let by_table = tilebase.pipe(&ask, states.as_bytes());
        let by_search = tilebase.pipe(
            &[&ask[..], &["--heuristic", "covering"]].concat(),
            states.as_bytes(),
        );
        assert_eq!(by_table.code, Some(0), "{by_table:?}");
        assert_eq!(by_table.out, by_search.out, "{space} {options:?}");
        assert_eq!(by_table.out.lines().count(), 40);

        // The usual start is far enough to have several solutions.
        let ask = [&["solve", space, "--count", "--all"][..], options].concat();
        let by_table = &tilebase.json(&ask)[0];
        let by_search = &tilebase.json(&[&ask[..], &["--heuristic", "covering"]].concat())[0];
        assert_eq!(by_table["proof"], "table");
        assert_eq!(by_table["distance"], by_search["distance"]);
        assert_eq!(
            by_table["optimal_solutions"], by_search["optimal_solutions"],
            "{space} {options:?}"
        );
        let listed = |answer: &Value| {
            let mut all: Vec<String> = answer["solutions"]
                .as_array()
                .unwrap()
                .iter()
                .map(Value::to_string)
                .collect();
            all.sort();
            all
        };
        assert_eq!(listed(by_table), listed(by_search), "{space} {options:?}");

        let ask = [&["hint", space], options].concat();
        let by_table = &tilebase.json(&ask)[0];
        let by_search = &tilebase.json(&[&ask[..], &["--heuristic", "covering"]].concat())[0];
        let worth = |answer: &Value| {
            let mut moves: Vec<(u64, u64)> = answer["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|hint| {
                    let number = |key: &str| hint[key].as_u64().unwrap();
                    (number("move"), number("distance"))
                })
                .collect();
            moves.sort_unstable();
            moves
        };
        assert_eq!(worth(by_table), worth(by_search), "{space} {options:?}");
    }
}

/// A row has thousands of moves, so nothing may be asked of every pair of them.
#[test]
fn hints_of_a_row_with_many_holes_have_bounds() {
    let tilebase = Tilebase::new();
    let ask = ["hint", "oshidori-bw-30", "--holes", "30", "--time", "0.2"];
    let hints = tilebase.json(&ask).remove(0);
    let moves = hints["moves"].as_array().unwrap();
    assert!(moves.len() > 1000, "{}", moves.len());
    for hint in moves {
        let [before, after] = [&hints, hint].map(|of| of["bounds"]["least"].as_u64().unwrap());
        assert!(after + 1 >= before, "{hint}");
    }
}

/// Compares the value of every move, at the goal and at random states near and far.
#[test]
fn hints_of_search_and_tables_agree() {
    let tilebase = Tilebase::new();
    for (space, goal, n) in [
        ("oshidori-kinds-4", "1 1 2 2 3 3 4 4 0 0", 20),
        ("oshidori-kinds-4", "any", 10),
        ("oshidori-kinds-5", "1 1 2 2 3 3 4 4 5 5 0 0", 6),
    ] {
        let mut states = tilebase.ok(&[
            "random",
            space,
            "-n",
            n.to_string().as_str(),
            "--seed",
            "8",
            "--format",
            "line",
        ]);
        if goal != "any" {
            states += goal;
        }
        let ask = ["hint", space, "-", "--goal", goal];
        let values = |options: &[&str]| {
            let said = tilebase.pipe(&[&ask[..], options].concat(), states.as_bytes());
            assert_eq!(said.code, Some(0), "{said:?}");
            said.out
        };
        let by_table = values(&[]);
        assert_eq!(by_table.lines().count(), states.trim().lines().count());
        assert_eq!(by_table, values(&["--heuristic", "covering"]), "{space}");
    }
}

#[test]
fn large_tables_are_not_built_unasked() {
    let tilebase = Tilebase::new();
    let answer = &tilebase.json(&["distance", "oshidori-kinds-6"])[0];
    assert_eq!(
        (&answer["distance"], &answer["method"]),
        (&json!(7), &json!("ida*"))
    );
    assert_eq!(tilebase.tables().len(), 0);
    tilebase.ok(&["distance", "oshidori-kinds-4"]);
    assert_eq!(tilebase.tables(), ["oshidori-kinds-4.tilebase"]);
}

#[test]
fn odd_kinds_have_bounds_at_once() {
    let tilebase = Tilebase::new();
    for kinds in (3..=61).step_by(2) {
        let space = format!("oshidori-kinds-{kinds}");
        let answer = &tilebase.json(&["solve", &space, "--bounds", "--time", "0.2"])[0];
        let (lower, upper) = (answer["lower"].as_u64(), answer["upper"].as_u64());
        let (lower, upper) = (lower.unwrap(), upper.unwrap());
        assert!(kinds <= lower && lower <= upper, "{answer}");
        // The number of cycles of doubling modulo K is the number of blocks that the construction
        // lifts.
        let mut seen = vec![false; kinds as usize];
        let mut cycles = 0;
        for first in 1..kinds as usize {
            cycles += u64::from(!seen[first]);
            let mut at = first;
            while !seen[at] {
                seen[at] = true;
                at = 2 * at % kinds as usize;
            }
        }
        assert!(upper < kinds + cycles, "{answer}");
        assert_eq!(answer["solvable"], true);
        if lower == upper {
            assert_eq!(answer["distance"], lower);
            assert!(answer["proof"].is_string(), "{answer}");
        } else {
            assert!(answer["distance"].is_null() && answer["proof"].is_null());
        }
        if cycles == 1 {
            assert_eq!((lower, upper), (kinds, kinds), "{answer}");
        }
        assert_eq!(answer["moves"].as_array().unwrap().len() as u64, upper);
        assert_eq!(replayed(answer, 2), usual_goal(kinds));
    }
}

#[test]
fn bounds_for_people() {
    let tilebase = Tilebase::new();
    let text = tilebase.ok(&["distance", "oshidori-kinds-31", "--time", "0.3"]);
    let bounds = text.trim().strip_suffix(" moves").expect("bounds");
    let (lower, upper) = bounds.split_once("..").expect("two of them");
    let (lower, upper): (u32, u32) = (lower.parse().unwrap(), upper.parse().unwrap());
    assert!((31..upper).contains(&lower), "{text}");
    assert_eq!(
        tilebase.ok(&["distance", "oshidori-kinds-13", "--bounds"]),
        "13\n"
    );
    let solution = tilebase.ok(&["solve", "oshidori-kinds-31", "--time", "0.3"]);
    assert!(solution.contains(" moves; the best known"), "{solution}");
    // Without any time the answer is the covering bound.
    let nothing = ["oshidori-kinds-62", "--time", "0"];
    let text = tilebase.ok(&[&["distance"][..], &nothing].concat());
    assert_eq!(text, "62 moves or more\n");
    let answer = &tilebase.json(&[&["solve"][..], &nothing].concat())[0];
    assert!(answer["solvable"].is_null() && answer["upper"].is_null());
    assert_eq!(
        (&answer["lower"], &answer["moves"]),
        (&json!(62), &json!([]))
    );
    // A table gives exact distances.
    let answer = &tilebase.json(&["distance", "oshidori-kinds-4", "--bounds"])[0];
    assert_eq!(
        (&answer["lower"], &answer["upper"], &answer["proof"]),
        (&json!(7), &json!(7), &json!("table"))
    );
}

#[test]
fn the_longest_rows() {
    let tilebase = Tilebase::new();
    for (space, least) in [("oshidori-kinds-62", 62), ("oshidori-kinds-31x4", 1)] {
        let answer = &tilebase.json(&["distance", space, "--bounds"])[0];
        assert!(answer["lower"].as_u64() >= Some(least), "{answer}");
    }
    // No single jump solves this row: two black stones close the gap, and then two white ones take
    // their place.
    let mut row = vec!["B"; 62];
    row.extend(["W"; 62]);
    row.splice(10..10, ["_", "_"]);
    assert_eq!(
        tilebase.ok(&["distance", "oshidori-bw-62", &row.join(" ")]),
        "2\n"
    );
}

#[test]
fn compare_and_check() {
    let tilebase = Tilebase::new();
    let answer = &tilebase.json(&[
        "compare",
        "oshidori-kinds-8",
        "--methods",
        "bidirectional,table",
    ])[0];
    let methods = answer["methods"].as_array().unwrap();
    assert_eq!(methods[0]["length"], 11);
    assert_eq!(methods[1]["length"], 11);
    assert_eq!(methods[1]["by"], "ida*");
    assert!(methods[1]["generated"].as_u64() < methods[0]["generated"].as_u64());
    tilebase.ok(&["check", "oshidori-kinds-30"]);
    // All stones differ, and two are exchanged.
    let said = tilebase.run(&[
        "check",
        "oshidori-kinds-12x1",
        "2 1 3 4 5 6 7 8 9 10 11 12 0 0",
    ]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains("even permutation"), "{said:?}");
}

/// The goal `any` is met by more rows than could be listed.
#[test]
fn any_order_of_many_kinds() {
    let tilebase = Tilebase::new();
    let together = |row: &[u64]| {
        let word: Vec<u64> = row.iter().copied().filter(|&stone| stone != 0).collect();
        word.chunks(2).all(|pair| pair[0] == pair[1])
    };
    for (space, moves) in [("oshidori-kinds-9", 10), ("oshidori-kinds-10", 10)] {
        let answer = &tilebase.json(&["solve", space, "--goal", "any"])[0];
        assert_eq!(answer["distance"], moves, "{answer}");
        assert_eq!(answer["proof"], "search");
        assert!(together(&replayed(answer, 2)), "{answer}");
        tilebase.ok(&["check", space, "--goal", "any"]);
    }
    for kinds in [16, 31, 61, 62] {
        let space = format!("oshidori-kinds-{kinds}");
        let ask = ["solve", &space, "--goal", "any", "--bounds", "--time", "1"];
        let answer = &tilebase.json(&ask)[0];
        let lower = answer["lower"].as_u64();
        assert!(lower >= Some(kinds / 2), "{answer}");
        // The construction gives a solution for odd numbers. For even ones a second may not be
        // enough.
        if kinds % 2 == 1 || answer["upper"].is_u64() {
            let upper = answer["upper"].as_u64();
            assert!(upper >= lower, "{answer}");
            let moves = answer["moves"].as_array().unwrap();
            assert_eq!(Some(moves.len() as u64), upper);
            assert!(together(&replayed(answer, 2)), "{answer}");
        }
    }
}

#[test]
fn bad_questions() {
    let tilebase = Tilebase::new();
    let row = |gap: &str| format!("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 {gap}");
    for (state, says) in [
        (row("0"), "19 cells given, but 20 are needed"),
        (
            format!("0 {}", row("0")),
            "side by side; found them in cells 1, 20",
        ),
        (row("0 0").replacen('2', "1", 1), "stone 1 appears 3 times"),
        (row("0 10"), "cell 20 is 10, but"),
        (row("0 x"), "cell 20 is `x`, which"),
    ] {
        for command in ["distance", "solve", "hint", "check"] {
            refused(&tilebase, &[command, "oshidori-kinds-9", &state], 2, says);
        }
    }
    refused(
        &tilebase,
        &["distance", "oshidori-kinds-63"],
        2,
        "with at most 62 kinds",
    );
    refused(
        &tilebase,
        &["distance", "oshidori-kinds-9", "--goal", "1 2 3"],
        2,
        "--goal: 3 cells given",
    );
    let swapped = "2 1 3 4 5 6 7 8 9 10 11 12 0 0";
    for command in ["distance", "solve", "hint"] {
        refused(
            &tilebase,
            &[command, "oshidori-kinds-12x1", "--goal", swapped],
            1,
            "unsolvable",
        );
    }
    for command in ["distance", "solve", "hint"] {
        for (option, says) in [
            ("--width", "the width of a beam is for sliding boards"),
            ("--seed", "the seed of a beam is for sliding boards"),
        ] {
            for row in ["oshidori-kinds-12", "oshidori-bw-3"] {
                refused(&tilebase, &[command, row, option, "1"], 2, says);
            }
        }
    }
    let kinds = ["distance", "oshidori-kinds-9"];
    refused(
        &tilebase,
        &[&kinds[..], &["--heuristic", "manhattan"]].concat(),
        2,
        "unknown heuristic `manhattan`: rows of stones have covering",
    );
    refused(
        &tilebase,
        &["distance", "3x3", "123456780", "--heuristic", "covering"],
        2,
        "unknown heuristic `covering`: there are manhattan, linear-conflict, walking-distance, ",
    );
    for time in ["-1", "nan", "soon", "1e40"] {
        let says = format!("`{time}` is not a time: write seconds such as 10 or 0.5");
        let time = format!("--time={time}");
        refused(&tilebase, &[&kinds[..], &[&time]].concat(), 2, &says);
    }
    refused(
        &tilebase,
        &["distance", "oshidori-kinds-9", "-", "--resume", "x"],
        2,
        "--resume is for one state, not for a stream of them",
    );
}

#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn the_report_of_kinds() {
    let tilebase = Tilebase::new();
    let svg = tilebase.data().join("kinds.svg");
    let lines = tilebase.json(&[
        "oshidori-report",
        "--up-to",
        "10",
        "--svg",
        svg.to_str().unwrap(),
    ]);
    let moves: Vec<u64> = lines
        .iter()
        .map(|line| line["distance"].as_u64().unwrap())
        .collect();
    assert_eq!(moves, [3, 7, 5, 7, 8, 11, 10, 12]);
    assert_eq!(lines[0]["proof"], "construction+bound");
    assert_eq!(lines[1]["proof"], "search");
    assert_eq!(lines[4]["construction"], 8);
    assert!(lines[1]["construction"].is_null());
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.matches("<circle").count() >= 8);

    let csv = tilebase.ok(&["oshidori-report", "--up-to", "8", "--csv"]);
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(
        rows[0],
        "kinds,lower,upper,construction,proof,generated,seconds"
    );
    assert_eq!(rows.len(), 7);
    assert!(rows[6].starts_with("8,11,11,,search,"), "{csv}");

    let text = tilebase.ok(&["oshidori-report", "--up-to", "31", "--time", "0.05"]);
    let last = text.lines().last().unwrap();
    has_lines_like(last, r"^ +31 +\d+\.\.36 +36 +open +[\d,]+ +[\d.]+ m?s$");
    refused(
        &tilebase,
        &["oshidori-report", "--up-to", "63"],
        2,
        "invalid value '63' for '--up-to <K>': write a number from 3 to 62\n",
    );

    let ask = ["oshidori-report", "--up-to", "62", "--time", "30"];
    interrupted_knowing(&tilebase, &ask, r"construction\+bound");
}

#[test]
fn random_rows_can_be_solved() {
    let tilebase = Tilebase::new();
    for row in [
        "oshidori-bw-3 --unlike",
        "oshidori-bw-3 --holes 4 --block 3",
        "oshidori-kinds-2",
        "oshidori-kinds-4x1",
        "oshidori-kinds-12x1",
    ] {
        let rules: Vec<&str> = row.split(' ').collect();
        let drawn = [&["random"], &rules[..], &["-n", "30", "--format", "line"]].concat();
        let drawn = tilebase.ok(&drawn);
        let check = [&["check", rules[0], "-"], &rules[1..], &["--json"]].concat();
        let said = tilebase.pipe(&check, drawn.as_bytes());
        assert_eq!(
            said.out.matches("\"solvable\":true").count(),
            30,
            "{row}: {}",
            said.out
        );
    }
    // No row of so many unlike stones that is drawn can be.
    let said = tilebase.run(&["random", "oshidori-bw-20", "--unlike", "-n", "2"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        said.err.contains("random walks from the goal"),
        "{}",
        said.err
    );
    tilebase.ok(&[
        "random",
        "oshidori-bw-20",
        "--unlike",
        "-n",
        "2",
        "--walk",
        "9",
    ]);
}
