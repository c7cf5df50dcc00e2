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
    state: "3 1 4 0 5 2",
    game: "L R L",
};
const UNSOLVABLE: Subject = Subject {
    state: "2 1 3 4 5 0",
    ..SMALL
};
/// Two pairs of tiles are alike, if the goal says so.
const PAIRS: Subject = Subject {
    state: "1 1 2 2 3 0",
    game: "D",
    ..SMALL
};
/// The first stage has two ends, of which the usual one is not the better one.
const TWO_ENDS: Subject = Subject {
    puzzle: "3x3",
    state: "8 4 2 7 5 3 1 6 0",
    game: "R",
};
const ROW: Subject = Subject {
    puzzle: "oshidori-bw-3",
    state: "B W B W B W _ _",
    game: "1 4",
};
/// Beams find solutions, which are not proven.
const LARGE: Subject = Subject {
    puzzle: "6x6",
    state: "18 31 21 25 33 28 16 29 13 19 17 12 26 8 6 23 2 24 1 35 11 4 9 20 32 14 27 0 7 30 5 3 \
        10 15 34 22",
    game: "R L R",
};

/// A long solution.
const LONG: Subject = Subject {
    puzzle: "5x5",
    state: "7 4 3 1 0 2 6 9 18 5 12 13 8 15 10 11 17 19 14 23 16 21 22 24 20",
    game: "U2RD2RULDR2UL2DRU2LULURDRDR2U2L4D2RDRDR2ULDLULULU2RD2RDRDRUL2ULU2L",
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
    "random PUZZLE --seed 1 --distance 12 -n 4",
    "random PUZZLE --seed 1 --levels 2 --per-level 2",
    "moves inverse UL",
    "moves apply PUZZLE RD",
    "moves start PUZZLE DRUL",
    "moves link PUZZLE DRUL",
    "sudoku GRID",
    "maze MAZE",
    "maze --generate 9x9 --seed 1",
    "build PUZZLE",
    "build 2x2",
    "list",
    "remove",
];

/// Values of options.
const VALUES: &[(&str, &str)] = &[
    ("goal", "1 0 2 3 4 5"),
    ("stage", "1-2"),
    ("metric", "multi"),
    ("block", "3"),
    ("holes", "3"),
    ("turn", "may"),
    ("cells", "FILE"),
    ("blanks", "2"),
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
    ("moves", "arrows"),
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

/// Options that change nothing about the small subject in the inputs that begin so: what is added
/// to the input, or stands in its place, a subject and a value with which they do. The empty value
/// is the usual one.
const ELSEWHERE: &[(&str, &str, &str, Subject, &str)] = &[
    // Which boards can be solved does not depend on the metric, but JSON names it.
    ("metric", "check", "+ --json", SMALL, ""),
    ("metric", "moves start", "+ --json", SMALL, ""),
    ("metric", "moves apply", "moves apply PUZZLE 4", SMALL, ""),
    (
        "metric",
        "random PUZZLE --seed 1",
        "random PUZZLE --seed 1 --distance 5",
        SMALL,
        "",
    ),
    // A rule decides about all boards; of some rows, only their distance does.
    ("no-build", "check", "+ --turn must", ROW, ""),
    ("no-build", "random", "+ --unlike", ROW, ""),
    // The goals with the blank in the second cell can be reached from the same boards.
    ("goal", "check", "+", SMALL, "2 1 3 4 5 0"),
    ("goal", "random", "+", SMALL, "2 1 3 4 5 0"),
    // A game is shortened between its ends; the goal says which tiles are alike.
    ("goal", "shorten", "+", PAIRS, "1 1 2 2 3 0"),
    ("transpose", "check", "+", UNSOLVABLE, ""),
    ("cells-of-tiles", "check", "+", UNSOLVABLE, ""),
    // A table answers at once; limits and seeds are for searches.
    ("time", "shorten", "+", LONG, ""),
    ("time", "", "+", LARGE, ""),
    ("seed", "distance", "+ --width 300", LARGE, "6"),
    (
        "seed",
        "solve PUZZLE STATE --stages",
        "+ --width 50",
        LARGE,
        "3",
    ),
    (
        "seed",
        "solve PUZZLE - --stages",
        "+ --width 50",
        LARGE,
        "3",
    ),
    ("seed", "solve", "+ --width 30", LARGE, "6"),
    ("seed", "", "+ --width 50", LARGE, "3"),
    (
        "bounds",
        "solve PUZZLE STATE --format",
        "solve PUZZLE STATE --json",
        SMALL,
        "",
    ),
    ("bounds", "", "+ --json", SMALL, ""),
    ("moves", "review PUZZLE --file", "+ --better", SMALL, ""),
    // Only the blank's directions are other moves.
    ("moves", "moves", "+", SMALL, "blank"),
    ("best", "solve", "+", TWO_ENDS, ""),
    ("limit", "hardest", "+ --distance 12", SMALL, ""),
    ("force", "build PUZZLE", "build 2x2", SMALL, ""),
    ("memory", "build 2x2", "+ --force", SMALL, ""),
];

/// Common options, whose effect is looked for in its own way.
const COMMON: [&str; 4] = ["data", "threads", "quiet", "color"];

/// What a run leaves.
#[derive(Debug, PartialEq)]
struct Seen {
    code: Option<i32>,
    out: String,
    err: String,
    files: BTreeMap<String, String>,
}

/// What begins so finds a table of 2x2.
const PREPARED: [&str; 3] = ["list", "remove", "build 2x2"];

/// Returns a word of an input, with the subject and with files of this folder.
fn placed(word: &str, subject: Subject, folder: &Path) -> String {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    match word {
        "PUZZLE" => subject.puzzle.to_owned(),
        "STATE" => subject.state.to_owned(),
        "GAME" => subject.game.to_owned(),
        "FILE" => file("states"),
        "GAMES" => file("games"),
        "GRID" => file("grid"),
        "MAZE" => file("maze"),
        word => word.replace("WORK", folder.to_str().unwrap()),
    }
}

/// Returns the words of an input.
fn words(input: &str, subject: Subject, folder: &Path) -> Vec<String> {
    let words = input.split(' ');
    words.map(|word| placed(word, subject, folder)).collect()
}

/// Runs an input about a subject, with some more arguments, in a fresh folder.
fn run(input: &str, subject: Subject, more: &[&str]) -> Seen {
    let tilebase = Tilebase::new();
    let work = tempfile::TempDir::new().unwrap();
    let place = |name: &str| work.path().join(name);
    let Subject { state, game, .. } = subject;
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (name, text) in [
        ("states", format!("{state}\n")),
        ("games", format!("{state}: {game}\n")),
        ("grid", grid.to_owned()),
        (
            "maze",
            "#######\n#S    #\n# ### #\n#    G#\n#######\n".to_owned(),
        ),
    ] {
        fs::write(place(name), text).unwrap();
    }
    let mut words = words(input, subject, work.path());
    words.extend(more.iter().map(|word| placed(word, subject, work.path())));
    if PREPARED.iter().any(|begins| input.starts_with(begins)) {
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
        let text = text
            .replace(&data, "DATA")
            .replace(work.path().to_str().unwrap(), "WORK");
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
fn collect(folder: &Path, files: &mut BTreeMap<String, String>, masked: &dyn Fn(&str) -> String) {
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
    let known = VALUES
        .iter()
        .find(|(name, _)| *name == dashed.trim_start_matches('-'));
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
        assert_eq!(usual.code, Some(0), "{input}: {usual:?}");
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
            let works = other.is_some_and(|(.., other, subject, value)| {
                let other = match other.strip_prefix('+') {
                    Some(more) => format!("{input}{more}"),
                    None => (*other).to_owned(),
                };
                let dashed = given(option, (!value.is_empty()).then_some(value));
                let words: Vec<&str> = dashed.iter().map(String::as_str).collect();
                let pair = [&words[..], &[]].map(|more| run(&other, *subject, more));
                let answers = |seen: &Seen| matches!(seen.code, Some(0 | 1 | 3));
                assert!(pair.iter().any(answers), "{other}: {pair:?}");
                pair[0] != pair[1]
            });
            if !works {
                idle.push(format!("{input}: {}", words.join(" ")));
            }
        }
    }
    assert!(
        idle.is_empty(),
        "these change nothing:\n{}",
        idle.join("\n")
    );
}

/// With `--quiet` nothing but answers and errors is printed, tables are kept in the folder that
/// `--data` names, an error is coloured if that is asked for, and threads that the system cannot
/// start are refused, or the option is.
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
        let (usual, seen) = (
            run(input, SMALL, &[]),
            run(input, SMALL, &["--data", "WORK/data"]),
        );
        let tables = |seen: &Seen, folder: &str| {
            let names = seen.files.keys();
            let names = names.filter_map(|name| name.strip_prefix(folder));
            names.filter(|name| name.ends_with(".tilebase")).count()
        };
        // Those that were built before are in the other folder.
        let before = usize::from(PREPARED.iter().any(|begins| input.starts_with(begins)));
        let built = tables(&usual, "DATA/") - before * usize::from(!input.starts_with("remove"));
        assert!(tables(&seen, "WORK/data/") >= built, "{input}: {seen:?}");
        assert_eq!(tables(&seen, "DATA/"), before, "{input}: {seen:?}");
        let takes = command_of(&line, input)
            .get_arguments()
            .any(|arg| arg.get_id() == "threads");
        let tilebase = Tilebase::new();
        let words: Vec<String> = words(input, SMALL, tilebase.data());
        let program = env!("CARGO_BIN_EXE_tilebase");
        let script = "ulimit -v 400000; exec \"$0\" \"$@\" --threads 1000";
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-c", script, program]).args(words);
        let said = said(
            shell
                .env("TILEBASE_DATA", tilebase.data())
                .output()
                .unwrap(),
        );
        let (code, says) = if takes {
            (3, "error: cannot start threads: ")
        } else {
            (2, "error: --threads does not apply to ")
        };
        assert_eq!(said.code, Some(code), "{input}: {said:?}");
        assert!(said.err.starts_with(says), "{input}: {said:?}");
    }
}
