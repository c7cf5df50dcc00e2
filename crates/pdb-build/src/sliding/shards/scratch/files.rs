//! The files of a shard on disk.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use tilebase_core::{
    checksum,
    storage::{Access, Storage, StoredFile, zeros},
};

use super::{
    super::messages::{MessagePlace, Messages, checksum_in},
    manifest::{Listed, Slot},
};

/// The names of a shard's files.
#[derive(Debug)]
pub(super) struct Names<'a> {
    pub(super) folder: &'a Path,
    pub(super) shard: usize,
}

impl Names<'_> {
    fn path(&self, end: &str) -> PathBuf {
        self.folder.join(format!("{:05}.{end}", self.shard))
    }

    /// The manifest.
    pub(super) fn manifest(&self) -> PathBuf {
        self.path("shard")
    }

    /// The segments of both planes.
    pub(super) fn segments(&self) -> PathBuf {
        self.path("planes")
    }

    /// The messages that the shard sent with states of this depth.
    pub(super) fn messages(&self, depth: u32) -> PathBuf {
        self.path(match depth & 1 {
            0 => "even",
            _ => "odd",
        })
    }

    /// The ranks of the states at small levels.
    pub(super) fn lists(&self) -> PathBuf {
        self.path("lists")
    }

    /// All of them.
    pub(super) fn all(&self) -> [PathBuf; 5] {
        [
            self.manifest(),
            self.segments(),
            self.messages(0),
            self.messages(1),
            self.lists(),
        ]
    }
}

/// The segments of a shard, in slots of equal size.
#[derive(Debug)]
pub(super) struct Segments {
    file: Box<dyn StoredFile>,
}

impl Segments {
    /// Opens the file, which is made if it is not there.
    pub(super) fn open(storage: &dyn Storage, path: &Path, direct: bool) -> io::Result<Self> {
        let access = if direct { Access::UpdateDirectly } else { Access::Update };
        storage.open(path, access).map(|file| Self { file })
    }

    /// Reads a segment. Returns whether it is what was written.
    pub(super) fn read(&mut self, slot: Slot, to: &mut [u8]) -> io::Result<bool> {
        match self.file.read_at(slot.number * to.len() as u64, to) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|()| checksum(to) == slot.checksum),
        }
    }

    /// Writes a segment into a slot.
    pub(super) fn write(&mut self, number: u64, segment: &[u8]) -> io::Result<Slot> {
        self.file.write_at(number * segment.len() as u64, segment)?;
        Ok(Slot {
            number,
            checksum: checksum(segment),
        })
    }

    /// Waits until all that was written is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }
}

/// Writes messages over what is in the file. Returns for each shard where its messages are: what
/// lies beyond belongs to nobody, and to cut it off at every level takes longer than to write.
pub(super) fn write_messages(
    storage: &dyn Storage,
    path: &Path,
    messages: &[(usize, Messages)],
    synced: bool,
) -> io::Result<Vec<(u64, MessagePlace)>> {
    let mut file = storage.open(path, Access::Update)?;
    let mut offset = 0;
    let mut places = Vec::with_capacity(messages.len());
    for (to, messages) in messages {
        let bytes = messages.bytes()?;
        file.write_at(offset, &bytes)?;
        let place = MessagePlace {
            offset,
            length: bytes.len() as u64,
            checksum: checksum_in(&bytes),
        };
        places.push((*to as u64, place));
        offset += place.length;
    }
    if synced {
        file.sync()?;
    }
    Ok(places)
}

/// Returns messages that were written.
pub(super) fn messages_in(
    storage: &Arc<dyn Storage>,
    path: PathBuf,
    places: &[(u64, MessagePlace)],
) -> Vec<(usize, Messages)> {
    let path: Arc<Path> = path.into();
    let messages = places.iter().map(|&(to, place)| {
        let messages = Messages::in_file(Arc::clone(storage), Arc::clone(&path), place);
        (to as usize, messages)
    });
    messages.collect()
}

/// Writes a list of the states at a depth, from an offset on.
pub(super) fn write_list(
    storage: &dyn Storage,
    path: &Path,
    (depth, offset): (u32, u64),
    ranks: &[u64],
    synced: bool,
) -> io::Result<Listed> {
    let bytes: Vec<u8> = ranks.iter().flat_map(|rank| rank.to_le_bytes()).collect();
    let mut file = storage.open(path, Access::Update)?;
    file.write_at(offset, &bytes)?;
    if synced {
        file.sync()?;
    }
    Ok(Listed {
        depth,
        offset,
        count: ranks.len() as u64,
        checksum: checksum(&bytes),
    })
}

/// Reads a list. `None` if it is not what was written.
pub(super) fn read_list(
    storage: &dyn Storage,
    path: &Path,
    list: &Listed,
) -> io::Result<Option<Vec<u64>>> {
    let mut file = storage.open(path, Access::Read)?;
    let end = list.offset.saturating_add(list.count.saturating_mul(8));
    if file.length()? < end {
        return Ok(None);
    }
    let mut bytes = zeros(8 * list.count)?;
    file.read_at(list.offset, &mut bytes)?;
    let ranks = bytes.as_chunks().0.iter();
    let ranks = ranks.map(|rank| u64::from_le_bytes(*rank)).collect();
    Ok((checksum(&bytes) == list.checksum).then_some(ranks))
}

/// Names the file and what was tried in an error of the operating system.
pub(super) fn failed(
    action: &'static str,
    path: &Path,
) -> impl FnOnce(io::Error) -> crate::BuildError {
    let path = path.to_owned();
    move |source| crate::BuildError::Scratch {
        action,
        path,
        source,
    }
}
