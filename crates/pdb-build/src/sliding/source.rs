//! Reading the frontier: chunks as they look from a neighbouring cell.

use super::{
    chunk::{Chunk, STATES, WORDS, prefetch},
    windows::{Pull, Stage},
};

/// What is known of a chunk without reading it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Activity {
    /// The last level that added a state; [`Self::NEVER`] where none has.
    pub(super) last: u32,
    /// States reached.
    pub(super) reached: u32,
}

impl Activity {
    const NEVER: u32 = u32::MAX;

    pub(super) const NONE: Self = Self {
        last: Self::NEVER,
        reached: 0,
    };

    pub(super) fn is_full(&self) -> bool {
        self.reached == STATES as u32
    }
}

/// A cell that a level reads: the states of its depth, and of some before, which find nothing new.
pub(super) struct Source<'a> {
    pub(super) depth: u32,
    pub(super) frontier: &'a [Chunk],
    pub(super) activity: &'a [Activity],
}

/// Room for a chunk whose words were moved, and for one more on the way there.
pub(super) type Room = [Chunk; 2];

impl<'a> Source<'a> {
    /// What comes into a chunk of the neighbouring cell from this one: the states of this cell where a
    /// move puts them. None if the level before added nothing to any chunk they come from.
    ///
    /// `odd` is whether the digits that number the chunk have an odd sum. Words that need to be moved
    /// are moved to the next of `rooms`.
    #[inline(always)]
    pub(super) fn pull<'b>(
        &self,
        pull: &Pull,
        chunk: usize,
        odd: bool,
        rooms: &mut impl Iterator<Item = &'b mut Room>,
    ) -> Option<&'b Chunk>
    where
        'a: 'b,
    {
        match pull {
            Pull::Same => self.active(chunk),
            Pull::Runs { unit, shifts } if *unit >= WORDS => {
                self.active(come_from(chunk * WORDS, *unit, shifts) / WORDS)
            }
            Pull::Runs { unit, shifts } => self.runs(chunk, *unit, shifts, rooms),
            Pull::Stages(stages) => self.stages(chunk, odd, stages, rooms),
        }
    }

    /// Asks for the memory of the chunk that will be pulled into `chunk`; says whether there is one.
    /// Chunks made of many runs are left out: those have just been read for the chunks before.
    #[inline(always)]
    pub(super) fn prefetch(&self, pull: &Pull, chunk: usize) -> bool {
        let from = match pull {
            Pull::Same | Pull::Stages(_) => chunk,
            Pull::Runs { unit, shifts } if *unit >= WORDS => {
                come_from(chunk * WORDS, *unit, shifts) / WORDS
            }
            Pull::Runs { .. } => return true,
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

    #[inline(always)]
    fn runs<'b>(
        &self,
        chunk: usize,
        unit: usize,
        shifts: &[isize],
        rooms: &mut impl Iterator<Item = &'b mut Room>,
    ) -> Option<&'b Chunk> {
        let runs = (chunk * WORDS..(chunk + 1) * WORDS).step_by(unit);
        let mut sources = runs.clone().map(|to| come_from(to, unit, shifts));
        if !sources.any(|from| self.is_active(from / WORDS)) {
            return None;
        }
        let [moved, _] = rooms.next()?;
        let words = self.frontier.as_flattened();
        for (run, to) in moved.chunks_exact_mut(unit).zip(runs) {
            let from = come_from(to, unit, shifts);
            run.copy_from_slice(&words[from..from + unit]);
        }
        Some(moved)
    }

    #[inline(always)]
    fn stages<'b>(
        &self,
        chunk: usize,
        odd: bool,
        stages: &[Stage],
        rooms: &mut impl Iterator<Item = &'b mut Room>,
    ) -> Option<&'b Chunk> {
        let from = self.active(chunk)?;
        let (first, rest) = stages.split_first()?;
        let [mut moved, mut next] = rooms.next()?.each_mut();
        first.apply(from, moved, odd);
        for stage in rest {
            stage.apply(moved, next, odd);
            (moved, next) = (next, moved);
        }
        Some(moved)
    }
}

/// The word that the first word of a run comes from.
#[inline(always)]
fn come_from(to: usize, unit: usize, shifts: &[isize]) -> usize {
    to.wrapping_add_signed(shifts[to / unit % shifts.len()])
}
