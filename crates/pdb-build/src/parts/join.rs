//! Joining the parts of a table.

use std::{
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

use tilebase_core::{
    Monitor,
    format::{Metadata, WriteError, Written, write_table},
};

use super::part::{Part, PartError};

/// All parts of a table, each once.
#[derive(Debug)]
#[non_exhaustive]
pub struct Parts {
    /// The parts in the order of their shards.
    parts: Vec<Part>,
    /// The metadata of the table.
    pub metadata: Metadata,
}

impl Parts {
    /// Joins the parts of one table.
    ///
    /// # Errors
    /// If one is missing, occurs twice, or is of another table.
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
            let (given, size) = (&part.metadata, (part.place.cells, part.place.shards));
            if size != (place.cells, place.shards)
                || (&given.subject, given.encoding) != (&metadata.subject, metadata.encoding)
                || (given.entries, &given.counts) != (metadata.entries, &metadata.counts)
            {
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

    /// Returns the files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.parts.iter().map(|part| &*part.path)
    }

    /// Writes the table of the parts, as [`write_table`] does. Every byte of the parts is compared
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
    if next == found {
        Ok(())
    } else {
        Err(PartError::Missing {
            first: next,
            last: found - 1,
            shards,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Cursor, ops::Range};

    use tilebase_core::{
        Memory, checksum,
        format::{Built, Encoding, ListedLevel, Subject},
        storage::Disk,
    };

    use super::{super::PartPlace, *};

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
        let file = fs::File::create(&path).unwrap();
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
                .map(|path| Part::open(&Disk, path))
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
    fn the_header_is_as_documented() {
        let folder = tempfile::tempdir().unwrap();
        let file = fs::read(write(folder.path(), 0, 4..9)).unwrap();
        let words: Vec<u64> = file.as_chunks().0[..9]
            .iter()
            .map(|word| u64::from_le_bytes(*word))
            .collect();
        let metadata = &file[72..][..words[2] as usize];
        assert!(Metadata::decode(metadata).is_some());
        assert_eq!(file[..8], *b"TILEPART");
        assert_eq!(words[1], 1);
        assert_eq!(words[3..8], [CELLS, SHARDS, 4, 9, SEGMENT]);
        assert_eq!(words[8], checksum(&[&file[..64], metadata].concat()));
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
            foreign.contains("of different tables") && foreign.contains("home1"),
            "{foreign}"
        );
        assert!(matches!(join(&[]), Err(PartError::None { .. })));
    }

    /// Writes a part whose header is right by its checksum, whatever its numbers are.
    fn forge(folder: &Path, metadata: &Metadata, place: [u64; 5], tail: &[u8]) -> PathBuf {
        let blob = metadata.encode().unwrap();
        let numbers = [1, blob.len() as u64].into_iter().chain(place);
        let numbers = numbers.flat_map(u64::to_le_bytes);
        let mut bytes: Vec<u8> = b"TILEPART".iter().copied().chain(numbers).collect();
        let sum = checksum(&[&bytes[..], &blob].concat());
        bytes.extend(sum.to_le_bytes());
        bytes.extend(blob);
        bytes.extend(tail);
        let path = folder.join("forged.tilepart");
        fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn numbers_beyond_the_file_are_damage() {
        let folder = tempfile::tempdir().unwrap();
        let part = |entries, levels: &[(u64, u64)], place: [u64; 5], sums: usize| {
            let listed = levels.iter().map(|&(first, count)| ListedLevel {
                depth: 0,
                first,
                count,
            });
            let metadata = Metadata {
                entries,
                listed: listed.collect(),
                ..metadata(0)
            };
            // A state, a rank, checksums, and theirs.
            let mut tail = vec![0; if entries == 0 { 0 } else { 9 }];
            tail.extend(vec![0; 8 * sums]);
            tail.extend(checksum(&vec![0; 8 * sums]).to_le_bytes());
            Part::open(&Disk, &forge(folder.path(), &metadata, place, &tail))
        };
        let damaged = |part| matches!(part, Err(PartError::Damaged { .. }));
        assert!(part(1, &[(0, 1)], [1, 1, 0, 1, 1], 2).is_ok());
        // A list that begins beyond the others.
        assert!(damaged(part(1, &[(7, 1)], [1, 1, 0, 1, 1], 2)));
        // More ranks than can be counted.
        let many = [(0, u64::MAX), (u64::MAX, 2)];
        assert!(damaged(part(1, &many, [1, 1, 0, 1, 1], 2)));
        assert!(damaged(part(1, &[(0, 1 + (1 << 61))], [1, 1, 0, 1, 1], 2)));
        // More checksums of nothing than can be counted.
        let segments = (1 << 61) - 1;
        assert!(damaged(part(0, &[], [segments, 1, 0, 1, 0], 0)));
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
