//! Breadth-first search over blocks.
//!
//! Level d + 1 is found from level d by *pulling*: every block of one side gathers the visited
//! orders of the blocks that lead into it, rotated by the moves. Those that it has not visited
//! itself are new. Along with the states of level d this gathers those of levels d − 2, d − 4, …,
//! which makes no difference, because all their neighbours have been visited. So the search keeps
//! one bit per state, and gathers only from blocks to which level d added states.
//!
//! Blocks of one side are written by one task each, and blocks of the other side are only read, so
//! there are no locks and no atomics. Values go straight to the table when their orders are found.
//! A nibble cannot hold them before the Manhattan distances are subtracted, but it can hold `level
//! / 2 mod 16`. The result is in 0..16, so the subtraction can be modulo 16: see
//! [`super::nibbles`].

use tilebase_core::{
    Instructions, Monitor,
    format::{Encoding, UNREACHABLE},
    parallel,
    pattern::PatternIndex,
};

use super::{
    graph::{Graph, RowGroup},
    manhattan::Manhattan,
    memory::memory,
    nibbles,
    step::{AddedEntries, ChunkTask, Half, PatternSearch, Step},
};
use crate::{
    Added, BuildError, Level, LevelSearch, Lists, Result,
    orders::{Orders, Rotation},
};

/// The level of blocks without states yet.
const NEVER: u8 = u8::MAX;

impl<'a> PatternSearch<'a> {
    pub(super) fn new(
        index: &'a PatternIndex,
        graph: &'a Graph,
        encoding: Encoding,
        instructions: Instructions,
    ) -> Self {
        let orders = Orders::new(index.pattern().size());
        Self {
            index,
            graph,
            encoding,
            instructions,
            orders,
            rotations: Rotation::all(orders),
            manhattan: Manhattan::new(index.pattern(), orders),
            places: orders.lexicographic(),
        }
    }

    /// Fills `table` and returns the number of states with each value, or `None` if some value does
    /// not fit the encoding.
    pub(super) fn run(
        &self,
        table: &mut [u8],
        monitor: &Monitor<'_, Level>,
    ) -> Result<Option<Vec<u64>>> {
        let [even, odd] = self.graph.blocks;
        let mut halves = [self.half(even)?, self.half(odd)?];
        let (side, block) = self.graph.goal;
        let goal = &mut halves[side];
        goal.visited.words_mut()[block * self.orders.words()] = 1;
        goal.last[block] = 0;
        goal.left[block] -= 1;
        // Nibbles count modulo 16 and hold no state out of reach: they start from 0.
        if self.encoding == Encoding::Byte {
            parallel::fill(table, UNREACHABLE);
            let pattern = self.index.pattern();
            let goal = self.index.block(pattern.goal_mask(), pattern.home());
            table[goal as usize * self.orders.count] = 0;
        }

        let mut counts = vec![1];
        let states = ((even + odd) * self.orders.count) as u64;
        // Levels are bytes here for both encodings.
        let kind = (states, Encoding::Byte, Lists::UpTo(0));
        LevelSearch::resumed(vec![1], None).run(kind, monitor, &mut |levels| {
            let level = levels.depth() as u8 + 1;
            let target = (side + usize::from(level)) % 2;
            let [even, odd] = &mut halves;
            let (to, from) = if target == 0 { (even, odd) } else { (odd, even) };
            let step = Step {
                search: self,
                level,
                target: target as u8,
                from,
            };
            // A value that does not fit ends the search before all entries have one.
            let added = self.level(&step, to, table, monitor)?;
            let [count, entries] = added.unwrap_or_default();
            counts.push(entries);
            Ok(Added { count, ranks: None })
        })?;
        // The last level adds nothing. In a plain table, those before it may add no entries either:
        // other places of the blank gave the same entries smaller values.
        while counts.last() == Some(&0) {
            counts.pop();
        }
        if self.encoding == Encoding::Nibble {
            if counts.iter().sum::<u64>() < self.index.len() {
                return Ok(None);
            }
            self.finish_nibbles(table, monitor)?;
        }
        Ok(Some(counts))
    }

    fn half(&self, blocks: usize) -> Result<Half> {
        Ok(Half {
            visited: memory(self.index, 4 * (blocks * self.orders.words()) as u64)?,
            last: vec![NEVER; blocks],
            left: vec![self.orders.count as u16; blocks],
        })
    }

    /// Returns the chunks, each with its part of the table.
    fn parts<'t>(
        &self,
        mut table: &'t mut [u8],
    ) -> impl Iterator<Item = (&'a RowGroup, &'t mut [u8])> {
        let (kind, bytes) = (self.index.kind(), self.block_bytes());
        self.graph.chunks.iter().map(move |chunk| {
            let part = table.split_off_mut(..chunk.blocks(kind) * bytes);
            (chunk, part.expect("the chunks make up the table"))
        })
    }

    /// Finds the states of a level.
    fn level(
        &self,
        step: &Step<'_>,
        to: &mut Half,
        table: &mut [u8],
        monitor: &Monitor<'_, Level>,
    ) -> Result<AddedEntries> {
        let mut visited = to.visited.words_mut();
        let (mut last, mut left) = (&mut to.last[..], &mut to.left[..]);
        let tasks = self.parts(table).map(|(chunk, table)| {
            let side = &chunk.sides[usize::from(step.target)];
            let (blocks, all) = (side.blocks(), "the chunks make up the side");
            let words = blocks * self.orders.words();
            ChunkTask {
                step,
                chunk,
                side,
                visited: visited.split_off_mut(..words).expect(all),
                last: last.split_off_mut(..blocks).expect(all),
                left: left.split_off_mut(..blocks).expect(all),
                table,
            }
        });
        let added = parallel::try_map(tasks, |task| {
            BuildError::check_stop(monitor).map(|()| self.instructions.run(task))
        })?;
        let mut added = added.into_iter();
        Ok(added.try_fold([0, 0], |[states, entries], added| {
            added.map(|added| [states + added[0], entries + added[1]])
        }))
    }

    /// Subtracts the Manhattan distances from all nibbles.
    fn finish_nibbles(&self, table: &mut [u8], monitor: &Monitor<'_, Level>) -> Result<()> {
        parallel::try_map(self.parts(table), |(chunk, table)| {
            BuildError::check_stop(monitor)?;
            let mut distances = self.manhattan.distances();
            let mut blocks = table.chunks_exact_mut(self.block_bytes());
            for row in &chunk.rows {
                self.manhattan.fill(row.cells, &mut distances);
                let of_set = row.blocks(self.index.kind());
                for block in blocks.by_ref().take(of_set) {
                    nibbles::subtract(&self.manhattan, &distances, block);
                }
            }
            Ok(())
        })
        .map(drop)
    }
}
