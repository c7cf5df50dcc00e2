//! Files that are replaced, removed, read and checked, on a disk that fails.

use std::{
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use tilebase_core::storage::{
    Access, ChecksummedRange, Durability, Storage, is_damage, read, remove_if_there,
    remove_unfinished, replace, unfinished,
};
use tilebase_testing::SimulatedDisk;

const PATH: &str = "folder/a file";

fn write_text(storage: &dyn Storage, text: &str) -> io::Result<()> {
    replace(storage, Path::new(PATH), Durability::Synced, |out| {
        // In two writes, so that half a file can be seen.
        let (first, second) = text.as_bytes().split_at(text.len() / 2);
        out.write_all(first)?;
        out.write_all(second)
    })
}

fn text(storage: &dyn Storage) -> Option<String> {
    let bytes = read(storage, Path::new(PATH), 100).ok()?;
    Some(String::from_utf8(bytes).expect("what was written"))
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all_whichever_call_fails() {
    let mut failures = 0;
    for call in 0.. {
        let disk = SimulatedDisk::default();
        write_text(&disk, "old").unwrap();
        disk.fail_after(call);
        let written = write_text(&disk, "new text");
        let failed = disk.has_failed();
        disk.never_fail();
        match written {
            Ok(()) => assert_eq!(text(&disk).as_deref(), Some("new text")),
            Err(_) => {
                assert!(failed);
                let text = text(&disk).unwrap();
                assert!(text == "old" || text == "new text", "{text}");
            }
        }
        if !failed {
            break;
        }
        failures += 1;
    }
    assert!(failures >= 6, "{failures} calls can fail");
}

#[test]
fn after_a_power_cut_the_old_file_or_the_new_one_is_there() {
    let disk = SimulatedDisk::default();
    write_text(&disk, "old").unwrap();
    disk.keep_history();
    write_text(&disk, "new text").unwrap();
    let mut seen = [0, 0];
    for left in disk.after_power_cuts(1000) {
        match text(&left).as_deref() {
            Some("old") => seen[0] += 1,
            Some("new text") => seen[1] += 1,
            other => panic!("{other:?} is left"),
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

/// Begins to write a file, as a call that is killed, and returns the hidden file that is left.
fn leave_part(disk: &SimulatedDisk, path: &Path) -> PathBuf {
    let folder = path.parent().unwrap();
    let before = unfinished(disk, folder).unwrap();
    // The file is created, and nothing more.
    disk.fail_after(1);
    replace(disk, path, Durability::Synced, |out| out.write_all(b"text")).unwrap_err();
    disk.never_fail();
    let mut found = unfinished(disk, folder).unwrap();
    found.retain(|part| !before.contains(part));
    let [(part, name)] = &found[..] else {
        panic!("{found:?} are left");
    };
    assert_eq!(path.file_name(), Some(name.as_ref()));
    part.clone()
}

#[test]
fn what_killed_calls_left_is_removed_and_nothing_else() {
    let disk = SimulatedDisk::default();
    let (path, foreign) = (Path::new(PATH), Path::new("folder/.a file.part"));
    let part = leave_part(&disk, path);
    let other = leave_part(&disk, Path::new("folder/another"));
    disk.open(foreign, Access::New).unwrap();
    assert!(disk.exists(&part));
    remove_unfinished(&disk, path).unwrap();
    assert!(!disk.exists(&part));
    assert!(disk.exists(&other) && disk.exists(foreign));
}

#[test]
fn a_file_is_removed_if_it_is_there() {
    let disk = SimulatedDisk::default();
    write_text(&disk, "old").unwrap();
    disk.fail_after(0);
    remove_if_there(&disk, Path::new(PATH)).unwrap_err();
    disk.never_fail();
    for _ in 0..2 {
        remove_if_there(&disk, Path::new(PATH)).unwrap();
        assert!(!disk.exists(Path::new(PATH)));
    }
}

#[test]
fn a_file_is_read_up_to_a_limit_and_written_in_any_order() {
    let (disk, path) = (SimulatedDisk::default(), Path::new("a file"));
    replace(&disk, path, Durability::Synced, |out| {
        out.write_all(b"..cd")?;
        assert_eq!(out.seek(SeekFrom::Start(0))?, 0);
        out.write_all(b"ab")?;
        assert_eq!(out.seek(SeekFrom::Start(4))?, 4);
        out.write_all(b"e")
    })
    .unwrap();
    assert_eq!(read(&disk, path, 5).unwrap(), b"abcde");
    for most in [4, 0] {
        let error = read(&disk, path, most).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}

#[test]
fn a_range_is_read_only_as_it_was_written() {
    let disk = SimulatedDisk::default();
    let mut file = disk.open(Path::new("a file"), Access::New).unwrap();
    let range = ChecksummedRange::write(&mut *file, 5, b"bytes").unwrap();
    assert_eq!(range.read(&mut *file).unwrap(), b"bytes");
    for longer in [1, u64::MAX - 5, u64::MAX] {
        let longer = ChecksummedRange {
            length: range.length.saturating_add(longer),
            ..range
        };
        let error = longer.read(&mut *file).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
    file.write_at(20, b"more").unwrap();
    assert_eq!(range.read(&mut *file).unwrap(), b"bytes");
    file.write_at(7, b"!").unwrap();
    let error = range.read_into(&mut *file, &mut [0; 5]).unwrap_err();
    assert!(is_damage(&error));
}
