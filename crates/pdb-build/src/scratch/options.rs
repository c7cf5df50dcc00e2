//! Where and how a search is kept in files.

use std::path::PathBuf;

/// How shards are kept on disk.
#[derive(Debug, Clone)]
pub struct ScratchOptions {
    /// The folder, which is made if it is not there. A search that was stopped goes on from what is
    /// in it.
    pub folder: PathBuf,
    /// How many shards are in memory at a time. Where all are, each is read but once; what changes
    /// is written all the same.
    pub lanes: usize,
    /// Whether to bypass the system's cache of files and to sync all files, which is worth while if
    /// the planes exceed the cache by far. What is committed then survives a failure of the machine
    /// too. Without it, it survives that of the process; after a failure of the machine, files may
    /// be refused.
    pub direct: bool,
}
