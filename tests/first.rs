//! The first minute: help, what was perhaps meant, and answers without the name of a command.

use crate::common::Tilebase;

#[test]
fn a_puzzle_in_place_of_a_command_asks_for_a_hint() {
    let tilebase = Tilebase::new();
    let hint = tilebase.ok(&["hint", "3x3", "867254301"]);
    assert_eq!(tilebase.ok(&["3x3", "867254301"]), hint);
    assert_eq!(tilebase.ok(&["--quiet", "3x3", "867254301"]), hint);
    let said = tilebase.pipe(&["8-puzzle", "-"], b"123456708\n");
    assert_eq!(said.out, "1: 8=0 5=2 7=2\n", "{said:?}");
    // Each line of what can be asked is a command that answers.
    for (puzzle, state) in [
        ("3x3", "867254301"),
        ("oshidori-bw-3", "BWBWBW__"),
        ("10x10", ""),
    ] {
        let overview = tilebase.ok(&[puzzle]);
        let lines = overview
            .lines()
            .filter_map(|line| line.strip_prefix("  tilebase "));
        let lines: Vec<&str> = lines.collect();
        assert!(lines.len() >= 6, "{overview}");
        for line in lines.iter().filter(|_| !state.is_empty()) {
            let (words, what) = line.split_once("  ").unwrap();
            assert!(!what.trim().is_empty(), "{line}");
            let words = words.split(' ').map(|word| match word {
                "STATE" => state,
                "MOVES" => "1",
                word => word,
            });
            tilebase.ok(&words.collect::<Vec<_>>());
        }
        let (_, example) = overview.rsplit_once(": \"").unwrap();
        let example = example.trim_end().trim_end_matches('"');
        tilebase.ok(&["check", puzzle, example]);
    }
}

#[test]
fn a_puzzle_alone_is_an_object_with_json() {
    let tilebase = Tilebase::new();
    let about = &tilebase.json(&["15-puzzle"])[0];
    assert_eq!(about["space"], "4x4");
    assert_eq!(about["states"], 10_461_394_944_000_u64);
    assert_eq!(about["goal"], "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0");
    assert_eq!(about["has_table"], false);
    let state = about["state"].to_string();
    assert_eq!(
        tilebase.json(&["check", "4x4", &state])[0]["solvable"],
        true
    );
    let large = &tilebase.json(&["--quiet", "10x10"])[0];
    assert!(large["states"].is_null(), "{large}");
}

#[test]
fn what_was_perhaps_meant_is_said() {
    let tilebase = Tilebase::new();
    for (words, says) in [
        (
            &["slove", "3x3"][..],
            "error: there is no command `slove`: did you mean `tilebase solve`?",
        ),
        (
            &["dist", "3x3"],
            "error: there is no command `dist`: did you mean `tilebase distance`?",
        ),
        (
            &["frobnicate"],
            "error: there is no command or puzzle `frobnicate`: `tilebase --help` lists both",
        ),
        (
            &["3*3", "867254301"],
            "error: there is no command `3*3`: did you mean 3x3? `tilebase 3x3` says what can be \
            asked of it",
        ),
        (
            &["solve", "3*3", "867254301"],
            "error: unknown puzzle `3*3`: did you mean 3x3?",
        ),
        (
            &["solve", "3×3"],
            "error: unknown puzzle `3×3`: did you mean 3x3?",
        ),
        (
            &["solve", "8puzzle"],
            "error: unknown puzzle `8puzzle`: did you mean 8-puzzle?",
        ),
        (
            &["solve", "ducks-5"],
            "error: unknown puzzle `ducks-5`: did you mean oshidori-kinds-5?",
        ),
        (
            &["solve", "oshidori"],
            "error: unknown puzzle `oshidori`: did you mean oshidori-kinds-4?",
        ),
        (
            &["solve", "3x3"],
            "error: the state is empty: 9 cells are needed, in reading order, such as \
            `tilebase solve 3x3 \"1 2 3 4 5 6 7 8 0\"`",
        ),
        (
            &["review", "3x3", "https://slidysim.github.io/replay?r=eNq"],
            "error: the link replays no game: it is cut off, copy it whole",
        ),
    ] {
        let said = tilebase.run(words);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert_eq!(said.err.lines().next(), Some(says), "{said:?}");
    }
}

#[test]
fn help_is_in_the_order_of_use_and_short_on_request() {
    let tilebase = Tilebase::new();
    let help = tilebase.ok(&["--help"]);
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let first = list.lines().filter_map(|line| line.strip_prefix("  "));
    let first = first.filter(|line| !line.starts_with(' '));
    let first: Vec<&str> = first
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(
        first[..4],
        ["distance", "solve", "hint", "hardest"],
        "{help}"
    );
    assert!(
        help.contains("\nExamples:\n  tilebase 3x3 867254301 "),
        "{help}"
    );
    for command in ["distance", "solve", "review", "random"] {
        let [short, long] = ["-h", "--help"].map(|option| tilebase.ok(&[command, option]));
        let lines = |text: &str| text.lines().count();
        assert!(lines(&short) * 3 < lines(&long) * 2, "{command}: {short}");
        assert!(
            !short.contains("--block") && long.contains("\nRules of oshidori:\n"),
            "{long}"
        );
    }
}

#[test]
fn players_words_for_metrics_and_names_of_tables_are_taken() {
    let tilebase = Tilebase::new();
    let ask = ["distance", "2x3", "0 1 2 4 5 3", "--metric"];
    for (name, distance) in [
        ("stm", "3\n"),
        ("Single", "3\n"),
        ("MTM", "2\n"),
        ("multi", "2\n"),
    ] {
        assert_eq!(
            tilebase.ok(&[&ask[..], &[name]].concat()),
            distance,
            "{name}"
        );
    }
    let all = tilebase.ok(&["list", "--quiet"]);
    let some = tilebase.ok(&["list", "2x3", "--quiet"]);
    assert_eq!(all, some);
    let none = tilebase.run(&["list", "2x4"]);
    assert_eq!((&*none.out, none.code), ("", Some(0)), "{none:?}");
    assert!(
        none.err.starts_with("no table of 2x4 is built in "),
        "{none:?}"
    );
    assert_eq!(tilebase.run(&["list", "2y4"]).code, Some(2));
    // Shells complete them.
    let script = tilebase.ok(&["completions", "fish"]);
    for name in ["spiral", "multi", "rows-columns"] {
        assert!(script.contains(name), "{name}");
    }
}
