//! Problems for planners and graded records: what is written is read again.

use serde_json::Value;

use crate::common::{Tilebase, fails};

const BOARD: &str = "1 2 3 4 5 6 0 7 8";

#[test]
fn a_problem_is_read_as_the_state_and_the_goal_that_it_was_written_from() {
    let tilebase = Tilebase::new();
    for goal in ["blank-last", "spiral", "1 2 3 x x x x x x"] {
        let drawn = ["random", "3x3", "-n", "5", "--seed", "3", "--goal", goal];
        let lines = tilebase.ok(&[&drawn[..], &["--format", "line"]].concat());
        let written = tilebase.ok(&[&drawn[..], &["--format", "pddl"]].concat());
        let file = tilebase.data().join("problems.pddl");
        std::fs::write(&file, &written).unwrap();
        let file = file.to_str().unwrap();
        let read = tilebase.json(&["distance", "3x3", "--file", file]);
        let asked = tilebase.pipe(
            &["distance", "3x3", "-", "--goal", goal, "--json"],
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
    fails(
        &tilebase,
        &["distance", "2x2", wrong],
        2,
        "10 cells given, but 4 are needed",
    );
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
