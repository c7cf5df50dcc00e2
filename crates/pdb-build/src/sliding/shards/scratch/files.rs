//! The files of a shard on disk.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use tilebase_core::checksum;

use super::{
    super::messages::Messages,
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
    file: File,
}

impl Segments {
    /// Opens the file, which is made if it is not there; with `direct`, past the system's cache
    /// where the file system has that.
    pub(super) fn open(path: &Path, direct: bool) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(target_os = "linux")]
        if direct {
            use std::os::unix::fs::OpenOptionsExt;
            let mut options = options.clone();
            options.custom_flags(rustix::fs::OFlags::DIRECT.bits() as i32);
            match options.open(path) {
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                opened => return opened.map(|file| Self { file }),
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = direct;
        options.open(path).map(|file| Self { file })
    }

    /// Reads a segment. Returns whether it is what was written.
    pub(super) fn read(&mut self, slot: Slot, to: &mut [u8]) -> io::Result<bool> {
        self.file
            .seek(SeekFrom::Start(slot.number * to.len() as u64))?;
        match self.file.read_exact(to) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|()| checksum(to) == slot.checksum),
        }
    }

    /// Writes a segment into a slot.
    pub(super) fn write(&mut self, number: u64, segment: &[u8]) -> io::Result<Slot> {
        self.file
            .seek(SeekFrom::Start(number * segment.len() as u64))?;
        self.file.write_all(segment)?;
        Ok(Slot {
            number,
            checksum: checksum(segment),
        })
    }

    /// Waits until all that was written is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Writes messages over what is in the file. Returns for each shard where its messages are: what
/// lies beyond belongs to nobody, and to cut it off at every level takes longer than to write.
pub(super) fn write_messages(
    path: &Path,
    messages: &[(usize, Messages)],
) -> io::Result<Vec<[u64; 3]>> {
    let mut file = io::BufWriter::with_capacity(1 << 20, open_to_write(path)?);
    let mut offset = 0;
    let mut places = Vec::with_capacity(messages.len());
    for (to, messages) in messages {
        let bytes = messages.bytes()?;
        file.write_all(&bytes)?;
        places.push([*to as u64, offset, bytes.len() as u64]);
        offset += bytes.len() as u64;
    }
    file.flush()?;
    Ok(places)
}

/// Returns messages that were written.
pub(super) fn messages_in(path: PathBuf, places: &[[u64; 3]]) -> Vec<(usize, Messages)> {
    let path: Arc<Path> = path.into();
    let messages = places.iter().map(|&[to, offset, length]| {
        let messages = Messages::in_file(Arc::clone(&path), offset, length);
        (to as usize, messages)
    });
    messages.collect()
}

/// Opens a file, which is made if it is not there and keeps what it holds.
fn open_to_write(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).open(path)
}

/// Writes a list of the states at a depth from `offset` on.
pub(super) fn write_list(
    path: &Path,
    depth: u32,
    offset: u64,
    ranks: &[u64],
) -> io::Result<Listed> {
    let mut file = open_to_write(path)?;
    file.seek(SeekFrom::Start(offset))?;
    let bytes: Vec<u8> = ranks.iter().flat_map(|rank| rank.to_le_bytes()).collect();
    file.write_all(&bytes)?;
    Ok(Listed {
        depth,
        offset,
        count: ranks.len() as u64,
        checksum: checksum(&bytes),
    })
}

/// Reads a list. None if it is not what was written.
pub(super) fn read_list(path: &Path, list: &Listed) -> io::Result<Option<Vec<u64>>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(list.offset))?;
    let mut bytes = Vec::new();
    file.take(8 * list.count).read_to_end(&mut bytes)?;
    if checksum(&bytes) != list.checksum {
        return Ok(None);
    }
    let ranks = bytes
        .as_chunks()
        .0
        .iter()
        .map(|rank| u64::from_le_bytes(*rank));
    Ok(Some(ranks.collect()))
}
