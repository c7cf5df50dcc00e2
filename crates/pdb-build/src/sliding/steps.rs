//! A level where one tile slides: every chunk of the cells of one colour pulls states from its
//! neighbours.
//!
//! The states of depth d + 1 have the blank on cells of the other colour than those of depth d. So
//! a level reads the frontier on one half of the cells and writes the other half.

use tilebase_core::{Instructions, Monitor, sliding::SlidingSpace};

use super::{
    bit_words::{
        chunk::{self, Activity, STATES},
        moves::{From, Pull},
        source::Source,
    },
    level::{ChunkPlace, Expansion, MetricMoves, PlaneLink, PlaneTarget, Workspace, gather},
    reached::{ReachedStates, plane_of},
    shards::crossing::{Crossings, Outgoing},
};
use crate::{Added, Level, Listing, Result};

/// Planes of more bytes than this do not fit into any cache.
const LARGE: usize = 1 << 28;

/// Returns for each cell of a board the cells from which it pulls.
pub(super) fn links(space: &SlidingSpace) -> Vec<Vec<PlaneLink>> {
    let shape = space.shape();
    let (tiles, cols) = (shape.tiles(), shape.cols());
    let link = |cell: usize, from: usize| {
        let odd = space.inversion_parity(cell) == 1;
        let pull = if shape.row(from) == shape.row(cell) {
            Pull::Same
        } else if from < cell {
            Pull::window(tiles, cols, from, From::Above, odd)
        } else {
            Pull::window(tiles, cols, cell, From::Below, odd)
        };
        PlaneLink {
            from,
            pull,
            then_pull: Vec::new(),
        }
    };
    let links_of = |cell| {
        let neighbours = shape.neighbours(cell);
        neighbours.map(|from| link(cell, from)).collect()
    };
    (0..shape.cells()).map(links_of).collect()
}

/// The levels of a board, without the states.
#[derive(Debug)]
pub(super) struct StepKernel {
    /// The colour of each cell: cells of one colour hold the states of even depths, the others
    /// those of odd depths.
    pub(super) colours: Vec<u32>,
    /// For each cell, the cells from which it pulls.
    pub(super) links: Vec<Vec<PlaneLink>>,
    pub(super) instructions: Instructions,
}

/// The moves of a level.
struct StepMoves<'a, 'shard> {
    kernel: &'a StepKernel,
    sources: Vec<Option<Source<'a>>>,
    /// The moves out of the shard; none if the board is not cut.
    crossings: Option<Crossings<'shard>>,
    /// Whether to prefetch memory, which helps only if the planes are too large for the caches.
    prefetch: bool,
}

impl StepKernel {
    pub(super) fn new(
        space: &SlidingSpace,
        links: Vec<Vec<PlaneLink>>,
        instructions: Instructions,
    ) -> Self {
        let cells = 0..space.shape().cells();
        Self {
            colours: cells.map(|cell| space.colour(cell)).collect(),
            links,
            instructions,
        }
    }

    /// Adds the states of depth `depth + 1` to those reached. Returns the added states and, of a
    /// shard, those that each task sends to others.
    ///
    /// # Errors
    /// If the monitor asks to stop.
    pub(super) fn expand<'shard>(
        &self,
        reached: &mut ReachedStates,
        depth: u32,
        listing: &Listing,
        crossings: Option<Crossings<'shard>>,
        monitor: &Monitor<'_, Level>,
    ) -> Result<(Added, Vec<Option<Outgoing<'shard>>>)> {
        let extent = reached.extent;
        let size = extent.chunks;
        let (mut sources, mut targets) = (Vec::new(), Vec::new());
        let [zero, one] = &mut reached.planes;
        let mut depths = reached.depths.chunks_mut(size * STATES);
        let planes = zero.cells_mut().zip(one.cells_mut());
        let cells = planes.zip(reached.activity.chunks_exact_mut(size));
        for (part, ((zero, one), activity)) in cells.enumerate() {
            let depths = depths.next().unwrap_or_default();
            let is_source = self.colours[part] == depth & 1;
            let written = plane_of(if is_source { depth } else { depth + 1 });
            let (plane, other) = if written == 1 { (one, zero) } else { (zero, one) };
            sources.push(if is_source {
                Some(Source {
                    depth,
                    frontier: plane,
                    activity,
                })
            } else {
                targets.push(PlaneTarget {
                    part,
                    plane,
                    activity,
                    other_plane: other,
                    odd_plane: &mut [],
                    depths,
                });
                None
            });
        }
        let level = Expansion {
            depth: depth + 1,
            extent,
            moves: StepMoves {
                kernel: self,
                sources,
                crossings,
                prefetch: extent.cells * extent.segment_bytes() > LARGE,
            },
            listing,
        };
        level.run(targets, self.instructions, monitor)
    }
}

impl<'shard> MetricMoves for StepMoves<'_, 'shard> {
    /// The states that are sent to other shards.
    type Extra = Option<Outgoing<'shard>>;

    const COLUMNS: usize = 0;

    fn extra(&self) -> Self::Extra {
        self.crossings.map(Crossings::outgoing)
    }

    #[inline(always)]
    fn prefetch(&self, target: &PlaneTarget<'_>, at: usize, chunk: usize) {
        if !self.prefetch || target.activity.get(at).is_none_or(Activity::is_full) {
            return;
        }
        let mut any = false;
        for link in &self.kernel.links[target.part] {
            if let Some(source) = &self.sources[link.from] {
                any |= source.prefetch(&link.pull, chunk);
            }
        }
        if any {
            chunk::prefetch(&target.other_plane[at]);
            chunk::prefetch(&target.plane[at]);
        }
    }

    #[inline(always)]
    fn expand(
        &self,
        target: &mut PlaneTarget<'_>,
        ChunkPlace { at, chunk, odd }: ChunkPlace,
        workspace: &mut Workspace,
        outgoing: &mut Self::Extra,
    ) -> u32 {
        let Workspace { buffers, fresh, .. } = workspace;
        let other = &target.other_plane[at];
        let links = &self.kernel.links[target.part];
        let (pulled, count) = gather(links, &self.sources, (chunk, odd), other, buffers);
        let new = chunk::merge(&pulled[..count], other, &mut target.plane[at], fresh);
        if new > 0
            && let Some(outgoing) = outgoing
        {
            outgoing.put(target.part, chunk, fresh, new);
        }
        new
    }
}
