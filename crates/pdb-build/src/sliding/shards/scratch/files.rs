//! The files of the shards of a process.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Serialize, de::DeserializeOwned};
use tilebase_core::{
    checksum, from_record, record,
    storage::{self, Access, Durability, Storage, StoredFile, Stretch},
};

use super::{
    super::{cut::Cut, messages::Messages},
    manifest::Manifest,
    options::ScratchOptions,
};
use crate::BuildError;

/// The first bytes of the records that this version writes. They change with the records, and with
/// the messages.
const MAGIC: [u8; 8] = *b"TILESHD4";

/// The longest record, in bytes.
const LONGEST: u64 = 1 << 32;

/// What a file of a shard holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// What is known of the shard.
    Manifest,
    /// The segments of both planes.
    Segments,
    /// The messages that the shard sent with states of this depth.
    Messages(u32),
    /// The ranks of the states at small levels.
    Lists,
}

/// The files of a search in a folder.
#[derive(Debug)]
pub(super) struct ScratchFiles {
    pub(super) storage: Arc<dyn Storage>,
    pub(super) options: ScratchOptions,
    /// Tells files of this board and cut from those of others.
    board: u64,
}

impl ScratchFiles {
    pub(super) fn new(storage: Arc<dyn Storage>, options: &ScratchOptions, cut: &Cut) -> Self {
        let space = cut.space();
        let name = format!("{} {} {}", space.shape(), space.home(), cut.digits());
        Self {
            storage,
            options: options.clone(),
            board: checksum(name.as_bytes()),
        }
    }

    /// Returns a file of a shard.
    pub(super) fn path(&self, shard: usize, kind: Kind) -> PathBuf {
        let end = match kind {
            Kind::Manifest => "shard",
            Kind::Segments => "planes",
            Kind::Messages(depth) if depth & 1 == 0 => "even",
            Kind::Messages(_) => "odd",
            Kind::Lists => "lists",
        };
        self.options.folder.join(format!("{shard:05}.{end}"))
    }

    /// Returns all files of a shard.
    pub(super) fn all(&self, shard: usize) -> [PathBuf; 5] {
        use Kind::{Lists, Manifest, Messages, Segments};
        [Manifest, Segments, Messages(0), Messages(1), Lists].map(|kind| self.path(shard, kind))
    }

    /// Returns the file that says how far all shards have come.
    pub(super) fn progress(&self) -> PathBuf {
        self.options.folder.join("progress.levels")
    }

    /// Puts a record in place of the one before; beside it until it is whole. Returns its checksum.
    pub(super) fn write_record(
        &self,
        path: &Path,
        value: &impl Serialize,
    ) -> Result<u64, BuildError> {
        let bytes = record(MAGIC, &(self.board, value));
        let is_synced = self.options.direct;
        let durability = if is_synced { Durability::Synced } else { Durability::Unsynced };
        let written = storage::replace(&*self.storage, path, durability, |out| {
            out.write_all(&bytes)
        });
        written.map_err(failed("write", path))?;
        Ok(checksum(&bytes))
    }

    /// Reads a record and its checksum; `None` where there is none.
    ///
    /// # Errors
    /// If it is damaged, of another board, or cannot be read.
    pub(super) fn read_record<T: DeserializeOwned>(
        &self,
        path: &Path,
    ) -> Result<Option<(T, u64)>, BuildError> {
        let bytes = match storage::read(&*self.storage, path, LONGEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(failed("read", path))?,
        };
        match from_record::<(u64, T)>(MAGIC, &bytes) {
            Some((board, value)) if board == self.board => Ok(Some((value, checksum(&bytes)))),
            _ => Err(damaged(path)),
        }
    }

    /// Opens the segments of a shard, which lie in stretches of equal length.
    pub(super) fn segments(&self, path: &Path) -> Result<Box<dyn StoredFile>, BuildError> {
        let access = if self.options.direct { Access::UpdateDirectly } else { Access::Update };
        self.storage
            .open(path, access)
            .map_err(failed("open", path))
    }

    /// Writes stretches of a file, one after another from an offset on. What lies beyond belongs to
    /// nobody: to cut it off at every level takes longer than to write.
    pub(super) fn write<'a>(
        &self,
        path: &Path,
        mut offset: u64,
        parts: impl IntoIterator<Item = io::Result<Cow<'a, [u8]>>>,
    ) -> Result<Vec<Stretch>, BuildError> {
        let write = || {
            let mut file = self.storage.open(path, Access::Update)?;
            let mut written = Vec::new();
            for part in parts {
                let stretch = Stretch::write(&mut *file, offset, &part?)?;
                offset += stretch.length;
                written.push(stretch);
            }
            if self.options.direct {
                file.sync()?;
            }
            Ok(written)
        };
        write().map_err(failed("write", path))
    }

    /// Returns the messages that a shard sent with states of a depth.
    pub(super) fn sent(&self, manifest: &Manifest, depth: u32) -> Vec<(usize, Messages)> {
        let path: Arc<Path> = self.path(manifest.shard, Kind::Messages(depth)).into();
        let places = manifest.sent_at(depth).iter();
        let messages = places.map(|&(to, place)| {
            let messages = Messages::in_file(Arc::clone(&self.storage), Arc::clone(&path), place);
            (to, messages)
        });
        messages.collect()
    }

    /// Reads a list of ranks.
    pub(super) fn list(&self, shard: usize, list: &Stretch) -> Result<Vec<u64>, BuildError> {
        let path = self.path(shard, Kind::Lists);
        let file = self.storage.open(&path, Access::Read);
        let read = file.and_then(|mut file| list.read(&mut *file));
        let bytes = read.map_err(failed("read", &path))?;
        let ranks = bytes.as_chunks().0.iter();
        Ok(ranks.map(|rank| u64::from_le_bytes(*rank)).collect())
    }
}

/// Returns the error of a file that is not what was written, is missing, or is of another search.
pub(super) fn damaged(path: &Path) -> BuildError {
    let path = path.to_owned();
    BuildError::ScratchDamaged { path }
}

/// Names the file and what was tried in an error of the storage.
pub(super) fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    move |source| {
        if storage::is_damage(&source) {
            return damaged(path);
        }
        BuildError::Scratch {
            action,
            path: path.to_owned(),
            source,
        }
    }
}
