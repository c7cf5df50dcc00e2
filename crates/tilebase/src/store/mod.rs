//! Storage of tables: opening, building, writing and removing them.

mod folder;
#[cfg_attr(target_family = "wasm", path = "no_lock.rs")]
mod lock;
mod on_disk;
mod replace;
mod saved;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    io, mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, TryLockError},
    thread,
    time::Duration,
};

use tilebase_core::{
    Monitor,
    format::{Built, EXTENSION, FormatError, Subject, TableFile, WriteError, Written},
    parallel::OwnPool,
    storage::{self, Durability, Writer},
};
use tilebase_pdb_build::{BuildError, Requirements, parts::PartError};

pub use folder::Build;
pub(crate) use folder::failed;
use folder::is_named;
pub(crate) use folder::{Folder, TableSlot, TableStore};
use lock::FileLock;
pub use on_disk::Scratch;
use replace::make_folder;
pub use replace::replace;
pub(crate) use saved::SavedSearch;

use crate::{
    event::Event,
    library::Library,
    machine::{Available, threads},
    options::Options,
    policy::QUICK_TABLE,
    values::{Error, ErrorKind, Result},
};

/// The largest size in bytes of a small table.
const SMALL: u64 = 64 << 20;

/// The number of tables of few states that are kept; each takes up to 256 KiB.
const QUICK: usize = 64;

/// The time between two attempts to take a lock.
const PAUSE: Duration = Duration::from_millis(10);

/// What a build does with a table that is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Keeps it, and builds nothing.
    Keep,
    /// Builds it again, and replaces it.
    Replace,
}

/// A file in the folder: its table, or the error of opening it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// The path of the file.
    pub path: PathBuf,
    /// The table, or the error of opening it.
    pub table: Result<TableFile, FormatError>,
}

/// Returns the error of what was to be written, if reading that failed and not writing.
fn not_read(error: io::Error) -> Result<Error, io::Error> {
    let part = error.downcast::<PartError>().map(Error::from);
    part.or_else(|error| error.downcast::<BuildError>().map(Error::from))
}

/// Tables.
impl Library {
    /// Returns the folder of the tables; `None` if they are in memory.
    pub fn folder(&self) -> Option<&Path> {
        Some(&self.storage.folder()?.path)
    }

    /// Returns the folder in which tables are kept that are built for a question, if they are.
    pub(crate) fn kept_in(&self) -> Option<&Path> {
        self.folder().filter(|_| self.keeps)
    }

    /// Returns whether a table exists; it may be damaged.
    pub fn has(&self, subject: &Subject) -> bool {
        match &self.storage {
            TableStore::Folder(folder) => folder.disk.exists(&folder.path_of(subject)),
            TableStore::Memory(slots) => in_memory(slots, subject).is_some(),
        }
    }

    /// Returns whether a table is small enough to be built without a request, and so small that it
    /// takes a fraction of the time if the options set one.
    pub(crate) fn is_small(&self, subject: &Subject, options: &Options) -> bool {
        let most = match self.build {
            _ if options.time.is_some() => QUICK_TABLE,
            Build::Never | Build::Small => SMALL,
            Build::UpTo(bytes) => bytes,
            Build::Anything => u64::MAX,
        };
        Requirements::of(subject, self.encoding).is_ok_and(|needs| needs.disk <= most)
    }

    /// Returns a table. It is built first if it is missing, whatever its size, unless the library
    /// builds none ([`Build::Never`]). If the folder cannot be written, or the library keeps no new
    /// tables, it is built in memory.
    ///
    /// # Errors
    /// If it is missing and not built, or damaged.
    pub fn table(&self, subject: &Subject) -> Result<TableFile> {
        if self.build != Build::Never && !self.has(subject) {
            let folder = self.kept_in();
            self.reporter.report(&Event::Missing { subject, folder });
            if !self.keeps {
                return Ok(self.search(subject, None)?.into());
            }
            match self.build(subject, Existing::Keep) {
                // The question can be answered even if the folder cannot be written.
                Err(error) if error.kind() == ErrorKind::Io => {
                    self.reporter.report(&Event::NotKept { error: &error });
                    return Ok(self.search(subject, None)?.into());
                }
                built => built?,
            };
        }
        self.open(subject)
    }

    /// Returns a table of so few states that it is built in milliseconds, always in memory. The
    /// last 64 are kept for the next questions.
    pub(crate) fn quick_table(&self, subject: &Subject) -> Result<TableFile> {
        let known = {
            let mut quick = lock(&self.quick);
            let is_known = |table: &TableFile| table.metadata().subject == *subject;
            let place = quick.iter().position(is_known);
            place.and_then(|place| quick.remove(place))
        };
        let table = match known {
            Some(table) => table,
            None => {
                let monitor = Monitor::silent().stopping_on(&self.reporter.stop);
                tilebase_pdb_build::build(subject, None, &monitor)?.into()
            }
        };
        let mut quick = lock(&self.quick);
        quick.push_front(table.clone());
        quick.truncate(QUICK);
        Ok(table)
    }

    /// Returns a table that exists.
    ///
    /// # Errors
    /// If it is missing or damaged.
    pub(crate) fn open(&self, subject: &Subject) -> Result<TableFile> {
        let found = match &self.storage {
            TableStore::Folder(folder) => folder.open(subject),
            TableStore::Memory(slots) => {
                let path = subject.file_name().into();
                in_memory(slots, subject).ok_or(FormatError::Missing { path })
            }
        };
        Ok(found?)
    }

    /// Builds a table, whatever its size. Returns false if it exists and is kept.
    ///
    /// # Errors
    /// If memory or disk do not suffice, if the file system reports an error, or if the library is
    /// asked to stop. An existing table then remains.
    pub fn build(&self, subject: &Subject, existing: Existing) -> Result<bool> {
        match &self.storage {
            TableStore::Folder(folder) => {
                let _lock = self.lock(folder, &folder.path_of(subject), subject)?;
                if existing == Existing::Keep && folder.open(subject).is_ok() {
                    return Ok(false);
                }
                let built = self.search(subject, Some(&folder.path))?;
                self.write(folder, &built)?;
            }
            TableStore::Memory(slots) => {
                let slot = lock(slots).entry(subject.clone()).or_default().clone();
                let _building = self.wait_for(|| match slot.building.try_lock() {
                    Err(TryLockError::WouldBlock) => Ok(None),
                    Err(TryLockError::Poisoned(error)) => Ok(Some(error.into_inner())),
                    Ok(building) => Ok(Some(building)),
                })?;
                if existing == Existing::Keep && in_memory(slots, subject).is_some() {
                    return Ok(false);
                }
                self.keep(self.search(subject, None)?)?;
            }
        }
        Ok(true)
    }

    /// Stores a table that was built elsewhere, in place of any existing table of the same subject.
    ///
    /// # Errors
    /// If the file system reports an error, or the library is asked to stop.
    pub fn keep(&self, built: Built) -> Result<()> {
        match &self.storage {
            TableStore::Folder(folder) => {
                let subject = built.subject();
                let _lock = self.lock(folder, &folder.path_of(subject), subject)?;
                self.write(folder, &built)
            }
            TableStore::Memory(slots) => {
                let subject = built.subject().clone();
                lock(slots).entry(subject).or_default().table = Some(built.into());
                Ok(())
            }
        }
    }

    /// Creates the folder, removes the files of killed builds, and waits for the lock of the file
    /// at `path`.
    fn lock(&self, folder: &Folder, path: &Path, subject: &Subject) -> Result<FileLock> {
        make_folder(&folder.path).map_err(failed("create the folder", &folder.path))?;
        folder.remove_leftovers();
        let mut waits = false;
        self.wait_for(|| {
            let lock = FileLock::take(path).map_err(failed("write", path))?;
            if lock.is_none() && !mem::replace(&mut waits, true) {
                self.reporter.report(&Event::Waiting { subject });
            }
            Ok(lock)
        })
    }

    /// Waits until `take` returns something, or the library is asked to stop.
    fn wait_for<T>(&self, mut take: impl FnMut() -> Result<Option<T>>) -> Result<T> {
        loop {
            if let Some(taken) = take()? {
                return Ok(taken);
            }
            if self.reporter.over() {
                return Err(BuildError::Stopped.into());
            }
            thread::sleep(PAUSE);
        }
    }

    /// Computes a table, if there is enough memory, and enough disk in its folder. The work has
    /// threads of its own, because threads of the current pool may wait for it.
    fn search(&self, subject: &Subject, folder: Option<&Path>) -> Result<Built> {
        in_own_threads(threads(), || {
            let needs = Requirements::of(subject, self.encoding)?;
            if let Some(allowed) = self.memory.filter(|&allowed| allowed < needs.memory) {
                return Err(Error::OverMemory {
                    work: format!("building {subject}"),
                    needed: needs.memory,
                    allowed,
                });
            }
            let available = Available::to_build(folder);
            available.memory_suffices(needs.memory, &format!("building {subject}"))?;
            if let Some(folder) = folder {
                available.disk_suffices(needs.disk, folder, &subject.to_string())?;
            }
            self.reporter.report(&Event::Building {
                subject,
                needs,
                available,
            });
            let level = |&level: &_| Event::Level { subject, level };
            let build = |monitor: &Monitor<'_, _>| {
                tilebase_pdb_build::build(subject, self.encoding, monitor)
            };
            Ok(self.reporter.watch(level, build)?)
        })
    }

    /// Writes the file of a table, which appears complete or not at all.
    fn write(&self, folder: &Folder, built: &Built) -> Result<()> {
        let subject = built.subject();
        let write = |file: &mut Writer, monitor: &Monitor<'_, _>| built.write(file, monitor);
        let written = self.write_with(folder, &folder.path_of(subject), subject, write);
        written.map_err(|error| match error {
            // To a caller, writing is a part of the build.
            Error::Interrupted(_) => BuildError::Stopped.into(),
            other => other,
        })
    }

    /// Writes a file with `write`, which appears complete or not at all.
    fn write_with(
        &self,
        folder: &Folder,
        path: &Path,
        subject: &Subject,
        write: impl FnOnce(&mut Writer, &Monitor<'_, Written>) -> Result<(), WriteError>,
    ) -> Result<()> {
        let writing = |&written: &_| Event::Writing { subject, written };
        let written = self.reporter.watch(writing, |monitor| {
            storage::replace(&*folder.disk, path, Durability::Synced, |file| {
                write(file, monitor)
            })
        });
        written.map_err(|error| match error {
            WriteError::Stopped => Error::Interrupted(error.to_string()),
            WriteError::Io(error) => not_read(error).unwrap_or_else(failed("write", path)),
            other => failed("write", path)(io::Error::other(other)),
        })
    }

    /// Returns the files in the folder that killed builds left: their paths and their bytes. A
    /// running build has such a file, too.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn leftovers(&self) -> Result<Vec<(PathBuf, u64)>> {
        let Some(folder) = self.storage.folder() else {
            return Ok(Vec::new());
        };
        let mut files = Vec::new();
        for (path, _) in folder.unfinished()? {
            let bytes = folder.bytes_of(&path);
            files.push((path, bytes));
        }
        Ok(files)
    }

    /// Deletes a file that [`tables`](Self::tables) or [`leftovers`](Self::leftovers) returned.
    /// Returns the number of bytes freed. A program that has the table open can still read it.
    ///
    /// # Errors
    /// [`Error::InUse`] if the table is being built; or if the file system reports an error.
    pub fn remove(&self, path: &Path) -> Result<u64> {
        let Some(folder) = self.storage.folder() else {
            let path = path.to_owned();
            return Err(FormatError::Missing { path }.into());
        };
        let mut unfinished = folder.unfinished()?.into_iter();
        let whole = unfinished.find(|(part, _)| part == path);
        let whole = whole.map_or_else(|| path.to_owned(), |(_, whole)| whole);
        let lock = FileLock::take(&whole).map_err(failed("remove", path))?;
        let Some(_lock) = lock else {
            return Err(Error::InUse(whole));
        };
        let bytes = folder.bytes_of(path);
        match folder.disk.remove(path) {
            // Its build has just ended, and has renamed or removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            removed => removed.map(|()| bytes).map_err(failed("remove", path)),
        }
    }

    /// Returns all table files in the folder, sorted by name, each opened or with the error of
    /// opening it. None if tables are in memory.
    ///
    /// # Errors
    /// If the folder cannot be listed. A folder that does not exist has no tables.
    pub fn tables(&self) -> Result<Vec<Found>> {
        let Some(folder) = self.storage.folder() else {
            return Ok(Vec::new());
        };
        let tables = folder.files(|name| is_named(name, EXTENSION))?.into_iter();
        let opened = tables.map(|path| {
            let table = folder.map(&path).and_then(|table| named_so(&path, table));
            Found { path, table }
        });
        Ok(opened.collect())
    }

    /// Reads the whole file of a table and compares its checksums.
    fn read_whole(&self, table: &TableFile) -> Result<()> {
        let subject = &table.metadata().subject;
        let total = table.payload().len() as u64;
        let reading = |&bytes: &u64| Event::Reading {
            subject,
            bytes,
            total,
        };
        let verify = |monitor: &Monitor<'_, u64>| table.verify_checksums(monitor);
        Ok(self.reporter.watch(reading, verify)?)
    }

    /// Proves that a table is right: compares its checksums, and then checks the distance of every
    /// state.
    ///
    /// # Errors
    /// If the table is wrong, memory does not suffice, or the library is asked to stop.
    pub fn verify(&self, table: &TableFile) -> Result<()> {
        self.read_whole(table)?;
        let metadata = table.metadata();
        let subject = &metadata.subject;
        // Pattern databases are proved by reading them, all others are built again.
        if !matches!(subject, Subject::Pattern { .. }) {
            let needs = Requirements::of(subject, Some(metadata.encoding))?;
            let available = Available::to_build(None);
            available.memory_suffices(needs.memory, &format!("proving {subject}"))?;
        }
        let level = |&level: &_| Event::Level { subject, level };
        let comparing = |&checked: &_| Event::Comparing { subject, checked };
        self.reporter.watch(level, |levels| {
            self.reporter.watch(comparing, |checks| {
                tilebase_pdb_build::verify(table, levels, checks)
            })
        })?;
        Ok(())
    }
}

/// Checks that a table's file has the name of its subject: under another it would never be opened.
fn named_so(path: &Path, table: TableFile) -> Result<TableFile, FormatError> {
    let subject = &table.metadata().subject;
    let name = subject.file_name();
    if path.file_name() == Some(name.as_ref()) {
        Ok(table)
    } else {
        Err(FormatError::OtherSubject {
            origin: table.origin().clone(),
            expected: "what its name says".to_owned(),
            found: subject.to_string(),
        })
    }
}

/// Returns a table that is in memory.
fn in_memory(slots: &Mutex<HashMap<Subject, TableSlot>>, subject: &Subject) -> Option<TableFile> {
    lock(slots).get(subject)?.table.clone()
}

/// Does work in this many threads of its own, because threads of the current pool may wait for it.
pub(crate) fn in_own_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let pool = OwnPool::new(threads).map_err(BuildError::Threads)?;
    pool.run(work).map_err(BuildError::Threads)?
}

/// Takes a lock. The data is valid at every moment, so that a panic elsewhere does not matter.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|error| error.into_inner())
}
