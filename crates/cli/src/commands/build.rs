//! `build`: tables and pattern databases.

use std::time::Instant;

use serde::Serialize;
use tilebase::{
    Existing, Scratch, Solver, Subject, TableFile,
    format::{Encoding, Origin},
    sliding::Metric,
};

use crate::{
    args::Build,
    context::Context,
    failure::{Failure, Outcome},
    json::{self, Space, display},
    output,
};

/// What is built when nothing is named: every table that the guide uses.
const DEFAULT_SET: &[&str] = &[
    "2x2",
    "2x3",
    "2x4",
    "3x3",
    "2x5",
    "2x6",
    "3x4",
    "oshidori-bw-3",
    "oshidori-bw-4",
    "oshidori-bw-5",
    "oshidori-bw-6",
    "oshidori-bw-7",
    "oshidori-bw-8",
    "oshidori-kinds-3",
    "oshidori-kinds-4",
    "oshidori-kinds-5",
    "oshidori-kinds-6",
    "4x4",
];

/// What is built in the multi-tile metric when nothing is named.
const MULTI_SET: &[&str] = &["2x2", "2x3", "2x4", "3x3", "2x5", "2x6", "3x4", "4x4"];

/// Hardest states shown in the closing table are this many at most.
const FEW: u64 = 2;

/// What the tables of the default set answer.
const TO_TRY: &str = "
Try
  tilebase distance 3x3 867254301
  tilebase solve 3x3 867254301
  tilebase hardest 2x5";

pub fn run(context: &Context, args: &Build) -> Result<Outcome, Failure> {
    if args.scratch.is_some() && args.spaces.is_empty() {
        return Err(Failure::input("--scratch: name the boards to build"));
    }
    let named: Vec<&str> = match args.spaces.is_empty() {
        true if args.metric == Metric::Multi => MULTI_SET.to_vec(),
        true => DEFAULT_SET.to_vec(),
        false => args.spaces.iter().map(String::as_str).collect(),
    };
    let solvers: Vec<Solver> = named
        .iter()
        .map(|name| {
            let puzzle = args.rules.of(name)?;
            let solver = context.asked(puzzle, args.goal.as_deref())?;
            let solver = solver.with_metric(args.metric)?;
            let solver = match &args.stage {
                Some(tiles) => solver.with_stage(tiles)?,
                None => solver,
            };
            args.heuristic.apply(solver)
        })
        .collect::<Result<_, Failure>>()?;

    let scratch = args.scratch.as_ref().map(|folder| {
        let scratch = Scratch::in_folder(folder);
        match args.scratch_memory {
            Some(bytes) => scratch.memory(bytes),
            None => scratch,
        }
    });

    let library = match args.heuristic.memory {
        Some(bytes) => context.library.clone().memory(bytes),
        None => context.library.clone(),
    };
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let started = Instant::now();
    let mut rows = Vec::new();
    for solver in &solvers {
        // On disk there is room for tables that nobody would build in memory.
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
                context.print(&json_line(solver, &table, new))?;
            }
            rows.push(row(context, solver, &table, new)?);
        }
    }
    if !context.json {
        let headings = [
            "space",
            "states",
            "farthest",
            "size",
            "search",
            "hardest",
            "encoding",
            "hardest states",
        ];
        context.print(&output::columns(&headings, &rows))?;
        context.note(&format!(
            "\n{} {} in {}, {}",
            rows.len(),
            if rows.len() == 1 { "table" } else { "tables" },
            context.folder.display(),
            output::seconds(started.elapsed().as_secs_f64()),
        ));
        if args.spaces.is_empty() {
            context.note(TO_TRY);
        }
    }
    Ok(Outcome::Done)
}

/// A table, as JSON has it.
#[derive(Serialize)]
struct BuiltTable<'a> {
    #[serde(flatten)]
    space: Space,
    #[serde(serialize_with = "display")]
    subject: &'a Subject,
    built: bool,
    states: u64,
    eccentricity: u32,
    hardest: Option<&'a u64>,
    #[serde(serialize_with = "display")]
    encoding: Encoding,
    bytes: u64,
    seconds: f64,
    #[serde(serialize_with = "display")]
    path: &'a Origin,
}

fn json_line(solver: &Solver, table: &TableFile, built: bool) -> String {
    let metadata = table.metadata();
    json::text(&BuiltTable {
        space: solver.puzzle().into(),
        subject: &metadata.subject,
        built,
        states: metadata.reachable(),
        eccentricity: metadata.eccentricity(),
        hardest: metadata.counts.last(),
        encoding: metadata.encoding,
        bytes: table.file_length(),
        seconds: metadata.seconds,
        path: table.origin(),
    })
}

fn row(
    context: &Context,
    solver: &Solver,
    table: &TableFile,
    new: bool,
) -> Result<Vec<String>, Failure> {
    let metadata = table.metadata();
    let hardest = metadata.counts.last().copied().unwrap_or_default();
    let (name, which) = match &metadata.subject {
        Subject::Pattern { .. } => {
            let tiles: Vec<String> = metadata
                .subject
                .tiles()
                .map(|tile| tile.to_string())
                .collect();
            (
                format!("{} pattern {}", solver.puzzle(), tiles.join(",")),
                String::new(),
            )
        }
        Subject::Colours { colours, .. } => {
            let colours: String = colours.iter().map(u8::to_string).collect();
            (
                format!("{} colours {colours}", solver.puzzle()),
                String::new(),
            )
        }
        Subject::Mask { .. } => {
            let goal = solver.goal();
            (format!("{} goal {goal}", solver.puzzle()), String::new())
        }
        _ if hardest <= FEW => {
            let states = context.work(|| solver.hardest(FEW as usize))?;
            let states: Vec<String> = states.iter().map(output::inline).collect();
            (solver.puzzle().to_string(), states.join(" | "))
        }
        _ => (solver.puzzle().to_string(), String::new()),
    };
    Ok(vec![
        name,
        output::count(metadata.reachable()),
        metadata.eccentricity().to_string(),
        output::bytes(table.file_length()),
        if new { output::seconds(metadata.seconds) } else { "was there".to_owned() },
        output::count(hardest),
        metadata.encoding.to_string(),
        which,
    ])
}
