//! Chores of the project: `cargo xtask build-tables`, `test`, `targets`, `web`, `package`,
//! `python`, `book`, `site`, `dist`, `semver`, `train`, `torture`, `sanitize`, `tidy`, `ci`.

// This program prints what it skips and how long its tasks take.
#![allow(clippy::print_stderr)]

mod book;
mod ci;
mod dist;
mod package;
mod python;
mod sanitize;
mod semver;
mod site;
mod targets;
mod tidy;
mod torture;
mod web;
mod wine;

use std::{env, path::PathBuf};

use anyhow::{Result, bail};
use xshell::{Cmd, PushEnv, Shell, cmd};

const HELP: &str = "\
usage: cargo xtask TASK
  build-tables [ARGUMENTS OF tilebase build]  builds tables into data/
  test [--heavy | --wine]                     runs every test; --heavy also those that take
                                              minutes, --wine only those of the program for
                                              Windows
  targets                                     compiles for other systems, if they are installed
  web [--serve [PORT] | --test | --measure [N]]
                                              builds the page and the package into target/web/;
                                              --measure times the page in N rounds
  package                                     compiles every crate from its package
  python [--zig | --brief]                    builds the Python package into target/wheels and
                                              tests it
  book                                        builds the book of docs/ into target/book/
  site                                        builds the page with the book beside it into
                                              target/site/
  dist [--program | --common | --test | --sums]
                                              builds all files of a release into target/dist;
                                              --test installs them
  semver [REVISION]                           compares the libraries with the last release
  train BOARD [ROUNDS [SEED]]                 trains the model of 4x4 to 7x7 boards into
                                              crates/anytime/data, or trains it further
  torture [--scale N] [--only NAME]           attacks the libraries and the program for minutes
  sanitize [address | thread]                 runs the unit tests with checks of memory or threads
  tidy                                        checks what compilers do not
  ci                                          runs what continuous integration runs
";

fn main() -> Result<()> {
    let shell = Shell::new()?;
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    shell.change_dir(root.canonicalize()?);
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some((task, rest)) = arguments.split_first() else {
        bail!("{HELP}");
    };
    match task.as_str() {
        "build-tables" => build_tables(&shell, rest),
        "test" => test(&shell, rest),
        "targets" if rest.is_empty() => targets::run(&shell),
        "web" => web::run(&shell, rest),
        "package" if rest.is_empty() => package::run(&shell),
        "python" => python::run(&shell, rest),
        "book" if rest.is_empty() => book::run(&shell),
        "site" if rest.is_empty() => site::run(&shell),
        "dist" => dist::run(&shell, rest),
        "semver" => semver::run(&shell, rest),
        "train" => train(&shell, rest),
        "torture" => torture::run(&shell, rest),
        "sanitize" => sanitize::run(&shell, rest),
        "tidy" if rest.is_empty() => tidy::run(&shell),
        "ci" if rest.is_empty() => ci::run(&shell),
        "help" | "--help" | "-h" => {
            eprint!("{HELP}");
            Ok(())
        }
        _ => bail!("{HELP}"),
    }
}

/// Trains a new model, or an existing one further.
fn train(shell: &Shell, arguments: &[String]) -> Result<()> {
    let Some((board, rest)) = arguments.split_first() else {
        bail!("{HELP}");
    };
    let model = format!("crates/anytime/data/{board}.model");
    quietly(cmd!(
        shell,
        "cargo run --release --package tilebase-anytime --features train --bin train --
        {board} {model} {rest...}"
    ))
}

/// Builds the program, and then tables into `data`.
fn build_tables(shell: &Shell, arguments: &[String]) -> Result<()> {
    quietly(cmd!(shell, "cargo build --release --package tilebase-cli"))?;
    let tilebase = target_folder().join("release/tilebase");
    quietly(cmd!(shell, "{tilebase} --data data build {arguments...}"))
}

/// Returns whether a command runs and succeeds. A command that prints a version shows whether a
/// tool is installed.
fn answers(shell: &Shell, program: &str, arguments: &[&str]) -> bool {
    cmd!(shell, "{program} {arguments...}")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}

/// Runs a command without printing it.
fn quietly(command: Cmd<'_>) -> Result<()> {
    Ok(command.quiet().run()?)
}

/// Prints what is skipped, and what would have to be installed.
///
/// # Errors
/// In continuous integration, where nothing may be skipped.
fn skip(what: &str, remedy: &str) -> Result<()> {
    if env::var_os("CI").is_some_and(|value| value == "true") {
        bail!("{what}: {remedy}");
    }
    eprintln!("skipped {what}: {remedy}");
    Ok(())
}

/// Returns the folder of cargo's compiled files.
fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

fn test(shell: &Shell, arguments: &[String]) -> Result<()> {
    match arguments {
        [] => cmd!(shell, "cargo test --workspace").run()?,
        [heavy] if heavy == "--heavy" => {
            cmd!(
                shell,
                "cargo test --workspace --release -- --include-ignored --test-threads 1"
            )
            .run()?;
        }
        [wine] if wine == "--wine" => wine::test(shell)?,
        _ => bail!("{HELP}"),
    }
    Ok(())
}

/// Returns the program that the tests run, and compiles it if necessary. With `--package` it would
/// have dependencies of its own, and be compiled a second time.
fn tested_program(shell: &Shell) -> Result<PathBuf> {
    cmd!(shell, "cargo test --quiet --workspace --no-run").run()?;
    let folder = shell.current_dir().join(target_folder()).join("debug");
    Ok(folder.join(format!("tilebase{}", env::consts::EXE_SUFFIX)))
}

/// Lets crates outside the workspace use the compiled dependencies of its tests.
fn share_dependencies(shell: &Shell) -> [PushEnv<'_>; 3] {
    let target = shell.current_dir().join(target_folder());
    [
        shell.push_env("CARGO_TARGET_DIR", target),
        shell.push_env("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
        shell.push_env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only"),
    ]
}
