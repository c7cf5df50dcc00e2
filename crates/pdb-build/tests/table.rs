//! Tables as files: built, opened, proved, and found wrong when one entry is.

use std::fs;

use bitvec::{order::Lsb0, view::BitView};
use tempfile::TempDir;
use tilebase_core::{
    Monitor, RankedSpace,
    format::{BuildLock, Metadata, Subject, TableFile, write_table},
    oshidori::Stones,
    pattern::{Pattern, PatternIndex, PatternKind},
    sliding::SlidingSpace,
};
use tilebase_pdb_build::{build, reference, sliding, verify};

/// One table of each encoding and builder, all of them small.
fn subjects() -> Vec<Subject> {
    let rows = |puzzle: Stones, goal: &str| Subject::Oshidori {
        puzzle,
        goal: goal.to_owned(),
    };
    let pattern = |tiles: &[u8], kind| {
        let pattern = Pattern::new("4x3".parse().unwrap(), 0, tiles).unwrap();
        PatternIndex::new(pattern, kind).subject()
    };
    vec![
        Subject::Sliding {
            shape: "3x2".parse().unwrap(),
            home: 1,
        },
        Subject::Sliding {
            shape: "3x3".parse().unwrap(),
            home: 4,
        },
        rows(Stones::black_and_white(4).unwrap(), "default"),
        rows(Stones::black_and_white(8).unwrap(), "any"),
        rows(Stones::of_kinds(2, 2).unwrap(), "any-gap"),
        pattern(&[1, 2, 3, 6], PatternKind::Plain),
        pattern(&[1, 2, 3, 6], PatternKind::ZeroAware),
    ]
}

fn built(folder: &TempDir, subject: &Subject) -> TableFile {
    let lock = BuildLock::acquire(folder.path(), subject, || ()).unwrap();
    let (levels, writing) = (Monitor::silent(), Monitor::silent());
    build(&lock, folder.path(), subject, &levels, &writing).unwrap();
    TableFile::open(folder.path(), subject).unwrap()
}

#[test]
fn tables_are_built_and_proved() {
    let folder = TempDir::new().unwrap();
    for subject in subjects() {
        let table = built(&folder, &subject);
        table.verify_checksums(&Monitor::silent()).unwrap();
        verify(&table, &Monitor::silent(), &Monitor::silent())
            .unwrap_or_else(|error| panic!("{subject}: {error}"));
    }
}

/// A wrong entry under a right checksum: only the proof can see it.
#[test]
fn a_wrong_entry_anywhere_is_found() {
    let folder = TempDir::new().unwrap();
    for subject in subjects() {
        let table = built(&folder, &subject);
        let metadata = table.metadata().clone();
        let levels: Vec<(u32, Vec<u64>)> = metadata
            .listed
            .iter()
            .map(|level| (level.depth, table.listed(level.depth).unwrap()))
            .collect();
        let right = table.payload().to_vec();
        drop(table);
        for part in 0..20 {
            let mut wrong = right.clone();
            let at = part * (right.len() - 1) / 19;
            wrong[at] ^= 1;
            let error = proof(&folder, &subject, &metadata, &levels, &wrong);
            assert!(error.is_some(), "{subject}: byte {at} of {}", right.len());
        }
        assert_eq!(proof(&folder, &subject, &metadata, &levels, &right), None);

        let mut boasting = metadata.clone();
        boasting.counts[1] += 1;
        let error = proof(&folder, &subject, &boasting, &levels, &right);
        assert!(error.is_some(), "{subject}: a wrong count");
    }
}

/// What is wrong with a table of this payload.
fn proof(
    folder: &TempDir,
    subject: &Subject,
    metadata: &Metadata,
    levels: &[(u32, Vec<u64>)],
    payload: &[u8],
) -> Option<String> {
    let lock = BuildLock::acquire(folder.path(), subject, || ()).unwrap();
    let silent = Monitor::silent();
    let path = write_table(&lock, folder.path(), metadata, levels, &[payload], &silent).unwrap();
    let table = TableFile::open_path(&path).unwrap();
    let error = verify(&table, &Monitor::silent(), &Monitor::silent()).err();
    fs::remove_file(path).unwrap();
    error.map(|error| error.to_string())
}

#[test]
fn bits_are_the_second_lowest_of_the_distances() {
    let space = SlidingSpace::new("3x3".parse().unwrap(), 1).unwrap();
    let distances = reference::build(&space, &Monitor::silent()).unwrap().bytes;
    let table = sliding::search(&space, &Monitor::silent()).unwrap();
    let bits = table.payload().view_bits::<Lsb0>();
    for rank in 0..space.len() as usize {
        let bit = bits[rank / 60 * 64 + rank % 60];
        assert_eq!(bit, distances[rank] >> 1 & 1 == 1, "rank {rank}");
    }
    let unused = bits.chunks(64).map(|word| word[60..].count_ones());
    assert_eq!(unused.sum::<usize>(), 0);
}
