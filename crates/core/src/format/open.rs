//! Tables in files: the one place where the format meets paths.

use std::{io, path::Path};

use super::{FormatError, Origin, TableFile};
use crate::Bytes;

impl TableFile {
    /// Maps whatever table the file at `path` holds. Costs the same whatever its size.
    ///
    /// # Safety
    /// As [`Bytes::map`]: while the table or a clone of it lives, nobody may change the file.
    /// [`replace`](crate::storage::replace), which every builder uses, never does.
    ///
    /// # Errors
    /// If it is not there, cannot be read, is of another version, or its header shows damage.
    /// Damage to the distances shows when they are read: see [`Payload`](super::Payload).
    pub unsafe fn map(path: &Path) -> Result<Self, FormatError> {
        // SAFETY: the caller makes the same promise.
        Self::open(path, unsafe { Bytes::map(path) })
    }

    /// Reads whatever table the file at `path` holds into memory: for files that others may change.
    ///
    /// # Errors
    /// As [`map`](Self::map), and if there is not the memory.
    pub fn read(path: &Path) -> Result<Self, FormatError> {
        Self::open(path, Bytes::read(path))
    }

    fn open(path: &Path, bytes: io::Result<Bytes>) -> Result<Self, FormatError> {
        let origin = || Origin::File(path.to_owned());
        let bytes = bytes.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FormatError::Missing {
                path: path.to_owned(),
            },
            io::ErrorKind::InvalidInput => FormatError::NotATable { origin: origin() },
            _ => FormatError::io("open", path)(error),
        })?;
        Self::parse(bytes, origin())
    }
}
