//! Tables by name: built, proved, and found wrong when one entry is.

use bitvec::{order::Lsb0, view::BitView};
use tilebase_core::{
    Memory, Monitor, RankedSpace,
    format::{Built, Encoding, Metadata, Subject},
    oshidori::Stones,
    pattern::{Pattern, PatternIndex, PatternKind},
    sliding::SlidingSpace,
};
use tilebase_pdb_build::{build, reference, verify};

/// One table of each encoding and builder, all of them small.
fn subjects() -> Vec<Subject> {
    let rows = |puzzle: Stones, goal: &str| Subject::Oshidori {
        puzzle,
        goal: goal.to_owned(),
    };
    let graph = |name: &str, homes: &[u8]| Subject::Graph {
        graph: name.parse().unwrap(),
        homes: homes.to_vec(),
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
        rows("oshidori-bw-4".parse::<Stones>().unwrap(), "default"),
        rows("oshidori-bw-8".parse::<Stones>().unwrap(), "any"),
        rows(Stones::of_kinds(2, 2).unwrap(), "any-gap"),
        graph("torus-2x4", &[4]),
        graph("cells-.../.#.-blanks-2", &[0, 3]),
        pattern(&[1, 2, 3, 6], PatternKind::Plain),
        pattern(&[1, 2, 3, 6], PatternKind::ZeroAware),
    ]
}

#[test]
fn tables_are_built_and_proved() {
    for subject in subjects() {
        let table = build(&subject, None, &Monitor::silent()).unwrap().into();
        verify(&table, &Monitor::silent(), &Monitor::silent())
            .unwrap_or_else(|error| panic!("{subject}: {error}"));
    }
}

#[test]
fn a_wrong_entry_anywhere_is_found() {
    for subject in subjects() {
        let right = build(&subject, None, &Monitor::silent()).unwrap();
        let length = right.payload().len();
        for part in 0..20 {
            let mut wrong = right.payload().to_vec();
            let at = part * (length - 1) / 19;
            wrong[at] ^= 1;
            let error = proof(right.metadata(), right.levels(), &wrong);
            assert!(error.is_some(), "{subject}: byte {at} of {length}");
        }
        let payload = right.payload();
        assert_eq!(proof(right.metadata(), right.levels(), payload), None);

        let mut boasting = right.metadata().clone();
        boasting.counts[1] += 1;
        let error = proof(&boasting, right.levels(), payload);
        assert!(error.is_some(), "{subject}: a wrong count");
    }
}

/// Returns the fault of a table with this payload.
fn proof(metadata: &Metadata, levels: &[(u32, Vec<u64>)], payload: &[u8]) -> Option<String> {
    let payload = Memory::copy_of(payload).unwrap();
    let table = Built::new(metadata.clone(), levels.to_vec(), payload).into();
    let error = verify(&table, &Monitor::silent(), &Monitor::silent()).err();
    error.map(|error| error.to_string())
}

#[test]
fn bits_are_the_second_lowest_of_the_distances() {
    let space = SlidingSpace::new("3x3".parse().unwrap(), 1).unwrap();
    let distances = reference::build(&space, &Monitor::silent()).unwrap().bytes;
    let (shape, home) = (space.shape(), 1);
    let subject = Subject::Sliding { shape, home };
    let table = build(&subject, Some(Encoding::Bit), &Monitor::silent()).unwrap();
    assert_eq!(table.metadata().encoding, Encoding::Bit);
    let bits = table.payload().view_bits::<Lsb0>();
    for rank in 0..space.len() as usize {
        let bit = bits[rank / 60 * 64 + rank % 60];
        assert_eq!(bit, distances[rank] >> 1 & 1 == 1, "rank {rank}");
    }
    let unused = bits.chunks(64).map(|word| word[60..].count_ones());
    assert_eq!(unused.sum::<usize>(), 0);
}
