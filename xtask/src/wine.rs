//! Runs programs for Windows on other systems, with wine.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{
    answers, quietly,
    targets::{self, WINDOWS, WINDOWS_LINKER},
};

/// The commands that start wine on different systems.
const NAMES: [&str; 3] = ["wine", "wine64", "wine-stable"];

/// The source of `bcryptprimitives.dll`, from which the standard library takes random numbers. Wine
/// 8, which Debian has, does not include it.
const RANDOM: &str = "\
int __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *data, unsigned long long length) {
    return SystemFunction036(data, (unsigned long)length);
}
";

/// Returns the name of wine, if it is installed.
pub fn find(shell: &Shell) -> Option<&'static str> {
    NAMES
        .into_iter()
        .find(|wine| answers(shell, wine, &["--version"]))
}

/// Adds the file that is missing in wine to the folder of a program, if there is a compiler for it.
pub fn complete(shell: &Shell, folder: &Path) -> Result<()> {
    if !answers(shell, WINDOWS_LINKER, &["--version"]) {
        return Ok(());
    }
    let build = shell.create_temp_dir()?;
    let (source, library) = (
        build.path().join("random.c"),
        folder.join("bcryptprimitives.dll"),
    );
    shell.write_file(&source, RANDOM)?;
    quietly(cmd!(
        shell,
        "{WINDOWS_LINKER} -shared -o {library} {source} -ladvapi32"
    ))
}

/// Runs the program's tests as programs for Windows. Tests that need Unix are left out, as on
/// Windows.
pub fn test(shell: &Shell) -> Result<()> {
    let Some(wine) = find(shell) else {
        eprintln!("skipped the tests for Windows: there is no wine");
        return Ok(());
    };
    for folder in targets::windows_folders() {
        shell.create_dir(&folder)?;
        complete(shell, &folder)?;
    }
    let prefix = shell.create_temp_dir()?;
    let _settings = shell.push_env("WINEPREFIX", prefix.path());
    let _silence = shell.push_env("WINEDEBUG", "-all");
    let _runner = shell.push_env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine);
    if !targets::for_system(shell, WINDOWS, WINDOWS_LINKER, &["test"])? {
        eprintln!(
            "skipped the tests for Windows: {}",
            targets::remedy(WINDOWS)
        );
    }
    Ok(())
}
