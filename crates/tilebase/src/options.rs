//! The options of a solver.

use std::{path::PathBuf, time::Duration};

use tilebase_core::pattern::Groups;
use tilebase_solve::{
    heuristic::{Guides, HeuristicName},
    ida::Tuning,
};

use crate::values::{Error, Result};

/// The options that the builder methods of a solver set.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub(crate) by_search: bool,
    pub(crate) heuristic: Option<String>,
    pub(crate) partition: Option<Groups>,
    pub(crate) memory: Option<u64>,
    /// Whether the limit on memory also applies to tables that are named, and to their builds.
    pub(crate) binding: bool,
    pub(crate) copy_patterns: bool,
    pub(crate) tuning: Tuning,
    /// The time after which a search ends with bounds.
    pub(crate) time: Option<Duration>,
    /// Whether bounds are an answer, and are written even if they meet.
    pub(crate) bounds: bool,
    /// Whether no exact search is wanted.
    pub(crate) beams_only: bool,
    /// The width of the only beam.
    pub(crate) width: Option<usize>,
    /// The seed of the order of boards that a beam's model rates equally.
    pub(crate) seed: Option<u64>,
    /// The file in which the search is saved, and from which it continues.
    pub(crate) resume: Option<PathBuf>,
    /// For the goal of a stage, the kinds whose tables guide the search first: the others are
    /// already in place.
    pub(crate) stage: Option<Vec<u8>>,
}

impl Options {
    /// Returns whether bounds are an answer.
    pub(crate) fn bounds_suffice(&self) -> bool {
        self.bounds || self.time.is_some()
    }

    /// Returns whether the options name a search for the shortest solution.
    pub(crate) fn name_search(&self) -> bool {
        self.by_search
            || self.resume.is_some()
            || self.heuristic.is_some()
            || self.partition.is_some()
            || self.tuning.whole_tree
    }

    /// Returns the heuristic that is named, if any. An error lists those of these searches.
    pub(crate) fn heuristic(&self, guides: Guides) -> Result<Option<HeuristicName>> {
        let named = self.heuristic.as_ref().map(|name| {
            name.parse()
                .map_err(|_| Error::unknown_heuristic(name, guides))
        });
        named.transpose()
    }
}
