//! Writes a table file whose distances and lists come in parts, so that only one part at a time has
//! to be in memory.

use std::{
    io::{self, BufWriter, Seek, SeekFrom, Write},
    ops::Deref,
};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{Metadata, WriteError, pages::PAGE, preamble::Preamble};
use crate::Monitor;

/// The progress of writing a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The number of bytes of the payload written until now.
    pub bytes: u64,
    /// The length of the payload in bytes.
    pub total: u64,
}

/// Writes a table as a file to `out`, which must be empty, from its start.
///
/// `payload` gives the distances in the metadata's encoding, in parts of any length. `lists` gives
/// the ranks of each level that the metadata lists, in the same order. The function seeks back to
/// the start to fill in the checksums. It does not flush: the caller must still sync a file.
///
/// # Errors
/// If `out` fails, a part is an error, the parts do not have the length that the metadata states,
/// or the monitor asks to stop.
pub fn write_table(
    metadata: &Metadata,
    payload: impl IntoIterator<Item = io::Result<impl Deref<Target = [u8]>>>,
    lists: impl IntoIterator<Item = io::Result<impl Deref<Target = [u64]>>>,
    mut out: impl Write + Seek,
    monitor: &Monitor<'_, Written>,
) -> Result<(), WriteError> {
    let blob = metadata.encode().ok_or(WriteError::Metadata)?;
    let mut preamble = Preamble::new(metadata, blob.len() as u32);
    write_zeros(&mut out, preamble.payload_offset)?;
    let total = preamble.payload_length;
    let mut pages = PageSums::default();
    write_payload(payload, total, &mut out, monitor, |part| pages.update(part))?;
    let pages = pages.finish();
    let end = preamble.payload_offset + total;
    write_zeros(&mut out, preamble.lists_offset - end)?;
    let mut ranks = 0;
    let counted = lists.into_iter().inspect(|list| {
        ranks += list.as_ref().map_or(0, |list| list.len() as u64);
    });
    preamble.lists_checksum = write_numbers(counted, &mut out)?;
    expect_length(preamble.lists_length, 8 * ranks)?;
    preamble.payload_checksum = write_numbers([Ok(pages)], &mut out)?;

    preamble.header_checksum = preamble.checksum_with(&blob);
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&preamble.to_bytes())?;
    out.write_all(&blob)?;
    Ok(())
}

/// Writes distances of `total` bytes that come in parts. Calls `each` with every part.
///
/// # Errors
/// As [`write_table`].
pub fn write_payload(
    parts: impl IntoIterator<Item = io::Result<impl Deref<Target = [u8]>>>,
    total: u64,
    mut out: impl Write,
    monitor: &Monitor<'_, Written>,
    mut each: impl FnMut(&[u8]),
) -> Result<(), WriteError> {
    let mut bytes = 0;
    for part in parts {
        if monitor.stopped() {
            return Err(WriteError::Stopped);
        }
        let part = part?;
        each(&part);
        out.write_all(&part)?;
        bytes += part.len() as u64;
        monitor.report(&Written { bytes, total });
    }
    expect_length(total, bytes)
}

fn expect_length(expected: u64, found: u64) -> Result<(), WriteError> {
    if expected == found {
        Ok(())
    } else {
        Err(WriteError::Length { expected, found })
    }
}

impl Metadata {
    /// Returns an upper bound on the length of the table's file in bytes. It exceeds the length by
    /// at most [`MOST_BYTES`](Self::MOST_BYTES).
    pub fn file_length(&self) -> u64 {
        Preamble::new(self, 0).file_length() + Self::MOST_BYTES
    }
}

/// Computes the checksums of pages from bytes that come in parts.
#[derive(Debug, Default)]
struct PageSums {
    checksums: Vec<u64>,
    /// The beginning of a page that is not complete yet.
    begun: Vec<u8>,
}

impl PageSums {
    fn update(&mut self, mut part: &[u8]) {
        if !self.begun.is_empty() {
            let (end, rest) = part.split_at(part.len().min(PAGE - self.begun.len()));
            self.begun.extend_from_slice(end);
            part = rest;
            if self.begun.len() < PAGE {
                return;
            }
            self.checksums.push(xxh3_64(&self.begun));
            self.begun.clear();
        }
        let pages = part.chunks_exact(PAGE);
        self.begun.extend_from_slice(pages.remainder());
        self.checksums.extend(pages.map(xxh3_64));
    }

    fn finish(mut self) -> Vec<u64> {
        if !self.begun.is_empty() {
            self.checksums.push(xxh3_64(&self.begun));
        }
        self.checksums
    }
}

/// Writes numbers of eight bytes each and returns their checksum.
fn write_numbers(
    parts: impl IntoIterator<Item = io::Result<impl Deref<Target = [u64]>>>,
    out: impl Write,
) -> io::Result<u64> {
    let mut hasher = Xxh3::new();
    let mut out = BufWriter::new(out);
    for part in parts {
        for number in part?.iter() {
            hasher.update(&number.to_le_bytes());
            out.write_all(&number.to_le_bytes())?;
        }
    }
    out.flush()?;
    Ok(hasher.digest())
}

/// Writes `length` bytes of zeros.
fn write_zeros(mut out: impl Write, length: u64) -> io::Result<()> {
    io::copy(&mut io::Read::take(io::repeat(0), length), &mut out).map(drop)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::{
        Memory,
        format::{Built, Encoding, Subject},
    };

    /// Wherever the payload is cut, the parts make the same file.
    #[test]
    fn parts_of_any_length_make_the_same_file() {
        let metadata = Metadata {
            subject: Subject::Sliding {
                shape: "3x3".parse().unwrap(),
                home: 0,
            },
            encoding: Encoding::Byte,
            entries: 181_440,
            counts: vec![1, 181_439],
            listed: Vec::new(),
            builder: "a test".to_owned(),
            seconds: 0.0,
        };
        let payload: Vec<u8> = (0..181_440u32).map(|at| (at / 7) as u8).collect();
        let levels = vec![(0, vec![5]), (1, (0..1000).collect())];
        let payload_memory = Memory::copy_of(&payload).unwrap();
        let built = Built::new(metadata, levels.clone(), payload_memory);
        let mut whole = Cursor::new(Vec::new());
        built.write(&mut whole, &Monitor::silent()).unwrap();
        let write = |payload: &[u8], length: usize| {
            let mut out = Cursor::new(Vec::new());
            let parts = payload.chunks(length).map(Ok);
            let lists = levels.iter().map(|(_, ranks)| Ok(&ranks[..]));
            let written = write_table(built.metadata(), parts, lists, &mut out, &Monitor::silent());
            written.map(|()| out.into_inner())
        };
        for length in [100, 4095, 4096, 4097, 10_000, 1_000_000] {
            assert!(
                write(&payload, length).unwrap() == *whole.get_ref(),
                "{length}"
            );
        }
        let short = write(&payload[1..], 5000);
        assert!(matches!(short, Err(WriteError::Length { .. })), "{short:?}");
    }
}
