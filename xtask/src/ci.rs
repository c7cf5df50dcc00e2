//! The checks of continuous integration.

use std::time::Instant;

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{
    answers, book, package, python, share_dependencies, skip, targets, tested_program, tidy, web,
};

type CiCheck = fn(&Shell) -> Result<()>;

/// All checks. Those that fail often and take seconds come first; later ones use what earlier ones
/// have compiled.
const CHECKS: [(&str, CiCheck); 14] = [
    ("tidy", tidy::run),
    ("format", format),
    ("modules of the page", web::modules),
    ("licences", licences),
    ("lints", lints),
    ("fuzz targets", fuzz),
    ("packages", package::run),
    ("other systems", targets::systems),
    ("tests", |shell| crate::test(shell, &[])),
    ("tests in release mode", korf),
    ("torture", torture),
    ("documentation", documentation),
    ("page", web::ci),
    ("Python package", python::run_if_possible),
];

pub fn run(shell: &Shell) -> Result<()> {
    let mut times = String::new();
    for (name, check) in CHECKS {
        let start = Instant::now();
        check(shell).with_context(|| name.to_owned())?;
        times += &format!("{:6.0} s  {name}\n", start.elapsed().as_secs_f64());
    }
    eprint!("{times}");
    Ok(())
}

fn format(shell: &Shell) -> Result<()> {
    Ok(cmd!(shell, "cargo fmt --all --check").run()?)
}

/// Checks licences and sources of all dependencies if cargo-deny is installed.
fn licences(shell: &Shell) -> Result<()> {
    if !answers(shell, "cargo", &["deny", "--version"]) {
        return skip(
            "cargo deny",
            "`cargo install --locked cargo-deny` installs it",
        );
    }
    Ok(cmd!(
        shell,
        "cargo deny check bans licenses sources --deny license-not-encountered"
    )
    .run()?)
}

/// Checks all code, and the page's first module, which has no rows.
fn lints(shell: &Shell) -> Result<()> {
    let whole = "--workspace --all-targets --features=tilebase-anytime/train";
    for what in [whole, "--package=tilebase-web --no-default-features"] {
        let what = what.split(' ');
        cmd!(shell, "cargo clippy {what...} -- -D warnings").run()?;
    }
    Ok(())
}

/// Checks that the fuzz targets, which are outside the workspace, compile.
fn fuzz(shell: &Shell) -> Result<()> {
    shell.copy_file("Cargo.lock", "fuzz")?;
    let _shared = share_dependencies(shell);
    Ok(cmd!(shell, "cargo check --manifest-path fuzz/Cargo.toml").run()?)
}

/// Solves the hundred instances of Korf, which takes long without optimisation.
fn korf(shell: &Shell) -> Result<()> {
    Ok(cmd!(
        shell,
        "cargo test --release --package tilebase-solve --test all ida:: -- --ignored"
    )
    .run()?)
}

/// Attacks the program of the tests for some seconds.
fn torture(shell: &Shell) -> Result<()> {
    let program = tested_program(shell)?;
    let torture = program.with_file_name("torture");
    Ok(cmd!(shell, "{torture} --program {program} --scale 0.01").run()?)
}

fn documentation(shell: &Shell) -> Result<()> {
    let _strict = shell.push_env("RUSTDOCFLAGS", "-D warnings");
    cmd!(shell, "cargo doc --workspace --no-deps").run()?;
    book::run(shell)
}
