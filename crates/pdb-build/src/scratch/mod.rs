//! The common parts of all searches on disk: records with a checksum that replace each other,
//! locks, and the removal of files.

pub(crate) mod lock;
mod options;

use std::{
    fs::{self, File},
    io::{self, Write},
    ops::Range,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};
use tilebase_core::{
    checksum, from_record, record,
    storage::{self, Disk, Durability, remove_if_there, unfinished},
};

pub use options::ScratchOptions;

use crate::{BuildError, Result};

/// The number of bytes of memory of a program before it builds anything.
pub(crate) const PROGRAM: u64 = 12_000_000;

/// The longest record, in bytes.
const LONGEST: u64 = 1 << 32;

/// The folder of a search, and the records in it.
#[derive(Debug)]
pub(crate) struct Journal {
    pub(crate) options: ScratchOptions,
    /// The first bytes of records of this kind and version.
    magic: [u8; 8],
    /// Distinguishes the records of this search from those of others.
    search: u64,
}

impl Journal {
    /// Returns the journal of the search that `name` describes.
    pub(crate) fn new(options: &ScratchOptions, magic: [u8; 8], name: &str) -> Self {
        Self {
            options: options.clone(),
            magic,
            search: checksum(name.as_bytes()),
        }
    }

    /// Makes the folder, and locks these shards in it for this process until the file is closed.
    ///
    /// # Errors
    /// If the folder cannot be made, or another process uses it for one of the shards.
    pub(crate) fn lock(&self, shards: &Range<usize>) -> Result<File> {
        let folder = &self.options.folder;
        fs::create_dir_all(folder).map_err(failed("make the folder", folder))?;
        lock::take(folder, shards)
    }

    /// Returns the file with the progress of the search.
    pub(crate) fn progress(&self) -> PathBuf {
        self.options.folder.join("progress.levels")
    }

    /// Replaces a record. The new one is written beside the old one, and takes its place when it is
    /// complete. Returns its checksum.
    pub(crate) fn write(&self, path: &Path, value: &impl Serialize) -> Result<u64> {
        let bytes = record(self.magic, &(self.search, value));
        let is_synced = self.options.direct;
        let durability = if is_synced { Durability::Synced } else { Durability::Unsynced };
        if is_synced {
            // The names of the files to which the record refers are on the disk before the record
            // is.
            let ScratchOptions {
                storage, folder, ..
            } = &self.options;
            storage
                .sync_folder(folder)
                .map_err(failed("sync", folder))?;
        }
        let written = storage::replace(&*self.options.storage, path, durability, |out| {
            out.write_all(&bytes)
        });
        written.map_err(failed("write", path))?;
        Ok(checksum(&bytes))
    }

    /// Reads a record and its checksum; `None` if there is none.
    ///
    /// # Errors
    /// If it is damaged, belongs to another search, or cannot be read.
    pub(crate) fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<Option<(T, u64)>> {
        let bytes = match storage::read(&*self.options.storage, path, LONGEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(failed("read", path))?,
        };
        match from_record::<(u64, T)>(self.magic, &bytes) {
            Some((search, value)) if search == self.search => Ok(Some((value, checksum(&bytes)))),
            _ => Err(damaged(path)),
        }
    }

    /// Ends the use of the folder: removes the file with the progress, these files, unfinished
    /// files, the lock and those that no process holds, and the folder if nothing else is in it.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(crate) fn remove(
        &self,
        lock: File,
        shards: &Range<usize>,
        files: impl IntoIterator<Item = PathBuf>,
    ) -> Result<()> {
        let (storage, folder) = (&*self.options.storage, &self.options.folder);
        let parts = unfinished(storage, folder).unwrap_or_default();
        let parts = parts.into_iter().map(|(part, _)| part);
        // A search cannot continue without its levels, so they are removed first.
        for path in [self.progress()].into_iter().chain(files).chain(parts) {
            remove_if_there(storage, &path).map_err(failed("remove", &path))?;
        }
        for path in lock::abandoned(folder).chain([lock::path(folder, shards)]) {
            remove_if_there(&Disk, &path).map_err(failed("remove", &path))?;
        }
        // On Windows, a file exists as long as it is open.
        drop(lock);
        // There may be other files in it.
        let _ = fs::remove_dir(folder);
        Ok(())
    }

    /// Removes what a search that was given up has left, as [`remove`](Self::remove) does, unless
    /// another process uses the folder.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(crate) fn remove_left(
        &self,
        shards: &Range<usize>,
        files: impl IntoIterator<Item = PathBuf>,
    ) -> Result<()> {
        match self.lock(shards) {
            Ok(lock) => self.remove(lock, shards, files),
            Err(BuildError::ScratchInUse { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Returns the error of a file that is damaged, is missing, or belongs to another search.
pub(crate) fn damaged(path: &Path) -> BuildError {
    BuildError::ScratchDamaged(path.to_owned())
}

/// Adds the action that was tried and the file to an error of the storage.
pub(crate) fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    move |source| {
        if storage::is_damage(&source) {
            return damaged(path);
        }
        BuildError::Scratch {
            action,
            path: path.to_owned(),
            source,
        }
    }
}
