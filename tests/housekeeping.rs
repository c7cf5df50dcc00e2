//! The folders of tables, the remains of builds, and the removal of both.

use std::{
    fs,
    io::{BufRead, BufReader},
};

use crate::common::{Tilebase, said};

#[test]
fn tables_and_leftovers_are_listed_and_removed() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "2x3", "2x2", "oshidori-bw-3"]);
    let part = tilebase.data().join(".sliding-3x3-home0.tilebase.part");
    fs::write(&part, [0; 1000]).unwrap();
    let listed = tilebase.json(&["list"]);
    assert_eq!(listed.len(), 4, "{listed:?}");
    assert_eq!(
        (&listed[3]["leftover"], &listed[3]["bytes"]),
        (&true.into(), &1000.into())
    );
    let text = tilebase.ok(&["list"]);
    let leftover = "\n.sliding-3x3-home0.tilebase.part: being built, or left behind by a build \
        that was killed: then the next build removes it, or `tilebase remove --leftovers`\n";
    assert!(text.contains(leftover), "{text}");

    let removed = tilebase.json(&["remove", "--leftovers"]);
    assert_eq!((removed.len(), &removed[0]["bytes"]), (1, &1000.into()));
    assert!(!part.exists());
    let said = tilebase.run(&["remove", "3x2"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let folder = tilebase.data().display();
    let removed = format!("1 file removed from {folder}: 4.37 KiB freed\n");
    assert!(said.err.ends_with(&removed), "{said:?}");
    assert_eq!(
        tilebase.tables(),
        ["oshidori-bw-3.tilebase", "sliding-2x2-home0.tilebase"]
    );
    tilebase.ok(&["remove"]);
    assert!(tilebase.tables().is_empty());
    assert!(tilebase.run(&["remove"]).err.contains("nothing removed"));
    assert_eq!(
        tilebase.run(&["remove", "5x5"]).code,
        Some(0),
        "no file is of that board"
    );
    assert_eq!(tilebase.run(&["remove", "nonsense"]).code, Some(2));
}

#[test]
fn what_is_being_written_is_not_removed() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "2x2"]);
    let path = |name: &str| tilebase.data().join(name);
    let killed = path(".sliding-4x3-home0-00000-00003.tilepart.0123456789abcdef.part");
    let table = path("sliding-2x2-home0.tilebase");
    let part = path(".sliding-2x2-home0.tilebase.0123456789abcdef.part");
    for file in [&part, &killed] {
        fs::write(file, "half").unwrap();
    }
    // As the process does that writes the table.
    let lock = fs::File::create(path(".sliding-2x2-home0.tilebase.lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(tilebase.json(&["list"]).len(), 3);
    let said = tilebase.run(&["remove", "--leftovers"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("being written"), "{said:?}");
    assert!(part.exists() && !killed.exists());
    let said = tilebase.run(&["remove", "2x2"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(table.exists() && part.exists());
    // The process that another test is just starting may hold a copy of the file.
    lock.unlock().unwrap();
    tilebase.ok(&["remove", "2x2"]);
    assert!(!table.exists() && !part.exists());
}

#[test]
fn builds_leave_tables_and_nothing_else() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "2x2", "2x3"]);
    // Half of a table, and the lock file of a process that was killed. No process holds the lock.
    for (name, text) in [
        (".sliding-3x3-home0.tilebase.part", "half"),
        (".sliding-3x3-home0.tilebase.0123456789abcdef.part", "half"),
        (
            ".sliding-4x3-home0-00000-00003.tilepart.0123456789abcdef.part",
            "half",
        ),
        (".sliding-3x3-home0.tilebase.lock", ""),
    ] {
        fs::write(tilebase.data().join(name), text).unwrap();
    }
    tilebase.ok(&["build", "2x4"]);
    let files = fs::read_dir(tilebase.data()).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, tilebase.tables());
    assert_eq!(names.len(), 3);
}

/// The program announces two pattern databases of 288,288,000 bytes, and then builds them.
#[test]
fn the_size_of_large_builds_is_told_before_they_begin() {
    let tilebase = Tilebase::new();
    let board = "10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3";
    let mut child = tilebase
        .command(&["distance", "15-puzzle", board])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let (first, second) = (lines.next(), lines.next());
    child.kill().unwrap();
    child.wait().unwrap();
    let (first, second) = (first.unwrap().unwrap(), second.unwrap().unwrap());
    for says in [
        "2 pattern databases that are not built yet",
        "275 MiB in all",
        tilebase.data().to_str().unwrap(),
    ] {
        assert!(first.contains(says), "{first}");
    }
    assert!(second.starts_with("building the pattern"), "{second}");
    assert!(tilebase.tables().is_empty());
}

#[test]
fn a_folder_that_refuses_does_not_prevent_an_answer() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("data");
    let question = ["distance", "2x3", "5 4 3 2 1 0", "--data"];
    let said = tilebase.run(&[&question[..], &[inside.to_str().unwrap()]].concat());
    let usual = tilebase.ok(&["distance", "2x3", "5 4 3 2 1 0"]);
    assert_eq!((said.code, said.out), (Some(0), usual), "{}", said.err);
    assert!(said.err.contains("building in memory"), "{}", said.err);
}

#[test]
fn a_folder_named_data_is_the_tables_only_if_it_has_some() {
    let tilebase = Tilebase::new();
    let (here, home) = (tilebase.data().join("here"), tilebase.data().join("home"));
    fs::create_dir_all(here.join("data")).unwrap();
    let distance = |folder: &std::path::Path| {
        let mut command = tilebase.command(&["distance", "2x2", "1230"]);
        command
            .env_remove("TILEBASE_DATA")
            .env("XDG_DATA_HOME", &home);
        said(command.current_dir(folder).output().unwrap())
    };
    assert_eq!(distance(&here).out, "0\n");
    assert_eq!(fs::read_dir(here.join("data")).unwrap().count(), 0);
    let table = home.join("tilebase/sliding-2x2-home0.tilebase");
    assert!(table.exists());
    fs::rename(&table, here.join("data/sliding-2x2-home0.tilebase")).unwrap();
    assert_eq!(distance(&here).out, "0\n");
    assert!(!table.exists(), "the table in data answers");
}
