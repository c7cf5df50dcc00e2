//! The folder of tables: opening them, building those that are missing.

use std::path::PathBuf;

use tilebase::store::{BuildLock, replace};
use tilebase_core::format::{EXTENSION, FormatError, Subject, TableFile, WriteError};
use tilebase_pdb_build::Needs;

use crate::{context::note, failure::Failure, output, progress, resources::Room};

/// Builds that take more memory than this, in bytes, say so first.
const WORTH_SAYING: u64 = 1 << 29;

/// A file in the folder, and what is in it or wrong with it.
pub struct Found {
    pub path: PathBuf,
    pub table: Result<TableFile, FormatError>,
}

/// Where tables are kept, and whether missing ones are built.
pub struct Store {
    pub folder: PathBuf,
    pub may_build: bool,
    pub quiet: bool,
}

impl Store {
    /// Where the file of a table is, if it is there.
    pub fn path(&self, subject: &Subject) -> PathBuf {
        self.folder.join(subject.file_name())
    }

    /// Whether there is a file for this table, whatever state it is in.
    pub fn has(&self, subject: &Subject) -> bool {
        self.path(subject).exists()
    }

    /// Opens a table that is there.
    pub fn open(&self, subject: &Subject) -> Result<TableFile, FormatError> {
        TableFile::open(&self.path(subject), subject)
    }

    /// Makes sure that a table is there, building it if that is allowed.
    pub fn ensure(&self, name: &str, subject: &Subject) -> Result<(), Failure> {
        if self.has(subject) {
            return Ok(());
        }
        if !self.may_build {
            let path = self.path(subject);
            return Err(FormatError::Missing { path }.into());
        }
        note(
            self.quiet,
            &format!(
                "building {subject}, kept in {} for next time",
                self.folder.display()
            ),
        );
        self.build(name, subject, false).map(drop)
    }

    /// Builds a table, or with `force` builds it again. Returns whether there was work to do: another
    /// process may have built it meanwhile.
    pub fn build(&self, name: &str, subject: &Subject, force: bool) -> Result<bool, Failure> {
        let path = self.path(subject);
        let failed = |error: &dyn std::error::Error| {
            Failure::Table(format!("cannot write {}: {error}", path.display()))
        };
        let _lock = BuildLock::acquire(&path, || {
            note(
                self.quiet,
                &format!("waiting for another process that builds {subject}"),
            );
        })
        .map_err(|error| failed(&error))?;
        if !force && self.open(subject).is_ok() {
            return Ok(false);
        }
        self.check_room(subject)?;
        progress::build(self.quiet, name, |levels, writing| {
            let built = tilebase_pdb_build::build(subject, levels)?;
            replace(&path, |file| built.write(file, writing)).map_err(|error| match error {
                WriteError::Interrupted => Failure::Interrupted(error.to_string()),
                _ => failed(&error),
            })
        })?;
        Ok(true)
    }

    /// Says what large work takes and what there is, before it starts, and refuses what cannot end well.
    fn check_room(&self, subject: &Subject) -> Result<(), Failure> {
        let needs = Needs::of(subject)?;
        let room = Room::to_build(subject, &self.folder);
        if let Some(lacking) = room.lacks(&needs, subject, &self.folder) {
            return Err(Failure::Table(lacking));
        }
        if needs.memory > WORTH_SAYING {
            let there =
                |bytes: Option<u64>| bytes.map_or("an unknown amount".to_owned(), output::bytes);
            note(
                self.quiet,
                &format!(
                    "building {subject} takes {} of memory and {} of disk; there are {} and {}",
                    output::bytes(needs.memory),
                    output::bytes(needs.disk),
                    there(room.memory),
                    there(room.disk),
                ),
            );
        }
        Ok(())
    }

    /// All table files there are, by name; each opened or with what is wrong with it.
    pub fn all(&self) -> Result<Vec<Found>, Failure> {
        let entries = match std::fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(Failure::Table(format!(
                    "cannot read {}: {error}",
                    self.folder.display()
                )));
            }
        };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == EXTENSION)
            })
            .filter(|path| {
                path.file_name()
                    .is_some_and(|name| !name.to_string_lossy().starts_with('.'))
            })
            .collect();
        paths.sort();
        Ok(paths
            .into_iter()
            .map(|path| {
                let table = TableFile::open_path(&path);
                Found { path, table }
            })
            .collect())
    }
}
