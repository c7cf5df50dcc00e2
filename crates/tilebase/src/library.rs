//! Where tables are, and what may be done to have them.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use tilebase_anytime::{ModelError, Models, PairModel};
use tilebase_core::{
    Puzzle,
    format::{Built, Encoding, Metadata, Subject, TableFile},
};

use tilebase_pdb_build::sliding::Sharded;

use crate::{
    Build, Error, Event, Existing, Found, Scratch, Solver,
    event::Reporter,
    store::{Folder, Storage, Store},
};

/// The tables that there are, and the solvers that answer from them.
///
/// A library is a handle: clones share the tables and may be used from many threads. Each missing
/// table is built once, even where several threads or, in a folder, several processes ask for it.
///
/// ```
/// use tilebase::Library;
///
/// let eight = Library::in_memory().puzzle("8-puzzle")?;
/// let answer = eight.solve("8 6 7 / 2 5 4 / 3 _ 1")?;
/// assert_eq!(answer.distance(), Some(31));
/// assert_eq!(answer.moves().len(), 31);
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Library {
    pub(crate) store: Store,
}

/// The tables of the user's data folder; see [`data_folder`].
impl Default for Library {
    fn default() -> Self {
        Self::in_folder(data_folder())
    }
}

impl Library {
    /// Returns the tables in a folder. It is made when the first table is built.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self::new(Storage::Folder(Folder::new(folder.into())))
    }

    /// Tables in memory alone: nothing is read or written, and the tables go with the last clone of
    /// the library.
    pub fn in_memory() -> Self {
        Self::new(Storage::Memory(Arc::new(Mutex::new(HashMap::new()))))
    }

    fn new(storage: Storage) -> Self {
        Self {
            store: Store {
                storage,
                build: Build::default(),
                encoding: None,
                reporter: Reporter::default(),
                memory: None,
                quick: Arc::default(),
                models: Arc::new(Models::included()),
            },
        }
    }

    /// Says which missing tables are built when a question needs them. Default: [`Build::Small`].
    pub fn build_when_missing(mut self, build: Build) -> Self {
        self.store.build = build;
        self
    }

    /// Builds tables with a byte for each state, whatever their size: they take up to ten times the
    /// room, and a look-up is one access to memory. Tables that are there are used as they are.
    pub fn in_bytes(mut self) -> Self {
        self.store.encoding = Some(Encoding::Byte);
        self
    }

    /// Sets the most bytes of memory that building one table may take. Default: what the machine
    /// and the limits on this process leave.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.store.memory = Some(bytes);
        self
    }

    /// Adds a model that ranks boards in beams, as the bytes of its file: for programs that are
    /// compiled without the feature `models`.
    ///
    /// # Errors
    /// If the bytes are not a model, or are damaged.
    pub fn model(mut self, bytes: &[u8]) -> Result<Self, ModelError> {
        let model = PairModel::from_bytes(bytes)?;
        self.store.models = Arc::new(self.store.models.with(model));
        Ok(self)
    }

    /// Calls `callback` with what the library does from now on. The threads that work call it, some
    /// while others wait for them: it must neither ask for a table that is being built nor begin
    /// work in their pool.
    pub fn on_event(mut self, callback: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.store.reporter.callback = Arc::new(callback);
        self
    }

    /// Stops builds and searches soon after `stop` becomes true, with an error of the kind
    /// [`Interrupted`](crate::ErrorKind::Interrupted).
    pub fn stop_on(mut self, stop: Arc<AtomicBool>) -> Self {
        self.store.reporter.stop = stop;
        self
    }

    /// Returns what answers about the puzzle with this name: `15-puzzle`, `3x4`,
    /// `oshidori-kinds-6`, …
    ///
    /// # Errors
    /// If no puzzle has this name.
    pub fn puzzle(&self, name: &str) -> Result<Solver, Error> {
        Ok(self.solver(name.parse::<Puzzle>()?))
    }

    /// Returns what answers about a puzzle: a [`Puzzle`], a [`Shape`](crate::Shape) or
    /// [`Stones`](crate::Stones). Nothing is opened or built before the first question.
    pub fn solver(&self, puzzle: impl Into<Puzzle>) -> Solver {
        Solver::new(self.store.clone(), puzzle.into())
    }

    /// Returns the folder of the tables; `None` for memory.
    pub fn folder(&self) -> Option<&Path> {
        self.store.folder()
    }

    /// Returns whether there is a table, whatever state it is in.
    pub fn has(&self, subject: &Subject) -> bool {
        self.store.has(subject)
    }

    /// Returns a table, which is built first if it is missing and the library builds at all.
    ///
    /// # Errors
    /// If it is missing and not built, or damaged.
    pub fn table(&self, subject: &Subject) -> Result<TableFile, Error> {
        self.store.table(subject)
    }

    /// Builds a table, whatever its size. Returns whether there was work to do.
    ///
    /// # Errors
    /// If memory or disk do not suffice, the file system refuses, or the library is asked to stop.
    /// A table that was there stays.
    pub fn build(&self, subject: &Subject, existing: Existing) -> Result<bool, Error> {
        self.store.build(subject, existing)
    }

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
        self.store.build_on_disk(subject, scratch, existing)
    }

    /// Writes what this process has of a table that several build together into the folder of the
    /// tables: a part of the table, or the table if no other process has shards of it. `seconds` is
    /// the time that the search took. Returns the file.
    ///
    /// # Errors
    /// If the file system refuses, or the library is asked to stop.
    pub fn keep_part(&self, found: &Sharded, seconds: f64) -> Result<PathBuf, Error> {
        self.store.write_part(found, seconds)
    }

    /// Joins the parts of a table that are in a folder, and removes them once the table is there.
    /// Returns what the table says of itself.
    ///
    /// # Errors
    /// If a part is missing, there twice, damaged or of another table; or the file system refuses,
    /// or the library is asked to stop. Then the parts stay.
    pub fn merge(&self, parts: &Path) -> Result<Metadata, Error> {
        self.store.merge(parts)
    }

    /// Keeps a table that was built elsewhere, in place of any there is of the same subject.
    ///
    /// # Errors
    /// If the file system refuses, or the library is asked to stop.
    pub fn keep(&self, built: Built) -> Result<(), Error> {
        self.store.keep(built)
    }

    /// Returns all table files in the folder, by name, each opened or with what is wrong with it.
    /// None where tables are in memory.
    ///
    /// # Errors
    /// If the folder cannot be listed. A folder that does not exist has no tables.
    pub fn tables(&self) -> Result<Vec<Found>, Error> {
        self.store.all()
    }

    /// Returns what builds that were killed left in the folder: the paths of the files, and their
    /// bytes. A build that is under way has such a file too.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn leftovers(&self) -> Result<Vec<(PathBuf, u64)>, Error> {
        self.store.leftovers()
    }

    /// Deletes a file that [`tables`](Self::tables) or [`leftovers`](Self::leftovers) named.
    /// Returns how many bytes that frees. A program that has the table open can still read it.
    ///
    /// # Errors
    /// [`Error::InUse`] if the table is being built, and if the file system refuses.
    pub fn remove(&self, path: &Path) -> Result<u64, Error> {
        self.store.remove(path)
    }

    /// Proves that a table is right: its checksums, and then the distance of every state.
    ///
    /// # Errors
    /// What is wrong; or that memory does not suffice, or the library is asked to stop.
    pub fn verify(&self, table: &TableFile) -> Result<(), Error> {
        self.store.verify(table)
    }
}

/// Returns the folder of the user's data: `tilebase` in `$XDG_DATA_HOME`, or else on Windows in
/// `%LOCALAPPDATA%`, or else in `~/.local/share`; `data` in the working folder where there is none
/// of these.
pub fn data_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || Some(Path::new(&variable("HOME")?).join(".local/share"));
    let local = || variable("LOCALAPPDATA").filter(|_| cfg!(windows));
    let shared = variable("XDG_DATA_HOME").or_else(local).map(PathBuf::from);
    let shared = shared.or_else(home);
    shared.map_or_else(|| PathBuf::from("data"), |folder| folder.join("tilebase"))
}
