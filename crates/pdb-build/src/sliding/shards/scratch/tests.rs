//! Searches on disk against searches in memory: whole, stopped, and with files that are damaged.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use tilebase_core::{
    Monitor,
    parallel::{OwnPool, current_num_threads},
    storage::Disk,
};

use super::{
    super::{
        super::tests::space, exchange::LocalExchange, messages::Messages, shard::Shard,
        sizes::scratch_bytes, store::ShardStore, *,
    },
    ScratchStore,
};
use crate::{
    BuildError, DistanceTable, FoundOnDisk, Level, Result, ScratchOptions, sliding::tests::search,
};

pub(super) fn options(folder: &Path, lanes: usize, direct: bool) -> ScratchOptions {
    ScratchOptions {
        storage: Arc::new(Disk),
        folder: folder.to_owned(),
        lanes,
        direct,
    }
}

/// A search on disk has the counts, lists and bits of one in memory.
pub(super) fn is_the_same(found: &Sharded, expected: &DistanceTable) {
    assert_eq!(found.counts, expected.counts);
    let lists: Vec<_> = found
        .listed_depths()
        .map(|depth| (depth, found.listed(depth).unwrap()))
        .collect();
    assert!(lists == expected.listed);
    let segments = expected.payload.chunks_exact(found.cut.segment_bytes());
    let places = (0..found.cut.cells())
        .flat_map(|cell| found.shards.clone().map(move |shard| (cell, shard)));
    for ((cell, shard), expected) in places.zip(segments) {
        assert!(
            *found.segment(cell, shard).unwrap() == *expected,
            "{cell} {shard}"
        );
    }
}

#[test]
fn on_disk_4x3_is_the_same_with_one_lane_with_three_and_with_all() {
    let space = space("4x3", 0);
    let expected = search(&space, &Monitor::silent());
    let cut = Cut::new(&space, 1).unwrap();
    for (lanes, direct) in [(1, true), (3, false), (11, false)] {
        let folder = tempfile::tempdir().unwrap();
        let scratch = folder.path().join("4x3");
        let options = options(&scratch, lanes, direct);
        if lanes == cut.shards() {
            // A search that continues from files has to read each shard once.
            let stop = AtomicBool::new(false);
            let report = |level: &Level| stop.store(level.depth >= 25, Ordering::Relaxed);
            let monitor = Monitor::new(&report).stopping_on(&stop);
            search_on_disk(&cut, &options, &monitor).unwrap_err();
        }
        let found = search_on_disk(&cut, &options, &Monitor::silent()).unwrap();
        is_the_same(&found, &expected);
        let bytes: u64 = files(&scratch)
            .iter()
            .map(|path| fs::metadata(path).unwrap().len())
            .sum();
        assert!(
            bytes < scratch_bytes(&cut),
            "{bytes} of {}",
            scratch_bytes(&cut)
        );
        Box::new(found).remove_files().unwrap();
        assert!(!scratch.exists(), "nothing is left");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Runs a search of 5x2 in the folder that is stopped once it has reached a level.
fn stopped_at(folder: &Path, depth: u32) -> Result<Sharded> {
    let stop = AtomicBool::new(false);
    let report = |level: &Level| stop.store(level.depth >= depth, Ordering::Relaxed);
    let monitor = Monitor::new(&report).stopping_on(&stop);
    let cut = Cut::whole(&space("5x2", 0));
    search_on_disk(&cut, &options(folder, 2, false), &monitor)
}

#[test]
fn a_search_that_is_stopped_again_and_again_gives_the_same_table() {
    let expected = search(&space("5x2", 0), &Monitor::silent());
    let folder = tempfile::tempdir().unwrap();
    for depth in [0, 1, 2, 17, 30, 54, 55] {
        let stopped = stopped_at(folder.path(), depth);
        assert!(
            matches!(stopped, Err(BuildError::Paused { .. })),
            "{stopped:?}"
        );
    }
    let levels = std::sync::Mutex::new(Vec::new());
    let report = |level: &Level| levels.lock().unwrap().push(level.depth);
    let cut = Cut::whole(&space("5x2", 0));
    let again = || {
        search_on_disk(
            &cut,
            &options(folder.path(), 1, false),
            &Monitor::new(&report),
        )
    };
    is_the_same(&again().unwrap(), &expected);
    // Once more, after the end: nothing is searched again.
    is_the_same(&again().unwrap(), &expected);
    assert_eq!(levels.into_inner().unwrap(), [55, 55]);
}

/// A damage to a file: its name, and the function that does it.
type Damage = (&'static str, fn(&Path));

/// If a file of a stopped search is cut short, changed or gone, the error names it, or it is not
/// needed: the table is never wrong.
#[test]
fn damaged_files_are_refused() {
    let expected = search(&space("5x2", 0), &Monitor::silent());
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good");
    stopped_at(&good, 20).unwrap_err();
    let damage: [Damage; 3] = [
        ("cut short", |path| {
            let bytes = fs::read(path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("changed", |path| {
            let mut bytes = fs::read(path).unwrap();
            let at = bytes.len() / 3;
            bytes[at] ^= 4;
            fs::write(path, bytes).unwrap();
        }),
        ("gone", |path| fs::remove_file(path).unwrap()),
    ];
    let mut refused = 0;
    for path in files(&good) {
        let name = path.file_name().unwrap().to_owned();
        if fs::metadata(&path).unwrap().len() < 3 {
            continue;
        }
        for (what, damage) in damage {
            let bad = folder.path().join("bad");
            fs::create_dir(&bad).unwrap();
            for path in files(&good) {
                fs::copy(&path, bad.join(path.file_name().unwrap())).unwrap();
            }
            damage(&bad.join(&name));
            let cut = Cut::whole(&space("5x2", 0));
            let found = search_on_disk(&cut, &options(&bad, 1, false), &Monitor::silent());
            let listed = |found: &Sharded| -> Result<()> {
                found
                    .listed_depths()
                    .try_for_each(|depth| found.listed(depth).map(drop))
            };
            match found.and_then(|found| listed(&found).map(|()| found)) {
                // Without its file of levels, a search starts again.
                Ok(found) => is_the_same(&found, &expected),
                Err(BuildError::ScratchDamaged(path) | BuildError::Scratch { path, .. }) => {
                    assert_eq!(path.file_name(), Some(&*name), "{what}");
                    refused += 1;
                }
                Err(other) => panic!("{name:?} {what}: {other}"),
            }
            fs::remove_dir_all(&bad).unwrap();
        }
    }
    assert!(refused >= 8, "{refused}");
}

#[test]
fn a_folder_is_for_one_search_at_a_time_and_for_one_board() {
    let folder = tempfile::tempdir().unwrap();
    stopped_at(folder.path(), 5).unwrap_err();
    let other = search_on_disk(
        &Cut::whole(&space("5x2", 1)),
        &options(folder.path(), 1, false),
        &Monitor::silent(),
    );
    assert!(
        matches!(other, Err(BuildError::ScratchDamaged { .. })),
        "{other:?}"
    );
    let report = |_: &Level| {
        let second = stopped_at(folder.path(), 9);
        assert!(
            matches!(second, Err(BuildError::ScratchInUse { .. })),
            "{second:?}"
        );
    };
    let cut = Cut::whole(&space("5x2", 0));
    search_on_disk(
        &cut,
        &options(folder.path(), 1, false),
        &Monitor::new(&report),
    )
    .unwrap();
}

/// The threads that run the lanes belong to no pool. Without the store's own pool they would use
/// that of the whole process.
#[test]
fn lanes_work_in_as_many_threads_as_the_caller_has() {
    let cut = Cut::whole(&space("5x2", 0));
    let folder = tempfile::tempdir().unwrap();
    let other = current_num_threads() + 1;
    let pool = OwnPool::new(other).unwrap();
    let seen = AtomicUsize::new(0);
    let work = |_: &mut Shard, _: &[Messages]| {
        seen.store(current_num_threads(), Ordering::Relaxed);
        Err(BuildError::Stopped)
    };
    let each = || {
        let options = options(folder.path(), 2, false);
        let mut store = ScratchStore::open(&cut, &options, 0..cut.shards()).unwrap();
        store.each(0, &work, &mut LocalExchange::new(cut.shards()))
    };
    assert!(pool.run(each).unwrap().is_err());
    assert_eq!(seen.into_inner(), other);
}
