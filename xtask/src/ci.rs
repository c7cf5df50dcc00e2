//! The checks of continuous integration.

use std::{collections::BTreeSet, iter, time::Instant};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{
    answers, book, metadata::CargoMetadata, package, python, share_dependencies, skip, targets,
    tested_program, tidy, web,
};

/// The package whose features are checked one by one.
const LIBRARY: &str = "tilebase";

/// The most crates of others that the library may need without its features.
const MOST_FOREIGN: usize = 30;

type CiCheck = fn(&Shell) -> Result<()>;

/// All checks. Those that fail often and take seconds come first; later ones use what earlier ones
/// have compiled.
const CHECKS: [(&str, CiCheck); 15] = [
    ("tidy", tidy::run),
    ("format", format),
    ("modules of the page", web::modules),
    ("licences", licences),
    ("lints", lints),
    ("features", features),
    ("benchmarks and fuzz targets", outside),
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
    let outcome = CHECKS.iter().try_for_each(|(name, check)| {
        let start = Instant::now();
        let outcome = check(shell).with_context(|| (*name).to_owned());
        times += &format!("{:6.0} s  {name}\n", start.elapsed().as_secs_f64());
        outcome
    });
    // Also of what failed, and what came before.
    eprint!("{times}");
    outcome
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

/// Checks all code, and the page's modules that are not the whole.
fn lints(shell: &Shell) -> Result<()> {
    let whole = "--workspace --all-targets --features=tilebase-anytime/train";
    let tables = "--package=tilebase-web --no-default-features";
    let boards = "--package=tilebase-web --no-default-features --features=searches";
    for what in [whole, tables, boards] {
        let what = what.split(' ');
        cmd!(shell, "cargo clippy {what...} -- -D warnings").run()?;
    }
    Ok(())
}

/// Checks the library with none of its features and with each alone, and that the crates which it
/// then needs are few.
fn features(shell: &Shell) -> Result<()> {
    let metadata = CargoMetadata::read(shell)?;
    let published = metadata.published();
    let library = published.iter().find(|package| package.name() == LIBRARY);
    let features = library.and_then(|library| library.0["features"].as_object());
    let names = features.with_context(|| format!("{LIBRARY} has no features"))?;
    let alone = names.keys().filter(|name| *name != "default");
    let needed = ["--package", LIBRARY, "--no-default-features"];
    for feature in iter::once("").chain(alone.map(String::as_str)) {
        let checked = cmd!(shell, "cargo clippy {needed...} --features={feature}");
        checked.args(["--", "-D", "warnings"]).run()?;
    }
    let tree = cmd!(shell, "cargo tree {needed...} --edges=normal --prefix=none");
    let tree = tree.args(["--format={p}", "--no-dedupe"]).read()?;
    let foreign = tree.lines().filter(|package| !package.starts_with(LIBRARY));
    let foreign: BTreeSet<&str> = foreign.collect();
    let count = foreign.len();
    if count > MOST_FOREIGN {
        bail!("{LIBRARY} without features needs {count} crates, not {MOST_FOREIGN}: {foreign:?}");
    }
    Ok(())
}

/// Checks that the benchmarks and the fuzz targets, which are outside the workspace, compile.
fn outside(shell: &Shell) -> Result<()> {
    let _shared = share_dependencies(shell);
    for folder in ["benches", "fuzz"] {
        shell.copy_file("Cargo.lock", folder)?;
        let manifest = format!("{folder}/Cargo.toml");
        cmd!(
            shell,
            "cargo check --all-targets --manifest-path {manifest}"
        )
        .run()?;
    }
    Ok(())
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
