//! Ends the process with one line on standard error when something fails.

use std::{
    io::Write,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::hosts::Hosts;

/// Exit code of wrong arguments.
pub const INPUT: i32 = 2;

/// Exit code if a peer is gone, a file is damaged, memory does not suffice, or the disk failed.
pub const TROUBLE: i32 = 3;

/// Exit code of a build that was asked to stop.
pub const INTERRUPTED: i32 = 130;

/// Ends the process with a line that gives the reason. If several threads fail, only the first one
/// prints its line.
pub fn end(why: &str, code: i32) -> ! {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::SeqCst) {
        // If the line cannot be written, the exit code remains.
        let _ = writeln!(std::io::stderr(), "error: {}", why.replace('\n', " "));
        std::process::exit(code);
    }
    // The first thread is about to end the process.
    loop {
        std::thread::park();
    }
}

/// Makes a panic of any thread end the process in the same way. Timely's threads for a peer panic
/// when the peer is gone: they are named after its number.
pub fn end_on_panic(hosts: &Hosts) {
    let hosts = hosts.clone();
    std::panic::set_hook(Box::new(move |panic| {
        let current = std::thread::current();
        let number = current.name().and_then(|name| {
            let number = name.strip_prefix("timely:recv-");
            number.or(name.strip_prefix("timely:send-"))?.parse().ok()
        });
        let why = match number.filter(|&peer: &usize| peer < hosts.count()) {
            Some(peer) => format!("{} is gone", hosts.name(peer)),
            None => {
                let said = panic.payload();
                let text = said.downcast_ref::<String>().map(String::as_str);
                let what = text.or(said.downcast_ref::<&str>().copied());
                format!(
                    "this process failed: {}",
                    what.unwrap_or("a thread panicked")
                )
            }
        };
        end(&why, TROUBLE);
    }));
}
