//! The file of a search that goes on another time. Whatever happens, there is a whole one: the last or the
//! one before.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

use super::{lock::FileLock, replace};

/// The most bytes that are read: far more than any search has.
const MOST: u64 = 1 << 28;

/// Where a search is saved. It is this search's alone until it is dropped.
#[derive(Debug)]
pub(crate) struct SavedSearch {
    path: PathBuf,
    _lock: FileLock,
}

/// Why a saved search cannot be used or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SavedSearchError {
    /// The system refused to read it.
    #[error("cannot read the saved search {path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file holds something else.
    #[error(
        "{path} is damaged or no saved search ({error}): remove it to start afresh, or name another file"
    )]
    NotASearch {
        /// The file.
        path: PathBuf,
        /// What is wrong with its text.
        error: serde_json::Error,
    },
    /// The file holds a search of something else, or of another version.
    #[error("{path}: {error}")]
    OfNoUse {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file is too long, or no file at all.
    #[error("{path} is no saved search: name another file")]
    NoFile {
        /// What was named.
        path: PathBuf,
    },
    /// Another process is searching, and saves there.
    #[error("another search is being saved in {path}: wait for its end, or name another file")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The system refused to write it.
    #[error("cannot save the search in {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl SavedSearch {
    /// Returns the file at `path`, which need not exist yet, but can be written.
    pub fn at(path: PathBuf) -> Result<Self, SavedSearchError> {
        if path.exists() && !path.is_file() {
            return Err(SavedSearchError::NoFile { path });
        }
        match FileLock::take(&path) {
            Ok(Some(lock)) => Ok(Self { path, _lock: lock }),
            Ok(None) => Err(SavedSearchError::InUse { path }),
            Err(error) => Err(SavedSearchError::Write { path, error }),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the search saved there, if there is one.
    pub fn read<C: DeserializeOwned>(&self) -> Result<Option<C>, SavedSearchError> {
        let path = || self.path.clone();
        let mut text = Vec::new();
        let read =
            File::open(&self.path).and_then(|file| file.take(MOST + 1).read_to_end(&mut text));
        match read {
            Ok(length) if length as u64 > MOST => {
                return Err(SavedSearchError::NoFile { path: path() });
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(SavedSearchError::Read {
                    path: path(),
                    error,
                });
            }
        }
        serde_json::from_slice(&text)
            .map(Some)
            .map_err(|error| SavedSearchError::NotASearch {
                path: path(),
                error,
            })
    }

    pub fn write(&self, checkpoint: &impl Serialize) -> Result<(), SavedSearchError> {
        let write = |file: &mut File| file.write_all(&serde_json::to_vec(checkpoint)?);
        replace(&self.path, write).map_err(|error| self.unwritable(error))
    }

    /// Removes the file, if it is there: the search has come to its end.
    pub fn remove(&self) -> Result<(), SavedSearchError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.unwritable(error)),
            _ => Ok(()),
        }
    }

    fn unwritable(&self, error: io::Error) -> SavedSearchError {
        SavedSearchError::Write {
            path: self.path.clone(),
            error,
        }
    }
}
