//! Opens tables in files. No other file of the format handles paths.

use std::{io, path::Path};

use super::{FormatError, Origin, TableFile};
use crate::{Bytes, storage::Storage};

impl TableFile {
    /// Maps the table in the file at `path`, whatever its subject. Costs the same for any size.
    ///
    /// # Safety
    /// As for [`Bytes::map`]: no process may change the file while the table or a clone of it
    /// exists. [`replace`](crate::storage::replace), with which every builder writes its files,
    /// never changes a file.
    ///
    /// # Errors
    /// If the file does not exist, cannot be read, has another version, or has a damaged header.
    /// Damage to the distances is found when they are read: see [`Payload`](super::Payload).
    pub unsafe fn map(storage: &dyn Storage, path: &Path) -> Result<Self, FormatError> {
        // SAFETY: the caller makes the same promise.
        Self::open(path, unsafe { storage.map(path) })
    }

    /// Reads the table in the file at `path` into memory, whatever its subject. This is safe for
    /// files that other processes may change.
    ///
    /// # Errors
    /// If the file does not exist, cannot be read, has another version, or has a damaged header,
    /// and if there is not enough memory. Damage to the distances is found when they are read: see
    /// [`Payload`](super::Payload).
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
