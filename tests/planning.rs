//! Problems for planners and graded records: what is written is read again.

use serde_json::Value;

use crate::common::{Tilebase, fails};

const BOARD: &str = "1 2 3 4 5 6 0 7 8";

#[test]
fn a_problem_is_read_as_the_state_and_the_goal_that_it_was_written_from() {
    let tilebase = Tilebase::new();
    for (puzzle, goal) in [
        ("3x3", "blank-last"),
        ("3x3", "spiral"),
        ("3x3", "1 2 3 x x x x x x"),
        ("3x3", "AABBCCDD0"),
        ("oshidori-bw-3", "blank-last"),
        ("oshidori-kinds-3", "blank-first"),
    ] {
        let drawn = ["random", puzzle, "-n", "5", "--seed", "3", "--goal", goal];
        let lines = tilebase.ok(&[&drawn[..], &["--format", "line"]].concat());
        let written = tilebase.ok(&[&drawn[..], &["--format", "pddl"]].concat());
        let file = tilebase.data().join("problems.pddl");
        std::fs::write(&file, &written).unwrap();
        let file = file.to_str().unwrap();
        let read = tilebase.json(&["distance", puzzle, "--file", file]);
        let asked = tilebase.pipe(
            &["distance", puzzle, "-", "--goal", goal, "--json"],
            lines.as_bytes(),
        );
        let object = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let asked: Vec<Value> = asked.out.lines().map(object).collect();
        let pairs: Vec<_> = read.into_iter().zip(asked).collect();
        assert_eq!(pairs.len(), 5);
        for (read, asked) in pairs {
            assert_eq!(read["state"], asked["state"], "{written}");
            assert_eq!(read["distance"], asked["distance"], "{written}");
            let distance = &asked["distance"];
            assert!(written.contains(&format!("a shortest plan has {distance} action")));
        }
    }
}

#[test]
fn problems_in_other_domains_of_the_n_puzzle_are_read() {
    let tilebase = Tilebase::new();
    for problem in [
        "(define (problem a) (:init (at t1 x1 y1) (at t2 x2 y1) (blank x1 y2) (at t3 x2 y2)))",
        "(define (problem a) (:init (at t1 c0) (at t2 c1) (hole c2) (at t3 c3)))",
        ";; one move\n(DEFINE (PROBLEM a)\n(:init\n(at tile1 p_1_1) (at tile2 p_1_2)\n\
         (empty p_2_1) (at tile3 p_2_2)) ; init\n\
         (:goal (and (at tile1 p_1_1) (at tile2 p_1_2) (at tile3 p_2_1))))",
    ] {
        assert_eq!(
            tilebase.ok(&["distance", "2x2", problem, "--quiet"]),
            "1\n",
            "{problem}"
        );
    }
    let wrong = "(define (problem a) (:init (at t1 c0) (at t2 c1)))";
    let says = "does not have one tile, or the blank, in each cell of the puzzle";
    fails(&tilebase, &["distance", "2x2", wrong], 2, says);
}

#[test]
fn a_problem_that_is_not_read_is_one_error() {
    let tilebase = Tilebase::new();
    let sas = tilebase.ok(&["solve", "3x3", BOARD, "--format", "sas"]);
    let file = tilebase.data().join("problem");
    let named = file.to_str().unwrap();
    let open = format!("(define (problem a) (:init\n{}", "((((\n".repeat(100_000));
    let is_sas = "problems in SAS+ are not read";
    let is_open = "the problem in PDDL has no end: a parenthesis of it is not closed";
    for (text, says) in [
        (&*sas, is_sas),
        ("(define (problem a)\n(:init (at t1 x1 y1)\n", is_open),
        (&open, is_open),
    ] {
        std::fs::write(&file, text).unwrap();
        let start = std::time::Instant::now();
        for ask in [
            &["distance", "3x3", "--file", named][..],
            &["check", "3x3", "-"],
        ] {
            let said = tilebase.pipe(ask, text.as_bytes());
            assert_eq!(
                (said.code, said.out.lines().count()),
                (Some(2), 1),
                "{said:?}"
            );
            assert!(said.out.contains(says), "{said:?}");
        }
        assert!(start.elapsed().as_secs() < 20, "each line is read once");
    }
    std::fs::write(&file, sas).unwrap();
    fails(&tilebase, &["distance", named], 2, is_sas);
}

#[test]
fn records_are_of_shortest_solutions() {
    let tilebase = Tilebase::new();
    let staged = ["solve", "3x3", BOARD, "--stages", "rows", "--format"];
    for format in ["pddl", "sas", "jsonl"] {
        let ask = [&staged[..], &[format]].concat();
        fails(&tilebase, &ask, 2, "not for --stages");
    }
    for (command, says) in [
        ("solve", "--json and --format jsonl are two forms"),
        ("check", "cannot be used with"),
    ] {
        let ask = [command, "3x3", BOARD, "--format", "jsonl", "--json"];
        fails(&tilebase, &ask, 2, says);
    }
}

#[test]
fn records_have_all_optimal_moves_and_a_solution() {
    let tilebase = Tilebase::new();
    let record = tilebase.ok(&["solve", "3x3", BOARD, "--format", "jsonl"]);
    assert_eq!(
        record,
        "{\"space\":\"3x3\",\"goal\":\"1 2 3 4 5 6 7 8 0\",\"state\":[1,2,3,4,5,6,0,7,8],\
         \"text\":\"1 2 3\\n4 5 6\\n_ 7 8\",\"distance\":2,\"optimal\":[7],\"moves\":[7,8],\
         \"letters\":\"L2\"}\n"
    );
    for command in ["check", "solve"] {
        let one = tilebase.ok(&[command, "3x3", BOARD, "--format", "jsonl"]);
        assert_eq!(one, record, "{command}");
    }
    let hardest = tilebase.ok(&["hardest", "3x3", "--format", "jsonl"]);
    let hint = tilebase.ok(&["hint", "3x3", "867254301", "--json"]);
    let hint: Value = serde_json::from_str(&hint).unwrap();
    let best = hint["moves"].as_array().unwrap().iter();
    let best: Vec<&Value> = best
        .filter(|step| step["distance"] == 30)
        .map(|step| &step["move"])
        .collect();
    let first: Value = serde_json::from_str(hardest.lines().next().unwrap()).unwrap();
    assert_eq!(
        first["optimal"]
            .as_array()
            .unwrap()
            .iter()
            .collect::<Vec<_>>(),
        best
    );
    assert_eq!(first["moves"].as_array().unwrap().len(), 31);
    assert_eq!(hardest.lines().count(), 2);
}

#[test]
fn domains_and_what_has_none() {
    let tilebase = Tilebase::new();
    for command in [&["random"][..], &["hardest"], &["solve"], &["check"]] {
        let domain = tilebase.ok(&[command, &["4x4", "--domain"]].concat());
        assert!(
            domain.starts_with("(define (domain n-puzzle-typed)\n"),
            "{domain}"
        );
        let rows = tilebase.ok(&[command, &["oshidori-bw-3", "--domain"]].concat());
        assert!(
            rows.starts_with("(define (domain oshidori-block-2)\n"),
            "{rows}"
        );
    }
    let multi = [
        "solve", "3x3", BOARD, "--metric", "multi", "--format", "sas",
    ];
    let says = "problems for planners have moves of single tiles: leave out the metric `multi`";
    fails(&tilebase, &multi, 2, says);
    let any = [
        "random",
        "oshidori-bw-3",
        "--goal",
        "any",
        "--format",
        "pddl",
    ];
    fails(&tilebase, &any, 2, "several patterns meet the goal any");
}
