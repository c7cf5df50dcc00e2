//! Positions for practice without a table, and the difficulty of positions among all.

use std::{collections::HashSet, fs};

use serde_json::Value;

use crate::common::Tilebase;

#[test]
fn states_of_the_fifteen_puzzle_at_a_distance() {
    let tilebase = Tilebase::new();
    let ask = [
        "random",
        "15-puzzle",
        "--distance",
        "24",
        "-n",
        "3",
        "--seed",
        "2",
    ];
    let options = ["--heuristic", "walking-distance", "--format", "line"];
    let said = tilebase.run(&[&ask[..], &options].concat());
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("not uniformly distributed"), "{said:?}");
    let search = ["distance", "15-puzzle", "-", "--heuristic", "manhattan"];
    let distances = tilebase.pipe(&search, said.out.as_bytes());
    assert_eq!(distances.out, "24\n".repeat(3));

    // The seed in the JSON output draws the same positions again.
    let drawn = tilebase.json(&["random", "3x3", "--distance", "20", "-n", "2"]);
    assert_eq!(drawn[0]["uniform"], true);
    let seed = drawn[0]["seed"].to_string();
    let again = [
        "random",
        "3x3",
        "--distance",
        "20",
        "-n",
        "2",
        "--seed",
        &seed,
    ];
    assert_eq!(tilebase.json(&again), drawn);
}

#[test]
fn graded_sets_of_the_fifteen_puzzle() {
    let tilebase = Tilebase::new();
    let ask = [
        "random",
        "15-puzzle",
        "--levels",
        "5",
        "--per-level",
        "1",
        "--seed",
        "4",
    ];
    let set = tilebase.json(&[&ask[..], &["--heuristic", "pdb:5-5-5"]].concat());
    let mut states = HashSet::new();
    for (puzzle, distance) in set.iter().zip([10, 20, 30, 40, 50]) {
        assert_eq!(puzzle["distance"], distance);
        assert_eq!(puzzle["moves"].as_array().unwrap().len(), distance);
        assert_eq!(puzzle["uniform"], false);
        assert!(
            states.insert(puzzle["state"].to_string()),
            "no puzzle twice"
        );
    }
    assert_eq!(states.len(), 5);
}

#[test]
fn boards_of_all_sizes_are_walked_to_near_the_goal() {
    let tilebase = Tilebase::new();
    let tenth = ["--distance", "10", "--seed", "2"];
    for space in ["5x6", "6x6", "16x16"] {
        let said = tilebase.run(&[&["random", space][..], &tenth].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.err.contains("not uniformly distributed"), "{said:?}");
        let drawn = tilebase.json(&[&["random", space][..], &tenth].concat());
        assert_eq!(
            (&drawn[0]["distance"], &drawn[0]["uniform"]),
            (&10.into(), &false.into())
        );
    }
    let said = tilebase.run(&["random", "6x6", "--distance", "41"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("at most 40 moves"), "{said:?}");
    let levels = [
        "random",
        "6x6",
        "--levels",
        "4",
        "--per-level",
        "1",
        "--seed",
        "4",
    ];
    for (puzzle, distance) in tilebase.json(&levels).iter().zip([10, 20, 30, 40]) {
        assert_eq!(puzzle["distance"], distance);
        assert_eq!(puzzle["moves"].as_array().unwrap().len(), distance);
    }
}

/// Notes come before the states that they are about, each once, those of levels in their order.
#[test]
fn notes_come_in_order() {
    let tilebase = Tilebase::new();
    let in_turn = |arguments: &str| {
        let path = tilebase.data().join("said");
        let file = fs::File::create(&path).unwrap();
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut command = tilebase.command(&arguments);
        command.stdout(file.try_clone().unwrap()).stderr(file);
        assert!(command.status().unwrap().success());
        fs::read_to_string(path).unwrap()
    };
    let said = in_turn(
        "random 15-puzzle --distance 12 -n 3 --seed 1 --heuristic walking-distance --format line",
    );
    let lines: Vec<&str> = said.lines().collect();
    let [note, states @ ..] = &lines[..] else {
        panic!("{said}")
    };
    assert!(note.contains("not uniformly distributed"), "{said}");
    assert_eq!(states.len(), 3, "{said}");
    assert!(states.iter().all(|state| state.split(' ').count() == 16));

    tilebase.run(&["build", "2x2"]);
    let said = in_turn("random 2x2 --levels 6 --per-level 3 --seed 1");
    let (notes, table) = said
        .split_once("\nlevel  distance")
        .expect("the notes are first");
    for (note, level) in notes.lines().zip(1..) {
        let there = if level == 6 { 1 } else { 2 };
        assert_eq!(
            note,
            format!("level {level} has {there} of 3 states: there are no more at distance {level}")
        );
    }
    assert_eq!((notes.lines().count(), table.lines().count()), (6, 12));
}

#[test]
fn walks_that_lead_nowhere_are_refused() {
    let tilebase = Tilebase::new();
    let ask = |board: &str, distance: &str, n: &str| {
        let ask = ["random", board, "--distance", distance, "-n", n];
        tilebase.run(&[&ask[..], &["--heuristic", "manhattan"]].concat())
    };
    // Two boards are one move away.
    let said = ask("15-puzzle", "1", "3");
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
    assert!(said.err.contains("reached 2 states at 1 moves"), "{said:?}");
    let said = tilebase.run(&["random", "15-puzzle", "--levels", "51", "--per-level", "1"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err
            .contains("--levels must be from 1 to 50, the greatest distance"),
        "{said:?}"
    );
}

#[test]
fn how_hard_a_state_is_among_all() {
    let tilebase = Tilebase::new();
    let hardest = ["distance", "3x3", "867254301", "--hardness"];
    assert_eq!(
        tilebase.ok(&hardest),
        "31  (harder than 99.99% of all 181,440 states)\n"
    );
    let answer = &tilebase.json(&hardest)[0]["hardness"];
    assert_eq!(
        (&answer["states"], &answer["sampled"]),
        (&181_440.into(), &false.into())
    );
    let depths = &tilebase.json(&["depths", "3x3"])[0]["counts"];
    let counts: Vec<f64> = depths
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_f64().unwrap())
        .collect();
    let at_20 = tilebase.json(&["random", "3x3", "--distance", "20"]);
    let cells: Vec<String> = cells(&at_20[0]["state"]);
    let answer = &tilebase.json(&["distance", "3x3", &cells.join(" "), "--hardness"])[0];
    let nearer = counts[..20].iter().sum::<f64>() / 1814.40;
    let told = answer["hardness"]["nearer"].as_f64().unwrap();
    assert!((told - nearer).abs() < 1e-9, "{told} {nearer}");

    let search = ["--heuristic", "manhattan", "--hardness"];
    let near = "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15";
    let said = tilebase.ok(&[&["distance", "15-puzzle", near][..], &search].concat());
    assert_eq!(
        said,
        "2  (harder than 0% of all 10,461,394,944,000 states)\n"
    );
    let multi = ["distance", "15-puzzle", near, "--metric", "multi"];
    let walking = ["--heuristic", "walking-distance", "--hardness"];
    let multi = [&multi[..], &walking].concat();
    let answer = &tilebase.json(&multi)[0]["hardness"];
    assert_eq!(answer["sampled"], false);
    let states = answer["as_far"].as_f64().unwrap() * 104_613_949_440.0;
    assert!((states - 6.0).abs() < 1e-9, "{answer}");
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0 17";
    let said = tilebase.ok(&[&["distance", "3x6", board][..], &search].concat());
    assert_eq!(
        said,
        "1  (how hard that is among all states is not known)\n"
    );
}

/// Chances from counts are those of all pairs of states.
#[test]
fn the_chance_of_a_mean() {
    let tilebase = Tilebase::new();
    let depths = &tilebase.json(&["depths", "2x3"])[0]["counts"];
    let counts: Vec<u64> = depths
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    for below in ["14", "14.5", "0", "21.5"] {
        let least: f64 = below.parse().unwrap();
        let mut pairs = 0;
        for (first, a) in (0u32..).zip(&counts) {
            for (second, b) in (0u32..).zip(&counts) {
                pairs += if f64::from(first + second) / 2.0 < least { a * b } else { 0 };
            }
        }
        let ask = ["depths", "2x3", "--mean-of", "2", "--below", below];
        let chance = tilebase.json(&ask)[0]["chance"].as_f64().unwrap();
        assert!(
            (chance - pairs as f64 / (360.0 * 360.0)).abs() < 1e-12,
            "{below}: {chance}"
        );
    }
    for (below, code, says) in [
        (
            "-1",
            0,
            "0.00%: the chance that 2 random states average fewer than -1 moves",
        ),
        (
            "nan",
            2,
            "a mean is compared with a number of moves, not with NaN",
        ),
    ] {
        let below = format!("--below={below}");
        let said = tilebase.run(&["depths", "2x3", "--mean-of", "2", &below]);
        assert_eq!(said.code, Some(code), "{said:?}");
        assert!(
            said.out.starts_with(says) || said.err.contains(says),
            "{said:?}"
        );
    }
    let said = tilebase.ok(&["depths", "15-puzzle", "--mean-of", "5", "--below", "50"]);
    assert_eq!(
        said,
        "13.10%: the chance that 5 random states average fewer than 50 moves\n"
    );
    let counts = &tilebase.json(&["depths", "15-puzzle", "--metric", "multi"])[0];
    assert_eq!(
        (&counts["eccentricity"], &counts["counts"][43]),
        (&43.into(), &16.into())
    );
    assert_eq!(counts["source"], "OEIS A389728");
    let home = "1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15";
    assert_ne!(
        tilebase.run(&["depths", "15-puzzle", "--goal", home]).code,
        Some(0)
    );
}

fn cells(state: &Value) -> Vec<String> {
    let cells = state.as_array().expect("a list").iter();
    cells.map(Value::to_string).collect()
}

#[test]
fn boards_for_a_puzzle_page() {
    let tilebase = Tilebase::new();
    let draw = [
        "random",
        "3x3",
        "--distance",
        "20",
        "-n",
        "6",
        "--seed",
        "2",
        "--unique",
    ];
    let unique = tilebase.ok(&[&draw[..], &["--format", "line"]].concat());
    let counts = tilebase.pipe(&["solve", "3x3", "-", "--count"], unique.as_bytes());
    let lines: Vec<&str> = counts.out.lines().collect();
    assert_eq!(lines.len(), 6);
    for line in lines {
        assert!(
            line.starts_with("20: ") && line.ends_with("  (the only optimal solution)"),
            "{line}"
        );
    }
    // Opposite numbers have the same sum, with the blank as the last.
    for (board, sum) in [("3x3", 10), ("4x4", 17), ("2x4", 9)] {
        let ask = ["random", board, "--symmetric", "-n", "5", "--seed", "1"];
        for state in tilebase.json(&ask) {
            let cells: Vec<u64> = serde_json::from_value(state["state"].clone()).unwrap();
            let number = |cell: u64| if cell == 0 { cells.len() as u64 } else { cell };
            let pairs = cells.iter().zip(cells.iter().rev());
            assert!(
                pairs
                    .into_iter()
                    .all(|(a, b)| number(*a) + number(*b) == sum),
                "{state}"
            );
        }
    }
    let both = ["--symmetric", "--unique", "--distance", "22", "--seed", "1"];
    let both = tilebase.ok(&[&["random", "3x3", "--format", "line"], &both[..]].concat());
    assert_eq!(tilebase.ok(&["distance", "3x3", both.trim()]), "22\n");
    for (ask, says) in [
        (
            &["random", "2x3", "--unique", "--distance", "0", "-n", "2"][..],
            "",
        ),
        (
            &["random", "3x3", "--symmetric", "--distance", "1"],
            "error: found 0 of 1 such state: thousands of draws found no more\n",
        ),
        (
            &["random", "oshidori-bw-3", "--symmetric"],
            "error: oshidori-bw-3 has no symmetric boards\n",
        ),
        (
            &["random", "3x3", "--symmetric", "--walk", "9"],
            "error: symmetric boards are drawn among all, or at a distance\n",
        ),
        (
            &["random", "5x5", "--symmetric", "--distance", "90"],
            "error: symmetric boards of 5x5 at 90 moves are too rare, or take too long to solve, \
             to be found by drawing: ask for another distance, or for none\n",
        ),
        (
            &["random", "5x5", "--unique"],
            "error: random states of 5x5 may take hours to solve, and only then it is known \
             whether they have one solution: ask for a distance\n",
        ),
    ] {
        let said = tilebase.run(&[ask, &["--quiet"]].concat());
        assert_eq!(
            said.code,
            Some(if says.is_empty() { 0 } else { 2 }),
            "{said:?}"
        );
        assert_eq!(said.err, says, "{said:?}");
    }
}

#[test]
fn states_are_written_for_spreadsheets() {
    let tilebase = Tilebase::new();
    let csv = |ask: &[&str]| tilebase.ok(&[ask, &["--csv"]].concat());
    let drawn = csv(&["random", "2x3", "--distance", "21", "-n", "2"]);
    assert_eq!(drawn, "distance,state\n21,4 5 0 1 2 3\n21,4 5 0 1 2 3\n");
    assert_eq!(csv(&["hardest", "2x3"]), "distance,state\n21,4 5 0 1 2 3\n");
    let solved = csv(&["hardest", "2x3", "--solve"]);
    assert!(
        solved.starts_with("distance,state,moves\n21,4 5 0 1 2 3,"),
        "{solved}"
    );
    let hints = csv(&["hint", "2x3", "4 5 0 1 2 3"]);
    assert_eq!(
        hints,
        "move,distance,least,most,state\n5,20,20,20,4 0 5 1 2 3\n3,20,20,20,4 5 3 1 2 0\n"
    );
    let said = tilebase.pipe(&["hint", "2x3", "-", "--csv"], b"450123\n");
    assert_eq!(
        (said.code, &*said.err),
        (
            Some(2),
            "error: --csv is for one state, not for a stream of them\n"
        )
    );
    let compared = csv(&["compare", "2x3", "4 5 0 1 2 3", "--methods", "bfs,table"]);
    assert!(
        compared.starts_with(
            "method,length,generated,expanded,peak_states,seconds,error\nbreadth-first,21,360,"
        ),
        "{compared}"
    );
}

/// Beside `--json` a format of text is of no account, which is said; one for programs is refused.
#[test]
fn a_format_of_text_changes_no_object() {
    let tilebase = Tilebase::new();
    for ask in [
        &["random", "2x3", "--seed", "1", "--json"][..],
        &["hardest", "2x3", "--json", "--quiet"],
        &["solve", "2x3", "4 5 0 1 2 3", "--json"],
    ] {
        let plain = tilebase.run(ask);
        let said = tilebase.run(&[ask, &["--format", "contest"]].concat());
        assert_eq!((said.code, &said.out), (Some(0), &plain.out), "{ask:?}");
        let note = "--format contest is about text: with --json, states are lists of cells\n";
        let quiet = ask.contains(&"--quiet");
        assert!(
            said.err.ends_with(if quiet { "" } else { note }),
            "{said:?}"
        );
        let said = tilebase.run(&[ask, &["--format", "pddl"]].concat());
        let refused = "error: --json and --format pddl are two forms of the answer: choose one\n";
        assert_eq!((said.code, &*said.err), (Some(2), refused), "{ask:?}");
    }
}
