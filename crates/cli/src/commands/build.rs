//! `build`: tables and pattern databases.

use std::{env, path::Path, time::Instant};

use serde::Serialize;
use tilebase::{
    About, Existing, Scratch, Solver, Subject, TableFile, programs::TableSummary, sliding::Metric,
};

use super::{named_or, states::check_transpose};
use crate::{Context, Failure, Outcome, Result, SearchArgs, args::BuildArgs, json, output};

/// The puzzles that are built if none is named: those whose tables the guide uses.
const DEFAULT_SET: &str = "\
    2x2 2x3 2x4 3x3 2x5 2x6 3x4 oshidori-bw-3 oshidori-bw-4 oshidori-bw-5 oshidori-bw-6 \
    oshidori-bw-7 oshidori-bw-8 oshidori-kinds-3 oshidori-kinds-4 oshidori-kinds-5 \
    oshidori-kinds-6 4x4";

/// The puzzles that are built in the multi-tile metric if none is named.
const MULTI_SET: &str = "2x2 2x3 2x4 3x3 2x5 2x6 3x4 4x4";

/// The most hardest states that the closing table shows.
const FEW: u64 = 2;

/// Commands to try with the default set.
const TO_TRY: [&str; 3] = ["hint 3x3 867254301", "solve 3x3 867254301", "hardest 2x5"];

pub fn run(context: &Context, args: &BuildArgs) -> Result<Outcome> {
    if args.scratch.is_some() && args.spaces.is_empty() {
        return Err(Failure::input("--scratch: name the boards to build"));
    }
    check_transpose(&args.target)?;
    let usual = if args.target.metric == Metric::Multi { MULTI_SET } else { DEFAULT_SET };
    let named = named_or(&args.spaces, usual.split(' '));
    let search = SearchArgs::Heuristic(&args.heuristic);
    let solver = |space: &String| context.solver_of(space, &args.target, search);
    let solvers: Vec<Solver> = named.iter().map(solver).collect::<Result<_, _>>()?;

    let scratch = args.scratch.as_ref();
    let scratch = scratch.map(|folder| Scratch::in_folder(folder).memory(args.scratch_memory));
    let library = context.library.clone().with_memory(args.heuristic.memory);
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let started = Instant::now();
    let mut rows = Vec::new();
    let mut build_all = || {
        for solver in &solvers {
            // Tables that are too large for memory may be built on disk.
            let subjects = match &scratch {
                Some(_) => vec![solver.table_subject()],
                None => solver.subjects()?,
            };
            for subject in subjects {
                let new = context.work(|| match &scratch {
                    Some(scratch) => library.build_on_disk(&subject, scratch, existing),
                    None => library.build(&subject, existing),
                })?;
                let table = context.library.table(&subject)?;
                if context.json {
                    context.print(&json::text(&ReportedTable {
                        about: solver.into(),
                        built: new,
                        table: (&table).into(),
                    }))?;
                }
                rows.push(row(context, solver, &table, new)?);
            }
        }
        Ok(())
    };
    // Tables that are built stay, and are listed, if the user ends the work.
    let ended = build_all();
    if ended.is_err() && rows.is_empty() {
        return ended.map(|()| Outcome::Done);
    }
    if !context.json {
        let tables = output::counted(rows.len(), "table");
        context.print(&output::table(rows))?;
        context.note(&format!(
            "\n{tables} in {}, {}",
            context.folder.display(),
            output::seconds(started.elapsed().as_secs_f64()),
        ));
        if args.spaces.is_empty() && ended.is_ok() {
            context.note(&to_try());
        }
    }
    ended.map(|()| Outcome::Done)
}

/// Returns what to try, with the program as it was called: it need not be on the path.
fn to_try() -> String {
    let called = env::args().next().unwrap_or_default();
    let here = env::current_dir().unwrap_or_default();
    let called = Path::new(&called);
    let called = called.strip_prefix(here).unwrap_or(called).display();
    let lines = TO_TRY.map(|line| format!("\n  {called} {line}"));
    format!("\nTry{}", lines.concat())
}

/// A table that was built or existed already.
#[derive(Serialize)]
struct ReportedTable<'a> {
    #[serde(flatten)]
    about: About,
    built: bool,
    #[serde(flatten)]
    table: TableSummary<'a>,
}

/// Returns a row of the closing table.
fn row(
    context: &Context,
    solver: &Solver,
    table: &TableFile,
    new: bool,
) -> Result<Vec<(&'static str, String)>> {
    let metadata = table.metadata();
    let hardest = metadata.counts.last().copied().unwrap_or_default();
    let (of, which) = match &metadata.subject {
        subject @ Subject::Pattern { .. } => {
            let tiles = output::joined(subject.tiles(), ",");
            (format!(" pattern {tiles}"), String::new())
        }
        Subject::Colours { colours, .. } => {
            let colours = output::joined(colours, "");
            (format!(" colours {colours}"), String::new())
        }
        Subject::PartialGoal { .. } => (format!(" goal {}", solver.goal()), String::new()),
        _ if hardest <= FEW => {
            let states = context.work(|| solver.hardest(FEW as usize))?;
            let states = states.iter().map(output::inline);
            (String::new(), output::joined(states, " | "))
        }
        _ => Default::default(),
    };
    Ok(vec![
        ("space", format!("{}{of}", solver.puzzle())),
        ("states", output::count(metadata.reachable())),
        ("farthest", metadata.eccentricity().to_string()),
        ("size", output::bytes(table.file_length())),
        (
            "search",
            if new { output::seconds(metadata.seconds) } else { "was there".to_owned() },
        ),
        ("hardest", output::count(hardest)),
        ("encoding", metadata.encoding.to_string()),
        ("hardest states", which),
    ])
}
