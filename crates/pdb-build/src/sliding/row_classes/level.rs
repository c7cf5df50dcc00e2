//! A level where lines of tiles move: every chunk of every row pulls classes from the other rows,
//! column by column.

use tilebase_core::sliding::SlidingSpace;

use super::super::{
    bit_words::{
        chunk::{self, STATES},
        moves::{From, Pull},
        source::Source,
    },
    level::{ChunkPlace, MetricMoves, PlaneLink, PlaneTarget, Workspace, gather},
};

/// Returns for each row of a board and each column the rows that lead there.
pub(super) fn links(space: &SlidingSpace) -> Vec<Vec<Vec<PlaneLink>>> {
    let shape = space.shape();
    let (rows, cols, tiles) = (shape.rows(), shape.cols(), shape.tiles());
    let link = |to: usize, col: usize, from: usize| {
        let odd = space.inversion_parity(to * cols) == 1;
        let (upper, lower) = (to.min(from), to.max(from));
        let side = if from < to { From::Above } else { From::Below };
        let window = |row: usize| Pull::window(tiles, cols, row * cols + col, side, odd);
        // The window of the next two rows, if the blank moves two rows. The two windows share no
        // place, so their order does not matter. This one never leaves the chunk.
        let then_pull = match lower - upper {
            1 => Vec::new(),
            _ => match window(upper + 1) {
                Pull::Steps(steps) => steps,
                Pull::Same => Vec::new(),
                other => unreachable!("{shape} boards are not supported: {other:?}"),
            },
        };
        PlaneLink {
            from,
            pull: window(upper),
            then_pull,
        }
    };
    let links = (0..rows).map(|to| {
        let others = move || (0..rows).filter(move |&from| from != to);
        let column = |col| others().map(|from| link(to, col, from)).collect();
        (0..cols).map(column).collect()
    });
    links.collect()
}

/// The moves of a level.
pub(super) struct LineMoves<'a> {
    pub(super) links: &'a [Vec<Vec<PlaneLink>>],
    /// The rows of the plane of D = d modulo 3, from which the level starts.
    pub(super) sources: Vec<Option<Source<'a>>>,
    /// The rows of the plane of D = d + 1 modulo 3.
    pub(super) between: Vec<Option<Source<'a>>>,
}

impl MetricMoves for LineMoves<'_> {
    /// The number of states that are as far from the goal as their class.
    type Extra = u64;

    const COLUMNS: usize = 7;

    fn extra(&self) -> u64 {
        0
    }

    #[inline(always)]
    fn prefetch(&self, _: &PlaneTarget<'_>, _: usize, _: usize) {}

    #[inline(always)]
    fn expand(
        &self,
        target: &mut PlaneTarget<'_>,
        ChunkPlace { at, chunk, odd }: ChunkPlace,
        workspace: &mut Workspace,
        near: &mut u64,
    ) -> u32 {
        let row = target.part;
        let (Some(source), Some(between)) = (&self.sources[row], &self.between[row]) else {
            return 0;
        };
        let before = [&source.activity[chunk], &between.activity[chunk]];
        let before: u32 = before.iter().map(|activity| activity.reached).sum();
        if before + target.activity[at].reached == STATES as u32 {
            return 0;
        }
        let Workspace {
            buffers,
            columns,
            fresh,
        } = workspace;
        let filler = &source.frontier[chunk];
        let (mut came, mut used) = ([filler; Self::COLUMNS], 0);
        for (links, column) in self.links[row].iter().zip(columns) {
            let (pulled, count) = gather(links, &self.sources, (chunk, odd), filler, buffers);
            if count > 0 {
                chunk::unite(&pulled[..count], [], column);
                came[used] = &*column;
                used += 1;
            }
        }
        if used == 0 {
            return 0;
        }
        let plane = &mut target.plane[at];
        let known = [filler, &between.frontier[chunk], plane];
        chunk::unite(&came[..used], known, fresh);
        let new = chunk::add_new(plane, fresh);
        if new > 0 {
            *near += came[..used]
                .iter()
                .map(|column| chunk::common(column, fresh))
                .sum::<u64>();
            if let Some(odd_plane) = target.odd_plane.get_mut(at) {
                chunk::add_new(odd_plane, fresh);
            }
        }
        new
    }
}
