//! Progress of long work, shown only on a terminal.

use std::{
    fmt::Write,
    io::{self, IsTerminal, Write as _, stdout},
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use tilebase::{
    Event, Searching, Subject,
    programs::{counted, joined},
    units::{ByteSize, count},
};

use crate::{output, terminal};

/// Builds that take more memory or disk than this, in bytes, are announced with the figures.
const WORTH_SAYING: u64 = 100 << 20;

/// Searches shorter than this, in seconds, show nothing: a bar costs a thread.
const SHORT: f64 = 0.3;

/// The unit of a bar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    States,
    Bytes,
    /// Nothing: there is a line of text.
    None,
}

/// The templates of bars, that with the most figures first, and the most columns of the figures.
const LAYOUTS: [(&str, usize); 3] = [
    ("{wide_msg} [{bar:12}] {done} of {all}, {rate}/s{left}", 66),
    ("{wide_msg} {done} of {all}, {rate}/s{left}", 51),
    ("{wide_msg} {percent}%{left}", 15),
];

/// The template of a line of text.
const LINE: &str = "{spinner} {wide_msg}";

/// Returns the layout with the most figures that leave room for a message of this many columns.
fn layout(message: usize, columns: usize) -> (&'static str, usize) {
    let fits = |(_, figures): &(_, usize)| message + figures <= columns;
    LAYOUTS.into_iter().find(fits).unwrap_or(LAYOUTS[2])
}

/// Shows the progress of the library.
pub struct ProgressDisplay {
    quiet: bool,
    /// The unit of the bar, its template and itself.
    bar: Mutex<Option<(Unit, &'static str, ProgressBar)>>,
    /// How many states of a stream are answered, of those that have arrived.
    answered: Mutex<Option<(usize, usize)>>,
    /// The last note about an event.
    noted: Mutex<Option<String>>,
}

impl ProgressDisplay {
    pub fn new(quiet: bool) -> Self {
        Self {
            quiet,
            bar: Mutex::default(),
            answered: Mutex::default(),
            noted: Mutex::default(),
        }
    }

    /// Shows an event: as a note, or on the bar.
    pub fn report(&self, event: &Event<'_>) {
        if let Some(text) = note_of(event) {
            // One note stands for all tables of stages.
            let last = self
                .noted
                .lock()
                .map(|mut noted| noted.replace(text.clone()));
            if !last.is_ok_and(|last| last.as_ref() == Some(&text)) {
                self.note(&text);
            }
        }
        match event {
            // Large tables begin by taking gigabytes of memory, before there is any level.
            Event::Building { subject, .. } => {
                self.bar(Unit::States, subject, "getting memory", 0, 0);
            }
            Event::Preparing { heuristic } => self.line(&format!("preparing {heuristic}")),
            Event::Level { subject, level } => {
                let doing = format!("depth {}", level.depth);
                self.bar(Unit::States, subject, &doing, level.reached, level.total);
            }
            Event::Writing { subject, written } => {
                let (done, all) = (written.bytes, written.total);
                self.bar(Unit::Bytes, subject, "writing", done, all);
            }
            Event::Reading {
                subject,
                bytes,
                total,
            } => {
                self.bar(Unit::Bytes, subject, "checksum", *bytes, *total);
            }
            Event::Comparing { subject, checked } => {
                let (done, all) = (checked.states, checked.total);
                self.bar(Unit::States, subject, "neighbours", done, all);
            }
            // If states are printed on the same terminal, they show that the work continues.
            Event::Scanning { states, total } if !stdout().is_terminal() => {
                let [done, all] = [states, total].map(|&states| rough(states));
                self.line(&format!("examined {done} of {all} states"));
            }
            Event::Searching(search) if search.seconds > SHORT => {
                let before = *self.of_stream();
                let before = before.map(|(answered, all)| format!("{answered} of {all}; "));
                self.line(&(before.unwrap_or_default() + &describe(search)));
            }
            _ => {}
        }
    }

    /// Prints a note about the work on standard error, except to users who asked for quiet.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            // If standard error is closed, the work still continues.
            let text = output::fitting(text, terminal::notes_width());
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some((.., bar)) = self.current().take() {
            bar.finish_and_clear();
        }
    }

    /// Takes the bar away, and notes how many states of a stream are answered.
    pub fn answered(&self, answered: usize, all: usize) {
        *self.of_stream() = Some((answered, all));
        self.clear();
    }

    fn of_stream(&self) -> MutexGuard<'_, Option<(usize, usize)>> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a bar, or a line while nothing is known of the work ahead.
    fn bar(&self, unit: Unit, subject: &Subject, doing: &str, done: u64, all: u64) {
        let name = name(subject);
        if all == 0 {
            return self.message(shortened(&name, doing, line_room()));
        }
        let columns = terminal::progress_width();
        let length = format!("{name}, {doing}").chars().count();
        let (template, figures) = layout(length, columns);
        let message = shortened(&name, doing, columns.saturating_sub(figures));
        self.show(unit, template, |bar| {
            bar.set_length(all);
            bar.set_position(done);
            bar.set_message(message);
        });
    }

    fn line(&self, text: &str) {
        self.message(fitting(text, line_room()));
    }

    fn message(&self, text: String) {
        self.show(Unit::None, LINE, |bar| bar.set_message(text));
    }

    fn show(&self, unit: Unit, template: &'static str, change: impl FnOnce(&ProgressBar)) {
        if self.quiet {
            return;
        }
        let mut current = self.current();
        if let Some((.., old)) = current.take_if(|(known, ..)| *known != unit) {
            old.finish_and_clear();
        }
        match &mut *current {
            Some((_, before, bar)) => {
                if *before != template {
                    *before = template;
                    bar.set_style(style(unit, template));
                }
                change(bar);
            }
            None => *current = Some((unit, template, bar(style(unit, template), change))),
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<(Unit, &'static str, ProgressBar)>> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the note that an event is worth, if any.
fn note_of(event: &Event<'_>) -> Option<String> {
    let kept_in = |folder: &Option<&Path>, after: &str| {
        let kept = |folder: &&Path| format!(", kept in {}{after}", folder.display());
        folder.as_ref().map_or_else(String::new, kept)
    };
    Some(match event {
        Event::Missing {
            subject: Subject::PartialGoal { shape, .. },
            folder,
        } => format!(
            "building tables for goals that name only some tiles of {shape}{}",
            kept_in(folder, " for next time")
        ),
        Event::Missing { subject, folder } => {
            format!("building {subject}{}", kept_in(folder, " for next time"))
        }
        Event::MissingPatterns {
            puzzle,
            tables,
            bytes,
            folder,
        } if *bytes > WORTH_SAYING => format!(
            "{puzzle} needs {tables} pattern databases that are not built yet: {} in all{}",
            ByteSize(*bytes),
            kept_in(folder, "")
        ),
        Event::Building {
            subject,
            needs,
            available,
        } if needs.memory.max(needs.disk) > WORTH_SAYING => {
            let of = |needed, free: Option<u64>, what| match free {
                Some(free) => format!("{} of {what} ({} free)", ByteSize(needed), ByteSize(free)),
                None => format!("{} of {what}", ByteSize(needed)),
            };
            format!(
                "{}: building the table needs {} and {}",
                name(subject),
                of(needs.memory, available.memory, "memory"),
                of(needs.disk, available.disk, "disk"),
            )
        }
        Event::WeakBound { puzzle, heuristic } => format!(
            "no strong bound is known for {puzzle} if several tiles may slide in one move: the \
            search by {heuristic} may never end; --time SECONDS ends it with the best solution \
            found and a proven bound"
        ),
        Event::NotKept { error } => {
            format!("{error}; building in memory, this time only")
        }
        Event::Waiting { subject } => {
            format!("waiting for another process that builds {subject}")
        }
        Event::NotLarger { error } => {
            format!("{error}; the search continues with the pattern databases that it has")
        }
        Event::NotSaved { error } => format!("{error}; the search continues"),
        _ => return None,
    })
}

/// Returns a short name for a table.
fn name(subject: &Subject) -> String {
    match subject {
        Subject::Sliding { shape, .. } => shape.wide().to_string(),
        Subject::SlidingMulti { shape, .. } => format!("{} multi", shape.wide()),
        Subject::Colours { shape, .. } => format!("{} colours", shape.wide()),
        Subject::Oshidori { puzzle, .. } => puzzle.to_string(),
        Subject::PartialGoal { shape, .. } => format!("{shape} partial goal"),
        Subject::Graph { graph, .. } => graph.to_string(),
        Subject::Own { name, .. } => name.clone(),
        Subject::Pattern { .. } => format!("pattern {}", joined(subject.tiles(), ",")),
    }
}

/// Returns the columns of a line after its spinner.
fn line_room() -> usize {
    terminal::progress_width().saturating_sub("⠁ ".chars().count())
}

/// Returns what is being done to a table, in so many columns: an ellipsis stands for the end of the
/// name if it does not fit. Numbers are whole.
fn shortened(name: &str, doing: &str, columns: usize) -> String {
    let whole = format!("{name}, {doing}");
    if whole.chars().count() <= columns {
        return whole;
    }
    let room = columns.saturating_sub(format!("…, {doing}").chars().count());
    let end = name
        .char_indices()
        .nth(room)
        .map_or(name.len(), |(at, _)| at);
    let is_digit = |c: char| c.is_ascii_digit();
    let mut kept = &name[..end];
    if name[end..].starts_with(is_digit) {
        kept = kept.trim_end_matches(is_digit);
    }
    format!("{}…, {doing}", kept.trim_end_matches(','))
}

/// Returns as many of the parts of a text, between semicolons, as fit into so many columns, but at
/// least the first. An ellipsis stands for those that do not.
fn fitting(text: &str, columns: usize) -> String {
    let mut fits = text.to_owned();
    let mut kept = text;
    while fits.chars().count() > columns
        && let Some((before, _)) = kept.rsplit_once("; ")
    {
        kept = before;
        fits = format!("{kept} …");
    }
    fits
}

/// Returns the progress of a search as a line of text, its parts between semicolons.
fn describe(search: &Searching) -> String {
    let (bounds, generated) = (search.bounds, rough(search.generated));
    let after = format!("after {:.0} s", search.seconds);
    let text = match (search.parts, search.done) {
        (Some((begun, all)), _) => {
            let (begun, all) = (count(begun), count(all));
            format!("{bounds} {after}; part {begun} of {all}; {generated} nodes")
        }
        (None, Some((done, left))) => {
            let (lower, percent) = (counted(bounds.lower, "move"), (100.0 * done) as u32);
            let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
            format!(
                "at least {lower} {after}; iteration {percent}% done; about {left:#} left; \
                {generated} nodes"
            )
        }
        (None, None) if bounds.upper.is_some() => format!("{bounds} {after}"),
        (None, None) => {
            let lower = counted(bounds.lower, "move");
            format!("at least {lower} {after}; {generated} nodes in the last threshold")
        }
    };
    match search.longer {
        Some((longer, all)) => {
            format!("{text}; {longer} of {all} random boards take longer on two threads")
        }
        None => text,
    }
}

/// Returns a number with three digits or so and no decimals: 4,321, 123k, 239M.
fn rough(number: u64) -> String {
    rough_in(1000, ["", "k", "M", "G", "T", "P"], number)
}

/// Returns a number of bytes in the same way.
fn rough_bytes(number: u64) -> String {
    rough_in(1024, [" B", " KiB", " MiB", " GiB", " TiB", " PiB"], number)
}

fn rough_in(thousand: u64, units: [&str; 6], mut number: u64) -> String {
    let mut unit = 0;
    while number >= 10 * thousand && unit < 5 {
        (number, unit) = (number / thousand, unit + 1);
    }
    format!("{}{}", count(number), units[unit])
}

/// Returns the style of a bar that counts in this unit, on one line of the terminal there is.
fn style(unit: Unit, template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the templates here are well formed");
    let number = |of: fn(&ProgressState) -> u64, states: &'static str| {
        move |state: &ProgressState, out: &mut dyn Write| {
            let _ = match unit {
                Unit::Bytes => out.write_str(&rough_bytes(of(state))),
                _ => write!(out, "{}{states}", rough(of(state))),
            };
        }
    };
    let all = |state: &ProgressState| state.len().unwrap_or_default();
    style
        .with_key("done", number(ProgressState::pos, ""))
        .with_key("all", number(all, " states"))
        .with_key("rate", number(|state| state.per_sec() as u64, ""))
        .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            // The first levels say nothing about the time that the large ones take.
            if state.pos().saturating_mul(50) >= state.len().unwrap_or_default() {
                let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
            }
        })
        .progress_chars("=> ")
}

/// Returns a bar in this style, which is hidden off a terminal. It is shown when `fill` has given
/// it something to show.
fn bar(style: ProgressStyle, fill: impl FnOnce(&ProgressBar)) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style);
    fill(&bar);
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
    // It takes a thread, which is not needed if nothing is shown.
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rough_numbers_have_no_decimals() {
        for (number, text) in [
            (0, "0"),
            (9_999, "9,999"),
            (10_000, "10k"),
            (1_814_400, "1,814k"),
            (239_500_800, "239M"),
            (u64::MAX, "18,446P"),
        ] {
            assert_eq!(rough(number), text);
        }
        assert_eq!(rough_bytes(10_239), "10,239 B");
        assert_eq!(rough_bytes(288 << 20), "288 MiB");
    }

    #[test]
    fn layouts_have_room_for_the_longest_figures() {
        let states = "9,999k of 9,999k states, 9,999k/s, 59s left";
        let bytes = "10,239 KiB of 10,239 KiB, 10,239 KiB/s, 59s left";
        let longest = 1 + states.len().max(bytes.len());
        let wanted = [
            longest + "[============] ".len(),
            longest,
            1 + "100%, 59s left".len(),
        ];
        assert!(
            LAYOUTS
                .iter()
                .zip(wanted)
                .all(|((_, room), most)| *room >= most),
            "{wanted:?}"
        );
    }

    #[test]
    fn a_line_that_is_too_long_loses_whole_parts() {
        let text = "3 of 4; at least 92 moves after 19 s; 247M nodes in the last threshold";
        assert_eq!(fitting(text, 80), text);
        assert_eq!(fitting(text, 40), "3 of 4; at least 92 moves after 19 s …");
        assert_eq!(fitting(text, 5), "3 of 4 …");
        assert_eq!(fitting("no parts", 5), "no parts");
    }

    #[test]
    fn long_names_are_cut_visibly_and_figures_stay() {
        let name = "pattern 13,14,15,16,17,18";
        let doing = ["depth 33", "neighbours", "writing", "getting memory"];
        for columns in [40, 60, 80, 200] {
            for doing in doing {
                let length = format!("{name}, {doing}").len();
                let room = columns - layout(length, columns).1;
                let message = shortened(name, doing, room);
                assert!(message.chars().count() <= room, "{columns}: {message}");
                assert!(message.ends_with(doing), "{message}");
                assert!(length <= room || message.contains('…'), "{message}");
            }
        }
        assert_eq!(shortened(name, "depth 33", 25), "pattern 13,14…, depth 33");
        assert_eq!(shortened(name, "depth 33", 23), "pattern 13…, depth 33");
        assert_eq!(shortened("4x4", "depth 5", 5), "…, depth 5");
        assert_eq!(shortened("4x4", "depth 5", 12), "4x4, depth 5");
    }
}
