//! Parts of a table that several machines built.
//!
//! A table is cut into segments: for each of its cells, the segments of all shards in turn. A part
//! file holds the segments of a range of shards, shard by shard, and the listed ranks among them.
//! `docs/FORMAT.md` describes it byte by byte.

use std::{
    io::{self, Write},
    ops::Deref,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilebase_core::{
    Monitor, checksum,
    format::{Metadata, WriteError, Written, write_payload},
    storage::{Access, ChecksummedRange, Storage, StoredFile, is_damage, zeros},
};

use crate::{bytes_of_words, words_of_bytes};

/// The extension of part files.
pub const PART_EXTENSION: &str = "tilepart";

const MAGIC: [u8; 8] = *b"TILEPART";

/// The version of part files. It changes with the ranking order of
/// [`FORMAT_VERSION`](tilebase_core::format::FORMAT_VERSION), too.
const VERSION: u64 = 1;

/// The number of bytes before the metadata.
const HEADER: usize = 72;

/// The place of a part in its table. A part file has these numbers in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartPlace {
    /// The cells of the table. For each cell there is one segment of every shard.
    pub cells: u64,
    /// Shards of the table.
    pub shards: u64,
    /// The first shard of the part.
    pub first: u64,
    /// The first shard after the part.
    pub end: u64,
    /// The number of bytes of a segment.
    pub segment: u64,
}

impl PartPlace {
    /// Returns the segments of the part.
    fn segments(&self) -> u64 {
        (self.end - self.first) * self.cells
    }

    /// Returns whether the numbers are consistent.
    fn fits(&self, metadata: &Metadata) -> bool {
        let whole = self.cells.checked_mul(self.shards);
        let whole = whole.and_then(|segments| segments.checked_mul(self.segment));
        self.first < self.end
            && self.end <= self.shards
            && whole == Some(metadata.encoding.bytes(metadata.entries))
    }

    /// Returns the name of the part of a table.
    pub fn file_name(&self, metadata: &Metadata) -> String {
        let name = metadata.subject.file_name();
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        let last = self.end - 1;
        format!("{stem}-{:05}-{last:05}.{PART_EXTENSION}", self.first)
    }
}

/// The reason why parts cannot be joined.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartError {
    /// The operating system cannot read a file.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not a part, or one of another version.
    #[error("{} is not a part of a table that this program reads", .0.display())]
    NotAPart(PathBuf),
    /// A part is damaged.
    #[error("{} is damaged: copy it again from the machine that made it", .0.display())]
    Damaged(PathBuf),
    /// The parts are of different tables, or of boards that were cut differently.
    #[error(
        "{} does not belong with {}: they are of different tables, or of boards that were cut \
        differently; move one of them away",
        path.display(), first.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The file that it does not match.
        first: PathBuf,
    },
    /// Two parts hold the same shard.
    #[error(
        "{} and {} both hold shard {shard}: move one of them away",
        paths.0.display(), paths.1.display()
    )]
    Twice {
        /// The shard.
        shard: u64,
        /// The files.
        paths: (PathBuf, PathBuf),
    },
    /// No part holds some of the shards.
    #[error("shards {first} to {last} of {shards} are missing: copy their part here, too")]
    Missing {
        /// The first of them.
        first: u64,
        /// The last of them.
        last: u64,
        /// All shards of the table.
        shards: u64,
    },
    /// There are no parts.
    #[error("there are no parts of tables in {}", folder.display())]
    None {
        /// The folder.
        folder: PathBuf,
    },
}

/// A part of a table, in a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Part {
    /// The file.
    pub path: PathBuf,
    file: Mutex<Box<dyn StoredFile>>,
    /// The place of the part in its table.
    pub place: PartPlace,
    /// The metadata of the table, except that the lists are those of the part.
    pub metadata: Metadata,
    /// The offset of the first segment.
    offset: u64,
    /// The checksum of each segment, and that of the lists.
    checksums: Vec<u64>,
}

impl Part {
    /// Writes a part. `segments` returns the segments, for each shard those of all cells in turn.
    /// `lists` returns those ranks of each listed level that are in the part.
    ///
    /// # Errors
    /// As [`write_table`](tilebase_core::format::write_table).
    ///
    /// # Panics
    /// If the place does not fit the metadata.
    pub fn write(
        place: &PartPlace,
        metadata: &Metadata,
        segments: impl IntoIterator<Item = io::Result<impl Deref<Target = [u8]>>>,
        lists: &[Vec<u64>],
        mut out: impl Write,
        monitor: &Monitor<'_, Written>,
    ) -> Result<(), WriteError> {
        assert!(place.fits(metadata), "{place:?} of {}", metadata.subject);
        let listed = metadata.listed.iter().map(|level| level.depth);
        let listed = listed.zip(lists.iter().map(|ranks| ranks.len() as u64));
        let metadata = metadata.clone().listing(listed);
        let blob = metadata.encode().ok_or(WriteError::Metadata)?;
        let header = (MAGIC, VERSION, blob.len() as u64, place);
        let mut header = bincode::serialize(&header).expect("numbers");
        let sum = checksum(&[&header[..], &blob].concat());
        header.extend_from_slice(&sum.to_le_bytes());
        out.write_all(&header)?;
        out.write_all(&blob)?;
        let total = place.segments() * place.segment;
        let mut checksums = Vec::new();
        write_payload(segments, total, &mut out, monitor, |segment| {
            checksums.push(checksum(segment));
        })?;
        let lists = bytes_of_words(&lists.concat());
        checksums.push(checksum(&lists));
        out.write_all(&lists)?;
        let checksums = bytes_of_words(&checksums);
        out.write_all(&checksums)?;
        out.write_all(&checksum(&checksums).to_le_bytes())?;
        Ok(())
    }

    /// Opens a part. Its header, its length and its list of checksums are checked at once, and the
    /// rest when it is read.
    ///
    /// # Errors
    /// If it is not a part, is damaged or cannot be read.
    pub fn open(storage: &dyn Storage, path: &Path) -> Result<Self, PartError> {
        let opened = storage.open(path, Access::Read);
        opened
            .and_then(|file| Self::parse(path, file))
            .map_err(|error| match error.kind() {
                io::ErrorKind::Unsupported => PartError::NotAPart(path.to_owned()),
                _ => not_read(path, error),
            })
    }

    fn parse(path: &Path, mut file: Box<dyn StoredFile>) -> io::Result<Self> {
        let length = file.length()?;
        let mut header = [0; HEADER];
        file.read_at(0, &mut header)?;
        let (magic, version, metadata_length, place, sum): ([u8; 8], u64, u64, PartPlace, u64) =
            bincode::deserialize(&header).expect("numbers of fixed width");
        if magic != MAGIC || version != VERSION {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        if metadata_length > Metadata::MOST_BYTES {
            return Err(damaged());
        }
        let mut blob = vec![0; metadata_length as usize];
        file.read_at(HEADER as u64, &mut blob)?;
        if checksum(&[&header[..HEADER - 8], &blob].concat()) != sum {
            return Err(damaged());
        }
        let metadata = Metadata::decode(&blob).ok_or_else(damaged)?;
        if !place.fits(&metadata) {
            return Err(damaged());
        }
        let offset = (HEADER + blob.len()) as u64;
        // A header may contain any numbers. They fit 64 bits only if the length of the file agrees
        // with them.
        let mut listed = 0;
        for level in &metadata.listed {
            if u128::from(level.first) != listed {
                return Err(damaged());
            }
            listed += u128::from(level.count);
        }
        let segments = u128::from(place.segments());
        let tail = u128::from(offset) + segments * u128::from(place.segment) + 8 * listed;
        let sums = 8 * (segments + 1);
        if tail + sums + 8 != length.into() {
            return Err(damaged());
        }
        let (tail, sums) = (tail as u64, sums as u64);
        let mut checksums = zeros(sums)?;
        file.read_at(tail, &mut checksums)?;
        let mut last = [0; 8];
        file.read_at(tail + sums, &mut last)?;
        if checksum(&checksums).to_le_bytes() != last {
            return Err(damaged());
        }
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            place,
            metadata,
            offset,
            checksums: words_of_bytes(&checksums),
        })
    }

    /// Reads bytes and compares them with the checksum of this number.
    fn read(&self, offset: u64, length: u64, number: usize) -> Result<Vec<u8>, PartError> {
        let range = ChecksummedRange {
            offset,
            length,
            checksum: self.checksums[number],
        };
        // A thread that panicked cannot have changed what is read next from the file.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = range.read(&mut **file);
        read.map_err(|error| not_read(&self.path, error))
    }

    /// Reads the segment of a cell and a shard of the part.
    pub(super) fn segment(&self, cell: u64, shard: u64) -> Result<Vec<u8>, PartError> {
        let PartPlace {
            cells,
            first,
            segment,
            ..
        } = self.place;
        let number = (shard - first) * cells + cell;
        self.read(self.offset + number * segment, segment, number as usize)
    }

    /// Reads all lists, one after another.
    pub(super) fn lists(&self) -> Result<Vec<u64>, PartError> {
        let segments = self.place.segments();
        let listed: u64 = self.metadata.listed.iter().map(|level| level.count).sum();
        let offset = self.offset + segments * self.place.segment;
        let bytes = self.read(offset, 8 * listed, segments as usize)?;
        Ok(words_of_bytes(&bytes))
    }
}

/// Returns the error of a file that is damaged, or that the system cannot read.
fn not_read(path: &Path, source: io::Error) -> PartError {
    let path = path.to_owned();
    if is_damage(&source) {
        PartError::Damaged(path)
    } else {
        PartError::Io { path, source }
    }
}
