//! The options for the files of a search.

use std::{path::PathBuf, sync::Arc};

use tilebase_core::storage::Storage;

use crate::BuildError;

/// The options for the files of a search on disk.
#[derive(Debug, Clone)]
pub struct ScratchOptions {
    /// What keeps the files.
    pub storage: Arc<dyn Storage>,
    /// The folder, which is created if it does not exist. A search that was stopped continues from
    /// its files.
    pub folder: PathBuf,
    /// The number of shards in memory at a time. If that is all of them, each is read only once,
    /// but changes are still written.
    pub lanes: usize,
    /// Whether to bypass the system's cache of files and to sync all files, which is faster if the
    /// planes are much larger than the cache. Committed levels then survive a failure of the
    /// machine, too. Otherwise they survive only a failure of the process; after a failure of the
    /// machine, files may be rejected as damaged.
    pub direct: bool,
}

impl ScratchOptions {
    /// Returns the error of a search on disk that ended with `error`. If it was only asked to stop,
    /// it can continue from its files.
    pub(crate) fn paused(&self, error: BuildError) -> BuildError {
        match error {
            BuildError::Stopped => BuildError::Paused(self.folder.clone()),
            error => error,
        }
    }
}
