//! Tables built on disk, by the program: killed, out of room, and joined from parts.

use std::{fs, thread::sleep, time::Duration};

use crate::common::{Said, Tilebase, said};
use tilebase::{Subject, TableFile};

/// A table without what differs from build to build: the seconds.
fn content(tilebase: &Tilebase) -> (Vec<u64>, Vec<Vec<u64>>, Vec<u8>) {
    let subject = Subject::Sliding {
        shape: "4x3".parse().unwrap(),
        home: 0,
    };
    let path = tilebase.data().join(subject.file_name());
    let table = TableFile::open(&path, &subject).unwrap();
    let metadata = table.metadata();
    let lists = metadata.listed.iter();
    let lists = lists.map(|level| table.listed(level.depth).unwrap().unwrap());
    let payload = table.checked_payload().unwrap().to_vec();
    (metadata.counts.clone(), lists.collect(), payload)
}

fn build_on_disk(tilebase: &Tilebase) -> [String; 6] {
    let scratch = tilebase.data().join("scratch");
    [
        "build",
        "4x3",
        "--scratch",
        scratch.to_str().unwrap(),
        "--threads",
        "2",
    ]
    .map(str::to_owned)
}

/// Whenever it is killed, a build on disk goes on, and its table is the one that is built in memory.
#[test]
fn a_build_on_disk_survives_kills() {
    let (memory, disk) = (Tilebase::new(), Tilebase::new());
    memory.ok(&["build", "4x3"]);
    let arguments = build_on_disk(&disk);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    for round in 0..5u64 {
        let mut child = disk.command(&arguments).spawn().unwrap();
        // Anywhere in the first seconds.
        let seed = u64::from(std::process::id()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let random = seed.rotate_left(13 * round as u32) % 900;
        sleep(Duration::from_millis(100 + 300 * round + random));
        let _ = child.kill();
        child.wait().unwrap();
    }
    disk.ok(&arguments);
    assert!(content(&disk) == content(&memory));
    assert!(!disk.data().join("scratch").exists(), "no files are left");
}

/// Where a file may not grow, as on a full disk, the build ends with the file's name, and goes on when there is room.
#[cfg(unix)]
#[test]
fn a_build_on_disk_without_room_says_so_and_goes_on() {
    let tilebase = Tilebase::new();
    let arguments = build_on_disk(&tilebase);
    let limited = format!(
        "ulimit -f 2048; exec {} {}",
        env!("CARGO_BIN_EXE_tilebase"),
        arguments.join(" ")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &limited])
        .env("TILEBASE_DATA", tilebase.data())
        .output()
        .unwrap();
    let Said { code, err, .. } = said(output);
    assert_eq!(code, Some(3), "{err}");
    assert!(
        err.contains("cannot write to") && err.contains(".planes"),
        "{err}"
    );
    let scratch = tilebase.data().join("scratch");
    assert!(fs::read_dir(&scratch).unwrap().count() > 0);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    tilebase.ok(&arguments);
    tilebase.ok(&["verify", "4x3"]);
}

#[test]
fn builds_on_disk_that_cannot_be_are_refused() {
    let tilebase = Tilebase::new();
    let refused = |arguments: &[&str], code, says: &str| {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(code), "{said:?}");
        assert!(said.err.contains(says), "{says}: {said:?}");
    };
    let scratch = tilebase.data().join("s");
    let on_disk = ["--scratch", scratch.to_str().unwrap()];
    let with = |arguments: &[&'static str]| [&["build"], arguments, &on_disk].concat();
    refused(&with(&["3x3"]), 2, "in memory alone");
    refused(&with(&["oshidori-bw-3"]), 2, "in memory alone");
    refused(&with(&[]), 2, "name the boards");
    refused(
        &with(&["3x5", "--scratch-memory", "1MiB"]),
        3,
        "bytes of memory",
    );
    refused(
        &["build", "3x4", "--scratch-memory", "1GiB"],
        2,
        "--scratch",
    );
    // Five terabytes with the table: more than a machine that runs tests has.
    refused(&with(&["4x4"]), 3, "on disk");
    refused(&["merge", scratch.to_str().unwrap()], 3, "cannot read");
    refused(
        &["merge", tilebase.data().to_str().unwrap()],
        3,
        "no parts of tables",
    );
}
