//! How the process ends when something fails: with one line on standard error.

use std::{
    io::Write,
    sync::atomic::{AtomicBool, Ordering},
};

/// Exit code of wrong arguments.
pub const INPUT: i32 = 2;

/// Exit code where a peer is gone, a file is damaged, or the disk failed.
pub const TROUBLE: i32 = 3;

/// Exit code of a build that was asked to stop.
pub const INTERRUPTED: i32 = 130;

/// Ends the process with a line about why. Of several threads that fail the first is heard.
pub fn end(why: &str, code: i32) -> ! {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::SeqCst) {
        // Where nobody can be told, the exit code still says it.
        let _ = writeln!(std::io::stderr(), "error: {}", why.replace('\n', " "));
        std::process::exit(code);
    }
    // The first thread is about to end the process.
    loop {
        std::thread::park();
    }
}

/// Has a panic of any thread, timely's among them, end the process in the same way.
pub fn end_on_panic() {
    std::panic::set_hook(Box::new(|panic| {
        let what = panic.payload_as_str().unwrap_or("a thread failed");
        end(&format!("this process failed: {what}"), TROUBLE);
    }));
}
