//! The search itself: levels from the goal until nothing is new.

use tilebase_core::{Instructions, Monitor, RankedSpace, sliding::SlidingSpace};

use super::{
    dense::{Added, Dense, Memory},
    plane::{self, Plane},
    source::Activity,
    sparse,
};
use crate::{BuildError, Level};

/// Levels of at most one state in this many run from a list.
const SPARSE: u64 = 36_000;

/// Returns the most states that are listed at a level, when the caller asks for lists of up to `list_up_to`.
pub(super) fn longest_list(space: &SlidingSpace, list_up_to: u64) -> u64 {
    list_up_to.max(space.len() / SPARSE)
}

/// A breadth-first search between two levels.
#[derive(Debug)]
pub(super) struct Search {
    space: SlidingSpace,
    dense: Dense,
    /// The states reached, by the second lowest bit of their depth.
    planes: [Plane; 2],
    activity: Vec<Activity>,
    /// The depth of every state reached, if asked for; else nothing.
    depths: Vec<u8>,
    depth: u32,
    reached: u64,
    /// The last level.
    frontier: Added,
}

impl Search {
    /// Returns a search that has reached nothing, in memory yet untouched.
    pub(super) fn new(
        space: &SlidingSpace,
        instructions: Instructions,
    ) -> Result<Self, BuildError> {
        assert!(
            super::supports(space),
            "{} boards are not searched by windows",
            space.shape()
        );
        let plane = || {
            Plane::new(space).map_err(|source| BuildError::Allocation {
                what: space.shape().to_string(),
                needed: super::memory_needed(space),
                source,
            })
        };
        Ok(Self {
            space: *space,
            dense: Dense::new(space, instructions),
            planes: [plane()?, plane()?],
            activity: vec![Activity::NONE; plane::chunk_of(space.len())],
            depths: Vec::new(),
            depth: 0,
            reached: 0,
            frontier: Added {
                count: 0,
                ranks: None,
            },
        })
    }

    /// Has every depth written down as well, in a byte a state.
    pub(super) fn with_depths(mut self) -> Self {
        self.depths = vec![0; self.space.len() as usize];
        self
    }

    /// Takes hold of the memory, on all threads. Left to the first levels, which hop about on one thread,
    /// it would take much longer.
    pub(super) fn touch(&mut self, monitor: &Monitor<'_, Level>) -> Result<(), BuildError> {
        for plane in &mut self.planes {
            plane.touch(monitor);
        }
        if monitor.stopped() {
            return Err(BuildError::Interrupted);
        }
        Ok(())
    }

    /// Begins with these states, ascending and on cells of the goal's colour, at depth 0.
    pub(super) fn start(&mut self, ranks: Vec<u64>) {
        for &rank in &ranks {
            self.insert(rank, 0);
        }
        self.reached = ranks.len() as u64;
        self.frontier = Added {
            count: self.reached,
            ranks: Some(ranks),
        };
    }

    fn insert(&mut self, rank: u64, depth: u32) {
        self.planes[(depth >> 1 & 1) as usize].insert(rank);
        let activity = &mut self.activity[plane::chunk_of(rank)];
        activity.last = depth;
        activity.reached += 1;
        if let Some(byte) = self.depths.get_mut(rank as usize) {
            *byte = depth as u8;
        }
    }

    /// Goes on to the next level: state by state if the last one has at most `sparse` states and is
    /// listed. Lists the new one if it has at most `list_up_to`.
    pub(super) fn expand(
        &mut self,
        sparse: u64,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
    ) -> Result<&Added, BuildError> {
        self.frontier = match &self.frontier.ranks {
            Some(ranks) if self.frontier.count <= sparse => {
                let known = |rank| self.planes.iter().any(|plane| plane.contains(rank));
                let new = sparse::expand(&self.space, ranks, known, monitor)?;
                for &rank in &new {
                    self.insert(rank, self.depth + 1);
                }
                Added {
                    count: new.len() as u64,
                    ranks: Some(new),
                }
            }
            _ => self.dense.expand(
                self.depth,
                Memory {
                    planes: &mut self.planes,
                    activity: &mut self.activity,
                    depths: &mut self.depths,
                },
                list_up_to,
                monitor,
            )?,
        };
        self.depth += 1;
        self.reached += self.frontier.count;
        Ok(&self.frontier)
    }

    /// Searches from the goal to the end and calls `level` with the depth, the number of states and, where they are
    /// at most `list_up_to`, the ranks of every level in turn.
    ///
    /// Returns the plane of the states whose depth has its second lowest bit set, and the depths if they
    /// were asked for.
    pub(super) fn run(
        mut self,
        list_up_to: u64,
        monitor: &Monitor<'_, Level>,
        mut level: impl FnMut(u32, u64, Option<&[u64]>),
    ) -> Result<(Plane, Vec<u8>), BuildError> {
        self.start(self.space.goals());
        let sparse = self.space.len() / SPARSE;
        while self.frontier.count > 0 {
            let Added { count, ranks } = &self.frontier;
            level(
                self.depth,
                *count,
                ranks.as_deref().filter(|_| *count <= list_up_to),
            );
            monitor.report(&Level {
                depth: self.depth,
                new: *count,
                reached: self.reached,
                total: self.space.len(),
            });
            self.expand(sparse, longest_list(&self.space, list_up_to), monitor)?;
        }
        let [_, one] = self.planes;
        Ok((one, self.depths))
    }
}
