//! Table files: what is written is read back, and damage of every sort is seen.

use std::{fs, io::Cursor};

use tempfile::TempDir;
use tilebase_core::{
    Memory, Monitor,
    format::{Built, Encoding, FormatError, Metadata, Subject, TableFile},
};

const PAYLOAD: [u8; 360] = [7; 360];

fn subject() -> Subject {
    Subject::Sliding {
        shape: "3x2".parse().unwrap(),
        home: 0,
    }
}

fn built() -> Built {
    let metadata = Metadata {
        subject: subject(),
        encoding: Encoding::Byte,
        entries: 360,
        counts: vec![1, 2, 357],
        listed: vec![],
        builder: "test".to_owned(),
        seconds: 0.25,
    };
    let levels = vec![(0, vec![5]), (1, vec![17, 23])];
    Built::new(metadata, levels, Memory::copy_of(&PAYLOAD).unwrap())
}

/// The bytes of a file.
fn written() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    built().write(&mut file, &Monitor::silent()).unwrap();
    file.into_inner()
}

#[test]
fn what_was_written_is_read_back() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a file");
    fs::write(&path, written()).unwrap();
    let tables = [
        TableFile::open(&path, &subject()).unwrap(),
        TableFile::open_path(&path).unwrap().into_memory().unwrap(),
        TableFile::from_bytes(written()).unwrap(),
        TableFile::from(built()),
    ];
    for table in tables {
        assert_eq!(table.payload(), PAYLOAD);
        assert_eq!(table.metadata(), built().metadata());
        assert_eq!(table.metadata().eccentricity(), 2);
        assert_eq!(table.listed(0), Some(vec![5]));
        assert_eq!(table.listed(1), Some(vec![17, 23]));
        assert_eq!(table.listed(2), None);
        assert_eq!(table.file_length(), written().len() as u64);
        table.verify_checksums(&Monitor::silent()).unwrap();
    }
}

/// Files of this version are read for ever: these are the bytes of one.
#[test]
fn the_bytes_of_a_file_stay_what_they_were() {
    let file = written();
    let metadata = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    assert_eq!(metadata, 119);
    assert_eq!(file.len(), 4096 + 360 + 3 * 8);
    assert!(file[72 + metadata..4096].iter().all(|&byte| byte == 0));
    assert_eq!(file[4096..4456], PAYLOAD);
    assert_eq!(file[4456], 5);
    assert_eq!(
        xxhash_rust::xxh3::xxh3_64(&file),
        17_236_727_529_691_069_547
    );
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let whole = written();
    for length in 0..whole.len() {
        let error = TableFile::from_bytes(whole[..length].to_vec()).expect_err("cut short");
        assert!(
            error.to_string().contains("damaged"),
            "{length} bytes: {error}"
        );
    }
    assert!(matches!(
        TableFile::from_bytes([whole, vec![0]].concat()),
        Err(FormatError::Length { .. })
    ));
}

#[test]
fn a_flipped_bit_anywhere_is_seen() {
    let whole = written();
    let metadata = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    let header = 0..72 + metadata;
    let payload = 4096..4096 + PAYLOAD.len();
    let lists = whole.len() - 24..whole.len();
    for byte in header.clone().chain(payload).chain(lists) {
        let mut flipped = whole.clone();
        flipped[byte] ^= 1 << (byte % 8);
        let opened = TableFile::from_bytes(flipped);
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
fn another_table_or_none_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a file");
    let open = |home| {
        let shape = "3x2".parse().unwrap();
        TableFile::open(&path, &Subject::Sliding { shape, home })
    };
    assert!(matches!(open(0), Err(FormatError::Missing { .. })));
    fs::write(&path, written()).unwrap();
    open(0).unwrap();
    let error = open(2).expect_err("another home");
    assert!(matches!(error, FormatError::OtherSubject { .. }), "{error}");
}

#[test]
fn a_newer_version_is_named() {
    let mut bytes = written();
    bytes[8] = 99;
    let error = TableFile::from_bytes(bytes).expect_err("version 99");
    assert!(error.to_string().contains("version 99"), "{error}");
}
