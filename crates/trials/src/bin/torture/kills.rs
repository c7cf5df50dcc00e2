//! Kills at random moments.

use std::{
    fs,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use tempfile::TempDir;

use crate::{AttackReport, Scale, program::Program};

/// Starts the program, and kills it after a while. Returns whether it was still running, and its
/// output.
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

/// Builds that replace existing tables: the table stays right.
pub fn builds(program: &Program, scale: Scale) -> AttackReport {
    let folder = TempDir::new().expect("a folder");
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    // Small tables, so that writing a file takes much of the time.
    let build = ["build", "2x4", "oshidori-kinds-4", "--force", "--quiet"];
    let mut bad = Vec::new();
    let begun = Instant::now();
    let said = program.run(folder.path(), &build, b"");
    let mut whole = begun.elapsed();
    if said.code != Some(0) {
        bad.push(format!("at first: {said:?}"));
    }
    let questions: [&[&str]; 2] = [
        &["hardest", "2x4", "--no-build"],
        &["hardest", "oshidori-kinds-4", "--no-build"],
    ];
    let ask = || questions.map(|question| program.run(folder.path(), question, b""));
    let answers = ask().map(|said| said.out);
    let count = scale.of(1_000);
    let (mut times, mut killed) = (0, 0);
    while killed < count && times < 4 * count {
        times += 1;
        let after = whole.mul_f64(rng.random_range(0.0..1.0));
        let in_time = kill(program, &folder, &build, after).0;
        killed += usize::from(in_time);
        // The time of builds changes with the other work on the machine.
        whole = whole.mul_f64(if in_time { 1.02 } else { 0.9 });
        for (said, answer) in ask().into_iter().zip(&answers) {
            if said.code != Some(0) || said.out != *answer {
                bad.push(format!("time {times}: {said:?}"));
            }
        }
    }
    // The files that kills left are gone after the next build.
    program.run(folder.path(), &build, b"");
    let left = fs::read_dir(folder.path()).expect("the folder").count();
    let said = program.run(folder.path(), &["verify"], b"");
    if said.code != Some(0) || left != 2 {
        bad.push(format!("in the end: {left} files, {said:?}"));
    }
    AttackReport {
        what: "builds killed",
        count: killed,
        fates: format!(
            "before their end, and {} later; the tables stayed",
            times - killed
        ),
        bad,
    }
}

/// Searches that are saved, killed and continued: they never lose what they have proven.
pub fn saved_searches(program: &Program, scale: Scale) -> AttackReport {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let count = scale.of(1_000);
    let (mut killed, mut proven, mut bad) = (0, 0, Vec::new());
    let mut folder = TempDir::new().expect("a folder");
    for round in 0..count {
        // A search that has got further saves more, so many kills share a folder.
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
            "1",
        ];
        let after = Duration::from_micros(rng.random_range(0..80_000));
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
    AttackReport {
        what: "saved searches killed",
        count,
        fates: format!("{killed} before their end; each could continue"),
        bad,
    }
}
