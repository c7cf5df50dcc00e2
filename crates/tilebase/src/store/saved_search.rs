//! The file of a search that goes on another time. Whatever happens, there is a whole one: the last or the
//! one before.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use thiserror::Error;
use tilebase_solve::oshidori::{Checkpoint, OshidoriError};

use super::{part_of, replace};

/// Where a search is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedSearch(PathBuf);

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
        error: OshidoriError,
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
    /// The file at `path`, which need not exist yet, but can be written.
    pub fn at(path: PathBuf) -> Result<Self, SavedSearchError> {
        let file = Self(path);
        let part = part_of(&file.0);
        let probe = File::create(&part).and_then(|_| fs::remove_file(&part));
        match probe {
            Ok(()) => Ok(file),
            Err(error) => Err(file.unwritable(error)),
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The search saved there, if there is one.
    pub fn read(&self) -> Result<Option<Checkpoint>, SavedSearchError> {
        let path = || self.0.clone();
        let text = match fs::read(&self.0) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(SavedSearchError::Read {
                    path: path(),
                    error,
                });
            }
        };
        serde_json::from_slice(&text)
            .map(Some)
            .map_err(|error| SavedSearchError::NotASearch {
                path: path(),
                error,
            })
    }

    pub fn write(&self, checkpoint: &Checkpoint) -> Result<(), SavedSearchError> {
        let write = |file: &mut File| file.write_all(&serde_json::to_vec(checkpoint)?);
        replace(&self.0, write).map_err(|error| self.unwritable(error))
    }

    /// Removes the file, if it is there: the search has come to its end.
    pub fn remove(&self) -> Result<(), SavedSearchError> {
        match fs::remove_file(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.unwritable(error)),
            _ => Ok(()),
        }
    }

    fn unwritable(&self, error: io::Error) -> SavedSearchError {
        SavedSearchError::Write {
            path: self.0.clone(),
            error,
        }
    }
}
