//! Tables, parts and saved searches on a disk that loses power or fails.

use std::{
    collections::{BTreeSet, HashSet},
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use tempfile::TempDir;
use tilebase_core::{
    Memory,
    format::{Encoding, Levels, Metadata},
    parallel::current_num_threads,
    sliding::{Metric, PartialGoal, Shape},
    storage::Access,
};
use tilebase_pdb_build::{
    DiskBuild,
    parts::{Part, PartError, PartPlace},
};

use tilebase_testing::SimulatedDisk;

use super::*;
use crate::{library::Library, machine::available_memory, values::Result};

/// The most combinations of lost changes that are tried after one call.
const MOST: u64 = 256;

/// Who made the table that a build replaces.
const EARLIER: &str = "an earlier version";

/// Work on a folder, and what may be found there when it is broken off.
struct Trial<'a> {
    /// What is on the disk before.
    prepare: &'a dyn Fn(&Library),
    work: &'a dyn Fn(&Library) -> Result<()>,
    /// Says in a word what is there. Panics at what may never be there.
    found: &'a dyn Fn(&Library) -> &'static str,
    /// What may be found when the work is broken off, and when it has ended.
    between: &'a [&'static str],
    after: &'a [&'static str],
}

/// Returns the tables in a folder of this disk. Locks are files of the machine.
fn library(folder: &TempDir, disk: &SimulatedDisk) -> Library {
    let mut library = Library::in_memory();
    library.storage = TableStore::Folder(Folder {
        path: folder.path().to_owned(),
        disk: Arc::new(disk.clone()),
    });
    library
}

impl Trial<'_> {
    /// Cuts the power after each call, and lets each call fail. Returns how many disks were left by
    /// cuts, and how many calls failed.
    fn run(&self) -> (usize, usize) {
        let folder = TempDir::new().unwrap();
        let on = |disk: &SimulatedDisk| library(&folder, disk);
        let prepared = || {
            let disk = SimulatedDisk::default();
            (self.prepare)(&on(&disk));
            disk
        };
        let disk = prepared();
        disk.keep_history();
        (self.work)(&on(&disk)).unwrap();
        let mut seen = BTreeSet::new();
        let mut states = 0;
        for left in disk.after_power_cuts(MOST) {
            let found = (self.found)(&on(&left));
            assert!(self.between.contains(&found), "{found}");
            seen.insert(found);
            states += 1;
        }
        assert_eq!(seen, self.between.iter().copied().collect());
        for left in disk.after_power_cut(MOST) {
            let found = (self.found)(&on(&left));
            assert!(self.after.contains(&found), "{found}");
        }
        for calls in 0.. {
            let disk = prepared();
            disk.fail_after(calls);
            let done = (self.work)(&on(&disk));
            let failed = disk.has_failed();
            disk.never_fail();
            let found = (self.found)(&on(&disk));
            let may_be = if done.is_ok() { self.after } else { self.between };
            assert!(may_be.contains(&found), "call {calls}: {found}");
            if let Err(error) = done {
                assert!(error.kind() == ErrorKind::Io, "call {calls}: {error}");
            }
            // A plain run afterwards works, unless nothing is left to do.
            (self.work)(&on(&disk)).unwrap();
            assert!(self.after.contains(&(self.found)(&on(&disk))));
            assert_eq!(on(&disk).leftovers().unwrap(), []);
            if !failed {
                return (states, calls as usize);
            }
        }
        unreachable!()
    }
}

fn subject() -> Subject {
    let board = Library::in_memory().puzzle("2x3").unwrap();
    board.table_subject()
}

/// Says whether there is the table, which is right if so, and which of the two it is.
fn table(library: &Library) -> &'static str {
    let table = match library.open(&subject()) {
        Err(Error::File(FormatError::Missing { .. })) => return "no table",
        table => table.unwrap(),
    };
    library.verify(&table).unwrap();
    let library = library.clone().with_builds(Build::Never);
    let solver = library.puzzle("2x3").unwrap();
    let answer = solver.distance("4 5 0 / 1 2 3").unwrap();
    assert_eq!(answer.distance(), Some(21));
    if table.metadata().builder == EARLIER { EARLIER } else { "a table" }
}

/// Keeps a table that another program built, and a file that a killed build left.
fn keep_earlier(library: &Library) {
    let table = Library::in_memory().table(&subject()).unwrap();
    let metadata = Metadata {
        builder: EARLIER.to_owned(),
        ..table.metadata().clone()
    };
    let payload = Memory::copy_of(table.payload()).unwrap();
    library
        .keep(Built::new(metadata, levels(&table), payload))
        .unwrap();
    let folder = folder_of(library);
    let left = format!(".{}.0123456789abcdef.part", subject().file_name());
    let left = folder.disk.open(&folder.path.join(left), Access::New);
    left.unwrap();
}

fn folder_of(library: &Library) -> &Folder {
    library.storage.folder().unwrap()
}

#[test]
fn builds_give_a_whole_table_or_none() {
    let build = |library: &Library| library.build(&subject(), Existing::Replace).map(drop);
    let (first, calls) = Trial {
        prepare: &|_| (),
        work: &build,
        found: &table,
        between: &["no table", "a table"],
        after: &["a table"],
    }
    .run();
    assert!(first >= 100 && calls >= 10, "{first} {calls}");
    let (again, calls) = Trial {
        prepare: &keep_earlier,
        work: &build,
        found: &table,
        between: &[EARLIER, "a table"],
        after: &["a table"],
    }
    .run();
    assert!(again >= 100 && calls >= 10, "{again} {calls}");
    assert!(first + again >= 786, "{first} {again}");
}

#[test]
fn removal_leaves_the_whole_table_or_none() {
    let (states, calls) = Trial {
        prepare: &|library| assert!(library.build(&subject(), Existing::Replace).unwrap()),
        work: &|library| {
            let path = library.folder().unwrap().join(subject().file_name());
            library.remove(&path).map(drop)
        },
        found: &table,
        between: &["no table", "a table"],
        after: &["no table", "a table"],
    }
    .run();
    assert!(states >= 3 && calls >= 2, "{states} {calls}");
}

/// Returns the listed levels of a table.
fn levels(table: &TableFile) -> Levels {
    let depths = table.metadata().listed.iter().map(|level| level.depth);
    depths
        .map(|depth| (depth, table.listed(depth).unwrap().unwrap()))
        .collect()
}

/// Writes the table of 2x3 boards as two parts.
fn write_parts(library: &Library) {
    let table = Library::in_memory().table(&subject()).unwrap();
    write_parts_of(library, &table, table.payload());
}

/// Writes a table with these distances as two parts.
fn write_parts_of(library: &Library, table: &TableFile, payload: &[u8]) {
    let folder = folder_of(library);
    let metadata = table.metadata();
    let lists: Vec<Vec<u64>> = levels(table).into_iter().map(|(_, ranks)| ranks).collect();
    let half = payload.len() / 2;
    for (number, lists) in [(0, lists.clone()), (1, vec![Vec::new(); lists.len()])] {
        let place = PartPlace {
            cells: 1,
            shards: 2,
            first: number,
            end: number + 1,
            segment: half as u64,
        };
        let path = folder.path.join(place.file_name(metadata));
        let segment = &payload[number as usize * half..][..half];
        storage::replace(&*folder.disk, &path, Durability::Synced, |out| {
            let segments = [io::Result::Ok(segment)];
            Part::write(&place, metadata, segments, &lists, out, &Monitor::silent())
        })
        .unwrap();
    }
}

#[test]
fn merging_leaves_the_parts_or_the_table() {
    let found = |library: &Library| match table(library) {
        "no table" => {
            library.merge(library.folder().unwrap()).unwrap();
            assert_eq!(table(library), "a table");
            "the parts"
        }
        there => there,
    };
    let (states, calls) = Trial {
        prepare: &write_parts,
        work: &|library| match library.merge(library.folder().unwrap()) {
            // Merged before, and some of the parts are gone.
            Err(Error::Part(PartError::Missing { .. } | PartError::None { .. })) => Ok(()),
            merged => merged.map(drop),
        },
        found: &found,
        between: &["the parts", "a table"],
        after: &["a table"],
    }
    .run();
    assert!(states >= 524 && calls >= 10, "{states} {calls}");
}

/// Whichever write changes on the disk, the earlier table stays until a joined one is right.
#[test]
fn a_joined_table_that_is_damaged_as_it_is_written_replaces_none() {
    let folder = TempDir::new().unwrap();
    let mut refused = 0;
    for writes in 0.. {
        let disk = SimulatedDisk::default();
        let library = library(&folder, &disk);
        keep_earlier(&library);
        write_parts(&library);
        disk.damage_after(writes);
        let merged = library.merge(library.folder().unwrap());
        if !disk.is_damaged() {
            merged.unwrap();
            break;
        }
        let found = table(&library);
        match merged {
            // A bit between the parts of the file, which nothing reads.
            Ok(_) => assert_eq!(found, "a table", "write {writes}"),
            Err(error) => {
                assert_eq!(found, EARLIER, "write {writes}: {error}");
                refused += 1;
                library.merge(library.folder().unwrap()).unwrap();
                assert_eq!(table(&library), "a table");
            }
        }
    }
    assert!(refused >= 5, "{refused}");
}

/// Wherever joining is when it is asked to stop, the earlier table and all parts stay.
#[test]
fn joining_parts_of_another_folder_stops_when_asked() {
    let (tables, parts) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let disk = SimulatedDisk::default();
    let store = library(&tables, &disk);
    keep_earlier(&store);
    let apart = library(&parts, &disk);
    write_parts(&apart);
    for moment in 0.. {
        let (stop, events) = (Arc::new(AtomicBool::new(false)), AtomicU32::new(0));
        let asked = Arc::clone(&stop);
        let stopping = store.clone().with_stop(stop).with_callback(move |_| {
            let now = events.fetch_add(1, Ordering::Relaxed) == moment;
            asked.fetch_or(now, Ordering::Relaxed);
        });
        match stopping.merge(parts.path()) {
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Interrupted, "{moment}: {error}");
                assert_eq!(table(&store), EARLIER);
            }
            Ok(_) => {
                assert!(moment >= 2, "{moment}");
                break;
            }
        }
    }
    assert_eq!(table(&store), "a table");
    assert!(folder_of(&apart).files(|_| true).unwrap().is_empty());
}

#[test]
fn parts_with_distances_that_were_not_counted_make_no_table() {
    let folder = TempDir::new().unwrap();
    let library = library(&folder, &SimulatedDisk::default());
    let board = Library::in_memory().puzzle("3x3").unwrap();
    let subject = board.table_subject();
    // As a cluster leaves it, with a bit for each state.
    let bytes = Library::in_memory().table(&subject).unwrap();
    let metadata = Metadata {
        encoding: Encoding::Bit,
        ..bytes.metadata().clone()
    };
    let mut payload = vec![0; Encoding::Bit.bytes(metadata.entries) as usize];
    for (rank, distance) in (0..).zip(bytes.payload()) {
        let (at, shift) = Encoding::Bit.place(rank);
        payload[at] |= (distance >> 1 & 1) << shift;
    }
    let payload = Memory::copy_of(&payload).unwrap();
    let table: TableFile = Built::new(metadata, levels(&bytes), payload).into();
    let mut changed = table.payload().to_vec();
    changed[9000] ^= 1;
    write_parts_of(&library, &table, &changed);
    let error = library.merge(library.folder().unwrap()).unwrap_err();
    assert!(error.to_string().contains("counted"), "{error}");
    assert!(!library.has(&subject));
    write_parts_of(&library, &table, table.payload());
    library.merge(library.folder().unwrap()).unwrap();
    let joined = library.open(&subject).unwrap();
    assert!(joined.payload() == table.payload());
}

#[test]
fn what_builds_left_and_what_is_wrong_are_listed_and_removed() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let library = Library::in_folder(folder.path());
    let subject = library.puzzle("2x3").unwrap().table_subject();
    let table = path(&subject.file_name());
    let left = path(&format!(".{}.0123456789abcdef.part", subject.file_name()));
    std::fs::write(&left, b"bytes").unwrap();
    assert_eq!(library.leftovers().unwrap(), [(left.clone(), 5)]);
    let building = FileLock::take(&table).unwrap().unwrap();
    assert!(matches!(library.remove(&left), Err(Error::InUse(_))));
    drop(building);
    assert_eq!(library.remove(&left).unwrap(), 5);
    assert_eq!(library.remove(&left).unwrap(), 0, "it is gone");
    assert!(library.leftovers().unwrap().is_empty());
    assert!(library.remove(folder.path()).is_err(), "a folder");

    let mut needs = Requirements::of(&subject, None).unwrap().memory;
    library.clone().with_memory(needs).table(&subject).unwrap();
    library.verify(&library.open(&subject).unwrap()).unwrap();
    needs -= 1;
    let limited = library.clone().with_memory(needs);
    limited.build(&subject, Existing::Replace).unwrap_err();
    let whole = std::fs::read(&table).unwrap();
    let mut damaged = whole.clone();
    damaged[4096] ^= 1;
    std::fs::write(&table, damaged).unwrap();
    library
        .verify(&library.open(&subject).unwrap())
        .unwrap_err();
    std::fs::write(path("sliding-3x3-home0.tilebase"), whole).unwrap();
    let found = library.tables().unwrap();
    let is_named = |name: &str| {
        found
            .iter()
            .find(|found| found.path.ends_with(name))
            .unwrap()
    };
    is_named(&subject.file_name()).table.as_ref().unwrap();
    let other = is_named("sliding-3x3-home0.tilebase").table.as_ref();
    assert!(matches!(other, Err(FormatError::OtherSubject { .. })));

    let scratch = Scratch::in_folder("scratch");
    let files = scratch.folder_of(&subject);
    assert!(files.starts_with("scratch") && files.extension() == Some("scratch".as_ref()));
    assert!((1 << 20..=4 << 30).contains(&scratch.allowed_memory()));
    assert_eq!(scratch.memory(7).allowed_memory(), 7);
    assert_eq!(Scratch::unasked(Some(100)), 50);
    assert_eq!(Scratch::unasked(Some(u64::MAX)), 4 << 30);
    assert_eq!(Scratch::unasked(None), 1 << 30);
}

/// Files that leave no room in memory for others are kept past the cache.
#[test]
fn large_files_are_direct_and_small_ones_are_not() {
    let free = available_memory().expect("the system says what is free");
    assert!(Scratch::is_direct(free) && !Scratch::is_direct(1 << 16));
}

/// Files of the search and the table are counted together where they are on one disk.
#[test]
fn a_build_on_disk_announces_what_it_takes() {
    let folder = TempDir::new().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let announced = Arc::new(Mutex::new(Vec::new()));
    let library = Library::in_folder(folder.path().join("tables")).with_stop(Arc::clone(&stop));
    let events = Arc::clone(&announced);
    let library = library.with_callback(move |event| {
        if let Event::Building { needs, .. } = event {
            lock(&events).push((needs.memory, needs.disk));
            stop.store(true, Ordering::Relaxed);
        }
    });
    let subject = library.puzzle("3x4").unwrap().table_subject();
    let scratch = Scratch::in_folder(folder.path().join("scratch")).memory(64 << 20);
    let stopped = library.build_on_disk(&subject, &scratch, Existing::Keep);
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Interrupted);
    let lanes = current_num_threads().max(2);
    let plan = DiskBuild::new(&subject, lanes, 64 << 20).unwrap();
    let takes = (plan.memory, plan.scratch + plan.table);
    assert_eq!(*lock(&announced), [takes]);
}

/// A folder that refuses, but not a limit, leaves the question to a table in memory.
#[test]
fn a_folder_that_refuses_leaves_no_question_unanswered() {
    let (folder, disk) = (TempDir::new().unwrap(), SimulatedDisk::default());
    let subject = Library::in_memory().puzzle("2x3").unwrap().table_subject();
    let not_kept = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&not_kept);
    let library = library(&folder, &disk).with_callback(move |event| {
        let is_not_kept = matches!(event, Event::NotKept { .. });
        counted.fetch_add(is_not_kept.into(), Ordering::Relaxed);
    });
    disk.fail_after(0);
    let table = library.table(&subject).unwrap();
    assert_eq!(table.metadata().counts.len(), 22);
    assert!(!library.has(&subject));
    disk.never_fail();
    let limited = library.clone().with_memory(1);
    let error = limited.table(&subject).unwrap_err();
    assert!(matches!(error, Error::OverMemory { .. }), "{error}");
    assert_eq!(not_kept.load(Ordering::Relaxed), 1, "of the disk alone");
    library.table(&subject).unwrap();
    assert!(library.has(&subject));
}

#[test]
fn a_build_that_waits_for_another_stops_when_asked() {
    let folder = TempDir::new().unwrap();
    let library = Library::in_folder(folder.path());
    let stopped = || Arc::new(AtomicBool::new(true));
    let subject = library.puzzle("2x3").unwrap().table_subject();
    let _lock = FileLock::take(&folder.path().join(subject.file_name())).unwrap();
    let reports = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&reports);
    let waiting = library.with_stop(stopped()).with_callback(move |event| {
        if matches!(event, Event::Waiting { .. }) {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    });
    let error = waiting.build(&subject, Existing::Keep).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    assert_eq!(reports.load(Ordering::Relaxed), 1);

    let slot = TableSlot::default();
    let _building = lock(&slot.building);
    let mut library = Library::in_memory().with_stop(stopped());
    let slots = HashMap::from([(subject.clone(), slot.clone())]);
    library.storage = TableStore::Memory(Arc::new(Mutex::new(slots)));
    let error = library.build(&subject, Existing::Keep).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
}

#[test]
fn the_last_tables_of_few_states_are_kept() {
    let store = Library::in_memory();
    let subject = |cells: u32| {
        let goal: Vec<_> = (0..9)
            .map(|cell| (cells >> cell & 1 != 0).then_some(cell + 1))
            .collect();
        let partial_goal = PartialGoal::new(Shape::new(3, 3).unwrap(), &goal).unwrap();
        partial_goal.subject(Metric::Single)
    };
    let sets = (1..1 << 8).filter(|cells: &u32| cells.count_ones() <= 3);
    let subjects: HashSet<Subject> = sets.map(subject).collect();
    assert!(subjects.len() > QUICK);
    let often = subject(1);
    let kept = store.quick_table(&often).unwrap();
    let is_kept = || {
        let again = store.quick_table(&often).unwrap();
        assert_eq!(again.payload(), kept.payload());
        std::ptr::eq(again.payload(), kept.payload())
    };
    for subject in &subjects {
        assert_eq!(
            store.quick_table(subject).unwrap().metadata().subject,
            *subject
        );
        assert!(is_kept(), "it is among the last");
    }
    assert_eq!(lock(&store.quick).len(), QUICK);
    for subject in subjects.iter().filter(|&subject| *subject != often) {
        store.quick_table(subject).unwrap();
    }
    assert!(!is_kept() && lock(&store.quick).len() == QUICK);
}
