//! Installs every package in `target/dist` into an empty folder and asks it a question.

use std::{
    env::consts::EXE_SUFFIX,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, TempDir, cmd};

use crate::{
    answers, metadata::PROGRAM, only_entry, package, python, silently, target_folder,
    targets::WINDOWS, unpack, wine,
};

/// A question that every package answers, and its answer.
const STATE: &str = "867254301";
const DISTANCE: &str = "31";

/// The other commands that a program must run: it builds and verifies a table, and solves a
/// 15-puzzle by search.
const BOARD: &str = "10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3";
const SOLUTION: &str = "60 moves";

/// How the name of the package of models for JavaScript begins.
const MODELS: &str = "tilebase-models-";

/// Tests every package that is there. There must be at least one.
pub fn run(shell: &Shell, output: &Path) -> Result<()> {
    if !shell.path_exists(output) {
        bail!(
            "there is no {}: `cargo xtask dist` builds it",
            output.display()
        );
    }
    let mut tested = crates(shell, output)?;
    for path in shell.read_dir(output)? {
        let path = shell.current_dir().join(path);
        let name = path.file_name().context("a file without a name")?;
        let name = name.to_string_lossy();
        let folder = shell.create_temp_dir()?;
        let ran = match &*name {
            // The models alone answer nothing: they are tested with the library.
            name if name.starts_with(MODELS) => false,
            name if name.ends_with(".tgz") => javascript(shell, output, &path, &folder)?,
            name if name.contains("-site-") => false,
            // The source distribution needs no test: the wheel is built from it.
            name if name.ends_with(".whl") => python(shell, &path, &folder)?,
            name if name.ends_with(".deb") => debian(shell, &path, &folder)?,
            name if name.ends_with(".zip") => archive(shell, &path, &folder)?,
            name if name.ends_with(".tar.gz") && name.matches('-').count() > 1 => {
                archive(shell, &path, &folder)?
            }
            _ => false,
        };
        if ran {
            eprintln!("{name}: installed and tested");
            tested += 1;
        }
    }
    ensure!(tested > 0, "{} has no package", output.display());
    Ok(())
}

/// Asks a program, with its tables in a folder of their own. `runner` is the program that starts
/// it, if the system cannot.
fn ask(shell: &Shell, runner: Option<&str>, program: &Path, folder: &TempDir) -> Result<()> {
    let data = folder.path().join("tables");
    let program = program.display().to_string();
    let said = |arguments: &[&str]| -> Result<String> {
        let command = match runner {
            Some(runner) => cmd!(shell, "{runner} {program} --data {data}"),
            None => cmd!(shell, "{program} --data {data}"),
        };
        Ok(command.args(arguments).quiet().ignore_stderr().read()?)
    };
    said(&["build", "3x3"])?;
    let verified = said(&["verify", "3x3"])?;
    ensure!(verified.contains("good"), "{program} says {verified}");
    let distance = said(&["distance", "3x3", STATE])?;
    ensure!(distance == DISTANCE, "{program} says {distance}");
    let solution = said(&["solve", "15-puzzle", BOARD, "--heuristic", "pdb:6-6-3"])?;
    ensure!(solution.contains(SOLUTION), "{program} says {solution}");
    Ok(())
}

/// Installs the program from all packaged crates together, as from a registry, and tests it.
/// Returns the number of programs tested.
fn crates(shell: &Shell, output: &Path) -> Result<u32> {
    let folder = shell.create_temp_dir()?;
    let into = folder.path();
    let mut packages = shell.read_dir(output)?;
    packages.retain(|path| path.extension().is_some_and(|end| end == "crate"));
    let patches = package::unpack(shell, &packages, into)?;
    let unpacked = shell.read_dir(into)?;
    let is_program = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with(PROGRAM)
    };
    let Some(program) = unpacked.iter().find(is_program) else {
        return Ok(0);
    };
    let _target = shell.push_env("CARGO_TARGET_DIR", target_folder(shell));
    let _folder = shell.push_dir(into);
    cmd!(
        shell,
        "cargo install --quiet --path {program} --root {into}/installed {patches...}"
    )
    .run()?;
    let installed = into.join(format!("installed/bin/tilebase{EXE_SUFFIX}"));
    ask(shell, None, &installed, &folder)?;
    eprintln!("{PROGRAM}: installed from its crate and tested");
    Ok(1)
}

fn archive(shell: &Shell, archive: &Path, folder: &TempDir) -> Result<bool> {
    let into = folder.path();
    unpack(shell, archive, into)?;
    let inside = only_entry(shell, into)?;
    for part in ["man", "completions"] {
        let part = inside.join(part);
        ensure!(
            !shell.read_dir(&part)?.is_empty(),
            "{} is empty",
            part.display()
        );
    }
    let mut runner = None;
    if archive.to_string_lossy().contains(WINDOWS) && !cfg!(windows) {
        runner = wine::find(shell);
        if runner.is_none() {
            eprintln!("skipped {}: there is no wine", archive.display());
            return Ok(false);
        }
        wine::complete(shell, &inside)?;
    }
    let _settings = shell.push_env("WINEPREFIX", into.join("wine"));
    let _silence = shell.push_env("WINEDEBUG", "-all");
    let end = if runner.is_some() { ".exe" } else { EXE_SUFFIX };
    let program = inside.join(format!("tilebase{end}"));
    ask(shell, runner, &program, folder)?;
    Ok(true)
}

/// Installs the package into an empty system of its own.
fn debian(shell: &Shell, package: &Path, folder: &TempDir) -> Result<bool> {
    let into = folder.path().join("system");
    let state = into.join("var/lib/dpkg");
    for part in ["info", "updates"] {
        shell.create_dir(state.join(part))?;
    }
    shell.write_file(state.join("status"), "")?;
    // The C library is that of this system. Only files of this user are written, so root is
    // not needed.
    let log = folder.path().join("log");
    let install = cmd!(
        shell,
        "dpkg --root={into} --log={log} --force-depends,not-root,bad-path --install {package}"
    );
    silently(install.ignore_stderr())?;
    let manual = into.join("usr/share/man/man1/tilebase.1.gz");
    ensure!(
        shell.path_exists(&manual),
        "{} is missing",
        manual.display()
    );
    ask(shell, None, &into.join("usr/bin/tilebase"), folder)?;
    Ok(true)
}

fn python(shell: &Shell, wheel: &Path, folder: &TempDir) -> Result<bool> {
    python::install(shell, wheel, &folder.path().join("environment"))?;
    Ok(true)
}

/// Installs the library, and the models beside it if they are there, and asks for one of them.
fn javascript(shell: &Shell, output: &Path, package: &Path, folder: &TempDir) -> Result<bool> {
    if !answers(shell, "node", &["--version"]) {
        eprintln!("skipped {}: there is no node", package.display());
        return Ok(false);
    }
    let mut models = shell.read_dir(shell.current_dir().join(output))?;
    models.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with(MODELS)
    });
    let named = if models.is_empty() { "" } else { "'6x6'" };
    let _folder = shell.push_dir(folder.path());
    silently(cmd!(
        shell,
        "npm install --silent --no-audit --no-fund --prefix . {package} {models...}"
    ))?;
    let question = format!(
        "import {{ load }} from 'tilebase-solver'; \
        const tilebase = await load({{ models: [{named}] }}); \
        console.log(tilebase.distance('3x3', '{STATE}').distance);"
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
