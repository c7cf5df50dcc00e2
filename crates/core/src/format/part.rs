//! Parts of a table, which machines built apart, and how they are joined.
//!
//! A table is cut into segments: for each of its cells the segments of all shards in turn. A part file holds the segments of a
//! range of shards, shard by shard, and the ranks that are listed among them. `docs/FORMAT.md` gives it byte by byte.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    ops::Deref,
    path::{Path, PathBuf},
};

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::{Metadata, WriteError, Written, metadata::LONGEST, write_table};
use crate::Monitor;

/// The extension of part files.
pub const PART_EXTENSION: &str = "tilepart";

const MAGIC: [u8; 8] = *b"TILEPART";

/// The version of part files. It changes with [`FORMAT_VERSION`](super::FORMAT_VERSION)'s ranking order, too.
const VERSION: u64 = 1;

/// Words of eight bytes before the metadata.
const HEADER: usize = 9;

/// Where a part belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartPlace {
    /// Cells of the table: for each there is one segment of every shard.
    pub cells: u64,
    /// Shards of the table.
    pub shards: u64,
    /// The first shard of the part.
    pub first: u64,
    /// The first shard that is not of the part any more.
    pub end: u64,
    /// Bytes of a segment.
    pub segment: u64,
}

impl PartPlace {
    /// Returns the segments of the part.
    fn segments(&self) -> u64 {
        (self.end - self.first) * self.cells
    }

    /// Returns whether the numbers belong together.
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

/// Why parts are not joined.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartError {
    /// The operating system refused.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is no part, or one of another version.
    #[error("{} is no part of a table that this program reads", path.display())]
    NotAPart {
        /// The file.
        path: PathBuf,
    },
    /// Bytes that are not what was written.
    #[error("{} is damaged: copy it again from the machine that made it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A part of another table, or of another build of it.
    #[error(
        "{} is of another table or another build than {}: move one of them away",
        path.display(), first.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The file that it does not go with.
        first: PathBuf,
    },
    /// A shard in two parts.
    #[error("{} and {} both hold shard {shard}: move one of them away", paths.0.display(), paths.1.display())]
    Twice {
        /// The shard.
        shard: u64,
        /// The files.
        paths: (PathBuf, PathBuf),
    },
    /// Shards in no part.
    #[error("shards {first} to {last} of {shards} are missing: copy their part here, too")]
    Missing {
        /// The first of them.
        first: u64,
        /// The last of them.
        last: u64,
        /// All shards of the table.
        shards: u64,
    },
    /// No part at all.
    #[error("there are no parts of tables in {}", folder.display())]
    None {
        /// The folder.
        folder: PathBuf,
    },
}

/// A part of a table, in a file.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    place: PartPlace,
    /// Those of the table; the lists are those of the part.
    metadata: Metadata,
    /// Where the segments begin.
    offset: u64,
    /// Of each segment, and last of the lists.
    checksums: Vec<u64>,
}

impl Part {
    /// Writes a part. `segments` gives the segments, for each shard those of all cells in turn; `lists` the ranks of each level
    /// that the metadata lists, as far as they are in the part.
    ///
    /// # Errors
    /// As [`write_table`](super::write_table).
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
        let mut header = MAGIC.to_vec();
        let numbers = [
            VERSION,
            blob.len() as u64,
            place.cells,
            place.shards,
            place.first,
            place.end,
            place.segment,
        ];
        header.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
        let checksum = xxh3_64(&[&header[..], &blob].concat());
        header.extend_from_slice(&checksum.to_le_bytes());
        out.write_all(&header)?;
        out.write_all(&blob)?;
        let total = place.segments() * place.segment;
        let mut bytes = 0;
        let mut checksums = Vec::new();
        for segment in segments {
            if monitor.stopped() {
                return Err(WriteError::Interrupted);
            }
            let segment = segment?;
            checksums.push(xxh3_64(&segment));
            out.write_all(&segment)?;
            bytes += segment.len() as u64;
            monitor.report(&Written { bytes, total });
        }
        if bytes != total {
            return Err(WriteError::Length {
                expected: total,
                found: bytes,
            });
        }
        let lists = to_bytes(lists.concat());
        checksums.push(xxh3_64(&lists));
        out.write_all(&lists)?;
        let checksums = to_bytes(checksums);
        out.write_all(&checksums)?;
        out.write_all(&xxh3_64(&checksums).to_le_bytes())?;
        Ok(())
    }

    /// Opens a part. Its header, its length and its list of checksums are checked at once, the rest when it is read.
    ///
    /// # Errors
    /// If it is no part, is damaged or cannot be read.
    pub fn open(path: &Path) -> Result<Self, PartError> {
        let failed = |source| PartError::Io {
            path: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut file = BufReader::new(file);
        Self::parse(path, &mut file, length).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => PartError::Damaged {
                path: path.to_owned(),
            },
            io::ErrorKind::Unsupported => PartError::NotAPart {
                path: path.to_owned(),
            },
            _ => failed(error),
        })
    }

    fn parse(path: &Path, file: &mut (impl Read + Seek), length: u64) -> io::Result<Self> {
        let mut header = [0; 8 * HEADER];
        file.read_exact(&mut header)?;
        let words = header.as_chunks::<8>().0;
        let word = |at: usize| u64::from_le_bytes(words[at]);
        if words[0] != MAGIC || word(1) != VERSION {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        if word(2) > LONGEST {
            return Err(damaged());
        }
        let mut blob = vec![0; word(2) as usize];
        file.read_exact(&mut blob)?;
        let checksum = xxh3_64(&[&header[..8 * HEADER - 8], &blob].concat());
        if checksum != word(HEADER - 1) {
            return Err(damaged());
        }
        let metadata = Metadata::decode(&blob).ok_or_else(damaged)?;
        let place = PartPlace {
            cells: word(3),
            shards: word(4),
            first: word(5),
            end: word(6),
            segment: word(7),
        };
        let offset = (8 * HEADER + blob.len()) as u64;
        let listed: u64 = metadata.listed.iter().map(|level| level.count).sum();
        if !place.fits(&metadata) {
            return Err(damaged());
        }
        let tail = offset + place.segments() * place.segment + 8 * listed;
        let sums = place.segments() + 1;
        if length != tail + 8 * (sums + 1) {
            return Err(damaged());
        }
        file.seek(SeekFrom::Start(tail))?;
        let mut checksums = vec![0; 8 * sums as usize];
        file.read_exact(&mut checksums)?;
        let mut last = [0; 8];
        file.read_exact(&mut last)?;
        if xxh3_64(&checksums).to_le_bytes() != last {
            return Err(damaged());
        }
        Ok(Self {
            path: path.to_owned(),
            place,
            metadata,
            offset,
            checksums: from_bytes(&checksums),
        })
    }

    /// Returns where the part belongs.
    pub fn place(&self) -> PartPlace {
        self.place
    }

    /// Returns what the table says of itself.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads bytes and compares them with the checksum of this number.
    fn read(&self, offset: u64, length: u64, checksum: usize) -> Result<Vec<u8>, PartError> {
        let failed = |source| PartError::Io {
            path: self.path.clone(),
            source,
        };
        let mut file = File::open(&self.path).map_err(failed)?;
        file.seek(SeekFrom::Start(offset)).map_err(failed)?;
        let mut bytes = vec![0; length as usize];
        let read = file.read_exact(&mut bytes);
        match read {
            Ok(()) if xxh3_64(&bytes) == self.checksums[checksum] => Ok(bytes),
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(failed(error)),
            _ => Err(PartError::Damaged {
                path: self.path.clone(),
            }),
        }
    }

    /// Reads the segment of a cell and a shard of the part.
    fn segment(&self, cell: u64, shard: u64) -> Result<Vec<u8>, PartError> {
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
    fn lists(&self) -> Result<Vec<u64>, PartError> {
        let segments = self.place.segments();
        let listed: u64 = self.metadata.listed.iter().map(|level| level.count).sum();
        let offset = self.offset + segments * self.place.segment;
        let bytes = self.read(offset, 8 * listed, segments as usize)?;
        Ok(from_bytes(&bytes))
    }
}

/// The parts of a table, all of them and none twice.
#[derive(Debug)]
pub struct Parts {
    /// In the order of their shards.
    parts: Vec<Part>,
    metadata: Metadata,
}

impl Parts {
    /// Puts the parts of one table together.
    ///
    /// # Errors
    /// If one is missing, there twice, or of another table.
    pub fn new(mut parts: Vec<Part>) -> Result<Self, PartError> {
        parts.sort_by_key(|part| part.place.first);
        let Some(first) = parts.first() else {
            return Err(PartError::None {
                folder: PathBuf::new(),
            });
        };
        let (place, metadata) = (first.place, first.metadata.clone());
        let mut next = 0;
        let mut before = first;
        for part in &parts {
            let same = |part: &Part| {
                let Metadata {
                    subject,
                    encoding,
                    entries,
                    counts,
                    ..
                } = &part.metadata;
                (part.place.cells, part.place.shards) == (place.cells, place.shards)
                    && (subject, encoding) == (&metadata.subject, &metadata.encoding)
                    && (entries, counts) == (&metadata.entries, &metadata.counts)
            };
            if !same(part) {
                return Err(PartError::Foreign {
                    path: part.path.clone(),
                    first: before.path.clone(),
                });
            }
            if part.place.first < next {
                return Err(PartError::Twice {
                    shard: part.place.first,
                    paths: (before.path.clone(), part.path.clone()),
                });
            }
            expect_next(next, part.place.first, place.shards)?;
            next = part.place.end;
            before = part;
        }
        expect_next(next, place.shards, place.shards)?;
        let listed = metadata.listed.iter().map(|level| {
            let counts = parts.iter().flat_map(|part| &part.metadata.listed);
            let counts = counts.filter(|other| other.depth == level.depth);
            (level.depth, counts.map(|level| level.count).sum())
        });
        let listed: Vec<(u32, u64)> = listed.collect();
        let seconds = parts.iter().map(|part| part.metadata.seconds);
        let metadata = Metadata {
            seconds: seconds.fold(0.0, f64::max),
            ..metadata.listing(listed)
        };
        Ok(Self { parts, metadata })
    }

    /// Returns what the table says of itself.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.parts.iter().map(Part::path)
    }

    /// Returns bytes of the file that the parts make, within a few pages.
    pub fn file_length(&self) -> u64 {
        super::writer::layout(&self.metadata, 0).file_length() + LONGEST
    }

    /// Writes the table that the parts make, as [`write_table`](super::write_table) does. Every byte of the parts is compared
    /// with its checksum.
    ///
    /// # Errors
    /// If a part is damaged or cannot be read, `out` fails, or the monitor asks to stop.
    pub fn write(
        &self,
        out: impl Write + Seek,
        monitor: &Monitor<'_, Written>,
    ) -> Result<(), WriteError> {
        let cells = self.parts.first().map_or(0, |part| part.place.cells);
        let segments = (0..cells).flat_map(|cell| {
            self.parts.iter().flat_map(move |part| {
                let shards = part.place.first..part.place.end;
                shards.map(move |shard| part.segment(cell, shard))
            })
        });
        let segments = segments.map(|segment| segment.map_err(io::Error::other));
        let lists: Result<Vec<_>, _> = self.parts.iter().map(Part::lists).collect();
        let lists = lists.map_err(io::Error::other)?;
        let merged = self.metadata.listed.iter().map(|level| {
            let mut ranks = Vec::with_capacity(level.count as usize);
            for (part, list) in self.parts.iter().zip(&lists) {
                let own = part.metadata.listed.iter();
                for own in own.filter(|own| own.depth == level.depth) {
                    ranks.extend_from_slice(&list[own.first as usize..][..own.count as usize]);
                }
            }
            ranks.sort_unstable();
            Ok(ranks)
        });
        write_table(&self.metadata, segments, merged, out, monitor)
    }
}

/// Refuses a gap between shards.
fn expect_next(next: u64, found: u64, shards: u64) -> Result<(), PartError> {
    match next == found {
        true => Ok(()),
        false => Err(PartError::Missing {
            first: next,
            last: found - 1,
            shards,
        }),
    }
}

fn to_bytes(words: Vec<u64>) -> Vec<u8> {
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}

fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    let words = bytes.as_chunks().0.iter();
    words.map(|word| u64::from_le_bytes(*word)).collect()
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Cursor, ops::Range};

    use super::*;
    use crate::{
        Memory,
        format::{Built, Encoding, Subject},
    };

    const CELLS: u64 = 9;
    const SHARDS: u64 = 12;
    const SEGMENT: u64 = 181_440 / CELLS / SHARDS;

    fn metadata(home: u8) -> Metadata {
        Metadata {
            subject: Subject::Sliding {
                shape: "3x3".parse().unwrap(),
                home,
            },
            encoding: Encoding::Byte,
            entries: 181_440,
            counts: vec![3, 5, 181_432],
            listed: Vec::new(),
            builder: "a test".to_owned(),
            seconds: 1.0,
        }
    }

    /// The lists of a table, by rank: each shard has those within its segments.
    fn levels() -> Vec<(u32, Vec<u64>)> {
        vec![
            (0, vec![7, 1690, 100_000]),
            (2, (0..1000).map(|at| at * 181).collect()),
        ]
    }

    fn payload() -> Vec<u8> {
        (0..181_440u32).map(|at| (at / 7 % 251) as u8).collect()
    }

    /// Writes the part of a range of shards.
    fn write(folder: &Path, home: u8, shards: Range<u64>) -> PathBuf {
        let place = PartPlace {
            cells: CELLS,
            shards: SHARDS,
            first: shards.start,
            end: shards.end,
            segment: SEGMENT,
        };
        let payload = payload();
        let segments: Vec<Vec<u8>> = shards
            .clone()
            .flat_map(|shard| (0..CELLS).map(move |cell| (cell * SHARDS + shard) * SEGMENT))
            .map(|at| payload[at as usize..][..SEGMENT as usize].to_vec())
            .collect();
        let own = |rank: &u64| shards.contains(&(rank / SEGMENT % SHARDS));
        let lists: Vec<Vec<u64>> = levels()
            .into_iter()
            .map(|(_, ranks)| ranks.into_iter().filter(own).collect())
            .collect();
        let listed = levels()
            .into_iter()
            .map(|(depth, ranks)| (depth, ranks.len() as u64));
        let metadata = metadata(home).listing(listed);
        let path = folder.join(place.file_name(&metadata));
        let file = File::create(&path).unwrap();
        let segments = segments.into_iter().map(Ok);
        Part::write(
            &place,
            &metadata,
            segments,
            &lists,
            file,
            &Monitor::silent(),
        )
        .unwrap();
        path
    }

    fn join(paths: &[PathBuf]) -> Result<Parts, PartError> {
        Parts::new(
            paths
                .iter()
                .map(|path| Part::open(path))
                .collect::<Result<_, _>>()?,
        )
    }

    #[test]
    fn parts_make_the_table() {
        let folder = tempfile::tempdir().unwrap();
        let built = Built::new(metadata(0), levels(), Memory::copy_of(&payload()).unwrap());
        let mut expected = Cursor::new(Vec::new());
        built.write(&mut expected, &Monitor::silent()).unwrap();
        for cuts in [vec![0, 12], vec![0, 5, 12], vec![0, 1, 2, 11, 12]] {
            let ranges = cuts.windows(2).map(|ends| ends[0]..ends[1]);
            let mut paths: Vec<PathBuf> =
                ranges.map(|range| write(folder.path(), 0, range)).collect();
            paths.reverse();
            let mut joined = Cursor::new(Vec::new());
            let parts = join(&paths).unwrap();
            parts.write(&mut joined, &Monitor::silent()).unwrap();
            assert!(joined.into_inner() == *expected.get_ref(), "{cuts:?}");
        }
    }

    #[test]
    fn lost_doubled_and_foreign_parts_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b, c] = [0..4, 4..9, 9..12].map(|range| write(folder.path(), 0, range));
        let refused = |paths: &[&PathBuf]| {
            let paths: Vec<PathBuf> = paths.iter().map(|&path| path.clone()).collect();
            join(&paths).unwrap_err().to_string()
        };
        assert!(refused(&[&a, &c]).contains("shards 4 to 8 of 12 are missing"));
        assert!(refused(&[&b, &c]).contains("shards 0 to 3 of 12"));
        assert!(refused(&[&a, &b]).contains("shards 9 to 11 of 12"));
        let over = write(folder.path(), 0, 3..9);
        let twice = refused(&[&a, &over, &c]);
        assert!(
            twice.contains("both hold shard 3") && twice.contains("00003-00008"),
            "{twice}"
        );
        let other = write(folder.path(), 1, 4..9);
        let foreign = refused(&[&a, &other, &c]);
        assert!(
            foreign.contains("another table") && foreign.contains("home1"),
            "{foreign}"
        );
        assert!(matches!(join(&[]), Err(PartError::None { .. })));
    }

    #[test]
    fn any_damage_is_found_and_the_file_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), 0, 0..12);
        let bytes = fs::read(&path).unwrap();
        for step in 0..200 {
            let at = bytes.len() * step / 200 + step % 7;
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            for damaged in [&changed[..], &bytes[..at]] {
                fs::write(&path, damaged).unwrap();
                let error = match join(std::slice::from_ref(&path)) {
                    Ok(parts) => {
                        let written = parts.write(Cursor::new(Vec::new()), &Monitor::silent());
                        written.expect_err("damaged").to_string()
                    }
                    Err(error) => error.to_string(),
                };
                assert!(error.contains("00000-00011"), "{at}: {error}");
            }
        }
    }
}
