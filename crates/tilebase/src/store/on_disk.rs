//! Builds on disk, and the joining of parts that several machines built.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use tilebase_core::{
    Monitor, Stopwatch,
    format::{Metadata, Subject, WriteError, write_table},
    parallel,
    storage::Disk,
};
use tilebase_pdb_build::{
    DiskBuild, FoundOnDisk, Requirements, ScratchOptions,
    parts::{PART_EXTENSION, Part, PartError, PartPlace, Parts},
    sliding::Sharded,
};

use super::{Existing, Folder, failed, in_own_threads, is_named};
use crate::{
    event::Event,
    library::Library,
    machine::{Available, available_memory},
    values::{Error, ErrorKind, Result},
};

/// The memory of a build on disk if none is set and the free memory is not known.
const MEMORY: u64 = 1 << 30;

/// The most memory that a build on disk takes by default: more hardly helps.
const MOST_MEMORY: u64 = 4 << 30;

/// The folder for the files of a build on disk, and the memory that it may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scratch {
    folder: PathBuf,
    memory: Option<u64>,
}

impl Scratch {
    /// Returns a scratch folder. It is created when a build begins, and removed after the build.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            memory: None,
        }
    }

    /// Sets the bytes of memory that a build may take. Default: half of the free memory, at most
    /// 4 GiB.
    pub fn memory(self, bytes: impl Into<Option<u64>>) -> Self {
        let memory = bytes.into();
        Self { memory, ..self }
    }

    /// Returns the bytes of memory that a build may take.
    pub fn allowed_memory(&self) -> u64 {
        self.memory
            .unwrap_or_else(|| Self::unasked(available_memory()))
    }

    /// Returns the bytes of memory that a build takes by default, of those that are free.
    pub(super) fn unasked(free: Option<u64>) -> u64 {
        free.map_or(MEMORY, |free| (free / 2).min(MOST_MEMORY))
    }

    /// Returns the folder for the files of a table.
    pub fn folder_of(&self, subject: &Subject) -> PathBuf {
        let name = subject.file_name();
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        self.folder.join(format!("{stem}.scratch"))
    }

    /// Returns whether the files of a search with planes of this many bytes bypass the system's
    /// cache: if the planes exceed half of the free memory, or that is not known.
    pub(crate) fn is_direct(planes: u64) -> bool {
        available_memory().is_none_or(|free| planes > free / 2)
    }

    /// Returns the options for the files of a build.
    pub fn options(&self, subject: &Subject, planes: u64, lanes: usize) -> ScratchOptions {
        ScratchOptions {
            storage: Arc::new(Disk),
            folder: self.folder_of(subject),
            lanes,
            direct: Self::is_direct(planes),
        }
    }
}

impl Library {
    /// Builds a table with the states of its search in files, for tables that do not fit into
    /// memory. The table is the same as that of [`build`](Self::build). A build that was stopped or
    /// killed continues from the files. Returns false if the table exists and is kept.
    ///
    /// # Errors
    /// As [`build`](Self::build); [`Error::NoFolder`] if tables are in memory; or
    /// [`BuildError::NotOnDisk`](tilebase_pdb_build::BuildError::NotOnDisk) if tables of this kind
    /// are built in memory only.
    pub fn build_on_disk(
        &self,
        subject: &Subject,
        scratch: &Scratch,
        existing: Existing,
    ) -> Result<bool> {
        let folder = self.storage.folder().ok_or(Error::NoFolder)?;
        let lanes = parallel::current_num_threads().max(2);
        let plan = DiskBuild::new(subject, lanes, scratch.allowed_memory())?;
        let _lock = self.lock(folder, &folder.path_of(subject), subject)?;
        let options = scratch.options(subject, plan.planes, plan.lanes);
        if existing == Existing::Keep && folder.open(subject).is_ok() {
            // A build that was killed once its table was there has left its files.
            plan.remove_scratch(&options)?;
            let _ = fs::remove_dir(&scratch.folder);
            return Ok(false);
        }
        in_own_threads(lanes, || {
            self.announce(subject, scratch, &plan, &folder.path)?;
            let watch = Stopwatch::start();
            let level = |&level: &_| Event::Level { subject, level };
            let search = |monitor: &Monitor<'_, _>| plan.search(&options, monitor);
            let found = self.reporter.watch(level, search)?;
            self.write_found(folder, &*found, watch.seconds())?;
            Ok(found.remove_files()?)
        })?;
        // The folder stays if other builds have files in it.
        let _ = fs::remove_dir(&scratch.folder);
        Ok(true)
    }

    /// Returns an error if memory or disk do not suffice for a build on disk, and reports it
    /// otherwise.
    fn announce(
        &self,
        subject: &Subject,
        scratch: &Scratch,
        plan: &DiskBuild,
        folder: &Path,
    ) -> Result<()> {
        let files = scratch.folder_of(subject);
        let work = format!("building {subject} on disk");
        let available = Available::to_build(Some(&files));
        let same = same_disk(folder, &scratch.folder);
        let table = if same { plan.table } else { 0 };
        let needed = plan.scratch + table;
        let with_files = Available {
            // Existing files are used again.
            disk: available.disk.map(|free| free + bytes_in(&files)),
            ..available
        };
        let mut enough = with_files.disk_suffices(needed, &scratch.folder, &work);
        if let Err(Error::NoDisk { scratch, .. }) = &mut enough {
            *scratch = true;
        }
        enough?;
        if !same {
            Available::to_build(Some(folder)).disk_suffices(plan.table, folder, &work)?;
        }
        available.memory_suffices(plan.memory, &work)?;
        self.reporter.report(&Event::Building {
            subject,
            needs: Requirements {
                memory: plan.memory,
                disk: needed,
            },
            available,
        });
        Ok(())
    }

    /// Writes the table of a search on disk, all of whose shards this process has.
    fn write_found(&self, folder: &Folder, found: &dyn FoundOnDisk, seconds: f64) -> Result<()> {
        let metadata = found.metadata(seconds)?;
        let path = folder.path_of(&metadata.subject);
        self.write_with(folder, &path, &metadata.subject, |file, monitor| {
            let mut ones = 0;
            let segments = found.segments().map(|segment| {
                let segment = segment.map_err(io::Error::other)?;
                ones += ones_of(&segment);
                Ok(segment)
            });
            let lists = metadata.listed.iter();
            let lists = lists.map(|level| found.listed(level.depth).map_err(io::Error::other));
            write_table(&metadata, segments, lists, file, monitor)?;
            Ok(counted(&metadata, ones)?)
        })
    }

    /// Writes the shards that this process has of a table built by several processes into the
    /// folder of the tables: as a part, or as the table if this process has all shards. `seconds`
    /// is the time of the search. Returns the path of the file.
    ///
    /// # Errors
    /// If the file system reports an error, or the library is asked to stop; or [`Error::NoFolder`]
    /// if tables are in memory.
    pub fn keep_part(&self, found: &Sharded, seconds: f64) -> Result<PathBuf> {
        let folder = self.storage.folder().ok_or(Error::NoFolder)?;
        let metadata = found.metadata(seconds)?;
        let (cut, shards) = (&found.cut, found.shards.clone());
        let place = PartPlace {
            cells: cut.cells() as u64,
            shards: cut.shards() as u64,
            first: shards.start as u64,
            end: shards.end as u64,
            segment: cut.segment_bytes() as u64,
        };
        let lists = metadata.listed.iter();
        let lists = lists.map(|level| found.listed(level.depth));
        let lists: Vec<Vec<u64>> = lists.collect::<Result<_, _>>()?;
        let whole = shards.len() == cut.shards();
        let path = if whole {
            folder.path_of(&metadata.subject)
        } else {
            folder.path.join(place.file_name(&metadata))
        };
        let _lock = self.lock(folder, &path, &metadata.subject)?;
        if whole {
            self.write_found(folder, found, seconds)?;
            return Ok(path);
        }
        self.write_with(folder, &path, &metadata.subject, |file, monitor| {
            let cells = |shard| (0..cut.cells()).map(move |cell| (cell, shard));
            let segment = |(cell, shard)| found.segment(cell, shard).map_err(io::Error::other);
            let segments = shards.clone().flat_map(cells).map(segment);
            Part::write(&place, &metadata, segments, &lists, file, monitor)
        })?;
        Ok(path)
    }

    /// Joins the parts of a table that are in a folder, and removes them once the table is
    /// complete. Returns the metadata of the table.
    ///
    /// # Errors
    /// If a part is missing, occurs twice, is damaged or is of another table; if the file system
    /// reports an error; or if the library is asked to stop. The parts then remain.
    /// [`Error::NoFolder`] if tables are in memory.
    pub fn merge(&self, parts: &Path) -> Result<Metadata> {
        let folder = self.storage.folder().ok_or(Error::NoFolder)?;
        let parts = parts_in(Folder {
            path: parts.to_owned(),
            ..folder.clone()
        })?;
        let metadata = parts.metadata.clone();
        let subject = &metadata.subject;
        let path = folder.path_of(subject);
        let is_new = !folder.path.exists();
        let lock = self.lock(folder, &path, subject)?;
        Available::to_build(Some(&folder.path)).disk_suffices(
            metadata.file_length(),
            &folder.path,
            &format!("joining the parts of {subject}"),
        )?;
        let joined = self.write_with(folder, &path, subject, |file, monitor| {
            parts.write(&mut *file, monitor)?;
            // An existing table remains until this one has been checked: it is the only other copy
            // of the distances.
            let joined = folder.map(file.path()).map_err(Error::from);
            let whole = joined.and_then(|joined| self.read_whole(&joined).map(|()| joined));
            let whole = whole.map_err(|error| match error.kind() {
                ErrorKind::Interrupted => WriteError::Stopped,
                _ => io::Error::other(error).into(),
            })?;
            Ok(counted(&metadata, ones_of(whole.payload()))?)
        });
        if joined.is_err() && is_new {
            drop(lock);
            let _ = fs::remove_dir(&folder.path);
        }
        joined?;
        folder.open(subject)?;
        for path in parts.paths() {
            self.remove(path)?;
        }
        Ok(metadata)
    }
}

/// Returns the number of bits that are 1.
fn ones_of(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(byte.count_ones())).sum()
}

/// Returns an error unless the distances are those that were counted, so that only right ones
/// replace an earlier table.
fn counted(metadata: &Metadata, ones: u64) -> io::Result<()> {
    match metadata.ones() {
        Some(right) if right != ones => Err(io::Error::other(
            "its distances are not those that were counted",
        )),
        _ => Ok(()),
    }
}

/// Opens the parts in a folder.
fn parts_in(folder: Folder) -> Result<Parts> {
    let paths = folder.files(|name| is_named(name, PART_EXTENSION))?;
    if paths.is_empty() {
        // It may not exist.
        fs::read_dir(&folder.path).map_err(failed("read", &folder.path))?;
        let folder = folder.path;
        return Err(PartError::None { folder }.into());
    }
    let parts = paths.iter().map(|path| Part::open(&*folder.disk, path));
    Ok(Parts::new(parts.collect::<Result<_, _>>()?)?)
}

/// Returns the bytes of the files in a folder.
fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| entry.metadata().map_or(0, |file| file.len()));
    bytes.sum()
}

/// Returns whether two folders are known to be on one disk.
#[cfg(unix)]
fn same_disk(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |folder: &Path| {
        let there = folder.ancestors().find(|folder| folder.is_dir());
        fs::metadata(there.unwrap_or(Path::new("."))).map(|folder| folder.dev())
    };
    matches!((device(a), device(b)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(not(unix))]
fn same_disk(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_bytes_and_the_disk_of_folders_are_known() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), b"abc").unwrap();
        fs::write(path("b"), b"defg").unwrap();
        assert_eq!(bytes_in(folder.path()), 7);
        assert_eq!(bytes_in(&path("missing")), 0);
        #[cfg(target_os = "linux")]
        {
            assert!(same_disk(folder.path(), &path("missing/and more")));
            assert!(!same_disk(folder.path(), Path::new("/proc")));
        }
    }
}
