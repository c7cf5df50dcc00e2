//! One level of the search, in the blocks of one chunk.
//!
//! The code is plain loops over words, compiled twice: for any machine, and for those with AVX2,
//! where the same loops take half the time. Both give the same tables.

use tilebase_core::{
    Instructions, Kernel, Memory,
    format::Encoding,
    pattern::{PatternIndex, PatternKind},
};

use super::{
    graph::{Graph, RowGroup, SetBlocks, SideBlocks},
    manhattan::{Manhattan, SetDistances},
    nibbles,
};
use crate::orders::{Orders, Rotation, for_each, or};

/// A breadth-first search of a pattern's states: the data that all levels share.
pub(super) struct PatternSearch<'a> {
    pub(super) index: &'a PatternIndex,
    pub(super) graph: &'a Graph,
    pub(super) encoding: Encoding,
    pub(super) instructions: Instructions,
    pub(super) orders: Orders,
    /// The rotations, by their numbers in [`Graph`].
    pub(super) rotations: Vec<Rotation>,
    pub(super) manhattan: Manhattan,
    /// For each word of orders in lexicographic order, its place in a set.
    pub(super) places: Vec<u16>,
}

impl PatternSearch<'_> {
    /// Returns the bytes of the table that a block takes.
    pub(super) fn block_bytes(&self) -> usize {
        self.encoding.bytes(self.orders.count as u64) as usize
    }
}

/// The blocks of one side.
pub(super) struct Half {
    /// The visited orders of each block.
    pub(super) visited: Memory,
    /// The last level that added states to each block.
    pub(super) last: Vec<u8>,
    /// The number of orders of each block that are not visited.
    pub(super) left: Vec<u16>,
}

/// Finds the states of one level on one side from those of the level before on the other.
pub(super) struct Step<'a> {
    pub(super) search: &'a PatternSearch<'a>,
    pub(super) level: u8,
    pub(super) target: u8,
    pub(super) from: &'a Half,
}

/// A task of a step: a chunk, and its part of everything that the level writes.
pub(super) struct ChunkTask<'a> {
    pub(super) step: &'a Step<'a>,
    pub(super) chunk: &'a RowGroup,
    pub(super) side: &'a SideBlocks,
    pub(super) visited: &'a mut [u32],
    pub(super) last: &'a mut [u8],
    pub(super) left: &'a mut [u16],
    pub(super) table: &'a mut [u8],
}

/// The numbers of orders in blocks and of entries in the table that a level adds; `None` if a value
/// does not fit the encoding.
pub(super) type AddedEntries = Option<[u64; 2]>;

/// A thread's working memory.
struct StepWorkspace {
    gathered: Vec<u32>,
    rotated: [Vec<u32>; 2],
    /// For plain tables: the orders that any region had visited before the level, and those that
    /// are new to all regions.
    seen: Vec<u32>,
    fresh: Vec<u32>,
    distances: SetDistances,
}

impl StepWorkspace {
    fn new(search: &PatternSearch<'_>) -> Self {
        let words = || vec![0; search.orders.words()];
        Self {
            gathered: words(),
            rotated: [words(), words()],
            seen: words(),
            fresh: words(),
            distances: search.manhattan.distances(),
        }
    }
}

impl Kernel for ChunkTask<'_> {
    type Output = AddedEntries;

    /// Finds the states of the level in the blocks of the chunk.
    #[inline(always)]
    fn run(mut self) -> AddedEntries {
        let step = self.step;
        let mut workspace = StepWorkspace::new(step.search);
        let mut added = [0, 0];
        let rows = self.chunk.rows.iter().enumerate();
        for (set, row) in rows.filter(|(_, row)| row.side == step.target) {
            let [states, entries] = step.set(set, row, &mut self, &mut workspace)?;
            added = [added[0] + states, added[1] + entries];
        }
        Some(added)
    }
}

impl Step<'_> {
    /// Expands the blocks of a set of cells. In a plain table, the entries of all its regions share
    /// one block.
    ///
    /// It is one function for all kinds of tables, and everything that it calls is inlined.
    #[inline(always)]
    fn set(
        &self,
        set: usize,
        row: &SetBlocks,
        task: &mut ChunkTask<'_>,
        workspace: &mut StepWorkspace,
    ) -> AddedEntries {
        let (words, blocks) = (self.search.orders.words(), row.on_side());
        let (shared, first) = match self.search.index.kind() {
            PatternKind::Plain => (blocks.len() > 1, set),
            PatternKind::ZeroAware => (false, row.before as usize),
        };
        let (mut states, mut entries) = (0, 0);
        for (block, to) in blocks.clone().zip(first..) {
            if !self.gather(block, task, workspace) {
                continue;
            }
            if shared && states == 0 {
                workspace.fresh.fill(0);
                workspace.seen.fill(0);
                let visited = &task.visited[blocks.start * words..blocks.end * words];
                for visited in visited.chunks_exact(words) {
                    or(visited, &mut workspace.seen);
                }
            }
            let new = self.visit(block, task, &mut workspace.gathered);
            states += new;
            if shared {
                or(&workspace.gathered, &mut workspace.fresh);
            } else if new > 0 {
                let (fresh, distances) = (&workspace.gathered, &mut workspace.distances);
                entries += new;
                self.write(row, to, task, fresh, distances)?;
            }
        }
        if shared && states > 0 {
            let (fresh, distances) = (&mut workspace.fresh, &mut workspace.distances);
            entries = keep_new(fresh, &workspace.seen);
            if entries > 0 {
                self.write(row, set, task, fresh, distances)?;
            }
        }
        Some([states, entries])
    }

    /// Gathers the orders that moves bring into a block. Returns false if none can be new.
    #[inline(always)]
    fn gather(&self, block: usize, task: &ChunkTask<'_>, workspace: &mut StepWorkspace) -> bool {
        if task.left[block] == 0 {
            return false;
        }
        let words = self.search.orders.words();
        let mut any = false;
        for (source, rotation) in task.side.moves(block) {
            if self.from.last[source] != self.level - 1 {
                continue;
            }
            if !any {
                workspace.gathered.fill(0);
                any = true;
            }
            let visited = &self.from.visited.words()[source * words..][..words];
            self.search.rotations[rotation].add(
                visited,
                &mut workspace.gathered,
                &mut workspace.rotated,
            );
        }
        any
    }

    /// Marks the gathered orders of a block as visited, leaves the new ones in `gathered`, and
    /// returns their number.
    #[inline(always)]
    fn visit(&self, block: usize, task: &mut ChunkTask<'_>, gathered: &mut [u32]) -> u64 {
        let words = gathered.len();
        let visited = &mut task.visited[block * words..][..words];
        let mut new = 0;
        for (visited, gathered) in visited.iter_mut().zip(gathered) {
            *gathered &= !*visited;
            *visited |= *gathered;
            new += gathered.count_ones();
        }
        if new > 0 {
            task.last[block] = self.level;
            task.left[block] -= new as u16;
        }
        new.into()
    }

    /// Writes the level for the orders in `fresh` to block `to` of the chunk's table. Returns
    /// `None` if it does not fit the encoding.
    #[inline(always)]
    fn write(
        &self,
        row: &SetBlocks,
        to: usize,
        task: &mut ChunkTask<'_>,
        fresh: &[u32],
        distances: &mut SetDistances,
    ) -> Option<()> {
        let search = self.search;
        let bytes = search.block_bytes();
        let table = &mut task.table[to * bytes..][..bytes];
        let (places, bits) = (&search.places, search.orders.bits);
        if search.encoding == Encoding::Byte {
            for_each(fresh, places, |word, bit| {
                table[word * bits + bit] = self.level;
            });
            return Some(());
        }
        nibbles::write(self.level, fresh, places, table);
        // Up to here no level can exceed a Manhattan distance of its parity by more than 30.
        if self.level <= 2 * nibbles::GREATEST + 1 {
            return Some(());
        }
        search.manhattan.fill(row.cells, distances);
        let mut fits = true;
        for_each(fresh, places, |word, bit| {
            let (base, last) = search.manhattan.word(distances, word);
            fits &= self.level <= base + last[bit] + 2 * nibbles::GREATEST;
        });
        fits.then_some(())
    }
}

/// Removes the orders in `seen` from `set`, and returns the number of those left.
#[inline(always)]
fn keep_new(set: &mut [u32], seen: &[u32]) -> u64 {
    let mut left = 0;
    for (bits, &seen) in set.iter_mut().zip(seen) {
        *bits &= !seen;
        left += bits.count_ones();
    }
    left.into()
}
