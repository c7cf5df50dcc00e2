//! Features for researchers: files of instances, nodes for each threshold, facts about the run.

use std::fs;

use crate::common::{Tilebase, has_lines_like};

const BOARD: &str = "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15";

#[test]
fn a_file_of_boards_is_measured() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("boards.txt");
    let file = file.to_str().unwrap();
    let boards = "# two boards\n7  4 1 2 3 5 0 6 7 8 9 10 11 12 13 14 15  2 rest\n\n\
        1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    fs::write(file, boards).unwrap();
    let ask = ["bench", file, "--heuristic", "manhattan"];
    let lines = tilebase.json(&ask);
    assert_eq!(lines.len(), 3);
    let key =
        |key: &str| -> Vec<Option<u64>> { lines.iter().map(|line| line[key].as_u64()).collect() };
    assert_eq!(key("instance"), [Some(7), Some(2), None]);
    assert_eq!(key("length"), [Some(2), Some(1), Some(3)]);
    assert_eq!(lines[2]["bench"], file);
    assert_eq!(lines[2]["run"]["tables"], serde_json::json!([]));
    let one = tilebase.json(&[&ask[..], &["--instances", "2-2"]].concat());
    assert_eq!((one.len(), &one[0]["length"]), (2, &1.into()));

    // Other shapes and goals can be named, and small boards have a table.
    fs::write(file, "1 2 3 4 5 6 7 8 9 0 10 11\n").unwrap();
    let named = [
        "bench",
        file,
        "--space",
        "3x4",
        "--goal",
        "blank-last",
        "--heuristic",
        "manhattan",
    ];
    assert_eq!(tilebase.json(&named)[0]["length"], 2);
    fs::write(file, "1  8 6 7 2 5 4 3 0 1  31\n").unwrap();
    let alias = ["bench", file, "--space", "8-puzzle", "--goal", "blank-last"];
    assert_eq!(tilebase.json(&alias)[0]["length"], 31);
    fs::write(file, "1 0 2 3\n").unwrap();
    let lines = tilebase.json(&["bench", file]);
    assert_eq!(
        (&lines[0]["length"], &lines[1]["heuristic"]),
        (&1.into(), &"table".into())
    );
}

#[test]
fn a_length_that_is_not_proven_is_no_measurement() {
    let tilebase = Tilebase::new();
    let board = tilebase.ok(&["random", "6x6", "--seed", "1", "--format", "line"]);
    let file = tilebase.data().join("boards.txt");
    fs::write(&file, format!("1 {board}")).unwrap();
    let said = tilebase.run(&["bench", file.to_str().unwrap(), "--goal", "blank-last"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    let says = "the solution is not proven to be the shortest: --heuristic pdb searches boards";
    assert!(said.err.contains(says), "{}", said.err);
    // Nor is such a solution a search that can be saved.
    for ask in [
        ["solve", "6x6", board.trim()],
        ["distance", "6x6", board.trim()],
    ] {
        let said = tilebase.run(&[&ask[..], &["--resume", "x"]].concat());
        assert_eq!(said.code, Some(2), "{}", said.err);
        assert!(said.err.contains("cannot be saved"), "{}", said.err);
    }
}

#[test]
fn options_that_a_command_does_not_use_are_refused() {
    let tilebase = Tilebase::new();
    for ask in [
        &["bench", "tables", "--memory", "1G"][..],
        &["bench", "lookup", "--heuristic", "manhattan"],
        &["bench", "patterns", "--partition", "1-7/8-15"],
        &["depths", "2x2", "--json", "--csv"],
        &[
            "random",
            "3x3",
            "--levels",
            "1",
            "--per-level",
            "1",
            "--json",
            "--csv",
        ],
    ] {
        assert_eq!(tilebase.run(ask).code, Some(2), "{ask:?}");
    }
}

#[test]
fn a_length_that_is_not_found_may_be_for_another_goal() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("boards.txt");
    let file = file.to_str().unwrap();
    fs::write(file, "1  1 2 3 4 5 6 7 0 8  1\n").unwrap();
    let said = tilebase.run(&["bench", file]);
    assert_eq!(said.code, Some(3));
    assert!(
        said.err.contains("for the goal blank-first") && said.err.contains("--goal blank-last"),
        "{}",
        said.err
    );
    let lines = tilebase.json(&["bench", file, "--goal", "blank-last"]);
    assert_eq!(lines[0]["length"], 1);
}

#[test]
fn files_that_are_wrong_say_where() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("boards.txt");
    let file = file.to_str().unwrap();
    for (text, options, code, says) in [
        ("", &[][..], 2, "has no boards"),
        (
            "1 2 3\n",
            &[],
            2,
            "line 1: no number and the cells of a square board",
        ),
        ("\n1  1 0 2 3  x\n", &[], 2, "line 2: `x` is not a number"),
        ("1  1 0 2 3  3\n", &[], 3, "instance 1: solved in 1 moves"),
        ("1  2 0 1 3\n", &[], 2, "line 1: unsolvable"),
        (
            "1 0 2 3\n",
            &["--instances", "1-3"],
            2,
            "no instance 2: they are 1 to 1",
        ),
        (
            "1 0 2 3\n",
            &["--instances", "3-1"],
            2,
            "ranges such as 1-20,40",
        ),
        (
            "1 1\n",
            &["--space", "oshidori-bw-3"],
            2,
            "instances are boards",
        ),
    ] {
        fs::write(file, text).unwrap();
        let said = tilebase.run(&[&["bench", file], options].concat());
        assert_eq!(said.code, Some(code), "{text}: {said:?}");
        assert!(said.err.contains(says), "{says}: {said:?}");
    }
    let said = tilebase.run(&["bench", "/no/such/file"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err.contains("korf-felner50"),
        "names what there is: {said:?}"
    );
    let said = tilebase.run(&["bench", "lookup", "--space", "3x3"]);
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn nodes_are_told_for_each_threshold() {
    let tilebase = Tilebase::new();
    let board = "5 1 2 4 9 6 3 8 13 10 7 11 14 0 15 12";
    for command in ["distance", "solve"] {
        let ask = [
            command,
            "15-puzzle",
            board,
            "--heuristic",
            "manhattan",
            "--stats",
        ];
        let answer = &tilebase.json(&[&ask[..], &["--threads", "1"]].concat())[0];
        let (stats, run) = (&answer["stats"], &answer["run"]);
        let steps = stats["iterations"].as_array().unwrap();
        let thresholds: Vec<_> = steps.iter().map(|step| step["threshold"].clone()).collect();
        assert_eq!(stats["thresholds"], serde_json::Value::from(thresholds));
        assert_eq!(steps.last().unwrap()["threshold"], answer["distance"]);
        for key in ["expanded", "generated"] {
            let sum: u64 = steps.iter().map(|step| step[key].as_u64().unwrap()).sum();
            assert_eq!(stats[key], sum);
        }
        assert_eq!(run["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!((&run["threads"], &run["seed"]), (&1.into(), &().into()));
        assert!(!run["processor"].as_str().unwrap().is_empty());
    }
    let table = &tilebase.json(&["distance", "3x3", "867254301", "--stats"])[0];
    assert_eq!(
        table["run"]["tables"],
        serde_json::json!(["sliding-3x3-home0.tilebase"])
    );
    assert!(
        table.get("stats").is_none(),
        "nothing was searched: {table}"
    );
}

#[test]
fn the_whole_tree_is_searched_on_request() {
    let tilebase = Tilebase::new();
    let board = "10 8 4 14 15 12 13 0 7 11 6 1 5 9 2 3";
    let generated = |options: &[&str]| {
        let ask = [
            "distance",
            "15-puzzle",
            board,
            "--heuristic",
            "pdb:6-6-3",
            "--stats",
        ];
        let answer = &tilebase.json(&[&ask[..], options].concat())[0];
        assert_eq!(answer["distance"], 60);
        let steps = answer["stats"]["iterations"].as_array().unwrap().clone();
        // The last threshold ends with the first solution found.
        let full = &steps[..steps.len() - 1];
        full.iter()
            .map(|step| step["generated"].as_u64().unwrap())
            .sum::<u64>()
    };
    assert!(generated(&["--whole-tree"]) > generated(&[]));
    let said = tilebase.run(&["distance", "oshidori-bw-3", "--whole-tree"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("sliding boards"), "{said:?}");
}

/// What a search took is a sentence.
#[test]
fn statistics_are_said() {
    let ask = [
        "distance",
        "3x3",
        "123456078",
        "--stats",
        "--heuristic",
        "manhattan",
    ];
    let said = Tilebase::new().ok(&ask);
    has_lines_like(
        &said,
        r"^2  \(found by IDA\* with manhattan, proof by search: \d nodes expanded, \d generated,",
    );
    has_lines_like(&said, r" generated, thresholds 2, \d.*s\)$");
}

#[test]
fn a_search_is_drawn_by_its_thresholds() {
    let tilebase = Tilebase::new();
    let board = "5 1 2 4 9 6 3 8 13 10 7 11 14 0 15 12";
    let ask = ["distance", "15-puzzle", board, "--heuristic", "manhattan"];
    let thresholds =
        tilebase.json(&[&ask[..], &["--stats"]].concat())[0]["stats"]["thresholds"].clone();
    let svg = tilebase.ok(&[&ask[..], &["--svg", "-"]].concat());
    assert!(
        svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    let bars = svg.matches("class=\"bar\"").count();
    assert_eq!(bars, thresholds.as_array().unwrap().len());
    let file = tilebase.data().join("growth.svg");
    let said = tilebase.ok(&[&ask[..], &["--svg", file.to_str().unwrap()]].concat());
    assert!(
        said.trim().parse::<u32>().is_ok(),
        "the answer is printed too: {said}"
    );
    assert_eq!(fs::read_to_string(file).unwrap(), svg);

    let said = tilebase.run(&["distance", "3x3", "867254301", "--svg", "-"]);
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
    let says = "--svg draws the thresholds of a search of a board, and this answer took none: \
        name a --heuristic, or a state farther from the goal";
    assert!(said.err.contains(says), "{said:?}");
    let said = tilebase.pipe(
        &["distance", "15-puzzle", "-", "--svg", "x.svg"],
        BOARD.as_bytes(),
    );
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn heuristics_are_compared_by_name() {
    let tilebase = Tilebase::new();
    let state = "8 6 7 2 5 4 3 0 1";
    let ask = [
        "compare",
        "3x3",
        state,
        "--methods",
        "table",
        "--heuristic",
        "manhattan",
    ];
    let tiles = "pdb:1,2,3,4/5,6,7,8";
    let lines = tilebase.json(&[&ask[..], &["--heuristic", tiles]].concat());
    let methods = lines[0]["methods"].as_array().unwrap();
    let named: Vec<_> = methods
        .iter()
        .map(|line| line["heuristic"].as_str())
        .collect();
    assert_eq!(named, [None, Some("manhattan"), Some(tiles)]);
    for line in methods {
        assert_eq!(line["length"], 31);
    }
    assert!(methods[1]["generated"].as_u64() > methods[2]["generated"].as_u64());
}

/// A partition is named by its tiles; a `0` in a group makes its table zero-aware.
#[test]
fn partitions_by_their_tiles() {
    let tilebase = Tilebase::new();
    let solve = |partition: &str| {
        let ask = [
            "distance",
            "3x3",
            "867254301",
            "--stats",
            "--partition",
            partition,
        ];
        let answer = tilebase.json(&ask)[0].clone();
        assert_eq!(answer["distance"], 31);
        answer["heuristic"].as_str().unwrap().to_owned()
    };
    assert_eq!(solve("1 2 3 4 / 5 6 7 8"), "pdb:1,2,3,4/5,6,7,8");
    assert_eq!(solve("0,1,2,3,4/5,6,7,8"), "pdb:0,1,2,3,4/5,6,7,8");
    // A table serves the mirror images of its tiles, too.
    assert_eq!(
        tilebase.tables(),
        [
            "pattern-3x3-home0-1.2.3.4.tilebase",
            "pattern-3x3-home0-5.6.7.8-zero-aware.tilebase",
            "pattern-3x3-home0-5.6.7.8.tilebase"
        ]
    );
    let wrong = [
        "distance",
        "3x3",
        "867254301",
        "--partition",
        "0/1,2,3,4,5,6,7,8",
    ];
    assert_eq!(tilebase.run(&wrong).code, Some(2));
}

#[test]
fn benchmarks_as_comma_separated_values() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("boards.txt");
    fs::write(&file, "1 8 6 7 2 5 4 3 0 1 31\n2 1 2 3 4 5 6 7 0 8 1\n").unwrap();
    let file = file.to_str().unwrap();
    let ask = [
        "bench",
        file,
        "--space",
        "3x3",
        "--goal",
        "blank-last",
        "--heuristic",
        "manhattan",
    ];
    let text = tilebase.ok(&[&ask[..], &["--csv"]].concat());
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 3, "{text}");
    let column = |name| {
        lines[0]
            .iter()
            .position(|heading| *heading == name)
            .unwrap()
    };
    let values = |name| [lines[1][column(name)], lines[2][column(name)]];
    assert_eq!(
        (values("instance"), values("length")),
        (["1", "2"], ["31", "1"])
    );
    assert_eq!(values("heuristic"), ["manhattan"; 2]);
    assert!(lines[1][column("generated")].parse::<u64>().unwrap() > 31);
    assert_eq!(tilebase.run(&["bench", "--csv"]).code, Some(2));
}
