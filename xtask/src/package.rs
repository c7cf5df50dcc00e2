//! Checks that every crate can be published.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;
use xshell::{Shell, cmd};

use crate::{metadata::CargoMetadata, share_dependencies, target_folder};

/// Files that every package must have.
const FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The name of a project outside the workspace that depends on the packages.
const OUTSIDE: &str = "outside";

/// What the examples need in addition to the library.
const OF_EXAMPLES: &str = "tokio = { version = \"1\", features = [\"rt\", \"time\"] }\n";

/// Fields that every manifest must have.
const FIELDS: [&str; 5] = ["description", "license", "readme", "keywords", "categories"];

/// Checks that every package has what a registry shows, and its licences.
fn complete(shell: &Shell, metadata: &CargoMetadata) -> Result<()> {
    let mut problems = Vec::new();
    for package in metadata.published() {
        let name = package.name();
        let is_missing = |field: &&&str| {
            let value = &package.0[**field];
            value.is_null() || *value == json!([])
        };
        let missing = FIELDS.iter().filter(is_missing);
        problems.extend(missing.map(|field| format!("{name}: no `{field}`")));
        let files = cmd!(shell, "cargo package --package {name} --list --quiet");
        let files = files.quiet().ignore_stderr().read()?;
        let missing = FILES
            .iter()
            .filter(|&file| !files.lines().any(|line| line == *file));
        problems.extend(missing.map(|file| format!("{name}: {file} is not packaged")));
    }
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

/// Packages every crate, and compiles each from the packages alone, and the examples in a project
/// that depends on the library `tilebase` from outside.
pub fn run(shell: &Shell) -> Result<()> {
    let metadata = CargoMetadata::read(shell)?;
    complete(shell, &metadata)?;
    let folder = shell.create_temp_dir()?;
    let folder = folder.path();
    let patches = unpack(shell, &pack(shell, &metadata)?, folder)?;
    let examples = folder.join(OUTSIDE).join("src/bin");
    shell.create_dir(&examples)?;
    for example in shell.read_dir("crates/tilebase/examples")? {
        shell.copy_file(example, &examples)?;
    }
    let manifest = format!(
        "[package]\nname = \"{OUTSIDE}\"\nedition = \"2024\"\n\n[dependencies]\n\
        tilebase = \"{}\"\n{OF_EXAMPLES}",
        metadata.version()?
    );
    shell.write_file(folder.join(OUTSIDE).join("Cargo.toml"), manifest)?;
    let workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n";
    shell.write_file(folder.join("Cargo.toml"), workspace)?;
    shell.copy_file("Cargo.lock", folder)?;
    let _shared = share_dependencies(shell);
    let _folder = shell.push_dir(folder);
    Ok(cmd!(shell, "cargo check --workspace {patches...}").run()?)
}

/// Packages the crates that are published, and returns the packages.
pub fn pack(shell: &Shell, metadata: &CargoMetadata) -> Result<Vec<PathBuf>> {
    let (published, version) = (metadata.published(), metadata.version()?);
    let packages = published
        .iter()
        .map(|package| format!("--package={}", package.name()));
    let target = target_folder(shell);
    let _target = shell.push_env("CARGO_TARGET_DIR", &target);
    cmd!(shell, "cargo package --locked --no-verify {packages...}").run()?;
    let folder = target.join("package");
    let files = published
        .iter()
        .map(|package| format!("{}-{version}.crate", package.name()));
    Ok(files.map(|file| folder.join(file)).collect())
}

/// Unpacks packages into a folder. Returns the arguments with which cargo uses them.
pub fn unpack(shell: &Shell, packages: &[PathBuf], into: &Path) -> Result<Vec<String>> {
    let mut patches = Vec::new();
    for package in packages {
        super::unpack(shell, package, into)?;
        let name = package.file_stem().context("a package without a name")?;
        let place = into.join(name);
        // The version begins after the last hyphen.
        let name = name.to_string_lossy();
        let (name, _) = name.rsplit_once('-').context("a crate without a version")?;
        patches.push(format!("--config=patch.crates-io.{name}.path={place:?}"));
    }
    Ok(patches)
}
