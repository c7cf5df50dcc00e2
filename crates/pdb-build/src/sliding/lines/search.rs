//! The search itself: levels from the goal's two classes, until two in succession add nothing.

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace,
    format::{Encoding, Levels},
    sliding::{LineSpace, SlidingSpace},
};

use super::{
    super::{
        listing::Added,
        sizes::{SPARSE, listed_at_most},
        words::{
            chunk::{self, Activity, BITS, Chunk, WORDS},
            plane,
        },
    },
    layout,
    level::{AddedClasses, ClassKernel, Planes},
    sizes::{memory_needed, supports},
};
use crate::{BuildError, DistanceTable, Level, sparse};

/// Levels are listed as in the single-tile metric if their classes are. Lists of classes may be
/// this many times as long.
const MORE_CLASSES: u64 = 4;

/// Computes the distance of every row class, on rayon's current pool.
///
/// The payload is as [`Encoding::Lines`] says. Holds [`memory_needed`] bytes.
///
/// # Errors
/// If the monitor asks to stop, or the system refuses the memory.
///
/// # Panics
/// If the board is not [supported](supports).
pub(super) fn search(
    space: &SlidingSpace,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable, BuildError> {
    ClassSearch::new(space, Instructions::detect())?.run(monitor)
}

/// A breadth-first search of row classes, between two levels.
#[derive(Debug)]
struct ClassSearch {
    space: SlidingSpace,
    lines: LineSpace,
    kernel: ClassKernel,
    /// The reached classes with D = 0 modulo 3.
    zero: Memory,
    /// Those with D = 1, then those with D = 2, then those with odd D.
    others: Memory,
    /// By D modulo 3.
    activity: [Vec<Activity>; 3],
    chunks: usize,
}

impl ClassSearch {
    fn new(space: &SlidingSpace, instructions: Instructions) -> Result<Self, BuildError> {
        assert!(
            supports(space),
            "{} boards are not searched by windows",
            space.shape()
        );
        let lines = LineSpace::new(*space);
        let plane = lines.len() / BITS as u64 * 8;
        let memory = |bytes| {
            let refused = BuildError::allocation(space.shape(), memory_needed(space));
            Memory::zeroed(bytes).map_err(refused)
        };
        let chunks = (lines.len() / chunk::STATES as u64) as usize;
        Ok(Self {
            space: *space,
            lines,
            kernel: ClassKernel::new(space, instructions),
            zero: memory(plane)?,
            others: memory(3 * plane)?,
            activity: [0; 3].map(|_| vec![Activity::NONE; chunks]),
            chunks,
        })
    }

    /// Searches to the end.
    fn run(mut self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        let longest = listed_at_most(&self.space);
        let mut counts = vec![0];
        let mut listed = Levels::new();
        // The last two levels of classes.
        let [mut before, mut last] = [AddedClasses::default(), self.start(0)];
        for depth in 0.. {
            let cols = self.space.shape().cols() as u64;
            let states = before.added.count * cols - before.near + last.near;
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
            monitor.report(&Level::last(&counts, self.space.len()));
            // The next level is two levels from the one before the last.
            let next = match depth {
                0 => self.start(1),
                _ => self.expand(depth - 1, &before, MORE_CLASSES * longest, monitor)?,
            };
            (before, last) = (last, next);
            counts.push(0);
        }
        layout::interleave(planes(&mut self.others));
        Ok(DistanceTable {
            encoding: Encoding::Lines,
            entries: self.lines.len(),
            counts,
            listed,
            payload: self.others,
        })
    }

    /// Returns the classes of a level, if they are listed.
    fn listed<'a>(&self, classes: &'a AddedClasses) -> Option<&'a [u64]> {
        match classes.added.count {
            0 => Some(&[]),
            _ => classes.added.ranks.as_deref(),
        }
    }

    /// Returns the goal's row class for 0; for 1 the row classes of the other states in the goal's
    /// column.
    fn start(&mut self, depth: u32) -> AddedClasses {
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
        AddedClasses {
            added: Added {
                count,
                ranks: Some(classes),
            },
            near: count,
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
        let activity = &mut self.activity[(depth % 3) as usize][chunk::holding(class)];
        activity.add(depth, 1);
    }

    /// Adds the classes of D = `depth + 2`, from those of `depth`: class by class if these are few
    /// and listed.
    fn expand(
        &mut self,
        depth: u32,
        from: &AddedClasses,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<AddedClasses, BuildError> {
        match self.listed(from) {
            Some(classes) if from.added.count <= self.lines.len() / SPARSE => {
                let known = |class| (0..3).any(|remainder| self.contains(remainder, class));
                let new = sparse::expand(&self.lines, classes, known, monitor)?;
                for &class in &new {
                    self.insert(class, depth + 2);
                }
                let near = new.iter().map(|&class| {
                    let columns = self.columns(depth + 2, class);
                    u64::from(columns.count_ones())
                });
                Ok(AddedClasses {
                    near: near.sum(),
                    added: Added {
                        count: new.len() as u64,
                        ranks: Some(new),
                    },
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
                self.kernel.expand(
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

    /// Returns the columns, as bits, in which the state of a class of D = `depth` has the same
    /// distance from the goal as the class: those in which the class of another row is nearer by
    /// two. Valid as long as no class of D = `depth` + 2 has been reached.
    fn columns(&self, depth: u32, class: u64) -> u32 {
        let Some(nearer) = depth.checked_sub(2) else {
            // At the goal, and beside it in its column.
            return 1 << self.space.shape().col(self.space.home());
        };
        let mut columns = 0;
        let board = self.lines.unrank(class);
        self.lines.each_neighbour(&board, class, |_, there, col| {
            // A class that is farther by one has the same remainder modulo 3, but not modulo 2.
            let is_nearer =
                self.contains(nearer % 3, there) && self.is_odd(there) == (depth % 2 == 1);
            columns |= u32::from(is_nearer) << col;
        });
        columns
    }

    /// Returns the ranks of the states at `depth`, ascending. Some belong to classes of D = `depth`
    /// − 1, some to classes of D = `depth`.
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
