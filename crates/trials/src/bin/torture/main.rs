//! `torture --program FILE [--scale N] [--only NAME]`: attacks the libraries and the program, and
//! prints the number of attacks of each sort and of those that succeeded. `cargo xtask torture`
//! compiles and runs it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a report")]

mod files;
mod kills;
mod limits;
mod lines;
mod program;
mod races;

use std::{env, path::PathBuf, process::ExitCode, time::Instant};

use program::Program;

/// The results of one sort of attack.
pub struct AttackReport {
    what: &'static str,
    count: usize,
    /// The outcomes, in words.
    fates: String,
    /// The broken promises.
    bad: Vec<String>,
}

type Attack = fn(&Program, Scale) -> AttackReport;

/// All sorts of attacks, by name.
const ATTACKS: [(&str, Attack); 11] = [
    ("files", files::in_libraries),
    ("program", files::through_the_program),
    ("trials", files::trials),
    ("builds", kills::builds),
    ("searches", kills::saved_searches),
    ("races", races::builders_and_readers),
    ("memory", limits::memory),
    ("room", limits::file_size),
    ("calls", limits::calls),
    ("lines", lines::streams),
    ("commands", lines::commands),
];

/// The factor for the number of attacks of each sort.
#[derive(Clone, Copy)]
pub struct Scale(f64);

impl Scale {
    /// Returns the number of attacks, given their number at scale 1.
    pub fn of(self, count: usize) -> usize {
        ((count as f64 * self.0) as usize).max(1)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let only = value("--only");
    let only = only.as_deref();
    let scale = value("--scale").map_or(Ok(1.0), |scale| scale.parse());
    let (Some(program), Ok(scale)) = (value("--program"), scale) else {
        eprintln!("usage: torture --program FILE [--scale N] [--only NAME]");
        return ExitCode::from(2);
    };
    if let Some(name) = only.filter(|only| ATTACKS.iter().all(|(name, _)| name != only)) {
        let names = ATTACKS.map(|(name, _)| name).join(", ");
        eprintln!("unknown attack `{name}`: choose one of {names}");
        return ExitCode::from(2);
    }
    let (program, scale) = (Program(PathBuf::from(program)), Scale(scale));
    // Panics are counted; their messages are in the reports.
    std::panic::set_hook(Box::new(|_| {}));
    println!("| attack | times | what became of them | bad |\n| --- | ---: | --- | ---: |");
    let mut bad = 0;
    let begun = Instant::now();
    for (_, attack) in ATTACKS
        .iter()
        .filter(|(name, _)| only.is_none_or(|only| only == *name))
    {
        let AttackReport {
            what,
            count,
            fates,
            bad: problems,
        } = attack(&program, scale);
        println!("| {what} | {count} | {fates} | {} |", problems.len());
        eprintln!("{:.0} s", begun.elapsed().as_secs_f64());
        for problem in problems.iter().take(5) {
            eprintln!("{what}: {problem}");
        }
        bad += problems.len();
    }
    ExitCode::from(u8::from(bad > 0))
}
