//! `verify`: every byte of the files, and every distance against its neighbours'.

use std::time::Instant;

use serde_json::json;
use tilebase::{Found, Puzzle};

use crate::{
    args::Verify,
    context::Context,
    failure::{Failure, Outcome},
    output,
};

pub fn run(context: &Context, args: &Verify) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    let mut checked = 0;
    for Found { path, table } in context.library.tables()? {
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !names_file(&args.spaces, &file)? {
            continue;
        }
        checked += 1;
        let started = Instant::now();
        let result = context.work(|| context.library.verify(&table?));
        let seconds = started.elapsed().as_secs_f64();
        let problem = match result {
            Ok(()) => None,
            Err(failure @ Failure::Interrupted(_)) => return Err(failure),
            Err(failure) => {
                outcome = Outcome::BadTable;
                Some(failure.to_string())
            }
        };
        let text = match (context.json, &problem) {
            (true, _) => {
                json!({ "file": file, "good": problem.is_none(), "problem": problem, "seconds": seconds }).to_string()
            }
            (false, None) => format!("good     {file}  ({})", output::seconds(seconds)),
            (false, Some(problem)) => {
                let alarm = output::ALARM;
                format!("{alarm}damaged{alarm:#}  {file}: {problem}")
            }
        };
        context.print(&text)?;
    }
    if checked == 0 {
        let which = match args.spaces.is_empty() {
            true => "nothing is built".to_owned(),
            false => format!("no table of {} is built", args.spaces.join(", ")),
        };
        return Err(Failure::Table(format!(
            "{which} in {}",
            context.folder.display()
        )));
    }
    Ok(outcome)
}

/// Whether a file is about one of these puzzles; any file where none is named.
pub fn names_file(spaces: &[String], file: &str) -> Result<bool, Failure> {
    let mut named = spaces.is_empty();
    for name in spaces {
        let stems = match name.parse()? {
            Puzzle::Sliding(shape) => {
                let upright = if shape.rows() < shape.cols() {
                    shape.transposed()
                } else {
                    shape
                };
                vec![
                    format!("sliding-{upright}"),
                    format!("sliding-multi-{}", upright.transposed()),
                    format!("colours-multi-{}", upright.transposed()),
                    format!("pattern-{upright}"),
                ]
            }
            Puzzle::Oshidori(puzzle) => vec![puzzle.to_string()],
        };
        named |= stems
            .iter()
            .filter_map(|stem| file.strip_prefix(stem.as_str()))
            .any(|rest| rest.starts_with(['-', '.']));
    }
    Ok(named)
}
