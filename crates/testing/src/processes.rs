//! Processes that a test waits for and ends.

use std::{
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};

/// Waits until something is so, a minute at most.
///
/// # Panics
/// If it is not so after a minute.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "never: {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Sends a signal, such as `-INT`, to a running program.
///
/// # Panics
/// If it cannot be sent.
pub fn signal(name: &str, process: u32) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.expect("kill").success());
}
