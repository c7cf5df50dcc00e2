//! Builds the wheel of the Python package, installs it into an empty environment and tests it
//! there.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{answers, only_entry, quietly, silently, skip, target_folder, tested_program, unpack};

const PACKAGE: &str = "crates/python";

/// The command that starts Python.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
/// The folder of programs within an environment.
const BIN: &str = if cfg!(windows) { "Scripts" } else { "bin" };

/// The folder of Python environments, which can be deleted at any time.
const FOLDER: &str = "target/python";
const BUILD: &str = "target/python/build";
const TEST: &str = "target/python/test";
pub const WHEELS: &str = "target/wheels";

/// The packages that build wheels, and those that test them. The package itself needs only numpy.
const BUILDERS: [&str; 2] = ["maturin>=1.9.4,<2", "zopflipy"];
const TESTERS: [&str; 7] = [
    "pytest",
    "pdoc",
    "hypothesis",
    "mypy",
    "gymnasium",
    "networkx",
    "tqdm",
];

/// The package that changes Python files in one place at a time, and the tests that it cannot run:
/// those of documentation, those that start processes, which would import the installed package,
/// and those that measure.
const MUTATOR: &str = "mutmut==3.8.1";
const NOT_MUTATED: &str = "not example and not figures_are_printed and not no_memory and not \
    program and not processes and not against_the_package and not planners";

/// The folder of the reference, which is made from the docstrings, and the modules that it has.
const REFERENCE: &str = "target/python-docs";
const MODULES: [&str; 7] = [
    "tilebase",
    "tilebase.search",
    "tilebase.labels",
    "tilebase.own",
    "tilebase.gym",
    "tilebase.graph",
    "tilebase.bridges",
];

const MISSING: &str = "there is no python3 with the module venv (Debian: python3-venv)";

/// Compresses a wheel again, with a slower encoder that makes smaller files. They can be read like
/// any others.
const COMPRESS: &str = "
import sys, zipfile, zopfli
[wheel] = sys.argv[1:]
with zipfile.ZipFile(wheel) as old:
    files = [(info, old.read(info)) for info in old.infolist()]
with zopfli.ZipFile(wheel, 'w', zipfile.ZIP_DEFLATED) as new:
    for info, content in files:
        new.writestr(info, content)
";

/// Builds and tests the package. With `--brief` the test is one question; with `--heavy` the
/// bridges are also tested against packages that take long or gigabytes to install.
pub fn run(shell: &Shell, arguments: &[&str]) -> Result<()> {
    let (zig, whole) = match arguments {
        [] | ["--heavy"] => (false, true),
        ["--zig"] => (true, true),
        ["--brief"] => (false, false),
        _ => bail!("usage: cargo xtask python [--zig | --brief | --heavy]"),
    };
    let _heavy = (arguments == ["--heavy"]).then(|| shell.push_env("TILEBASE_HEAVY", "1"));
    if !available(shell) {
        bail!("{MISSING}");
    }
    let wheel = build(shell, zig)?;
    test(shell, &wheel, whole)?;
    shell.remove_path(FOLDER)?;
    Ok(())
}

/// Builds and tests the package if Python is installed. Otherwise prints what it skips.
pub fn run_if_possible(shell: &Shell) -> Result<()> {
    if available(shell) {
        run(shell, &[])
    } else {
        skip("the Python package", MISSING)
    }
}

fn available(shell: &Shell) -> bool {
    let script = "import venv, ensurepip, sys; sys.exit(sys.version_info < (3, 10))";
    answers(shell, PYTHON, &["-c", script])
}

/// Creates a virtual environment, unless it exists, and installs packages. Returns its interpreter.
pub fn environment(
    shell: &Shell,
    folder: &Path,
    packages: &[impl AsRef<OsStr>],
) -> Result<PathBuf> {
    let python = folder.join(format!("{BIN}/python{}", env::consts::EXE_SUFFIX));
    if !shell.path_exists(&python) {
        quietly(cmd!(shell, "{PYTHON} -m venv --clear {folder}"))?;
    }
    let quickly = [
        "--disable-pip-version-check",
        "--no-cache-dir",
        "--no-compile",
    ];
    quietly(cmd!(
        shell,
        "{python} -m pip install --quiet {quickly...} {packages...}"
    ))?;
    Ok(python)
}

/// Builds the source distribution and from it the wheel, and returns the wheel. With `zig` the
/// wheel also runs on older systems: its tag is that of manylinux2014.
fn build(shell: &Shell, zig: bool) -> Result<PathBuf> {
    if zig && env::consts::OS != "linux" {
        bail!("--zig builds wheels for Linux only");
    }
    shell.remove_path(WHEELS)?;
    let mut packages = BUILDERS.to_vec();
    let mut extra = Vec::new();
    if zig {
        packages.push("ziglang");
        extra.extend(["--zig", "--compatibility", "manylinux2014"]);
    }
    let python = environment(shell, Path::new(BUILD), &packages)?;
    // maturin finds ziglang through the interpreter of its own environment.
    let bin = shell.current_dir().join(BUILD).join(BIN);
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([bin].into_iter().chain(env::split_paths(&path)))?;
    let _path = shell.push_env("PATH", path);
    silently(cmd!(
        shell,
        "{python} -m maturin sdist --manifest-path {PACKAGE}/Cargo.toml --out {WHEELS}"
    ))?;
    // Compiled dependencies are shared with other builds.
    let _target = shell.push_env("CARGO_TARGET_DIR", target_folder(shell));
    let manifest = source(shell)?.join(PACKAGE).join("Cargo.toml");
    let options = ["--quiet", "--release", "--out", WHEELS];
    cmd!(
        shell,
        "{python} -m maturin build {options...} --manifest-path {manifest} {extra...}"
    )
    .run()?;
    let mut built = shell.read_dir(WHEELS)?;
    built.retain(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = built.pop().context("maturin built no wheel")?;
    quietly(cmd!(shell, "{python} -c {COMPRESS} {wheel}"))?;
    shell.remove_path(BUILD)?;
    let bytes = fs::metadata(&wheel)?.len();
    eprintln!("{}: {:.2} MB", wheel.display(), bytes as f64 / 1e6);
    Ok(wheel)
}

/// Unpacks the source distribution and returns its folder.
fn source(shell: &Shell) -> Result<PathBuf> {
    let folder = Path::new(FOLDER).join("source");
    shell.remove_path(&folder)?;
    shell.create_dir(&folder)?;
    unpack(shell, &only_entry(shell, Path::new(WHEELS))?, &folder)?;
    only_entry(shell, &folder)
}

/// Installs a wheel into an environment of its own, asks it a question, and returns its Python.
pub fn install(shell: &Shell, wheel: &Path, folder: &Path) -> Result<PathBuf> {
    let python = environment(shell, folder, &[wheel])?;
    let question = "import tilebase; assert tilebase.Tablebase('3x3').distance('867254301') == 31";
    quietly(cmd!(shell, "{python} -c {question}"))?;
    Ok(python)
}

/// Installs the wheel into an empty environment and asks it a question. If `whole`, runs all tests
/// there, away from the sources of the package.
fn test(shell: &Shell, wheel: &Path, whole: bool) -> Result<()> {
    shell.remove_path(TEST)?;
    install(shell, wheel, Path::new(TEST))?;
    if !whole {
        return Ok(());
    }
    let python = shell
        .current_dir()
        .join(environment(shell, Path::new(TEST), &TESTERS)?);
    let _program = shell.push_env("TILEBASE_PROGRAM", tested_program(shell)?);
    cmd!(
        shell,
        "{python} -m pdoc --output-directory {REFERENCE} {MODULES...}"
    )
    .quiet()
    // It warns about types that are names of other modules.
    .ignore_stderr()
    .run()?;
    eprintln!("{REFERENCE}/index.html");
    let _folder = shell.push_dir(PACKAGE);
    cmd!(shell, "{python} -m pytest -p no:cacheprovider tests").run()?;
    let options = [
        "--mypy-config-file",
        "pyproject.toml",
        "--allowlist",
        "stubtest.txt",
    ];
    cmd!(shell, "{python} -m mypy.stubtest {options...} tilebase").run()?;
    Ok(cmd!(shell, "{python} -m mypy --strict python/tilebase").run()?)
}

/// Changes the package's Python files in one place at a time. Returns whether the tests see all
/// changes; prints those that they do not. With `names`, such as `tilebase._states*`, only the
/// functions that they name are changed.
pub fn mutate(shell: &Shell, folder: &Path, names: &[&str]) -> Result<bool> {
    if !available(shell) {
        skip("changes of the Python package", MISSING)?;
        return Ok(true);
    }
    let wheel = build(shell, false)?;
    shell.remove_path(folder)?;
    shell.create_dir(folder.join("src"))?;
    install(shell, &wheel, Path::new(TEST))?;
    let packages = TESTERS.iter().chain([&MUTATOR]).collect::<Vec<_>>();
    let python = environment(shell, Path::new(TEST), &packages)?;
    let python = shell.current_dir().join(python);
    // The installed package has the compiled part. The guide is where its test looks for it, from
    // the folder in which the changed files are tested.
    let question = "import pathlib, tilebase; print(pathlib.Path(tilebase.__file__).parent)";
    let installed = cmd!(shell, "{python} -c {question}").quiet().read()?;
    let source = folder.join("src/");
    quietly(cmd!(shell, "cp -R {installed} {source}"))?;
    for part in ["tests", "examples"] {
        let part = Path::new(PACKAGE).join(part);
        quietly(cmd!(shell, "cp -R {part} {folder}"))?;
    }
    let guides = folder.join("../docs");
    shell.create_dir(&guides)?;
    for guide in ["PYTHON.md", "BRIDGES.md"] {
        shell.copy_file(Path::new("docs").join(guide), &guides)?;
    }
    let folder = shell.current_dir().join(folder);
    let settings = format!(
        "[mutmut]\nsource_paths=src\nalso_copy=examples\nuse_git_change_detection=false\n\
         pytest_add_cli_args=\n    -p\n    no:cacheprovider\n    -k\n    {NOT_MUTATED}\n"
    );
    shell.write_file(folder.join("setup.cfg"), settings)?;
    let _folder = shell.push_dir(&folder);
    cmd!(shell, "{python} -m mutmut run {names...}").run()?;
    let results = cmd!(shell, "{python} -m mutmut results").quiet().read()?;
    // Those that were not named are listed, too.
    let mut missed: Vec<_> = results.lines().collect();
    missed.retain(|line| !line.ends_with("not checked"));
    eprintln!("{}", missed.join("\n"));
    Ok(missed.is_empty())
}
