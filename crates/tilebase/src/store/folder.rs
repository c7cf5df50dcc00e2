//! Places of tables: a folder, or memory.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use tilebase_core::{
    format::{EXTENSION, FormatError, Subject, TableFile},
    storage::{self, Access},
};
use tilebase_pdb_build::parts::PART_EXTENSION;

use super::lock::FileLock;
use crate::values::{Error, Result};

/// Which missing tables are built when a question needs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Build {
    /// None: a question that needs one fails.
    Never,
    /// Tables up to 64 MiB, and pattern databases within the memory budget. They take seconds.
    #[default]
    Small,
    /// Tables up to this many bytes, and pattern databases within the memory budget.
    UpTo(u64),
    /// All that can be built. The largest take minutes, and gigabytes of memory and disk.
    Anything,
}

/// Where tables are kept.
#[derive(Debug, Clone)]
pub(crate) enum TableStore {
    Folder(Folder),
    Memory(Arc<Mutex<HashMap<Subject, TableSlot>>>),
}

impl TableStore {
    /// Returns the folder; `None` for memory.
    pub fn folder(&self) -> Option<&Folder> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Memory(_) => None,
        }
    }
}

/// A folder, and the storage that it is in.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    pub(super) path: PathBuf,
    pub(super) disk: Arc<dyn storage::Storage>,
}

/// A place for a table in memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct TableSlot {
    pub(super) table: Option<TableFile>,
    /// Held while the table is built.
    pub(super) building: Arc<Mutex<()>>,
}

impl Folder {
    /// Returns a folder of the local file system.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            disk: Arc::new(storage::Disk),
        }
    }

    /// Returns the file of a table.
    pub(super) fn path_of(&self, subject: &Subject) -> PathBuf {
        self.path.join(subject.file_name())
    }

    /// Opens the file of a table, which must hold that table.
    pub(super) fn open(&self, subject: &Subject) -> Result<TableFile, FormatError> {
        self.map(&self.path_of(subject))?.expect_subject(subject)
    }

    /// Maps the table in a file of the folder.
    pub(super) fn map(&self, path: &Path) -> Result<TableFile, FormatError> {
        // SAFETY: a table is never changed once it has its name: every writer makes a new file and
        // renames it over the old one. Who names a folder for tables keeps other programs from
        // changing files in it.
        unsafe { TableFile::map(&*self.disk, path) }
    }

    /// Returns the files of the folder whose names are wanted, sorted by name.
    pub(super) fn files(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>> {
        let names = self.disk.names(&self.path);
        let mut names = names.map_err(failed("read", &self.path))?;
        names.retain(|name| wanted(&name.to_string_lossy()));
        names.sort();
        Ok(names.into_iter().map(|name| self.path.join(name)).collect())
    }

    /// Returns the files that builds are writing or have left, each with the path that it was to
    /// have: that of a table, or of a part of one.
    pub(super) fn unfinished(&self) -> Result<Vec<(PathBuf, PathBuf)>> {
        let found = storage::unfinished(&*self.disk, &self.path);
        let found = found.map_err(failed("read", &self.path))?.into_iter();
        let is_ours = |name: &str| is_named(name, EXTENSION) || is_named(name, PART_EXTENSION);
        let ours = found.filter(|(_, name)| is_ours(name));
        let mut ours: Vec<_> = ours
            .map(|(path, name)| (path, self.path.join(name)))
            .collect();
        ours.sort();
        Ok(ours)
    }

    /// Removes the files of killed builds, which no process is writing. Files that cannot be
    /// removed now are left.
    pub(super) fn remove_leftovers(&self) {
        for (part, whole) in self.unfinished().unwrap_or_default() {
            if let Ok(Some(_lock)) = FileLock::take(&whole) {
                let _ = self.disk.remove(&part);
            }
        }
    }

    /// Returns the bytes of a file; 0 if it is gone.
    pub(super) fn bytes_of(&self, path: &Path) -> u64 {
        let file = self.disk.open(path, Access::Read);
        file.and_then(|file| file.length()).unwrap_or_default()
    }
}

/// Returns the error of an action on a file or folder. A folder in place of a file is named as the
/// cause: systems report it in different ways.
pub(crate) fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |source| Error::Io {
        action,
        path: path.to_owned(),
        source: match action {
            "write" | "remove" if path.is_dir() => {
                io::Error::new(io::ErrorKind::IsADirectory, "it is a folder: move it away")
            }
            _ => source,
        },
    }
}

/// Returns whether a file name has this extension and is not hidden.
pub(super) fn is_named(name: &str, extension: &str) -> bool {
    let end = Path::new(name).extension();
    end.is_some_and(|end| end == extension) && !name.starts_with('.')
}
