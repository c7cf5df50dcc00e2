//! A table as its builder returns it.

use tilebase_core::{
    Memory,
    format::{Encoding, Levels, Metadata, Subject},
};

use crate::level::LevelSearch;

/// A finished table in memory.
#[derive(Debug)]
pub(crate) struct DistanceTable {
    /// The encoding of the distances in the payload.
    pub(crate) encoding: Encoding,
    /// The number of entries of the payload.
    pub(crate) entries: u64,
    /// The numbers of states at distance 0, 1, 2, …. Pattern databases count entries, and colour
    /// tables classes.
    pub(crate) counts: Vec<u64>,
    /// The levels that are listed, each with its depth and its ranks, ascending.
    pub(crate) listed: Levels,
    /// The distances as they stand in a file.
    pub(crate) payload: Memory,
}

impl DistanceTable {
    /// Returns the table that a search found.
    pub(crate) fn new(
        encoding: Encoding,
        entries: u64,
        search: LevelSearch,
        payload: Memory,
    ) -> Self {
        Self {
            encoding,
            entries,
            counts: search.counts,
            listed: search.listed,
            payload,
        }
    }
}

/// Returns the metadata of a table of `subject`, without its lists. `seconds` is the time that
/// building it took.
pub(crate) fn metadata(
    subject: Subject,
    (encoding, entries): (Encoding, u64),
    counts: Vec<u64>,
    seconds: f64,
) -> Metadata {
    Metadata {
        subject,
        encoding,
        entries,
        counts,
        listed: Vec::new(),
        builder: concat!("tilebase ", env!("CARGO_PKG_VERSION")).to_owned(),
        seconds,
    }
}

#[cfg(test)]
impl DistanceTable {
    /// Returns a table like this with another payload, which may be shorter.
    pub(crate) fn with_payload(&self, payload: &[u8]) -> Self {
        let (bytes, encoding) = (self.encoding.bytes(1), self.encoding);
        let in_group = (1..).take_while(|&entries| encoding.bytes(entries) == bytes);
        let most = payload.len() as u64 / bytes * in_group.count() as u64;
        Self {
            encoding,
            entries: self.entries.min(most),
            counts: self.counts.clone(),
            listed: self.listed.clone(),
            payload: Memory::copy_of(payload).unwrap(),
        }
    }

    /// Returns the file of this table, or of one that is wrong.
    pub(crate) fn into_file(self, subject: Subject) -> tilebase_core::format::TableFile {
        let kind = (self.encoding, self.entries);
        let metadata = metadata(subject, kind, self.counts, 0.0);
        tilebase_core::format::Built::new(metadata, self.listed, self.payload).into()
    }
}
