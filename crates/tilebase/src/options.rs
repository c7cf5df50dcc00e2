//! How a question is answered.

use std::time::Duration;

use tilebase_core::pattern::Groups;
use tilebase_solve::{heuristic::HeuristicName, ida::Tuning};

use crate::{Error, store::Resume};

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
    pub(crate) limits: Limits,
    pub(crate) improving: Improving,
    pub(crate) resume: Option<Resume>,
}

/// How solutions are found that need not be shortest.
#[derive(Debug, Clone, Default)]
pub(crate) struct Improving {
    /// Whether no exact search is wanted.
    pub(crate) only: bool,
    /// The width of the only beam.
    pub(crate) width: Option<usize>,
    pub(crate) seed: u64,
}

/// How long a search takes that ends with bounds, unless the options say otherwise.
const BOUNDS_TIME: Duration = Duration::from_secs(1);

/// When a search ends with bounds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    pub(crate) time: Option<Duration>,
    pub(crate) bounds: bool,
}

impl Limits {
    /// Returns whether bounds are an answer.
    pub(crate) fn bounds_suffice(&self) -> bool {
        self.bounds || self.time.is_some()
    }
}

impl Options {
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
        match self.improving.width {
            Some(_) => None,
            None if self.limits.bounds || !proves => self.limits.time.or(Some(BOUNDS_TIME)),
            None => self.limits.time,
        }
    }

    /// Returns the heuristic that is named, if one is. `known` lists those that there are.
    pub(crate) fn heuristic(&self, known: &'static str) -> Result<Option<HeuristicName>, Error> {
        let named = self.heuristic.as_ref().map(|name| {
            name.parse().map_err(|_| Error::Heuristic {
                name: name.clone(),
                known,
            })
        });
        named.transpose()
    }
}
