//! `mutants`: changes the code in one place at a time, and runs the tests that should see it.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::{answers, python, skip};

/// Where the tools work and leave their lists.
const FOLDER: &str = "target/mutants";

/// Sources of a package whose changes the tests of some packages are to see, usually the same one.
struct Mutated {
    name: &'static str,
    package: &'static str,
    tests: &'static [&'static str],
    files: &'static [&'static str],
}

/// Questions are asked through the program, and its tests see what those of the library do not.
const PROGRAM: &str = "tilebase-cli";

const PARTS: [Mutated; 8] = [
    Mutated {
        name: "core",
        package: "tilebase-core",
        tests: &["tilebase-core"],
        files: &[
            "crates/core/src/format/*.rs",
            "crates/core/src/storage/*.rs",
            "crates/core/src/sliding/rank.rs",
        ],
    },
    Mutated {
        name: "cells",
        package: "tilebase-core",
        tests: &["tilebase-core"],
        files: &["crates/core/src/parse.rs"],
    },
    Mutated {
        name: "store",
        package: "tilebase",
        tests: &["tilebase"],
        files: &["crates/tilebase/src/store/**"],
    },
    Mutated {
        name: "saved",
        package: "tilebase-solve",
        tests: &["tilebase-solve"],
        files: &[
            "crates/solve/src/deepening/**",
            "crates/solve/src/ida/checkpoint.rs",
            "crates/solve/src/ida/outcome.rs",
            "crates/solve/src/oshidori/checkpoint.rs",
        ],
    },
    Mutated {
        name: "reader",
        package: "tilebase",
        tests: &["tilebase", PROGRAM],
        files: &[
            "crates/tilebase/src/reading/**",
            "crates/tilebase/src/io/**",
        ],
    },
    Mutated {
        name: "questions",
        package: "tilebase",
        tests: &["tilebase", PROGRAM],
        files: &[
            "crates/tilebase/src/ask/**",
            "crates/tilebase/src/families/**",
            "crates/tilebase/src/policy.rs",
        ],
    },
    Mutated {
        name: "partial-goal",
        package: "tilebase-solve",
        tests: &["tilebase", PROGRAM],
        files: &["crates/solve/src/partial_goal/**"],
    },
    Mutated {
        name: "construct",
        package: "tilebase-anytime",
        tests: &["tilebase-anytime"],
        files: &["crates/anytime/src/construct/**"],
    },
];

/// The part that another tool changes: the Python of the package.
const PYTHON: &str = "python";

/// Runs a part, or all of them. Further arguments are those of `cargo mutants`, such as
/// `--shard 0/10`, or names of functions for `mutmut run`.
pub fn run(shell: &Shell, arguments: &[&str]) -> Result<()> {
    let (chosen, rest) = match arguments {
        [] => (None, arguments),
        [name, rest @ ..] => (Some(*name), rest),
    };
    let known = PARTS.iter().map(|part| part.name).chain([PYTHON]);
    if let Some(name) = chosen {
        let known: Vec<_> = known.collect();
        ensure!(
            known.contains(&name),
            "{name} is none of the parts {}",
            known.join(", ")
        );
    }
    let is_chosen = |name| chosen.is_none_or(|chosen| chosen == name);
    let mut seen_all = true;
    let parts = PARTS.iter().filter(|part| is_chosen(part.name));
    for part in parts {
        if !answers(shell, "cargo", &["mutants", "--version"]) {
            skip(
                part.name,
                "`cargo install --locked cargo-mutants` installs it",
            )?;
            continue;
        }
        seen_all &= part.run(shell, rest)?;
    }
    if is_chosen(PYTHON) {
        seen_all &= python::mutate(shell, &Path::new(FOLDER).join(PYTHON), rest)?;
    }
    if !seen_all {
        bail!("tests missed changes, or a tool failed; its list is in {FOLDER}");
    }
    Ok(())
}

impl Mutated {
    /// Returns whether the unit tests of the packages and those of their `tests/` see all changes.
    fn run(&self, shell: &Shell, rest: &[&str]) -> Result<bool> {
        let package = self.package;
        let tested = self
            .tests
            .iter()
            .flat_map(|tested| ["--test-package", tested]);
        let files = self.files.iter().flat_map(|file| ["--file", file]);
        // Its list lies in `mutants.out` in this folder.
        let folder = Path::new(FOLDER).join(self.name);
        shell.create_dir(&folder)?;
        let changes = ["--exclude", "**/tests.rs", "--no-shuffle"];
        let mut tests = vec!["--lib", "--test", "all"];
        if self.tests.contains(&PROGRAM) {
            tests.extend(["--test", "cli"]);
        }
        Ok(cmd!(
            shell,
            "cargo mutants --package {package} {tested...} {files...}
            {changes...} --output {folder} {rest...} -- {tests...}"
        )
        .run()
        .is_ok())
    }
}
