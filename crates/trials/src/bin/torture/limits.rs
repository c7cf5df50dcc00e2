//! Little memory, and a disk that is full.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;

use crate::{
    Report, Scale,
    program::{Program, Said},
};

/// Limits on the memory that a process may map, in KiB: from what it takes to start to what is
/// enough.
pub fn memory(program: &Program, scale: Scale) -> Report {
    let limit = |rng: &mut ChaCha8Rng| format!("-v {}", rng.random_range(12_000..100_000));
    attack(
        "commands with little memory (`ulimit -v`)",
        program,
        scale.of(300),
        limit,
    )
}

/// Limits on the blocks of a file: from none to what is enough. Larger writes fail as on a full
/// disk.
pub fn file_size(program: &Program, scale: Scale) -> Report {
    let limit = |rng: &mut ChaCha8Rng| format!("-f {}", rng.random_range(0..1_000));
    attack(
        "commands with little room in files (`ulimit -f`)",
        program,
        scale.of(300),
        limit,
    )
}

fn attack(
    what: &'static str,
    program: &Program,
    count: usize,
    limit: impl Fn(&mut ChaCha8Rng) -> String,
) -> Report {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut answered, mut refused, mut bad) = (0, 0, Vec::new());
    let commands: [&[&str]; 6] = [
        &["build", "3x3", "oshidori-kinds-4"],
        &["distance", "3x3", "867254301"],
        &["solve", "oshidori-kinds-14", "--resume", "search.json"],
        &[
            "distance",
            "3x3",
            "867254301",
            "--heuristic",
            "pdb",
            "--partition",
            "1,2,3,4/5,6,7,8",
        ],
        &["compare", "3x3", "867254301"],
        &["verify"],
    ];
    for round in 0..count {
        let folder = TempDir::new().expect("a folder");
        let (limit, arguments) = (limit(&mut rng), commands[round % commands.len()]);
        if arguments == ["verify"] {
            program.run(folder.path(), &["build", "3x3", "--quiet"], b"");
        }
        match program.limited(folder.path(), &limit, arguments) {
            Said { code: Some(0), .. } => answered += 1,
            said if said.is_refusal() => refused += 1,
            said => bad.push(format!("{limit}: {arguments:?}: {said:?}")),
        }
        // What is left is whole, or nothing.
        let said = program.run(folder.path(), &["list"], b"");
        if said.code != Some(0) {
            bad.push(format!("{limit}: {arguments:?} left: {said:?}"));
        }
    }
    Report {
        what,
        count,
        fates: format!("{answered} answered, {refused} refused"),
        bad,
    }
}
