//! Attacks the libraries and the program for minutes.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::target_folder;

pub fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    cmd!(
        shell,
        "cargo build --release --package tilebase-cli --package tilebase-trials"
    )
    .quiet()
    .run()?;
    // The attacks run in folders of their own.
    let folder = shell.current_dir().join(target_folder()).join("release");
    let (torture, tilebase) = (folder.join("torture"), folder.join("tilebase"));
    cmd!(shell, "{torture} --program {tilebase} {arguments...}")
        .quiet()
        .run()?;
    Ok(())
}
