//! Progress reports of long work, and requests to stop it. Libraries print nothing: a caller that
//! wants a progress bar passes a callback.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use crate::Stopwatch;

/// A callback for events of type `E`, and a flag and a time limit that stop the work.
///
/// The work reports at natural steps (the end of a level, a raised threshold), at most a few
/// hundred times a second, and may do so from any thread.
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
    /// Returns a monitor that passes events to `report` and never stops the work.
    pub fn new(report: &'a (dyn Fn(&E) + Sync)) -> Self {
        Self {
            report,
            stop: &NEVER,
            limit: None,
        }
    }

    /// Returns a monitor that neither reports nor stops the work.
    pub fn silent() -> Self {
        Self::new(&|_| ())
    }

    /// Returns the monitor with a request to stop: the work ends soon after `stop` becomes true,
    /// with an error that says so.
    pub fn stopping_on(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }

    /// Returns the monitor with a time limit: it also stops the work when `time` has passed from
    /// now.
    pub fn for_at_most(&self, time: Duration) -> Self {
        let left = |(watch, all): (Stopwatch, Duration)| all.saturating_sub(watch.elapsed());
        let time = self.limit.map_or(time, |limit| time.min(left(limit)));
        Self {
            limit: Some((Stopwatch::start(), time)),
            ..*self
        }
    }

    /// Returns the monitor without its time limit. It serves a short last step of work whose
    /// time is up.
    pub fn without_limit(&self) -> Self {
        Self {
            limit: None,
            ..*self
        }
    }

    /// Passes an event to the caller's callback.
    pub fn report(&self, event: &E) {
        (self.report)(event);
    }

    /// Returns whether the caller has asked to stop, or the time is up. Costs a relaxed load, and a
    /// reading of the clock if there is a time limit.
    pub fn stopped(&self) -> bool {
        let late = |(watch, time): (Stopwatch, Duration)| watch.elapsed() >= time;
        self.stop.load(Ordering::Relaxed) || self.limit.is_some_and(late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_limit_does_not_prolong_the_first() {
        let hour = Duration::from_secs(3600);
        let late = Monitor::<()>::silent().for_at_most(Duration::ZERO);
        assert!(late.stopped() && late.for_at_most(hour).stopped());
        let early = Monitor::<()>::silent().for_at_most(hour);
        assert!(!early.stopped() && !early.for_at_most(2 * hour).stopped());
        assert!(early.for_at_most(Duration::ZERO).stopped());
        assert!(!late.without_limit().for_at_most(hour).stopped());
    }
}
