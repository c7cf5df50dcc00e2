//! How long work reports and is asked to stop. Libraries print nothing: a caller that wants a
//! progress bar passes a callback.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use crate::Stopwatch;

/// A callback for events of type `E`, and a flag that asks the work to stop.
///
/// Reports come at natural steps (a level of a search finished, a threshold raised), at most a few
/// hundred times a second, and possibly from any thread.
///
/// ```
/// use tilebase_core::Monitor;
/// let print = |depth: &u32| println!("level {depth} done");
/// let monitor = Monitor::new(&print);
/// monitor.report(&3);
/// assert!(!monitor.stopped());
/// ```
pub struct Monitor<'a, E> {
    report: &'a (dyn Fn(&E) + Sync),
    stop: &'a AtomicBool,
    limit: Option<(Stopwatch, Duration)>,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a, E> Monitor<'a, E> {
    /// Reports to `report`; never stops early.
    pub fn new(report: &'a (dyn Fn(&E) + Sync)) -> Self {
        Self {
            report,
            stop: &NEVER,
            limit: None,
        }
    }

    /// Neither reports nor stops.
    pub fn silent() -> Self {
        Self::new(&|_| ())
    }

    /// Stops soon after `stop` becomes true, with an error that says so.
    pub fn stopping_on(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }

    /// Returns the same, but stops work after `time`, from now on, at the latest.
    pub fn for_at_most(&self, time: Duration) -> Self {
        Self {
            limit: Some((Stopwatch::start(), time)),
            ..*self
        }
    }

    /// Tells the caller of an event.
    pub fn report(&self, event: &E) {
        (self.report)(event);
    }

    /// Returns whether the caller has asked to stop, or the time is up. Costs a relaxed load, and a
    /// look at the clock where there is a limit.
    pub fn stopped(&self) -> bool {
        let late = |(watch, time): (Stopwatch, Duration)| watch.elapsed() >= time;
        self.stop.load(Ordering::Relaxed) || self.limit.is_some_and(late)
    }
}
