//! Table files: what is written is read back, and damage of every sort is seen.

use std::{fs, path::PathBuf};

use tempfile::TempDir;
use tilebase_core::{
    Monitor,
    format::{BuildLock, Encoding, FormatError, Metadata, Subject, TableFile, write_table},
};

const PAYLOAD: [u8; 360] = [7; 360];

fn subject() -> Subject {
    Subject::Sliding {
        shape: "3x2".parse().unwrap(),
        home: 0,
    }
}

fn written() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let lock = BuildLock::acquire(folder.path(), &subject(), || ()).unwrap();
    let metadata = Metadata {
        subject: subject(),
        encoding: Encoding::Byte,
        entries: 360,
        counts: vec![1, 2, 357],
        listed: vec![],
        builder: "test".to_owned(),
        seconds: 0.25,
    };
    let levels = [(0, vec![5]), (1, vec![17, 23])];
    let parts = [&PAYLOAD[..100], &PAYLOAD[100..]];
    let path = write_table(
        &lock,
        folder.path(),
        &metadata,
        &levels,
        &parts,
        &Monitor::silent(),
    )
    .unwrap();
    (folder, path)
}

#[test]
fn what_was_written_is_read_back() {
    let (folder, _) = written();
    let table = TableFile::open(folder.path(), &subject()).unwrap();
    assert_eq!(table.payload(), PAYLOAD);
    assert_eq!(table.metadata().eccentricity(), 2);
    assert_eq!(table.listed(0), Some(vec![5]));
    assert_eq!(table.listed(1), Some(vec![17, 23]));
    assert_eq!(table.listed(2), None);
    table.verify_checksums(&Monitor::silent()).unwrap();
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with(".lock"))
        .collect();
    assert_eq!(names, ["sliding-3x2-home0.tilebase"]);
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let (folder, path) = written();
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let error = TableFile::open(folder.path(), &subject()).expect_err("cut short");
        assert!(
            error.to_string().contains("damaged"),
            "{length} bytes: {error}"
        );
    }
    fs::write(&path, [whole, vec![0]].concat()).unwrap();
    assert!(matches!(
        TableFile::open(folder.path(), &subject()),
        Err(FormatError::Length { .. })
    ));
}

#[test]
fn a_flipped_bit_anywhere_is_seen() {
    let (folder, path) = written();
    let whole = fs::read(&path).unwrap();
    let metadata = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    let header = 0..72 + metadata;
    let payload = 4096..4096 + PAYLOAD.len();
    let lists = whole.len() - 24..whole.len();
    for byte in header.clone().chain(payload).chain(lists) {
        let mut flipped = whole.clone();
        flipped[byte] ^= 1 << (byte % 8);
        fs::write(&path, &flipped).unwrap();
        let opened = TableFile::open(folder.path(), &subject());
        if header.contains(&byte) {
            opened.expect_err("the header is checked when a file is opened");
        } else {
            opened
                .unwrap()
                .verify_checksums(&Monitor::silent())
                .expect_err("the rest is checked by verification");
        }
    }
}

#[test]
fn the_wrong_table_under_a_name_is_refused() {
    let (folder, path) = written();
    let other = Subject::Sliding {
        shape: "3x2".parse().unwrap(),
        home: 2,
    };
    fs::rename(path, folder.path().join(other.file_name())).unwrap();
    let error = TableFile::open(folder.path(), &other).expect_err("another home");
    assert!(matches!(error, FormatError::OtherSubject { .. }), "{error}");
    assert!(matches!(
        TableFile::open(folder.path(), &subject()),
        Err(FormatError::Missing { .. })
    ));
}

#[test]
fn a_newer_version_is_named() {
    let (folder, path) = written();
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 99;
    fs::write(&path, bytes).unwrap();
    let error = TableFile::open(folder.path(), &subject()).expect_err("version 99");
    assert!(error.to_string().contains("version 99"), "{error}");
}
