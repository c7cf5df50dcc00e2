//! The program prints what README.md, README.ja.md and docs/*.md show.
//!
//! Every fenced block marked `console` runs in the root of the source tree. Commands stand after `$
//! ` and run in `sh`; the lines after a command are its standard output. Blocks after a line `<!--
//! heavy -->` take minutes or gigabytes and run with the ignored tests. Times differ from run to
//! run, so both sides are compared without times and without the width of columns. (The crate
//! trycmd is of no use here: it has no pipes and needs wildcards in the documents.)

use std::{
    env,
    fs::read_to_string,
    path::PathBuf,
    process::{Command, Stdio},
};

use regex::Regex;

use crate::common::Tilebase;

/// A command, and the output that a document shows.
struct Shown {
    place: String,
    command: String,
    output: Vec<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns README.md, README.ja.md and the files of docs.
fn documents() -> Vec<PathBuf> {
    let entries = root().join("docs").read_dir().expect("docs");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.extend(["README.md", "README.ja.md"].map(|name| root().join(name)));
    paths.sort();
    paths
}

/// Returns the commands of all documents: the heavy ones or the others.
fn shown(heavy: bool) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for path in documents() {
        let text = read_to_string(&path).expect("a readable document");
        let name = path.file_name().unwrap().to_string_lossy();
        let mut previous = "";
        let mut inside = false;
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with("```") {
                inside = line == "```console" && (previous == "<!-- heavy -->") == heavy;
            } else if inside && let Some(command) = line.strip_prefix("$ ") {
                all.push(Shown {
                    place: format!("{name}:{number}"),
                    command: command.to_owned(),
                    output: Vec::new(),
                });
            } else if inside {
                let last = all.last_mut().filter(|last| last.place.starts_with(&*name));
                let last = last.unwrap_or_else(|| panic!("{name}:{number}: output of no command"));
                last.output.push(line.to_owned());
            }
            previous = line;
        }
    }
    all
}

/// Removes times. In a text that has times, several blanks count as one.
fn without_times(text: &str) -> String {
    let time =
        Regex::new(r#"[\d.,]+ (ns|µs|ms|s|min)\b|\b\d+\.\d{6}\b|"seconds":[\d.e-]+"#).unwrap();
    if !time.is_match(text) {
        return text.trim_end().to_owned();
    }
    let masked = time.replace_all(text.trim_end(), "TIME");
    Regex::new(" +")
        .unwrap()
        .replace_all(&masked, " ")
        .into_owned()
}

/// Runs commands with one folder of tables and compares their output.
fn check(commands: &[Shown]) {
    assert!(!commands.is_empty());
    let tilebase = Tilebase::new();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tilebase"));
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap()));
    let path = env::join_paths(path).unwrap();
    let mut wrong = String::new();
    for shown in commands {
        let ran = Command::new("sh")
            .args(["-c", &shown.command])
            .current_dir(root())
            .env("PATH", &path)
            .env("TILEBASE_DATA", tilebase.data())
            .stdin(Stdio::null())
            .output()
            .expect("sh");
        let says = String::from_utf8(ran.stdout).expect("text");
        if without_times(&says) != without_times(&shown.output.join("\n")) {
            let notes = String::from_utf8_lossy(&ran.stderr);
            let Shown { place, command, .. } = shown;
            wrong += &format!("{place}: $ {command}\n{says}{notes}\n");
        }
    }
    assert!(
        wrong.is_empty(),
        "the documents show something else than:\n{wrong}"
    );
}

#[test]
#[cfg_attr(not(unix), ignore = "takes the shell of Unix")]
fn documents_show_what_the_program_says() {
    check(&shown(false));
}

#[test]
#[ignore = "reason: pattern databases of gigabytes, minutes in debug; cargo xtask test --heavy"]
fn documents_show_what_the_program_says_heavy() {
    check(&shown(true));
}

/// Every block of Rust is part of an example, and the examples run with the library's tests.
#[test]
fn documents_show_examples_of_the_library() {
    let folder = root().join("crates/tilebase/examples");
    let entries = folder.read_dir().expect("examples");
    let examples: Vec<String> = entries
        .map(|entry| read_to_string(entry.unwrap().path()).expect("an example"))
        .map(|text| text.replace("pub(crate) ", ""))
        .collect();
    let mut blocks = 0;
    for path in documents() {
        let text = read_to_string(&path).expect("a readable document");
        for rest in text.split("```rust\n").skip(1) {
            let (block, _) = rest.split_once("```").expect("its end");
            let shown = examples.iter().any(|example| example.contains(block));
            assert!(shown, "{}: no example has\n{block}", path.display());
            blocks += 1;
        }
    }
    assert!(blocks > 1, "the documents show no Rust");
}
