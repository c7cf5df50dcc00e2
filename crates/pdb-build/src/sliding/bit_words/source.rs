//! Reading the frontier: chunks as seen from a neighbouring cell.

use super::{
    bits,
    chunk::{Activity, Chunk, WORDS, Word, prefetch},
    moves::{ChunkStep, From, Pull},
};

/// A cell that a level reads: the states of the level, and those of some levels before, which find
/// nothing new.
pub(crate) struct Source<'a> {
    pub(crate) depth: u32,
    pub(crate) frontier: &'a [Chunk],
    pub(crate) activity: &'a [Activity],
}

/// Memory for a chunk whose words were moved, and for an intermediate one.
pub(crate) type ChunkBuffers = [Chunk; 2];

impl<'a> Source<'a> {
    /// Returns the states that a move brings from this cell into a chunk of the neighbouring cell,
    /// at their new places. `None` if the level before added nothing to the chunks from which they
    /// come.
    ///
    /// `odd` is whether the digits that number the chunk have an odd sum. Words that have to be
    /// moved are moved to the next of `buffers`.
    #[inline(always)]
    pub(crate) fn pull<'b>(
        &self,
        pull: &Pull,
        chunk: usize,
        odd: bool,
        buffers: &mut impl Iterator<Item = &'b mut ChunkBuffers>,
    ) -> Option<&'b Chunk>
    where
        'a: 'b,
    {
        match pull {
            Pull::Same => self.active(chunk),
            Pull::Runs { unit, shifts } if *unit >= WORDS => {
                self.active(come_from(chunk * WORDS, *unit, shifts) / WORDS)
            }
            Pull::Runs { unit, shifts } => {
                let [moved, _] = buffers.next()?;
                self.runs(chunk, *unit, shifts, moved).then_some(moved)
            }
            Pull::Steps(steps) => {
                let from = self.active(chunk)?;
                Some(apply(steps, from, odd, buffers.next()?))
            }
            Pull::Straddle {
                from: From::Below,
                shifts,
                swaps,
            } => {
                let mut gathered = [[0; 8]; WORDS];
                if self.runs(chunk, 1, shifts, &mut gathered) {
                    Some(apply(swaps, &gathered, odd, buffers.next()?))
                } else {
                    None
                }
            }
            Pull::Straddle {
                from: From::Above,
                shifts,
                swaps,
            } => {
                let [moved, _] = buffers.next()?;
                self.straddle(chunk, shifts, swaps, moved).then_some(moved)
            }
        }
    }

    /// Prefetches the chunk that will be pulled into `chunk`, and returns whether there is one.
    /// Chunks that consist of many runs are left out, because these have just been read for the
    /// chunks before.
    #[inline(always)]
    pub(crate) fn prefetch(&self, pull: &Pull, chunk: usize) -> bool {
        let from = match pull {
            Pull::Same | Pull::Steps(_) => chunk,
            Pull::Runs { unit, shifts } if *unit >= WORDS => {
                come_from(chunk * WORDS, *unit, shifts) / WORDS
            }
            Pull::Runs { .. } | Pull::Straddle { .. } => return true,
        };
        self.active(from).map(prefetch).is_some()
    }

    #[inline(always)]
    fn is_active(&self, chunk: usize) -> bool {
        self.activity[chunk].last == self.depth
    }

    #[inline(always)]
    fn active(&self, chunk: usize) -> Option<&'a Chunk> {
        self.is_active(chunk).then(|| &self.frontier[chunk])
    }

    /// Gathers the runs of a chunk. Returns false, and leaves `moved` as it was, if all chunks from
    /// which they come are inactive.
    #[inline(always)]
    fn runs(&self, chunk: usize, unit: usize, shifts: &[isize], moved: &mut Chunk) -> bool {
        let runs = (chunk * WORDS..(chunk + 1) * WORDS).step_by(unit);
        let mut sources = runs.clone().map(|to| come_from(to, unit, shifts));
        if !sources.any(|from| self.is_active(from / WORDS)) {
            return false;
        }
        let words = self.frontier.as_flattened();
        for (run, to) in moved.chunks_exact_mut(unit).zip(runs) {
            let from = come_from(to, unit, shifts);
            copy_run(&words[from..from + unit], run);
        }
        true
    }

    /// Gathers the words of a chunk from above, after swapping bits in their sources. Returns false
    /// if all chunks from which they come are inactive.
    ///
    /// The last swap, of radices 6 and 5, makes one word from five. It is applied only to the words
    /// that are gathered.
    #[inline(always)]
    fn straddle(
        &self,
        chunk: usize,
        shifts: &[isize],
        swaps: &[ChunkStep],
        moved: &mut Chunk,
    ) -> bool {
        let places = chunk * WORDS..(chunk + 1) * WORDS;
        let mut sources = places.clone().map(|to| come_from(to, 1, shifts));
        if !sources.any(|from| self.is_active(from / WORDS)) {
            return false;
        }
        let words = self.frontier.as_flattened();
        let has = |wanted: fn(&ChunkStep) -> bool| swaps.iter().any(wanted);
        let swap_54 = has(|step| matches!(step, ChunkStep::Swap54));
        let swap_43 = has(|step| matches!(step, ChunkStep::Swap43));
        debug_assert!(
            !has(|step| matches!(step, ChunkStep::Swap32 { .. } | ChunkStep::Words(_))),
            "a window that straddles ends before the last digit"
        );
        for (word, to) in moved.iter_mut().zip(places) {
            let from = come_from(to, 1, shifts);
            let (group, digit) = (from / 6 * 6, from % 6);
            *word = bits::one_of_swap_6_5(digit, |of_group| {
                let mut inner = u64::from_le_bytes(words[group + of_group]);
                if swap_43 {
                    inner = bits::swap_4_3(inner);
                }
                if swap_54 {
                    inner = bits::swap_5_4(inner);
                }
                inner
            })
            .to_le_bytes();
        }
        true
    }
}

/// Copies a run of words: six at a time, inline, if its length allows it, as most do. A call for
/// each run takes longer.
#[inline(always)]
fn copy_run(from: &[Word], to: &mut [Word]) {
    let (sixes, []) = from.as_chunks::<6>() else {
        to.copy_from_slice(from);
        return;
    };
    for (to, from) in to.as_chunks_mut::<6>().0.iter_mut().zip(sixes) {
        *to = *from;
    }
}

/// Applies these steps to a chunk. There is at least one.
#[inline(always)]
pub(crate) fn apply<'b>(
    steps: &[ChunkStep],
    from: &Chunk,
    odd: bool,
    buffers: &'b mut ChunkBuffers,
) -> &'b Chunk {
    let [mut moved, mut next] = buffers.each_mut();
    let (first, rest) = steps.split_first().expect("a step");
    first.apply(from, moved, odd);
    for step in rest {
        step.apply(moved, next, odd);
        (moved, next) = (next, moved);
    }
    moved
}

/// Returns the word from which the first word of a run comes.
#[inline(always)]
pub(crate) fn come_from(to: usize, unit: usize, shifts: &[isize]) -> usize {
    to.wrapping_add_signed(shifts[to / unit % shifts.len()])
}
