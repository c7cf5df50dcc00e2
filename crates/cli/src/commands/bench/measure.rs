//! Medians, and the printing of what was measured.

use std::time::Instant;

use serde::Serialize;
use serde_json::Value;
use tilebase::{About, Solver};

use crate::{Context, Result, circumstances::Circumstances, json, output};

/// Does some work several times: its last result and the median of the seconds.
pub fn median<T, E>(repeat: usize, mut work: impl FnMut() -> Result<T, E>) -> Result<(T, f64), E> {
    let mut seconds = Vec::new();
    loop {
        let started = Instant::now();
        let result = work()?;
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

/// Figures about a puzzle.
#[derive(Serialize)]
pub struct Figures<T> {
    bench: &'static str,
    #[serde(flatten)]
    about: About,
    threads: usize,
    #[serde(flatten)]
    pub of: T,
}

impl<T> Figures<T> {
    pub fn new(bench: &'static str, solver: &Solver, threads: usize, of: T) -> Self {
        Self {
            bench,
            about: solver.into(),
            threads,
            of,
        }
    }
}

/// A line of JSON, with the circumstances of its measurement.
#[derive(Serialize)]
struct Measured<'a, T> {
    #[serde(flatten)]
    figures: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a Circumstances>,
}

/// Prints what was measured: an object per line, with the circumstances if they are given; the same
/// figures as comma-separated values; or a table of the rows.
pub fn print<T: Serialize>(
    context: &Context,
    csv: bool,
    run: Option<&Circumstances>,
    lines: impl IntoIterator<Item = (T, Vec<(&'static str, String)>)>,
) -> Result<()> {
    let (figures, rows): (Vec<T>, Vec<_>) = lines.into_iter().unzip();
    context.print(&if context.json {
        let lines = figures.into_iter().map(|figures| Measured { figures, run });
        lines.map(|line| json::text(&line) + "\n").collect()
    } else if csv {
        records(&figures)?
    } else {
        output::table(&rows) + "\n"
    })
}

/// Returns figures as comma-separated values, under the keys that JSON has, those of an object
/// after its own key and a dot. Lists are left out.
fn records(figures: &[impl Serialize]) -> Result<String> {
    let lines: Vec<Vec<(String, String)>> = figures
        .iter()
        .map(|figures| {
            let mut line = Vec::new();
            fields("", &json::value(figures), &mut line);
            line
        })
        .collect();
    let mut keys: Vec<&String> = Vec::new();
    for (key, _) in lines.iter().flatten() {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let heading = keys.iter().map(|&key| key.clone()).collect();
    let rows = lines.iter().map(|line| {
        let field = |key: &&String| line.iter().find(|(known, _)| known == *key);
        let field = |key| field(key).map_or_else(String::new, |(_, value)| value.clone());
        keys.iter().map(field).collect()
    });
    output::csv(std::iter::once::<Vec<String>>(heading).chain(rows))
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
