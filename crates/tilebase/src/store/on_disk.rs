//! Building a table that memory does not hold, and joining the parts that machines built apart.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tilebase_core::{
    Monitor, Stopwatch,
    format::{Metadata, Subject, WriteError, write_table},
    parallel,
};
use tilebase_pdb_build::{
    BuildError, DiskBuild, FoundOnDisk, Requirements, ScratchOptions,
    parts::{PART_EXTENSION, Part, PartError, PartPlace, Parts},
    sliding::Sharded,
};

use super::{Existing, Folder, Storage, failed, in_own_threads, is_named};
use crate::{
    Error, ErrorKind, Event, Library,
    available::{Available, available_memory},
};

/// Memory for a build on disk where nothing else is said and the system does not say what there is.
const MEMORY: u64 = 1 << 30;

/// Most memory that a build on disk takes unasked: more hardly helps.
const MOST_MEMORY: u64 = 4 << 30;

/// Where a build on disk keeps its files, and how much memory it may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scratch {
    folder: PathBuf,
    memory: Option<u64>,
}

impl Scratch {
    /// Returns a scratch folder. It is made when a build begins there, and removed when it is done.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            memory: None,
        }
    }

    /// Says how many bytes of memory a build may take. Default: half of what is free, 4 GiB at
    /// most.
    pub fn memory(self, bytes: u64) -> Self {
        Self {
            memory: Some(bytes),
            ..self
        }
    }

    /// Returns the bytes of memory that a build may take.
    pub fn allowed_memory(&self) -> u64 {
        self.memory
            .unwrap_or_else(|| Self::unasked(available_memory()))
    }

    /// Returns the bytes of memory that a build takes unasked, of those that are free.
    pub(super) fn unasked(free: Option<u64>) -> u64 {
        free.map_or(MEMORY, |free| (free / 2).min(MOST_MEMORY))
    }

    /// Returns the folder for the files of a table.
    pub fn folder_of(&self, subject: &Subject) -> PathBuf {
        let name = subject.file_name();
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        self.folder.join(format!("{stem}.scratch"))
    }

    /// Returns whether the files of a search with planes of this many bytes are kept past the
    /// system's cache: where they exceed half of the memory that is free.
    pub fn is_direct(planes: u64) -> bool {
        available_memory().is_none_or(|free| planes > free / 2)
    }

    /// Returns how the files of a plan are kept.
    pub fn options(&self, subject: &Subject, planes: u64, lanes: usize) -> ScratchOptions {
        ScratchOptions {
            folder: self.folder_of(subject),
            lanes,
            direct: Self::is_direct(planes),
        }
    }
}

impl Library {
    /// Builds the table of a board with its planes in files, for boards that memory does not hold.
    /// The table is the same as that of [`build`](Self::build). A build that was stopped or killed
    /// continues from the files. Returns whether there was work to do.
    ///
    /// # Errors
    /// As [`build`](Self::build); or if the table is none of a board of 11 cells and more.
    pub fn build_on_disk(
        &self,
        subject: &Subject,
        scratch: &Scratch,
        existing: Existing,
    ) -> Result<bool, Error> {
        let Storage::Folder(folder) = &self.storage else {
            return Err(BuildError::NotOnDisk {
                subject: format!("{subject}, kept in memory,"),
            }
            .into());
        };
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
        // Other tables may be under way beside it.
        let _ = fs::remove_dir(&scratch.folder);
        Ok(true)
    }

    /// Refuses a build on disk that cannot end well, and reports it otherwise.
    fn announce(
        &self,
        subject: &Subject,
        scratch: &Scratch,
        plan: &DiskBuild,
        folder: &Path,
    ) -> Result<(), Error> {
        let files = scratch.folder_of(subject);
        let work = format!("building {subject} on disk");
        let available = Available::to_build(Some(&files));
        let same = same_disk(folder, &scratch.folder);
        let table = if same { plan.table } else { 0 };
        let needed = plan.scratch + table;
        let with_files = Available {
            // What is there already is used again.
            disk: available.disk.map(|free| free + bytes_in(&files)),
            ..available
        };
        with_files.disk_suffices(needed, &scratch.folder, &work)?;
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

    /// Writes the table of a search in files, all of which this process has.
    fn write_found(
        &self,
        folder: &Folder,
        found: &dyn FoundOnDisk,
        seconds: f64,
    ) -> Result<(), Error> {
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

    /// Writes what this process has of a table that several build together into the folder of the
    /// tables: a part of the table, or the table if no other process has shards of it. `seconds` is
    /// the time that the search took. Returns the file.
    ///
    /// # Errors
    /// If the file system refuses, or the library is asked to stop.
    pub fn keep_part(&self, found: &Sharded, seconds: f64) -> Result<PathBuf, Error> {
        let Storage::Folder(folder) = &self.storage else {
            return Err(BuildError::NotOnDisk {
                subject: "a part".to_owned(),
            }
            .into());
        };
        let metadata = found.metadata(seconds)?;
        let (cut, shards) = (&found.cut, found.shards.clone());
        let place = PartPlace {
            cells: cut.cells() as u64,
            shards: cut.shards() as u64,
            first: shards.start as u64,
            end: shards.end as u64,
            segment: cut.segment_bytes() as u64,
        };
        let lists = metadata
            .listed
            .iter()
            .map(|level| found.listed(level.depth));
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
            let places = shards
                .clone()
                .flat_map(|shard| (0..cut.cells()).map(move |cell| (cell, shard)));
            let segments =
                places.map(|(cell, shard)| found.segment(cell, shard).map_err(io::Error::other));
            Part::write(&place, &metadata, segments, &lists, file, monitor)
        })?;
        Ok(path)
    }

    /// Joins the parts of a table that are in a folder, and removes them once the table is there.
    /// Returns what the table says of itself.
    ///
    /// # Errors
    /// If a part is missing, there twice, damaged or of another table; or the file system refuses,
    /// or the library is asked to stop. Then the parts stay.
    pub fn merge(&self, parts: &Path) -> Result<Metadata, Error> {
        let Storage::Folder(folder) = &self.storage else {
            return Err(PartError::None {
                folder: parts.to_owned(),
            }
            .into());
        };
        let parts = parts_in(Folder {
            path: parts.to_owned(),
            ..folder.clone()
        })?;
        let metadata = parts.metadata().clone();
        let subject = &metadata.subject;
        let path = folder.path_of(subject);
        let _lock = self.lock(folder, &path, subject)?;
        Available::to_build(Some(&folder.path)).disk_suffices(
            metadata.file_length(),
            &folder.path,
            &format!("joining the parts of {subject}"),
        )?;
        self.write_with(folder, &path, subject, |file, monitor| {
            parts.write(&mut *file, monitor)?;
            // A table that is there already stays until this one is known to be whole: nothing else
            // has what the parts hold.
            let joined = folder.map(file.path()).map_err(Error::from);
            let whole = joined.and_then(|joined| self.read_whole(&joined).map(|()| joined));
            let whole = whole.map_err(|error| match error.kind() {
                ErrorKind::Interrupted => WriteError::Interrupted,
                _ => io::Error::other(error).into(),
            })?;
            Ok(counted(&metadata, ones_of(whole.payload()))?)
        })?;
        folder.open(subject)?;
        for path in parts.paths() {
            self.remove(path)?;
        }
        Ok(metadata)
    }
}

/// Returns how many bits are 1.
fn ones_of(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(byte.count_ones())).sum()
}

/// Refuses distances that are not those that were counted, so that only right ones get the name of
/// a table, in place of an earlier one.
fn counted(metadata: &Metadata, ones: u64) -> io::Result<()> {
    match metadata.ones() {
        Some(right) if right != ones => Err(io::Error::other(
            "its distances are not those that were counted",
        )),
        _ => Ok(()),
    }
}

/// Opens the parts in a folder.
fn parts_in(folder: Folder) -> Result<Parts, Error> {
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

/// Returns whether two folders are on one disk, as far as the system says.
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
