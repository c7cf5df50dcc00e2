//! Chores of the project: `cargo xtask build-tables`, `test`, `targets`, `web`, `package`,
//! `python`, `book`, `site`, `dist`, `semver`, `torture`, `tidy`, `ci`.

// A program of chores says what it skips and how long it takes.
#![allow(clippy::print_stderr)]

mod book;
mod dist;
mod package;
mod python;
mod semver;
mod site;
mod targets;
mod tidy;
mod torture;
mod web;
mod wine;

use std::{env, path::PathBuf};

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

const HELP: &str = "\
usage: cargo xtask build-tables [ARGUMENTS OF tilebase build…]   builds tables into data/
       cargo xtask test [--heavy | --wine]                       runs every test; --heavy those of minutes too, --wine the program's as for Windows
       cargo xtask targets                                       compiles for other systems, as far as they are installed
       cargo xtask web [--serve [PORT] | --test | --measure [N]] builds the page and the package into target/web/; --measure times the page in N rounds
       cargo xtask package                                       checks that every crate is fit to be published
       cargo xtask python [--zig | --brief]                      builds the Python package into target/wheels and tests it
       cargo xtask book                                          builds the book of docs/ into target/book/
       cargo xtask site                                          builds the page with the book beside it into target/site/
       cargo xtask dist [--program | --common | --test | --sums] builds all that a release has into target/dist; --test installs it
       cargo xtask semver [REVISION]                             compares the libraries with the last release's
       cargo xtask torture [--scale N] [--only NAME]             attacks the libraries and the program, some minutes
       cargo xtask tidy                                          checks what compilers do not
       cargo xtask ci                                            what continuous integration runs
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
        "torture" => torture::run(&shell, rest),
        "tidy" if rest.is_empty() => tidy::run(&shell),
        "ci" if rest.is_empty() => ci(&shell),
        "help" | "--help" | "-h" => {
            eprint!("{HELP}");
            Ok(())
        }
        _ => bail!("{HELP}"),
    }
}

/// Builds the binary, then tables into `data`.
fn build_tables(shell: &Shell, arguments: &[String]) -> Result<()> {
    cmd!(shell, "cargo build --release --package tilebase-cli")
        .quiet()
        .run()?;
    let tilebase = target_folder().join("release/tilebase");
    cmd!(shell, "{tilebase} --data data build {arguments...}")
        .quiet()
        .run()?;
    Ok(())
}

/// Returns whether a command runs and succeeds: whether a tool is there, when it is asked for its
/// version.
fn answers(shell: &Shell, program: &str, arguments: &[&str]) -> bool {
    cmd!(shell, "{program} {arguments...}")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}

/// Where cargo puts what it compiles.
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

fn ci(shell: &Shell) -> Result<()> {
    tidy::run(shell)?;
    package::list(shell)?;
    deny(shell)?;
    cmd!(shell, "cargo fmt --all --check").run()?;
    cmd!(
        shell,
        "cargo clippy --workspace --all-targets -- -D warnings"
    )
    .run()?;
    targets::run(shell)?;
    test(shell, &[])?;
    let strict = shell.push_env("RUSTDOCFLAGS", "-D warnings");
    cmd!(shell, "cargo doc --workspace --no-deps").run()?;
    drop(strict);
    book::run(shell)?;
    web::ci(shell)?;
    python::run_where_possible(shell)
}

/// Checks licences and sources of all dependencies, where cargo-deny is installed.
fn deny(shell: &Shell) -> Result<()> {
    if !answers(shell, "cargo", &["deny", "--version"]) {
        eprintln!("skipped cargo deny: `cargo install --locked cargo-deny` installs it");
        return Ok(());
    }
    cmd!(
        shell,
        "cargo deny check bans licenses sources --deny license-not-encountered"
    )
    .run()?;
    Ok(())
}
