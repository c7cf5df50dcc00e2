//! Runs the program as a user does, in a data folder of its own.

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;
pub use tilebase_testing::{signal, wait_until};

/// A folder for tables, and the program that uses it.
pub struct Tilebase {
    pub folder: TempDir,
}

/// The output and the exit code of a run.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Tilebase {
    pub fn new() -> Self {
        Self {
            folder: TempDir::new().expect("a temporary folder"),
        }
    }

    pub fn data(&self) -> &Path {
        self.folder.path()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
        command
            .args(arguments)
            .env("TILEBASE_DATA", self.data())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Said {
        said(self.command(arguments).output().expect("the program runs"))
    }

    /// Runs the program with text on standard input.
    pub fn pipe(&self, arguments: &[&str], input: &[u8]) -> Said {
        use std::io::Write;
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().expect("the program ends");
        // A program that refuses its input early closes the pipe.
        let _ = writer.join();
        said(output)
    }

    /// Returns the output of a run that must succeed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.code, Some(0), "{arguments:?}: {said:?}");
        said.out
    }

    /// Returns the output of a run that must succeed, as one JSON value a line.
    pub fn json(&self, arguments: &[&str]) -> Vec<serde_json::Value> {
        let out = self.ok(&[arguments, &["--json"]].concat());
        out.lines()
            .map(|line| serde_json::from_str(line).expect("an object per line"))
            .collect()
    }

    /// Returns the names of the tables in the folder, without temporary files and locks.
    pub fn tables(&self) -> Vec<String> {
        self.names(|name| name.ends_with(".tilebase"))
    }

    /// Returns the files that a build has not finished.
    pub fn parts(&self) -> Vec<String> {
        self.names(|name| name.ends_with(".part"))
    }

    fn names(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.data()) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("readable")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter(|name| wanted(name))
            .collect();
        names.sort();
        names
    }
}

pub fn said(output: Output) -> Said {
    Said {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Waits until a running program has worked for a second on one processor: then it is in the midst
/// of long work.
pub fn wait_until_busy(process: u32) {
    wait_until_worked(process, 1);
}

/// Waits until a running program has worked for so many seconds on one processor.
fn wait_until_worked(process: u32, seconds: u64) {
    wait_until("some seconds of work", || {
        let mut ps = Command::new("ps");
        let said = ps
            .args(["-o", "time=", "-p", &process.to_string()])
            .output();
        let time = String::from_utf8(said.expect("ps").stdout).expect("a time");
        // Hours, if there are any, minutes and seconds; some systems add hundredths.
        let whole = time.trim().split('.').next().unwrap_or_default();
        let worked = whole.split(':').map(|part| part.parse().unwrap_or(0));
        worked.fold(0, |sum, part: u64| 60 * sum + part) >= seconds
    });
}

/// Interrupts a run of this command in the midst of its work, and returns what it said. If it does
/// not yet say `known`, a pattern, it runs again, for twice as long: a slow processor, or an
/// emulator, needs more than a second for a first answer.
pub fn interrupted_knowing(tilebase: &Tilebase, arguments: &[&str], known: &str) -> Said {
    let known = regex::Regex::new(&format!("(?m){known}")).expect("a pattern");
    let mut seconds = 1;
    loop {
        let child = tilebase.command(arguments).spawn().expect("the program");
        wait_until_worked(child.id(), seconds);
        signal("-INT", child.id());
        let said = said(child.wait_with_output().expect("it ends"));
        assert_eq!(said.code, Some(130), "{said:?}");
        if known.is_match(&said.out) {
            return said;
        }
        assert!(seconds < 16, "{known}: {said:?}");
        seconds *= 2;
    }
}

/// Checks that a text has lines like these: numbers in it differ from run to run.
pub fn has_lines_like(text: &str, pattern: &str) {
    let lines = regex::Regex::new(&format!("(?m){pattern}")).expect("a pattern");
    assert!(lines.is_match(text), "{pattern}: {text}");
}

/// Checks that a run fails with this exit code and this message.
pub fn fails(tilebase: &Tilebase, arguments: &[&str], code: i32, says: &str) {
    let said = tilebase.run(arguments);
    assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
    let all = format!("{}{}", said.out, said.err);
    assert!(
        all.contains(says),
        "{arguments:?} must say {says:?}: {said:?}"
    );
}
