//! How long work reports and is asked to stop.

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
use tilebase_solve::oshidori;

use crate::{Bounds, Error, available::Available};

/// What a [`Library`](crate::Library) does, as it does it. Reports come at most a few hundred times
/// a second, from any thread.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A table is missing, and is built now because a question needs it.
    Missing {
        /// The table.
        subject: &'a Subject,
        /// The folder where it will be kept; `None` for memory.
        folder: Option<&'a Path>,
    },
    /// Pattern databases for a search are missing, and are built now, one after another.
    MissingPatterns {
        /// The board that is searched.
        puzzle: Puzzle,
        /// How many there are.
        tables: usize,
        /// Their bytes, together.
        bytes: u64,
        /// The folder where they will be kept; `None` for memory.
        folder: Option<&'a Path>,
    },
    /// The board is searched by a bound so weak that most searches take longer than anybody waits:
    /// no strong one is known.
    WeakBound {
        /// The board, where several tiles slide in one move.
        puzzle: Puzzle,
        /// The bound.
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
        /// What the build takes at most.
        needs: Requirements,
        /// What there is.
        available: Available,
    },
    /// A level of a build, or of a proof, is finished.
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
        /// How far.
        written: Written,
    },
    /// A file is being read for its checksum.
    Reading {
        /// The table.
        subject: &'a Subject,
        /// Bytes that have been read.
        bytes: u64,
        /// Bytes of the file.
        total: u64,
    },
    /// The distances of a table are being compared with each other.
    Comparing {
        /// The table.
        subject: &'a Subject,
        /// How far.
        checked: Checked,
    },
    /// How far a search has come.
    Searching(Searching),
    /// States of a table are looked at for those at a distance.
    Scanning {
        /// States that have been looked at.
        states: u64,
        /// States there are.
        total: u64,
    },
    /// The larger pattern databases with which a long search would go on cannot be used; it goes on
    /// without them.
    NotLarger {
        /// Why.
        error: &'a Error,
    },
    /// A search could not be saved; it goes on.
    NotSaved {
        /// Why.
        error: &'a Error,
    },
}

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Searching {
    /// What is proven of the distance by now.
    pub bounds: Bounds,
    /// Parts of the present threshold begun, and all of them, where the search is cut into parts.
    pub parts: Option<(u64, u64)>,
    /// The share of the present threshold that is done, and the seconds until it is, as far as they
    /// can be estimated. A solution may come earlier.
    pub done: Option<(f64, f64)>,
    /// Moves tried: in all, or in the last threshold where [`parts`](Self::parts) and
    /// [`done`](Self::done) are `None`.
    pub generated: u64,
    /// Seconds since the search began.
    pub seconds: f64,
}

impl From<&oshidori::RowProgress> for Searching {
    fn from(progress: &oshidori::RowProgress) -> Self {
        Self {
            bounds: Bounds {
                lower: progress.lower,
                upper: progress.upper,
            },
            parts: Some((progress.jobs_begun, progress.jobs)),
            done: None,
            generated: progress.generated,
            seconds: progress.seconds,
        }
    }
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

    /// Returns whether the caller has asked to stop. That the time is over is another matter.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the same for work that may take so much time from now, if there is a limit, and no
    /// more than this one has left.
    pub(crate) fn within(&self, time: Option<Duration>) -> Self {
        let time = time.into_iter().chain(self.left()).min();
        Self {
            limit: time.map(|time| (Stopwatch::start(), time)),
            ..self.clone()
        }
    }

    /// Returns the time that is left; `None` if there is no limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        let (watch, time) = self.limit?;
        Some(time.saturating_sub(watch.elapsed()))
    }

    /// Returns whether work should end: the caller has asked for it, or the time is over.
    pub(crate) fn over(&self) -> bool {
        self.stopped() || self.left().is_some_and(|left| left.is_zero())
    }

    /// Runs work whose reports of progress, of type `P`, become events.
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
