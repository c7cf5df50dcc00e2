//! The clock of all libraries.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

// The standard library has no clock there, but browsers and node have.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

/// Measures the time since it was started, by a clock that never runs backwards.
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
    /// Returns a stopwatch that starts now.
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

    /// Restarts the watch if `period` has passed since the start. Returns whether it has.
    pub fn restart_after(&mut self, period: Duration) -> bool {
        let due = self.elapsed() >= period;
        if due {
            *self = Self::start();
        }
        due
    }
}
