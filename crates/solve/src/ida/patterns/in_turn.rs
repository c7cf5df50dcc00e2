//! Two sets of pattern databases in turn: a small one first, and a larger one for searches that
//! turn out long.
//!
//! What a search keeps between iterations, its threshold and how many boards were below each root,
//! means the same with any tables. So a search that has been long goes on where it is, with others.

use std::sync::{Mutex, OnceLock};

use tilebase_core::{
    Stopwatch,
    format::{DamagedPage, Payload},
    sliding::Board,
};

use super::{
    super::{
        control::Control,
        outcome::{Engine, Found, Scope, SolveError, Wanted, WholeTree},
    },
    Patterns, Tuning,
    driver::End,
};
use crate::{Stats, heuristic::AdditivePatterns};

/// Opens the larger set, if that can be done now.
type Open<'a, B> = dyn Fn() -> Option<AdditivePatterns<B>> + Send + Sync + 'a;

/// The tuned engine for a small set of pattern databases, and for a larger one.
pub(in super::super) struct InTurn<'a, B> {
    small: Patterns<B>,
    /// Boards that a search generates with the small set.
    after: u64,
    open: Box<Open<'a, B>>,
    larger: OnceLock<Patterns<B>>,
    /// Held by who opens it.
    opening: Mutex<()>,
}

impl<'a, B: Payload + Send + Sync> InTurn<'a, B> {
    /// Returns the engine for a small set, and for the set that `open` returns in searches of more
    /// than `after` boards.
    pub(in super::super) fn new(
        small: AdditivePatterns<B>,
        tuning: Tuning,
        after: u64,
        open: Box<Open<'a, B>>,
    ) -> Self {
        Self {
            small: Patterns::new(small, tuning),
            after,
            open,
            larger: OnceLock::new(),
            opening: Mutex::new(()),
        }
    }

    /// Returns the larger set, which is opened if it is not; nothing if that fails, or while
    /// another thread opens it, which might be waiting for this one.
    fn larger(&self) -> Option<&Patterns<B>> {
        if let Ok(_opening) = self.opening.try_lock()
            && self.larger.get().is_none()
        {
            let larger = Patterns::new((self.open)()?, self.small.tuning);
            let _ = self.larger.set(larger);
        }
        self.larger.get()
    }
}

impl<B: Payload + Send + Sync> Engine for InTurn<'_, B> {
    fn estimate(&self, board: &Board) -> u32 {
        self.small.estimate(board)
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.small.damage()?;
        self.larger.get().map_or(Ok(()), Patterns::damage)
    }

    fn saves(&self) -> Option<WholeTree> {
        self.small.saves()
    }

    fn search(
        &self,
        start: &Board,
        wanted: Wanted,
        scope: Scope<'_>,
        control: &Control<'_>,
    ) -> Result<(Found, Stats), SolveError> {
        // A search without some board does not go on as it was. Most are for boards that were
        // searched before.
        if scope.without.is_some() {
            return match self.larger.get() {
                Some(larger) => larger.search(start, wanted, scope, control),
                None => self.small.search(start, wanted, scope, control),
            };
        }
        let (mut resume, mut patience) = (control.resume.clone(), self.after);
        loop {
            if let Some(state) = resume.as_mut().filter(|state| state.generated >= patience) {
                let watch = Stopwatch::start();
                let larger = self.larger();
                state.milliseconds += (1000.0 * watch.seconds()) as u64;
                if let Some(larger) = larger {
                    state.raise(larger.estimate(start));
                    let control = Control { resume, ..*control };
                    return larger.search(start, wanted, scope, &control);
                }
                // Later once more.
                patience = state.generated.saturating_mul(2);
            }
            let control = Control { resume, ..*control };
            match (self.small).search_until(start, wanted, scope, &control, patience)? {
                End::Done(found, stats) => return Ok((found, stats)),
                End::Long(state) => resume = Some(state),
            }
        }
    }
}
