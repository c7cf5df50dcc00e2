//! Where and how a search is kept in files.

use std::path::PathBuf;

/// How shards are kept on disk.
#[derive(Debug, Clone)]
pub struct ScratchOptions {
    /// The folder, which is made if it is not there. A search that was stopped continues from
    /// what is in it.
    pub folder: PathBuf,
    /// How many shards are in memory at a time. If all are, each is read only once; what changes
    /// is still written.
    pub lanes: usize,
    /// Whether to bypass the system's cache of files and to sync all files, which pays if the
    /// planes are much larger than the cache. What is committed then survives a failure of the
    /// machine too. Otherwise it survives a failure of the process alone; after a failure of the
    /// machine, files may be refused.
    pub direct: bool,
}
