//! `build`: tables and pattern databases.

use std::time::Instant;

use serde_json::json;
use tilebase_core::{
    Space,
    format::{Subject, TableFile},
    oshidori::RowReduction,
    sliding::Reduction,
};
use tilebase_solve::{board_subject, row_subject};

use crate::{
    args::Build,
    context::{self, Asked, Context},
    engine,
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
];

/// Hardest states shown in the closing table are this many at most.
const FEW: u64 = 2;

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
        let subject = subject(asked)?;
        let new = context
            .store
            .build(&asked.space.to_string(), &subject, args.force)?;
        let table = TableFile::open(&context.store.folder, &subject)?;
        if context.json {
            context.print(&json_line(asked, &table, new).to_string())?;
        }
        rows.push(row(context, asked, &table, new)?);
    }
    if !context.json {
        let headings = [
            "space", "states", "farthest", "hardest", "which", "encoding", "size", "search",
        ];
        context.print(&output::columns(&headings, &rows))?;
        context.note(&format!(
            "\n{} tables in {}, {}\nTry\n  tilebase distance 3x3 867254301\n  tilebase solve 3x3 \"8 6 7 2 5 4 3 0 1\"\n  tilebase hardest 2x5",
            rows.len(),
            context.store.folder.display(),
            output::seconds(started.elapsed().as_secs_f64()),
        ));
    }
    Ok(Outcome::Done)
}

/// The table that answers for a question, if there can be one.
fn subject(asked: &Asked) -> Result<Subject, Failure> {
    if !tilebase_pdb_build::tabulable(asked.space) {
        return Err(engine::no_table(asked));
    }
    Ok(match (asked.space, asked.goal) {
        (_, Goal::Board(goal)) => board_subject(&Reduction::to_canonical(&goal)),
        (Space::Oshidori(puzzle), Goal::Rows(goal)) => {
            row_subject(&RowReduction::to_canonical(puzzle, goal), puzzle)
        }
        (Space::Sliding(_), Goal::Rows(_)) => unreachable!("goals are parsed for their space"),
    })
}

fn json_line(asked: &Asked, table: &TableFile, new: bool) -> serde_json::Value {
    let metadata = table.metadata();
    json!({
        "space": asked.space.to_string(),
        "built": new,
        "states": metadata.reachable(),
        "eccentricity": metadata.eccentricity(),
        "hardest": metadata.counts.last(),
        "encoding": metadata.encoding.to_string(),
        "bytes": table.file_length(),
        "seconds": metadata.seconds,
        "path": table.path().display().to_string(),
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
    let which = match hardest {
        1..=FEW => {
            let states =
                engine::tabulated(context, asked)?.at(metadata.eccentricity(), FEW as usize)?;
            let lines: Vec<String> = states.iter().map(crate::state::State::line).collect();
            lines.join(" | ")
        }
        _ => String::new(),
    };
    Ok(vec![
        asked.space.to_string(),
        output::count(metadata.reachable()),
        metadata.eccentricity().to_string(),
        output::count(hardest),
        which,
        metadata.encoding.to_string(),
        output::bytes(table.file_length()),
        match new {
            true => output::seconds(metadata.seconds),
            false => "was there".to_owned(),
        },
    ])
}
