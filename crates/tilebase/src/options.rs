//! How a question is answered.

use std::time::Duration;

use tilebase_core::pattern::Groups;
use tilebase_solve::{heuristic::HeuristicName, ida::Tuning};

use crate::{Error, Result, store::Resume};

/// What the builder methods of a solver set.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub(crate) by_search: bool,
    pub(crate) heuristic: Option<String>,
    pub(crate) partition: Option<Groups>,
    pub(crate) memory: Option<u64>,
    /// Whether the memory binds tables that are named, and their builds, too.
    pub(crate) binding: bool,
    pub(crate) copy_patterns: bool,
    pub(crate) tuning: Tuning,
    /// The time after which a search ends with bounds.
    pub(crate) time: Option<Duration>,
    /// Whether bounds are an answer, even where they meet.
    pub(crate) bounds: bool,
    /// Whether no exact search is wanted.
    pub(crate) beams_only: bool,
    /// The width of the only beam.
    pub(crate) width: Option<usize>,
    /// What decides between boards that a beam's model estimates alike.
    pub(crate) seed: u64,
    pub(crate) resume: Option<Resume>,
}

/// How long a search takes that ends with bounds, unless the options say otherwise.
const BOUNDS_TIME: Duration = Duration::from_secs(1);

impl Options {
    /// Returns whether bounds are an answer.
    pub(crate) fn bounds_suffice(&self) -> bool {
        self.bounds || self.time.is_some()
    }

    /// Returns whether they say how to search for the shortest solution.
    pub(crate) fn name_search(&self) -> bool {
        self.by_search
            || self.resume.is_some()
            || self.heuristic.is_some()
            || self.partition.is_some()
            || self.tuning.whole_tree
    }

    /// Returns the time after which bounds are an answer. Where answers are not proven, there is
    /// none only if a width ends the work.
    pub(crate) fn time(&self, proves: bool) -> Option<Duration> {
        match self.width {
            Some(_) => None,
            None if self.bounds || !proves => self.time.or(Some(BOUNDS_TIME)),
            None => self.time,
        }
    }

    /// Returns the heuristic that is named, if one is. `known` lists those that there are.
    pub(crate) fn heuristic(&self, known: &'static str) -> Result<Option<HeuristicName>> {
        let named = self.heuristic.as_ref().map(|name| {
            name.parse()
                .map_err(|_| Error::unknown_heuristic(name, known))
        });
        named.transpose()
    }
}
