//! The program, run with a limit on time.

use std::{
    ffi::OsStr,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The time limit. No answer takes nearly as long.
const LIMIT: Duration = Duration::from_secs(60);

/// The option of a search of 3x3 with pattern databases.
pub const WITH_PATTERNS: &str = "--partition=1,2,3,4/5,6,7,8";

/// The path of the program.
pub struct Program(pub PathBuf);

/// The output of a run, and its end.
#[derive(Debug)]
pub struct Said {
    /// `None` if a signal or the time limit ended it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Returns whether the program refused the work without crashing.
    pub fn is_refusal(&self) -> bool {
        let crashed = ["panicked", "fatal runtime error", "overflowed its stack"];
        self.code == Some(3) && !crashed.iter().any(|crash| self.err.contains(crash))
    }
}

impl Program {
    /// Returns the command that runs the program with its tables in a folder.
    pub fn command<S: AsRef<OsStr>>(&self, data: &Path, arguments: &[S]) -> Command {
        with_tables(Command::new(&self.0), data, arguments)
    }

    /// Runs the program with this standard input.
    pub fn run<S: AsRef<OsStr>>(&self, data: &Path, arguments: &[S], input: &[u8]) -> Said {
        run(self.command(data, arguments), input)
    }

    /// Runs it through a shell command, such as `ulimit -v 100000 && exec`.
    pub fn limited(&self, data: &Path, limit: &str, arguments: &[&str]) -> Said {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limit} \"$@\""), "sh"]);
        command.arg(&self.0);
        run(with_tables(command, data, arguments), b"")
    }
}

fn with_tables<S: AsRef<OsStr>>(mut command: Command, data: &Path, arguments: &[S]) -> Command {
    command.args(arguments).current_dir(data);
    command.env("TILEBASE_DATA", data);
    command
}

/// Runs a command to its end.
pub fn run(mut command: Command, input: &[u8]) -> Said {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A program that refuses its input early closes the pipe.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        let out = scope.spawn(move || read(stdout));
        let err = scope.spawn(move || read(stderr));
        let code = wait(&mut child).and_then(|status| status.code());
        Said {
            code,
            out: out.join().expect("read"),
            err: err.join().expect("read"),
        }
    })
}

fn read(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    let _ = from.expect("a pipe").read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits for the end of a process, and kills it if it takes too long.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    let begun = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        if begun.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(20));
    }
}
