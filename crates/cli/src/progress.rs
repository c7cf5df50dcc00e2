//! Progress bars for long work: on a terminal, and nowhere else.

use std::{sync::OnceLock, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tilebase_core::{Monitor, format::Written};
use tilebase_pdb_build::{Checked, Level};

use crate::interrupt;

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
    // Large tables begin by taking hold of gigabytes, before there is any level.
    bar.set_message(format!("{name}, getting memory"));
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

/// Runs a verification with a bar for the bytes read, of so many, then for the levels built again, then for the states
/// looked at.
pub fn verify<T>(
    quiet: bool,
    name: &str,
    bytes: u64,
    work: impl FnOnce(&Monitor<'_, u64>, &Monitor<'_, Level>, &Monitor<'_, Checked>) -> T,
) -> T {
    let bar = bar(
        quiet,
        "{msg} [{bar:30}] {human_pos} of {human_len}, {eta} left",
    );
    bar.set_message(format!("{name}, checksum"));
    bar.set_length(bytes);
    let read = |bytes: &u64| bar.set_position(*bytes);
    let level = |level: &Level| {
        bar.set_length(level.total);
        bar.set_position(level.reached);
        bar.set_message(format!("{name}, depth {}", level.depth));
    };
    let looked = |checked: &Checked| {
        bar.set_length(checked.total);
        bar.set_position(checked.states);
        bar.set_message(format!("{name}, neighbours"));
    };
    let result = interrupt::stoppable(|stop| {
        work(
            &Monitor::new(&read).stopping_on(stop),
            &Monitor::new(&level).stopping_on(stop),
            &Monitor::new(&looked).stopping_on(stop),
        )
    });
    bar.finish_and_clear();
    result
}

/// Runs a search with a line that says how far it is, stopping on Ctrl-C. `describe` turns news into the
/// seconds passed and the text; short searches show nothing.
pub fn search<News, T>(
    quiet: bool,
    describe: impl Fn(&News) -> (f64, String) + Sync,
    work: impl FnOnce(&Monitor<'_, News>) -> T,
) -> T {
    let bar = OnceLock::new();
    let tell = |news: &News| {
        let (seconds, text) = describe(news);
        // A bar costs a thread: most states are solved before one is worth it.
        if seconds > 0.3 && !quiet {
            let bar = bar.get_or_init(|| self::bar(quiet, "{spinner} {msg}"));
            bar.set_message(text);
        }
    };
    let result = interrupt::stoppable(|stop| work(&Monitor::new(&tell).stopping_on(stop)));
    if let Some(bar) = bar.into_inner() {
        bar.finish_and_clear();
    }
    result
}
