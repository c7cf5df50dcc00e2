//! The folder of tables: opening them, building those that are missing.

use std::path::PathBuf;

use tilebase_core::format::{BuildLock, FormatError, Subject, TableFile};
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
    /// Whether there is a file for this table, whatever state it is in.
    pub fn has(&self, subject: &Subject) -> bool {
        self.folder.join(subject.file_name()).exists()
    }

    /// Makes sure that a table is there, building it if that is allowed.
    pub fn ensure(&self, name: &str, subject: &Subject) -> Result<(), Failure> {
        if self.has(subject) {
            return Ok(());
        }
        if !self.may_build {
            let path = self.folder.join(subject.file_name());
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
        let lock = BuildLock::acquire(&self.folder, subject, || {
            note(
                self.quiet,
                &format!("waiting for another process that builds {subject}"),
            );
        })?;
        if !force && TableFile::open(&self.folder, subject).is_ok() {
            return Ok(false);
        }
        self.check_room(subject)?;
        progress::build(self.quiet, name, |levels, writing| {
            tilebase_pdb_build::build(&lock, &self.folder, subject, levels, writing)
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
                    .is_some_and(|extension| extension == "tilebase")
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
