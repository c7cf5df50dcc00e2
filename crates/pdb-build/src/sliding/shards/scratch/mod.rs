//! Shards in files: searches of boards that do not fit into memory.
//!
//! A level takes each shard in turn. It reads the segments that it needs, and writes those that
//! change to unused places of the shard's file. Messages to other shards go to a file as well. Then
//! a manifest is put in place by a rename, which commits the level of this shard. Whatever stops
//! the process, each shard is found as it was after one level or after the next, together with the
//! messages that it sent at both. A shard to which a level cannot add states is not touched.
//!
//! A file of levels records the level of all shards. It has the sum of the checksums of their
//! manifests at that moment, and each manifest has the checksum of the one that it replaced, so
//! that files of different moments are never combined. If files are synced, everything that a
//! manifest names is on the disk before the manifest, and the manifest is on the disk before the
//! next level writes anything.
//!
//! Every segment, message, list and manifest is compared with its checksum when it is read.

mod files;
mod lane;
mod manifest;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trouble_tests;

use std::{
    fs::File,
    io,
    ops::Range,
    sync::{Mutex, mpsc},
    thread,
};

use tilebase_core::{
    Instructions, Memory,
    parallel::{OwnPool, current_num_threads},
    storage::{ChecksummedRange, StoredFile},
};

use self::{
    files::{Kind, journal},
    lane::{Held, Lane, take_lane},
    manifest::{KnownCell, Manifest, Sent},
};
use super::{
    super::{
        bit_words::chunk::Activity, level::PlaneLink, reached::plane_of, sizes::listed_at_most,
    },
    cut::Cut,
    exchange::{Exchange, LevelSum},
    messages::Messages,
    shard::{ShardKernel, ShardLevel},
    sizes::{ALIGNMENT, shard_bytes},
    store::{ShardStep, ShardStore},
};
use crate::{
    Added, BuildError, Result, ScratchOptions, bytes_of_words,
    scratch::{Journal, damaged, failed},
};

/// The plane that becomes the table.
pub(super) const TABLE: usize = 1;

/// The summary of a shard: its manifest, and the activity of each chunk.
type ShardSummary = (Manifest, Vec<Activity>);

/// The shards of this process in files of a folder.
#[derive(Debug)]
pub(super) struct ScratchStore {
    files: Journal,
    kernel: ShardKernel,
    owned: Range<usize>,
    manifests: Vec<Manifest>,
    /// Memory for as many shards as there is room for.
    lanes: Vec<Lane>,
    /// A pool with as many threads as the caller's. The threads that run the lanes do not belong to
    /// a pool.
    pool: OwnPool,
    /// Whether the last level turned out too large to be listed.
    drop_last_list: bool,
    /// The lock of the folder, while it is in use.
    lock: File,
}

impl ScratchStore {
    /// Opens the folder for these shards, and allocates memory for those that are worked on at a
    /// time.
    ///
    /// # Errors
    /// If the folder cannot be made, another process uses it for the same shards, or memory is
    /// refused.
    pub(super) fn open(cut: &Cut, options: &ScratchOptions, owned: Range<usize>) -> Result<Self> {
        let files = journal(options, cut);
        let lock = files.lock(&owned)?;
        let lanes: io::Result<_> = (0..options.lanes.max(1)).map(|_| Lane::new(cut)).collect();
        let shape = cut.space().shape();
        let needed = shard_bytes(cut) * options.lanes as u64;
        let refused = BuildError::allocation(format!("shards of {shape}"), needed);
        let pool = OwnPool::new(current_num_threads());
        Ok(Self {
            files,
            kernel: ShardKernel::new(cut, Instructions::detect()),
            manifests: owned
                .clone()
                .map(|shard| Manifest::new(shard, cut.cells()))
                .collect(),
            owned,
            lanes: lanes.map_err(refused)?,
            pool: pool.map_err(BuildError::Threads)?,
            drop_last_list: false,
            lock,
        })
    }

    /// Continues an earlier search after the levels on which all processes agree: reads the
    /// manifests, and sends the messages of the last level again. Returns the numbers of states at
    /// depth 0, 1, 2, …, none if there was no search, and the sum of the manifests of all processes
    /// after these levels.
    ///
    /// # Errors
    /// If the file of levels is damaged or cannot be read, if a shard is missing or damaged, or if
    /// the shards are not those of this moment.
    pub(super) fn resume(&mut self, exchange: &mut dyn Exchange) -> Result<(Vec<u64>, u64)> {
        let progress = self.files.progress();
        let read = self.files.read::<(Vec<u64>, u64)>(&progress)?;
        let ((kept, kept_files), _) = read.unwrap_or_default();
        let known_levels = kept.len();
        let counts = exchange.agree(kept)?;
        if counts.is_empty() {
            return Ok((counts, 0));
        }
        let levels = counts.len() as u32;
        for known in &mut self.manifests {
            let (manifest, _) = read_manifest(&self.files, &self.kernel.cut, known.shard)?;
            if manifest.levels > levels + 1 {
                return Err(damaged(&self.files.path(known.shard, Kind::Manifest)));
            }
            *known = manifest;
            send_all(self.files.sent(known, levels - 1), exchange)?;
        }
        let own = LevelSum {
            files: self.files(levels),
            ..LevelSum::default()
        };
        let files = exchange.end_level(own)?.files;
        // A process that was ended before the others knows fewer levels.
        if known_levels == counts.len() && kept_files != files {
            return Err(damaged(&progress));
        }
        Ok((counts, files))
    }
}

/// Deletes the files of a search of all shards of a board, for instance of one that was killed
/// after its result was stored. Files that another process uses remain.
///
/// # Errors
/// If the file system reports an error.
pub fn remove_scratch(cut: &Cut, options: &ScratchOptions) -> Result<()> {
    let files = journal(options, cut);
    let shards = 0..cut.shards();
    files.remove_left(&shards, files.all(&shards))
}

/// Reads the summary of a shard.
fn read_manifest(files: &Journal, cut: &Cut, shard: usize) -> Result<ShardSummary> {
    let path = files.path(shard, Kind::Manifest);
    match files.read::<ShardSummary>(&path)? {
        Some(((manifest, activity), checksum))
            if manifest.shard == shard
                && manifest.cells.len() == cut.cells()
                && activity.len() == cut.cells() * cut.chunks =>
        {
            Ok((
                Manifest {
                    checksum,
                    ..manifest
                },
                activity,
            ))
        }
        _ => Err(damaged(&path)),
    }
}

/// Sends messages to the shards that receive them.
fn send_all(messages: Vec<(usize, Messages)>, exchange: &mut dyn Exchange) -> Result<()> {
    messages
        .into_iter()
        .try_for_each(|(to, messages)| exchange.send(to, messages))
}

impl ShardStore for ScratchStore {
    fn each(
        &mut self,
        level: u32,
        work: &ShardStep<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<Added> {
        let mut added = Added::default();
        let visit = Visit {
            files: &self.files,
            kernel: &self.kernel,
            drop_last_list: self.drop_last_list,
            level,
            work,
        };
        let mut todo = Vec::new();
        for manifest in &mut self.manifests {
            let messages = exchange.take(manifest.shard);
            if manifest.levels > level {
                // The shard reached this level before the search was stopped.
                added.count += manifest.added;
                send_all(self.files.sent(manifest, level), exchange)?;
            } else if level == 0 || !messages.is_empty() || visit.is_active(manifest) {
                todo.push((manifest, messages));
            }
        }
        let todo = Mutex::new(todo.into_iter());
        // At least two: one keeps the disk busy while the other computes.
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
                        let brought = pool.run(|| visit.bring(manifest, &messages, lane));
                        let brought = brought.map_err(BuildError::Threads).flatten();
                        if brought.is_err() {
                            lane.forget();
                        }
                        // Nobody receives results after a shard has failed.
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
                send_all(sent, exchange)?;
            }
            Ok(added)
        })
    }

    fn keep_levels(&mut self, counts: &[u64], files: u64) -> Result<()> {
        let longest = listed_at_most(self.kernel.cut.space());
        self.drop_last_list = counts.last().is_some_and(|&new| new > longest);
        let progress = self.files.progress();
        self.files.write(&progress, &(counts, files)).map(drop)
    }

    fn files(&self, levels: u32) -> u64 {
        let checksums = self.manifests.iter();
        checksums.fold(0, |sum, manifest| {
            sum.wrapping_add(manifest.checksum_after(levels))
        })
    }

    fn listed(&self, depth: u32) -> Option<Result<Vec<u64>>> {
        let lists = self.manifests.iter().flat_map(|manifest| {
            let lists = manifest.listed.iter().filter(|(of, _)| *of == depth);
            lists.map(|(_, list)| self.files.list(manifest.shard, list))
        });
        let lists: Result<Vec<Vec<u64>>, _> = lists.collect();
        Some(lists.map(|lists| {
            let mut ranks = lists.concat();
            ranks.sort_unstable();
            ranks
        }))
    }

    fn segment(&self, cell: usize, shard: usize) -> Result<Memory> {
        let length = self.kernel.cut.segment_bytes();
        let padded = length.next_multiple_of(ALIGNMENT) as u64;
        let what = format!("a segment of {}", self.kernel.cut.space().shape());
        let refused = BuildError::allocation(what, padded);
        let mut segment = Memory::zeroed(padded).map_err(refused)?;
        if let Some(place) = self.manifests[shard - self.owned.start].cells[cell].segments[TABLE] {
            let path = self.files.path(shard, Kind::Segments);
            let mut file = self.files.segments(&path)?;
            let read = place.read_into(&mut *file, &mut segment);
            read.map_err(failed("read", &path))?;
        }
        segment.truncate(length);
        Ok(segment)
    }

    fn remove(self: Box<Self>) -> Result<()> {
        let Self {
            files, owned, lock, ..
        } = *self;
        files.remove(lock, &owned, files.all(&owned))
    }
}

/// The data for bringing shards to a level.
struct Visit<'a> {
    files: &'a Journal,
    kernel: &'a ShardKernel,
    /// Whether the level before turned out too large to be listed.
    drop_last_list: bool,
    level: u32,
    work: &'a ShardStep<'a>,
}

impl Visit<'_> {
    /// Returns whether the level before added states to the shard.
    fn is_active(&self, manifest: &Manifest) -> bool {
        manifest.levels == self.level && manifest.cells.iter().any(|cell| cell.active)
    }

    /// Brings a shard to the level and commits it. Returns the number of added states, and the
    /// messages. If this fails, the content of the lane belongs to no level.
    fn bring(
        &self,
        manifest: &mut Manifest,
        messages: &[Messages],
        lane: &mut Lane,
    ) -> Result<(u64, Vec<(usize, Messages)>)> {
        let shard = manifest.shard;
        let path = self.files.path(shard, Kind::Segments);
        let mut segments = self.files.segments(&path)?;
        let targets = self.targets(manifest, !messages.is_empty());
        self.load(manifest, &targets, &mut *segments, lane)?;

        let ShardLevel { added, messages } = (self.work)(&mut lane.shard, messages)?;

        let mut next = Manifest {
            levels: self.level + 1,
            added: added.count,
            before: manifest.checksum,
            ..manifest.clone()
        };
        let written = self.store(&mut next, &targets, &mut *segments, lane);
        written.map_err(failed("write to", &path))?;
        let path = self.files.path(shard, Kind::Messages(self.level));
        let parts = messages.iter().map(|(_, messages)| messages.bytes());
        let parts: Vec<_> = parts.collect::<Result<_, _>>()?;
        let places = self.files.write_parts(&path, 0, &parts)?;
        next.sent[(self.level & 1) as usize] = Sent {
            depth: self.level,
            places: messages.iter().map(|(to, _)| *to).zip(places).collect(),
        };
        if self.drop_last_list {
            next.listed.retain(|(depth, _)| depth + 1 != self.level);
        }
        if let Some(ranks) = added.ranks.filter(|ranks| !ranks.is_empty()) {
            let path = self.files.path(shard, Kind::Lists);
            let offset = next
                .listed
                .last()
                .map_or(0, |(_, list)| list.offset + list.length);
            let lists = [bytes_of_words(&ranks)];
            let written = self.files.write_parts(&path, offset, &lists)?;
            next.listed
                .extend(written.into_iter().map(|list| (self.level, list)));
        }
        let path = self.files.path(shard, Kind::Manifest);
        next.checksum = self
            .files
            .write(&path, &(&next, &lane.shard.reached.activity))?;
        lane.holds = Some((shard, next.levels));
        *manifest = next;
        Ok((manifest.added, self.files.sent(manifest, self.level)))
    }

    /// Returns the cells to which the level may add states.
    fn targets(&self, manifest: &Manifest, receives: bool) -> Vec<bool> {
        let active = self.is_active(manifest);
        let leads = |link: &PlaneLink| active && manifest.cells[link.from].active;
        let is_target = |cell: usize| {
            self.kernel.kernel.colours[cell] == self.level & 1
                && !manifest.cells[cell].full
                && (self.level == 0
                    || receives && self.kernel.crossings[cell].is_some()
                    || self.kernel.kernel.links[cell].iter().any(leads))
        };
        (0..self.kernel.cut.cells()).map(is_target).collect()
    }

    /// Reads the segments of a shard that the level needs, unless they are already in memory.
    fn load(
        &self,
        manifest: &Manifest,
        targets: &[bool],
        segments: &mut dyn StoredFile,
        lane: &mut Lane,
    ) -> Result<()> {
        let path = self.files.path(manifest.shard, Kind::Segments);
        let Lane {
            shard,
            holds,
            segments: held,
        } = lane;
        if holds.is_some_and(|(number, _)| number != manifest.shard) {
            held.fill([Held::Nothing; 2]);
        }
        shard.number = manifest.shard;
        shard.reached.extent = self.kernel.cut.extent(manifest.shard);
        if manifest.levels == 0 {
            shard.reached.activity.fill(Activity::NONE);
        } else if *holds != Some((manifest.shard, manifest.levels)) {
            let (read, activity) = read_manifest(self.files, &self.kernel.cut, manifest.shard)?;
            if read != *manifest {
                return Err(damaged(&self.files.path(manifest.shard, Kind::Manifest)));
            }
            shard.reached.activity = activity;
        }
        let frontier = plane_of(self.level.wrapping_sub(1));
        for (cell, &is_target) in targets.iter().enumerate() {
            let KnownCell {
                segments: places,
                active,
                ..
            } = manifest.cells[cell];
            let is_source = active && self.kernel.kernel.colours[cell] != self.level & 1;
            for (plane, place) in places.into_iter().enumerate() {
                let wanted = Held::Segment(place);
                let is_needed = is_target || is_source && plane == frontier;
                if !is_needed || held[cell][plane] == wanted {
                    continue;
                }
                let segment = shard.reached.planes[plane].segment_mut(cell);
                match place {
                    None => segment.fill(0),
                    Some(place) => {
                        let read = place.read_into(segments, segment);
                        read.map_err(failed("read", &path))?;
                    }
                }
                held[cell][plane] = wanted;
            }
        }
        Ok(())
    }

    /// Writes the segments that the level changed, and records their places.
    fn store(
        &self,
        manifest: &mut Manifest,
        targets: &[bool],
        segments: &mut dyn StoredFile,
        lane: &mut Lane,
    ) -> io::Result<()> {
        // Segments to which the manifest on disk refers stay as they are.
        let segment = self.kernel.cut.segment_bytes().next_multiple_of(ALIGNMENT);
        let mut free = manifest.free(segment as u64);
        let plane = plane_of(self.level);
        let parts = lane
            .shard
            .reached
            .activity
            .chunks_exact(self.kernel.cut.chunks);
        for (cell, activity) in parts.enumerate() {
            let state = &mut manifest.cells[cell];
            state.active = targets[cell] && activity.iter().any(|chunk| chunk.last == self.level);
            if !state.active {
                continue;
            }
            state.full = activity.iter().all(Activity::is_full);
            let segment = lane.shard.reached.planes[plane].segment(cell);
            let written = free
                .next()
                .map(|at| ChecksummedRange::write(segments, at, segment));
            state.segments[plane] = written.transpose()?;
            lane.segments[cell][plane] = Held::Segment(state.segments[plane]);
        }
        if self.files.options.direct { segments.sync() } else { Ok(()) }
    }
}
