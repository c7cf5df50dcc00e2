//! The settings of a library: where tables are kept, and which missing ones are built.
//!
//! Building, opening and removing tables is in [`store`](crate::store).

use std::{
    collections::{HashMap, VecDeque},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use tilebase_anytime::Models;
use tilebase_core::format::{Encoding, TableFile};

use crate::{
    event::{Event, Reporter},
    store::{Build, Folder, TableStore},
};

/// A set of tables in a folder or in memory, and the source of solvers that answer from them.
///
/// A library is a handle: clones share the tables and may be used from many threads. A missing
/// table is built once, even if several threads or, in a folder, several processes need it.
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
    pub(crate) storage: TableStore,
    /// Which missing tables are built.
    pub(crate) build: Build,
    /// Whether tables that are built for a question are kept.
    pub(crate) keeps: bool,
    /// The encoding of new tables that can have it; others have the usual one.
    pub(crate) encoding: Option<Encoding>,
    pub(crate) reporter: Reporter,
    /// The models that rank boards in beams.
    pub(crate) models: Arc<Models>,
    /// The most bytes of memory that building a table may take.
    pub(crate) memory: Option<u64>,
    /// The last tables that [`quick_table`](Self::quick_table) returned, the newest first.
    pub(crate) quick: Arc<Mutex<VecDeque<TableFile>>>,
}

/// The tables of the user's data folder; see [`data_folder`].
impl Default for Library {
    fn default() -> Self {
        Self::in_folder(data_folder())
    }
}

impl Library {
    /// Returns a library of the tables in a folder. The folder is created with the first table.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self::new(TableStore::Folder(Folder::new(folder.into())))
    }

    /// Returns a library of tables in memory: no file is read or written, and the tables are freed
    /// with the last clone of the library.
    pub fn in_memory() -> Self {
        Self::new(TableStore::Memory(Arc::new(Mutex::new(HashMap::new()))))
    }

    fn new(storage: TableStore) -> Self {
        Self {
            storage,
            build: Build::default(),
            keeps: true,
            encoding: None,
            reporter: Reporter::default(),
            memory: None,
            quick: Arc::default(),
            models: Arc::new(Models::included()),
        }
    }

    /// Sets which missing tables are built when a question needs them. Default: [`Build::Small`].
    pub fn with_builds(mut self, build: Build) -> Self {
        self.build = build;
        self
    }

    /// Builds tables with one byte per state, whatever their size: they take up to ten times the
    /// space, and a look-up is one access to memory. Existing tables are used as they are, and
    /// boards of 11 cells or more on which several tiles move at once have no such tables.
    pub fn with_byte_tables(mut self) -> Self {
        self.encoding = Some(Encoding::Byte);
        self
    }

    /// Sets the most bytes of memory that the build of one table may take. Default: the memory that
    /// the machine and the limits on this process leave.
    pub fn with_memory(mut self, bytes: impl Into<Option<u64>>) -> Self {
        self.memory = bytes.into();
        self
    }

    /// Sets the models that rank boards in beams: for programs compiled without the feature
    /// `models`. Libraries that share them share what is made of them.
    pub fn with_models(mut self, models: Arc<Models>) -> Self {
        self.models = models;
        self
    }

    /// Calls `callback` with every event from now on. The threads that work call it, while others
    /// may wait for them: the callback must neither need a table that is being built nor start work
    /// in their pool.
    pub fn with_callback(mut self, callback: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.reporter.callback = Arc::new(callback);
        self
    }

    /// Stops builds and searches soon after `stop` becomes true. A question that has an answer by
    /// then, such as a solution with the bounds proven, ends with it; all else with an error of the
    /// kind [`Interrupted`](crate::ErrorKind::Interrupted).
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.reporter.stop = stop;
        self
    }
}

/// Returns the folder of the user's data: `tilebase` in `$XDG_DATA_HOME`, or else on Windows in
/// `%LOCALAPPDATA%`, or else in `~/.local/share`; `data` in the working folder if none of these is
/// set.
pub fn data_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || Some(Path::new(&variable("HOME")?).join(".local/share"));
    let local = || variable("LOCALAPPDATA").filter(|_| cfg!(windows));
    let shared = variable("XDG_DATA_HOME").or_else(local).map(PathBuf::from);
    let shared = shared.or_else(home);
    shared.map_or_else(|| PathBuf::from("data"), |folder| folder.join("tilebase"))
}
