//! Comparing each state of a table of depth bits with its neighbours.
//!
//! With the colour of the blank's cell, a bit gives the depth modulo 4, and neighbours always
//! differ by one. So a neighbour is nearer or farther, and every state except the goal
//! must have one that is nearer. On a cell of the goal's colour depths are 0 (bit 0) or 2 (bit 1),
//! on the others 1 (bit 0) or 3 (bit 1): one less than 0 or 2 is 3 or 1, the *other* bit; one less
//! than 1 or 3 is 0 or 2, the *same* bit. So whole words are compared: each chunk with the chunks
//! of the neighbouring cells, moved as in a search, sixty states at a time. No rank is turned into
//! a state.
//!
//! # What it proves
//! From a state, moves to nearer neighbours either end at the goal, after at least as many moves as
//! its distance, or follow a ring forever. Every such step is checked here in the file itself,
//! without a frontier, a list, or a skipped chunk, in one pass and with little memory.
//! Comparing neighbours modulo 4 does not find rings, or detours by a multiple of four. Those are
//! ruled out by [`same_table`](crate::verify::same_table), which compares the table with the levels
//! that are built again from the goal. If that check passes, each state has the depth of the level
//! that reached it; if this one passes too, each level was reached from the one before.

use std::{ops::Range, sync::atomic::AtomicU64};

use tilebase_core::{
    Instructions, Kernel, Monitor, RankedSpace, format::Encoding, parallel, sliding::SlidingSpace,
};

use super::{
    bit_words::{
        chunk::{self, Activity, BITS, Chunk, STATES, WORDS},
        source::Source,
    },
    level::{PlaneLink, Workspace, gather},
    steps,
};
use crate::{BuildError, Checked, Inconsistency, VerifyError};

/// The number of chunks of each cell in a task: few enough to stay in a cache until the
/// neighbouring cells have been compared with them.
const REGION: usize = 32;

/// The bits of a word that belong to states.
const ALL: u64 = (1 << BITS) - 1;

/// Proves that in `payload` the goal has depth 0, and every other state has a neighbour that is
/// nearer by one move.
///
/// Reads the payload once, the same chunks of all cells together, and holds a few megabytes: 7x2
/// takes about ten seconds on two cores, from memory.
///
/// # Errors
/// If this is false (the error names the wrong state of least rank), or the monitor asks to stop.
///
/// # Panics
/// If the board is not [supported](super::sizes::supports).
pub(super) fn verify_neighbours(
    instructions: Instructions,
    space: &SlidingSpace,
    payload: &[u8],
    monitor: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    Inconsistency::of_length(Encoding::Bit.bytes(space.len()), payload)?;
    let chunks = payload.as_chunks::<8>().0.as_chunks::<WORDS>().0;
    let size = chunks.len() / space.shape().cells();
    // All states are compared, as if one level had added them all.
    let added = Activity {
        last: 0,
        ..Activity::NONE
    };
    let activity = vec![added; size];
    let source = |frontier| Source {
        depth: 0,
        frontier,
        activity: &activity,
    };
    let cells: Vec<_> = chunks.chunks_exact(size).map(source).map(Some).collect();
    let (links, goal) = (steps::links(space), space.rank(&space.goal()));
    let checked = AtomicU64::new(0);
    let stranded = parallel::try_map((0..size).step_by(REGION), |first| {
        BuildError::check_stop(monitor)?;
        let last = size.min(first + REGION);
        let found = instructions.run(CheckRegion {
            space,
            goal,
            links: &links,
            cells: &cells,
            chunks: first..last,
        });
        let states = ((last - first) * cells.len() * STATES) as u64;
        Checked::add(monitor, &checked, states, space.len());
        Ok::<_, BuildError>(found)
    });
    match stranded?.into_iter().flatten().min() {
        None => Ok(()),
        Some(rank) => Err(problem_of(space, payload, rank).into()),
    }
}

/// Returns the fault of a state that has no nearer neighbour or, if it is the goal, is not at 0.
fn problem_of(space: &SlidingSpace, payload: &[u8], rank: u64) -> Inconsistency {
    let state = space.unrank(rank);
    let bit = u32::from(Encoding::Bit.read(payload, rank));
    let found = 2 * bit + space.colour(state.blank());
    if state == space.goal() {
        Inconsistency::value(rank, 0u32, found)
    } else {
        Inconsistency::NoneNearer { rank, found }
    }
}

/// Searches for a wrong state in some chunks of all cells.
struct CheckRegion<'a> {
    space: &'a SlidingSpace,
    /// The rank of the goal.
    goal: u64,
    links: &'a [Vec<PlaneLink>],
    /// Every cell, of either colour.
    cells: &'a [Option<Source<'a>>],
    chunks: Range<usize>,
}

impl Kernel for CheckRegion<'_> {
    type Output = Option<u64>;

    /// Returns the least rank of a wrong state.
    #[inline(always)]
    fn run(self) -> Option<u64> {
        let mut workspace = Workspace::new(0);
        for (cell, source) in self.cells.iter().enumerate() {
            let own = source.as_ref()?.frontier;
            let same = u64::from(self.space.colour(cell) == 1).wrapping_neg();
            for at in self.chunks.clone() {
                let Workspace { buffers, fresh, .. } = &mut workspace;
                let odd = chunk::is_odd(self.space.shape().tiles(), at);
                let filler = &own[at];
                let (pulled, count) =
                    gather(&self.links[cell], self.cells, (at, odd), filler, buffers);
                let mut any = stranded(filler, &pulled[..count], same, fresh);
                let base = ((cell * own.len() + at) * STATES) as u64;
                let goal = self.goal.wrapping_sub(base) as usize;
                if goal < STATES {
                    // The goal needs no nearer neighbour, but bit 0.
                    let (word, bit) = (goal / BITS, 1 << (goal % BITS));
                    let [found, own] = [fresh[word], filler[word]].map(u64::from_le_bytes);
                    fresh[word] = (found & !bit | own & bit).to_le_bytes();
                    any = true;
                }
                if any {
                    let mut wrong = None;
                    chunk::for_each_state(fresh, |state| {
                        wrong = wrong.or(Some(base + state as u64));
                    });
                    if wrong.is_some() {
                        return wrong;
                    }
                }
            }
        }
        None
    }
}

/// Puts the states of `own` that have no nearer neighbour among those pulled into `out`, and
/// returns whether there are any. `same` is all ones if a nearer neighbour has the same bit, and
/// zero if it has the other.
#[inline(always)]
fn stranded(own: &Chunk, pulled: &[&Chunk], same: u64, out: &mut Chunk) -> bool {
    // One pass for each neighbour, over chunks that are in a cache.
    *out = [ALL.to_le_bytes(); WORDS];
    for there in pulled {
        for ((out, own), there) in out.iter_mut().zip(own).zip(*there) {
            let [left, own, there] = [*out, *own, *there].map(u64::from_le_bytes);
            *out = (left & !(own ^ same ^ there)).to_le_bytes();
        }
    }
    out.iter().any(|word| *word != [0; 8])
}
