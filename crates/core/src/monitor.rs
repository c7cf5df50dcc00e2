//! How long work reports and is asked to stop. Libraries print nothing: a caller that wants a
//! progress bar passes a callback.

use std::sync::atomic::{AtomicBool, Ordering};

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
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a, E> Monitor<'a, E> {
    /// Reports to `report`; never stops early.
    pub fn new(report: &'a (dyn Fn(&E) + Sync)) -> Self {
        Self {
            report,
            stop: &NEVER,
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

    /// Tells the caller of an event.
    pub fn report(&self, event: &E) {
        (self.report)(event);
    }

    /// Whether the caller has asked to stop. Costs a relaxed load.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
