//! `verify`: every byte of the files, and every distance against its neighbours'.

use std::time::Instant;

use serde::Serialize;
use tilebase::{Error, ErrorKind, Found, Puzzle, programs::file_name};

use crate::{Context, Failure, Outcome, Result, args::VerifyArgs, output};

pub fn run(context: &Context, args: &VerifyArgs) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    let mut checked = 0;
    for Found { path, table, .. } in context.library.tables()? {
        let file = file_name(&path);
        if !names_file(&args.spaces, &file)? {
            continue;
        }
        checked += 1;
        let started = Instant::now();
        let verified = context.work(|| {
            let verified = table.map_err(Error::from);
            Ok(verified.and_then(|table| context.library.verify(&table)))
        })?;
        let kind = verified.as_ref().err().map(Error::kind);
        let reason = verified.err().map(|error| match kind {
            Some(ErrorKind::Interrupted) => "verifying was interrupted".to_owned(),
            _ => error.to_string(),
        });
        // Nothing is found if not all can be looked at.
        let good = match kind {
            None => Some(true),
            Some(ErrorKind::Interrupted | ErrorKind::Memory | ErrorKind::Io) => None,
            Some(_) => Some(false),
        };
        let verdict = Verdict {
            file: &file,
            good,
            problem: reason.as_ref().filter(|_| good.is_some()),
            reason: reason.as_ref(),
            seconds: started.elapsed().as_secs_f64(),
        };
        context.answer(&verdict, || {
            let (alarm, reason) = (output::ALARM, reason.as_deref().unwrap_or_default());
            match good {
                Some(true) => format!("good     {file}  ({})", output::seconds(verdict.seconds)),
                Some(false) => format!("{alarm}damaged{alarm:#}  {file}: {reason}"),
                None => format!("not proven  {file}: {reason}"),
            }
        })?;
        match (kind, reason) {
            (Some(ErrorKind::Interrupted), Some(reason)) => {
                return Err(Failure::Interrupted(reason));
            }
            (Some(_), _) => outcome = Outcome::BadTable,
            (None, _) => {}
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

/// What checking a file has shown.
#[derive(Serialize)]
struct Verdict<'a> {
    file: &'a str,
    good: Option<bool>,
    problem: Option<&'a String>,
    reason: Option<&'a String>,
    seconds: f64,
}

/// Returns whether a file is about one of these puzzles; any file where none is named.
pub fn names_file(spaces: &[String], file: &str) -> Result<bool> {
    let mut named = spaces.is_empty();
    for name in spaces {
        let stems = match name.parse()? {
            // Behind it stands a home, not the number of blanks.
            Puzzle::Graph(graph) => {
                let homes =
                    (0..graph.cells()).map(|home| format!("{}-home{home}", graph.file_stem()));
                homes.collect()
            }
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
        let mut rests = stems.iter().filter_map(|stem| file.strip_prefix(&**stem));
        named |= rests.any(|rest| rest.starts_with(['-', '.']));
    }
    Ok(named)
}
