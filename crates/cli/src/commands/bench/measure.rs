//! Medians, and the printing of what was measured.

use std::time::Instant;

use serde::Serialize;
use serde_json::Value;
use tilebase::{About, Solver};

use crate::{Context, Failure, Result, interrupt, json, output, run_info::RunInfo};

/// Does some work several times: its last result and the median of the seconds. On Ctrl-C, it ends
/// after the time in hand.
pub fn median<T, E: Into<Failure>>(
    repeat: usize,
    mut work: impl FnMut() -> Result<T, E>,
) -> Result<(T, f64)> {
    let mut seconds = Vec::new();
    loop {
        interrupt::check()?;
        let started = Instant::now();
        let result = work().map_err(Into::into)?;
        seconds.push(started.elapsed().as_secs_f64());
        if seconds.len() >= repeat {
            return Ok((result, middle(seconds)));
        }
    }
}

/// Returns the median of some numbers.
pub fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// What was measured: an object for JSON, and a row of the table for people.
pub struct Figures {
    pub object: Value,
    row: Vec<(&'static str, String)>,
}

impl Figures {
    /// Returns the figures of an object, none of which the table has yet.
    pub fn of(object: &impl Serialize) -> Self {
        let (object, row) = (json::value(object), Vec::new());
        Self { object, row }
    }

    /// Returns the figures of a benchmark of a puzzle on this many threads.
    pub fn new(bench: &str, solver: &Solver, threads: usize) -> Self {
        let about = About::from(solver);
        Self::of(&Head {
            bench,
            about,
            threads,
        })
    }

    /// Adds a figure to the object.
    pub fn key(mut self, key: &str, value: impl Serialize) -> Self {
        self.object[key] = json::value(&value);
        self
    }

    /// Adds a cell to the table.
    pub fn cell(mut self, heading: &'static str, text: impl Into<String>) -> Self {
        self.row.push((heading, text.into()));
        self
    }

    /// Adds a number to both.
    pub fn count(self, key: &str, heading: &'static str, number: u64) -> Self {
        let text = output::count(number);
        self.key(key, number).cell(heading, text)
    }

    /// Adds seconds to both.
    pub fn seconds(
        self,
        key: &str,
        heading: &'static str,
        seconds: impl Into<Option<f64>>,
    ) -> Self {
        let seconds = seconds.into();
        let text = seconds.map_or_else(String::new, output::seconds);
        self.key(key, seconds).cell(heading, text)
    }

    /// Adds bytes to both, if they are known.
    pub fn bytes(self, key: &str, heading: &'static str, bytes: Option<u64>) -> Self {
        let text = output::known_bytes(bytes);
        self.key(key, bytes).cell(heading, text)
    }
}

/// The first keys of the object of a benchmark.
#[derive(Serialize)]
struct Head<'a> {
    bench: &'a str,
    #[serde(flatten)]
    about: About,
    threads: usize,
}

/// Prints what was measured: an object per line, with the circumstances if they are given; the same
/// figures as comma-separated values; or a table of the rows. What is measured when the user ends
/// the rest is printed, too.
pub fn print(
    context: &Context,
    csv: bool,
    run: Option<&RunInfo>,
    figures: impl IntoIterator<Item = Result<Figures>>,
) -> Result<()> {
    let (mut known, mut ended) = (Vec::new(), Ok(()));
    let under_way = interrupt::Stoppable::begin();
    for measured in figures {
        match measured {
            Ok(figures) => known.push(figures),
            Err(interrupted @ Failure::Interrupted(_)) => {
                ended = Err(interrupted);
                break;
            }
            Err(failure) => return Err(failure),
        }
    }
    drop(under_way);
    if known.is_empty() {
        return ended;
    }
    let figures = known.into_iter();
    context.print(&if context.json {
        let objects = figures.map(|figures| match run {
            Some(run) => figures.key("run", run).object,
            None => figures.object,
        });
        objects.map(|object| json::text(&object) + "\n").collect()
    } else if csv {
        records(&figures.map(|figures| figures.object).collect::<Vec<_>>())
    } else {
        output::table(figures.map(|figures| figures.row)) + "\n"
    })?;
    ended
}

/// Returns figures as comma-separated values, under the keys that JSON has, those of an object
/// after its own key and a dot. Lists are left out.
fn records(figures: &[Value]) -> String {
    let line = |figures| {
        let mut line = Vec::new();
        fields("", figures, &mut line);
        line
    };
    let lines: Vec<Vec<(String, String)>> = figures.iter().map(line).collect();
    let mut keys: Vec<&str> = Vec::new();
    for (key, _) in lines.iter().flatten() {
        if !keys.contains(&&**key) {
            keys.push(key);
        }
    }
    let rows = lines.iter().map(|line| {
        let field = |key: &&str| line.iter().find(|(known, _)| known == *key);
        let text = |key| field(key).map_or_else(String::new, |(_, value)| value.clone());
        keys.iter().map(text).collect::<Vec<_>>()
    });
    output::csv(&keys, rows)
}

fn fields(key: &str, value: &Value, into: &mut Vec<(String, String)>) {
    match value {
        Value::Array(_) => {}
        Value::Object(object) => {
            let dot = if key.is_empty() { "" } else { "." };
            for (inner, value) in object {
                fields(&format!("{key}{dot}{inner}"), value, into);
            }
        }
        value => into.push((key.to_owned(), field(value))),
    }
}

/// Returns a value as it stands in comma-separated ones.
pub fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
