//! `bench-pairs`: the kernels of this tree and of a revision, measured in turns.
//!
//! Machines change their speed, so that two runs minutes apart compare the machine with itself.
//! Here every run of one program has a neighbour of the other, and what counts is the ratio of
//! the two. Time is that of the processor in the program, on one thread: other work on the machine
//! lengthens it less than elapsed time.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::{quietly, target_folder};

/// The folder of the revision's tree, of what is compiled from it, and of tables.
const FOLDER: &str = "target/bench-pairs";

/// Pairs of runs of a kernel. An odd number has a middle.
const PAIRS: usize = 9;

/// Kernels: the name, arguments of the program, and those of `tilebase random` for its input.
const KERNELS: [[&str; 3]; 7] = [
    ["build-3x4", "build 3x4 --force", ""],
    ["build-2x6", "build 2x6 --force", ""],
    [
        "korf100",
        "bench korf100 --heuristic pdb:5-5-5 --instances 1-20 --repeat 1",
        "",
    ],
    ["random15", "bench random15 --repeat 1", ""],
    ["stream-3x3", "distance 3x3 -", "3x3 -n 500000"],
    ["stream-3x4", "distance 3x4 -", "3x4 -n 100000"],
    [
        "beam-6x6",
        "solve 6x6 - --goal blank-last --width 1000",
        "6x6 -n 10",
    ],
];

/// The kernels as compiled in a program, with its own folder of tables: programs need not read
/// those of each other.
struct Kernels {
    path: PathBuf,
    data: PathBuf,
}

/// Compares the kernels that are named, or all of them.
pub fn run(shell: &Shell, revision: &str, names: &[&str]) -> Result<()> {
    let known = KERNELS.map(|[name, ..]| name);
    for name in names {
        ensure!(
            known.contains(name),
            "{name} is none of the kernels {}",
            known.join(", ")
        );
    }
    let folder = shell.current_dir().join(FOLDER);
    let old = program_of(shell, revision, &folder)?;
    quietly(cmd!(shell, "cargo build --release --package tilebase-cli"))?;
    let new = Kernels {
        path: target_folder(shell).join("release/tilebase"),
        data: folder.join("data-new"),
    };
    eprintln!("processor time of this tree as a multiple of that of {revision}: median (range)");
    for [name, command, states] in KERNELS {
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let input = new.random_states(shell, states)?;
        // The first runs build tables that are missing.
        new.seconds(shell, command, &input)?;
        old.seconds(shell, command, &input)?;
        let mut ratios = [0.0; PAIRS];
        let mut total = 0.0;
        for (pair, ratio) in ratios.iter_mut().enumerate() {
            // What runs second may find a warmer or a slower machine.
            let (time, old_time) = if pair % 2 == 0 {
                let time = new.seconds(shell, command, &input)?;
                (time, old.seconds(shell, command, &input)?)
            } else {
                let old_time = old.seconds(shell, command, &input)?;
                (new.seconds(shell, command, &input)?, old_time)
            };
            *ratio = time / old_time;
            total += old_time;
        }
        ratios.sort_by(f64::total_cmp);
        let (least, median, greatest) = (ratios[0], ratios[PAIRS / 2], ratios[PAIRS - 1]);
        let mean = total / PAIRS as f64;
        eprintln!("{name:<10}  {median:.3} ({least:.3} to {greatest:.3}), {mean:.2} s");
    }
    Ok(())
}

/// Compiles the program of a revision in a tree of its own, which stays for the next comparison.
fn program_of(shell: &Shell, revision: &str, folder: &Path) -> Result<Kernels> {
    let commit = format!("{revision}^{{commit}}");
    let commit = cmd!(shell, "git rev-parse --verify {commit}")
        .quiet()
        .read()?;
    let tree = folder.join("tree");
    if !shell.path_exists(&tree) {
        quietly(cmd!(shell, "git worktree prune"))?;
        quietly(cmd!(
            shell,
            "git worktree add --quiet --detach {tree} {commit}"
        ))?;
    }
    let _folder = shell.push_dir(&tree);
    quietly(cmd!(shell, "git checkout --quiet --detach {commit}"))?;
    let build = folder.join("build");
    let _target = shell.push_env("CARGO_TARGET_DIR", &build);
    quietly(cmd!(shell, "cargo build --release --package tilebase-cli"))?;
    Ok(Kernels {
        path: build.join("release/tilebase"),
        data: folder.join("data-old"),
    })
}

impl Kernels {
    fn random_states(&self, shell: &Shell, arguments: &str) -> Result<String> {
        if arguments.is_empty() {
            return Ok(String::new());
        }
        let (path, words) = (&self.path, arguments.split(' '));
        let states = cmd!(shell, "{path} random {words...} --seed 1 --format line");
        Ok(states.quiet().read()?)
    }

    /// Returns the processor time of a run, which includes its start.
    fn seconds(&self, shell: &Shell, command: &str, input: &str) -> Result<f64> {
        // The shell prints the time after what the program prints there.
        let script = r#"TIMEFORMAT=%U; time "$0" "$@" --threads 1 --quiet >/dev/null"#;
        let Self { path, data } = self;
        let words = command.split(' ');
        let output = cmd!(shell, "bash -c {script} {path} {words...} --data {data}")
            .quiet()
            .stdin(input)
            .ignore_status()
            .output()?;
        let printed = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            bail!("{} {command}: {printed}", path.display());
        }
        let last = printed.lines().next_back().unwrap_or_default();
        last.parse()
            .with_context(|| format!("bash printed no time, but {last:?}"))
    }
}
