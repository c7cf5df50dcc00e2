//! Searches of boards cut into shards, in memory or on disk, by one process or by several.

use std::ops::{Deref, Range};

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::{Encoding, Metadata, Subject},
};

use super::{
    cut::Cut,
    dense::Dense,
    listed_at_most,
    scratch::{ALIGNMENT, Scratch, ScratchOptions},
    search::Search,
    shelf::{Desk, Memory, Post},
    source::Activity,
};
use crate::{BuildError, Level, table::BUILDER};

/// A board searched shard by shard: the counts of all states, and the bits and lists of the shards
/// of this process.
#[derive(Debug)]
pub struct Sharded {
    cut: Cut,
    shards: Range<usize>,
    counts: Vec<u64>,
    kept: Kept,
}

#[derive(Debug)]
enum Kept {
    InMemory(Memory),
    OnDisk(Box<Scratch>),
}

/// A part of a table.
#[derive(Debug)]
pub enum Segment<'a> {
    /// As it is held in memory.
    Held(&'a [u8]),
    /// As it was read from a file.
    Read(tilebase_core::Memory),
}

impl Deref for Segment<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Held(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }
}

/// Searches a board whose shards are all in files of a folder.
///
/// Gives the same table as [`search`](super::search), in the memory of as many shards as there are
/// lanes. A search that was stopped goes on after its last level.
///
/// # Errors
/// If the monitor asks to stop, memory is refused, or a file is damaged or cannot be written.
///
/// ```
/// use tilebase_core::{Monitor, sliding::SlidingSpace};
/// use tilebase_pdb_build::sliding::{Cut, ScratchOptions, search, search_on_disk};
/// let board = SlidingSpace::new("5x2".parse()?, 0)?;
/// let folder = std::env::temp_dir().join(format!("tilebase-example-{}", std::process::id()));
/// let options = ScratchOptions { folder, lanes: 1, direct: false };
/// let found = search_on_disk(&Cut::whole(&board), &options, &Monitor::silent())?;
/// let table = search(&board, &Monitor::silent())?;
/// assert_eq!(found.counts(), table.counts);
/// assert_eq!(*found.segment(0, 0)?, table.payload()[..found.cut().segment_bytes()]);
/// found.remove_files()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search_on_disk(
    cut: &Cut,
    scratch: &ScratchOptions,
    monitor: &Monitor<'_, Level>,
) -> Result<Sharded, BuildError> {
    search_shards(cut, Some(scratch), &mut Desk::new(cut.shards()), monitor)
}

/// Deletes what a search of all shards of a board left in its files, as where it was killed once
/// its result was kept. Files that another process uses stay.
///
/// # Errors
/// If the file system refuses.
pub fn remove_scratch(cut: &Cut, scratch: &ScratchOptions) -> Result<(), BuildError> {
    if !scratch.folder.exists() {
        return Ok(());
    }
    let dense = Dense::new(cut, Instructions::detect());
    let longest = listed_at_most(cut.space());
    match Scratch::open(cut, dense, scratch, 0..cut.shards(), longest) {
        Ok(left) => left.remove(),
        Err(BuildError::ScratchInUse { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Searches those shards of a board that belong to this process, in memory or in files; others
/// search the rest at the same time. What crosses goes by `post`.
///
/// # Errors
/// If the monitor or another process asks to stop, a process is gone, memory is refused, or a file
/// is damaged or cannot be written.
pub fn search_shards(
    cut: &Cut,
    scratch: Option<&ScratchOptions>,
    post: &mut dyn Post,
    monitor: &Monitor<'_, Level>,
) -> Result<Sharded, BuildError> {
    let shards = post.owned();
    let longest = listed_at_most(cut.space());
    let instructions = Instructions::detect();
    let search = Search::new(cut, instructions, longest);
    let (counts, kept) = match scratch {
        None => {
            let mut memory = Memory::new(cut, shards.clone())?;
            (
                search.run(&mut memory, post, monitor)?,
                Kept::InMemory(memory),
            )
        }
        Some(options) => {
            let dense = Dense::new(cut, instructions);
            let mut scratch = Scratch::open(cut, dense, options, shards.clone(), longest)?;
            let before = post.agree(scratch.levels()?)?;
            if !before.is_empty() {
                scratch.resume(&before, post)?;
            }
            let counts = search.resume(before).run(&mut scratch, post, monitor);
            let counts = counts.map_err(|error| match error {
                BuildError::Interrupted => BuildError::Paused {
                    folder: options.folder.clone(),
                },
                error => error,
            })?;
            (counts, Kept::OnDisk(Box::new(scratch)))
        }
    };
    Ok(Sharded {
        cut: *cut,
        shards,
        counts,
        kept,
    })
}

impl Sharded {
    /// Returns how the board is cut.
    pub fn cut(&self) -> &Cut {
        &self.cut
    }

    /// Returns the numbers of the shards of this process.
    pub fn shards(&self) -> Range<usize> {
        self.shards.clone()
    }

    /// Returns how many states of the whole board have distance 0, 1, 2, ….
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the distances at which states are listed.
    pub fn listed_depths(&self) -> impl Iterator<Item = u32> + use<> {
        let longest = listed_at_most(self.cut.space());
        let counts = (0..).zip(self.counts.clone());
        counts.filter_map(move |(depth, count)| (count <= longest).then_some(depth))
    }

    /// Returns the ranks of the states of this process at a listed distance, ascending.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    pub fn listed(&self, depth: u32) -> Result<Vec<u64>, BuildError> {
        match &self.kept {
            Kept::OnDisk(scratch) => scratch.listed(depth),
            Kept::InMemory(memory) => {
                let list = memory.listed.iter().find(|(listed, _)| *listed == depth);
                Ok(list.map_or(Vec::new(), |(_, ranks)| ranks.clone()))
            }
        }
    }

    /// Returns a segment of the table: the part for a cell of a shard of this process.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    ///
    /// # Panics
    /// If there is no such cell, or the shard is not of this process.
    pub fn segment(&self, cell: usize, shard: usize) -> Result<Segment<'_>, BuildError> {
        assert!(self.shards.contains(&shard), "shard {shard} is elsewhere");
        match &self.kept {
            Kept::OnDisk(scratch) => scratch.segment(cell, shard).map(Segment::Read),
            Kept::InMemory(memory) => {
                let [_, table] = &memory.shards[shard - self.shards.start].planes;
                Ok(Segment::Held(table.segment(cell)))
            }
        }
    }

    /// Returns what a table with these distances says of itself; listed are the states of this
    /// process.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    pub fn metadata(&self, seconds: f64) -> Result<Metadata, BuildError> {
        let space = self.cut.space();
        let lists = self
            .listed_depths()
            .map(|depth| Ok((depth, self.listed(depth)?.len() as u64)));
        let lists: Vec<(u32, u64)> = lists.collect::<Result<_, BuildError>>()?;
        let metadata = Metadata {
            subject: Subject::Sliding {
                shape: space.shape(),
                home: space.home() as u8,
            },
            encoding: Encoding::Bit,
            entries: space.len(),
            counts: self.counts.clone(),
            listed: Vec::new(),
            builder: BUILDER.to_owned(),
            seconds,
        };
        Ok(metadata.listing(lists))
    }

    /// Deletes the files of the search, once its result is kept elsewhere.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn remove_files(self) -> Result<(), BuildError> {
        match self.kept {
            Kept::OnDisk(scratch) => scratch.remove(),
            Kept::InMemory(_) => Ok(()),
        }
    }
}

/// Returns the bytes of memory that a shard takes while it is searched.
pub fn shard_bytes(cut: &Cut) -> u64 {
    let segment = cut.segment_bytes().next_multiple_of(ALIGNMENT);
    let known = cut.chunks() * size_of::<Activity>();
    (cut.cells() * (2 * segment + known)) as u64
}

/// Returns the bytes on disk that the shards take while they are searched: both planes, a level's
/// changes of one, and the mail of two levels.
pub fn scratch_bytes(cut: &Cut) -> u64 {
    let segment = cut.segment_bytes().next_multiple_of(ALIGNMENT) as u64;
    let cells = cut.cells() as u64;
    let slots = 2 * cells + cells.div_ceil(2);
    let known = 8 * (cut.cells() * cut.chunks()) as u64;
    cut.shards() as u64 * (slots * segment + known)
        + 2 * mail_bytes(cut) / 10
        + super::lists_bytes(cut.space())
}

/// Returns the bytes that cross between shards in a whole search, about: for each digit, one state
/// of every arrangement of the tiles is sent, in six and a half bits. A level has a tenth of it at
/// most. (Measured: 5.96 bits on 4x3, 6.39 on 6x2, 6.21 on 7x2; 10, 7 and 4 parts in a hundred.)
pub fn mail_bytes(cut: &Cut) -> u64 {
    cut.digits() as u64 * cut.space().per_cell() * 13 / 16
}
