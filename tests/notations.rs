//! The notations of moves: written by every command, read back by every command, named on every
//! face.

use std::{fs, path::PathBuf};

use tilebase::Notation;

use crate::common::{Tilebase, fails};

/// Solved by the moves of the examples of the list.
const BOARD: &str = "0 1 2 / 4 5 3 / 7 8 6";

/// The commands that take `--moves`, and what comes after that option to make them print the moves
/// that solve [`BOARD`].
const WRITERS: [(&str, &[&str]); 8] = [
    ("solve", &["3x3", BOARD]),
    ("review", &["3x3", BOARD, "4 4", "--better"]),
    ("shorten", &["3x3", BOARD, "1 2 3 3 3 6"]),
    ("compare", &["3x3", BOARD, "--path", "--methods", "bfs"]),
    ("hint", &["3x3", BOARD]),
    ("hardest", &["2x2", "--solve", "--format", "line"]),
    (
        "random",
        &["2x2", "--levels", "1", "--per-level", "1", "--csv"],
    ),
    ("moves", &["join", "L L U2"]),
];

#[test]
fn every_command_writes_every_notation() {
    let tilebase = Tilebase::new();
    // The help names the commands that take the option.
    let help = tilebase.ok(&["--help"]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 20, "{help}");
    for name in names {
        let of = |words: &[&str]| tilebase.ok(words).contains("--moves <STYLE>");
        let takes = match name {
            "help" => false,
            "moves" => of(&["moves", "join", "--help"]),
            name => of(&[name, "--help"]),
        };
        let known = WRITERS.iter().any(|(writer, _)| *writer == name);
        assert_eq!(takes, known, "{name}");
    }
    for listed in Notation::LIST {
        for (command, rest) in WRITERS {
            let mut words = vec![command];
            words.extend(rest);
            words.extend(["--moves", listed.name]);
            if (command, listed.notation) == ("moves", Notation::Tile) {
                fails(&tilebase, &words, 2, "--moves tiles needs a board");
                continue;
            }
            let said = tilebase.run(&words);
            assert_eq!(said.code, Some(0), "{words:?}: {said:?}");
            let wanted = match command {
                "hint" => {
                    let first = listed.example.split(' ').next().unwrap_or_default();
                    let one = first.trim_end_matches('2').chars().count();
                    let one = if listed.notation == Notation::Words { 4 } else { one.min(1) };
                    let first: String = listed.example.chars().take(one).collect();
                    format!(" {first}: 3 ")
                }
                // The other tools have nothing to do with this board.
                "hardest" | "random" => String::new(),
                "review" => format!("better: {}", listed.example),
                "moves" if listed.notation == Notation::Blank => "L2U2\n".to_owned(),
                "moves" => format!("{}\n", listed.example),
                _ => format!(": {}\n", listed.example),
            };
            assert!(
                said.out.contains(&wanted),
                "{words:?}: {wanted}: {}",
                said.out
            );
        }
        for (level, separator) in [("hardest", ": "), ("random", ",")] {
            let rest = WRITERS.iter().find(|(name, _)| *name == level).unwrap().1;
            let words = [&[level], rest, &["--moves", listed.name]].concat();
            let text = tilebase.ok(&words);
            let line = text.lines().last().unwrap();
            let (before, moves) = line.rsplit_once(separator).unwrap();
            let state = before.rsplit(',').next().unwrap();
            let words = ["review", "2x2", state, moves, "--moves", listed.name];
            let review = &tilebase.json(&words)[0];
            assert_eq!(
                (&review["made"], &review["wasted"]),
                (&6.into(), &0.into()),
                "{line}"
            );
        }
    }
}

#[test]
fn every_notation_is_read_by_every_command() {
    let tilebase = Tilebase::new();
    for listed in Notation::LIST {
        let (name, example) = (listed.name, listed.example);
        let one_a_line = example.replace(' ', "\n");
        let quoted = format!("[\"{}\"]", example.replace(' ', "\", \""));
        let texts = [
            example.to_owned(),
            format!("4\n{one_a_line}"),
            format!("{one_a_line}\n-1"),
            format!("4\n{one_a_line}\n0\n"),
            quoted,
        ];
        for text in texts {
            let ends = |words: &[&str]| {
                let words = [words, &[&text, "--moves", name]].concat();
                tilebase.json(&words)[0]["final"].clone()
            };
            let goal = serde_json::json!([1, 2, 3, 4, 5, 6, 7, 8, 0]);
            assert_eq!(ends(&["review", "3x3", BOARD]), goal, "{text}");
            assert_eq!(ends(&["shorten", "3x3", BOARD]), goal, "{text}");
            let piped = ["review", "3x3", BOARD, "-", "--moves", name, "--json"];
            let said = tilebase.pipe(&piped, text.as_bytes());
            assert_eq!(said.code, Some(0), "{text}: {said:?}");
            let applied = ["moves", "apply", "3x3", &text, BOARD, "--moves", name];
            assert_eq!(tilebase.ok(&applied), "1 2 3\n4 5 6\n7 8 _\n", "{text}");
            if listed.notation != Notation::Tile {
                let start = ["moves", "start", "3x3", &text, "--moves", name];
                assert_eq!(tilebase.ok(&start), "_ 1 2\n4 5 3\n7 8 6\n", "{text}");
                let inverse = ["moves", "inverse", &text, "--moves", name];
                let back = ["moves", "inverse", "-", "--moves", name];
                let again = tilebase.pipe(&back, tilebase.ok(&inverse).as_bytes());
                assert_eq!(again.out.trim_end(), example, "{text}");
            }
        }
        let file = tilebase.pipe(
            &["review", "3x3", "--file", "-", "--moves", name, "--json"],
            format!("{BOARD}: {example}\n").as_bytes(),
        );
        assert!(file.out.contains("\"wasted\":0"), "{name}: {file:?}");
    }
}

#[test]
fn every_face_names_every_notation() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let tour = read("docs/TOUR.md");
    for listed in Notation::LIST {
        let row = format!(
            "| `{}` | {} | `{}` |",
            listed.name, listed.what, listed.example
        );
        assert!(tour.contains(&row), "docs/TOUR.md has no {row}");
    }
    // What has no board has no numbers of tiles.
    let named = Notation::LIST.iter().skip(1);
    let named: Vec<String> = named.map(|listed| format!("\"{}\"", listed.name)).collect();
    for (path, line) in [
        (
            "crates/python/python/tilebase/_types.py",
            format!("Notation: TypeAlias = Literal[{}]", named.join(", ")),
        ),
        (
            "crates/web/npm/index.d.ts",
            format!("export type Notation = {};", named.join(" | ")),
        ),
    ] {
        assert!(read(path).contains(&line), "{path} has no {line}");
    }
}

#[test]
fn a_number_before_moves_is_never_guessed() {
    let tilebase = Tilebase::new();
    fails(
        &tilebase,
        &["review", "3x3", BOARD, "5\nleft\nleft\nup\nup"],
        2,
        "the first line, 5, is neither a move nor the number of moves after it, 4",
    );
    fails(
        &tilebase,
        &["moves", "inverse", "3\nLL"],
        2,
        "the first line, 3, is neither a move nor the number of moves after it, 2",
    );
    // One move may follow the number, or tile 1 may slide there and back.
    fails(
        &tilebase,
        &["review", "3x3", BOARD, "1\n1"],
        2,
        "the 1 in the first line may be a move or the number of moves",
    );
    let one_line = tilebase.json(&["review", "3x3", BOARD, "1 1"]);
    assert_eq!(one_line[0]["made"], 2);
    // The left cell of a row may be 0, which ends no list there.
    let row = [
        "moves",
        "apply",
        "oshidori-bw-3",
        "1 0",
        "BWBWBW__",
        "--json",
    ];
    assert_eq!(tilebase.run(&row).code, Some(2));
    let row = ["moves", "apply", "oshidori-bw-3", "1 -1", "BWBWBW__"];
    assert_eq!(tilebase.run(&row).code, Some(0));
}

#[test]
fn moves_of_tiles_that_are_alike_are_read_back() {
    let tilebase = Tilebase::new();
    for (space, goal, metric) in [
        ("3x3", "RRRGGBBB0", "single"),
        ("3x3", "AABBCCDD0", "single"),
        ("2x4", "1 1 1 1 2 2 3 0", "single"),
        ("2x4", "1 1 1 1 2 2 3 0", "multi"),
    ] {
        let common = ["--goal", goal, "--metric", metric];
        let drawn = [
            &["random", space, "-n", "40", "--seed", "1"][..],
            &["--format", "line"],
        ];
        let states = tilebase.ok(&[&drawn.concat()[..], &common].concat());
        let solved = [&["solve", space, "-"][..], &common].concat();
        let solved = tilebase.pipe(&solved, states.as_bytes()).out;
        let mut directions = 0;
        for (state, answer) in states.lines().zip(solved.lines()) {
            let (length, moves) = answer.split_once(": ").unwrap();
            directions += usize::from(moves.contains(|c: char| c.is_ascii_alphabetic()));
            let words = [&["review", space, state, moves][..], &common].concat();
            let review = &tilebase.json(&words)[0];
            assert_eq!(review["wasted"], 0, "{state}: {moves}");
            assert_eq!(review["made"].to_string(), length, "{state}: {moves}");
        }
        assert!(directions > 5, "{space} {goal}: {directions}");
        let grids = [
            &["solve", space, states.lines().next().unwrap()][..],
            &common,
        ]
        .concat();
        assert_eq!(tilebase.run(&grids).code, Some(0));
    }
}
