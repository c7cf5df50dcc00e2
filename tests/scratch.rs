//! Tables that the program builds on disk: killed builds, full disks, and tables merged from parts.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Child,
    time::SystemTime,
};

use crate::common::{Said, Tilebase, said, wait_until};
use tilebase::{
    Monitor, Subject, TableFile,
    programs::parts::{Part, PartPlace},
};

fn subject(shape: &str) -> Subject {
    Subject::Sliding {
        shape: shape.parse().unwrap(),
        home: 0,
    }
}

/// Returns the bytes of a table without those that differ from build to build: the duration of the
/// build, which ends the metadata, and the checksum that covers it.
fn all_but_seconds(path: &Path) -> Vec<u8> {
    const PREAMBLE: usize = 72;
    let seconds = TableFile::read(path).unwrap().metadata().seconds;
    let mut bytes = fs::read(path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
    let seconds_at = PREAMBLE + length as usize - 8;
    assert_eq!(bytes[seconds_at..seconds_at + 8], seconds.to_le_bytes());
    bytes[seconds_at..seconds_at + 8].fill(0);
    bytes[PREAMBLE - 8..PREAMBLE].fill(0);
    bytes
}

/// All states of a board, and a goal of some of its tiles: what is built on disk.
const TABLES: [&[&str]; 2] = [&["build", "4x3"], &["build", "4x5", "--stage", "1-5"]];

/// Returns the only table of a folder.
fn only_table(tilebase: &Tilebase) -> PathBuf {
    let files = fs::read_dir(tilebase.data()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let mut tables = paths.filter(|path| path.extension().is_some_and(|end| end == "tilebase"));
    let table = tables.next().unwrap();
    assert!(tables.next().is_none());
    table
}

fn on_disk(tilebase: &Tilebase, build: &[&str]) -> Vec<String> {
    let scratch = tilebase.data().join("scratch");
    let scratch = ["--scratch", scratch.to_str().unwrap(), "--threads", "2"];
    let arguments = build.iter().chain(&scratch);
    arguments.map(|argument| (*argument).to_owned()).collect()
}

/// Returns when a file of a search on disk was last written.
fn last_write(tilebase: &Tilebase) -> Option<SystemTime> {
    let folders = fs::read_dir(tilebase.data().join("scratch"))
        .into_iter()
        .flatten();
    let folders = folders
        .flatten()
        .flat_map(|folder| fs::read_dir(folder.path()));
    let files = folders.flatten().flatten();
    files
        .filter_map(|file| file.metadata().ok()?.modified().ok())
        .max()
}

/// A build on disk can be killed at any time and continues when it is started again. Its table is
/// the same as one built in memory, byte for byte.
#[test]
fn a_build_on_disk_survives_kills() {
    for build in TABLES {
        let (memory, disk) = (Tilebase::new(), Tilebase::new());
        memory.ok(build);
        let arguments = on_disk(&disk, build);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut killed = 0;
        for round in 0..5 {
            let mut child = disk.command(&arguments).spawn().unwrap();
            // The later the round, the more has been written when the kill comes.
            for _ in 0..=4 * round {
                let before = last_write(&disk);
                let ended = |child: &mut Child| child.try_wait().unwrap().is_some();
                wait_until("a write", || {
                    last_write(&disk) != before || ended(&mut child)
                });
            }
            killed += u32::from(child.try_wait().unwrap().is_none());
            let _ = child.kill();
            child.wait().unwrap();
        }
        assert!(killed >= 2, "{killed} builds were killed before their end");
        disk.ok(&arguments);
        let [from_disk, from_memory] = [&disk, &memory].map(only_table);
        assert!(all_but_seconds(&from_disk) == all_but_seconds(&from_memory));
        assert!(!disk.data().join("scratch").exists(), "no files are left");
    }
}

/// Begins a build on disk that soon runs out of space, and returns its output.
fn without_room(tilebase: &Tilebase, build: &[&str]) -> Said {
    let limited = format!(
        "ulimit -f 2048; exec {} {}",
        env!("CARGO_BIN_EXE_tilebase"),
        on_disk(tilebase, build).join(" ")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &limited])
        .env("TILEBASE_DATA", tilebase.data())
        .output()
        .unwrap();
    said(output)
}

/// If a file cannot grow, as on a full disk, the build ends with an error that names the file. It
/// continues when there is space again.
#[test]
#[cfg_attr(not(unix), ignore = "takes limits of Unix")]
fn a_build_on_disk_without_room_says_so_and_goes_on() {
    for (build, file) in TABLES.into_iter().zip([".planes", "blocks.even"]) {
        let tilebase = Tilebase::new();
        let Said { code, err, .. } = without_room(&tilebase, build);
        assert_eq!(code, Some(3), "{err}");
        assert!(
            err.contains("cannot write to") && err.contains(file),
            "{err}"
        );
        let scratch = tilebase.data().join("scratch");
        assert!(fs::read_dir(&scratch).unwrap().count() > 0);
        let arguments = on_disk(&tilebase, build);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        tilebase.ok(&arguments);
        tilebase.ok(&["verify", build[1]]);
    }
}

/// The folder is as a build leaves it that is killed when its table is complete.
#[test]
#[cfg_attr(not(unix), ignore = "takes limits of Unix")]
fn files_that_no_table_needs_are_removed() {
    for build in TABLES {
        let tilebase = Tilebase::new();
        without_room(&tilebase, build);
        let scratch = tilebase.data().join("scratch");
        assert!(fs::read_dir(&scratch).unwrap().count() > 0);
        tilebase.ok(build);
        let arguments = on_disk(&tilebase, build);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        tilebase.ok(&arguments);
        assert!(!scratch.exists(), "no files are left");
    }
}

#[test]
fn parts_are_joined_to_the_table_that_they_are_of() {
    const CELLS: usize = 9;
    const SHARDS: usize = 12;
    let (whole, joined) = (Tilebase::new(), Tilebase::new());
    whole.ok(&["build", "3x3"]);
    let name = subject("3x3").file_name();
    let table = TableFile::read(&whole.data().join(&name)).unwrap();
    let (metadata, payload) = (table.metadata(), table.checked_payload(&|| false).unwrap());
    let segment = payload.len() / CELLS / SHARDS;
    let folder = joined.data().join("parts");
    fs::create_dir(&folder).unwrap();
    for shards in [7..12, 0..7] {
        let place = PartPlace {
            cells: CELLS as u64,
            shards: SHARDS as u64,
            first: shards.start as u64,
            end: shards.end as u64,
            segment: segment as u64,
        };
        let places = shards
            .clone()
            .flat_map(|shard| (0..CELLS).map(move |cell| (cell * SHARDS + shard) * segment));
        let segments = places.map(|at| Ok(payload[at..at + segment].to_vec()));
        let own = |&rank: &u64| shards.contains(&(rank as usize / segment % SHARDS));
        let listed = metadata.listed.iter().map(|level| {
            let ranks = table.listed(level.depth).unwrap().unwrap();
            (level.depth, ranks.into_iter().filter(own).collect())
        });
        let (depths, lists): (Vec<u32>, Vec<Vec<u64>>) = listed.unzip();
        let counts = lists.iter().map(|list| list.len() as u64);
        let metadata = metadata.clone().listing(depths.into_iter().zip(counts));
        let file = fs::File::create(folder.join(place.file_name(&metadata))).unwrap();
        Part::write(
            &place,
            &metadata,
            segments,
            &lists,
            file,
            &Monitor::silent(),
        )
        .unwrap();
    }
    // A part that is damaged is named, and nothing is left behind.
    let merge = ["merge", folder.to_str().unwrap()];
    let part = fs::read_dir(&folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let right = fs::read(&part).unwrap();
    let mut wrong = right.clone();
    wrong[right.len() / 2] ^= 1;
    fs::write(&part, wrong).unwrap();
    let new = joined.data().join("new");
    let said = joined.run(&[&merge[..], &["--data", new.to_str().unwrap()]].concat());
    assert_eq!(said.code, Some(3), "{said:?}");
    let damaged = format!("error: {} is damaged: copy it again", part.display());
    assert!(said.err.starts_with(&damaged) && !new.exists(), "{said:?}");
    fs::write(&part, right).unwrap();
    joined.ok(&merge);
    let [one, other] =
        [&joined, &whole].map(|tilebase| fs::read(tilebase.data().join(&name)).unwrap());
    assert!(one == other);
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        0,
        "the parts are gone"
    );
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
    refused(&with(&["3x3"]), 2, "in memory only");
    refused(&with(&["3x3", "--stage", "1-4"]), 2, "in memory only");
    refused(&with(&["oshidori-bw-3"]), 2, "in memory only");
    refused(
        &with(&["5x5", "--stage", "1-7", "--scratch-memory", "1MiB"]),
        3,
        "bytes of memory",
    );
    refused(&with(&[]), 2, "name the boards");
    refused(
        &with(&["3x5", "--scratch-memory", "1MiB"]),
        3,
        "bytes of memory",
    );
    let little = tilebase.run(&with(&["3x4", "--scratch-memory", "20MiB"]));
    let numbers = little.err.split(|c: char| !c.is_ascii_digit());
    let bytes: Vec<u64> = numbers.filter_map(|number| number.parse().ok()).collect();
    let [.., needed, allowed] = bytes[..] else {
        panic!("{little:?}")
    };
    assert!(allowed == 20 << 20 && needed > allowed, "{little:?}");
    refused(
        &["build", "3x4", "--scratch-memory", "1GiB"],
        2,
        "--scratch",
    );
    // With the table this takes five terabytes, more than any machine has that runs tests.
    refused(&with(&["4x4"]), 3, "on disk");
    refused(&["merge", scratch.to_str().unwrap()], 2, "cannot read");
    refused(
        &["merge", tilebase.data().to_str().unwrap()],
        3,
        "no parts of tables",
    );
}
