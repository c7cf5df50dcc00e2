//! Ctrl-C: long work is asked to stop and tidies up; everything else ends at once.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicBool, Ordering},
};

use signal_hook::{
    consts::{SIGINT, SIGTERM, SIGXFSZ},
    flag,
};

/// Set once the user has asked to stop.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether a signal ends the process at once: outside of long work, and on the second signal.
static AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Exit code of an interrupted command.
const INTERRUPTED: i32 = 130;

/// Takes over the signals. Where that fails they keep their usual meaning, which loses nothing: files
/// are written so that a kill at any moment leaves no half of one.
pub fn listen() {
    for signal in [SIGINT, SIGTERM] {
        let _ = flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&AT_ONCE));
        let _ = flag::register(signal, Arc::clone(&STOP));
        let _ = flag::register(signal, Arc::clone(&AT_ONCE));
    }
    // Past a limit on file sizes a write shall fail with an error, not kill the process.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Runs work that watches the flag it is given and stops soon after it is set.
pub fn stoppable<T>(work: impl FnOnce(&AtomicBool) -> T) -> T {
    AT_ONCE.store(false, Ordering::SeqCst);
    let result = work(&STOP);
    AT_ONCE.store(true, Ordering::SeqCst);
    result
}
