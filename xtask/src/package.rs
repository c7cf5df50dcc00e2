//! Checks that every crate can be published.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{dist::metadata::Metadata, target_folder};

/// Files that every package must have.
const FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Fields that every manifest must have.
const FIELDS: [&str; 5] = ["description", "license", "readme", "keywords", "categories"];

/// Checks manifests and lists of files, in seconds.
pub fn list(shell: &Shell) -> Result<()> {
    let mut problems = Vec::new();
    for folder in shell.read_dir("crates")? {
        let path = folder.join("Cargo.toml");
        let manifest = shell.read_file(&path)?;
        if manifest.lines().any(|line| line == "publish = false") {
            continue;
        }
        for field in FIELDS {
            let inherited = format!("{field}.workspace = true");
            let own = format!("{field} = ");
            if !manifest
                .lines()
                .any(|line| line.starts_with(&own) || line == inherited)
            {
                problems.push(format!("{}: no `{field}`", path.display()));
            }
        }
        let files = cmd!(
            shell,
            "cargo package --manifest-path {path} --list --allow-dirty --quiet"
        )
        .quiet()
        .ignore_stderr()
        .read()?;
        for file in FILES {
            if !files.lines().any(|line| line == file) {
                problems.push(format!("{}: {file} is not packaged", folder.display()));
            }
        }
        // A package must compile from its own files alone.
        let sources = cmd!(shell, "git ls-files {folder}/src/*.rs")
            .quiet()
            .read()?;
        for source in sources.lines() {
            let depth = source.matches('/').count() - 2;
            let outside = format!("\"{}", "../".repeat(depth));
            let text = shell.read_file(source)?;
            for macro_name in [concat!("include", "_str!("), concat!("include", "_bytes!(")] {
                if text
                    .split(macro_name)
                    .skip(1)
                    .any(|rest| rest.starts_with(&format!("{outside}../")))
                {
                    problems.push(format!("{source}: includes a file outside the package"));
                }
            }
        }
    }
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

/// Packages every crate and compiles it from its package, which takes minutes. Then runs the
/// examples in a project that depends on the library `tilebase` alone.
pub fn run(shell: &Shell) -> Result<()> {
    list(shell)?;
    pack(shell, &Metadata::read(shell)?)?;
    outside(shell)
}

/// Packages the crates that are published, compiles each from its package, and returns the
/// packages.
pub fn pack(shell: &Shell, metadata: &Metadata) -> Result<Vec<PathBuf>> {
    let names = metadata.published();
    let packages = names.iter().map(|name| format!("--package={name}"));
    let target = shell.current_dir().join(target_folder());
    // Without this, each package would have a target folder of its own and compile all its
    // dependencies anew.
    let _target = shell.push_env("CARGO_TARGET_DIR", &target);
    // The compiled programs are never run.
    let _debug = shell.push_env("CARGO_PROFILE_DEV_DEBUG", "0");
    cmd!(shell, "cargo package --locked {packages...}").run()?;
    let folder = target.join("package");
    let file = |name: &String| folder.join(format!("{name}-{}.crate", metadata.version));
    Ok(names.iter().map(file).collect())
}

/// Runs every example of the library in a project of its own.
fn outside(shell: &Shell) -> Result<()> {
    let root = shell.current_dir();
    let library = root.join("crates/tilebase");
    let folder = shell.create_temp_dir()?;
    let project = folder.path();
    shell.write_file(
        project.join("Cargo.toml"),
        format!(
            "[package]\nname = \"outside\"\nedition = \"2024\"\n\n[dependencies]\n\
            tilebase.path = {library:?}\n"
        ),
    )?;
    shell.create_dir(project.join("src/bin"))?;
    let examples = shell.read_dir(library.join("examples"))?;
    for example in &examples {
        let name = example.file_name().context("an example without a name")?;
        shell.copy_file(example, project.join("src/bin").join(name))?;
    }
    let _folder = shell.push_dir(project);
    let _target = shell.push_env("CARGO_TARGET_DIR", root.join("target/outside"));
    for example in &examples {
        let name = example.file_stem().context("an example without a name")?;
        cmd!(shell, "cargo run --quiet --release --bin {name}").run()?;
    }
    Ok(())
}
