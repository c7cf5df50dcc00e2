//! What is said on standard error about the work.

use std::io::{self, Write};

/// Says something about the work on standard error, except to users who asked for quiet.
pub fn note(quiet: bool, text: &str) {
    if !quiet {
        // If standard error is closed, the work still continues.
        let _ = writeln!(io::stderr(), "{text}");
    }
}
