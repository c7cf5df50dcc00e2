//! The search itself: levels from the goal's two classes until two in a row add nothing.

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace,
    format::Levels,
    sliding::{LineSpace, SlidingSpace},
};

use super::{
    super::{
        chunk::{self, BITS, Chunk, WORDS},
        plane,
        source::Activity,
        sparse,
    },
    LineTable,
    dense::{Added, Dense, Planes},
    layout,
};
use crate::{BuildError, Level};

/// Levels of at most one class in this many run from a list.
pub(super) const SPARSE: u64 = 36_000;

/// Lists of classes are kept beside levels of states that are to be listed; they may have so many
/// times as many.
const MORE_CLASSES: u64 = 4;

/// A breadth-first search between two levels.
#[derive(Debug)]
pub(super) struct Search {
    space: SlidingSpace,
    lines: LineSpace,
    dense: Dense,
    /// The classes reached with D = 0 modulo 3.
    zero: Memory,
    /// Those with D = 1, then those with D = 2, then those with odd D.
    others: Memory,
    /// By D modulo 3.
    activity: [Vec<Activity>; 3],
    chunks: usize,
}

impl Search {
    pub(super) fn new(
        space: &SlidingSpace,
        instructions: Instructions,
    ) -> Result<Self, BuildError> {
        assert!(
            super::supports(space),
            "{} boards are not searched by windows",
            space.shape()
        );
        let lines = LineSpace::new(*space);
        let plane = lines.len() / BITS as u64 * 8;
        let memory = |bytes| {
            Memory::zeroed(bytes).map_err(|source| BuildError::Allocation {
                what: space.shape().to_string(),
                needed: super::memory_needed(space),
                source,
            })
        };
        let chunks = (lines.len() / chunk::STATES as u64) as usize;
        Ok(Self {
            space: *space,
            lines,
            dense: Dense::new(space, instructions),
            zero: memory(plane)?,
            others: memory(3 * plane)?,
            activity: [0; 3].map(|_| vec![Activity::NONE; chunks]),
            chunks,
        })
    }

    /// Searches to the end.
    pub(super) fn run(mut self, monitor: &Monitor<'_, Level>) -> Result<LineTable, BuildError> {
        let longest = super::listed_at_most(&self.space);
        let mut counts = vec![0];
        let mut listed = Levels::new();
        let mut reached = 0;
        // The last two levels of classes.
        let [mut before, mut last] = [Added::default(), self.start(0)];
        for depth in 0.. {
            let cols = self.space.shape().cols() as u64;
            let states = before.count * cols - before.level + last.level;
            counts[depth as usize] = states;
            if states == 0 {
                counts.pop();
                break;
            }
            if states <= longest
                && let (Some(farther), Some(level)) = (self.listed(&before), self.listed(&last))
            {
                listed.push((depth, self.states(depth, farther, level)));
            }
            reached += states;
            monitor.report(&Level {
                depth,
                new: states,
                reached,
                total: self.space.len(),
            });
            // Classes two levels from those before the last one.
            let next = match depth {
                0 => self.start(1),
                _ => self.expand(depth - 1, &before, MORE_CLASSES * longest, monitor)?,
            };
            (before, last) = (last, next);
            counts.push(0);
        }
        layout::interleave(planes(&mut self.others));
        Ok(LineTable {
            counts,
            listed,
            payload: self.others,
        })
    }

    /// Returns the classes of a level, where they are listed.
    fn listed<'a>(&self, added: &'a Added) -> Option<&'a [u64]> {
        match added.count {
            0 => Some(&[]),
            _ => added.classes.as_deref(),
        }
    }

    /// Returns the goal's row class for 0; for 1 the row classes of the other states in the goal's
    /// column.
    fn start(&mut self, depth: u32) -> Added {
        let goal = self.space.goal();
        let rank = self.space.rank(&goal);
        let mut classes = vec![];
        match depth {
            0 => classes.push(self.space.row_class(rank)),
            _ => self
                .space
                .each_row_class(&goal, rank, |class| classes.push(class)),
        }
        classes.sort_unstable();
        for &class in &classes {
            self.insert(class, depth);
        }
        let count = classes.len() as u64;
        Added {
            count,
            level: count,
            classes: Some(classes),
        }
    }

    /// Returns the plane of D modulo 3.
    fn plane(&self, remainder: u32) -> &[u8] {
        let size = self.zero.len();
        match remainder {
            0 => &self.zero,
            1 => &self.others[..size],
            _ => &self.others[size..2 * size],
        }
    }

    fn contains(&self, remainder: u32, class: u64) -> bool {
        let (byte, bit) = plane::position(class);
        self.plane(remainder)[byte] >> bit & 1 == 1
    }

    fn is_odd(&self, class: u64) -> bool {
        let (byte, bit) = plane::position(class);
        self.others[2 * self.zero.len() + byte] >> bit & 1 == 1
    }

    fn insert(&mut self, class: u64, depth: u32) {
        let (byte, bit) = plane::position(class);
        let size = self.zero.len();
        match depth % 3 {
            0 => self.zero[byte] |= 1 << bit,
            1 => self.others[byte] |= 1 << bit,
            _ => self.others[size + byte] |= 1 << bit,
        }
        if depth % 2 == 1 {
            self.others[2 * size + byte] |= 1 << bit;
        }
        let activity = &mut self.activity[(depth % 3) as usize][plane::chunk_of(class)];
        activity.last = depth;
        activity.reached += 1;
    }

    /// Adds the classes of D = `depth + 2`, from those of `depth`: class by class if they are few
    /// and listed.
    fn expand(
        &mut self,
        depth: u32,
        from: &Added,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<Added, BuildError> {
        match self.listed(from) {
            Some(classes) if from.count <= self.lines.len() / SPARSE => {
                let known = |class| (0..3).any(|remainder| self.contains(remainder, class));
                let new = sparse::expand(&self.lines, classes, known, monitor)?;
                for &class in &new {
                    self.insert(class, depth + 2);
                }
                let level = new.iter().map(|&class| {
                    let columns = self.columns(depth + 2, class);
                    u64::from(columns.count_ones())
                });
                Ok(Added {
                    count: new.len() as u64,
                    level: level.sum(),
                    classes: Some(new),
                })
            }
            _ => {
                let mut activity = self.activity.each_mut().map(Vec::as_mut_slice);
                let others = planes(&mut self.others);
                let (one, rest) = others.split_at_mut(self.chunks);
                let (two, odd) = rest.split_at_mut(self.chunks);
                let mut thirds = [planes(&mut self.zero), one, two];
                thirds.rotate_left((depth % 3) as usize);
                activity.rotate_left((depth % 3) as usize);
                let ([source, between, target], [s, b, t]) = (thirds, activity);
                self.dense.expand(
                    depth,
                    Planes {
                        source,
                        source_activity: s,
                        between,
                        between_activity: b,
                        target,
                        target_activity: t,
                        odd,
                    },
                    list_up_to,
                    monitor,
                )
            }
        }
    }

    /// Returns the columns in which a state of a class of D = `depth` is as far from the goal as
    /// the class, bit by bit: in which another row's class is two nearer. Holds while no class of D
    /// = `depth` + 2 has been reached.
    fn columns(&self, depth: u32, class: u64) -> u32 {
        let Some(nearer) = depth.checked_sub(2) else {
            // At the goal, and beside it in its column.
            return 1 << self.space.shape().col(self.space.home());
        };
        let mut columns = 0;
        let board = self.lines.unrank(class);
        self.lines.each_neighbour(&board, class, |_, there, col| {
            // One that is farther by one has the same remainder modulo 3, but not modulo 2.
            let is_nearer =
                self.contains(nearer % 3, there) && self.is_odd(there) == (depth % 2 == 1);
            columns |= u32::from(is_nearer) << col;
        });
        columns
    }

    /// Returns the ranks of the states at `depth`, ascending: some of classes of D one less, and
    /// some of D as much.
    fn states(&self, depth: u32, before: &[u64], last: &[u64]) -> Vec<u64> {
        let cols = self.space.shape().cols();
        let of_class = |class: u64, columns: u32| {
            let here = (0..cols).filter(move |col| columns >> col & 1 == 1);
            here.map(move |col| self.lines.state_rank(class, col))
        };
        let farther = before
            .iter()
            .flat_map(|&class| of_class(class, !self.columns(depth - 1, class)));
        let level = last
            .iter()
            .flat_map(|&class| of_class(class, self.columns(depth, class)));
        let mut ranks: Vec<u64> = farther.chain(level).collect();
        ranks.sort_unstable();
        ranks
    }
}

fn planes(memory: &mut Memory) -> &mut [Chunk] {
    memory.as_chunks_mut::<8>().0.as_chunks_mut::<WORDS>().0
}
