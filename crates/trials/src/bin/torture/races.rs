//! Several programs in one folder at the same time.

use std::thread;

use tempfile::TempDir;

use crate::{AttackReport, Scale, program::Program};

const AT_ONCE: usize = 5;

/// Builders of the same tables, and readers that build what is missing.
pub fn builders_and_readers(program: &Program, scale: Scale) -> AttackReport {
    let rounds = scale.of(40);
    let mut bad = Vec::new();
    for round in 0..rounds {
        let folder = TempDir::new().expect("a folder");
        let runs: [(&[&str], Option<&str>); AT_ONCE] = [
            (&["build", "3x3", "2x4", "--quiet"], None),
            (&["build", "2x4", "3x3", "--force", "--quiet"], None),
            (&["distance", "3x3", "867254301"], Some("31\n")),
            (&["distance", "2x4", "12345670"], Some("0\n")),
            (&["random", "3x3", "--distance", "31", "-n", "1"], None),
        ];
        thread::scope(|scope| {
            let started = runs.map(|(arguments, answer)| {
                let path = folder.path();
                (
                    scope.spawn(move || program.run(path, arguments, b"")),
                    arguments,
                    answer,
                )
            });
            for (run, arguments, answer) in started {
                let said = run.join().expect("a run");
                if said.code != Some(0) || answer.is_some_and(|answer| said.out != answer) {
                    bad.push(format!("round {round}: {arguments:?}: {said:?}"));
                }
            }
        });
        let said = program.run(folder.path(), &["verify"], b"");
        if said.code != Some(0) {
            bad.push(format!("round {round}: {said:?}"));
        }
    }
    AttackReport {
        what: "programs that build and read the same tables at the same time",
        count: rounds * AT_ONCE,
        fates: "each answered".to_owned(),
        bad,
    }
}
