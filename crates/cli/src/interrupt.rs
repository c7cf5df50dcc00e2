//! Ctrl-C: long work is asked to stop and tidies up; everything else ends at once.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Instant,
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    low_level,
};

#[cfg(unix)]
use crate::allocator;
use crate::{Failure, Result};

/// Set when the user asks to stop while long work is under way.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The time of that request, in milliseconds since the program began to listen.
static REQUESTED: AtomicU64 = AtomicU64::new(0);

/// The number of pieces of long work that are under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Signals within this many milliseconds are one request: `timeout` sends its signal to the program
/// and to its group.
const ONE_REQUEST: u64 = 1000;

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

/// Handles the signals, first of all: before other threads begin. If that fails they keep their
/// usual meaning, and nothing is lost: a kill at any moment leaves no file half written.
pub fn listen() {
    let (begun, stop) = (Instant::now(), flag());
    let request = move || {
        let now = begun.elapsed().as_millis() as u64;
        if !stop.load(Ordering::SeqCst) && UNDER_WAY.load(Ordering::SeqCst) > 0 {
            REQUESTED.store(now, Ordering::SeqCst);
            stop.store(true, Ordering::SeqCst);
        } else if !stop.load(Ordering::SeqCst)
            || now > REQUESTED.load(Ordering::SeqCst) + ONE_REQUEST
        {
            end(b"error: interrupted\n", INTERRUPTED);
        }
    };
    for signal in ENDING {
        // SAFETY: as for `end`, and reading the clock may be done in a handler too.
        let _ = unsafe { low_level::register(signal, request.clone()) };
    }
    #[cfg(unix)]
    listen_for_failures();
}

/// Makes signals of failures end the process with a message instead of killing it.
#[cfg(unix)]
fn listen_for_failures() {
    use signal_hook::consts::{SIGABRT, SIGBUS, SIGXFSZ};
    // A write beyond a limit on file sizes fails with an error and does not kill the process.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    // The standard library would take memory for a backtrace after a refusal, so that the abort
    // could not be told from others.
    // SAFETY: this is the only thread.
    unsafe { std::env::remove_var("RUST_BACKTRACE") };
    let refused = || {
        if allocator::refused() {
            end(NO_MEMORY, FAILED);
        }
        // Any other abort ends as the crash that it is.
        let _ = low_level::emulate_default_handler(SIGABRT);
    };
    // SAFETY: as for `end`; `refused` reads a variable of its thread, and the default handler may
    // be asked for in a handler.
    let _ = unsafe { low_level::register(SIGABRT, refused) };
    // SAFETY: as for `end`.
    let _ = unsafe { low_level::register(SIGBUS, || end(CUT, FAILED)) };
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

/// Ends the process with a message, in the handler of a signal. Both steps are single calls of the
/// system that may be made in a handler. They take no memory and no lock.
fn end(message: &'static [u8], code: i32) {
    // If standard error is closed, the exit code still shows the failure.
    #[cfg(unix)]
    let _ = rustix::io::write(rustix::stdio::stderr(), message);
    #[cfg(not(unix))]
    let _ = message;
    low_level::exit(code);
}

/// Returns the flag that is set once the user has asked to stop.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&STOP)
}

/// Returns whether the user has asked to stop.
pub fn is_requested() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// Returns an error if the user has asked to stop.
pub fn check() -> Result<()> {
    if is_requested() {
        return Err(Failure::Interrupted("interrupted".to_owned()));
    }
    Ok(())
}

/// Long work, which is under way until this is dropped. It watches the [`flag`], and stops soon
/// after that is set.
pub struct Stoppable(());

impl Stoppable {
    pub fn begin() -> Self {
        UNDER_WAY.fetch_add(1, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Stoppable {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    }
}
