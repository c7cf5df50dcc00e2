//! Checks that the program compiles for other systems, and the libraries also for WebAssembly.
//!
//! The standard library of a target comes from rustup if it is installed (`rustup target add
//! TARGET`). Debian's packages of the compiler have only the source of the standard library. With
//! them cargo builds it once, into `target/targets`. A target for which there is neither is named
//! and skipped.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::{answers, skip};

/// The systems for which the program compiles: one on another processor, and one without Unix's
/// functions. (Linux on that processor is tested there, by `.github/workflows/tests.yml`.)
const SYSTEMS: [&str; 2] = ["aarch64-apple-darwin", WINDOWS];

/// Windows, with the C library and the linker of mingw.
pub const WINDOWS: &str = "x86_64-pc-windows-gnu";
pub const WINDOWS_LINKER: &str = "x86_64-w64-mingw32-gcc";

/// Linux on 64-bit Arm, and its linker.
pub const ARM: &str = "aarch64-unknown-linux-gnu";
pub const ARM_LINKER: &str = "aarch64-linux-gnu-gcc";

/// WebAssembly with clocks and standard streams.
pub const WEB: &str = "wasm32-wasip1";

/// WebAssembly in programs for browsers that are written in Rust, with clocks from JavaScript.
pub const BROWSER: &str = "wasm32-unknown-unknown";

/// Compiles the module. Visitors download the whole of it, so it has no names and no duplicates,
/// and it is made small. With small kernels, a table would take up to 50% longer to build, and a
/// search of lines 15%; other searches and beams take no longer if they are small.
const MODULE: &str = "build --release --package=tilebase-web --config=profile.release.strip=true \
    --config=profile.release.lto='fat' --config=profile.release.codegen-units=1 \
    --config=profile.release.opt-level='z' \
    --config=profile.release.package.tilebase-solve.opt-level='s' \
    --config=profile.release.package.tilebase-pdb-build.opt-level=3";

/// Debian's compiler and the source of its standard library (packages rustc-web, cargo-web,
/// rust-web-src).
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust/library/std";

/// The least release 1.x of that compiler that has the [options](SMALL) used here.
const DEBIAN_LEAST: u32 = 92;

/// The folder of everything that is compiled for other targets.
const FOLDER: &str = "target/targets";

/// The folder of the C library of Debian's package wasi-libc, and the linker of its lld-19.
const WASI_LIBC: &str = "/usr/lib/wasm32-wasi";
const WASM_LINKER: &str = "wasm-ld-19";

/// The example of a program in Rust for browsers.
const GUEST: &str = "crates/web/guest/Cargo.toml";

/// Unstable options that make the module smaller: it has no messages of panics, which no page
/// shows, and `{:?}` writes nothing. Error messages use neither.
const SMALL: &str = "-Zfmt-debug=none -Zlocation-detail=none -Zunstable-options \
    -Cpanic=immediate-abort";

/// The source of a target's standard library.
#[derive(Clone, Copy, PartialEq)]
pub enum Toolchain {
    Rustup,
    Debian,
}

/// Checks all targets.
pub fn run(shell: &Shell) -> Result<()> {
    systems(shell)?;
    for target in [WEB, BROWSER] {
        if toolchain(shell, target)?.is_none() {
            skip(target, &remedy(target))?;
            continue;
        }
        // This package depends on all other libraries.
        wasm(shell, target, &["check", "--package=tilebase"])?;
    }
    Ok(())
}

/// Checks that the programs compile for other systems. (The page's module is for WebAssembly.)
pub fn systems(shell: &Shell) -> Result<()> {
    let mut systems = Vec::new();
    for target in SYSTEMS {
        match toolchain(shell, target)? {
            Some(toolchain) => systems.push((target, toolchain)),
            None => skip(target, &remedy(target))?,
        }
    }
    for toolchain in [Toolchain::Rustup, Toolchain::Debian] {
        // One run of cargo compiles the standard libraries of all targets of a toolchain in
        // parallel.
        let targets = systems.iter().filter(|(_, its)| *its == toolchain);
        let targets = targets.map(|(target, _)| format!("--target={target}"));
        let targets: Vec<String> = targets.collect();
        if !targets.is_empty() {
            // The program depends on all libraries.
            let check = "check --package=tilebase-cli --package=tilebase-cluster";
            let targets = targets.iter().map(String::as_str);
            cargo(
                shell,
                toolchain,
                &check.split(' ').chain(targets).collect::<Vec<_>>(),
            )?;
        }
    }
    Ok(())
}

/// Compiles the module with these arguments for cargo, and returns its path.
pub fn module(shell: &Shell, features: &[&str]) -> Result<PathBuf> {
    let mut arguments: Vec<&str> = MODULE.split(' ').collect();
    arguments.extend(features);
    if toolchain(shell, WEB)? == Some(Toolchain::Debian) {
        // Debian's C library has no thread functions.
        arguments.push("--features=tilebase-web/without-pthreads");
        // The standard library is compiled here, so it can be made small: its sorts made up a
        // twentieth of the module.
        arguments.push("-Zbuild-std-features=optimize_for_size");
    }
    wasm(shell, WEB, &arguments)?;
    let folder = Path::new(FOLDER).join(WEB);
    Ok(folder.join("release/tilebase_web.wasm"))
}

/// Compiles the example of a program in Rust for browsers, and writes its module and the script
/// that loads it into a folder.
pub fn guest(shell: &Shell, folder: &Path) -> Result<()> {
    shell.copy_file("Cargo.lock", Path::new(GUEST).with_file_name("Cargo.lock"))?;
    let manifest = format!("--manifest-path={GUEST}");
    wasm(
        shell,
        BROWSER,
        &["build", "--package=tilebase-guest", &manifest],
    )?;
    let module = Path::new(FOLDER)
        .join(BROWSER)
        .join("debug/tilebase_guest.wasm");
    let _folder = shell.push_env("CARGO_TARGET_DIR", FOLDER);
    let glue = "run --quiet --package=tilebase-glue".split(' ');
    Ok(cmd!(shell, "cargo {glue...} {manifest} -- {module} {folder}").run()?)
}

/// Compiles the program for Windows and returns its path; `None` if the tools for it are missing.
pub fn windows(shell: &Shell) -> Result<Option<PathBuf>> {
    let program = Path::new(FOLDER).join(WINDOWS).join("release/tilebase.exe");
    let compiled = for_system(shell, WINDOWS, WINDOWS_LINKER, &["build", "--release"])?;
    Ok(compiled.then_some(program))
}

/// Has cargo do something with the program for another system, such as test it with the runner that
/// the environment names. Returns whether the tools for it are there.
pub fn for_system(shell: &Shell, target: &str, linker: &str, words: &[&str]) -> Result<bool> {
    let linker = answers(shell, linker, &["--version"]);
    let Some(toolchain) = toolchain(shell, target)?.filter(|_| linker) else {
        return Ok(false);
    };
    let target = format!("--target={target}");
    // What follows `--` is for the tests.
    let (command, rest) = words.split_at(1);
    let words = [command, &["--package=tilebase-cli", &target], rest].concat();
    cargo(shell, toolchain, &words)?;
    Ok(true)
}

/// Returns the folders of debug builds for Windows: first that of the program, then that of its
/// tests.
pub fn windows_folders() -> [PathBuf; 2] {
    let folder = Path::new(FOLDER).join(WINDOWS).join("debug");
    [folder.clone(), folder.join("deps")]
}

/// Returns the path of the program for Arm.
pub fn arm_program() -> PathBuf {
    Path::new(FOLDER).join(ARM).join("release/tilebase")
}

/// Runs cargo for WebAssembly.
fn wasm(shell: &Shell, target: &str, arguments: &[&str]) -> Result<()> {
    let Some(toolchain) = toolchain(shell, target)? else {
        bail!("WebAssembly: {}", remedy(target));
    };
    let target = format!("--target={target}");
    let arguments = [arguments, &[&target]].concat();
    if toolchain == Toolchain::Rustup {
        return cargo(shell, toolchain, &arguments);
    }
    let _linker = shell.push_env("CARGO_TARGET_WASM32_WASIP1_LINKER", WASM_LINKER);
    let _other_linker = shell.push_env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", WASM_LINKER);
    let _flags = shell.push_env(
        "CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS",
        format!("-C link-self-contained=no -L {WASI_LIBC} {SMALL}"),
    );
    cargo(shell, toolchain, &arguments)
}

/// Returns the toolchain for a target, rustup's if it has the target; `None` if there is none.
pub fn toolchain(shell: &Shell, target: &str) -> Result<Option<Toolchain>> {
    let folder = cmd!(shell, "rustc --print target-libdir --target {target}")
        .quiet()
        .read()?;
    if Path::new(&folder).is_dir() {
        return Ok(Some(Toolchain::Rustup));
    }
    let tool = match target {
        WEB | BROWSER => Some(WASM_LINKER),
        // It makes std's import libraries of Windows.
        target if target.contains("windows") => Some("x86_64-w64-mingw32-dlltool"),
        _ => None,
    };
    let tool_found = tool.is_none_or(|tool| answers(shell, tool, &["--version"]));
    let debian = tool_found
        && [DEBIAN_RUSTC, DEBIAN_CARGO, DEBIAN_SOURCE]
            .into_iter()
            .chain((target == WEB).then_some(WASI_LIBC))
            .all(|path| Path::new(path).exists())
        && is_recent(&cmd!(shell, "{DEBIAN_RUSTC} --version").quiet().read()?);
    Ok(debian.then_some(Toolchain::Debian))
}

/// Returns whether this is the version of a compiler that is recent enough: `rustc 1.96.0 …`.
fn is_recent(version: &str) -> bool {
    let minor = version
        .split('.')
        .nth(1)
        .and_then(|minor| minor.parse().ok());
    minor.is_some_and(|minor: u32| minor >= DEBIAN_LEAST)
}

/// Returns a text that names what is missing and what to install.
pub fn remedy(target: &str) -> String {
    let debian = match target {
        WEB => ", or on Debian `apt-get install rustc-web cargo-web rust-web-src wasi-libc lld-19`",
        BROWSER => ", or on Debian `apt-get install rustc-web cargo-web rust-web-src lld-19`",
        WINDOWS => {
            ", or on Debian `apt-get install rustc-web cargo-web rust-web-src \
            gcc-mingw-w64-x86-64-win32`"
        }
        _ => "",
    };
    let least = match debian {
        "" => String::new(),
        _ => format!(" (1.{DEBIAN_LEAST} or later)"),
    };
    format!(
        "its standard library is missing; `rustup target add {target}` installs it{debian}{least}"
    )
}

/// Runs cargo with a target folder of its own.
fn cargo(shell: &Shell, toolchain: Toolchain, arguments: &[&str]) -> Result<()> {
    let _folder = shell.push_env("CARGO_TARGET_DIR", FOLDER);
    let _debug = shell.push_env("CARGO_PROFILE_DEV_DEBUG", "0");
    match toolchain {
        Toolchain::Rustup => cmd!(shell, "cargo {arguments...}").run()?,
        Toolchain::Debian => {
            // The compiler itself is stable. Building std and the options that make the module
            // small are not.
            let _unstable = shell.push_env("RUSTC_BOOTSTRAP", "1");
            let _rustc = shell.push_env("RUSTC", DEBIAN_RUSTC);
            let parts = match arguments.first() {
                Some(&"test") => "std,panic_abort,test",
                _ => "std,panic_abort",
            };
            cmd!(shell, "{DEBIAN_CARGO} {arguments...} -Zbuild-std={parts}").run()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_compiler_does_not_count() {
        let version = |release| format!("rustc {release} (4d91de4e4 2025-02-17)");
        assert!(is_recent(&version("1.96.0")));
        assert!(!is_recent(&version("1.85.0")));
        assert!(!is_recent("not a version"));
    }
}
