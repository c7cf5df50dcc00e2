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
