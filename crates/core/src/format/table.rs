//! A table to be read, from a file or from memory.

use std::{fs::File, io, path::Path, sync::Arc};

use xxhash_rust::xxh3::Xxh3;

use super::{
    Built, FORMAT_VERSION, FormatError, Metadata, Origin, Subject,
    bytes::Bytes,
    metadata::LONGEST,
    preamble::{LENGTH, MAGIC, Preamble},
};
use crate::{Memory, Monitor};

/// A table. Its payload is what [`AsRef<[u8]>`](AsRef) gives.
///
/// It is a file, mapped so that pages are read from disk when they are touched and shared between processes
/// ([`open`](Self::open)); the bytes of a file in memory ([`from_bytes`](Self::from_bytes)); or what a
/// builder handed over ([`From<Built>`](Built)).
///
/// Clones share the bytes.
#[derive(Debug, Clone)]
pub struct TableFile {
    origin: Origin,
    contents: Arc<Contents>,
}

#[derive(Debug)]
enum Contents {
    /// A whole file.
    File {
        bytes: Bytes,
        preamble: Preamble,
        metadata: Metadata,
    },
    Built(Built),
}

impl TableFile {
    /// Opens the file at `path`, which must hold the table of `subject`. Costs the same whatever its size.
    ///
    /// # Errors
    /// If it is not there, cannot be read, is of another version or holds another table, or its header shows
    /// damage. Damage to the distances is not looked for: see [`verify_checksums`](Self::verify_checksums).
    pub fn open(path: &Path, subject: &Subject) -> Result<Self, FormatError> {
        Self::open_path(path)?.expect_subject(subject)
    }

    /// Opens whatever table the file at `path` holds.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_path(path: &Path) -> Result<Self, FormatError> {
        let mut file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FormatError::Missing {
                path: path.to_owned(),
            },
            _ => FormatError::io("open", path)(error),
        })?;
        let bytes = Bytes::of_file(&mut file).map_err(FormatError::io("map", path))?;
        Self::parse(bytes, Origin::File(path.to_owned()))
    }

    /// Reads the table that the bytes of a whole file hold.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_bytes(file: Vec<u8>) -> Result<Self, FormatError> {
        Self::parse(Bytes::Given(file), Origin::Memory)
    }

    /// Checks that this is the table of `subject`.
    ///
    /// # Errors
    /// If it is not.
    pub fn expect_subject(self, subject: &Subject) -> Result<Self, FormatError> {
        let found = &self.metadata().subject;
        if found == subject {
            return Ok(self);
        }
        Err(FormatError::OtherSubject {
            expected: subject.to_string(),
            found: found.to_string(),
            origin: self.origin,
        })
    }

    fn parse(bytes: Bytes, origin: Origin) -> Result<Self, FormatError> {
        let found = bytes.len() as u64;
        let damaged = |problem: &str| FormatError::Inconsistent {
            origin: origin.clone(),
            problem: problem.to_owned(),
        };
        let short = || damaged(&format!("it ends after {found} bytes, within its header"));

        let (header, rest) = bytes.split_first_chunk::<LENGTH>().ok_or_else(short)?;
        if header[..8] != MAGIC {
            return Err(FormatError::NotATable { origin });
        }
        let preamble = Preamble::from_bytes(header);
        if !(1..=FORMAT_VERSION).contains(&preamble.version) {
            return Err(FormatError::OtherVersion {
                origin,
                found: preamble.version,
                supported: FORMAT_VERSION,
            });
        }
        if u64::from(preamble.metadata_length) > LONGEST {
            return Err(damaged("its metadata is longer than any can be"));
        }
        let blob = rest
            .get(..preamble.metadata_length as usize)
            .ok_or_else(short)?;
        if preamble.checksum_with(blob) != preamble.header_checksum {
            return Err(FormatError::Checksum {
                origin,
                part: "its header",
            });
        }
        let metadata =
            Metadata::decode(blob).ok_or_else(|| damaged("its metadata cannot be read"))?;

        if found != preamble.file_length() {
            return Err(FormatError::Length {
                origin,
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
            payload_checksum: preamble.payload_checksum,
            lists_checksum: preamble.lists_checksum,
            header_checksum: preamble.header_checksum,
            ..Preamble::laid_out(
                metadata.version(),
                preamble.metadata_length,
                payload_length,
                lists_length,
            )
        };
        let mut counts = metadata.listed.iter().map(|level| level.count);
        let listed = counts.try_fold(0, u64::checked_add);
        if preamble != expected
            || payload_length != metadata.encoding.bytes(metadata.entries)
            || listed.and_then(|ranks| ranks.checked_mul(8)) != Some(lists_length)
        {
            return Err(damaged("its header contradicts itself"));
        }
        Ok(Self {
            origin,
            contents: Arc::new(Contents::File {
                bytes,
                preamble,
                metadata,
            }),
        })
    }

    /// The same table, read into this process's memory at once, in huge pages where the system has them.
    ///
    /// Takes the memory, and a second for a few gigabytes. Look-ups all over a large table are then nearly
    /// twice as quick: the processor translates the addresses of a few huge pages sooner than of many small
    /// ones. Does nothing to a table that is in memory.
    ///
    /// # Errors
    /// If there is not the memory.
    pub fn into_memory(mut self) -> Result<Self, FormatError> {
        if let (
            Origin::File(path),
            Contents::File {
                bytes,
                preamble,
                metadata,
            },
        ) = (&self.origin, &*self.contents)
        {
            let copy = Memory::copy_of(bytes).map_err(FormatError::io("read into memory", path))?;
            self.contents = Arc::new(Contents::File {
                bytes: Bytes::Copied(copy),
                preamble: *preamble,
                metadata: metadata.clone(),
            });
        }
        Ok(self)
    }

    /// Where the table is.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// What the table says of itself.
    pub fn metadata(&self) -> &Metadata {
        match &*self.contents {
            Contents::File { metadata, .. } => metadata,
            Contents::Built(built) => built.metadata(),
        }
    }

    /// Bytes of the whole file, or of the file that a table in memory would make.
    pub fn file_length(&self) -> u64 {
        match &*self.contents {
            Contents::File { preamble, .. } => preamble.file_length(),
            Contents::Built(built) => built.file_length(),
        }
    }

    /// Where in the file the payload begins, in bytes, so that others can map it; `None` for a table that was
    /// not read from a file.
    pub fn payload_offset(&self) -> Option<u64> {
        match &*self.contents {
            Contents::File { preamble, .. } => Some(preamble.payload_offset),
            Contents::Built(_) => None,
        }
    }

    /// The distances, as the metadata's encoding says.
    pub fn payload(&self) -> &[u8] {
        match &*self.contents {
            // The file has the length that the preamble says, so offsets fit the address space.
            Contents::File {
                bytes, preamble, ..
            } => &bytes[preamble.payload_offset as usize..][..preamble.payload_length as usize],
            Contents::Built(built) => built.payload(),
        }
    }

    /// The ranks at distance `depth`, ascending, where the table lists them: small levels, above all
    /// the first and the last. Reads no distances.
    pub fn listed(&self, depth: u32) -> Option<Vec<u64>> {
        match &*self.contents {
            Contents::File {
                bytes,
                preamble,
                metadata,
            } => {
                let level = metadata.listed.iter().find(|level| level.depth == depth)?;
                let ranks = bytes[preamble.lists_offset as usize..].as_chunks().0.iter();
                let ranks = ranks.skip(level.first as usize).take(level.count as usize);
                Some(ranks.map(|rank| u64::from_le_bytes(*rank)).collect())
            }
            Contents::Built(built) => {
                let mut levels = built.levels().iter();
                let (_, ranks) = levels.find(|(listed, _)| *listed == depth)?;
                Some(ranks.clone())
            }
        }
    }

    /// Reads the whole file and compares checksums; reports the bytes read so far. A table that has not been
    /// a file has none.
    ///
    /// # Errors
    /// If a part is not what was written, or the monitor asks to stop.
    pub fn verify_checksums(&self, monitor: &Monitor<'_, u64>) -> Result<(), FormatError> {
        let Contents::File {
            bytes, preamble, ..
        } = &*self.contents
        else {
            return Ok(());
        };
        let checksum = |bytes: &[u8]| {
            let mut hasher = Xxh3::new();
            let mut read = 0;
            for step in bytes.chunks(16 << 20) {
                if monitor.stopped() {
                    return Err(FormatError::Interrupted {
                        origin: self.origin.clone(),
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
                origin: self.origin.clone(),
                part,
            })
        };
        if checksum(self.payload())? != preamble.payload_checksum {
            return wrong("its payload");
        }
        if checksum(&bytes[preamble.lists_offset as usize..])? != preamble.lists_checksum {
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

impl From<Built> for TableFile {
    fn from(built: Built) -> Self {
        Self {
            origin: Origin::Memory,
            contents: Arc::new(Contents::Built(built)),
        }
    }
}
