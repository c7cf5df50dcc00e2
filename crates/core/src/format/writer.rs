//! Writing a table so that it appears whole or not at all.

use std::{
    fs::File,
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use xxhash_rust::xxh3::Xxh3;

use super::{BuildLock, FormatError, ListedLevel, Metadata, error::io_error, preamble::Preamble};
use crate::Monitor;

/// What table files end in.
pub(super) const EXTENSION: &str = "tilebase";

/// How much is written and hashed at a time, in bytes.
const STEP: usize = 4 << 20;

/// How far writing a table has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Bytes of the payload written so far.
    pub bytes: u64,
    /// Bytes of the payload in all.
    pub total: u64,
}

/// Writes a table to `folder` under its subject's name, replacing any that is there, and returns its
/// path.
///
/// `levels` are the levels to list, each a depth and the sorted ranks of its states;
/// `metadata.listed` is filled in from them. The payload may come in several parts. The lock shows
/// that nobody else is writing the same table, so one name serves for the temporary file and what a
/// killed process left behind is simply overwritten.
///
/// # Errors
/// If the disk refuses (full, not writable) or the monitor asks to stop. The temporary file is removed
/// and an older table stays as it was.
pub fn write_table(
    _lock: &BuildLock,
    folder: &Path,
    metadata: &Metadata,
    levels: &[(u32, Vec<u64>)],
    payload: &[&[u8]],
    monitor: &Monitor<'_, Written>,
) -> Result<PathBuf, FormatError> {
    let name = metadata.subject.file_name();
    let path = folder.join(&name);
    let temporary = folder.join(format!(".{name}.part"));
    let written = write_parts(&temporary, metadata, levels, payload, monitor)
        .and_then(|()| std::fs::rename(&temporary, &path).map_err(io_error("rename to", &path)));
    if let Err(error) = written {
        // The first error is the one to tell; what cannot be removed now is overwritten next time.
        let _ = std::fs::remove_file(&temporary);
        return Err(error);
    }
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(io_error("sync the folder", folder))?;
    Ok(path)
}

fn write_parts(
    path: &Path,
    metadata: &Metadata,
    levels: &[(u32, Vec<u64>)],
    payload: &[&[u8]],
    monitor: &Monitor<'_, Written>,
) -> Result<(), FormatError> {
    let metadata = Metadata {
        listed: directory(levels),
        ..metadata.clone()
    };
    let blob = metadata.encode().ok_or_else(|| FormatError::Inconsistent {
        path: path.to_owned(),
        problem: "its metadata is too long to write".to_owned(),
    })?;
    let total = payload.iter().map(|part| part.len() as u64).sum();
    let listed: u64 = levels.iter().map(|(_, ranks)| ranks.len() as u64).sum();
    let mut preamble = Preamble::laid_out(blob.len() as u32, total, 8 * listed);

    let failed = || io_error("write", path);
    let mut file = File::create(path).map_err(io_error("create", path))?;

    file.seek(SeekFrom::Start(preamble.payload_offset))
        .map_err(failed())?;
    let mut hasher = Xxh3::new();
    let mut bytes = 0;
    for part in payload {
        for step in part.chunks(STEP) {
            if monitor.stopped() {
                return Err(FormatError::Interrupted {
                    path: path.to_owned(),
                });
            }
            hasher.update(step);
            file.write_all(step).map_err(failed())?;
            bytes += step.len() as u64;
            monitor.report(&Written { bytes, total });
        }
    }
    preamble.payload_checksum = hasher.digest();

    // The gap before the lists must exist even where there are none.
    file.set_len(preamble.lists_offset).map_err(failed())?;
    file.seek(SeekFrom::Start(preamble.lists_offset))
        .map_err(failed())?;
    preamble.lists_checksum = write_lists(&file, levels).map_err(failed())?;

    preamble.header_checksum = preamble.checksum_with(&blob);
    file.seek(SeekFrom::Start(0)).map_err(failed())?;
    file.write_all(&preamble.to_bytes()).map_err(failed())?;
    file.write_all(&blob).map_err(failed())?;
    file.sync_all().map_err(io_error("sync", path))
}

fn directory(levels: &[(u32, Vec<u64>)]) -> Vec<ListedLevel> {
    let mut first = 0;
    levels
        .iter()
        .map(|(depth, ranks)| {
            let level = ListedLevel {
                depth: *depth,
                first,
                count: ranks.len() as u64,
            };
            first += level.count;
            level
        })
        .collect()
}

fn write_lists(file: &File, levels: &[(u32, Vec<u64>)]) -> io::Result<u64> {
    let mut hasher = Xxh3::new();
    let mut out = BufWriter::new(file);
    for rank in levels.iter().flat_map(|(_, ranks)| ranks) {
        hasher.update(&rank.to_le_bytes());
        out.write_all(&rank.to_le_bytes())?;
    }
    out.flush()?;
    Ok(hasher.digest())
}
