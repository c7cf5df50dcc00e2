//! `list`: the tables that exist.

use std::path::Path;

use tilebase::programs::{file_name, file_summaries};

use super::verify::names_file;
use crate::{Context, Outcome, Result, args::ListArgs, json, output};

pub fn run(context: &Context, args: &ListArgs) -> Result<Outcome> {
    let (mut tables, mut leftovers) = (context.library.tables()?, context.library.leftovers()?);
    // Names of unknown puzzles are refused even if there is no file.
    names_file(&args.spaces, "")?;
    let is_named = |path: &Path| {
        let file = file_name(path);
        names_file(&args.spaces, file.trim_start_matches('.')).unwrap_or_default()
    };
    tables.retain(|found| is_named(&found.path));
    leftovers.retain(|(path, _)| is_named(path));
    let damaged = tables.iter().any(|found| found.table.is_err());
    let outcome = if damaged { Outcome::BadTable } else { Outcome::Done };
    if context.json {
        let lines = file_summaries(&tables, &leftovers).map(|file| json::text(&file) + "\n");
        context.print(&lines.collect::<String>())?;
        return Ok(outcome);
    }
    let (mut rows, mut notes) = (Vec::new(), String::new());
    for found in &tables {
        let file = found.file_name();
        match &found.table {
            Ok(table) => {
                let metadata = table.metadata();
                rows.push(vec![
                    ("file", file),
                    ("size", output::bytes(table.file_length())),
                    ("entries", output::count(metadata.entries)),
                    ("farthest", metadata.eccentricity().to_string()),
                    ("encoding", metadata.encoding.to_string()),
                ]);
            }
            Err(error) => {
                notes += &format!("{file}: {error}\n");
                rows.push(vec![("file", file)]);
            }
        }
    }
    for (path, bytes) in leftovers {
        let file = file_name(&path);
        notes += &format!(
            "{file}: being built, or left behind by a build that was killed: then the next build \
             removes it, or `tilebase remove --leftovers`\n"
        );
        rows.push(vec![("file", file), ("size", output::bytes(bytes))]);
    }
    if rows.is_empty() {
        let which = match &args.spaces[..] {
            [] => "nothing".to_owned(),
            spaces => format!("no table of {}", spaces.join(", ")),
        };
        context.note(&format!(
            "{which} is built in {}; `tilebase build` builds the usual set",
            context.folder.display()
        ));
        return Ok(outcome);
    }
    context.note(&format!("tables in {}", context.folder.display()));
    context.print(&(output::table(rows) + &notes))?;
    Ok(outcome)
}
