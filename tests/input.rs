//! Bad input: a clear message, the right exit code, and nothing is built for it.

use std::fs;

use crate::common::{Tilebase, fails};

#[test]
fn bad_states() {
    let tilebase = Tilebase::new();
    for (state, says) in [
        ("1 2 3", "3 cells given, but 9 are needed"),
        ("1 2 3 4 5 6 7 8 9 0", "10 cells given"),
        ("1 2 3 4 5 6 7 7 0", "tile 7 appears 2 times"),
        ("1 2 3 4 5 6 7 8 8", "tile 8 appears 2 times"),
        ("1 2 3 4 5 6 7 x 0", "`x`, which is not a number"),
        ("1 2 3 4 5 6 7 9 9", "from 0 (blank) to 8"),
        (
            "1 2 3 4 5 6 7 8 99999999999999999999999",
            "cell 9 is 99999999999999999999…, but the numbers here go from 0",
        ),
        (
            "1 2 3 4 5 6 7 8 no-number-of-any-length",
            "`no-number-of-any-len…`, which is not a number",
        ),
        ("", "the state is empty"),
        ("   ", "the state is empty"),
    ] {
        for command in ["distance", "solve", "hint", "check"] {
            fails(&tilebase, &[command, "3x3", state], 2, says);
        }
    }
    fails(
        &tilebase,
        &["distance", "3x3", &"1 ".repeat(50_000)],
        2,
        "more than 8192 bytes",
    );
    fails(&tilebase, &["distance", "3x3"], 2, "the state is empty");
    fails(
        &tilebase,
        &["distance", "3x3", "--goal", "1 2 3", "123456780"],
        2,
        "--goal: 3 cells",
    );
    let boards = "goals with names are blank-last, blank-first, spiral, columns, \
        columns-blank-first, snake, snake-blank-first and blank-at:CELL, with cells from 0";
    for (space, goal, names) in [
        ("3x3", "foo", boards),
        ("3x3", "any", boards),
        ("6x6", "blank-middle", boards),
        ("oshidori-bw-3", "foo", "together, any-gap and any"),
    ] {
        let ask = ["solve", space, "--goal", goal];
        let says = format!("--goal: `{goal}` is not a goal of {space}: ");
        let said = tilebase.run(&ask);
        assert!(said.err.contains(&says), "{said:?}");
        fails(&tilebase, &ask, 2, names);
    }
    fails(
        &tilebase,
        &["distance", "oshidori-bw-3", "BWBWB"],
        2,
        "5 cells given, but 8",
    );
    fails(
        &tilebase,
        &["distance", "oshidori-bw-3", "BW_BWB_W"],
        2,
        "side by side",
    );
    fails(
        &tilebase,
        &["distance", "oshidori-bw-3", "BBBBWW__"],
        2,
        "stone B appears 4 times",
    );
    fails(
        &tilebase,
        &["distance", "oshidori-bw-3", "BWBWBX__"],
        2,
        "cell 6 is `X`, which is not a stone",
    );
    assert_eq!(tilebase.tables().len(), 0, "nothing is built for bad input");
}

#[test]
fn an_enormous_line_of_a_stream_is_one_error() {
    let tilebase = Tilebase::new();
    let mut input = vec![b'1'; 20_000_000];
    input.extend(b"\n123456780\n");
    let said = tilebase.pipe(&["distance", "3x3", "-"], &input);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(
        lines[0].starts_with("error: line 1: the state has more than"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1..], ["0"]);
    assert_eq!(said.code, Some(2));
    let said = tilebase.pipe(&["distance", "3x3", "-"], b"\xff\xfe\n");
    assert!(said.out.starts_with("error: "), "{said:?}");
}

#[test]
fn unknown_and_impossible_spaces() {
    let tilebase = Tilebase::new();
    fails(
        &tilebase,
        &["distance", "7-puzzle", "1"],
        2,
        "unknown puzzle `7-puzzle`",
    );
    fails(
        &tilebase,
        &["distance", "1x9", "1"],
        2,
        "`1x9` is not a board",
    );
    fails(
        &tilebase,
        &["distance", "17x16", "1"],
        2,
        "at most 256 cells",
    );
    fails(
        &tilebase,
        &["distance", "oshidori-bw-63"],
        2,
        "with at most 62 kinds",
    );
    fails(
        &tilebase,
        &["distance", "oshidori-kinds-0"],
        2,
        "not an oshidori puzzle",
    );
    fails(
        &tilebase,
        &["distance", "3x3", "--block", "3", "123456780"],
        2,
        "the rule `block`",
    );
    fails(
        &tilebase,
        &["hardest", "4x4"],
        2,
        "10,461,394,944,000 states",
    );
    fails(
        &tilebase,
        &["depths", "oshidori-kinds-9"],
        2,
        "too large to tabulate",
    );
    fails(
        &tilebase,
        &["frobnicate"],
        2,
        "there is no command or puzzle `frobnicate`",
    );
}

/// Whatever is wrong with a number, the message says what to write.
#[test]
fn numbers_that_are_none() {
    let tilebase = Tilebase::new();
    let solve = &["solve", "3x3", "867254301"][..];
    let random = &["random", "3x3"][..];
    let huge = &*"9".repeat(30);
    for (command, option, from) in [
        (solve, "--threads", 1),
        (solve, "--width", 1),
        (solve, "--seed", 0),
        (solve, "--limit", 0),
        (random, "-n", 0),
        (random, "--walk", 0),
        (&["bench", "tables"][..], "--repeat", 1),
        (&["estimate", "2x2"][..], "--machines", 1),
        (&["hardest", "3x3"][..], "--distance", 0),
        (&["distance", "oshidori-bw-3"][..], "--block", 0),
        (&["maze", "--generate", "5x5"][..], "--seed", 0),
    ] {
        let says = format!("write a number from {from}");
        for bad in ["x", "-1", "1.5", ""] {
            fails(&tilebase, &[command, &[option, bad]].concat(), 2, &says);
        }
        let says = "write a smaller number";
        fails(&tilebase, &[command, &[option, huge]].concat(), 2, says);
    }
    for (option, says) in [("--time", "write seconds"), ("--memory", "write 1000000")] {
        fails(&tilebase, &[solve, &[option, "-1"]].concat(), 2, says);
    }
    fails(
        &tilebase,
        &["--threads", "-1", "list"],
        2,
        "write a number from 1\n",
    );
    // States and moves have no options.
    fails(
        &tilebase,
        &["distance", "3x3", "-1 2 3 4 5 6 7 8 0"],
        2,
        "unexpected argument '-1' found",
    );
    let cells = ["8", "6", "7", "2", "5", "4", "3", "0", "1"];
    let line = [&["distance", "3x3"][..], &cells, &["--threads", "1"]].concat();
    assert_eq!(tilebase.ok(&line), "31\n");
    let review = [
        "review",
        "3x3",
        "1 2 3 4 5 6 0 7 8",
        "7",
        "8",
        "--time",
        "1",
    ];
    assert_eq!(tilebase.json(&review)[0]["made"], 2);
}

#[test]
fn unsolvable_states() {
    let tilebase = Tilebase::new();
    for command in ["distance", "solve", "hint", "check"] {
        let says = match command {
            "check" => "unsolvable\n\ninversions: ",
            _ => "unsolvable: the goal cannot be reached from this state of 3x3",
        };
        fails(&tilebase, &[command, "3x3", "123456870"], 1, says);
        let said = tilebase.run(&[command, "3x3", "123456870", "--json"]);
        assert_eq!(said.code, Some(1), "{said:?}");
        let answer: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(answer["solvable"], false);
    }
}

#[test]
fn files_are_looked_for_before_anything_is_built() {
    let tilebase = Tilebase::new();
    let board = "1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12";
    for command in ["distance", "solve", "hint", "check"] {
        for space in ["3x3", "4x4"] {
            let ask = [command, space, "--file", "/no/such"];
            fails(&tilebase, &ask, 2, "cannot read /no/such");
        }
    }
    let folder = tilebase.data().parent().unwrap().to_str().unwrap();
    for (file, says) in [
        ("/no/such", "there is no folder /no"),
        (folder, "this is a folder"),
    ] {
        for ask in [
            &["solve", "4x4", board, "--svg", file][..],
            &["solve", "4x4", board, "--resume", file],
            &["distance", "4x4", board, "--svg", file],
            &["distance", "oshidori-kinds-9", "--resume", file],
            &["review", "4x4", board, "D", "--svg", file],
            &["depths", "3x3", "--svg", file],
            &["maze", "--generate", "3x3", "--svg", file],
            &["oshidori-report", "--svg", file],
            &["bench", "korf100", "--resume", file],
        ] {
            fails(&tilebase, ask, 2, says);
        }
    }
    assert!(tilebase.tables().is_empty());
}

#[test]
fn a_rule_that_decides_needs_no_table() {
    let tilebase = Tilebase::new();
    for (ask, states, says) in [
        (
            &["check", "3x3", "-"][..],
            "123456708\n213456780\n",
            "solvable\nunsolvable\n",
        ),
        (
            &["check", "4x4", "-"],
            "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0\n",
            "unsolvable\n",
        ),
    ] {
        assert_eq!(tilebase.pipe(ask, states.as_bytes()).out, says);
    }
    // A file that somebody wants to know about is answered with the reasons.
    let file = tilebase.data().join("boards.txt");
    fs::write(&file, "123456708\n213456780\n132456780\n").unwrap();
    let file = file.to_str().unwrap();
    let unsolvable = "unsolvable: 1 inversion, odd; it could be solved for --goal spiral, columns, \
        columns-blank-first, snake, snake-blank-first\n";
    assert_eq!(
        tilebase.run(&["check", "3x3", "--file", file]).out,
        format!("solvable: 0 inversions, even\n{unsolvable}{unsolvable}")
    );
    fs::write(
        file,
        "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0\n1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12",
    )
    .unwrap();
    assert_eq!(
        tilebase.run(&["check", "4x4", "--file", file]).out,
        "unsolvable: 1 inversion + 0 rows of the blank = 1, odd; it could be solved for the goal \
        0 1 2 … 15: --goal blank-first, or columns-blank-first, snake, snake-blank-first\n\
        solvable: 3 inversions + 1 row of the blank = 4, even\n"
    );
    fs::remove_file(file).unwrap();
    tilebase.ok(&["random", "4x4", "-n", "5"]);
    assert!(tilebase.tables().is_empty());
}
