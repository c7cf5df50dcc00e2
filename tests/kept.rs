//! Files that earlier versions wrote can be opened and give the same answers as new ones.
//!
//! For each version of the format, `tests/data` has a folder with tables that the program of that
//! time wrote. They never change. `crates/core/tests/format.rs` makes files of version 2 from one
//! of version 1.

use std::fs;

use crate::common::Tilebase;

/// Questions that the tables of version 1 answer: bytes of boards and rows, patterns with and
/// without the blank.
const FIRST: [&[&str]; 5] = [
    &["depths", "2x3"],
    &["hardest", "2x3"],
    &["solve", "oshidori-kinds-3"],
    &["distance", "3x3", "867254301", "--partition", PATTERNS],
    &[
        "distance",
        "3x3",
        "867254301",
        "--partition",
        PATTERNS,
        "--heuristic",
        "zpdb",
    ],
];

/// Questions that need tables of version 3: moves of several tiles, and their bounds by colours.
const THIRD: [&[&str]; 2] = [
    &["depths", "2x3", "--metric", "multi"],
    &[
        "distance",
        "3x3",
        "867254301",
        "--metric",
        "multi",
        "--heuristic",
        "colours:111122330",
    ],
];

const PATTERNS: &str = "1,2,3/4,5/6,7,8";

/// Asks the same of the kept tables and of tables that are built now.
fn compare(version: &str, questions: &[&[&str]]) {
    let (kept, new) = (Tilebase::new(), Tilebase::new());
    let mut files = 0;
    for file in fs::read_dir(format!("../../tests/data/{version}")).expect("kept tables") {
        let file = file.unwrap();
        let bytes = fs::read(file.path()).unwrap();
        assert_eq!(version, format!("version{}", bytes[8]), "{file:?}");
        fs::write(kept.data().join(file.file_name()), bytes).unwrap();
        files += 1;
    }
    for question in questions {
        let asked = [question, ["--no-build"].as_slice()].concat();
        assert_eq!(kept.ok(&asked), new.ok(question), "{version}: {question:?}");
    }
    assert_eq!(kept.ok(&["verify"]).matches("good").count(), files);
}

#[test]
fn tables_of_version_1_answer() {
    compare("version1", &FIRST);
}

#[test]
fn tables_of_version_3_answer() {
    compare("version3", &[FIRST.as_slice(), &THIRD].concat());
}
