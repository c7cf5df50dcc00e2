//! Opening a table.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use memmap2::Mmap;
use xxhash_rust::xxh3::Xxh3;

use super::{
    FORMAT_VERSION, FormatError, Metadata, Subject,
    error::io_error,
    map::{copy, map},
    metadata::LONGEST,
    preamble::{LENGTH, MAGIC, Preamble},
};
use crate::Monitor;

/// A table, mapped into memory. Its payload is what [`AsRef<[u8]>`](AsRef) gives.
///
/// Pages are read from disk when they are touched, and shared between processes.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    map: Mmap,
    preamble: Preamble,
    metadata: Metadata,
}

impl TableFile {
    /// Opens the table of `subject` in `folder`. Costs the same whatever its size.
    ///
    /// # Errors
    /// If it is not there, cannot be read, is of another version, or its header shows damage. Damage to
    /// the distances is not looked for: see [`verify_checksums`](Self::verify_checksums).
    pub fn open(folder: &Path, subject: &Subject) -> Result<Self, FormatError> {
        let path = folder.join(subject.file_name());
        let table = Self::open_path(&path)?;
        if table.metadata.subject == *subject {
            Ok(table)
        } else {
            Err(FormatError::OtherSubject {
                path,
                expected: subject.to_string(),
                found: table.metadata.subject.to_string(),
            })
        }
    }

    /// Opens whatever table a file holds.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_path(path: &Path) -> Result<Self, FormatError> {
        let mut file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FormatError::Missing {
                path: path.to_owned(),
            },
            _ => io_error("open", path)(error),
        })?;
        let found = file.metadata().map_err(io_error("examine", path))?.len();
        let damaged = |problem: &str| FormatError::Inconsistent {
            path: path.to_owned(),
            problem: problem.to_owned(),
        };

        let mut bytes = [0; LENGTH];
        read_or_short(&mut file, &mut bytes, path, found)?;
        if bytes[..8] != MAGIC {
            return Err(FormatError::NotATable {
                path: path.to_owned(),
            });
        }
        let preamble = Preamble::from_bytes(&bytes);
        if preamble.version != FORMAT_VERSION {
            return Err(FormatError::OtherVersion {
                path: path.to_owned(),
                found: preamble.version,
                supported: FORMAT_VERSION,
            });
        }
        if u64::from(preamble.metadata_length) > LONGEST {
            return Err(damaged("its metadata is longer than any can be"));
        }
        let mut blob = vec![0; preamble.metadata_length as usize];
        read_or_short(&mut file, &mut blob, path, found)?;
        if preamble.checksum_with(&blob) != preamble.header_checksum {
            return Err(FormatError::Checksum {
                path: path.to_owned(),
                part: "its header",
            });
        }
        let metadata =
            Metadata::decode(&blob).ok_or_else(|| damaged("its metadata cannot be read"))?;

        if found != preamble.file_length() {
            return Err(FormatError::Length {
                path: path.to_owned(),
                expected: preamble.file_length(),
                found,
            });
        }
        let Preamble {
            payload_length,
            lists_length,
            ..
        } = preamble;
        let expected = Preamble {
            version: preamble.version,
            payload_checksum: preamble.payload_checksum,
            lists_checksum: preamble.lists_checksum,
            header_checksum: preamble.header_checksum,
            ..Preamble::laid_out(preamble.metadata_length, payload_length, lists_length)
        };
        let listed: u64 = metadata.listed.iter().map(|level| level.count).sum();
        if preamble != expected
            || payload_length != metadata.encoding.bytes(metadata.entries)
            || lists_length != 8 * listed
        {
            return Err(damaged("its header contradicts itself"));
        }
        let map = map(&file).map_err(io_error("map", path))?;
        Ok(Self {
            path: path.to_owned(),
            map,
            preamble,
            metadata,
        })
    }

    /// The same table, read into this process's memory at once, in huge pages where the system has them.
    ///
    /// Takes the memory, and a second for a few gigabytes. Look-ups all over a large table are then nearly
    /// twice as quick: the processor translates the addresses of a few huge pages sooner than of many small
    /// ones.
    ///
    /// # Errors
    /// If there is not the memory.
    pub fn into_memory(mut self) -> Result<Self, FormatError> {
        self.map = copy(&self.map).map_err(io_error("read into memory", &self.path))?;
        Ok(self)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the table says of itself.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Bytes of the whole file.
    pub fn file_length(&self) -> u64 {
        self.preamble.file_length()
    }

    /// The distances, as the metadata's encoding says.
    pub fn payload(&self) -> &[u8] {
        let start = self.preamble.payload_offset as usize;
        &self.map[start..start + self.preamble.payload_length as usize]
    }

    /// The ranks at distance `depth`, ascending, where the file lists them: small levels, above all
    /// the first and the last. Reads no distances.
    pub fn listed(&self, depth: u32) -> Option<Vec<u64>> {
        let level = self
            .metadata
            .listed
            .iter()
            .find(|level| level.depth == depth)?;
        let lists = &self.map[self.preamble.lists_offset as usize..];
        let bytes = lists
            .chunks_exact(8)
            .skip(level.first as usize)
            .take(level.count as usize);
        Some(
            bytes
                .map(|rank| u64::from_le_bytes(rank.try_into().expect("chunks of eight")))
                .collect(),
        )
    }

    /// Reads the whole file and compares checksums; reports the bytes read so far.
    ///
    /// # Errors
    /// If a part is not what was written, or the monitor asks to stop.
    pub fn verify_checksums(&self, monitor: &Monitor<'_, u64>) -> Result<(), FormatError> {
        let checksum = |bytes: &[u8]| {
            let mut hasher = Xxh3::new();
            let mut read = 0;
            for step in bytes.chunks(16 << 20) {
                if monitor.stopped() {
                    return Err(FormatError::Interrupted {
                        path: self.path.clone(),
                    });
                }
                hasher.update(step);
                read += step.len() as u64;
                monitor.report(&read);
            }
            Ok(hasher.digest())
        };
        let wrong = |part| {
            Err(FormatError::Checksum {
                path: self.path.clone(),
                part,
            })
        };
        if checksum(self.payload())? != self.preamble.payload_checksum {
            return wrong("its payload");
        }
        if checksum(&self.map[self.preamble.lists_offset as usize..])?
            != self.preamble.lists_checksum
        {
            return wrong("its list of states");
        }
        Ok(())
    }
}

impl AsRef<[u8]> for TableFile {
    fn as_ref(&self) -> &[u8] {
        self.payload()
    }
}

fn read_or_short(
    file: &mut File,
    bytes: &mut [u8],
    path: &Path,
    found: u64,
) -> Result<(), FormatError> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => FormatError::Inconsistent {
            path: path.to_owned(),
            problem: format!("it ends after {found} bytes, within its header"),
        },
        _ => io_error("read", path)(error),
    })
}
