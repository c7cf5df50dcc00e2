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
    pub(crate) copy_patterns: bool,
    pub(crate) tuning: Tuning,
    pub(crate) limits: Limits,
    pub(crate) resume: Option<Resume>,
}

/// How long a search for bounds takes unless the options say otherwise.
const BOUNDS_TIME: Duration = Duration::from_secs(1);

/// When a search ends with bounds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    pub(crate) time: Option<Duration>,
    pub(crate) bounds: bool,
}

impl Limits {
    /// Returns the time after which bounds are an answer.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.or_else(|| self.bounds.then_some(BOUNDS_TIME))
    }

    /// Returns whether bounds are an answer.
    pub(crate) fn bounds_suffice(&self) -> bool {
        self.bounds || self.time.is_some()
    }
}

impl Options {
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

/// The builder methods of [`Solver`](crate::Solver) and [`AnySolver`](crate::AnySolver), which
/// change the options that `options_mut` gives.
macro_rules! option_methods {
    () => {
        /// Searches even where there is a table, by the usual heuristic unless another is named.
        pub fn by_search(mut self) -> Self {
            self.options_mut().by_search = true;
            self
        }

        /// Searches by IDA\* with this heuristic even where there is a table. On boards
        /// `manhattan`, `linear-conflict`, `walking-distance`, `maximum`, `pdb` (the best pattern
        /// databases that fit the [`memory`](Self::memory); long searches of the 24-puzzle go on
        /// with `pdb:seven`), `pdb:7-8` or another partition, `pdb:four` and `pdb:seven`
        /// (catalogues of partitions of the 24-puzzle), `zpdb` for zero-aware ones,
        /// `catalogue:FILE` for a file of partitions, one a line; on rows `covering`. Where several
        /// tiles slide in one move `colours`, `colours:1122/3322/3344/3440` (the colours of the
        /// goal's cells) and `walking-distance`.
        pub fn heuristic(mut self, name: impl Into<String>) -> Self {
            self.options_mut().heuristic = Some(name.into());
            self
        }

        /// Searches with pattern databases of these groups of tiles. Sliding boards only.
        pub fn partition(mut self, groups: crate::Groups) -> Self {
            self.options_mut().partition = Some(groups);
            self
        }

        /// Sets the most bytes that pattern databases take together. Default: 512 MiB, and for long
        /// searches of the 24-puzzle half of the free memory.
        pub fn memory(mut self, bytes: u64) -> Self {
            self.options_mut().memory = Some(bytes);
            self
        }

        /// Copies pattern databases from mapped files to memory where there is room. That takes a
        /// moment and pays for many states.
        pub fn copy_patterns(mut self, copy: bool) -> Self {
            self.options_mut().copy_patterns = copy;
            self
        }

        /// Searches boards, and tries every move but back, as publications count them, also where
        /// the last moves only lead where others lead. Distances are the same.
        pub fn whole_tree(mut self, whole: bool) -> Self {
            self.options_mut().tuning.whole_tree = whole;
            self
        }

        /// Ends a search after so long, with the bounds proven by then.
        pub fn time(mut self, time: std::time::Duration) -> Self {
            self.options_mut().limits.time = Some(time);
            self
        }

        /// Ends a search after a second, or after [`time`](Self::time), with the bounds proven by
        /// then; and has answers give bounds even where they meet.
        pub fn bounds(mut self) -> Self {
            self.options_mut().limits.bounds = true;
            self
        }

        /// Saves an unfinished search in this file, and goes on from it if it is there. For one
        /// state. Searches of boards are saved where pattern databases guide them.
        pub fn resume(mut self, file: impl Into<std::path::PathBuf>) -> Self {
            let resume = crate::store::Resume::in_file(file.into());
            self.options_mut().resume = Some(resume);
            self
        }

        /// Builds no missing tables: a question that needs one is answered with an error.
        pub fn no_build(self) -> Self {
            self.build_when_missing(crate::Build::Never)
        }
    };
}
pub(crate) use option_methods;
