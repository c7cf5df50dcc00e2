//! `build`: tables and pattern databases.

use std::time::Instant;

use serde_json::json;
use tilebase_core::{
    Puzzle,
    format::{Subject, TableFile},
    oshidori::RowReduction,
    pattern::PatternIndex,
    sliding::Reduction,
};
use tilebase_solve::{board_subject, row_subject};

use crate::{
    args::Build,
    context::{self, Asked, Context},
    engine::{self, boards},
    failure::{Failure, Outcome},
    output,
    state::Goal,
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

/// Hardest states shown in the closing table are this many at most.
const FEW: u64 = 2;

/// What the tables of the default set answer.
const TO_TRY: &str = "
Try
  tilebase distance 3x3 867254301
  tilebase solve 3x3 867254301
  tilebase hardest 2x5";

pub fn run(context: &Context, args: &Build) -> Result<Outcome, Failure> {
    let named: Vec<&str> = match args.spaces.is_empty() {
        true => DEFAULT_SET.to_vec(),
        false => args.spaces.iter().map(String::as_str).collect(),
    };
    let asked: Vec<Asked> = named
        .iter()
        .map(|name| {
            let space = context::space(name, args.block)?;
            let goal = Goal::parse(space, args.goal.as_deref())
                .map_err(|error| Failure::input(format!("--goal: {error}")))?;
            Ok(Asked { space, goal })
        })
        .collect::<Result<_, Failure>>()?;

    let started = Instant::now();
    let mut rows = Vec::new();
    for asked in &asked {
        for subject in subjects(context, asked)? {
            let name = asked.space.to_string();
            let new = context.store.build(&name, &subject, args.force)?;
            let table = context.store.open(&subject)?;
            if context.json {
                context.print(&json_line(asked, &table, new).to_string())?;
            }
            rows.push(row(context, asked, &table, new)?);
        }
    }
    if !context.json {
        let headings = [
            "space",
            "states",
            "farthest",
            "hardest",
            "encoding",
            "size",
            "search",
            "hardest states",
        ];
        context.print(&output::columns(&headings, &rows))?;
        context.note(&format!(
            "\n{} {} in {}, {}",
            rows.len(),
            if rows.len() == 1 { "table" } else { "tables" },
            context.store.folder.display(),
            output::seconds(started.elapsed().as_secs_f64()),
        ));
        if args.spaces.is_empty() {
            context.note(TO_TRY);
        }
    }
    Ok(Outcome::Done)
}

/// The tables that answer for a question: one of every state, or else the pattern databases that guide
/// the search.
fn subjects(context: &Context, asked: &Asked) -> Result<Vec<Subject>, Failure> {
    let tabulable = tilebase_pdb_build::tabulable(asked.space);
    let by_search = context.heuristic.is_some() || context.partition.is_some();
    match (asked.space, asked.goal) {
        (_, Goal::Board(goal)) if tabulable && !by_search => {
            Ok(vec![board_subject(&Reduction::to_canonical(&goal))])
        }
        (_, Goal::Board(goal)) => {
            let reduction = Reduction::to_canonical(&goal);
            let name = context.heuristic.as_deref().unwrap_or("pdb");
            let (kind, partition) = boards::partition(context, &reduction, name)?
                .ok_or_else(|| Failure::input(format!("the heuristic `{name}` needs no tables")))?;
            Ok(boards::stored(&partition, kind)
                .iter()
                .map(PatternIndex::subject)
                .collect())
        }
        (Puzzle::Oshidori(puzzle), Goal::Rows(goal)) if tabulable => Ok(vec![row_subject(
            &RowReduction::to_canonical(puzzle, goal),
            puzzle,
        )]),
        _ => Err(engine::no_table(asked)),
    }
}

fn json_line(asked: &Asked, table: &TableFile, new: bool) -> serde_json::Value {
    let metadata = table.metadata();
    json!({
        "space": asked.space.to_string(),
        "subject": metadata.subject.to_string(),
        "built": new,
        "states": metadata.reachable(),
        "eccentricity": metadata.eccentricity(),
        "hardest": metadata.counts.last(),
        "encoding": metadata.encoding.to_string(),
        "bytes": table.file_length(),
        "seconds": metadata.seconds,
        "path": table.origin().to_string(),
    })
}

fn row(
    context: &Context,
    asked: &Asked,
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
                format!("{} pattern {}", asked.space, tiles.join(",")),
                String::new(),
            )
        }
        _ if hardest <= FEW => {
            let states =
                engine::tabulated(context, asked)?.at(metadata.eccentricity(), FEW as usize)?;
            let states: Vec<String> = states.iter().map(output::inline).collect();
            (asked.space.to_string(), states.join(" | "))
        }
        _ => (asked.space.to_string(), String::new()),
    };
    Ok(vec![
        name,
        output::count(metadata.reachable()),
        metadata.eccentricity().to_string(),
        output::count(hardest),
        metadata.encoding.to_string(),
        output::bytes(table.file_length()),
        match new {
            true => output::seconds(metadata.seconds),
            false => "was there".to_owned(),
        },
        which,
    ])
}
