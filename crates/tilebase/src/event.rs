//! Progress reports of long work, and requests to stop it.

use std::{
    fmt,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tilebase_core::{
    Monitor, Puzzle, Stopwatch,
    format::{Subject, Written},
};
use tilebase_pdb_build::{Checked, Level, Requirements};

use crate::{answers::Bounds, machine::Available, values::Error};

/// A report of what a [`Library`](crate::Library) does. Reports come from any thread, at most a few
/// hundred times a second.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A missing table is about to be built because a question needs it.
    Missing {
        /// The table.
        subject: &'a Subject,
        /// The folder where it will be kept; `None` for memory.
        folder: Option<&'a Path>,
    },
    /// Missing pattern databases of a search are about to be built, one after another.
    MissingPatterns {
        /// The board that is searched, its shorter side first.
        puzzle: Puzzle,
        /// The number of missing tables.
        tables: usize,
        /// Their total size in bytes.
        bytes: u64,
        /// The folder where they will be kept; `None` for memory.
        folder: Option<&'a Path>,
    },
    /// The board is searched with so weak a bound that most searches take too long to wait for: no
    /// stronger one is known.
    WeakBound {
        /// The board, in the multi-tile metric.
        puzzle: Puzzle,
        /// The bound.
        heuristic: &'a str,
    },
    /// What a search by a heuristic looks up is being made, which may take seconds.
    Preparing {
        /// The heuristic.
        heuristic: &'a str,
    },
    /// A table that was missing cannot be kept in the folder; it is built in memory for this
    /// question.
    NotKept {
        /// Why.
        error: &'a Error,
    },
    /// Another process or thread builds the table; this one waits for it.
    Waiting {
        /// The table.
        subject: &'a Subject,
    },
    /// A build begins.
    Building {
        /// The table.
        subject: &'a Subject,
        /// The memory and disk that the build takes at most.
        needs: Requirements,
        /// The memory and disk that are free.
        available: Available,
    },
    /// A level of a build or of a proof is finished.
    Level {
        /// The table.
        subject: &'a Subject,
        /// The level.
        level: Level,
    },
    /// A table is being written.
    Writing {
        /// The table.
        subject: &'a Subject,
        /// The progress.
        written: Written,
    },
    /// A file is being read to compare its checksums.
    Reading {
        /// The table.
        subject: &'a Subject,
        /// Bytes of the distances that have been read.
        bytes: u64,
        /// Bytes of all distances in the file.
        total: u64,
    },
    /// The distances of a table are being compared with each other.
    Comparing {
        /// The table.
        subject: &'a Subject,
        /// The progress.
        checked: Checked,
    },
    /// The progress of a search.
    Searching(Searching),
    /// The states of a table are being scanned for those at a distance.
    Scanning {
        /// States scanned.
        states: u64,
        /// All states.
        total: u64,
    },
    /// A long search cannot use the larger pattern databases, and continues without them.
    NotLarger {
        /// Why.
        error: &'a Error,
    },
    /// A search could not be saved, and continues.
    NotSaved {
        /// Why.
        error: &'a Error,
    },
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Searching {
    /// The bounds of the distance proven by now.
    pub bounds: Bounds,
    /// If the search is divided into parts: those of the present threshold that have begun, and
    /// their number.
    pub parts: Option<(u64, u64)>,
    /// If they can be estimated: the fraction of the present threshold that is done, and the
    /// seconds until it is complete. A solution may be found earlier.
    pub done: Option<(f64, f64)>,
    /// Moves tried: in all, or in the last threshold if [`parts`](Self::parts) and
    /// [`done`](Self::done) are `None`.
    pub generated: u64,
    /// Seconds since the search began.
    pub seconds: f64,
    /// The number of random boards of this shape that take two threads longer, and the number of
    /// boards tried; `None` if it was not measured.
    pub longer: Option<(u32, u32)>,
}

type Callback = dyn Fn(&Event<'_>) + Send + Sync;

/// The callback that receives events, the flag that asks to stop, and the time that work may take.
#[derive(Clone)]
pub struct Reporter {
    pub(crate) callback: Arc<Callback>,
    pub(crate) stop: Arc<AtomicBool>,
    limit: Option<(Stopwatch, Duration)>,
}

impl Default for Reporter {
    fn default() -> Self {
        Self {
            callback: Arc::new(|_| ()),
            stop: Arc::default(),
            limit: None,
        }
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reporter").finish_non_exhaustive()
    }
}

impl Reporter {
    pub(crate) fn report(&self, event: &Event<'_>) {
        (self.callback)(event);
    }

    /// Returns whether the caller has asked to stop, whether or not the time is over.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns a reporter for work that may take this time from now, and no more than this reporter
    /// has left.
    pub(crate) fn within(&self, time: Option<Duration>) -> Self {
        let time = time.into_iter().chain(self.left()).min();
        Self {
            limit: time.map(|time| (Stopwatch::start(), time)),
            ..self.clone()
        }
    }

    /// Returns a reporter for work whose time is not limited.
    pub(crate) fn without_limit(&self) -> Self {
        Self {
            limit: None,
            ..self.clone()
        }
    }

    /// Returns a reporter for one of several pieces of work that share the time that is left.
    pub(crate) fn share(&self, pieces: usize) -> Self {
        self.within(self.left().map(|left| left / pieces.max(1) as u32))
    }

    /// Returns the time that is left; `None` if there is no limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        let (watch, time) = self.limit?;
        Some(time.saturating_sub(watch.elapsed()))
    }

    /// Returns whether work should end: the caller has asked to stop, or the time is over.
    pub(crate) fn over(&self) -> bool {
        self.stopped() || self.left().is_some_and(|left| left.is_zero())
    }

    /// Runs work, and reports its progress, of type `P`, as events.
    pub(crate) fn watch<'a, P, T>(
        &self,
        event: impl Fn(&P) -> Event<'a> + Sync,
        work: impl FnOnce(&Monitor<'_, P>) -> T,
    ) -> T {
        let report = |progress: &P| self.report(&event(progress));
        let monitor = Monitor::new(&report).stopping_on(&self.stop);
        match self.left() {
            Some(left) => work(&monitor.for_at_most(left)),
            None => work(&monitor),
        }
    }
}
