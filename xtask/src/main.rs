//! Chores of the project: `cargo xtask build-tables`, `test`, `targets`, `web`, `package`,
//! `python`, `book`, `site`, `dist`, `semver`, `bench-pairs`, `train`, `torture`, `sanitize`,
//! `mutants`, `tidy`, `ci`.

// This program prints what it skips and how long its tasks take.
#![allow(clippy::print_stderr)]

#[cfg(unix)]
mod arm;
mod bench_pairs;
mod book;
mod ci;
mod dist;
mod metadata;
mod mutants;
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

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail, ensure};
use xshell::{Cmd, PushEnv, Shell, cmd};

const HELP: &str = "\
usage: cargo xtask TASK
  build-tables [ARGUMENTS OF tilebase build]  builds tables into data/
  test [--heavy | --wine | --arm]             runs every test; --heavy also those that take
                                              minutes, --wine only those of the program for
                                              Windows, --arm for 64-bit Arm
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
  bench-pairs REVISION [KERNELS]              compares the kernels with those of a commit, in turns
  train BOARD [ROUNDS [SEED]]                 trains the model of boards like 6x6, 3x10 or torus-6x6
                                              into crates/anytime/data, or trains it further
  torture [--scale N] [--only NAME]           attacks the libraries and the program for minutes
  sanitize [address | thread]                 runs the unit tests with checks of memory or threads
  mutants [PART [ARGUMENTS OF cargo mutants]]
                                              changes the code in one place at a time, and counts
                                              the changes that tests see
  tidy                                        checks what compilers do not
  ci                                          runs what continuous integration runs
";

fn main() -> Result<()> {
    let shell = Shell::new()?;
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    shell.change_dir(root.canonicalize()?);
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &words[..] {
        ["build-tables", rest @ ..] => build_tables(&shell, rest),
        ["test", rest @ ..] => test(&shell, rest),
        ["targets"] => targets::run(&shell),
        ["web", rest @ ..] => web::run(&shell, rest),
        ["package"] => package::run(&shell),
        ["python", rest @ ..] => python::run(&shell, rest),
        ["book"] => book::run(&shell),
        ["site"] => site::run(&shell),
        ["dist", rest @ ..] => dist::run(&shell, rest),
        ["semver", rest @ ..] => semver::run(&shell, rest),
        ["bench-pairs", revision, names @ ..] => bench_pairs::run(&shell, revision, names),
        ["train", board, rest @ ..] => train(&shell, board, rest),
        ["torture", rest @ ..] => torture::run(&shell, rest),
        ["sanitize", rest @ ..] => sanitize::run(&shell, rest),
        ["mutants", rest @ ..] => mutants::run(&shell, rest),
        ["tidy"] => tidy::run(&shell),
        ["ci"] => ci::run(&shell),
        ["help" | "--help" | "-h", ..] => {
            eprint!("{HELP}");
            Ok(())
        }
        _ => bail!("{HELP}"),
    }
}

/// Trains a new model, or an existing one further.
fn train(shell: &Shell, board: &str, rest: &[&str]) -> Result<()> {
    let model = format!("crates/anytime/data/{board}.model");
    quietly(cmd!(
        shell,
        "cargo run --release --package tilebase-anytime --features train --bin train --
        {board} {model} {rest...}"
    ))
}

/// Builds the program, and then tables into `data`.
fn build_tables(shell: &Shell, arguments: &[&str]) -> Result<()> {
    quietly(cmd!(shell, "cargo build --release --package tilebase-cli"))?;
    let tilebase = target_folder(shell).join("release/tilebase");
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

/// Runs a command without printing it or its answer.
fn silently(command: Cmd<'_>) -> Result<()> {
    quietly(command.ignore_stdout())
}

/// Returns the system that the compiler runs on.
fn host(shell: &Shell) -> Result<String> {
    Ok(cmd!(shell, "rustc --print host-tuple").quiet().read()?)
}

/// Unpacks an archive into a folder. The files get the current time: cargo would consider
/// older ones already compiled.
fn unpack(shell: &Shell, archive: &Path, into: &Path) -> Result<()> {
    quietly(cmd!(
        shell,
        "tar --extract -m --file {archive} --directory {into}"
    ))
}

/// Returns what is in a folder, which has one entry.
fn only_entry(shell: &Shell, folder: &Path) -> Result<PathBuf> {
    let mut entries = shell.read_dir(folder)?;
    ensure!(
        entries.len() == 1,
        "{} must have one entry",
        folder.display()
    );
    Ok(entries.remove(0))
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
fn target_folder(shell: &Shell) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR");
    let folder = folder.map_or_else(|| PathBuf::from("target"), PathBuf::from);
    shell.current_dir().join(folder)
}

fn test(shell: &Shell, arguments: &[&str]) -> Result<()> {
    match arguments {
        [] => cmd!(shell, "cargo test --workspace").run()?,
        ["--heavy"] => {
            let all = ["--include-ignored", "--test-threads", "1"];
            cmd!(
                shell,
                "cargo test --workspace --release --no-fail-fast -- {all...}"
            )
            .run()?;
        }
        ["--wine"] => wine::test(shell)?,
        #[cfg(unix)]
        ["--arm"] => arm::test(shell)?,
        _ => bail!("{HELP}"),
    }
    Ok(())
}

/// Returns the program that the tests run, and compiles it if necessary. With `--package` it would
/// have dependencies of its own, and be compiled a second time.
fn tested_program(shell: &Shell) -> Result<PathBuf> {
    cmd!(shell, "cargo test --quiet --workspace --no-run").run()?;
    let folder = target_folder(shell).join("debug");
    Ok(folder.join(format!("tilebase{}", env::consts::EXE_SUFFIX)))
}

/// Lets crates outside the workspace use the compiled dependencies of its tests.
fn share_dependencies(shell: &Shell) -> [PushEnv<'_>; 3] {
    [
        shell.push_env("CARGO_TARGET_DIR", target_folder(shell)),
        shell.push_env("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
        shell.push_env("CARGO_PROFILE_DEV_DEBUG", "false"),
    ]
}
