//! Medians, and the printing of what was measured.

use std::time::Instant;

use serde::Serialize;

use crate::{circumstances::Circumstances, context::Context, failure::Failure, json, output};

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

/// A line of JSON, with the circumstances of its measurement.
#[derive(Serialize)]
struct Measured<'a, T> {
    #[serde(flatten)]
    figures: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a Circumstances>,
}

/// Prints what was measured: an object a line, with the circumstances if they are given, or a
/// table of the rows.
pub fn print<T: Serialize>(
    context: &Context,
    headings: &[&str],
    run: Option<&Circumstances>,
    lines: impl IntoIterator<Item = (T, Vec<String>)>,
) -> Result<(), Failure> {
    let (figures, rows): (Vec<T>, Vec<Vec<String>>) = lines.into_iter().unzip();
    context.print(&if context.json {
        let lines = figures.into_iter().map(|figures| Measured { figures, run });
        lines.map(|line| json::text(&line) + "\n").collect()
    } else {
        output::columns(headings, &rows) + "\n"
    })
}
