//! Progress bars for long work: on a terminal, and nowhere else.

use std::{sync::OnceLock, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tilebase_core::{Monitor, format::Written};
use tilebase_pdb_build::Level;
use tilebase_solve::ida::Threshold;

use crate::{interrupt, output};

/// Runs a build with a bar for its levels and then for its file, stopping on Ctrl-C.
pub fn build<T>(
    quiet: bool,
    name: &str,
    work: impl FnOnce(&Monitor<'_, Level>, &Monitor<'_, Written>) -> T,
) -> T {
    let bar = bar(
        quiet,
        "{msg} [{bar:30}] {human_pos} of {human_len} states, {per_sec}, {eta} left",
    );
    bar.set_message(name.to_owned());
    let level = |level: &Level| {
        bar.set_length(level.total);
        bar.set_position(level.reached);
        bar.set_message(format!("{name}, depth {}", level.depth));
    };
    let written = |written: &Written| {
        bar.set_length(written.total);
        bar.set_position(written.bytes);
        bar.set_message(format!("{name}, writing"));
    };
    let result = interrupt::stoppable(|stop| {
        work(
            &Monitor::new(&level).stopping_on(stop),
            &Monitor::new(&written).stopping_on(stop),
        )
    });
    bar.finish_and_clear();
    result
}

/// A bar with this template. Hidden off a terminal, and where nothing is to be said.
pub fn bar(quiet: bool, template: &str) -> ProgressBar {
    let target = if quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(10)
    };
    let style = ProgressStyle::with_template(template).expect("the templates here are well formed");
    let bar = ProgressBar::with_draw_target(None, target).with_style(style.progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Runs a verification with a bar for the bytes read and then for the levels built again.
pub fn verify<T>(
    quiet: bool,
    name: &str,
    work: impl FnOnce(&Monitor<'_, u64>, &Monitor<'_, Level>) -> T,
) -> T {
    let bar = bar(
        quiet,
        "{msg} [{bar:30}] {human_pos} of {human_len}, {eta} left",
    );
    bar.set_message(format!("{name}, checksum"));
    let read = |bytes: &u64| bar.set_position(*bytes);
    let level = |level: &Level| {
        bar.set_length(level.total);
        bar.set_position(level.reached);
        bar.set_message(format!("{name}, depth {}", level.depth));
    };
    let result = interrupt::stoppable(|stop| {
        work(
            &Monitor::new(&read).stopping_on(stop),
            &Monitor::new(&level).stopping_on(stop),
        )
    });
    bar.finish_and_clear();
    result
}

/// Runs a search with a line that tells the thresholds done, stopping on Ctrl-C. Short searches show
/// nothing.
pub fn search<T>(quiet: bool, work: impl FnOnce(&Monitor<'_, Threshold>) -> T) -> T {
    let bar = OnceLock::new();
    let threshold = |done: &Threshold| {
        // A bar costs a thread: most boards are solved before one is worth it.
        if done.seconds > 0.3 && !quiet {
            let bar = bar.get_or_init(|| self::bar(quiet, "{spinner} {msg}"));
            bar.set_message(format!(
                "at least {} moves; {} nodes in the last threshold, {}",
                done.threshold,
                output::count(done.generated),
                output::seconds(done.seconds),
            ));
        }
    };
    let result = interrupt::stoppable(|stop| work(&Monitor::new(&threshold).stopping_on(stop)));
    if let Some(bar) = bar.into_inner() {
        bar.finish_and_clear();
    }
    result
}
