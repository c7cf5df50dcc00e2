//! Installs what `target/dist` has, each into an empty folder, and asks it a question.

use std::{
    env::consts::EXE_SUFFIX,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, TempDir, cmd};

use crate::answers;

/// A question that every package answers, and its answer.
const STATE: &str = "867254301";
const DISTANCE: &str = "31";

/// Tests every package that is there; at least one must be.
pub fn run(shell: &Shell, output: &Path) -> Result<()> {
    if !shell.path_exists(output) {
        bail!(
            "there is no {}: `cargo xtask dist` builds it",
            output.display()
        );
    }
    let mut tested = 0;
    for path in shell.read_dir(output)? {
        let path = shell.current_dir().join(path);
        let name = path.file_name().context("a file without a name")?;
        let name = name.to_string_lossy();
        let folder = shell.create_temp_dir()?;
        let ran = match &*name {
            name if name.ends_with(".tgz") => javascript(shell, &path, &folder)?,
            name if name.contains("-site-") || name.ends_with(".crate") => false,
            // The test of the source distribution is that the wheel is built from it.
            name if name.ends_with(".whl") => python(shell, &path, &folder)?,
            name if name.ends_with(".deb") => debian(shell, &path, &folder)?,
            name if name.ends_with(".zip") => archive(shell, &path, &folder)?,
            name if name.ends_with(".tar.gz") && name.matches('-').count() > 1 => {
                archive(shell, &path, &folder)?
            }
            _ => false,
        };
        if ran {
            eprintln!("{name}: installed and asked");
            tested += 1;
        }
    }
    ensure!(tested > 0, "{} has no package", output.display());
    Ok(())
}

/// Asks a program, whose tables go into a folder of their own.
fn ask(shell: &Shell, program: &Path, folder: &TempDir) -> Result<()> {
    let data = folder.path().join("tables");
    let said = cmd!(shell, "{program} --data {data} distance 3x3 {STATE}")
        .quiet()
        .read()?;
    ensure!(said == DISTANCE, "{} says {said}", program.display());
    Ok(())
}

fn archive(shell: &Shell, archive: &Path, folder: &TempDir) -> Result<bool> {
    let into = folder.path();
    cmd!(shell, "tar --extract --file {archive} --directory {into}")
        .quiet()
        .run()?;
    let inside = only_entry(shell, into)?;
    for part in ["man", "completions"] {
        let part = inside.join(part);
        ensure!(!shell.read_dir(&part)?.is_empty(), "{}", part.display());
    }
    ask(shell, &inside.join(format!("tilebase{EXE_SUFFIX}")), folder)?;
    Ok(true)
}

fn only_entry(shell: &Shell, folder: &Path) -> Result<PathBuf> {
    let mut entries = shell.read_dir(folder)?;
    ensure!(entries.len() == 1, "{}: one folder", folder.display());
    Ok(entries.remove(0))
}

fn debian(shell: &Shell, package: &Path, folder: &TempDir) -> Result<bool> {
    let into = folder.path();
    cmd!(shell, "dpkg-deb --extract {package} {into}")
        .quiet()
        .run()?;
    let manual = into.join("usr/share/man/man1/tilebase.1.gz");
    ensure!(shell.path_exists(&manual), "{}", manual.display());
    ask(shell, &into.join("usr/bin/tilebase"), folder)?;
    Ok(true)
}

fn python(shell: &Shell, wheel: &Path, folder: &TempDir) -> Result<bool> {
    let into = folder.path();
    cmd!(shell, "python3 -m venv {into}").quiet().run()?;
    let python = into.join("bin/python");
    cmd!(
        shell,
        "{python} -m pip install --quiet --disable-pip-version-check {wheel}"
    )
    .quiet()
    .run()?;
    let question = format!("import tilebase; print(tilebase.Tablebase('3x3').distance('{STATE}'))");
    let said = cmd!(shell, "{python} -c {question}").quiet().read()?;
    ensure!(said == DISTANCE, "{} says {said}", wheel.display());
    Ok(true)
}

fn javascript(shell: &Shell, package: &Path, folder: &TempDir) -> Result<bool> {
    if !answers(shell, "node", &["--version"]) {
        eprintln!("skipped {}: there is no node", package.display());
        return Ok(false);
    }
    let _folder = shell.push_dir(folder.path());
    cmd!(
        shell,
        "npm install --silent --no-audit --no-fund --prefix . {package}"
    )
    .quiet()
    .ignore_stdout()
    .run()?;
    let question = format!(
        "import {{ load }} from 'tilebase'; const tilebase = await load(); console.log(tilebase.distance('3x3', '{STATE}').distance);"
    );
    let said = cmd!(
        shell,
        "node --no-warnings --input-type=module --eval {question}"
    )
    .quiet()
    .read()?;
    ensure!(said == DISTANCE, "{} says {said}", package.display());
    Ok(true)
}
