//! Table files: what is written is read back, and damage of every kind is found.

use std::{fs, io::Cursor, path::Path};

use tempfile::TempDir;
use tilebase_core::{
    Memory, Monitor,
    format::{Built, Encoding, FormatError, Metadata, Origin, Payload, Subject, TableFile},
    oshidori::{Goal, Stones},
    pattern::PatternKind,
    sliding::{ANY_TILE, Metric},
};

const PAYLOAD: [u8; 360] = [7; 360];

fn sliding(shape: &str, home: u8) -> Subject {
    let shape = shape.parse().unwrap();
    Subject::Sliding { shape, home }
}

fn subject() -> Subject {
    sliding("3x2", 0)
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

/// Returns the bytes of a file.
fn written() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    built().write(&mut file, &Monitor::silent()).unwrap();
    file.into_inner()
}

fn map(path: &Path) -> Result<TableFile, FormatError> {
    // SAFETY: only the test knows the file, which is written before it is mapped.
    unsafe { TableFile::map(&tilebase_core::storage::Disk, path) }
}

#[test]
fn what_was_written_is_read_back() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a file");
    fs::write(&path, written()).unwrap();
    let tables = [
        map(&path).unwrap(),
        map(&path).unwrap().into_memory(&|| false).unwrap(),
        TableFile::from_bytes(written()).unwrap(),
        TableFile::from(built()),
    ];
    let offsets = tables.each_ref().map(TableFile::payload_offset);
    assert_eq!(offsets, [Some(4096), Some(4096), Some(4096), None]);
    for table in tables {
        assert_eq!(table.payload(), PAYLOAD);
        assert_eq!(table.metadata(), built().metadata());
        assert_eq!(table.metadata().eccentricity(), 2);
        assert_eq!(table.listed(0).unwrap(), Some(vec![5]));
        assert_eq!(table.listed(1).unwrap(), Some(vec![17, 23]));
        assert_eq!(table.listed(2).unwrap(), None);
        assert_eq!(table.file_length(), written().len() as u64);
        table.verify_checksums(&Monitor::silent()).unwrap();
    }
}

/// Files of this version stay readable. These are the bytes of one.
#[test]
fn the_bytes_of_a_file_stay_what_they_were() {
    let file = written();
    let metadata = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    assert_eq!(metadata, 119);
    assert_eq!(file.len(), 4096 + 360 + 3 * 8 + 8);
    assert!(file[72 + metadata..4096].iter().all(|&byte| byte == 0));
    assert_eq!(file[4096..4456], PAYLOAD);
    assert_eq!(file[4456], 5);
    assert_eq!(
        xxhash_rust::xxh3::xxh3_64(&file),
        18_041_912_090_665_728_199
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
    let longer = TableFile::from_bytes([whole, vec![0]].concat());
    let error = longer.expect_err("too long").to_string();
    assert!(error.contains("bytes long instead of"), "{error}");
}

#[test]
fn a_flipped_bit_anywhere_is_detected() {
    let whole = written();
    let metadata = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    let header = 0..72 + metadata;
    let payload = 4096..4096 + PAYLOAD.len();
    let lists_and_pages = whole.len() - 32..whole.len();
    for byte in header.clone().chain(payload).chain(lists_and_pages) {
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
        TableFile::read(&path)?.expect_subject(&Subject::Sliding { shape, home })
    };
    assert!(matches!(open(0), Err(FormatError::Missing { .. })));
    assert!(matches!(
        map(folder.path()),
        Err(FormatError::NotATable { .. })
    ));
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

/// Files of version 2 have the layout of those of version 1.
#[test]
fn files_without_pages_are_read() {
    let first = include_bytes!("data/version1.tilebase").to_vec();
    let mut second = first.clone();
    second[8] = 2;
    let metadata = u32::from_le_bytes(first[12..16].try_into().unwrap()) as usize;
    let summed = [&second[..64], &second[72..72 + metadata]].concat();
    second[64..72].copy_from_slice(&xxhash_rust::xxh3::xxh3_64(&summed).to_le_bytes());
    for bytes in [first, second] {
        read_without_pages(bytes);
    }
}

fn read_without_pages(bytes: Vec<u8>) {
    let table = TableFile::from_bytes(bytes.clone()).unwrap();
    assert_eq!(table.metadata().subject, subject());
    assert_eq!(table.metadata().eccentricity(), 21);
    assert_eq!(table.listed(21).unwrap().unwrap().len(), 1);
    table.verify_checksums(&Monitor::silent()).unwrap();
    table.touch(100);
    table.damage().unwrap();

    let mut damaged = bytes;
    damaged[4100] ^= 1;
    let table = TableFile::from_bytes(damaged).unwrap();
    table.touch(4);
    table.damage().expect("no page has a checksum");
    let error = table.verify_checksums(&Monitor::silent()).unwrap_err();
    assert!(error.to_string().contains("its payload"), "{error}");
}

/// Returns a table of 3x3 boards whose payload spans many pages and does not hold distances.
fn large() -> Vec<u8> {
    let entries = 181_440;
    let metadata = Metadata {
        subject: Subject::Sliding {
            shape: "3x3".parse().unwrap(),
            home: 0,
        },
        entries,
        counts: vec![1, 2, entries - 3],
        ..built().metadata().clone()
    };
    let levels = vec![(0, vec![5]), (1, vec![17, 23])];
    let payload: Vec<u8> = (0..entries).map(|rank| (rank % 251) as u8).collect();
    let built = Built::new(metadata, levels, Memory::copy_of(&payload).unwrap());
    let mut file = Cursor::new(Vec::new());
    built.write(&mut file, &Monitor::silent()).unwrap();
    file.into_inner()
}

#[test]
fn a_damaged_page_is_detected_when_it_is_touched_and_not_before() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a file");
    for page in [0, 7, 44] {
        let mut bytes = large();
        bytes[4096 * (1 + page) + 100] ^= 1;
        fs::write(&path, &bytes).unwrap();
        for table in [
            TableFile::from_bytes(bytes.clone()).unwrap(),
            map(&path).unwrap(),
            TableFile::read(&path).unwrap(),
        ] {
            let others = (0..table.payload().len()).step_by(4096);
            others
                .filter(|at| at / 4096 != page)
                .for_each(|at| table.touch(at));
            table.damage().expect("the damage is elsewhere");
            table.touch(4096 * page + 3);
            let error = table.damage().unwrap_err();
            assert_eq!(error.start, 4096 * page);
            assert_eq!(error.end, 181_440.min(4096 * (page + 1)));
            table
                .clone()
                .damage()
                .expect_err("clones share what is known");
            assert!(table.verify_checksums(&Monitor::silent()).is_err());
        }
        let table = TableFile::from_bytes(bytes).unwrap();
        assert!(
            !table.touch_all(false, &|| false),
            "few pages have been touched"
        );
        (0..table.payload().len())
            .step_by(4096)
            .for_each(|at| table.touch(at));
        assert!(table.touch_all(false, &|| false), "all have been");
        assert!(table.touch_all(true, &|| false));
        table.damage().expect_err("all pages have been touched");
        let copied = map(&path).unwrap().into_memory(&|| false);
        copied.expect_err("all pages have been compared");
        let stopped = [
            map(&path).unwrap().checked_payload(&|| true).map(drop),
            map(&path).unwrap().into_memory(&|| true).map(drop),
        ];
        for stopped in stopped {
            assert!(matches!(stopped, Err(FormatError::Stopped { .. })));
        }
    }
}

#[test]
fn all_pages_are_touched_once_many_have_been() {
    let mut bytes = large();
    bytes[4096 * 45 + 100] ^= 1;
    let table = TableFile::from_bytes(bytes).unwrap();
    for _ in 0..100 {
        table.touch(4096 * 3);
    }
    (0..5).for_each(|page| table.touch(4096 * page));
    assert!(!table.touch_all(false, &|| false), "five are not many");
    table.touch(4096 * 5);
    assert!(!table.touch_all(false, &|| true), "it was stopped");
    assert!(table.touch_all(false, &|| false), "six of 45 are many");
    table.damage().unwrap_err();
}

#[test]
fn files_of_several_steps_are_compared_to_the_end() {
    let entries = 30 * 29 * 28 * 27 * 26;
    let metadata = Metadata {
        subject: Subject::Pattern {
            shape: "6x5".parse().unwrap(),
            home: 0,
            tiles: 0b11_1110,
            kind: PatternKind::Plain,
        },
        entries,
        counts: vec![1],
        ..built().metadata().clone()
    };
    let payload = Memory::zeroed(entries).unwrap();
    let mut file = Cursor::new(Vec::new());
    let built = Built::new(metadata, vec![], payload);
    built.write(&mut file, &Monitor::silent()).unwrap();
    let mut bytes = file.into_inner();
    let table = TableFile::from_bytes(bytes.clone()).unwrap();
    table.verify_checksums(&Monitor::silent()).unwrap();
    (0..100).for_each(|page| table.touch(4096 * page));
    assert!(
        !table.touch_all(false, &|| false),
        "100 of 4175 pages are not many"
    );
    bytes[4095 + entries as usize] ^= 1;
    let table = TableFile::from_bytes(bytes).unwrap();
    let error = table.verify_checksums(&Monitor::silent()).unwrap_err();
    assert!(matches!(error, FormatError::Page(_)), "{error}");
}

/// Headers whose checksum is right, but which no writer writes.
#[test]
fn headers_that_contradict_themselves_are_refused() {
    let refused = |at: usize, value: u64, length: usize| {
        let mut bytes = written();
        bytes[at..at + length].copy_from_slice(&value.to_le_bytes()[..length]);
        let metadata = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let end = bytes.len().min(72 + metadata);
        let summed = [&bytes[..64], &bytes[72..end]].concat();
        bytes[64..72].copy_from_slice(&xxhash_rust::xxh3::xxh3_64(&summed).to_le_bytes());
        TableFile::from_bytes(bytes).unwrap_err().to_string()
    };
    let number = |at: usize| u64::from_le_bytes(written()[at..at + 8].try_into().unwrap());
    for at in [16, 24, 32, 40] {
        let error = refused(at, number(at) - 8, 8);
        assert!(
            error.contains("contradicts") || error.contains("bytes"),
            "{at}: {error}"
        );
    }
    let longest = Metadata::MOST_BYTES;
    for longer in [longest + 1, longest + 8, u64::from(u32::MAX)] {
        let error = refused(12, longer, 4);
        assert!(error.contains("longer than the format allows"), "{error}");
    }
    assert!(!refused(12, longest, 4).contains("longer"));
}

#[test]
fn counts_limit_bits_and_bytes() {
    let metadata = |encoding| Metadata {
        encoding,
        entries: 40,
        counts: vec![1, 2, 4, 8, 16],
        ..built().metadata().clone()
    };
    let bytes = metadata(Encoding::Byte);
    assert_eq!((bytes.reachable(), bytes.ones()), (31, None));
    assert_eq!(metadata(Encoding::Bit).ones(), Some(4 + 8));
    assert_eq!(metadata(Encoding::Mod3).ones(), Some(2 + 4 + 16 + 2 * 9));
    assert_eq!(Encoding::Mod3.to_string(), "mod3");
    let (most, length) = (built().metadata().file_length(), written().len() as u64);
    assert!((length..=length + Metadata::MOST_BYTES).contains(&most));
    assert_eq!(built().payload(), PAYLOAD);
    let file = Origin::File("folder/a file".into());
    assert!(file.to_string().contains("a file") && !Origin::Memory.to_string().is_empty());
}

#[test]
fn damaged_lists_are_refused_when_they_are_read() {
    let whole = written();
    for byte in whole.len() - 32..whole.len() - 8 {
        let mut damaged = whole.clone();
        damaged[byte] ^= 0x40;
        let table = TableFile::from_bytes(damaged).unwrap();
        table.listed(0).expect_err("one checksum for all lists");
        table.listed(1).expect_err("again");
    }
}

/// Returns the file of a table that has these entries, goals and other states.
fn of_subject(
    (subject, encoding): (&Subject, Encoding),
    entries: u64,
    counts: [u64; 2],
) -> Result<TableFile, FormatError> {
    let metadata = Metadata {
        subject: subject.clone(),
        encoding,
        entries,
        counts: counts.to_vec(),
        ..built().metadata().clone()
    };
    let payload = Memory::copy_of(&vec![0; encoding.bytes(entries) as usize]).unwrap();
    let built = Built::new(metadata, Vec::new(), payload);
    let mut file = Cursor::new(Vec::new());
    built.write(&mut file, &Monitor::silent()).unwrap();
    TableFile::from_bytes(file.into_inner())
}

/// The numbers of entries and goals are those of other sources: formulas and known tables.
#[test]
fn metadata_of_every_family_is_compared_with_its_subject() {
    let shape = "3x3".parse().unwrap();
    let row = |goal: &str| Subject::Oshidori {
        puzzle: "oshidori-kinds-3".parse().unwrap(),
        goal: goal.to_owned(),
    };
    let pattern = |kind| Subject::Pattern {
        shape,
        home: 0,
        tiles: 0b110,
        kind,
    };
    let colours = Subject::Colours {
        shape,
        home: 0,
        colours: vec![0, 1, 1, 1, 2, 2, 3, 3, 2],
    };
    let partial = Subject::PartialGoal {
        shape,
        kinds: [&[1, 2, 3][..], &[ANY_TILE; 6]].concat(),
        metric: Metric::Single,
    };
    let multi = Subject::SlidingMulti { shape, home: 0 };
    let cases = [
        (sliding("3x3", 4), Encoding::Bit, 181_440, Some(1)),
        (multi.clone(), Encoding::Byte, 181_440, Some(1)),
        (row("default"), Encoding::Mod3, 630, Some(1)),
        (row("together"), Encoding::Byte, 630, Some(2)),
        (row("any-gap"), Encoding::Byte, 630, Some(7)),
        (row("any"), Encoding::Byte, 630, Some(42)),
        (partial, Encoding::Mod3, 9 * 8 * 7 * 6, Some(6)),
        (pattern(PatternKind::Plain), Encoding::Nibble, 72, None),
        (pattern(PatternKind::ZeroAware), Encoding::Byte, 100, None),
        (colours, Encoding::Mod3, 6 * 560, None),
    ];
    for (subject, encoding, entries, goals) in cases {
        let table = (&subject, encoding);
        let some = goals.unwrap_or(5);
        of_subject(table, entries, [some, entries - some]).unwrap();
        if goals.is_some() {
            of_subject(table, entries, [some + 1, entries - some - 1]).expect_err("goals");
        }
        // Only boards are all within reach.
        let all = matches!(
            subject,
            Subject::Sliding { .. } | Subject::SlidingMulti { .. }
        );
        let fewer = of_subject(table, entries, [some, entries - some - 1]);
        assert_eq!(fewer.is_err(), all, "{subject}");
        let wrong = if subject == pattern(PatternKind::ZeroAware) {
            [71, 505]
        } else {
            [entries - 1, entries + 1]
        };
        for wrong in wrong {
            of_subject(table, wrong, [some, wrong - some]).expect_err("entries");
        }
        // Bits are for boards alone, and half bytes for patterns.
        let is_pattern = matches!(subject, Subject::Pattern { .. });
        let is_board = matches!(subject, Subject::Sliding { .. });
        for (other, fits) in [(Encoding::Bit, is_board), (Encoding::Nibble, is_pattern)] {
            let opened = of_subject((&subject, other), entries, [some, entries - some]);
            assert_eq!(opened.is_ok(), fits, "{subject}");
        }
    }
    // Nine cells of the blank for each class of three rows.
    let classes = 3 * 20_160;
    let lines = of_subject((&multi, Encoding::RowClasses), classes, [1, 181_439]).unwrap();
    assert_eq!(lines.metadata().states(), 181_440);
    of_subject((&multi, Encoding::RowClasses), classes, [1, classes - 1]).expect_err("states");
    // The format has no bits for boards of fewer than 8 tiles.
    of_subject((&sliding("3x2", 0), Encoding::Bit), 360, [1, 359]).expect_err("a small board");
}

/// A change of a file's metadata and lists that makes them impossible. The checksums stay right.
type Forge<'a> = &'a dyn Fn(&mut Metadata, &mut Vec<(u32, Vec<u64>)>);

fn forged(forge: Forge<'_>) -> Result<TableFile, FormatError> {
    let mut metadata = built().metadata().clone();
    let mut levels = built().levels().to_vec();
    forge(&mut metadata, &mut levels);
    let payload = vec![7; metadata.encoding.bytes(metadata.entries) as usize];
    let built = Built::new(metadata, levels, Memory::copy_of(&payload).unwrap());
    let mut file = Cursor::new(Vec::new());
    built.write(&mut file, &Monitor::silent()).unwrap();
    TableFile::from_bytes(file.into_inner())
}

#[test]
fn more_than_there_can_be_is_refused_at_opening() {
    let rows = |count: usize| {
        move |metadata: &mut Metadata, levels: &mut Vec<_>| {
            let puzzle: Stones = "oshidori-kinds-4".parse().unwrap();
            metadata.subject = Subject::Oshidori {
                puzzle,
                goal: "default".to_owned(),
            };
            metadata.entries = puzzle.states().unwrap();
            metadata.counts = vec![1; count];
            metadata.counts[0] = Goal::default(puzzle).count(puzzle).unwrap();
            levels.clear();
        }
    };
    forged(&rows(255)).unwrap();
    let listed_twice = |_: &mut Metadata, levels: &mut Vec<_>| {
        *levels = vec![(2, (0..357).collect()), (2, (0..357).collect())];
    };
    for forge in [&rows(256) as Forge<'_>, &rows(1000), &listed_twice] {
        forged(forge).expect_err("no byte holds the distance, no level is listed twice");
    }
}

#[test]
fn impossible_metadata_is_refused_at_opening() {
    forged(&|_, _| {}).unwrap();
    let wrong: [(&str, Forge<'_>); 16] = [
        ("entries", &|metadata, _| metadata.entries = 361),
        ("home", &|metadata, _| metadata.subject = sliding("3x2", 6)),
        ("another shape", &|metadata, _| {
            metadata.subject = sliding("3x3", 0)
        }),
        ("encoding", &|metadata, _| {
            metadata.encoding = Encoding::Nibble
        }),
        ("no counts", &|metadata, levels| {
            (metadata.counts, *levels) = (vec![], vec![])
        }),
        ("an empty level", &|metadata, _| {
            metadata.counts = vec![1, 2, 0, 357]
        }),
        ("too few states", &|metadata, _| {
            metadata.counts = vec![1, 2, 3]
        }),
        ("too many", &|metadata, _| {
            metadata.counts = vec![1, 2, u64::MAX, 358]
        }),
        ("two goals", &|metadata, levels| {
            metadata.counts = vec![2, 358];
            levels.clear();
        }),
        ("a list of too few", &|_, levels| levels[1].1 = vec![17]),
        ("a list of no level", &|_, levels| levels[1].0 = 3),
        ("many distances", &|metadata, levels| {
            metadata.counts = vec![1; 360];
            levels.clear();
        }),
        ("stones with the entries of a board", &|metadata, _| {
            metadata.subject = Subject::Oshidori {
                puzzle: "oshidori-bw-5".parse().unwrap(),
                goal: "default".to_owned(),
            }
        }),
        ("a board too large for tables", &|metadata, _| {
            metadata.subject = sliding("10x10", 0)
        }),
        ("a board too large for patterns", &|metadata, _| {
            metadata.subject = Subject::Pattern {
                shape: "16x16".parse().unwrap(),
                home: 0,
                tiles: 2,
                kind: PatternKind::Plain,
            }
        }),
        ("a goal that is not a row", &|metadata, _| {
            metadata.subject = Subject::Oshidori {
                puzzle: "oshidori-bw-5".parse().unwrap(),
                goal: "1 2".to_owned(),
            }
        }),
    ];
    for (what, forge) in wrong {
        let error = forged(forge).expect_err(what);
        assert!(error.to_string().contains("damaged"), "{what}: {error}");
    }

    // Lists are read later. Impossible ranks are found then.
    for ranks in [vec![17, 360], vec![23, 17], vec![17, 17]] {
        let table = forged(&|_, levels| levels[1].1 = ranks.clone()).unwrap();
        table.listed(0).unwrap();
        table.listed(1).expect_err("no such ranks");
    }
}

#[test]
fn boards_and_stones_are_read_through_their_checks() {
    // The subject stands at the start of the metadata. A shape takes two bytes, stones take four.
    let subject_of = |bytes: &[u8]| bincode::deserialize::<Subject>(bytes).ok();
    let board = |rows, columns| subject_of(&[0, 0, 0, 0, rows, columns, 0]);
    assert!(board(3, 2).is_some());
    for (rows, columns) in [(0, 0), (1, 9), (3, 1), (17, 16), (2, 129), (255, 255)] {
        assert_eq!(board(rows, columns), None, "{rows}x{columns}");
    }
    let row = |kinds, each, block, letters| {
        let goal = [3, 0, 0, 0, 0, 0, 0, 0, b'a', b'n', b'y'];
        subject_of(&[&[1, 0, 0, 0, kinds, each, block, letters], &goal[..]].concat())
    };
    assert!(row(2, 5, 2, 1).is_some());
    assert!(row(5, 2, 3, 0).is_some());
    assert!(row(2, 5, 10, 0).is_some());
    for (kinds, each, block, letters) in [
        (0, 2, 2, 0),
        (2, 0, 2, 1),
        (3, 2, 2, 1),
        (2, 5, 0, 0),
        (2, 5, 1, 0),
        (2, 5, 11, 0),
        (200, 200, 2, 0),
    ] {
        assert_eq!(row(kinds, each, block, letters), None);
    }
}
