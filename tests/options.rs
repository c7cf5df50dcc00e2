//! Every option that a command takes changes what the command prints or writes, or is refused.
//!
//! The options come from the command line itself. Each is added to every input below, whose shape
//! is what matters: one state, a stream, a file, a graded set. An option that rightly changes
//! nothing there is listed in [`ELSEWHERE`] with a subject on which it does.

use std::{collections::BTreeMap, fs, path::Path};

use clap::{Arg, Command};
use regex::Regex;

use crate::common::{Tilebase, said};

/// What questions are about, in place of `PUZZLE`, `STATE` and `GAME` in an input.
#[derive(Clone, Copy)]
struct Subject {
    puzzle: &'static str,
    state: &'static str,
    game: &'static str,
}

/// A table of 360 states answers.
const SMALL: Subject = Subject {
    puzzle: "2x3",
    state: "5 4 3 0 1 2",
    game: "L U",
};
const ROW: Subject = Subject {
    puzzle: "oshidori-bw-3",
    state: "B W B W B W _ _",
    game: "1 4",
};
/// It is searched.
const SEARCHED: Subject = Subject {
    puzzle: "4x4",
    state: "5 1 2 4 6 10 3 8 13 9 7 12 0 14 11 15",
    game: "D",
};
/// Beams find solutions, which are not proven.
const LARGE: Subject = Subject {
    puzzle: "6x6",
    state: "11 33 29 7 27 15 6 17 5 1 12 26 34 30 24 20 23 22 31 13 4 16 32 18 10 28 25 2 9 14 3 8 \
        35 21 19 0",
    game: "D R",
};

/// The shapes of input: a command, and what stands behind it.
const INPUTS: &[&str] = &[
    "distance PUZZLE STATE",
    "distance PUZZLE -",
    "solve PUZZLE STATE",
    "solve PUZZLE -",
    "solve PUZZLE --file FILE",
    "solve PUZZLE STATE --all",
    "solve PUZZLE STATE --svg WORK/s.svg",
    "solve PUZZLE STATE --stages 1/rest",
    "solve PUZZLE - --stages 1/rest",
    "solve PUZZLE STATE --format line",
    "hint PUZZLE STATE",
    "hint PUZZLE -",
    "check PUZZLE STATE",
    "check PUZZLE -",
    "compare PUZZLE STATE",
    "compare PUZZLE STATE --path",
    "review PUZZLE STATE GAME",
    "review PUZZLE --file GAMES",
    "shorten PUZZLE STATE GAME",
    "hardest PUZZLE",
    "hardest PUZZLE --solve",
    "hardest PUZZLE --format line",
    "depths PUZZLE",
    "depths PUZZLE --svg WORK/d.svg",
    "depths PUZZLE --mean-of 2 --below 12.5",
    "random PUZZLE --seed 1",
    "random PUZZLE --seed 1 --distance 5",
    "random PUZZLE --seed 1 --levels 2 --per-level 2",
    "moves inverse UL",
    "moves apply PUZZLE RD",
    "moves start PUZZLE RD",
    "moves link PUZZLE RD",
    "sudoku GRID",
    "maze MAZE",
    "maze --generate 9x9 --seed 1",
    "build PUZZLE",
    "list",
    "remove",
];

/// Values of options.
const VALUES: &[(&str, &str)] = &[
    ("data", "WORK/data"),
    ("goal", "0 1 2 3 4 5"),
    ("stage", "1-2"),
    ("metric", "multi"),
    ("block", "3"),
    ("holes", "3"),
    ("turn", "may"),
    ("file", "FILE"),
    ("pairs", "FILE"),
    ("partition", "1,2/3,4,5"),
    ("memory", "1"),
    ("time", "0.01"),
    ("width", "1"),
    ("seed", "5"),
    ("resume", "WORK/resumed"),
    ("svg", "WORK/option.svg"),
    ("stages", "2/rest"),
    ("best", "2"),
    ("limit", "1"),
    ("moves", "letters"),
    ("format", "slashes"),
    ("heuristic", "manhattan"),
    ("methods", "bfs"),
    ("nodes", "3"),
    ("order", "UDLR"),
    ("goal-test", "generation"),
    ("distance", "7"),
    ("walk", "7"),
    ("n", "3"),
    ("levels", "3"),
    ("per-level", "3"),
    ("mean-of", "3"),
    ("below", "13"),
    ("algorithm", "dfs"),
    ("boxes", "2x2"),
    ("generate", "7x7"),
    ("braid", "1"),
    ("scratch", "WORK/scratch"),
    ("scratch-memory", "1GiB"),
];

/// Options that change nothing about the small subject in these inputs, which are all that begin
/// so, and the subject and the value with which they do.
const ELSEWHERE: &[(&str, &str, Subject, &str)] = &[];

/// Common options, whose effect is looked for in its own way.
const COMMON: [&str; 3] = ["threads", "quiet", "color"];

/// What a run leaves.
#[derive(Debug, PartialEq)]
struct Seen {
    code: Option<i32>,
    out: String,
    err: String,
    files: BTreeMap<String, String>,
}

/// Runs an input about a subject, with some more arguments, in a fresh folder.
fn run(input: &str, subject: Subject, more: &[&str]) -> Seen {
    let tilebase = Tilebase::new();
    let work = tempfile::TempDir::new().unwrap();
    let place = |name: &str| work.path().join(name).to_str().unwrap().to_owned();
    let Subject { puzzle, state, game } = subject;
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (name, text) in [
        ("states", format!("{state}\n")),
        ("games", format!("{state}: {game}\n")),
        ("grid", grid.to_owned()),
        ("maze", "#######\n#S    #\n# ### #\n#    G#\n#######\n".to_owned()),
    ] {
        fs::write(place(name), text).unwrap();
    }
    let words = input.split(' ').chain(more.iter().copied());
    let words = words.map(|word| match word {
        "PUZZLE" => puzzle.to_owned(),
        "STATE" => state.to_owned(),
        "GAME" => game.to_owned(),
        "FILE" => place("states"),
        "GAMES" => place("games"),
        "GRID" => place("grid"),
        "MAZE" => place("maze"),
        word => word.replace("WORK", work.path().to_str().unwrap()),
    });
    let words: Vec<String> = words.collect();
    if input.starts_with("list") || input.starts_with("remove") {
        tilebase.ok(&["build", "2x2"]);
    }
    let mut command = tilebase.command(&words.iter().map(String::as_str).collect::<Vec<_>>());
    command.stdin(fs::File::open(place("states")).unwrap());
    let said = said(command.output().unwrap());
    let times = Regex::new(
        r#"[\d.]+ (ns|µs|ms|s|min)\b|\b\d+\.\d{6}\b|"seconds":[\d.e-]+|"(available|pid)":\d+"#,
    );
    let (times, data) = (times.unwrap(), tilebase.data().to_str().unwrap().to_owned());
    let masked = |text: &str| {
        let text = text.replace(&data, "DATA").replace(work.path().to_str().unwrap(), "WORK");
        times.replace_all(&text, "TIME").into_owned()
    };
    let mut files = BTreeMap::new();
    for folder in [work.path(), tilebase.data()] {
        collect(folder, &mut files, &masked);
    }
    Seen {
        code: said.code,
        out: masked(&said.out),
        err: masked(&said.err),
        files,
    }
}

/// Collects the names of files, and the texts of those that are text.
fn collect(
    folder: &Path,
    files: &mut BTreeMap<String, String>,
    masked: &dyn Fn(&str) -> String,
) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files, masked);
        } else {
            let text = fs::read_to_string(&path).unwrap_or_default();
            files.insert(masked(path.to_str().unwrap()), masked(&text));
        }
    }
}

/// The arguments with which an option is given.
fn given(option: &Arg, value: Option<&str>) -> Vec<String> {
    let dashed = match option.get_long() {
        Some(long) => format!("--{long}"),
        None => format!("-{}", option.get_short().unwrap()),
    };
    if !option.get_action().takes_values() {
        return vec![dashed];
    }
    let known = VALUES.iter().find(|(name, _)| *name == dashed.trim_start_matches('-'));
    let value = value.or(known.map(|(_, value)| *value));
    let value = value.unwrap_or_else(|| panic!("no value of {dashed} is known here"));
    if option.is_require_equals_set() {
        return vec![format!("{dashed}={value}")];
    }
    vec![dashed, value.to_owned()]
}

/// The command of an input, or that below it.
fn command_of<'a>(line: &'a Command, input: &str) -> &'a Command {
    let mut command = line;
    for word in input.split(' ') {
        match command.find_subcommand(word) {
            Some(below) => command = below,
            None => break,
        }
    }
    command
}

#[test]
fn every_option_has_an_effect_or_is_refused() {
    let line = tilebase_cli::command_line();
    let mut idle = Vec::new();
    for input in INPUTS {
        let usual = run(input, SMALL, &[]);
        let command = command_of(&line, input);
        for option in command.get_arguments().filter(|arg| !arg.is_positional()) {
            let name = option.get_id().as_str().replace('_', "-");
            if COMMON.contains(&&*name) || ["help", "version"].contains(&&*name) {
                continue;
            }
            let dashed = given(option, None);
            let words: Vec<&str> = dashed.iter().map(String::as_str).collect();
            if input.split(' ').any(|word| word == words[0]) {
                continue;
            }
            let has_effect = |seen: &Seen, usual: &Seen| seen.code == Some(2) || seen != usual;
            if has_effect(&run(input, SMALL, &words), &usual) {
                continue;
            }
            let other = ELSEWHERE
                .iter()
                .find(|(option, begins, ..)| *option == name && input.starts_with(begins));
            let works = other.is_some_and(|(_, _, subject, value)| {
                let dashed = given(option, (!value.is_empty()).then_some(value));
                let words: Vec<&str> = dashed.iter().map(String::as_str).collect();
                let usual = run(input, *subject, &[]);
                assert_ne!(usual.code, Some(2), "{input}: {usual:?}");
                has_effect(&run(input, *subject, &words), &usual)
            });
            if !works {
                idle.push(format!("{input}: {}", words.join(" ")));
            }
        }
    }
    assert!(idle.is_empty(), "these change nothing:\n{}", idle.join("\n"));
}

/// An error is coloured if that is asked for, nothing but answers and errors is printed with
/// `--quiet`, and a number of threads that the system cannot start is refused.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes limits of Linux")]
fn common_options_hold_for_every_command() {
    let line = tilebase_cli::command_line();
    for input in INPUTS {
        let seen = run(input, SMALL, &["--quiet"]);
        assert!(matches!(seen.code, Some(0 | 1)), "{input}: {seen:?}");
        assert_eq!(seen.err, "", "{input}");
        let seen = run(input, SMALL, &["--color", "always", "--no-such-option"]);
        assert!(seen.err.contains('\u{1b}'), "{input}: {seen:?}");
        let command = command_of(&line, input);
        let threads = |arg: &Arg| arg.get_id() == "threads";
        let takes = command.get_arguments().any(threads);
        let seen = run(input, SMALL, &["--threads", "0"]);
        let says = match takes {
            true => "write a number from 1",
            false => "does not apply to",
        };
        assert_eq!(seen.code, Some(2), "{input}: {seen:?}");
        assert!(seen.err.contains(says) || !takes, "{input}: {seen:?}");
    }
}
