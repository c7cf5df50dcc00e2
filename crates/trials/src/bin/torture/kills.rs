//! Kills at random moments.

use std::{fs, process::Stdio, thread, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tempfile::TempDir;

use crate::{Report, Scale, program::Program};

/// Starts the program, and kills it after a while. Returns whether it had not ended, and what it said.
fn kill(
    program: &Program,
    folder: &TempDir,
    arguments: &[&str],
    after: Duration,
) -> (bool, String) {
    let mut command = program.command(folder.path(), arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    thread::sleep(after);
    let killed = child.try_wait().expect("a child").is_none();
    let _ = child.kill();
    let said = child.wait_with_output().expect("a child");
    (killed, String::from_utf8_lossy(&said.stderr).into_owned())
}

/// Builds of tables that are there, in place of which new ones are written: the table stays right.
pub fn builds(program: &Program, scale: Scale) -> Report {
    let folder = TempDir::new().expect("a folder");
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let build = ["build", "3x3", "oshidori-kinds-5", "--force", "--quiet"];
    program.run(folder.path(), &build, b"");
    let count = scale.of(1_000);
    let (mut killed, mut bad) = (0, Vec::new());
    for round in 0..count {
        let after = Duration::from_micros(rng.random_range(0..400_000));
        killed += usize::from(kill(program, &folder, &build, after).0);
        for (question, answer) in [
            (&["distance", "3x3", "867254301", "--no-build"][..], "31\n"),
            (&["distance", "oshidori-kinds-5", "--no-build"], "7\n"),
        ] {
            let said = program.run(folder.path(), question, b"");
            if said.code != Some(0) || said.out != answer {
                bad.push(format!("round {round}: {question:?}: {said:?}"));
            }
        }
    }
    let said = program.run(folder.path(), &["verify"], b"");
    if said.code != Some(0) {
        bad.push(format!("in the end: {said:?}"));
    }
    Report {
        what: "builds killed",
        count,
        fates: format!("{killed} before their end; the tables stayed"),
        bad,
    }
}

/// Returns a search that is saved, killed and gone on with: what it has proven is never lost.
pub fn saved_searches(program: &Program, scale: Scale) -> Report {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let count = scale.of(1_000);
    let (mut killed, mut proven, mut bad) = (0, 0, Vec::new());
    let mut folder = TempDir::new().expect("a folder");
    for round in 0..count {
        // A search that has come far saves more, so that each folder has many kills.
        if round % 100 == 0 {
            folder = TempDir::new().expect("a folder");
            proven = 0;
        }
        let search = [
            "solve",
            "oshidori-kinds-22",
            "--resume",
            "search.json",
            "--threads",
            "2",
        ];
        let after = Duration::from_micros(rng.random_range(0..150_000));
        let (ended_so, said) = kill(program, &folder, &search, after);
        killed += usize::from(ended_so);
        if said.contains("error:") {
            bad.push(format!("round {round}: {said}"));
        }
        let Ok(text) = fs::read(folder.path().join("search.json")) else {
            continue;
        };
        let threshold = serde_json::from_slice(&text)
            .ok()
            .and_then(|saved: Value| saved["threshold"].as_u64());
        match threshold {
            Some(threshold) if threshold >= proven => proven = threshold,
            found => bad.push(format!(
                "round {round}: {proven} moves were proven, now {found:?}"
            )),
        }
    }
    Report {
        what: "saved searches killed",
        count,
        fates: format!("{killed} before their end; each went on"),
        bad,
    }
}
