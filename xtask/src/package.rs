//! Checks that every crate is fit to be published.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

/// Files that every package has.
const FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Fields of every manifest.
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
        // A package compiles from its own files alone.
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

/// Packages every crate and compiles it from its package, in minutes.
pub fn run(shell: &Shell) -> Result<()> {
    list(shell)?;
    cmd!(shell, "cargo package --workspace --exclude xtask").run()?;
    Ok(())
}
