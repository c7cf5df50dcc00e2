//! The file of a search that can be continued later. There is always a complete one: the last
//! search saved, or the one before.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde::{Serialize, de::DeserializeOwned};
use tilebase_core::storage::{self, Disk, Durability, Storage, Writer};

use super::{failed, lock::FileLock, replace::destination};
use crate::{
    event::{Event, Reporter},
    solver::Solver,
    values::{Error, Result},
};

/// The most bytes that are read: far more than any saved search has.
const MOST: u64 = 1 << 28;

/// The action that an error names if the file cannot be locked, written or removed.
const SAVE: &str = "save the search in";

impl Solver {
    /// Says where [`with_saved_search`](Self::with_saved_search) has saved an unfinished search;
    /// `None` if there is no such file.
    pub fn where_saved(&self) -> Option<String> {
        let file = self.options.resume.as_deref();
        file.filter(|file| file.exists()).map(where_saved)
    }
}

fn where_saved(file: &Path) -> String {
    let file = file.display();
    format!("saved in {file}: the same question continues from there")
}

/// The locked file of a search, as JSON. No other search can use it until it is dropped.
///
/// The path is that of the lock, so that the compiler leaves out what reads and writes the file
/// where files cannot be locked.
#[derive(Debug)]
pub(crate) struct SavedSearch {
    disk: Arc<dyn Storage>,
    /// Whether the file holds a search that can be continued.
    held: AtomicBool,
    lock: FileLock,
}

impl SavedSearch {
    /// Locks the file at `path`, which need not exist yet.
    pub fn at(path: &Path) -> Result<Self> {
        Self::on(Arc::new(Disk), destination(path))
    }

    fn on(disk: Arc<dyn Storage>, path: PathBuf) -> Result<Self> {
        if path.exists() && !path.is_file() {
            return Err(no_file(&path));
        }
        let in_use = || {
            io::Error::other(
                "another search is being saved there: wait for its end, or name another file",
            )
        };
        let lock = FileLock::take(&path).and_then(|lock| lock.ok_or_else(in_use));
        let lock = lock.map_err(failed(SAVE, &path))?;
        // Files that killed searches left. Those that cannot be removed now are left.
        let _ = storage::remove_unfinished(&*disk, &path);
        Ok(Self {
            disk,
            held: AtomicBool::new(false),
            lock,
        })
    }

    /// Returns the search saved there, if there is one.
    pub fn read<C: DeserializeOwned>(&self) -> Result<Option<C>> {
        let text = match storage::read(&*self.disk, self.lock.file(), MOST) {
            Ok(text) => text,
            Err(error) => {
                return match error.kind() {
                    io::ErrorKind::NotFound => Ok(None),
                    io::ErrorKind::FileTooLarge | io::ErrorKind::InvalidInput => {
                        Err(no_file(self.lock.file()))
                    }
                    _ => Err(failed("read the saved search", self.lock.file())(error)),
                };
            }
        };
        let search = serde_json::from_slice(&text).map_err(|error| {
            let problem = format!(
                "damaged or not a saved search of such a puzzle ({error}): remove it to start \
                again, or name another file"
            );
            Self::of_no_use(Some(self), problem)
        })?;
        self.held.store(true, Ordering::Relaxed);
        Ok(Some(search))
    }

    pub fn write(&self, checkpoint: &impl Serialize) -> Result<()> {
        let write = |file: &mut Writer| file.write_all(&serde_json::to_vec(checkpoint)?);
        storage::replace(&*self.disk, self.lock.file(), Durability::Synced, write)
            .map_err(failed(SAVE, self.lock.file()))?;
        self.held.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Writes a search, and reports an error as an event: the search continues.
    pub fn keep(&self, checkpoint: &impl Serialize, reporter: &Reporter) {
        if let Err(error) = &self.write(checkpoint) {
            reporter.report(&Event::NotSaved { error });
        }
    }

    /// Returns the end of a message about an unfinished search: how it is continued, or nothing if
    /// it is not saved.
    pub fn later(&self) -> String {
        if self.held.load(Ordering::Relaxed) {
            format!("; {}", where_saved(self.lock.file()))
        } else {
            String::new()
        }
    }

    /// Returns the error of a search that was read from `file` and cannot be continued.
    pub fn of_no_use(
        file: Option<&Self>,
        problem: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Error {
        Error::Saved {
            path: file.map_or_else(PathBuf::new, |file| file.lock.file().to_owned()),
            problem: problem.into(),
        }
    }

    /// Removes the file, if it exists: the search has ended.
    pub fn remove(&self) -> Result<()> {
        self.held.store(false, Ordering::Relaxed);
        storage::remove_if_there(&*self.disk, self.lock.file())
            .map_err(failed(SAVE, self.lock.file()))
    }
}

/// Returns the error of a path at which there is something else, or a file that is too long.
fn no_file(path: &Path) -> Error {
    let path = path.display();
    Error::Question(format!("{path} is not a saved search: name another file"))
}

/// In place of the crate, without the feature `json`. Then no file is named in which to save.
#[cfg(not(feature = "json"))]
mod serde_json {
    use std::io::{ErrorKind, Result};

    pub fn from_slice<T>(_: &[u8]) -> Result<T> {
        Err(ErrorKind::Unsupported.into())
    }

    pub fn to_vec<T>(_: &T) -> Result<Vec<u8>> {
        Err(ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::atomic::AtomicU32};

    use tempfile::TempDir;
    use tilebase_core::storage::Access;
    use tilebase_testing::SimulatedDisk;

    use super::*;
    use crate::values::ErrorKind;

    /// Opens a saved number on this disk. The lock is a file of the machine.
    fn open(folder: &TempDir, disk: &SimulatedDisk) -> SavedSearch {
        let path = folder.path().join("search.json");
        SavedSearch::on(Arc::new(disk.clone()), path).unwrap()
    }

    #[test]
    fn a_search_stays_saved_when_the_power_is_cut() {
        let folder = TempDir::new().unwrap();
        let disk = SimulatedDisk::default();
        let file = open(&folder, &disk);
        file.write(&1).unwrap();
        disk.keep_history();
        file.write(&2).unwrap();
        drop(file);
        let mut states = 0;
        let mut seen = [0, 0];
        for left in disk.after_power_cuts(256) {
            let found: Option<u32> = open(&folder, &left).read().unwrap();
            seen[found.expect("one is saved") as usize - 1] += 1;
            assert_eq!(left.names(folder.path()).unwrap(), ["search.json"]);
            states += 1;
        }
        assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
        for left in disk.after_power_cut(256) {
            assert_eq!(open(&folder, &left).read().unwrap(), Some(2));
        }
        open(&folder, &disk).remove().unwrap();
        for left in disk.after_power_cut(256) {
            assert_ne!(open(&folder, &left).read().unwrap(), Some(1));
        }
        assert!(states >= 14, "{states}");
    }

    #[test]
    fn a_search_stays_saved_when_the_disk_fails() {
        let folder = TempDir::new().unwrap();
        for calls in 0.. {
            let disk = SimulatedDisk::default();
            let file = open(&folder, &disk);
            file.write(&1).unwrap();
            disk.fail_after(calls);
            let written = file.write(&2);
            let removed = written.is_ok() && file.remove().is_ok();
            let failed = disk.has_failed();
            disk.never_fail();
            match file.read().unwrap() {
                Some(1) => assert!(written.is_err()),
                Some(2) => assert!(!removed),
                other => assert!(other.is_none() && removed),
            }
            file.write(&3).unwrap();
            assert_eq!(file.read().unwrap(), Some(3));
            if !failed {
                assert!(calls >= 6, "{calls} calls can fail");
                break;
            }
        }
    }

    #[test]
    fn a_file_of_the_machine_holds_a_search_until_it_ends() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("search.json");
        let at = SavedSearch::at;
        let file = at(&path).unwrap();
        assert_eq!(file.read::<u32>().unwrap(), None);
        assert_eq!(file.later(), "");
        file.keep(&7, &Reporter::default());
        assert!(file.later().contains(path.to_str().unwrap()));
        drop(file);
        let file = at(&path).unwrap();
        assert_eq!(file.read().unwrap(), Some(7));
        assert!(file.later().contains(path.to_str().unwrap()));
        file.remove().unwrap();
        assert_eq!(file.read::<u32>().unwrap(), None);
        assert_eq!(file.later(), "");

        let no_file = |error: Error| {
            error.kind() == ErrorKind::Input && error.to_string().contains("is not a saved search")
        };
        assert!(no_file(at(folder.path()).unwrap_err()));
        let large = std::fs::File::create(&path).unwrap();
        large.set_len(MOST + 1).unwrap();
        assert!(no_file(file.read::<u32>().unwrap_err()));
    }

    #[test]
    fn a_search_that_cannot_be_saved_is_reported_and_goes_on() {
        let (folder, disk) = (TempDir::new().unwrap(), SimulatedDisk::default());
        let file = open(&folder, &disk);
        let reports = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&reports);
        let reporter = crate::Library::in_memory()
            .with_callback(move |event| {
                assert!(matches!(event, Event::NotSaved { .. }));
                counted.fetch_add(1, Ordering::Relaxed);
            })
            .reporter;
        disk.fail_after(0);
        file.keep(&7, &reporter);
        assert_eq!(reports.load(Ordering::Relaxed), 1);
        assert_eq!(file.later(), "", "nothing continues from there");
        disk.never_fail();
        file.keep(&7, &reporter);
        assert_eq!(reports.load(Ordering::Relaxed), 1);
        assert_eq!(file.read().unwrap(), Some(7));
    }

    #[test]
    fn files_of_others_beside_a_saved_search_stay() {
        let folder = TempDir::new().unwrap();
        let disk = SimulatedDisk::default();
        let foreign = folder.path().join(".search.json.part");
        disk.open(&foreign, Access::New).unwrap();
        let file = open(&folder, &disk);
        file.write(&1).unwrap();
        file.remove().unwrap();
        assert!(disk.exists(&foreign) && !disk.exists(Path::new("search.json")));
    }
}
