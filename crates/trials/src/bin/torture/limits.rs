//! Little memory, a full disk, and system calls that fail.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use tempfile::TempDir;

use crate::{
    AttackReport, Scale,
    program::{Program, Said, WITH_PATTERNS},
};

/// Limits on the memory that a process may map: from just enough to start to enough for everything.
pub fn memory(program: &Program, scale: Scale) -> AttackReport {
    let folder = TempDir::new().expect("a folder");
    let starts = |kibibytes: &u32| {
        let limit = format!("ulimit -v {kibibytes} && exec");
        program.limited(folder.path(), &limit, &["--version"]).code == Some(0)
    };
    let least = (10_000..100_000).step_by(500).find(starts);
    let least = least.expect("the program starts with 100 MB");
    let limit = |rng: &mut ChaCha8Rng| {
        let kibibytes = rng.random_range(least..100_000);
        format!("ulimit -v {kibibytes} && exec")
    };
    let what = "commands with little memory (`ulimit -v`)";
    attack(what, program, scale.of(300), limit)
}

/// Limits on the size of a file: from nothing to enough. Larger writes fail as on a full disk.
pub fn file_size(program: &Program, scale: Scale) -> AttackReport {
    let limit = |rng: &mut ChaCha8Rng| {
        let blocks = rng.random_range(0..1_000);
        format!("ulimit -f {blocks} && exec")
    };
    let what = "commands with little room in files (`ulimit -f`)";
    attack(what, program, scale.of(300), limit)
}

/// System calls, the first and the last call of each that fails (those before load the program),
/// and the errors.
const CALLS: [(&str, u32, u32, &str); 14] = [
    ("openat", 6, 40, "EACCES"),
    ("openat", 6, 40, "EMFILE"),
    ("read", 8, 90, "EIO"),
    ("read", 8, 90, "EINTR"),
    ("write", 1, 10, "ENOSPC"),
    ("write", 1, 10, "EINTR"),
    ("fsync", 1, 6, "EIO"),
    ("rename", 1, 3, "EIO"),
    ("mkdir", 1, 5, "EACCES"),
    ("unlink", 1, 3, "EIO"),
    ("flock", 1, 5, "ENOLCK"),
    ("getdents64", 1, 5, "EIO"),
    ("statx", 1, 30, "EIO"),
    ("lseek", 1, 10, "EIO"),
];

/// A single system call that fails.
pub fn calls(program: &Program, scale: Scale) -> AttackReport {
    let failure = |rng: &mut ChaCha8Rng| {
        let &(call, first, last, error) = CALLS.choose(rng).expect("calls");
        let when = rng.random_range(first..=last);
        let inject = format!("inject={call}:error={error}:when={when}");
        format!("exec strace -f -qq -o /dev/null -e trace={call} -e {inject}")
    };
    let what = "commands of which one call of the system fails (`strace`)";
    attack(what, program, scale.of(600), failure)
}

/// Commands, and texts that their answers contain.
const COMMANDS: [(&[&str], &str); 6] = [
    (&["build", "3x3", "oshidori-kinds-4"], ""),
    (&["distance", "3x3", "867254301"], "31\n"),
    (
        &["solve", "oshidori-kinds-14", "--resume", "search.json"],
        "18 moves",
    ),
    (&["distance", "3x3", "867254301", WITH_PATTERNS], "31\n"),
    (&["compare", "3x3", "867254301"], "31"),
    (&["verify"], "good"),
];

/// Runs commands under a limit that the shell sets, and then once more without it.
fn attack(
    what: &'static str,
    program: &Program,
    count: usize,
    limit: impl Fn(&mut ChaCha8Rng) -> String,
) -> AttackReport {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut answered, mut refused, mut bad) = (0, 0, Vec::new());
    for round in 0..count {
        let folder = TempDir::new().expect("a folder");
        let (limit, (arguments, answer)) = (limit(&mut rng), COMMANDS[round % COMMANDS.len()]);
        if arguments == ["verify"] {
            program.run(folder.path(), &["build", "3x3", "--quiet"], b"");
        }
        let is_right = |said: &Said| said.code == Some(0) && said.out.contains(answer);
        match program.limited(folder.path(), &limit, arguments) {
            said if is_right(&said) => answered += 1,
            said if said.is_refusal() => refused += 1,
            said => bad.push(format!("{limit}: {arguments:?}: {said:?}")),
        }
        // The files that are left are whole, and do not prevent the answer.
        let list = program.run(folder.path(), &["list"], b"");
        let again = program.run(folder.path(), arguments, b"");
        for said in [list, again].iter().filter(|said| said.code != Some(0)) {
            bad.push(format!("{limit}: {arguments:?} left: {said:?}"));
        }
    }
    AttackReport {
        what,
        count,
        fates: format!("{answered} answered, {refused} refused"),
        bad,
    }
}
