//! Answers and progress on terminals, completions for shells, and manuals.

use std::{fs, process::Stdio};

use crate::common::{Tilebase, said, signal, wait_until};

fn widest(text: &str) -> usize {
    text.lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or_default()
}

#[test]
fn answers_use_the_width_there_is() {
    let tilebase = Tilebase::new();
    let with = |columns: &str, arguments: &[&str]| {
        let mut command = tilebase.command(arguments);
        let said = said(command.env("COLUMNS", columns).output().unwrap());
        assert_eq!(said.code, Some(0), "{said:?}");
        said.out
    };
    let solve = ["solve", "3x3", "867254301", "--format", "grid"];
    let (narrow, usual, wide) = (with("40", &solve), tilebase.ok(&solve), with("160", &solve));
    let boards = |text: &str| {
        let (_, boards) = text.split_once("\n\n").unwrap();
        (widest(boards), boards.lines().count())
    };
    assert!(boards(&narrow).0 <= 40 && boards(&wide).0 > 80, "{wide}");
    assert!(boards(&narrow).1 > boards(&usual).1 && boards(&usual).1 > boards(&wide).1);

    let build = ["build", "3x3", "oshidori-kinds-4", "2x5"];
    let table = with("80", &build);
    assert!(widest(&table) <= 80, "{table}");
    assert!(
        table.contains("181,440") && table.contains("farthest"),
        "{table}"
    );
    assert!(with("160", &build).contains("8 6 7 2 5 4 3 0 1"));
    assert!(widest(&with("80", &["list"])) <= 80);
    assert!(widest(&with("10", &["list"])) > 10, "a name is never cut");
}

/// Where a table is too wide, the columns that do not fit follow below.
#[test]
fn narrow_terminals_lose_no_column() {
    let tilebase = Tilebase::new();
    let with = |columns: Option<&str>, arguments: &[&str]| {
        let mut command = tilebase.command(arguments);
        let command = command.env_remove("COLUMNS");
        if let Some(columns) = columns {
            command.env("COLUMNS", columns);
        }
        said(command.output().unwrap()).out
    };
    with(None, &["build", "3x3", "2x3"]);
    let board = "8 6 7 2 5 4 3 0 1";
    for arguments in [
        &["list"][..],
        &["build", "3x3", "2x3"],
        &["depths", "3x3"],
        &["compare", "3x3", board, "--methods", "bfs,table"],
        &["estimate", "--stages", "rows", "3x3"],
    ] {
        let (narrow, whole) = (with(Some("40"), arguments), with(None, arguments));
        let headings = whole.lines().next().unwrap().split_whitespace();
        for heading in headings {
            assert!(narrow.contains(heading), "{heading}: {narrow}");
        }
        // Names of files and two states in one column fit nowhere, and sentences wrap.
        let tables = narrow.split("\n\n").filter(|part| part.lines().count() > 2);
        let lines = tables.flat_map(str::lines);
        let widest = lines
            .filter(|line| !line.contains(['|', '.']))
            .map(widest)
            .max();
        assert!(widest <= Some(40), "{narrow}");
        // No figure of the whole is missing.
        let figures = |text: &str| {
            let words = text
                .split_whitespace()
                .filter(|word| !word.contains(['#', '.']));
            words
                .map(str::to_owned)
                .collect::<std::collections::BTreeSet<_>>()
        };
        let lost: Vec<String> = figures(&whole)
            .difference(&figures(&narrow))
            .cloned()
            .collect();
        assert!(lost.is_empty(), "{lost:?}: {narrow}");
    }
}

/// Sentences break between words where they are too long, and say the same.
#[test]
fn sentences_fit_narrow_terminals() {
    let tilebase = Tilebase::new();
    for arguments in [
        &["check", "4x4", "0 13 14 7 15 2 1 6 9 11 8 12 10 3 5 4"][..],
        &["check", "3x3", "213456780"],
        &["check", "oshidori-bw-3"],
        &["distance", "3x3", "213456780"],
        &["hint", "3x3", "213456780"],
        &["hardest", "3x3"],
        &["review", "3x3", "123456078", "D U L L"],
        &["3x3"],
        &["depths", "3x3", "--mean-of", "3", "--below", "20"],
    ] {
        let whole = tilebase.command(arguments).env_remove("COLUMNS").output();
        let whole = said(whole.unwrap()).out;
        let narrow = tilebase.command(arguments).env("COLUMNS", "40").output();
        let narrow = said(narrow.unwrap()).out;
        assert!(widest(&whole) > 40 && widest(&narrow) <= 40, "{narrow}");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&narrow), words(&whole));
    }
    // Notes and errors do so on the terminal that shows them.
    let program = env!("CARGO_BIN_EXE_tilebase");
    let ask = format!("stty cols 40 rows 24; {program} solve 3x3");
    let mut script = std::process::Command::new("script");
    let script = script.args(["-qec", &ask, "/dev/null"]);
    let shown = said(script.output().expect("script")).out;
    let codes = regex::Regex::new("\u{1b}\\[[0-9;]*[A-Za-z]").unwrap();
    let shown = codes.replace_all(&shown, "").replace('\r', "");
    assert!(
        shown.starts_with("error: ") && shown.lines().count() > 1,
        "{shown}"
    );
    assert!(widest(&shown) <= 40, "{shown}");
}

/// What an estimate says of each way to build stands under a heading.
#[test]
fn estimates_of_each_way_have_a_heading() {
    let out = Tilebase::new().ok(&["estimate", "3x3", "2x6", "--quiet"]);
    let ways: Vec<(&str, &str)> = out
        .split("\n\n")
        .filter_map(|way| way.split_once('\n'))
        .collect();
    let headings: Vec<&str> = ways.iter().map(|(heading, _)| *heading).collect();
    let expected = [
        "In memory",
        "On disk, with --scratch",
        "By 8 machines, with tilebase-cluster",
    ];
    assert_eq!(headings, expected, "{out}");
    for (heading, table) in ways {
        assert!(table.starts_with("board"), "{heading}: {table}");
        assert!(table.contains("\n  2x6  "), "{heading}: {table}");
    }
}

/// A terminal that another program simulates.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes terminals of Linux")]
fn progress_fits_the_terminal_and_leaves_nothing() {
    let tilebase = Tilebase::new();
    let program = env!("CARGO_BIN_EXE_tilebase");
    let codes = regex::Regex::new("\u{1b}\\[[0-9;]*[A-Za-z]").unwrap();
    let decimal = regex::Regex::new(r"\d\.\d").unwrap();
    for columns in [40, 80] {
        let command =
            format!("stty cols {columns} rows 24; {program} build 3x4 --force > /dev/null");
        let mut script = std::process::Command::new("script");
        let script = script
            .args(["-qec", &command, "/dev/null"])
            .env("TILEBASE_DATA", tilebase.data());
        let shown = said(script.output().expect("script")).out;
        let lines: Vec<String> = shown
            .split(['\r', '\n'])
            .map(|line| codes.replace_all(line, "").into_owned())
            .collect();
        let bars: Vec<&String> = lines.iter().filter(|line| line.contains("3x4, ")).collect();
        for part in ["depth", " left"] {
            assert!(
                bars.iter().any(|line| line.contains(part)),
                "{part}: {shown}"
            );
        }
        for line in &bars {
            assert!(line.chars().count() <= columns, "{columns}: {line}");
            assert!(!line.contains("0 of 0"), "{line}");
            assert!(!decimal.is_match(line), "{line}");
        }
        // Progress takes one line, so nothing moves the cursor up.
        assert!(
            !shown.contains("\u{1b}[1A") && !shown.contains("\u{1b}[2A"),
            "one line each: {shown:?}"
        );
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes terminals of Linux")]
fn an_interrupted_search_clears_its_line() {
    let tilebase = Tilebase::new();
    let program = env!("CARGO_BIN_EXE_tilebase");
    let board = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0";
    let search =
        format!("{program} distance 15-puzzle {board} --goal blank-first --heuristic manhattan");
    let (process, shown) = (
        tilebase.data().join("process"),
        tilebase.data().join("shown"),
    );
    let command = format!(
        "stty cols 80 rows 24; echo $$ > '{}'; exec {search}",
        process.display()
    );
    let mut script = std::process::Command::new("script");
    let script = script
        .args(["-qefc", &command])
        .arg(&shown)
        .env("TILEBASE_DATA", tilebase.data())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let mut script = script.spawn().expect("script");
    let read = || String::from_utf8_lossy(&fs::read(&shown).unwrap_or_default()).into_owned();
    wait_until("a line of progress", || {
        read().contains("nodes in the last")
    });
    let process = fs::read_to_string(&process).expect("the process");
    signal("-INT", process.trim().parse().expect("its number"));
    script.wait().expect("script");
    let shown = read();
    assert!(shown.contains("at least"), "{shown:?}");
    let (_, end) = shown
        .rsplit_once("nodes in the last")
        .expect("a line of progress");
    let (spinner, error) = end.split_once("error:").expect("what is known so far");
    assert!(spinner.contains("\u{1b}[2K"), "{shown:?}");
    assert!(error.contains("interrupted"), "{shown:?}");
}

#[test]
fn colors_are_a_choice() {
    let tilebase = Tilebase::new();
    let hardest = ["hardest", "2x2"];
    assert!(
        !tilebase.ok(&hardest).contains('\u{1b}'),
        "not off a terminal"
    );
    for always in [&["--color", "always"][..], &["--color=always"]] {
        let colored = tilebase.ok(&[&hardest[..], always].concat());
        assert!(colored.contains('\u{1b}'), "{colored}");
        let colored = tilebase.ok(&[always, &hardest].concat());
        assert!(colored.contains('\u{1b}'), "{colored}");
        assert!(
            tilebase
                .ok(&[always, &["--help"]].concat())
                .contains('\u{1b}')
        );
    }
    let never = tilebase.ok(&[&hardest[..], &["--color", "never"]].concat());
    assert!(!never.contains('\u{1b}'), "{never}");
    let said = tilebase.run(&["--color", "purple", "list"]);
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn help_has_examples_and_only_options_that_mean_something() {
    let tilebase = Tilebase::new();
    let program = tilebase.ok(&["--help"]);
    for command in ["build", "distance", "maze", "man", "completions"] {
        assert!(program.contains(command), "{program}");
        let help = tilebase.ok(&[command, "--help"]);
        assert!(help.contains("Examples:\n  tilebase "), "{help}");
    }
    assert!(tilebase.ok(&["help", "maze"]).contains("Examples:"));
    let maze = tilebase.ok(&["maze", "--help"]);
    assert!(!maze.contains("--threads"), "{maze}");
    assert!(maze.contains("--json"), "{maze}");
    let said = tilebase.run(&["maze", "data/mazes/21x41.txt", "--threads", "2"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err
            .contains("--threads does not apply to `tilebase maze`"),
        "{said:?}"
    );
}

/// Those that need no file, and no table that takes long.
#[test]
fn the_examples_of_the_help_work() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "3x3"]);
    let examples = include_str!("../crates/cli/src/args/examples.txt");
    let small = [" 3x3", " moves ", " oshidori-kinds-4", " check "];
    let mut worked = 0;
    for example in examples.lines() {
        let own = !example.contains(['|', '<', '>', '$']) && !example.contains("--svg");
        if !own || !small.iter().any(|part| example.contains(part)) {
            continue;
        }
        let parts = example.split('"').enumerate();
        let words = parts.flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().collect::<Vec<_>>(),
            _ => vec![part],
        });
        let said = tilebase.run(&words.skip(1).collect::<Vec<_>>());
        // The example of `check` cannot be solved.
        let code = i32::from(example.contains(" check "));
        assert_eq!(said.code, Some(code), "{example}: {said:?}");
        worked += 1;
    }
    assert!(worked > 10, "{worked}");
}

#[test]
fn shells_complete_puzzles_and_heuristics() {
    let tilebase = Tilebase::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = tilebase.ok(&["completions", shell]);
        assert!(script.contains("tilebase"), "{shell}");
        if ["bash", "zsh", "fish"].contains(&shell) {
            for name in [
                "15-puzzle",
                "oshidori-kinds-6",
                "walking-distance",
                "korf-felner50",
            ] {
                assert!(script.contains(name), "{shell} does not know {name}");
            }
        }
    }
    // Options that do not apply to a command are not completed.
    let script = tilebase.ok(&["completions", "fish"]);
    let options_of = |command: &str| {
        let name = format!("__fish_tilebase_using_subcommand {command}\" -");
        let lines = script.lines().filter(move |line| line.contains(&name));
        let longs = lines.filter_map(|line| line.split(" -l ").nth(1)?.split(' ').next());
        longs.collect::<Vec<_>>()
    };
    for (command, option, is_there) in [
        ("merge", "threads", false),
        ("merge", "json", true),
        ("man", "data", false),
        ("sudoku", "threads", false),
        ("compare", "threads", true),
        ("hint", "threads", true),
    ] {
        let options = options_of(command);
        assert_eq!(options.contains(&option), is_there, "{command} {options:?}");
    }
    // Names that shells do not complete are still accepted.
    assert_eq!(tilebase.ok(&["distance", "4x2", "1 2 3 4 5 6 7 0"]), "0\n");
}

#[test]
fn the_manual_has_a_page_for_each_command_and_names_no_other() {
    let tilebase = Tilebase::new();
    let alone = tilebase.ok(&["man"]);
    assert!(!alone.contains("(1)"), "{alone}");
    assert!(alone.contains("\ntilebase build\n"), "{alone}");

    let folder = tilebase.data().join("man1");
    tilebase.ok(&["man", folder.to_str().unwrap()]);
    let entries = fs::read_dir(&folder).unwrap();
    let pages: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(pages.len() > 15, "{pages:?}");
    let named = regex::Regex::new(r"([a-z\\-]+)\(1\)").unwrap();
    for page in &pages {
        let text = fs::read_to_string(folder.join(page)).unwrap();
        for name in named.captures_iter(&text) {
            let file = format!("{}.1", name[1].replace('\\', ""));
            assert!(pages.contains(&file), "{page} names {file}");
        }
    }
    let distance = fs::read_to_string(folder.join("tilebase-distance.1")).unwrap();
    assert!(distance.contains("Examples:"), "{distance}");
    let said = tilebase.run(&["man", "/dev/null/man1"]);
    assert_eq!(said.code, Some(3), "{said:?}");
}
