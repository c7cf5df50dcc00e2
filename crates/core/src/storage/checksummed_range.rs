//! Ranges of files, each with a checksum.

use std::io;

use serde::{Deserialize, Serialize};

use super::{StoredFile, zeros};
use crate::checksum;

/// A range of a file, and the checksum of its bytes.
///
/// ```
/// use tilebase_core::storage::{Access, ChecksummedRange, Disk, Storage};
/// let path = std::env::temp_dir().join(format!("tilebase-range-{}", std::process::id()));
/// let mut file = Disk.open(&path, Access::New)?;
/// let range = ChecksummedRange::write(&mut *file, 5, b"bytes")?;
/// assert_eq!(range.read(&mut *file)?, b"bytes");
/// file.write_at(7, b"!")?;
/// assert!(range.read(&mut *file).is_err());
/// Disk.remove(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChecksummedRange {
    /// The offset in the file, in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: u64,
    /// The [`checksum`] of the bytes.
    pub checksum: u64,
}

impl ChecksummedRange {
    /// Writes bytes from an offset on.
    ///
    /// # Errors
    /// As [`StoredFile::write_at`].
    pub fn write(file: &mut dyn StoredFile, offset: u64, bytes: &[u8]) -> io::Result<Self> {
        file.write_at(offset, bytes)?;
        Ok(Self {
            offset,
            length: bytes.len() as u64,
            checksum: checksum(bytes),
        })
    }

    /// Returns the bytes.
    ///
    /// # Errors
    /// As [`read_into`](Self::read_into), and if there is not enough memory.
    pub fn read(&self, file: &mut dyn StoredFile) -> io::Result<Vec<u8>> {
        // The length may be any number: no more memory is requested than the file has bytes.
        if file.length()? < self.offset.saturating_add(self.length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = zeros(self.length)?;
        self.read_into(file, &mut bytes)?;
        Ok(bytes)
    }

    /// Fills `to`, which has the length of the range, with the bytes.
    ///
    /// # Errors
    /// As [`StoredFile::read_at`]; [`InvalidData`](io::ErrorKind::InvalidData) if the bytes are not
    /// those that were written. [`is_damage`] separates these errors from others.
    pub fn read_into(&self, file: &mut dyn StoredFile, to: &mut [u8]) -> io::Result<()> {
        file.read_at(self.offset, to)?;
        if checksum(to) == self.checksum {
            Ok(())
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

/// Returns whether an error of reading means that bytes are missing, or are not those that were
/// written.
pub fn is_damage(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData
    )
}
