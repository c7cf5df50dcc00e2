//! Attacks the libraries and the program for minutes.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{quietly, target_folder};

pub fn run(shell: &Shell, arguments: &[&str]) -> Result<()> {
    quietly(cmd!(
        shell,
        "cargo build --profile=torture --package tilebase-cli --package tilebase-trials"
    ))?;
    // The attacks run in folders of their own.
    let folder = target_folder(shell).join("torture");
    let (torture, tilebase) = (folder.join("torture"), folder.join("tilebase"));
    quietly(cmd!(shell, "{torture} --program {tilebase} {arguments...}"))
}
