//! `hardest` prints the states at a distance as it finds them.

use std::{io::Read, process::Child};

use serde_json::json;

use crate::common::{Tilebase, said, signal};

/// A level with more states than a test can wait for.
const ENDLESS: [&str; 7] = [
    "hardest",
    "3x4",
    "--distance",
    "40",
    "--limit",
    "100000000",
    "--quiet",
];

/// One level each of tables of bytes, of bits (one listed in the file and one found by a scan) and
/// of remainders.
#[test]
fn every_format_lists_the_same_states() {
    let tilebase = Tilebase::new();
    for (space, distance, limit) in [
        ("2x5", 0, 10),
        ("2x5", 30, 1_000_000),
        ("2x5", 41, 5000),
        ("3x4", 12, 1_000_000),
        ("3x4", 17, 700),
        ("oshidori-bw-8", 9, 1_000_000),
    ] {
        let case = format!("{space} at {distance}");
        let [far, most] = [distance, limit].map(|number| number.to_string());
        let ask = ["hardest", space, "--distance", &far, "--limit", &most];
        let lines = tilebase.ok(&[&ask[..], &["--format", "line"]].concat());
        let lines: Vec<&str> = lines.lines().collect();

        let depths = &tilebase.json(&["depths", space])[0];
        let count = depths["counts"][distance].as_u64().unwrap() as usize;
        assert_eq!(lines.len(), count.min(limit), "{case}");

        let answer = &tilebase.json(&ask)[0];
        assert_eq!(
            (&answer["space"], &answer["distance"], &answer["count"]),
            (&json!(space), &json!(distance), &json!(count))
        );
        let listed = (count > limit).then_some(limit);
        assert_eq!(answer.get("listed"), listed.map(|n| json!(n)).as_ref());
        let states = answer["states"].as_array().unwrap();
        let words = states.iter().map(|state| {
            let cells = state.as_array().unwrap().iter();
            cells.map(|cell| cell.to_string()).collect::<Vec<_>>()
        });
        let states: Vec<String> = words.map(|words| words.join(" ")).collect();
        assert_eq!(states, lines, "{case}");

        let contest = tilebase.ok(&[&ask[..], &["--format", "contest"]].concat());
        let blocks = contest.split("\n\n").map(|block| {
            let cells = block.split_whitespace();
            let cells: Vec<&str> = cells.map(|cell| cell.trim_matches('*')).collect();
            cells.len()
        });
        let cells = lines[0].split(' ').count();
        assert!(blocks.clone().all(|block| block == cells), "{case}");
        assert_eq!(blocks.count(), lines.len(), "{case}");

        let some: String = lines
            .iter()
            .step_by(50)
            .flat_map(|line| [line, "\n"])
            .collect();
        let distances = tilebase.pipe(&["distance", space, "-"], some.as_bytes());
        assert!(distances.out.lines().all(|line| line == far), "{case}");
    }
}

#[test]
fn nothing_is_farther_than_the_hardest() {
    let tilebase = Tilebase::new();
    let ask = ["hardest", "3x3", "--distance", "32"];
    assert_eq!(tilebase.ok(&[&ask[..], &["--format", "line"]].concat()), "");
    let answer = &tilebase.json(&ask)[0];
    assert_eq!(
        (&answer["count"], &answer["states"]),
        (&json!(0), &json!([]))
    );
}

#[test]
fn a_level_without_a_table_is_an_error_and_no_part_of_an_object() {
    let tilebase = Tilebase::new();
    let said = tilebase.run(&["hardest", "4x4", "--json"]);
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
}

/// Returns the program after it has begun to list, with its first bytes.
fn begun(tilebase: &Tilebase, format: &[&str]) -> (Child, String) {
    tilebase.ok(&["build", "3x4"]);
    let mut child = tilebase
        .command(&[&ENDLESS[..], format].concat())
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    (child, String::from_utf8(first.to_vec()).unwrap())
}

#[test]
fn a_reader_that_stops_early_ends_the_search() {
    let tilebase = Tilebase::new();
    for format in [
        &["--format", "line"][..],
        &["--format", "contest"],
        &["--json"],
    ] {
        let (mut child, _) = begun(&tilebase, format);
        drop(child.stdout.take());
        let said = said(child.wait_with_output().unwrap());
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{format:?}");
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupted_list_is_a_whole_object() {
    let tilebase = Tilebase::new();
    let (child, first) = begun(&tilebase, &["--json"]);
    signal("-INT", child.id());
    let said = said(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(130), "{}", said.err);
    let answer: serde_json::Value = serde_json::from_str(&(first + &said.out)).unwrap();
    let listed = answer["states"].as_array().unwrap().len();
    assert_eq!(answer["listed"], listed);
    assert!(listed as u64 <= answer["count"].as_u64().unwrap());
}
