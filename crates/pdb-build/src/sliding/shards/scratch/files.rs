//! The files of the shards of a process.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use tilebase_core::storage::{Access, ChecksummedRange, StoredFile};

use super::{
    super::{cut::Cut, messages::Messages},
    manifest::Manifest,
};
use crate::{
    Result,
    scratch::{Journal, ScratchOptions, failed},
    words_of_bytes,
};

/// The first bytes of the records that this version writes. They change with the records, and with
/// the messages.
const MAGIC: [u8; 8] = *b"TILESHD4";

/// The content of a file of a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The manifest of the shard.
    Manifest,
    /// The segments of both planes.
    Segments,
    /// The messages that the shard sent with states of this depth.
    Messages(u32),
    /// The ranks of the states at small levels.
    Lists,
}

/// Returns the journal of the search of a board that is cut into shards.
pub(super) fn journal(options: &ScratchOptions, cut: &Cut) -> Journal {
    let space = cut.space();
    let name = format!("{} {} {}", space.shape(), space.home(), cut.digits());
    Journal::new(options, MAGIC, &name)
}

/// The files of the shards.
impl Journal {
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

    /// Returns all files of some shards.
    pub(super) fn all(&self, shards: &Range<usize>) -> impl Iterator<Item = PathBuf> {
        use Kind::{Lists, Manifest, Messages, Segments};
        let kinds = [Manifest, Segments, Messages(0), Messages(1), Lists];
        let shards = shards.clone();
        shards.flat_map(move |shard| kinds.map(|kind| self.path(shard, kind)))
    }

    /// Opens the file of a shard's segments, which have equal lengths.
    pub(super) fn segments(&self, path: &Path) -> Result<Box<dyn StoredFile>> {
        let is_direct = self.options.direct;
        let access = if is_direct { Access::UpdateDirectly } else { Access::Update };
        let opened = self.options.storage.open(path, access);
        opened.map_err(failed("open", path))
    }

    /// Writes parts of a file, one after another from an offset on. Bytes beyond them are unused:
    /// truncating the file at every level takes longer than writing.
    pub(super) fn write_parts(
        &self,
        path: &Path,
        mut offset: u64,
        parts: &[impl AsRef<[u8]>],
    ) -> Result<Vec<ChecksummedRange>> {
        let mut write = || {
            let mut file = self.options.storage.open(path, Access::Update)?;
            let mut written = Vec::new();
            for part in parts {
                let range = ChecksummedRange::write(&mut *file, offset, part.as_ref())?;
                offset += range.length;
                written.push(range);
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
            let storage = Arc::clone(&self.options.storage);
            (to, Messages::in_file(storage, Arc::clone(&path), place))
        });
        messages.collect()
    }

    /// Reads a list of ranks.
    pub(super) fn list(&self, shard: usize, list: &ChecksummedRange) -> Result<Vec<u64>> {
        let path = self.path(shard, Kind::Lists);
        let file = self.options.storage.open(&path, Access::Read);
        let read = file.and_then(|mut file| list.read(&mut *file));
        Ok(words_of_bytes(&read.map_err(failed("read", &path))?))
    }
}
