//! A table fresh from its builder, and how it is written.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{
    FORMAT_VERSION, ListedLevel, Metadata, Subject, WriteError, pages::PAGE, preamble::Preamble,
};
use crate::{Memory, Monitor};

/// How much is written at a time, in bytes: whole pages.
const STEP: usize = 4 << 20;

/// Levels of a table, each a depth in moves and the ranks of its states, ascending.
pub type Levels = Vec<(u32, Vec<u64>)>;

/// A table as its builder hands it over, in memory.
///
/// [`TableFile::from`](super::TableFile) answers from it without a copy; [`write`](Self::write) makes a
/// file of it.
#[derive(Debug)]
pub struct Built {
    /// What the table says of itself. [`new`](Self::new) fills in which levels are listed.
    metadata: Metadata,
    levels: Levels,
    payload: Memory,
}

/// How far writing a table has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Bytes of the payload written so far.
    pub bytes: u64,
    /// Bytes of the payload in all.
    pub total: u64,
}

impl Built {
    /// Puts a table together.
    ///
    /// `levels` are the levels to list, each a depth and the sorted ranks of its states;
    /// `metadata.listed` is set to match them. The payload holds the distances as the encoding says.
    ///
    /// # Panics
    /// If the payload has not the length that the metadata's encoding and entries ask for.
    pub fn new(metadata: Metadata, levels: Levels, payload: Memory) -> Self {
        assert_eq!(
            payload.len() as u64,
            metadata.encoding.bytes(metadata.entries),
            "the payload of {}",
            metadata.subject
        );
        let mut first = 0;
        let listed = levels.iter().map(|(depth, ranks)| {
            let level = ListedLevel {
                depth: *depth,
                first,
                count: ranks.len() as u64,
            };
            first += level.count;
            level
        });
        Self {
            metadata: Metadata {
                listed: listed.collect(),
                ..metadata
            },
            levels,
            payload,
        }
    }

    /// Returns what the table is about.
    pub fn subject(&self) -> &Subject {
        &self.metadata.subject
    }

    /// Returns what the table says of itself.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the listed levels, each a depth and the ranks of its states, ascending.
    pub fn levels(&self) -> &[(u32, Vec<u64>)] {
        &self.levels
    }

    /// Returns the distances, as the metadata's encoding says.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Returns bytes of the file that [`write`](Self::write) makes.
    pub fn file_length(&self) -> u64 {
        let metadata = self.metadata.encode().map_or(0, |blob| blob.len());
        self.layout(metadata).file_length()
    }

    /// Writes the table as a file, from the start of `out` on, which is empty.
    ///
    /// Goes back to the start to fill in the checksums, and flushes nothing: a file is still to be synced.
    ///
    /// # Errors
    /// If `out` fails or the monitor asks to stop.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tilebase_core::{Memory, Monitor, format::{Built, Encoding, Metadata, Subject, TableFile}};
    ///
    /// let metadata = Metadata {
    ///     subject: Subject::Sliding { shape: "2x2".parse()?, home: 3 },
    ///     encoding: Encoding::Byte,
    ///     entries: 12,
    ///     counts: vec![1, 2, 2, 2, 2, 2, 1],
    ///     listed: Vec::new(),
    ///     builder: "an example".to_owned(),
    ///     seconds: 0.0,
    /// };
    /// let built = Built::new(metadata, vec![(0, vec![0])], Memory::copy_of(&[0; 12])?);
    /// let mut file = Cursor::new(Vec::new());
    /// built.write(&mut file, &Monitor::silent())?;
    /// let table = TableFile::from_bytes(file.into_inner())?;
    /// table.verify_checksums(&Monitor::silent())?;
    /// assert_eq!(table.metadata(), built.metadata());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        &self,
        mut out: impl Write + Seek,
        monitor: &Monitor<'_, Written>,
    ) -> Result<(), WriteError> {
        let blob = self.metadata.encode().ok_or(WriteError::Metadata)?;
        let mut preamble = self.layout(blob.len());

        write_zeros(&mut out, preamble.payload_offset)?;
        let total = self.payload.len() as u64;
        let mut pages = Vec::with_capacity(preamble.pages() as usize);
        let mut bytes = 0;
        for step in self.payload.chunks(STEP) {
            if monitor.stopped() {
                return Err(WriteError::Interrupted);
            }
            pages.extend(step.chunks(PAGE).map(xxh3_64));
            out.write_all(step)?;
            bytes += step.len() as u64;
            monitor.report(&Written { bytes, total });
        }
        write_zeros(
            &mut out,
            preamble.lists_offset - (preamble.payload_offset + total),
        )?;
        let ranks = self.levels.iter().flat_map(|(_, ranks)| ranks);
        preamble.lists_checksum = write_numbers(ranks, &mut out)?;
        preamble.payload_checksum = write_numbers(&pages, &mut out)?;

        preamble.header_checksum = preamble.checksum_with(&blob);
        out.seek(SeekFrom::Start(0))?;
        out.write_all(&preamble.to_bytes())?;
        out.write_all(&blob)?;
        Ok(())
    }

    /// Returns where the parts of the file lie with metadata of this length, without checksums.
    fn layout(&self, metadata_length: usize) -> Preamble {
        let listed: u64 = self.metadata.listed.iter().map(|level| level.count).sum();
        Preamble::laid_out(
            FORMAT_VERSION,
            metadata_length as u32,
            self.payload.len() as u64,
            8 * listed,
        )
    }
}

/// Writes numbers of eight bytes. Returns their checksum.
fn write_numbers<'a>(
    numbers: impl IntoIterator<Item = &'a u64>,
    out: impl Write,
) -> io::Result<u64> {
    let mut hasher = Xxh3::new();
    let mut out = BufWriter::new(out);
    for number in numbers {
        hasher.update(&number.to_le_bytes());
        out.write_all(&number.to_le_bytes())?;
    }
    out.flush()?;
    Ok(hasher.digest())
}

/// Fills a gap, which is shorter than a page or two.
fn write_zeros(mut out: impl Write, length: u64) -> io::Result<()> {
    io::copy(&mut io::Read::take(io::repeat(0), length), &mut out).map(drop)
}
