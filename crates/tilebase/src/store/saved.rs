//! The file of a search that goes on another time. Whatever happens, there is a whole one: the last
//! or the one before.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::{Serialize, de::DeserializeOwned};
use tilebase_solve::{ida, oshidori};

use super::{lock::FileLock, replace};
use crate::{Event, SavedSearchError, event::Reporter};

/// The most bytes that are read: far more than any search has.
const MOST: u64 = 1 << 28;

/// The file that a search is to be saved in, and how searches become text. The way comes with the
/// file, so that a program that names none, such as the Python package, has no reader and no writer
/// of JSON in it.
#[derive(Debug, Clone)]
pub(crate) struct Resume {
    pub path: PathBuf,
    pub boards: Text<ida::Checkpoint>,
    pub rows: Text<oshidori::RowCheckpoint>,
}

impl Resume {
    pub fn in_file(path: PathBuf) -> Self {
        Self {
            path,
            boards: Text::json(),
            rows: Text::json(),
        }
    }
}

/// How a search becomes text, and text a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<C> {
    read: fn(&[u8]) -> serde_json::Result<C>,
    write: fn(&C) -> serde_json::Result<Vec<u8>>,
}

impl<C: Serialize + DeserializeOwned> Text<C> {
    fn json() -> Self {
        Self {
            read: |text| serde_json::from_slice(text),
            write: |search| serde_json::to_vec(search),
        }
    }
}

/// Where a search is saved. It is this search's alone until it is dropped.
#[derive(Debug)]
pub(crate) struct SavedSearch<C> {
    path: PathBuf,
    /// Whether the file holds a search that can go on.
    held: AtomicBool,
    text: Text<C>,
    _lock: FileLock,
}

impl<C> SavedSearch<C> {
    /// Returns the file at `path`, which need not exist yet, but can be written.
    pub fn at(path: PathBuf, text: Text<C>) -> Result<Self, SavedSearchError> {
        if path.exists() && !path.is_file() {
            return Err(SavedSearchError::NoFile { path });
        }
        match FileLock::take(&path) {
            Ok(Some(lock)) => Ok(Self {
                path,
                held: AtomicBool::new(false),
                text,
                _lock: lock,
            }),
            Ok(None) => Err(SavedSearchError::InUse { path }),
            Err(error) => Err(SavedSearchError::Write { path, error }),
        }
    }

    /// Returns the search saved there, if there is one.
    pub fn read(&self) -> Result<Option<C>, SavedSearchError> {
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
        let search = (self.text.read)(&text).map_err(|error| SavedSearchError::NotASearch {
            path: path(),
            error,
        })?;
        self.held.store(true, Ordering::Relaxed);
        Ok(Some(search))
    }

    pub fn write(&self, checkpoint: &C) -> Result<(), SavedSearchError> {
        let write = |file: &mut File| file.write_all(&(self.text.write)(checkpoint)?);
        replace(&self.path, write).map_err(|error| self.unwritable(error))?;
        self.held.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Writes a search that goes on whether that succeeds or not.
    pub fn keep(&self, checkpoint: &C, reporter: &Reporter) {
        if let Err(error) = self.write(checkpoint) {
            let error = &error.into();
            reporter.report(&Event::NotSaved { error });
        }
    }

    /// Returns how an unfinished search goes on, to be said after what it has proven; nothing where
    /// it is not saved.
    pub fn later(&self) -> String {
        let path = self.path.display();
        if self.held.load(Ordering::Relaxed) {
            format!("; saved in {path}, the same question goes on from there")
        } else {
            String::new()
        }
    }

    /// Returns the error of a search that was read from `file` and cannot go on.
    pub fn of_no_use(
        file: Option<&Self>,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> SavedSearchError {
        SavedSearchError::OfNoUse {
            path: file.map(|file| file.path.clone()).unwrap_or_default(),
            error: Box::new(error),
        }
    }

    /// Removes the file, if it is there: the search has come to its end.
    pub fn remove(&self) -> Result<(), SavedSearchError> {
        self.held.store(false, Ordering::Relaxed);
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
