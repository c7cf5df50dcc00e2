//! The clock of all libraries: a target without [`Instant`] needs another body of this file alone.

use std::time::{Duration, Instant};

/// Measures the time since it was started, by a clock that never goes back.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use tilebase_core::Stopwatch;
///
/// let mut watch = Stopwatch::start();
/// assert!(!watch.restart_after(Duration::from_secs(3600)));
/// assert!(watch.restart_after(Duration::ZERO));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Returns a watch that runs from now on.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Returns the seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// Starts again once `period` has passed. Returns whether it has.
    pub fn restart_after(&mut self, period: Duration) -> bool {
        let due = self.elapsed() >= period;
        if due {
            *self = Self::start();
        }
        due
    }
}
