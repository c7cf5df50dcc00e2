//! The search of blocks in files, for tables that do not fit in memory.
//!
//! One file has the bytes of all sets after even levels, another after odd ones. A level maps the
//! file of the level before, and copies one stretch of sets after another from it. It writes two
//! kinds of stretches into the other file: those that it changes, and those that the level before
//! changed, which the other file does not have yet. A record of the progress is then put in place
//! by a rename, which commits the level. Until then, nothing changes in the file that the level
//! before committed. So whatever stops the process, the search continues after the last level that
//! was finished.
//!
//! The record has the checksum of each stretch in both files. A level reads only the states that
//! the level before added, and compares every stretch that contains one with its checksum.

#[cfg(test)]
mod tests;

use std::{fs::File, ops::Range, path::PathBuf};

use tilebase_core::{
    Bytes, Instructions, Memory, Monitor, RankedSpace, checksum,
    format::{Encoding, Metadata},
    parallel::{self, current_num_threads},
    pattern::colex,
    sliding::PartialGoalSpace,
    storage::{Access, ChecksummedRange, remove_if_there},
};

use super::{
    blocks::{Blocks, SHARE},
    search::{BlockStore, BlockSummary, search},
    step::{BlockStep, OwnSet},
};
use crate::{
    Added, BuildError, LISTED_AT_MOST, Level, LevelSearch, Listing, Result, ScratchOptions,
    distance_table::metadata,
    found::FoundOnDisk,
    ranks_at,
    scratch::{Journal, damaged, failed},
};

/// The first bytes of the records that this version writes.
const MAGIC: [u8; 8] = *b"TILESTG1";

/// The number of stretches that are converted to a part of the table at a time.
const PART: usize = 16;

/// The shards of such a search: a single one.
const SHARDS: Range<usize> = 0..1;

/// The blocks of a search in files of a folder.
#[derive(Debug)]
struct InFiles {
    files: BlockFiles,
    summary: BlockSummary,
    /// The checksums of the stretches of both files.
    checksums: [Vec<u64>; 2],
    lock: File,
}

/// The two files of a search, and its record.
#[derive(Debug)]
struct BlockFiles {
    journal: Journal,
    /// All sets, in order.
    sets: Vec<u64>,
    /// The size of a set in bytes.
    set: usize,
}

/// The progress of a search: the numbers of states of its levels, the ranks of the last one if they
/// are few, the summary of the blocks, and the checksums of both files.
type KeptProgress = (Vec<u64>, Vec<u64>, BlockSummary, [Vec<u64>; 2]);

/// Returns the memory that a search in files holds, without the program itself.
pub(crate) fn memory_in_files(space: &PartialGoalSpace, tiles: usize) -> u64 {
    let sets = u64::from(colex::count(space.goal().cells().len(), tiles));
    let summary = 4 * size_of::<u64>() + size_of::<&[u8]>();
    // The record, twice while it is written.
    let record = 2 * 2 * size_of::<u64>();
    let table = Encoding::Mod3.bytes(space.len());
    let stretch = SHARE as u64 * table.div_ceil(sets.max(1));
    let stretches = stretch * (current_num_threads() + PART) as u64;
    // The checksums of the pages of the table, twice while they are written.
    let checksums = 2 * table / 4096 * 8;
    sets * (summary + record) as u64 + stretches + checksums
}

/// A finished search in files.
#[derive(Debug)]
struct FoundInFiles {
    blocks: Blocks,
    store: InFiles,
    levels: LevelSearch,
}

/// Searches a space that is numbered in blocks, with `tiles` tiles, in files. A search that was
/// stopped continues after its last level.
///
/// # Errors
/// If the monitor asks to stop, or a file is damaged or cannot be read or written.
pub(crate) fn search_on_disk(
    space: &PartialGoalSpace,
    tiles: usize,
    options: &ScratchOptions,
    monitor: &Monitor<'_, Level>,
) -> Result<Box<dyn FoundOnDisk>> {
    let blocks = Blocks::new(space, tiles, Encoding::Mod3, Instructions::detect());
    let (mut store, mut levels) = InFiles::open(&blocks, options)?;
    let done = search(&blocks, &mut store, &mut levels, monitor);
    done.map_err(|error| options.paused(error))?;
    Ok(Box::new(FoundInFiles {
        blocks,
        store,
        levels,
    }))
}

/// Deletes the files that a search left.
///
/// # Errors
/// If the file system reports an error.
pub(crate) fn remove_scratch(space: &PartialGoalSpace, options: &ScratchOptions) -> Result<()> {
    let journal = journal(space, options);
    journal.remove_left(&SHARDS, [0, 1].map(|level| journal.blocks(level)))
}

fn journal(space: &PartialGoalSpace, options: &ScratchOptions) -> Journal {
    let subject = space.goal().subject(space.metric());
    Journal::new(options, MAGIC, &subject.to_string())
}

/// The files of the blocks.
impl Journal {
    /// Returns the file of a level.
    fn blocks(&self, level: u32) -> PathBuf {
        let name = if level.is_multiple_of(2) { "blocks.even" } else { "blocks.odd" };
        self.options.folder.join(name)
    }
}

impl BlockFiles {
    /// Maps the file of a level.
    fn map(&self, level: u32) -> Result<Bytes> {
        let path = self.journal.blocks(level);
        // SAFETY: this process holds the lock of the folder, and a level writes into the file of
        // other levels only.
        let mapped = unsafe { self.journal.options.storage.map(&path) };
        let bytes = mapped.map_err(failed("map", &path))?;
        let length = self.sets.len() * self.set;
        if bytes.len() == length { Ok(bytes) } else { Err(damaged(&path)) }
    }

    /// Returns the number of stretches in a file.
    fn stretches(&self) -> usize {
        self.sets.len().div_ceil(SHARE)
    }

    /// Returns the place of some stretches in a file.
    fn places(&self, stretches: Range<usize>) -> Range<usize> {
        let end = (stretches.end * SHARE).min(self.sets.len());
        stretches.start * SHARE * self.set..end * self.set
    }

    /// Writes into the file of a level. Returns the checksum of the bytes.
    fn write(&self, level: u32, offset: usize, bytes: &[u8]) -> Result<u64> {
        let path = self.journal.blocks(level);
        let file = self.journal.options.storage.open(&path, Access::Update);
        let written =
            file.and_then(|mut file| ChecksummedRange::write(&mut *file, offset as u64, bytes));
        Ok(written.map_err(failed("write to", &path))?.checksum)
    }

    /// Waits until the file of a level is on the disk, if files are synced.
    fn sync(&self, level: u32) -> Result<()> {
        if !self.journal.options.direct {
            return Ok(());
        }
        let path = self.journal.blocks(level);
        let file = self.journal.options.storage.open(&path, Access::Update);
        let synced = file.and_then(|file| file.sync());
        synced.map_err(failed("sync", &path))
    }

    /// Writes the file in which only the goals are known. Returns the checksums of its stretches.
    fn begin(&self, blocks: &Blocks) -> Result<Vec<u64>> {
        for path in [0, 1].map(|level| self.journal.blocks(level)) {
            let removed = remove_if_there(&*self.journal.options.storage, &path);
            removed.map_err(failed("remove", &path))?;
        }
        let mut bytes = Vec::new();
        let stretches = (0..self.stretches()).map(|number| {
            let place = self.places(number..number + 1);
            bytes.resize(place.len(), 0);
            blocks.begin(number * SHARE, &mut bytes);
            self.write(0, place.start, &bytes)
        });
        let checksums = stretches.collect::<Result<_, _>>()?;
        self.sync(0)?;
        Ok(checksums)
    }
}

impl InFiles {
    /// Opens the folder. Returns the levels of an earlier search, which is then continued, or the
    /// level of the goals.
    fn open(blocks: &Blocks, options: &ScratchOptions) -> Result<(Self, LevelSearch)> {
        let journal = journal(&blocks.space, options);
        let lock = journal.lock(&SHARDS)?;
        let files = BlockFiles {
            journal,
            sets: blocks.all_sets().collect(),
            set: blocks.set_bytes(),
        };
        let (sets, stretches) = (files.sets.len(), files.stretches());
        let progress = files.journal.progress();
        let kept = files.journal.read::<KeptProgress>(&progress)?;
        let (counts, farthest, summary, checksums) = match kept {
            None => {
                let checksums = [files.begin(blocks)?, vec![0; stretches]];
                let (goals, summary) = (blocks.space.goals(), BlockSummary::new(blocks));
                (vec![goals.len() as u64], goals, summary, checksums)
            }
            Some((kept, _)) => kept,
        };
        let lengths = [&summary.changed_last, &summary.unfinished].map(Vec::len);
        let are_whole =
            lengths == [sets; 2] && checksums.iter().all(|file| file.len() == stretches);
        if counts.is_empty() || !are_whole {
            return Err(damaged(&progress));
        }
        let store = Self {
            files,
            summary,
            checksums,
            lock,
        };
        Ok((store, LevelSearch::resumed(counts, Some(farthest))))
    }
}

impl BlockStore for InFiles {
    fn save(&mut self, counts: &[u64], farthest: &[u64]) -> Result<()> {
        let progress = (counts, farthest, &self.summary, &self.checksums);
        let journal = &self.files.journal;
        journal.write(&journal.progress(), &progress).map(drop)
    }

    fn level(
        &mut self,
        blocks: &Blocks,
        depth: u32,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added> {
        let Self { files, summary, .. } = self;
        let from = files.map(depth + 1)?;
        let others: Vec<&[u8]> = from.chunks_exact(files.set).collect();
        let listing = Listing::new(LISTED_AT_MOST as u64);
        let level = LevelInFiles {
            step: BlockStep {
                blocks,
                others: &others,
                changed_last: &summary.changed_last,
                depth,
                listing: &listing,
            },
            files,
            from: &from,
        };
        let [even, odd] = &mut self.checksums;
        let (right, written) = if depth % 2 == 1 { (even, odd) } else { (odd, even) };
        let mut gains = vec![0; files.sets.len()];
        let unfinished = summary.unfinished.chunks_mut(SHARE);
        let own = gains.chunks_mut(SHARE).zip(unfinished);
        let stretches = own.zip(right.iter().zip(written)).enumerate();
        let lists = parallel::try_map(
            stretches,
            |(number, ((gains, unfinished), (right, written)))| {
                BuildError::check_stop(monitor)?;
                level.stretch(number, gains, unfinished, *right, written)
            },
        )?;
        summary.changed_last = gains;
        files.sync(depth)?;
        Ok(listing.added(listing.found(), &lists))
    }
}

/// A level of a search in files.
struct LevelInFiles<'a> {
    step: BlockStep<'a>,
    files: &'a BlockFiles,
    /// The file of the level before.
    from: &'a [u8],
}

impl LevelInFiles<'_> {
    /// Adds the states of the level to a stretch. The checksum is that of the level before, and is
    /// replaced by that of the written bytes. Returns the ranks that are listed.
    fn stretch(
        &self,
        number: usize,
        gains: &mut [u64],
        unfinished: &mut [u64],
        right: u64,
        written: &mut u64,
    ) -> Result<Vec<u64>> {
        let (step, first) = (&self.step, number * SHARE);
        let sets = &self.files.sets[first..first + gains.len()];
        let changed_last = &step.changed_last[first..first + gains.len()];
        // Before the first level there is no other file.
        let is_changed = step.depth == 1 || changed_last.iter().any(|&blanks| blanks != 0);
        let mut all = (first..).zip(sets).zip(&*unfinished);
        let may_gain = all.any(|((number, &set), &blanks)| step.may_gain(number, set, blanks));
        if !is_changed && !may_gain {
            return Ok(Vec::new());
        }
        let place = self.files.places(number..number + 1);
        let mut bytes = self.from[place.clone()].to_vec();
        if checksum(&bytes) != right {
            return Err(damaged(&self.files.journal.blocks(step.depth + 1)));
        }
        let mut ranks = Vec::new();
        if may_gain {
            let bytes = bytes.chunks_mut(self.files.set);
            let sets = (first..).zip(sets.iter().copied()).zip(bytes);
            let mut own: Vec<OwnSet<'_>> = OwnSet::all(sets, gains, unfinished).collect();
            ranks = step.share(&mut own);
        }
        if is_changed || gains.iter().any(|&gains| gains != 0) {
            *written = self.files.write(step.depth, place.start, &bytes)?;
        }
        Ok(ranks)
    }
}

impl FoundOnDisk for FoundInFiles {
    fn metadata(&self, seconds: f64) -> Result<Metadata> {
        let (space, levels) = (&self.blocks.space, &self.levels);
        let subject = space.goal().subject(space.metric());
        let kind = (Encoding::Mod3, space.len());
        let metadata = metadata(subject, kind, levels.counts.clone(), seconds);
        let lists = levels.listed.iter();
        Ok(metadata.listing(lists.map(|(depth, ranks)| (*depth, ranks.len() as u64))))
    }

    fn segments(&self) -> Box<dyn Iterator<Item = Result<Memory>> + '_> {
        let last = self.levels.depth();
        let files = &self.store.files;
        let checksums = &self.store.checksums[last as usize % 2];
        let from = files.map(last);
        let parts = checksums.chunks(PART).enumerate();
        Box::new(parts.map(move |(part, checksums)| {
            let damaged = || damaged(&files.journal.blocks(last));
            let from = from.as_ref().map_err(|_| damaged())?;
            let first = part * PART;
            let bytes = files.places(first..first + checksums.len());
            let refused = BuildError::allocation("a part of a table", bytes.len() as u64);
            let mut segment = Memory::copy_of(&from[bytes]).map_err(refused)?;
            let stretches = segment.chunks_mut(SHARE * files.set).zip(checksums);
            let is_right = parallel::map(stretches, |(stretch, &right)| {
                let is_right = checksum(stretch) == right;
                self.blocks.interleave(stretch);
                is_right
            });
            if is_right.iter().all(|&is_right| is_right) {
                Ok(segment)
            } else {
                Err(damaged())
            }
        }))
    }

    fn listed(&self, depth: u32) -> Result<Vec<u64>> {
        Ok(ranks_at(&self.levels.listed, depth))
    }

    fn remove_files(self: Box<Self>) -> Result<()> {
        let InFiles { files, lock, .. } = self.store;
        let paths = [0, 1].map(|level| files.journal.blocks(level));
        files.journal.remove(lock, &SHARDS, paths)
    }
}
