//! Processes that a test starts, waits for and ends.

use std::{
    process::{Child, Command, Output},
    sync::mpsc,
    thread::{self, sleep},
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

/// Returns what a process has printed when it ends; `None` if it does not end in this time.
///
/// # Panics
/// If the system does not let the test wait.
pub fn output_within(child: Child, limit: Duration) -> Option<Output> {
    let (ended, end) = mpsc::channel();
    thread::spawn(move || ended.send(child.wait_with_output()));
    let output = end.recv_timeout(limit).ok()?;
    Some(output.expect("the end of a process"))
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
