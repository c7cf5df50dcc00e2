//! Ctrl-C: long work is asked to stop and tidies up; everything else ends at once.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag as signal,
};

/// Set once the user has asked to stop.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether a signal ends the process at once: outside of long work, and on the second signal.
static AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Exit code of an interrupted command.
const INTERRUPTED: i32 = 130;

/// The signals that ask a program to end; the last when its terminal is closed.
#[cfg(unix)]
const ENDING: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDING: [i32; 2] = [SIGINT, SIGTERM];

/// Exit code of a command that met a damaged table, or a limit of the system.
#[cfg(unix)]
const FAILED: i32 = 3;

/// Handles the signals. If that fails they keep their usual meaning, and nothing is lost: a kill at
/// any moment leaves no file half written.
pub fn listen() {
    for signal in ENDING {
        let _ = signal::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&AT_ONCE));
        let _ = signal::register(signal, Arc::clone(&STOP));
        let _ = signal::register(signal, Arc::clone(&AT_ONCE));
    }
    // Past a limit on file sizes a write shall fail with an error, not kill the process.
    #[cfg(unix)]
    let _ = signal::register(signal_hook::consts::SIGXFSZ, Arc::default());
    #[cfg(unix)]
    for (signal, message) in [
        (signal_hook::consts::SIGBUS, CUT),
        (signal_hook::consts::SIGABRT, NO_MEMORY),
    ] {
        end_with(signal, message);
    }
}

/// The message if a file is cut short while it is mapped, and a page behind its end is read.
#[cfg(unix)]
const CUT: &[u8] =
    b"error: a file was cut short, or its disk failed, while it was read: `tilebase verify` \
    finds a table that is damaged, `tilebase build` builds it again\n";

/// The message if the system refuses a few bytes, at which the standard library ends the process.
/// Larger blocks are requested in a way that can fail.
#[cfg(unix)]
const NO_MEMORY: &[u8] =
    b"error: the system refused memory: let other programs end, or work with fewer `--threads`\n";

/// Has a signal that would kill the process end it with a message.
#[cfg(unix)]
fn end_with(signal: i32, message: &'static [u8]) {
    let end = move || {
        // If standard error is closed, the exit code still shows the failure.
        let _ = rustix::io::write(rustix::stdio::stderr(), message);
        signal_hook::low_level::exit(FAILED);
    };
    // SAFETY: the handler writes bytes that are there from the start and ends the process. Both are
    // single calls of the system that may be made in a handler; no memory is taken and no lock.
    let _ = unsafe { signal_hook::low_level::register(signal, end) };
}

/// The number of pieces of long work that are running.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Returns the flag that is set once the user has asked to stop.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&STOP)
}

/// Runs work that watches the flag it is given and stops soon after it is set.
pub fn stoppable<T>(work: impl FnOnce(&AtomicBool) -> T) -> T {
    UNDER_WAY.fetch_add(1, Ordering::SeqCst);
    AT_ONCE.store(false, Ordering::SeqCst);
    let result = work(&STOP);
    if UNDER_WAY.fetch_sub(1, Ordering::SeqCst) == 1 {
        AT_ONCE.store(true, Ordering::SeqCst);
    }
    result
}
