//! The summary of a shard on disk, which saves reading its segments. The rename that puts a new
//! manifest in place commits a level.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tilebase_core::storage::ChecksummedRange;

/// The summary of a cell of a shard.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KnownCell {
    /// Its segments in both planes, in the file of segments; `None` if nothing is reached.
    pub(super) segments: [Option<ChecksummedRange>; 2],
    /// Whether the last level of the manifest added a state.
    pub(super) active: bool,
    /// Whether every state is reached.
    pub(super) full: bool,
}

/// The messages that the shard sent with states of a depth.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sent {
    pub(super) depth: u32,
    /// Each receiving shard, and the place of its messages in the file.
    pub(super) places: Vec<(usize, ChecksummedRange)>,
}

/// A shard after a level.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) shard: usize,
    /// The number of the shard's levels when it last changed.
    pub(super) levels: u32,
    /// The number of states that the last of them added.
    pub(super) added: u64,
    pub(super) cells: Vec<KnownCell>,
    /// The messages sent with states of the last depths, even and odd.
    pub(super) sent: [Sent; 2],
    /// The lists of the states that the shard has at small levels, each with its depth.
    pub(super) listed: Vec<(u32, ChecksummedRange)>,
    /// The checksum of the manifest that this one replaced, which had fewer levels; 0 if there was
    /// none.
    pub(super) before: u64,
    /// The checksum of this manifest; 0 before the first commit.
    #[serde(skip)]
    pub(super) checksum: u64,
}

impl Manifest {
    /// Returns a shard of this many cells in which nothing is reached.
    pub(super) fn new(shard: usize, cells: usize) -> Self {
        Self {
            shard,
            cells: vec![KnownCell::default(); cells],
            ..Self::default()
        }
    }

    /// Returns the checksum of the shard's manifest after the first `levels` levels.
    pub(super) fn checksum_after(&self, levels: u32) -> u64 {
        if self.levels > levels { self.before } else { self.checksum }
    }

    /// Returns the messages sent with states of a depth.
    pub(super) fn sent_at(&self, depth: u32) -> &[(usize, ChecksummedRange)] {
        let sent = &self.sent[(depth & 1) as usize];
        if sent.depth == depth { &sent.places } else { &[] }
    }

    /// Returns the offsets at which segments of this many bytes may be written, the lowest first:
    /// those without a segment of this manifest. The iterator never ends.
    pub(super) fn free(&self, segment: u64) -> impl Iterator<Item = u64> + use<> {
        let used = self.cells.iter().flat_map(|cell| &cell.segments).flatten();
        let used: BTreeSet<u64> = used.map(|segment| segment.offset).collect();
        let places = (0..).map(move |number| number * segment);
        places.filter(move |offset| !used.contains(offset))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{
        super::{
            super::{super::bit_words::chunk::Activity, super::tests::space, cut::Cut},
            files::{Kind, journal},
            read_manifest,
            tests::options,
        },
        *,
    };
    use crate::BuildError;

    #[test]
    fn what_is_committed_is_read_and_any_change_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let place = |offset, length| ChecksummedRange {
            offset,
            length,
            checksum: 6,
        };
        let mut manifest = Manifest::new(7, 9);
        manifest.levels = 12;
        manifest.cells[1].segments[1] = Some(place(0, 50));
        manifest.cells[2].active = true;
        manifest.sent[1] = Sent {
            depth: 11,
            places: vec![(3, place(0, 100)), (5, place(100, 20))],
        };
        manifest.listed.push((2, place(0, 24)));
        let mut activity = vec![Activity::NONE; 9];
        activity[0].add(4, 5);
        let cut = |home| Cut::whole(&space("3x3", home));
        let files = |home| {
            let options = options(folder.path(), 1, home == 1);
            journal(&options, &cut(home))
        };
        let path = files(1).path(7, Kind::Manifest);
        let read = |home| read_manifest(&files(home), &cut(home), 7);
        // Synced files and others are read in the same way.
        for home in [0, 1] {
            let written = files(home).write(&path, &(&manifest, &activity));
            manifest.checksum = written.unwrap();
            let (found, known) = read(home).unwrap();
            assert_eq!(found, manifest);
            assert_eq!((known[0].last, known[0].reached), (4, 5));
            assert_eq!(found.free(50).take(2).collect::<Vec<_>>(), [50, 100]);
            assert_eq!(found.sent_at(11).len(), 2);
            assert!(found.sent_at(9).is_empty());
        }
        // Of another board, of another shard, cut short, changed.
        let refused = |home| matches!(read(home), Err(BuildError::ScratchDamaged { .. }));
        assert!(refused(2));
        fs::copy(&path, files(1).path(6, Kind::Manifest)).unwrap();
        assert!(read_manifest(&files(1), &cut(1), 6).is_err());
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            fs::write(&path, &bytes[..at]).unwrap();
            assert!(refused(1));
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(&path, changed).unwrap();
            assert!(refused(1));
        }
    }
}
