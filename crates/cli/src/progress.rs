//! Progress for long work: on a terminal, and nowhere else.

use std::{
    io::{IsTerminal, stdout},
    sync::{Mutex, OnceLock},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tilebase::{
    ByteSize, Event, Monitor, Searching, Subject,
    units::{count, seconds},
};

use crate::{context::note, interrupt};

/// Builds that take more memory or disk than this, in bytes, say so first.
const WORTH_SAYING: u64 = 100 << 20;

/// Searches shorter than this, in seconds, show nothing: a bar costs a thread.
const SHORT: f64 = 0.3;

const STATES: &str = "{msg} [{bar:30}] {human_pos} of {human_len} states, {per_sec}, {eta} left";
const AMOUNTS: &str = "{msg} [{bar:30}] {human_pos} of {human_len}, {eta} left";
const LINE: &str = "{spinner} {msg}";

/// Shows what the library does.
pub struct Progress {
    quiet: bool,
    bar: Mutex<Option<(&'static str, ProgressBar)>>,
}

impl Progress {
    pub fn new(quiet: bool) -> Self {
        Self {
            quiet,
            bar: Mutex::default(),
        }
    }

    /// Shows an event.
    pub fn tell(&self, event: &Event<'_>) {
        match event {
            Event::Missing { subject, folder } => {
                let kept = folder.map_or_else(String::new, |folder| {
                    format!(", kept in {} for next time", folder.display())
                });
                note(self.quiet, &format!("building {subject}{kept}"));
            }
            Event::NotKept { error } => {
                let text = format!("{error}; building in memory, for this time only");
                note(self.quiet, &text);
            }
            Event::Waiting { subject } => {
                let text = format!("waiting for another process that builds {subject}");
                note(self.quiet, &text);
            }
            Event::Building {
                subject,
                needs,
                available,
            } => {
                if needs.memory.max(needs.disk) > WORTH_SAYING {
                    let there = |bytes: Option<u64>| {
                        bytes.map_or("an unknown amount".to_owned(), |n| ByteSize(n).to_string())
                    };
                    let text = format!(
                        "building {subject} takes {} of memory and {} of disk; there are {} and {}",
                        ByteSize(needs.memory),
                        ByteSize(needs.disk),
                        there(available.memory),
                        there(available.disk),
                    );
                    note(self.quiet, &text);
                }
                // Large tables begin by taking hold of gigabytes, before there is any level.
                self.line(&format!("{}, getting memory", name(subject)));
            }
            Event::Level { subject, level } => {
                let doing = format!("{}, depth {}", name(subject), level.depth);
                self.bar(STATES, doing, level.reached, level.total);
            }
            Event::Writing { subject, written } => {
                let doing = format!("{}, writing", name(subject));
                self.bar(AMOUNTS, doing, written.bytes, written.total);
            }
            Event::Reading {
                subject,
                bytes,
                total,
            } => self.bar(
                AMOUNTS,
                format!("{}, checksum", name(subject)),
                *bytes,
                *total,
            ),
            Event::Comparing { subject, checked } => {
                let doing = format!("{}, neighbours", name(subject));
                self.bar(AMOUNTS, doing, checked.states, checked.total);
            }
            // States on the same terminal show well enough that work goes on.
            Event::Scanning { states, total } if !stdout().is_terminal() => {
                let text = format!("looked at {} of {} states", count(*states), count(*total));
                self.line(&text);
            }
            Event::Searching(search) if search.seconds > SHORT => self.line(&describe(search)),
            Event::NotSaved { error } => {
                note(self.quiet, &format!("{error}; the search goes on"));
            }
            _ => {}
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some((_, bar)) = self.shown().take() {
            bar.finish_and_clear();
        }
    }

    fn bar(&self, template: &'static str, message: String, done: u64, all: u64) {
        self.show(template, |bar| {
            bar.set_length(all);
            bar.set_position(done);
            bar.set_message(message);
        });
    }

    fn line(&self, text: &str) {
        self.show(LINE, |bar| bar.set_message(text.to_owned()));
    }

    fn show(&self, template: &'static str, change: impl FnOnce(&ProgressBar)) {
        if self.quiet {
            return;
        }
        let mut shown = self.shown();
        if let Some((_, old)) = shown.take_if(|(known, _)| *known != template) {
            old.finish_and_clear();
        }
        let (_, bar) = shown.get_or_insert_with(|| (template, bar(self.quiet, template)));
        change(bar);
    }

    fn shown(&self) -> std::sync::MutexGuard<'_, Option<(&'static str, ProgressBar)>> {
        self.bar.lock().unwrap_or_else(|error| error.into_inner())
    }
}

/// A short name for a table.
fn name(subject: &Subject) -> String {
    match subject {
        Subject::Sliding { shape, .. } => shape.to_string(),
        Subject::SlidingMulti { shape, .. } => format!("{shape} multi"),
        Subject::Oshidori { puzzle, .. } => puzzle.to_string(),
        Subject::Pattern { .. } => {
            let tiles: Vec<String> = subject.tiles().map(|tile| tile.to_string()).collect();
            format!("pattern {}", tiles.join(","))
        }
    }
}

/// How far a search is.
pub fn describe(search: &Searching) -> String {
    let (bounds, generated) = (search.bounds, count(search.generated));
    let after = seconds(search.seconds);
    match search.parts {
        Some((begun, all)) => {
            let (begun, all) = (count(begun), count(all));
            format!("{bounds}; part {begun} of {all}, {generated} nodes, {after}")
        }
        None => {
            let lower = bounds.lower;
            format!("at least {lower} moves; {generated} nodes in the last threshold, {after}")
        }
    }
}

/// A bar with this template. Hidden off a terminal, and where nothing is to be said.
fn bar(quiet: bool, template: &str) -> ProgressBar {
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
        if seconds > SHORT && !quiet {
            let bar = bar.get_or_init(|| self::bar(quiet, LINE));
            bar.set_message(text);
        }
    };
    let result = interrupt::stoppable(|stop| work(&Monitor::new(&tell).stopping_on(stop)));
    if let Some(bar) = bar.into_inner() {
        bar.finish_and_clear();
    }
    result
}
