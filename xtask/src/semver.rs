//! Compares the public items of the libraries with those of the last release.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::{
    answers,
    metadata::{CargoMetadata, PROGRAM},
};

/// Compares the libraries if cargo-semver-checks is installed and there is a release. Otherwise
/// prints what it skips.
pub fn run(shell: &Shell, arguments: &[&str]) -> Result<()> {
    let release = match arguments {
        [] => cmd!(shell, "git describe --tags --abbrev=0 --match v*")
            .quiet()
            .ignore_stderr()
            .read()
            .ok(),
        [revision] => Some((*revision).to_owned()),
        _ => bail!("usage: cargo xtask semver [REVISION]"),
    };
    let Some(release) = release else {
        eprintln!("skipped cargo semver-checks: there is no release to compare with");
        return Ok(());
    };
    if !answers(shell, "cargo", &["semver-checks", "--version"]) {
        eprintln!(
            "skipped cargo semver-checks: `cargo install --locked cargo-semver-checks` installs it"
        );
        return Ok(());
    }
    let metadata = CargoMetadata::read(shell)?;
    let libraries = metadata
        .published()
        .into_iter()
        .filter(|package| package.name() != PROGRAM);
    let packages = libraries.map(|package| format!("--package={}", package.name()));
    Ok(cmd!(
        shell,
        "cargo semver-checks --baseline-rev {release} {packages...}"
    )
    .run()?)
}
