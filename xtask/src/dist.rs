//! Builds all parts of a release in `target/dist`: archives, Debian package, crates, Python and
//! JavaScript packages, site, bill of materials, checksums. Steps whose tools are missing are named
//! and skipped.

mod installed;

use std::{
    env::consts::{EXE_SUFFIX, OS},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{
    answers, host,
    metadata::CargoMetadata,
    package, python, quietly, silently, site, target_folder,
    targets::{self, WEB, WINDOWS},
    web,
};

const OUTPUT: &str = "target/dist";

/// The checksums of all files, as `sha256sum --check` reads them.
const SUMS: &str = "SHA256SUMS";

/// The folder in which packages are laid out before they are packed.
const STAGE: &str = "target/dist-stage";

/// The documents that go with every binary.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The shells that have completions, and the file that each looks for.
const SHELLS: [(&str, &str); 4] = [
    ("bash", "tilebase.bash"),
    ("zsh", "_tilebase"),
    ("fish", "tilebase.fish"),
    ("powershell", "_tilebase.ps1"),
];

/// Builds everything. `--program` builds only the parts that differ between systems, except
/// Python's wheel, and `--common` only those that are the same for all. `--test` installs and uses
/// each part in an empty folder. `--sums` writes the checksums of the parts that are there.
pub fn run(shell: &Shell, arguments: &[&str]) -> Result<()> {
    match arguments {
        [] => build(shell, &[programs, common, python]),
        ["--program"] => build(shell, &[programs]),
        ["--common"] => build(shell, &[common]),
        ["--test"] => installed::run(shell, Path::new(OUTPUT)),
        ["--sums"] => checksums(shell),
        _ => bail!("usage: cargo xtask dist [--program | --common | --test | --sums]"),
    }
}

/// Builds one part of a release.
type ReleasePart = fn(&Shell, &CargoMetadata) -> Result<()>;

fn build(shell: &Shell, parts: &[ReleasePart]) -> Result<()> {
    let metadata = CargoMetadata::read(shell)?;
    for folder in [OUTPUT, STAGE] {
        shell.remove_path(folder)?;
        shell.create_dir(folder)?;
    }
    for part in parts {
        part(shell, &metadata)?;
    }
    shell.remove_path(STAGE)?;
    checksums(shell)
}

/// Builds the archive and the Debian package of this system, and the archive for Windows if it can
/// be compiled.
fn programs(shell: &Shell, metadata: &CargoMetadata) -> Result<()> {
    let version = metadata.version()?;
    cmd!(
        shell,
        "cargo build --release --locked --package tilebase-cli"
    )
    .run()?;
    let program = target_folder(shell).join(format!("release/tilebase{EXE_SUFFIX}"));
    let folder = archive(shell, version, &program, &program, &host(shell)?)?;
    debian(shell, version, &folder)?;
    if OS == "linux" {
        match targets::windows(shell)? {
            Some(built) => drop(archive(shell, version, &program, &built, WINDOWS)?),
            None => eprintln!(
                "skipped the program for Windows: {}",
                targets::remedy(WINDOWS)
            ),
        }
    }
    Ok(())
}

/// Builds the parts that are the same for every system: crates, the package for JavaScript, the
/// site, the bill of materials.
fn common(shell: &Shell, metadata: &CargoMetadata) -> Result<()> {
    for package in package::pack(shell, metadata)? {
        shell.copy_file(package, OUTPUT)?;
    }
    let version = metadata.version()?;
    page(shell, version)?;
    let bill = format!("{OUTPUT}/tilebase-{version}.cdx.json");
    shell.write_file(bill, metadata.bill_of_materials()?)?;
    Ok(())
}

/// Packs a program that was built for `target`, with the manuals and completions that `program`
/// writes on this system. Returns the folder that was packed.
fn archive(
    shell: &Shell,
    version: &str,
    program: &Path,
    built: &Path,
    target: &str,
) -> Result<PathBuf> {
    let package = format!("tilebase-{version}-{target}");
    let folder = Path::new(STAGE).join(&package);
    let (manuals, completions) = (folder.join("man"), folder.join("completions"));
    for part in [&manuals, &completions] {
        shell.create_dir(part)?;
    }
    let name = built.file_name().context("a program without a name")?;
    shell.copy_file(built, folder.join(name))?;
    for text in TEXTS {
        shell.copy_file(text, &folder)?;
    }
    quietly(cmd!(shell, "{program} man {manuals}"))?;
    for (name, file) in SHELLS {
        let script = cmd!(shell, "{program} completions {name}").quiet().read()?;
        shell.write_file(completions.join(file), script + "\n")?;
    }
    let packed = match OS {
        "windows" => format!("{OUTPUT}/{package}.zip"),
        _ => format!("{OUTPUT}/{package}.tar.gz"),
    };
    pack(shell, Path::new(STAGE), &package, &packed)?;
    Ok(folder)
}

/// Packs a folder into an archive of the kind that its name says. On Linux the same files make the
/// same bytes.
fn pack(shell: &Shell, parent: &Path, folder: &str, packed: &str) -> Result<()> {
    let seconds = commit_time(shell)?;
    let time = format!("--mtime=@{seconds}");
    let same: &[&str] = match OS {
        "linux" => &[
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            &time,
        ],
        _ => &[],
    };
    quietly(cmd!(
        shell,
        "tar {same...} --auto-compress --create --file {packed} --directory {parent} {folder}"
    ))
}

/// Returns the time of the commit in seconds. Files built from the commit get this time.
fn commit_time(shell: &Shell) -> Result<String> {
    Ok(cmd!(shell, "git log -1 --format=%ct").quiet().read()?)
}

/// Makes the Debian package from the files of the archive.
fn debian(shell: &Shell, version: &str, archive: &Path) -> Result<()> {
    if !answers(shell, "dpkg-deb", &["--version"]) {
        eprintln!("skipped the Debian package: there is no dpkg-deb");
        return Ok(());
    }
    let architecture = cmd!(shell, "dpkg --print-architecture").quiet().read()?;
    let libc = cmd!(shell, "getconf GNU_LIBC_VERSION").quiet().read()?;
    let libc = libc.trim_start_matches("glibc ");
    let tree = Path::new(STAGE).join("debian");
    let share = tree.join("usr/share");
    let documents = share.join("doc/tilebase");
    let manuals = share.join("man/man1");
    let places = [
        ("tilebase", tree.join("usr/bin/tilebase")),
        (
            "completions/tilebase.bash",
            share.join("bash-completion/completions/tilebase"),
        ),
        (
            "completions/_tilebase",
            share.join("zsh/vendor-completions/_tilebase"),
        ),
        (
            "completions/tilebase.fish",
            share.join("fish/vendor_completions.d/tilebase.fish"),
        ),
        ("README.md", documents.join("README.md")),
        ("CHANGELOG.md", documents.join("changelog")),
        ("LICENSE-MIT", documents.join("copyright")),
        ("LICENSE-APACHE", documents.join("LICENSE-APACHE")),
    ];
    for (from, to) in places {
        shell.create_dir(to.parent().context("a place in a folder")?)?;
        shell.copy_file(archive.join(from), to)?;
    }
    shell.create_dir(&manuals)?;
    for page in shell.read_dir(archive.join("man"))? {
        shell.copy_file(page, &manuals)?;
    }
    quietly(cmd!(shell, "gzip --best --no-name --recursive {manuals}"))?;
    shell.write_file(
        tree.join("DEBIAN/control"),
        format!(
            "Package: tilebase\n\
             Version: {version}\n\
             Architecture: {architecture}\n\
             Maintainer: The Tilebase developers\n\
             Depends: libc6 (>= {libc}), libgcc-s1\n\
             Section: games\n\
             Priority: optional\n\
             Description: tablebases for sliding-tile puzzles and oshidori\n \
             Computes the exact distance of every position of a puzzle, keeps it in a file and\n \
             answers from it; solves larger puzzles optimally by IDA* with pattern databases.\n"
        ),
    )?;
    let _time = shell.push_env("SOURCE_DATE_EPOCH", commit_time(shell)?);
    silently(cmd!(
        shell,
        "dpkg-deb --root-owner-group --build {tree} {OUTPUT}"
    ))
}

/// Builds and tests the wheel and the source distribution.
fn python(shell: &Shell, _: &CargoMetadata) -> Result<()> {
    shell.remove_path(python::WHEELS)?;
    python::run_if_possible(shell)?;
    if shell.path_exists(python::WHEELS) {
        for package in shell.read_dir(python::WHEELS)? {
            shell.copy_file(package, OUTPUT)?;
        }
    }
    Ok(())
}

/// Builds the package for JavaScript and the site.
fn page(shell: &Shell, version: &str) -> Result<()> {
    if targets::toolchain(shell, WEB)?.is_none() {
        eprintln!("skipped the page: {}", targets::remedy(WEB));
        return Ok(());
    }
    web::run(shell, &[])?;
    let output = shell.current_dir().join(OUTPUT);
    if answers(shell, "npm", &["--version"]) {
        let _folder = shell.push_dir(web::OUTPUT);
        let packages = web::PACKAGES.map(|folder| format!("./{folder}"));
        silently(cmd!(
            shell,
            "npm pack --silent --pack-destination {output} {packages...}"
        ))?;
    } else {
        eprintln!("skipped the packages for JavaScript: there is no npm");
    }
    let name = format!("tilebase-site-{version}");
    site::collect(shell, &Path::new(STAGE).join(&name))?;
    pack(
        shell,
        Path::new(STAGE),
        &name,
        &format!("{OUTPUT}/{name}.tar.gz"),
    )
}

/// Writes the checksums of all files, and prints their names and sizes.
fn checksums(shell: &Shell) -> Result<()> {
    let mut names = Vec::new();
    shell.remove_path(Path::new(OUTPUT).join(SUMS))?;
    for path in shell.read_dir(OUTPUT)? {
        let name = path.file_name().context("a file without a name")?;
        let name = name.to_string_lossy().into_owned();
        eprintln!("{OUTPUT}/{name}: {} KiB", fs::metadata(&path)?.len() / 1024);
        names.push(name);
    }
    let _folder = shell.push_dir(OUTPUT);
    let sums = if answers(shell, "sha256sum", &["--version"]) {
        cmd!(shell, "sha256sum {names...}").quiet().read()?
    } else if answers(shell, "shasum", &["--version"]) {
        cmd!(shell, "shasum --algorithm 256 {names...}")
            .quiet()
            .read()?
    } else {
        eprintln!("skipped the checksums: there is no sha256sum and no shasum");
        return Ok(());
    };
    shell.write_file(SUMS, sums + "\n")?;
    Ok(())
}
