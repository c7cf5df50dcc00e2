//! `verify`: every byte of the files, and every distance against its neighbours'.

use std::time::Instant;

use serde::Serialize;
use tilebase::{Error, ErrorKind, Found, Puzzle};

use crate::{
    args::Verify,
    context::Context,
    failure::{Failure, Outcome},
    json, output,
};

pub fn run(context: &Context, args: &Verify) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    let mut checked = 0;
    for Found { path, table, .. } in context.library.tables()? {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if !names_file(&args.spaces, &file)? {
            continue;
        }
        checked += 1;
        let started = Instant::now();
        let verdict = context.work(|| {
            let verified = table.map_err(Error::from);
            Ok(Verdict::of(
                verified.and_then(|table| context.library.verify(&table)),
            ))
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let text = match (context.json, &verdict) {
            (true, _) => json::text(&CheckedFile::new(&file, &verdict, seconds)),
            (false, Verdict::Good) => format!("good     {file}  ({})", output::seconds(seconds)),
            (false, Verdict::Damaged(problem)) => {
                let alarm = output::ALARM;
                format!("{alarm}damaged{alarm:#}  {file}: {problem}")
            }
            (false, Verdict::NotProven(reason) | Verdict::Interrupted(reason)) => {
                format!("not proven  {file}: {reason}")
            }
        };
        context.print(&text)?;
        match verdict {
            Verdict::Good => {}
            Verdict::Damaged(_) | Verdict::NotProven(_) => outcome = Outcome::BadTable,
            Verdict::Interrupted(reason) => return Err(Failure::Interrupted(reason)),
        }
    }
    if checked == 0 {
        let which = if args.spaces.is_empty() {
            "nothing is built".to_owned()
        } else {
            format!("no table of {} is built", args.spaces.join(", "))
        };
        return Err(Failure::Table(format!(
            "{which} in {}",
            context.folder.display()
        )));
    }
    Ok(outcome)
}

/// A verdict, as JSON has it.
#[derive(Serialize)]
struct CheckedFile<'a> {
    file: &'a str,
    good: Option<bool>,
    problem: Option<&'a str>,
    reason: Option<&'a str>,
    seconds: f64,
}

impl<'a> CheckedFile<'a> {
    fn new(file: &'a str, verdict: &'a Verdict, seconds: f64) -> Self {
        let (good, problem, reason) = match verdict {
            Verdict::Good => (Some(true), None, None),
            Verdict::Damaged(problem) => (Some(false), Some(&**problem), Some(&**problem)),
            Verdict::NotProven(reason) | Verdict::Interrupted(reason) => {
                (None, None, Some(&**reason))
            }
        };
        Self {
            file,
            good,
            problem,
            reason,
            seconds,
        }
    }
}

/// The result of checking a file.
enum Verdict {
    Good,
    Damaged(String),
    /// Nothing was found, but not all could be looked at.
    NotProven(String),
    Interrupted(String),
}

impl Verdict {
    fn of(verified: Result<(), Error>) -> Self {
        let Err(error) = verified else {
            return Self::Good;
        };
        match error.kind() {
            ErrorKind::Interrupted => Self::Interrupted("verifying was interrupted".to_owned()),
            ErrorKind::Memory | ErrorKind::Io => Self::NotProven(error.to_string()),
            _ => Self::Damaged(error.to_string()),
        }
    }
}

/// Returns whether a file is about one of these puzzles; any file where none is named.
pub fn names_file(spaces: &[String], file: &str) -> Result<bool, Failure> {
    let mut named = spaces.is_empty();
    for name in spaces {
        let stems = match name.parse()? {
            Puzzle::Sliding(shape) => {
                let upright = if shape.rows() < shape.cols() { shape.transposed() } else { shape };
                vec![
                    format!("sliding-{upright}"),
                    format!("sliding-multi-{}", upright.transposed()),
                    format!("colours-multi-{}", upright.transposed()),
                    format!("pattern-{upright}"),
                    format!("mask-{shape}"),
                    format!("mask-multi-{shape}"),
                ]
            }
            other => vec![other.to_string()],
        };
        named |= stems
            .iter()
            .filter_map(|stem| file.strip_prefix(stem.as_str()))
            .any(|rest| rest.starts_with(['-', '.']));
    }
    Ok(named)
}
