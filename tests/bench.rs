//! The figures that `bench` prints, for small puzzles.

use crate::common::Tilebase;

#[test]
fn instances_are_solved_and_summed_up() {
    let tilebase = Tilebase::new();
    let lines = tilebase.json(&[
        "bench",
        "korf100",
        "--instances",
        "79,42",
        "--heuristic",
        "pdb:5-5-5",
        "--repeat",
        "1",
        "--threads",
        "2",
    ]);
    let numbers =
        |key: &str| -> Vec<Option<u64>> { lines.iter().map(|line| line[key].as_u64()).collect() };
    assert_eq!(numbers("instance"), [Some(79), Some(42), None]);
    assert_eq!(numbers("length"), [Some(42), Some(42), Some(84)]);
    let generated = numbers("generated");
    assert_eq!(
        generated[2],
        Some(generated[0].unwrap() + generated[1].unwrap())
    );
    assert_eq!(lines[2]["threads"], 2);
    assert!(
        lines
            .iter()
            .all(|line| line["seconds"].as_f64() > Some(0.0))
    );
}

/// Korf (1985) counts the root; else the search is the same, to the board at which it ends.
#[test]
fn korfs_published_nodes_come_out() {
    let tilebase = Tilebase::new();
    let search = ["--heuristic", "manhattan", "--whole-tree", "--threads", "1"];
    let instances = ["bench", "korf100", "--instances", "79,12", "--repeat", "1"];
    let lines = tilebase.json(&[&instances[..], &search].concat());
    let numbers = |key: &str| [&lines[0], &lines[1]].map(|line| line[key].as_u64().unwrap());
    assert_eq!(
        numbers("published"),
        numbers("generated").map(|nodes| nodes + 1)
    );
    let said = tilebase.ok(&[&instances[..], &search].concat());
    assert!(said.contains("540,859    540,860"), "{said}");
}

/// To its end, the last iteration has the same boards whatever the order of moves: those of one
/// thread are those of two. The iterations before are not changed.
#[test]
fn the_last_iteration_is_counted_to_its_end() {
    let tilebase = Tilebase::new();
    let searched = |heuristic: &str, more: &[&str]| {
        let search = ["bench", "korf100", "--instances", "79", "--repeat", "1"];
        let options = ["--whole-tree", "--heuristic", heuristic];
        let lines = tilebase.json(&[&search[..], &options, more].concat());
        let iterations = lines[0]["iterations"].as_array().unwrap().iter();
        let counts = iterations.map(|done| {
            ["threshold", "expanded", "generated"].map(|key| done[key].as_u64().unwrap())
        });
        assert_eq!(lines[0]["length"], 42);
        counts.collect::<Vec<_>>()
    };
    for heuristic in ["manhattan", "pdb:5-5-5"] {
        let whole = ["--last-iteration", "whole", "--threads", "2"];
        let first = searched(heuristic, &["--threads", "1"]);
        let all = searched(heuristic, &whole);
        assert_eq!(all, searched(heuristic, &[&whole[..3], &["1"]].concat()));
        let (last, before) = all.split_last().unwrap();
        let (first_last, first_before) = first.split_last().unwrap();
        assert_eq!(before, first_before);
        assert_eq!(last[0], first_last[0]);
        assert!(
            last[1] > first_last[1] && last[2] > first_last[2],
            "{all:?} {first:?}"
        );
    }
    let said = tilebase.ok(&[
        "bench",
        "korf100",
        "--instances",
        "79",
        "--repeat",
        "1",
        "--whole-tree",
        "--heuristic",
        "manhattan",
        "--last-iteration",
        "whole",
    ]);
    assert!(said.contains("expanded"), "{said}");
    let refused = |options: &[&str], why: &str| {
        let whole = ["bench", "korf100", "--last-iteration", "whole"];
        let said = tilebase.run(&[&whole[..], options].concat());
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(why), "{said:?}");
    };
    refused(&[], "with --whole-tree");
    refused(&["--whole-tree", "--resume", "kept"], "not with --resume");
}

#[test]
fn instances_that_are_not_there_are_bad_usage() {
    let tilebase = Tilebase::new();
    let said = tilebase.run(&["bench", "korf-felner50", "--instances", "51"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("no instance 51"), "{said:?}");
    let said = tilebase.run(&["bench", "tables", "--instances", "1"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    let said = tilebase.run(&["bench", "tables", "--whole-tree"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("--whole-tree goes with"), "{said:?}");
    assert!(tilebase.tables().is_empty());
}

/// Beams of several widths: every solution is as long as the program says of its board.
#[test]
fn beams_are_compared_on_the_boards_of_a_file() {
    let tilebase = Tilebase::new();
    let boards = tilebase.ok(&[
        "random", "3x3", "-n", "5", "--seed", "2", "--format", "line",
    ]);
    let lengths = tilebase
        .pipe(&["distance", "3x3", "-"], boards.as_bytes())
        .out;
    let pairs = boards.lines().zip(lengths.lines()).enumerate();
    let lines: String = pairs
        .map(|(number, (board, length))| format!("{number} {board} {length} 0.5\n"))
        .collect();
    let file = tilebase.data().join("boards.txt");
    std::fs::write(&file, lines).unwrap();
    let ask = [
        "bench",
        "anytime",
        file.to_str().unwrap(),
        "--widths",
        "3,1000",
    ];
    let widths = tilebase.json(&ask);
    let known: Vec<u64> = lengths
        .lines()
        .map(|length| length.parse().unwrap())
        .collect();
    assert_eq!(widths.len(), 2);
    for (width, line) in [3, 1000].into_iter().zip(&widths) {
        assert_eq!(
            (&line["width"], &line["instances"]),
            (&width.into(), &5.into())
        );
        let found = line["lengths"].as_array().unwrap();
        let found: Vec<u64> = found
            .iter()
            .map(|length| length.as_u64().unwrap())
            .collect();
        let (mut short, mut solved) = (0, vec![]);
        for (board, known) in boards.lines().zip(&known) {
            let solve = ["solve", "3x3", board, "--width", &width.to_string()];
            let length = tilebase.json(&solve)[0]["length"].as_u64().unwrap();
            short += u32::from(length <= *known);
            solved.push(length);
        }
        assert_eq!(found, solved);
        assert_eq!(line["as_short"], f64::from(20 * short));
        let mean = |of: &[u64]| of.iter().sum::<u64>() as f64 / 5.0;
        assert_eq!(line["mean_length"], mean(&found));
        assert_eq!(line["known_mean_length"], mean(&known));
    }
    assert_eq!(
        widths[1]["as_short"], 100.0,
        "a wide beam finds the shortest on 3x3"
    );
    let row = [&ask[..], &["--goal", "1 2 3 x x x x x x"]].concat();
    let row = tilebase.json(&row);
    assert_eq!(row[1]["instances"], 5, "a goal may leave cells open");
    let csv = tilebase.ok(&[&ask[..], &["--csv"]].concat());
    assert!(csv.starts_with("width,instances,mean_length,"), "{csv}");
    assert_eq!(csv.lines().count(), 3);
    for wrong in [
        &["bench", "anytime"][..],
        &["bench", "lookup", "--seed", "1"],
    ] {
        assert_eq!(tilebase.run(wrong).code, Some(2));
    }
}
