//! The file of a search that goes on another time.
//!
//! It is written beside its place, synced and renamed, so that whatever happens there is a whole one:
//! the last or the one before.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use thiserror::Error;
use tilebase_solve::oshidori::Checkpoint;

use crate::failure::Failure;

/// Where a search is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearch(PathBuf);

/// Why a saved search is of no use.
#[derive(Debug, Error)]
pub enum SavedSearchError {
    #[error("cannot read the saved search {path}: {error}")]
    Read { path: PathBuf, error: io::Error },
    #[error(
        "{path} is damaged or no saved search ({error}): remove it to start afresh, or name another file"
    )]
    NotASearch {
        path: PathBuf,
        error: serde_json::Error,
    },
    #[error("cannot save the search in {path}: {error}")]
    Write { path: PathBuf, error: io::Error },
}

impl From<SavedSearchError> for Failure {
    fn from(error: SavedSearchError) -> Self {
        Self::Table(error.to_string())
    }
}

impl SavedSearch {
    /// The file at `path`, which need not exist yet, but can be written.
    pub fn at(path: PathBuf) -> Result<Self, SavedSearchError> {
        let file = Self(path);
        let part = file.part();
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
        self.try_write(checkpoint).map_err(|error| {
            // Half a file helps nobody; that it cannot be removed either is no news.
            let _ = fs::remove_file(self.part());
            self.unwritable(error)
        })
    }

    fn try_write(&self, checkpoint: &Checkpoint) -> io::Result<()> {
        let part = self.part();
        let mut file = File::create(&part)?;
        file.write_all(&serde_json::to_vec(checkpoint)?)?;
        file.sync_all()?;
        fs::rename(&part, &self.0)?;
        let folder = self.0.parent().filter(|folder| *folder != Path::new(""));
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    /// Removes the file, if it is there: the search has come to its end.
    pub fn remove(&self) -> Result<(), SavedSearchError> {
        match fs::remove_file(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.unwritable(error)),
            _ => Ok(()),
        }
    }

    fn part(&self) -> PathBuf {
        let mut name = self.0.clone().into_os_string();
        name.push(".part");
        name.into()
    }

    fn unwritable(&self, error: io::Error) -> SavedSearchError {
        SavedSearchError::Write {
            path: self.0.clone(),
            error,
        }
    }
}
