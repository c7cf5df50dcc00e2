//! The files of a folder, described as the program lists them.

use std::path::{Path, PathBuf};

use serde::Serialize;
use tilebase_core::format::{Encoding, Origin, Subject, TableFile};

use crate::{answers::as_text, store::Found};

/// The description of a table.
#[derive(Debug, Serialize)]
pub struct TableSummary<'a> {
    #[serde(serialize_with = "as_text")]
    subject: &'a Subject,
    entries: u64,
    states: u64,
    eccentricity: u32,
    hardest: Option<&'a u64>,
    #[serde(serialize_with = "as_text")]
    encoding: Encoding,
    bytes: u64,
    builder: &'a str,
    seconds: f64,
    #[serde(serialize_with = "as_text")]
    path: &'a Origin,
}

impl<'a> From<&'a TableFile> for TableSummary<'a> {
    fn from(table: &'a TableFile) -> Self {
        let metadata = table.metadata();
        Self {
            subject: &metadata.subject,
            entries: metadata.entries,
            states: metadata.reachable(),
            eccentricity: metadata.eccentricity(),
            hardest: metadata.counts.last(),
            encoding: metadata.encoding,
            bytes: table.file_length(),
            builder: &metadata.builder,
            seconds: metadata.seconds,
            path: table.origin(),
        }
    }
}

/// The description of a file in a folder of tables.
#[derive(Debug, Serialize)]
pub struct FileSummary<'a> {
    file: String,
    #[serde(flatten)]
    content: FileContent<'a>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum FileContent<'a> {
    Table(TableSummary<'a>),
    Damaged {
        path: String,
        error: String,
    },
    /// A file that an unfinished build has left, or is writing.
    Leftover {
        path: String,
        leftover: bool,
        bytes: u64,
    },
}

/// Describes what [`Library::tables`](crate::Library::tables) and
/// [`Library::leftovers`](crate::Library::leftovers) return.
pub fn file_summaries<'a>(
    tables: &'a [Found],
    leftovers: &'a [(PathBuf, u64)],
) -> impl Iterator<Item = FileSummary<'a>> {
    let tables = tables.iter().map(|found| FileSummary {
        file: found.file_name(),
        content: match &found.table {
            Ok(table) => FileContent::Table(table.into()),
            Err(error) => FileContent::Damaged {
                path: found.path.display().to_string(),
                error: error.to_string(),
            },
        },
    });
    let leftovers = leftovers.iter().map(|(path, bytes)| FileSummary {
        file: file_name(path),
        content: FileContent::Leftover {
            path: path.display().to_string(),
            leftover: true,
            bytes: *bytes,
        },
    });
    tables.chain(leftovers)
}

impl Found {
    /// Returns the file's name.
    pub fn file_name(&self) -> String {
        file_name(&self.path)
    }
}

/// Returns the name of a file as text.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
