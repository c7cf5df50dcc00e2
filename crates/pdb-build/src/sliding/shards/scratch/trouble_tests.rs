//! Searches on simulated disks: calls that fail, files of two moments, power cuts.

use std::{
    ffi::OsString,
    io,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use tilebase_core::{
    Monitor, checksum,
    storage::{self, Access, Storage, StoredFile},
};
use tilebase_testing::SimulatedDisk;

use super::{
    super::{super::tests::space, exchange::LocalExchange, *},
    tests::{is_the_same, options},
    *,
};
use crate::{BuildError, DistanceTable, Level, Result, ScratchOptions, sliding::tests::search};

/// A disk of which one call that reads fails.
#[derive(Debug, Clone)]
struct FailingOnce {
    disk: SimulatedDisk,
    reads_left: Arc<AtomicI64>,
}

#[derive(Debug)]
struct FailingFile {
    file: Box<dyn StoredFile>,
    reads_left: Arc<AtomicI64>,
}

impl Storage for FailingOnce {
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn StoredFile>> {
        Ok(Box::new(FailingFile {
            file: self.disk.open(path, access)?,
            reads_left: Arc::clone(&self.reads_left),
        }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.disk.remove(path)
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.disk.names(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.disk.sync_folder(folder)
    }
}

impl StoredFile for FailingFile {
    fn length(&self) -> io::Result<u64> {
        self.file.length()
    }

    fn read_at(&mut self, offset: u64, to: &mut [u8]) -> io::Result<()> {
        match self.reads_left.fetch_sub(1, Ordering::Relaxed) {
            0 => Err(io::Error::other("one read fails")),
            _ => self.file.read_at(offset, to),
        }
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.write_at(offset, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }
}

/// A board cut into shards, and a folder for locks, whose name the simulated folders share.
struct Board {
    cut: Cut,
    options: ScratchOptions,
    expected: DistanceTable,
    _folder: tempfile::TempDir,
}

impl Board {
    fn new(shape: &str, home: usize, digits: usize, direct: bool) -> Self {
        let space = space(shape, home);
        let folder = tempfile::tempdir().unwrap();
        Self {
            cut: Cut::new(&space, digits).unwrap(),
            options: options(folder.path(), 2, direct),
            expected: search(&space, &Monitor::silent()),
            _folder: folder,
        }
    }

    /// Searches until a level has ended. Every level has as many states as in memory.
    fn until(&self, storage: &dyn IntoStorage, depth: u32) -> Result<Sharded> {
        self.until_reporting(storage, depth, &Mutex::default())
    }

    /// Searches until a level has ended, and sets `first` to the depth of the first level that it
    /// reports. Every level has as many states as in memory.
    fn until_reporting(
        &self,
        storage: &dyn IntoStorage,
        depth: u32,
        first: &Mutex<Option<u32>>,
    ) -> Result<Sharded> {
        let stop = AtomicBool::new(false);
        let report = |level: &Level| {
            assert_eq!(level.new, self.expected.counts[level.depth as usize]);
            first.lock().unwrap().get_or_insert(level.depth);
            stop.store(level.depth >= depth, Ordering::Relaxed);
        };
        let monitor = Monitor::new(&report).stopping_on(&stop);
        let mut exchange = LocalExchange::new(self.cut.shards());
        let options = ScratchOptions {
            storage: storage.storage(),
            ..self.options.clone()
        };
        search_shards(&self.cut, Some(&options), &mut exchange, &monitor)
    }

    /// Searches to the end, which gives the right table.
    fn to_the_end(&self, storage: &dyn IntoStorage) -> Result<()> {
        let found = self.until(storage, u32::MAX)?;
        is_the_same(&found, &self.expected);
        Ok(())
    }

    /// Returns a disk with copies of the files, each from the disk that `choose` says.
    fn copy(&self, choose: impl Fn(&str) -> SimulatedDisk, of: &SimulatedDisk) -> SimulatedDisk {
        let copy = SimulatedDisk::default();
        for name in of.names(&self.options.folder).unwrap() {
            let path = self.options.folder.join(&name);
            let from = choose(name.to_str().unwrap());
            let Ok(bytes) = storage::read(&from, &path, u64::MAX) else {
                continue;
            };
            let mut file = copy.open(&path, Access::New).unwrap();
            file.write_at(0, &bytes).unwrap();
        }
        copy
    }
}

trait IntoStorage {
    fn storage(&self) -> Arc<dyn Storage>;
}

impl<S: Storage + Clone + 'static> IntoStorage for S {
    fn storage(&self) -> Arc<dyn Storage> {
        Arc::new(self.clone())
    }
}

fn is_refused(error: &BuildError) -> bool {
    matches!(
        error,
        BuildError::ScratchDamaged { .. }
            | BuildError::Scratch { .. }
            | BuildError::Messages { .. }
    )
}

/// After a read that fails the search ends, nothing wrong is committed by the threads that still
/// work, and the next search continues.
#[test]
fn after_any_read_that_fails_the_search_can_continue() {
    let board = Board::new("4x3", 0, 1, false);
    let begun = SimulatedDisk::default();
    board.until(&begun, 22).unwrap_err();
    let mut failures = 0;
    // The first are those of the manifests.
    for read in (13..).step_by(29).take(9) {
        let disk = FailingOnce {
            disk: board.copy(|_| begun.clone(), &begun),
            reads_left: Arc::new(AtomicI64::new(read)),
        };
        let error = board.until(&disk, 26).unwrap_err();
        failures += u32::from(is_refused(&error));
        board.until(&disk, 30).unwrap_err();
        if read % 3 == 0 {
            board.to_the_end(&disk).unwrap();
        }
    }
    assert!(failures >= 5, "{failures}");
}

/// A search of several shards that is killed at any call of the storage continues where it was, and
/// every level has as many states as in memory.
#[test]
fn a_search_of_several_shards_continues_after_any_call_that_is_the_last() {
    let board = Board::new("4x3", 0, 1, true);
    let (mut kills, mut shards) = (0, 0);
    for calls in (0..).step_by(5) {
        let disk = SimulatedDisk::default();
        disk.fail_after(calls);
        board.until(&disk, 7).unwrap_err();
        let killed = disk.has_failed();
        disk.never_fail();
        let error = board.until(&disk, 9).unwrap_err();
        assert!(
            matches!(error, BuildError::Paused { .. }),
            "{calls}: {error}"
        );
        if !killed {
            let names = disk.names(&board.options.folder).unwrap();
            shards = names.iter().filter(|name| is_manifest(name)).count();
            break;
        }
        kills += 1;
    }
    assert!(kills > 20 && shards > 2, "{kills} {shards}");
}

fn is_manifest(name: &OsString) -> bool {
    name.to_str().is_some_and(|name| name.ends_with(".shard"))
}

/// The thread whose shard failed takes one more. With one lane and few shards at work, that can be
/// the shard that the lane held before.
#[test]
fn a_lane_forgets_what_it_held_before_a_read_failed() {
    let mut board = Board::new("4x3", 0, 1, false);
    board.options.lanes = 1;
    let mut failures = 0;
    for read in (0..120).step_by(5) {
        let disk = FailingOnce {
            disk: SimulatedDisk::default(),
            reads_left: Arc::new(AtomicI64::new(read)),
        };
        let error = board.until(&disk, 12).unwrap_err();
        failures += u32::from(is_refused(&error));
        let error = board.until(&disk, 16).unwrap_err();
        assert!(
            matches!(error, BuildError::Paused { .. }),
            "{read}: {error}"
        );
    }
    assert!(failures > 4, "{failures}");
}

/// Files of two moments, each with its right checksums, give the right table or are refused.
#[test]
fn files_of_two_moments_are_never_combined() {
    let board = Board::new("4x3", 0, 1, false);
    let moments: Vec<SimulatedDisk> = [(20, 0), (21, 150), (24, 330)]
        .into_iter()
        .map(|(depth, calls)| {
            let disk = SimulatedDisk::default();
            board.until(&disk, depth).unwrap_err();
            if calls > 0 {
                // Stopped within a level.
                disk.fail_after(calls);
                board.until(&disk, u32::MAX).unwrap_err();
                disk.never_fail();
            }
            disk
        })
        .collect();
    let (mut refused, mut right) = (0, 0);
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        for mixture in 0..24_u64 {
            let choose = |name: &str| {
                let is_one = match mixture {
                    // The files of one kind, of one shard, and any.
                    0 => name.ends_with(".shard"),
                    1 => name.ends_with(".planes"),
                    2 => name.ends_with(".levels"),
                    3 => name.ends_with(".even"),
                    4 => name.ends_with(".odd"),
                    5..=15 => name.starts_with(&format!("{:05}", mixture - 5)),
                    _ => checksum(format!("{name} {mixture}").as_bytes()) & 1 == 1,
                };
                moments[if is_one { one } else { other }].clone()
            };
            let mixed = board.copy(choose, &moments[other]);
            let found = match mixture % 4 {
                0 => board.to_the_end(&mixed),
                _ => board.until(&mixed, 30).map(drop),
            };
            match found {
                Ok(()) | Err(BuildError::Paused { .. }) => right += 1,
                Err(error) => {
                    assert!(is_refused(&error), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 36, "{refused} refused, {right} right");
}

/// Whatever a power cut leaves of files that are synced, the search continues from it, and no
/// level is lost that had ended before the level that was cut. From files that are not synced it
/// builds no wrong table.
#[test]
fn power_cuts_at_every_level_lose_nothing() {
    let (mut states, mut refused) = (0, 0);
    for (home, direct) in [(0, true), (1, true), (0, false)] {
        let board = Board::new("3x3", home, 0, direct);
        let disk = SimulatedDisk::default();
        let last = board.expected.counts.len() as u32 - 1;
        for depth in (home as u32..last).step_by(3) {
            disk.keep_history();
            board.until(&disk, depth + 3).err();
            for left in disk.after_power_cuts(2) {
                states += 1;
                let levels = Mutex::new(None);
                let found = board.until_reporting(&left, depth + 5, &levels);
                match found {
                    Err(BuildError::Paused { .. }) | Ok(_) => {}
                    Err(error) => {
                        assert!(!direct && is_refused(&error), "{depth}: {error}");
                        refused += 1;
                        continue;
                    }
                }
                let first = levels.into_inner().unwrap();
                assert!(
                    !direct || first >= Some(depth) || depth <= 1,
                    "{first:?} {depth}"
                );
            }
        }
    }
    assert!(
        states > 500 && refused > 5,
        "{states} states, {refused} refused"
    );
}
