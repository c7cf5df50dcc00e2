//! Shards in files: searches of boards that memory does not hold.
//!
//! A level reads, of each shard in turn, the segments that it needs, and writes those that change
//! into slots of the shard's file that hold nothing needed. What it sends to other shards goes to a
//! file as well. Then a manifest is put in place by a rename: that commits the level of this shard.
//! Whatever stops the process, each shard is found as it was after one level or after the next, and
//! with it the messages it sent at both. A shard to which a level can add nothing is not touched.
//!
//! A file of levels says how far all shards have come. It has the sum of the checksums of their
//! manifests at that moment, and each manifest has the checksum of the one that it replaced, so
//! files of two moments are never taken together. If files are synced, all that a manifest names is
//! on the disk before the manifest, and that before the next level writes anything.
//!
//! Every segment, message, list and manifest is compared with its checksum when it is read.

mod files;
mod lane;
mod lock;
mod manifest;
mod options;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trouble_tests;

use std::{
    fs::{self, File},
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, mpsc},
    thread,
};

use tilebase_core::{
    Instructions, Memory, checksum,
    parallel::{OwnPool, current_num_threads},
    storage::{Storage, unfinished},
};

pub use options::ScratchOptions;

use self::{
    files::{Names, Segments, failed},
    lane::{Held, Lane, take_lane},
    manifest::{Cell, Manifest, Sent, WordsFile},
};
use super::{
    super::{listing::Added, reached::plane_of, sizes::listed_at_most, words::chunk::Activity},
    cut::Cut,
    exchange::{Counts, Exchange},
    messages::Messages,
    shard::{ShardKernel, ShardLevel},
    sizes::{ALIGNMENT, shard_bytes},
    store::{ShardStore, Work},
};
use crate::BuildError;

/// The plane that is the table in the end.
pub(super) const TABLE: usize = 1;

/// The shards of this process in files of a folder.
#[derive(Debug)]
pub(super) struct ScratchStore {
    storage: Arc<dyn Storage>,
    cut: Cut,
    kernel: ShardKernel,
    options: ScratchOptions,
    /// Tells files of this board and cut from those of others.
    board: u64,
    owned: Range<usize>,
    manifests: Vec<Manifest>,
    /// Memory for as many shards as there is room for.
    lanes: Vec<Lane>,
    /// As many threads as the caller has. Those that run the lanes belong to no pool.
    pool: OwnPool,
    /// Levels of at most so many states are listed.
    list_up_to: u64,
    /// The levels that an earlier search has kept, and the sum of the manifests with them.
    kept: (usize, u64),
    /// Whether the list of the last level is to be kept.
    last_listed: bool,
    /// Held while the folder is in use.
    _lock: File,
}

impl ScratchStore {
    /// Opens the folder for these shards, and takes memory for as many as are worked on at a time.
    ///
    /// # Errors
    /// If the folder cannot be made, another process uses it for the same shards, or memory is
    /// refused.
    pub(super) fn open(
        storage: Arc<dyn Storage>,
        cut: &Cut,
        options: &ScratchOptions,
        owned: Range<usize>,
    ) -> Result<Self, BuildError> {
        let folder = &options.folder;
        fs::create_dir_all(folder).map_err(failed("make the folder", folder))?;
        let lock = lock::take(folder, &owned)?;
        let lanes: io::Result<_> = (0..options.lanes.max(1)).map(|_| Lane::new(cut)).collect();
        let lanes = lanes.map_err(|source| BuildError::Allocation {
            what: format!("shards of {}", cut.space().shape()),
            needed: shard_bytes(cut) * options.lanes as u64,
            source,
        })?;
        let shape = cut.space().shape();
        let name = format!("{shape} {} {}", cut.space().home(), cut.digits());
        Ok(Self {
            storage,
            cut: *cut,
            kernel: ShardKernel::new(cut, Instructions::detect()),
            options: options.clone(),
            board: checksum(name.as_bytes()),
            manifests: owned
                .clone()
                .map(|shard| Manifest::new(shard, cut.cells()))
                .collect(),
            owned,
            lanes,
            pool: OwnPool::new(current_num_threads())
                .map_err(|source| BuildError::Threads { source })?,
            list_up_to: listed_at_most(cut.space()),
            kept: (0, 0),
            last_listed: true,
            _lock: lock,
        })
    }

    fn names(&self, shard: usize) -> Names<'_> {
        Names {
            folder: &self.options.folder,
            shard,
        }
    }

    fn progress(&self) -> PathBuf {
        self.options.folder.join("progress.levels")
    }

    fn words_file<'a>(&'a self, path: &'a Path) -> WordsFile<'a> {
        WordsFile {
            storage: &*self.storage,
            path,
            board: self.board,
            synced: self.options.direct,
            writer: self.owned.start,
        }
    }

    /// Returns how many states have depth 0, 1, 2, … as far as an earlier search has come; nothing
    /// where there was none.
    ///
    /// # Errors
    /// If the file that says so is damaged, or cannot be read.
    pub(super) fn levels(&mut self) -> Result<Vec<u64>, BuildError> {
        let path = self.progress();
        let read = self.words_file(&path).read();
        match read.map(|read| {
            let (mut words, _) = read?;
            let files = words.pop()?;
            Some((words, files))
        }) {
            Ok(Some((counts, files))) => {
                self.kept = (counts.len(), files);
                Ok(counts)
            }
            Ok(None) => Err(BuildError::ScratchDamaged { path }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(failed("read", &path)(error)),
        }
    }

    /// Continues after these levels: reads the manifests, and sends again what was sent with the
    /// last of the levels. Returns the sum of the manifests of all processes after these levels.
    ///
    /// # Errors
    /// If a shard is missing or damaged, or the shards are not those of this moment.
    pub(super) fn resume(
        &mut self,
        counts: &[u64],
        exchange: &mut dyn Exchange,
    ) -> Result<u64, BuildError> {
        let levels = counts.len() as u32;
        self.last_listed = counts.last().is_none_or(|&new| new <= self.list_up_to);
        let mut activity = vec![Activity::NONE; self.cut.cells() * self.cut.chunks()];
        for number in self.owned.clone() {
            let path = self.names(number).manifest();
            let read = Manifest::read(&self.words_file(&path), &mut activity);
            let manifest = read.map_err(failed("read", &path))?.filter(|manifest| {
                manifest.shard == number
                    && manifest.cells.len() == self.cut.cells()
                    && manifest.levels <= levels + 1
            });
            let Some(manifest) = manifest else {
                return Err(BuildError::ScratchDamaged { path });
            };
            let sent = files::messages_in(
                &self.storage,
                self.names(number).messages(levels - 1),
                manifest.sent_at(levels - 1),
            );
            for (to, messages) in sent {
                exchange.send(to, messages)?;
            }
            self.manifests[number - self.owned.start] = manifest;
        }
        let own = Counts {
            files: self.files(levels),
            ..Counts::default()
        };
        let files = exchange.end_level(own)?.files;
        // A process that was ended before the others knows fewer levels.
        if self.kept.0 == counts.len() && self.kept.1 != files {
            let path = self.progress();
            return Err(BuildError::ScratchDamaged { path });
        }
        Ok(files)
    }

    /// Returns the states of this process at a depth, ascending. The level must have been listed.
    ///
    /// # Errors
    /// If a list is damaged or cannot be read.
    pub(super) fn listed(&self, depth: u32) -> Result<Vec<u64>, BuildError> {
        let mut ranks = Vec::new();
        for manifest in &self.manifests {
            for list in manifest.listed.iter().filter(|list| list.depth == depth) {
                let path = self.names(manifest.shard).lists();
                let read =
                    files::read_list(&*self.storage, &path, list).map_err(failed("read", &path))?;
                ranks.extend(read.ok_or(BuildError::ScratchDamaged { path })?);
            }
        }
        ranks.sort_unstable();
        Ok(ranks)
    }

    /// Returns a segment of the table: the part of a shard of this process for a cell.
    ///
    /// # Errors
    /// If it is damaged or cannot be read.
    pub(super) fn segment(&self, cell: usize, shard: usize) -> Result<Memory, BuildError> {
        let length = self.cut.segment_bytes();
        let padded = length.next_multiple_of(ALIGNMENT) as u64;
        let mut segment = Memory::zeroed(padded).map_err(|source| BuildError::Allocation {
            what: format!("a segment of {}", self.cut.space().shape()),
            needed: padded,
            source,
        })?;
        let manifest = &self.manifests[shard - self.owned.start];
        if let Some(slot) = manifest.cells[cell].slots[TABLE] {
            let path = self.names(shard).segments();
            let file = Segments::open(&*self.storage, &path, self.options.direct);
            let read = file.and_then(|mut file| file.read(slot, &mut segment));
            if !read.map_err(failed("read", &path))? {
                return Err(BuildError::ScratchDamaged { path });
            }
        }
        segment.truncate(length);
        Ok(segment)
    }

    /// Deletes the files of this process's shards, and the folder where nothing else is left in it.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(super) fn remove(self) -> Result<(), BuildError> {
        let folder = &self.options.folder;
        let shards = self.owned.clone().flat_map(|shard| self.names(shard).all());
        let locks = lock::abandoned(folder);
        let locks = locks.chain([lock::path(folder, &self.owned)]);
        let parts = unfinished(&*self.storage, folder).unwrap_or_default();
        let locks: Vec<PathBuf> = locks
            .chain(parts.into_iter().map(|(part, _)| part))
            .collect();
        // Without its levels nothing goes on from here: they go first.
        for path in [self.progress()].into_iter().chain(shards).chain(locks) {
            let removed = if path.extension().is_some_and(|end| end == "lock") {
                fs::remove_file(&path)
            } else {
                self.storage.remove(&path)
            };
            match removed {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(failed("remove", &path)(error));
                }
                _ => {}
            }
        }
        let folder = folder.clone();
        // On Windows a file is there as long as it is open: the lock.
        drop(self);
        // Others may keep files there.
        let _ = fs::remove_dir(folder);
        Ok(())
    }
}

impl ShardStore for ScratchStore {
    fn each(
        &mut self,
        level: u32,
        work: &Work<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<Added, BuildError> {
        let mut added = Added::default();
        let visit = Visit {
            storage: &self.storage,
            cut: &self.cut,
            kernel: &self.kernel,
            options: &self.options,
            board: self.board,
            drop_last_list: !self.last_listed,
            level,
            work,
        };
        let mut todo = Vec::new();
        for manifest in &mut self.manifests {
            let messages = exchange.take(manifest.shard);
            if manifest.levels > level {
                // It came so far before the search was stopped.
                added.count += manifest.added;
                let path = visit.names(manifest).messages(level);
                for (to, messages) in
                    files::messages_in(&self.storage, path, manifest.sent_at(level))
                {
                    exchange.send(to, messages)?;
                }
            } else if level == 0 || !messages.is_empty() || visit.is_active(manifest) {
                todo.push((manifest, messages));
            }
        }
        let todo = Mutex::new(todo.into_iter());
        // Two at the least: one has the disk busy while the other works.
        let threads = self.lanes.len().min(current_num_threads().max(2));
        let free = Mutex::new(self.lanes.iter_mut().collect::<Vec<_>>());
        let pool = &self.pool;
        let (done, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (done, todo, free, visit) = (done.clone(), &todo, &free, &visit);
                scope.spawn(move || {
                    let next = || {
                        let (manifest, messages) = todo.lock().ok()?.next()?;
                        let lane = take_lane(&mut *free.lock().ok()?, manifest.shard);
                        Some((manifest, messages, lane))
                    };
                    while let Some((manifest, messages, lane)) = next() {
                        let brought = pool.run(|| visit.shard(manifest, &messages, lane));
                        let brought =
                            brought.unwrap_or_else(|source| Err(BuildError::Threads { source }));
                        // Nobody listens any more once a shard has failed.
                        let (Ok(()), Ok(mut free)) = (done.send(brought), free.lock()) else {
                            break;
                        };
                        free.push(lane);
                    }
                });
            }
            drop(done);
            for result in results {
                let (count, sent) = result?;
                added.count += count;
                for (to, messages) in sent {
                    exchange.send(to, messages)?;
                }
            }
            Ok(added)
        })
    }

    fn keep_levels(
        &mut self,
        counts: &[u64],
        _: Option<&[u64]>,
        files: u64,
    ) -> Result<(), BuildError> {
        self.last_listed = counts.last().is_none_or(|&new| new <= self.list_up_to);
        let path = self.progress();
        let written = self.words_file(&path).write(&[counts, &[files]].concat());
        written.map(drop).map_err(failed("write", &path))
    }

    fn files(&self, levels: u32) -> u64 {
        let checksums = self.manifests.iter();
        checksums.fold(0, |sum, manifest| {
            sum.wrapping_add(manifest.checksum_after(levels))
        })
    }
}

/// What bringing shards to a level takes.
struct Visit<'a> {
    storage: &'a Arc<dyn Storage>,
    cut: &'a Cut,
    kernel: &'a ShardKernel,
    options: &'a ScratchOptions,
    board: u64,
    /// Whether the level before turned out too large to be listed.
    drop_last_list: bool,
    level: u32,
    work: &'a Work<'a>,
}

impl Visit<'_> {
    fn names(&self, manifest: &Manifest) -> Names<'_> {
        Names {
            folder: &self.options.folder,
            shard: manifest.shard,
        }
    }

    /// Returns whether the level before added states to the shard.
    fn is_active(&self, manifest: &Manifest) -> bool {
        manifest.levels == self.level && manifest.cells.iter().any(|cell| cell.active)
    }

    fn words_file<'a>(&'a self, path: &'a Path, shard: usize) -> WordsFile<'a> {
        WordsFile {
            storage: &**self.storage,
            path,
            board: self.board,
            synced: self.options.direct,
            writer: shard,
        }
    }

    /// Brings a shard to the level and commits it. Returns how many states that added, and the
    /// messages. If that fails, the lane holds nothing: what is in it is of no level.
    fn shard(
        &self,
        manifest: &mut Manifest,
        messages: &[Messages],
        lane: &mut Lane,
    ) -> Result<(u64, Vec<(usize, Messages)>), BuildError> {
        let brought = self.bring(manifest, messages, lane);
        if brought.is_err() {
            lane.forget();
        }
        brought
    }

    fn bring(
        &self,
        manifest: &mut Manifest,
        messages: &[Messages],
        lane: &mut Lane,
    ) -> Result<(u64, Vec<(usize, Messages)>), BuildError> {
        let names = self.names(manifest);
        let path = names.segments();
        let mut segments = Segments::open(&**self.storage, &path, self.options.direct)
            .map_err(failed("open", &path))?;
        let targets = self.targets(manifest, !messages.is_empty());
        self.load(manifest, &targets, &mut segments, lane)?;

        let ShardLevel { added, messages } = (self.work)(&mut lane.shard, messages)?;

        let mut next = Manifest {
            levels: self.level + 1,
            added: added.count,
            ..manifest.clone()
        };
        let written = self.store(&mut next, &targets, &mut segments, lane);
        written.map_err(failed("write to", &path))?;
        let path = names.messages(self.level);
        let written = files::write_messages(&**self.storage, &path, &messages, self.options.direct);
        next.sent[(self.level & 1) as usize] = Sent {
            depth: self.level,
            places: written.map_err(failed("write", &path))?,
        };
        if self.drop_last_list {
            next.listed.retain(|list| list.depth + 1 != self.level);
        }
        if let Some(ranks) = added.ranks.filter(|ranks| !ranks.is_empty()) {
            let path = names.lists();
            let offset = next
                .listed
                .last()
                .map_or(0, |list| list.offset + 8 * list.count);
            let place = (self.level, offset);
            let synced = self.options.direct;
            let list = files::write_list(&**self.storage, &path, place, &ranks, synced);
            next.listed.push(list.map_err(failed("write", &path))?);
        }
        let path = names.manifest();
        let file = self.words_file(&path, next.shard);
        let committed = next.commit(&file, &lane.shard.reached.activity);
        committed.map_err(failed("write", &path))?;
        lane.holds = Some((next.shard, next.levels));
        *manifest = next;
        let path = names.messages(self.level);
        let sent = files::messages_in(self.storage, path, manifest.sent_at(self.level));
        Ok((manifest.added, sent))
    }

    /// Returns the cells that the level may add states to.
    fn targets(&self, manifest: &Manifest, receives: bool) -> Vec<bool> {
        let active = self.is_active(manifest);
        let leads = |cell: usize| active && manifest.cells[cell].active;
        let is_target = |cell: usize| {
            self.kernel.colour(cell) == self.level & 1
                && !manifest.cells[cell].full
                && (self.level == 0
                    || receives && self.kernel.crossing(cell).is_some()
                    || self.kernel.sources_of(cell).any(leads))
        };
        (0..self.cut.cells()).map(is_target).collect()
    }

    /// Reads what the level needs of a shard, unless it is in memory already.
    fn load(
        &self,
        manifest: &Manifest,
        targets: &[bool],
        segments: &mut Segments,
        lane: &mut Lane,
    ) -> Result<(), BuildError> {
        let names = self.names(manifest);
        let Lane {
            shard,
            holds,
            segments: held,
        } = lane;
        if holds.is_some_and(|(number, _)| number != manifest.shard) {
            held.fill([Held::Nothing; 2]);
        }
        shard.number = manifest.shard;
        shard.reached.extent = self.cut.extent(manifest.shard);
        if manifest.levels == 0 {
            shard.reached.activity.fill(Activity::NONE);
        } else if *holds != Some((manifest.shard, manifest.levels)) {
            let path = names.manifest();
            let file = self.words_file(&path, manifest.shard);
            let read = Manifest::read(&file, &mut shard.reached.activity);
            if read.map_err(failed("read", &path))?.as_ref() != Some(manifest) {
                return Err(BuildError::ScratchDamaged { path });
            }
        }
        let frontier = plane_of(self.level.wrapping_sub(1));
        for (cell, &is_target) in targets.iter().enumerate() {
            let Cell { slots, active, .. } = manifest.cells[cell];
            let is_source = active && self.kernel.colour(cell) != self.level & 1;
            for (plane, slot) in slots.into_iter().enumerate() {
                let wanted = Held::Segment(slot);
                let is_needed = is_target || is_source && plane == frontier;
                if !is_needed || held[cell][plane] == wanted {
                    continue;
                }
                let room = shard.reached.planes[plane].segment_mut(cell);
                match slot {
                    None => room.fill(0),
                    Some(slot) => {
                        let path = names.segments();
                        if !segments.read(slot, room).map_err(failed("read", &path))? {
                            return Err(BuildError::ScratchDamaged { path });
                        }
                    }
                }
                held[cell][plane] = wanted;
            }
        }
        Ok(())
    }

    /// Writes the segments that the level changed, and notes where they are.
    fn store(
        &self,
        manifest: &mut Manifest,
        targets: &[bool],
        segments: &mut Segments,
        lane: &mut Lane,
    ) -> io::Result<()> {
        // What the manifest on disk refers to stays as it is.
        let mut free = manifest.free_slots();
        let plane = plane_of(self.level);
        let parts = lane.shard.reached.activity.chunks_exact(self.cut.chunks());
        for (cell, activity) in parts.enumerate() {
            let state = &mut manifest.cells[cell];
            state.active = targets[cell] && activity.iter().any(|chunk| chunk.last == self.level);
            if !state.active {
                continue;
            }
            state.full = activity.iter().all(Activity::is_full);
            let segment = lane.shard.reached.planes[plane].segment(cell);
            state.slots[plane] = Some(segments.write(free.take(), segment)?);
            lane.segments[cell][plane] = Held::Segment(state.slots[plane]);
        }
        if self.options.direct { segments.sync() } else { Ok(()) }
    }
}
