//! Runs the program's tests on 64-bit Arm, in an emulator, and compares the tables that it builds
//! there with those of this machine.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::{
    answers, quietly, silently, skip, target_folder,
    targets::{self, ARM, ARM_LINKER},
};

/// The emulator of Debian's package qemu-user, and the C library of libc6-dev-arm64-cross.
const EMULATOR: &str = "qemu-aarch64";
const LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// The puzzles whose tables are compared. Their builders and encodings differ.
const PUZZLES: [&str; 4] = ["3x3", "2x5", "3x4", "oshidori-kinds-5"];

/// Arguments that leave out four tests: two repeat the calls that strace records, and two limit the
/// memory. Calls and memory are the emulator's here.
const WITHOUT_EMULATOR: [&str; 9] = [
    "--",
    "--skip",
    "recorded::a_recorded_build_can_end_at_any_call",
    "--skip",
    "recorded::solved_instances_stay_at_any_call",
    "--skip",
    "trouble::hardly_any_memory",
    "--skip",
    "trouble::threads_that_the_system_refuses",
];

/// Where the metadata of a table file, which say how long the build took, begin; before them is
/// where the payload begins.
const METADATA: usize = 64;
const PAYLOAD_AT: usize = 16;

/// Runs the tests, and compares the tables.
pub fn test(shell: &Shell) -> Result<()> {
    if !answers(shell, EMULATOR, &["--version"]) || !answers(shell, ARM_LINKER, &["--version"]) {
        let remedy = "`apt-get install qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross`";
        return skip("the tests for Arm", remedy);
    }
    if targets::toolchain(shell, ARM)?.is_none() {
        return skip("the tests for Arm", &targets::remedy(ARM));
    }
    let program = shell.current_dir().join(targets::arm_program());
    let folder = shell.create_temp_dir()?;
    let runner = folder.path().join("run");
    script(shell, &runner, &runner_for(&program))?;
    let _linker = shell.push_env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", ARM_LINKER);
    let _runner = shell.push_env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner);
    // Optimised, since the emulator takes many times as long as a processor.
    targets::for_system(shell, ARM, ARM_LINKER, &["build", "--release"])?;
    let own = target_folder(shell).join("debug/tilebase");
    cmd!(shell, "cargo build --package=tilebase-cli").run()?;
    let emulated = folder.path().join("tilebase");
    script(shell, &emulated, &emulating(&program))?;
    let tables = ["host", "arm"].map(|name| folder.path().join(name));
    for (program, data) in [own, emulated].iter().zip(&tables) {
        silently(cmd!(
            shell,
            "{program} --quiet --data {data} build {PUZZLES...}"
        ))?;
    }
    compare(&tables)?;
    let test = [
        &["test", "--release", "--no-fail-fast"],
        &WITHOUT_EMULATOR[..],
    ]
    .concat();
    targets::for_system(shell, ARM, ARM_LINKER, &test)?;
    Ok(())
}

/// Returns a script that runs a program in the emulator.
fn emulating(program: &Path) -> String {
    let program = program.display();
    format!("#!/bin/sh\nexec {EMULATOR} -L {LIBRARIES} {program} \"$@\"\n")
}

/// Returns a script that runs a test in the emulator. The system starts no program for Arm, so
/// where the tests look for the program there is then a script that runs it.
fn runner_for(program: &Path) -> String {
    let moved = program.with_extension("arm");
    let (from, to, script) = (program.display(), moved.display(), emulating(&moved));
    format!(
        "#!/bin/sh\nset -e\n\
        if [ \"$(head -c 2 {from})\" != '#!' ]; then\n\
        rm -f {to}\nmv {from} {to}\ncat > {from} <<'END'\n{script}END\nchmod +x {from}\nfi\n\
        exec {EMULATOR} -L {LIBRARIES} \"$@\"\n"
    )
}

fn script(shell: &Shell, path: &Path, text: &str) -> Result<()> {
    shell.write_file(path, text)?;
    quietly(cmd!(shell, "chmod +x {path}"))
}

/// Compares the table files of two folders, byte by byte, without the metadata.
fn compare([host, arm]: &[PathBuf; 2]) -> Result<()> {
    let mut compared = 0;
    for file in fs::read_dir(host)? {
        let file = file?.path();
        let name = file.file_name().context("a table without a name")?;
        let [ours, theirs] = [file.clone(), arm.join(name)].map(fs::read);
        let (ours, theirs) = (parts(ours?)?, parts(theirs?)?);
        ensure!(ours == theirs, "{} differs on Arm", name.display());
        compared += 1;
    }
    ensure!(compared == PUZZLES.len(), "{compared} tables were built");
    eprintln!("{compared} tables are the same on Arm");
    Ok(())
}

/// Returns the part of a table file before its metadata, and that from its payload on.
fn parts(mut file: Vec<u8>) -> Result<[Vec<u8>; 2]> {
    let at = file
        .get(PAYLOAD_AT..PAYLOAD_AT + 8)
        .context("a short file")?;
    let payload = u64::from_le_bytes(at.try_into()?) as usize;
    ensure!((METADATA..file.len()).contains(&payload), "a short file");
    let payload = file.split_off(payload);
    file.truncate(METADATA);
    Ok([file, payload])
}
