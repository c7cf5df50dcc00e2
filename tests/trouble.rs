//! Errors: bad files, full disks, kills. Each leads to a clear message and the right exit code, and
//! nothing is lost.

use std::{
    fs,
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use crate::common::{Tilebase, fails, said};

#[test]
fn missing_tables() {
    let tilebase = Tilebase::new();
    fails(
        &tilebase,
        &["distance", "3x3", "123456780", "--no-build"],
        3,
        "build it first, by `tilebase build` with the same puzzle, goal",
    );
    fails(&tilebase, &["verify"], 3, "nothing is built");
    fails(&tilebase, &["verify", "2x5"], 3, "no table of 2x5");
    assert!(tilebase.ok(&["list"]).is_empty());
    let said = tilebase.run(&["distance", "3x3", "123456780"]);
    assert!(
        said.err.contains("building the table of 3x3 boards"),
        "{said:?}"
    );
    assert_eq!(
        tilebase
            .run(&["distance", "3x3", "123456780", "--no-build"])
            .code,
        Some(0)
    );
}

fn built(space: &str) -> (Tilebase, PathBuf, Vec<u8>) {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", space]);
    let path = tilebase.data().join(&tilebase.tables()[0]);
    let bytes = fs::read(&path).unwrap();
    (tilebase, path, bytes)
}

#[test]
fn damaged_tables() {
    let (tilebase, path, whole) = built("2x3");
    let ask = ["distance", "2x3", "123450"];
    for length in [0, 1, 7, 8, 71, 72, 100, 4095, 4096, 4097, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let said = tilebase.run(&ask);
        assert_eq!(said.code, Some(3), "cut to {length}: {said:?}");
        let what = match length {
            ..104 => format!("it ends after {length} bytes, within its header"),
            _ => format!("{length} bytes long instead of {}", whole.len()),
        };
        let says = format!("error: {} is damaged: {what}; ", path.display());
        assert!(said.err.starts_with(&says), "{says}: {said:?}");
        assert_eq!(tilebase.run(&["verify"]).code, Some(3));
        assert_eq!(tilebase.run(&["list"]).code, Some(3));
    }
    let metadata = 72 + u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    for byte in (0..metadata).step_by(7).chain([4096, 4200]) {
        let mut flipped = whole.clone();
        flipped[byte] ^= 4;
        fs::write(&path, flipped).unwrap();
        if byte < metadata {
            assert_eq!(tilebase.run(&ask).code, Some(3), "bit of byte {byte}");
        }
        assert_eq!(
            tilebase.run(&["verify"]).code,
            Some(3),
            "bit of byte {byte}"
        );
    }
    // This is the remedy that the message names.
    tilebase.ok(&["build", "2x3", "--force"]);
    assert_eq!(tilebase.ok(&ask), "0\n");
}

#[test]
fn tables_of_another_version_or_another_space() {
    let (tilebase, path, whole) = built("2x3");
    let mut newer = whole.clone();
    newer[8] = 99;
    fs::write(&path, newer).unwrap();
    fails(
        &tilebase,
        &["distance", "2x3", "123450"],
        3,
        "format version 99",
    );

    tilebase.ok(&["build", "2x2"]);
    fs::write(
        &path,
        fs::read(tilebase.data().join("sliding-2x2-home0.tilebase")).unwrap(),
    )
    .unwrap();
    fails(
        &tilebase,
        &["distance", "2x3", "123450"],
        3,
        "holds the table of 2x2 boards",
    );
    fs::write(
        &path,
        "not a table, but long enough to hold a preamble, which is seventy-two bytes long",
    )
    .unwrap();
    fails(
        &tilebase,
        &["distance", "2x3", "123450"],
        3,
        "not a table file",
    );
}

#[test]
fn folders_that_cannot_be_written() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("data");
    fails(
        &tilebase,
        &["build", "2x2", "--data", inside.to_str().unwrap()],
        3,
        "cannot create the folder",
    );
}

/// A folder that has the name of a table says so, whatever is to be done with the table.
#[test]
fn folders_in_place_of_tables() {
    let tilebase = Tilebase::new();
    for name in ["sliding-2x2-home0.tilebase", "sliding-2x2-home3.tilebase"] {
        fs::create_dir_all(tilebase.data().join(name)).unwrap();
    }
    for (command, says) in [
        (&["build", "2x2"][..], "it is a folder: move it away\n"),
        (&["remove", "2x2"], "it is a folder: move it away\n"),
        (
            &["distance", "2x2", "1230"],
            "is not a table file; move it away and build the table again\n",
        ),
    ] {
        fails(&tilebase, command, 3, says);
    }
}

/// The largest table does not fit a limit on memory, and a small one does.
#[test]
#[cfg_attr(not(unix), ignore = "takes limits of Unix")]
fn too_little_memory() {
    let tilebase = Tilebase::new();
    let under_limit = |arguments: &str| {
        let program = env!("CARGO_BIN_EXE_tilebase");
        let data = tilebase.data().display();
        let script = format!("ulimit -v 2000000; exec {program} --data {data} {arguments}");
        said(Command::new("sh").args(["-c", &script]).output().unwrap())
    };
    let refused = under_limit("build 2x7");
    assert_eq!(refused.code, Some(3), "{refused:?}");
    let figures = refused.err.split_once(" of memory, but only ");
    let (needed, there) = figures.unwrap_or_else(|| panic!("{refused:?}"));
    assert!(
        needed.contains("building the table of 2x7 boards"),
        "{needed}"
    );
    let gibibytes = |text: &str| -> f64 { text.parse().unwrap() };
    let needed = needed.strip_suffix(" GiB").unwrap().rsplit(' ').next();
    assert!(gibibytes(needed.unwrap()) > 10.0, "{refused:?}");
    let (there, _) = there.split_once(" is available").unwrap();
    let there = there.split_once(' ').unwrap();
    assert!(there.1 == "MiB" || gibibytes(there.0) < 2.0, "{refused:?}");
    assert!(tilebase.tables().is_empty() && tilebase.parts().is_empty());

    let built = under_limit("--threads 2 build 2x6");
    assert_eq!(built.code, Some(0), "{built:?}");
    assert_eq!(tilebase.tables(), ["sliding-6x2-home0.tilebase"]);
}

/// With any amount of memory, from too little to start a program to enough, the result is an answer
/// or an error message.
#[test]
#[cfg_attr(not(unix), ignore = "takes limits of Unix")]
fn hardly_any_memory() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "3x3"]);
    let program = env!("CARGO_BIN_EXE_tilebase");
    let data = tilebase.data().display();
    let mut codes = Vec::new();
    for kibibytes in (8_000..160_000).step_by(1_000) {
        let script =
            format!("ulimit -v {kibibytes}; exec {program} --data {data} compare 3x3 867254301");
        let mut limited = Command::new("sh");
        // A backtrace takes memory, too.
        limited.args(["-c", &script]).env("RUST_BACKTRACE", "1");
        let said = said(limited.output().unwrap());
        // With the lowest limits the system cannot even load the program, and the C library may end
        // one in which a thread begins: it has no memory to note what to do at the thread's end.
        let is_of_the_system = said.err.starts_with("Fatal glibc error: ");
        if codes.is_empty() && !matches!(said.code, Some(0 | 3)) || is_of_the_system {
            continue;
        }
        assert!(matches!(said.code, Some(0 | 3)), "{kibibytes}: {said:?}");
        let told = said.err.contains("error: ");
        assert_eq!(said.code == Some(3), told, "{kibibytes}: {said:?}");
        codes.push(said.code);
        if codes.ends_with(&[Some(0); 10]) {
            break;
        }
    }
    assert!(
        codes.contains(&Some(3)) && codes.ends_with(&[Some(0)]),
        "{codes:?}"
    );
}

/// Each thread takes two mebibytes for its stack.
#[test]
#[cfg_attr(not(unix), ignore = "takes limits of Unix")]
fn threads_that_the_system_refuses() {
    let tilebase = Tilebase::new();
    let program = env!("CARGO_BIN_EXE_tilebase");
    let data = tilebase.data().display();
    let script = format!("ulimit -v 200000; exec {program} --data {data} --threads 200 build 3x3");
    let said = said(Command::new("sh").args(["-c", &script]).output().unwrap());
    assert_eq!(said.code, Some(3), "{said:?}");
    let says = "error: cannot start threads: 200 take 406 MiB, but only ";
    assert!(said.err.starts_with(says), "{said:?}");
    let ends = ": raise this process's limits, or ask for fewer with --threads\n";
    assert!(said.err.ends_with(ends), "{said:?}");
    assert!(tilebase.tables().is_empty());
}

/// A table larger than its disk is refused before any work.
#[test]
#[ignore = "mounts a disk of 1 MiB, which not every system lets users do: cargo xtask test --heavy"]
fn too_little_disk() {
    let tilebase = Tilebase::new();
    let program = env!("CARGO_BIN_EXE_tilebase");
    let data = tilebase.data().display();
    let script = format!(
        "mount -t tmpfs -o size=1m small {data} && \
        {{ {program} --data {data} build 3x4; echo $?; ls {data}; }}"
    );
    let mut command = Command::new("unshare");
    let said = said(command.args(["-rm", "sh", "-c", &script]).output().unwrap());
    assert_eq!(said.out, "3\n", "the exit code, and no file: {said:?}");
    let needs = "the table of 3x4 boards takes 35.";
    assert!(said.err.contains(needs), "{said:?}");
    assert!(said.err.contains("has 1.00 MiB free"), "{said:?}");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes a full disk of Linux")]
fn too_little_disk_for_a_search() {
    let tilebase = Tilebase::new();
    let build = ["build", "3x5", "--scratch", "/proc/x"];
    fails(&tilebase, &build, 3, "choose another folder with --scratch");
}

/// A message names a board as the question does.
#[test]
fn a_board_has_one_name() {
    let tilebase = Tilebase::new();
    for (arguments, named) in [
        (&["distance", "2x3", "123450"][..], "2x3 boards,"),
        (
            &["distance", "2x4", "01234567", "--goal", "10234567"],
            "2x4 boards whose blank belongs in row 1, column 2,",
        ),
    ] {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.err.contains(named), "{said:?}");
        assert!(!said.err.contains("x2"), "{said:?}");
    }
}

/// A limit on the size of files acts like a full disk: writing fails half-way.
#[test]
#[cfg_attr(not(unix), ignore = "takes limits of Unix")]
fn a_disk_that_fills_up() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "2x3"]);
    let program = env!("CARGO_BIN_EXE_tilebase");
    let data = tilebase.data().display();
    let script = format!("ulimit -f 64; exec {program} --data {data} build 2x3 3x3");
    let said = said(Command::new("sh").args(["-c", &script]).output().unwrap());
    assert_eq!(said.code, Some(3), "{said:?}");
    let says = format!("error: cannot write {data}/sliding-3x3-home0.tilebase: File too large");
    assert!(said.err.contains(&says), "{said:?}");
    assert_eq!(
        tilebase.tables(),
        ["sliding-3x2-home0.tilebase"],
        "the table before it is kept"
    );
    assert!(tilebase.parts().is_empty());
    tilebase.ok(&["verify"]);
}

/// A build that is killed at any time leaves no table or a complete one, and no lock that a person
/// must remove.
#[test]
fn killed_builds() {
    let tilebase = Tilebase::new();
    let build = ["build", "2x5", "--force", "--quiet"];
    tilebase.ok(&build);
    let table = tilebase.data().join(&tilebase.tables()[0]);
    let half = fs::metadata(&table).unwrap().len() / 2;
    let written = |least| {
        let mut parts = tilebase.parts().into_iter();
        parts.any(|part| {
            let file = fs::metadata(tilebase.data().join(part));
            file.is_ok_and(|file| file.len() >= least)
        })
    };
    let lock = tilebase.data().join(".sliding-5x2-home0.tilebase.lock");
    let mut killed = 0;
    for round in 0..20 {
        if round >= 10 {
            // Nothing is there that a complete table could be mistaken for.
            let _ = fs::remove_file(&table);
        }
        let mut child = tilebase.command(&build).spawn().unwrap();
        // At once, before the search, after it, and while the file is written.
        let is_time = || match round % 5 {
            0 => true,
            1 => lock.exists(),
            2 => written(0),
            3 => written(1),
            _ => written(half),
        };
        while !is_time() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        killed += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        if !tilebase.tables().is_empty() {
            let said = tilebase.run(&["verify"]);
            assert_eq!(said.code, Some(0), "round {round}: {said:?}");
        }
    }
    assert!(
        killed >= 5,
        "only {killed} of 20 were killed before their end"
    );
    assert_eq!(
        tilebase.ok(&["distance", "2x5", "0 9 3 7 1 5 4 8 2 6"]),
        "55\n"
    );
    tilebase.ok(&["build", "2x5", "--force"]);
    assert!(
        tilebase.parts().is_empty(),
        "the next build takes over what was left"
    );
}

#[test]
fn two_builds_at_once() {
    let tilebase = Tilebase::new();
    let children: Vec<_> = (0..3)
        .map(|_| tilebase.command(&["build", "2x5"]).spawn().unwrap())
        .collect();
    let ends: Vec<_> = children
        .into_iter()
        .map(|child| said(child.wait_with_output().unwrap()))
        .collect();
    assert!(ends.iter().all(|said| said.code == Some(0)), "{ends:?}");
    tilebase.ok(&["verify"]);
}

/// `--memory` binds what is built, and the tables of a search.
#[test]
fn memory_is_not_exceeded() {
    let tilebase = Tilebase::new();
    for (arguments, says) in [
        (
            &["build", "2x7", "--memory", "1G"][..],
            "building the table of 2x7 boards",
        ),
        (
            &["build", "4x4", "--heuristic", "pdb:7-8", "--memory", "10M"],
            "holding the tables",
        ),
        (
            &["build", "4x4", "--metric", "multi", "--memory", "1M"],
            "holding the tables",
        ),
        (
            &["distance", "3x3", "123456780", "--memory", "1K"],
            "building the table of 3x3",
        ),
        (
            &["distance", "oshidori-kinds-4", "--memory", "1K"],
            "building the table of",
        ),
    ] {
        fails(&tilebase, arguments, 3, says);
        fails(&tilebase, arguments, 3, "are allowed by --memory");
    }
    assert!(tilebase.tables().is_empty());
    tilebase.ok(&["build", "3x4", "--heuristic", "pdb", "--memory", "1M"]);
}

#[test]
fn impossible_distances_are_refused_at_once() {
    let tilebase = Tilebase::new();
    let begun = Instant::now();
    let most = "no state of 4x4 is 81 moves from the goal: none needs more than 80";
    fails(&tilebase, &["random", "4x4", "--distance", "81"], 2, most);
    let most = "none needs more than 43";
    fails(
        &tilebase,
        &["random", "4x4", "--distance", "44", "--metric", "multi"],
        2,
        most,
    );
    fails(
        &tilebase,
        &["random", "5x5", "--distance", "300"],
        2,
        "at most 50 moves",
    );
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert!(tilebase.tables().is_empty());
}

#[test]
#[cfg_attr(not(unix), ignore = "takes the shell of Unix")]
fn readers_that_stop_early_are_no_error() {
    let tilebase = Tilebase::new();
    let program = env!("CARGO_BIN_EXE_tilebase");
    let data = tilebase.data().display();
    let script = format!("{program} --data {data} random 4x4 -n 100000 --format line | head -n 1");
    let said = said(Command::new("sh").args(["-c", &script]).output().unwrap());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:?}");
}
