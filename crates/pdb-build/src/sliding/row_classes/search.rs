//! The search itself: levels from the goal's two classes, until two in succession add nothing.

use tilebase_core::{
    Instructions, Memory, Monitor, RankedSpace,
    format::Encoding,
    sliding::{RowClassSpace, SlidingSpace},
};

use super::{
    super::{
        bit_words::{
            chunk::{self, Activity, Chunk, WORDS},
            extent::Extent,
            source::Source,
        },
        level::{Expansion, PlaneLink, PlaneTarget},
        sizes::{SPARSE, assert_supported, listed_at_most, memory_needed},
    },
    layout,
    level::{LineMoves, links},
};
use crate::{Added, BuildError, DistanceTable, Level, LevelSearch, Listing, Lists, Result, sparse};

/// Lists of classes may be this many times as long as lists of states. The states of a level are
/// listed only if its classes are.
const MORE_CLASSES: u64 = 4;

/// The number of the plane of odd D, after those of D = 0, 1 and 2 modulo 3.
const ODD: u32 = 3;

/// Computes the distance of every row class, on rayon's current pool.
///
/// The payload is as [`Encoding::RowClasses`] says. Holds [`memory_needed`] bytes.
///
/// # Errors
/// If the monitor asks to stop, or the system refuses the memory.
///
/// # Panics
/// If the board is not [supported](super::super::supports).
pub(crate) fn search(space: &SlidingSpace, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
    let mut classes = ClassSearch::new(space)?;
    let (states, cols) = (space.len(), space.shape().cols() as u64);
    let longest = listed_at_most(space);
    // The last two levels of classes.
    let [mut before, mut last] = [0, 1].map(|depth| classes.start(depth));
    let mut search = LevelSearch::from_goals(space.goals());
    let kind = (states, Encoding::RowClasses, Lists::UpTo(longest));
    search.run(kind, monitor, &mut |search| {
        let depth = search.depth() + 1;
        if depth > 1 {
            // The next level is two levels from the one before the last.
            let next = classes.expand(depth - 2, &before, MORE_CLASSES * longest, monitor)?;
            before = std::mem::replace(&mut last, next);
        }
        let count = before.added.count * cols - before.near + last.near;
        let listed = before.added.ranks.as_ref().zip(last.added.ranks.as_ref());
        let listed = listed.filter(|_| count <= longest);
        Ok(Added {
            count,
            ranks: listed.map(|(farther, level)| classes.states(depth, farther, level)),
        })
    })?;
    let (entries, [_, mut payload]) = (classes.row_classes.len(), classes.planes);
    layout::interleave(chunks(&mut payload));
    Ok(DistanceTable::new(
        Encoding::RowClasses,
        entries,
        search,
        payload,
    ))
}

/// The classes that a level added.
#[derive(Debug)]
struct AddedClasses {
    added: Added,
    /// The number of their states that have the same distance from the goal as the class. The
    /// others are one move farther.
    near: u64,
}

/// The classes that a breadth-first search has reached.
#[derive(Debug)]
struct ClassSearch {
    space: SlidingSpace,
    row_classes: RowClassSpace,
    extent: Extent,
    /// By row and column, the rows from which moves lead there.
    links: Vec<Vec<Vec<PlaneLink>>>,
    /// The plane of the reached classes with D = 0 modulo 3, and those with D = 1, with D = 2 and
    /// with odd D, one after another.
    planes: [Memory; 2],
    /// By D modulo 3.
    activity: [Vec<Activity>; 3],
}

impl ClassSearch {
    fn new(space: &SlidingSpace) -> Result<Self> {
        assert_supported(space);
        let row_classes = RowClassSpace::new(*space);
        let extent = Extent::of_parts(space, space.shape().rows());
        let plane = (extent.cells * extent.segment_bytes()) as u64;
        let memory = |bytes| {
            let refused = BuildError::allocation(space.shape(), memory_needed(space));
            Memory::zeroed(bytes).map_err(refused)
        };
        Ok(Self {
            space: *space,
            row_classes,
            extent,
            links: links(space),
            planes: [memory(plane)?, memory(3 * plane)?],
            activity: [0; 3].map(|_| vec![Activity::NONE; extent.cells * extent.chunks]),
        })
    }

    /// Returns the goal's row class for 0; for 1 the row classes of the other states in the goal's
    /// column.
    fn start(&mut self, depth: u32) -> AddedClasses {
        let goal = self.space.goal();
        let rank = self.space.rank(&goal);
        let mut classes = vec![];
        if depth == 0 {
            classes.push(self.space.row_class(rank));
        } else {
            (self.space).each_row_class(&goal, rank, |class| classes.push(class));
        }
        classes.sort_unstable();
        self.insert(&classes, depth);
        AddedClasses {
            near: classes.len() as u64,
            added: Added::listed(classes),
        }
    }

    /// Returns the memory of the plane of a number, and the number of a class in it.
    #[inline]
    fn place(&self, plane: u32, class: u64) -> (usize, u64) {
        match plane {
            0 => (0, class),
            _ => (1, u64::from(plane - 1) * self.row_classes.len() + class),
        }
    }

    /// Returns whether a class is in the plane of a number.
    #[inline]
    fn contains(&self, plane: u32, class: u64) -> bool {
        let (memory, number) = self.place(plane, class);
        Encoding::Bit.read(&self.planes[memory], number) == 1
    }

    fn insert(&mut self, classes: &[u64], depth: u32) {
        let odd = (depth % 2 == 1).then_some(ODD);
        for &class in classes {
            for plane in [depth % 3].into_iter().chain(odd) {
                let (memory, number) = self.place(plane, class);
                let (byte, bit) = Encoding::Bit.place(number);
                self.planes[memory][byte] |= 1 << bit;
            }
            self.activity[(depth % 3) as usize][chunk::holding(class)].add(depth, 1);
        }
    }

    /// Adds the classes of D = `depth + 2`, from those of `depth`: class by class if these are few
    /// and listed.
    fn expand(
        &mut self,
        depth: u32,
        from: &AddedClasses,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<AddedClasses> {
        match &from.added.ranks {
            Some(classes) if from.added.count <= self.row_classes.len() / SPARSE => {
                let known = |class| (0..ODD).any(|plane| self.contains(plane, class));
                let new = sparse::expand(&self.row_classes, classes, known, monitor)?;
                self.insert(&new, depth + 2);
                let near = new.iter().map(|&class| {
                    let columns = self.columns(depth + 2, class);
                    u64::from(columns.count_ones())
                });
                Ok(AddedClasses {
                    near: near.sum(),
                    added: Added::listed(new),
                })
            }
            _ => self.expand_all(depth, list_up_to, monitor),
        }
    }

    /// Adds the classes of D = `depth + 2` from all classes of D = `depth`, over the whole board.
    /// Lists them if they are at most `list_up_to`.
    fn expand_all(
        &mut self,
        depth: u32,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<AddedClasses> {
        let size = self.extent.chunks;
        let [zero, others] = self.planes.each_mut().map(chunks);
        let (one, rest) = others.split_at_mut(zero.len());
        let (two, odd) = rest.split_at_mut(zero.len());
        let mut thirds = [zero, one, two];
        let mut activity = self.activity.each_mut().map(Vec::as_mut_slice);
        thirds.rotate_left((depth % 3) as usize);
        activity.rotate_left((depth % 3) as usize);
        let ([source, between, target], [s, b, t]) = (thirds, activity);
        // Classes of even D are in no other plane.
        let odd = if depth % 2 == 1 { odd } else { &mut [] };
        let mut odd = odd.chunks_exact_mut(size);
        let written = target.chunks_exact_mut(size).zip(t.chunks_exact_mut(size));
        let targets = written
            .enumerate()
            .map(|(part, (plane, activity))| PlaneTarget {
                part,
                plane,
                activity,
                other_plane: &[],
                odd_plane: odd.next().unwrap_or_default(),
                depths: &mut [],
            });
        let targets = targets.collect();
        let level = Expansion {
            depth: depth + 2,
            extent: self.extent,
            moves: LineMoves {
                links: &self.links,
                sources: rows(depth, size, source, s),
                between: rows(depth, size, between, b),
            },
            listing: &Listing::new(list_up_to),
        };
        let (added, near) = level.run(targets, Instructions::detect(), monitor)?;
        Ok(AddedClasses {
            added,
            near: near.into_iter().sum(),
        })
    }

    /// Returns the columns, as bits, in which the state of a class of D = `depth` has the same
    /// distance from the goal as the class: those in which the class of another row is nearer by
    /// two. Valid as long as no class of D = `depth` + 2 has been reached.
    fn columns(&self, depth: u32, class: u64) -> u32 {
        let Some(nearer) = depth.checked_sub(2) else {
            // The state of such a class in the goal's column is the goal, or one move from it.
            return 1 << self.space.shape().col(self.space.home());
        };
        let mut columns = 0;
        let board = self.row_classes.unrank(class);
        self.row_classes
            .each_neighbour(&board, class, |_, there, col| {
                // A class that is farther by one has the same remainder modulo 3, but not modulo 2.
                let is_nearer = self.contains(nearer % 3, there)
                    && self.contains(ODD, there) == (depth % 2 == 1);
                columns |= u32::from(is_nearer) << col;
            });
        columns
    }

    /// Returns the ranks of the states at `depth`. Some belong to classes of D = `depth` − 1, some
    /// to classes of D = `depth`.
    fn states(&self, depth: u32, before: &[u64], last: &[u64]) -> Vec<u64> {
        let cols = self.space.shape().cols();
        let of_class = |class: u64, columns: u32| {
            let here = (0..cols).filter(move |col| columns >> col & 1 == 1);
            here.map(move |col| self.row_classes.state_rank(class, col))
        };
        let farther = before
            .iter()
            .flat_map(|&class| of_class(class, !self.columns(depth - 1, class)));
        let level = last
            .iter()
            .flat_map(|&class| of_class(class, self.columns(depth, class)));
        farther.chain(level).collect()
    }
}

fn chunks(memory: &mut Memory) -> &mut [Chunk] {
    memory.as_chunks_mut::<8>().0.as_chunks_mut::<WORDS>().0
}

/// Returns a plane as its rows of `size` chunks.
fn rows<'a>(
    depth: u32,
    size: usize,
    plane: &'a [Chunk],
    activity: &'a [Activity],
) -> Vec<Option<Source<'a>>> {
    let rows = plane.chunks_exact(size).zip(activity.chunks_exact(size));
    let row = |(frontier, activity)| Source {
        depth,
        frontier,
        activity,
    };
    rows.map(row).map(Some).collect()
}
