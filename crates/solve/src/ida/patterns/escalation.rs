//! Two sets of pattern databases in turn: a small one first, and a larger one for searches that
//! turn out long.
//!
//! A search keeps two things between iterations: its threshold, and the number of boards below each
//! root. Both mean the same with any tables, so a search that has become long continues where it
//! is, with other tables.

use std::ops::ControlFlow;

use tilebase_core::{Stopwatch, format::DamagedPage};

use super::{
    super::{
        engine::{BoardEnd, Engine, Request},
        outcome::SolveError,
    },
    Patterns, Tuning,
    once_built::OnceBuilt,
};
use crate::heuristic::{AdditivePatterns, Heuristic};

/// A function that opens the larger set, if that is possible now.
type Open<'a> = dyn Fn() -> Option<AdditivePatterns> + Send + Sync + 'a;

/// The tuned engine for a small set of pattern databases, and for a larger one.
pub(in super::super) struct Escalation<'a> {
    small: Patterns,
    /// The number of boards that a search generates with the small set.
    after: u64,
    open: Box<Open<'a>>,
    larger: OnceBuilt<Patterns>,
}

impl<'a> Escalation<'a> {
    /// Returns the engine for a small set, and for the set that `open` returns in searches of more
    /// than `after` boards.
    pub(in super::super) fn new(
        small: AdditivePatterns,
        tuning: Tuning,
        after: u64,
        open: Box<Open<'a>>,
    ) -> Self {
        Self {
            small: Patterns::new(small, tuning),
            after,
            open,
            larger: OnceBuilt::new(),
        }
    }
}

impl Engine for Escalation<'_> {
    fn heuristic(&self) -> &dyn Heuristic {
        self.small.heuristic()
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.small.damage()?;
        self.larger.get().map_or(Ok(()), Engine::damage)
    }

    fn tuning(&self) -> Option<Tuning> {
        self.small.tuning()
    }

    fn search(&self, request: &Request<'_>) -> Result<BoardEnd, SolveError> {
        // A search that leaves out a board cannot be continued with another set. Most such searches
        // are of boards that were searched before.
        if request.excluded_first_move.is_some() {
            let larger = self.larger.get();
            return larger.unwrap_or(&self.small).search(request);
        }
        let (mut resume, mut after) = (request.resume.cloned(), self.after);
        loop {
            let mut engine = &self.small;
            if let Some(state) = resume.as_mut().filter(|state| state.generated >= after) {
                let watch = Stopwatch::start();
                // Only long searches get this far, so copies are made at once.
                let tuning = Tuning {
                    copy_after: 0,
                    ..self.small.tuning
                };
                let open = || Some(Patterns::new((self.open)()?, tuning));
                let larger = self.larger.get_or_make(open);
                state.milliseconds += (1000.0 * watch.seconds()) as u64;
                if let Some(larger) = larger {
                    state.raise(larger.heuristic().estimate(request.start));
                    engine = larger;
                    after = u64::MAX;
                } else {
                    // Try again later.
                    after = state.generated.saturating_mul(2);
                }
            }
            let resumed = &Request {
                resume: resume.as_ref(),
                node_limit: after.min(request.node_limit),
                ..*request
            };
            match engine.search(resumed)?.rest_below(request.node_limit) {
                ControlFlow::Continue(rest) => resume = Some(rest),
                ControlFlow::Break(end) => return Ok(end),
            }
        }
    }
}
