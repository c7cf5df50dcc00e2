//! What is known of a shard on disk without reading its segments. The rename that puts a new
//! manifest in place is what commits a level.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    path::Path,
};

use tilebase_core::{
    record,
    storage::{self, Access, Storage},
    words_in,
};

use super::super::{
    super::words::chunk::Activity,
    messages::{MessagePlace, checksum_in},
};

/// The first bytes of the files that this version writes. They change with the files, and with the
/// messages.
const MAGIC: [u8; 8] = *b"TILESHD3";

/// Where a segment is, and what it sums to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    /// Its place in the file of segments.
    pub(super) number: u64,
    pub(super) checksum: u64,
}

/// What is known of a cell of a shard.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cell {
    /// Its segments in both planes; none where nothing is reached.
    pub(super) slots: [Option<Slot>; 2],
    /// Whether the last level of the manifest added a state.
    pub(super) active: bool,
    /// Whether every state is reached.
    pub(super) full: bool,
}

/// The messages that the shard sent with states of a depth.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) depth: u32,
    /// Each receiving shard, and where its messages are in the file.
    pub(super) places: Vec<(u64, MessagePlace)>,
}

/// A list of the states that the shard has at a depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) depth: u32,
    /// Where in the file of lists it begins, in bytes, and how many ranks it has.
    pub(super) offset: u64,
    pub(super) count: u64,
    pub(super) checksum: u64,
}

/// A shard after a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) shard: usize,
    /// How many levels the shard has been brought to when it last changed.
    pub(super) levels: u32,
    /// States that the last of them added.
    pub(super) added: u64,
    pub(super) cells: Vec<Cell>,
    /// The messages sent with states of the last depths, even and odd.
    pub(super) sent: [Sent; 2],
    pub(super) listed: Vec<Listed>,
    /// The checksum of the manifest that this one replaced, which had less levels; 0 for none.
    pub(super) before: u64,
    /// The checksum of this manifest; 0 before the first commit.
    pub(super) checksum: u64,
}

/// Slots of a file of segments that hold nothing needed. There is always another.
#[derive(Debug)]
pub(super) struct FreeSlots {
    used: BTreeSet<u64>,
    next: u64,
}

impl FreeSlots {
    /// Takes the lowest free slot.
    pub(super) fn take(&mut self) -> u64 {
        while self.used.contains(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }
}

impl Manifest {
    /// Returns a shard of so many cells in which nothing is reached.
    pub(super) fn new(shard: usize, cells: usize) -> Self {
        Self {
            shard,
            levels: 0,
            added: 0,
            cells: vec![Cell::default(); cells],
            sent: Default::default(),
            listed: Vec::new(),
            before: 0,
            checksum: 0,
        }
    }

    /// Returns the checksum of the shard's manifest after the first `levels` levels.
    pub(super) fn checksum_after(&self, levels: u32) -> u64 {
        if self.levels > levels { self.before } else { self.checksum }
    }

    /// Returns the messages sent with states of a depth.
    pub(super) fn sent_at(&self, depth: u32) -> &[(u64, MessagePlace)] {
        let sent = &self.sent[(depth & 1) as usize];
        if sent.depth == depth { &sent.places } else { &[] }
    }

    /// Returns the slots that hold no segment of this manifest.
    pub(super) fn free_slots(&self) -> FreeSlots {
        let slots = self.cells.iter().flat_map(|cell| &cell.slots);
        FreeSlots {
            used: slots.flatten().map(|slot| slot.number).collect(),
            next: 0,
        }
    }

    /// Puts the manifest in place of the one before, with what is known of each chunk.
    pub(super) fn commit(&mut self, file: &WordsFile<'_>, activity: &[Activity]) -> io::Result<()> {
        self.before = self.checksum;
        let mut words = vec![
            self.shard as u64,
            u64::from(self.levels),
            self.before,
            self.added,
            self.cells.len() as u64,
        ];
        for cell in &self.cells {
            words.push(u64::from(cell.active) | u64::from(cell.full) << 1);
            for slot in &cell.slots {
                // 0 stands for none.
                words.push(slot.map_or(0, |slot| slot.number + 1));
                words.push(slot.map_or(0, |slot| slot.checksum));
            }
        }
        for sent in &self.sent {
            words.extend([u64::from(sent.depth), sent.places.len() as u64]);
            for (to, place) in &sent.places {
                words.extend([*to, place.offset, place.length, place.checksum]);
            }
        }
        words.push(self.listed.len() as u64);
        for list in &self.listed {
            words.extend([
                u64::from(list.depth),
                list.offset,
                list.count,
                list.checksum,
            ]);
        }
        let known = |chunk: &Activity| u64::from(chunk.last) << 32 | u64::from(chunk.reached);
        words.extend(activity.iter().map(known));
        self.checksum = file.write(&words)?;
        Ok(())
    }

    /// Reads a manifest, and what is known of each chunk into `activity`. None if it is damaged.
    pub(super) fn read(
        file: &WordsFile<'_>,
        activity: &mut [Activity],
    ) -> io::Result<Option<Self>> {
        let read = file.read()?;
        Ok(read.and_then(|(words, checksum)| Self::parse(&words, checksum, activity)))
    }

    fn parse(words: &[u64], checksum: u64, activity: &mut [Activity]) -> Option<Self> {
        let mut words = words.iter().copied();
        let mut next = || words.next();
        let shard = next()?.try_into().ok()?;
        let levels = next()?.try_into().ok()?;
        let before = next()?;
        let added = next()?;
        let mut cells = Vec::new();
        for _ in 0..next()? {
            let flags = next()?;
            let mut slots = [None; 2];
            for slot in &mut slots {
                let (number, checksum) = (next()?, next()?);
                *slot = number
                    .checked_sub(1)
                    .map(|number| Slot { number, checksum });
            }
            cells.push(Cell {
                slots,
                active: flags & 1 == 1,
                full: flags & 2 == 2,
            });
        }
        let mut sent: [Sent; 2] = Default::default();
        for sent in &mut sent {
            sent.depth = next()?.try_into().ok()?;
            for _ in 0..next()? {
                let to = next()?;
                let place = MessagePlace {
                    offset: next()?,
                    length: next()?,
                    checksum: next()?,
                };
                sent.places.push((to, place));
            }
        }
        let mut listed = Vec::new();
        for _ in 0..next()? {
            listed.push(Listed {
                depth: next()?.try_into().ok()?,
                offset: next()?,
                count: next()?,
                checksum: next()?,
            });
        }
        for chunk in activity.iter_mut() {
            let known = next()?;
            *chunk = Activity {
                last: (known >> 32) as u32,
                reached: known as u32,
            };
        }
        words.next().is_none().then_some(Self {
            shard,
            levels,
            added,
            cells,
            sent,
            listed,
            before,
            checksum,
        })
    }
}

/// The longest file of words, in bytes.
const LONGEST: u64 = 1 << 32;

/// A file of words that belongs to a board.
#[derive(Debug)]
pub(super) struct WordsFile<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) path: &'a Path,
    pub(super) board: u64,
    /// Whether to wait until it is on the disk.
    pub(super) synced: bool,
    /// The process that writes: the number of its first shard.
    pub(super) writer: usize,
}

impl WordsFile<'_> {
    /// Puts the words in place of those before; beside them until they are whole. Returns their
    /// checksum.
    pub(super) fn write(&self, words: &[u64]) -> io::Result<u64> {
        let bytes = record(MAGIC, &[&[self.board], words].concat());
        if self.synced {
            storage::replace(self.storage, self.path, |out| out.write_all(&bytes))?;
        } else {
            let part = self.path.with_extension(format!("{:05}.part", self.writer));
            match self.storage.remove(&part) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            self.storage.open(&part, Access::New)?.write_at(0, &bytes)?;
            self.storage.rename(&part, self.path)?;
        }
        Ok(checksum_in(&bytes))
    }

    /// Reads the words and their checksum. None if they are damaged, or of another board.
    pub(super) fn read(&self) -> io::Result<Option<(Vec<u64>, u64)>> {
        let bytes = storage::read(self.storage, self.path, LONGEST)?;
        let words = words_in(MAGIC, &bytes).filter(|words| words.first() == Some(&self.board));
        Ok(words.map(|mut words| (words.split_off(1), checksum_in(&bytes))))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tilebase_core::storage::Disk;

    use super::*;

    #[test]
    fn what_is_committed_is_read_and_any_change_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0007.shard");
        let mut manifest = Manifest::new(7, 3);
        let place = |offset, length| MessagePlace {
            offset,
            length,
            checksum: 6,
        };
        manifest.levels = 12;
        manifest.cells[1].slots[1] = Some(Slot {
            number: 0,
            checksum: 5,
        });
        manifest.cells[2].active = true;
        manifest.sent[1] = Sent {
            depth: 11,
            places: vec![(3, place(0, 100)), (5, place(100, 20))],
        };
        manifest.listed.push(Listed {
            depth: 2,
            offset: 0,
            count: 3,
            checksum: 9,
        });
        let activity = [
            Activity {
                last: 4,
                reached: 5,
            },
            Activity::NONE,
        ];
        let file = |board| WordsFile {
            storage: &Disk,
            path: &path,
            board,
            synced: board == 1,
            writer: 0,
        };
        manifest.commit(&file(1), &activity).unwrap();
        let mut read = [Activity::NONE; 2];
        let found = Manifest::read(&file(1), &mut read).unwrap().unwrap();
        assert_eq!(found, manifest);
        assert_eq!((read[0].last, read[0].reached), (4, 5));
        assert_eq!(found.free_slots().take(), 1);
        assert_eq!(found.sent_at(11).len(), 2);
        assert!(found.sent_at(9).is_empty());
        // Of another board, cut short, changed.
        assert_eq!(Manifest::read(&file(2), &mut read).unwrap(), None);
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            fs::write(&path, &bytes[..at]).unwrap();
            assert_eq!(Manifest::read(&file(1), &mut read).unwrap(), None);
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(&path, changed).unwrap();
            assert_eq!(Manifest::read(&file(1), &mut read).unwrap(), None);
        }
    }
}
