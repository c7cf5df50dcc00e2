//! `list`: the tables that exist.

use std::path::Display;

use serde::Serialize;
use tilebase::{Found, format::FormatError, programs::as_text};

use crate::{Context, Outcome, Result, json, output};

#[derive(Serialize)]
struct Listed<'a> {
    file: &'a str,
    #[serde(flatten)]
    table: json::Table<'a>,
}

/// A file that is not a whole table.
#[derive(Serialize)]
struct Damaged<'a> {
    file: &'a str,
    #[serde(serialize_with = "as_text")]
    error: &'a FormatError,
}

/// A file that an unfinished build has left, or is writing.
#[derive(Serialize)]
struct Leftover<'a> {
    file: &'a str,
    #[serde(serialize_with = "as_text")]
    path: Display<'a>,
    leftover: bool,
    bytes: u64,
}

pub fn run(context: &Context) -> Result<Outcome> {
    let (mut rows, mut notes) = (Vec::new(), String::new());
    let mut outcome = Outcome::Done;
    for Found { path, table, .. } in context.library.tables()? {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        match table {
            Ok(table) => {
                let metadata = table.metadata();
                if context.json {
                    context.print(&json::text(&Listed {
                        file: &file,
                        table: (&table).into(),
                    }))?;
                }
                rows.push(vec![
                    ("file", file.into_owned()),
                    ("size", output::bytes(table.file_length())),
                    ("entries", output::count(metadata.entries)),
                    ("farthest", metadata.eccentricity().to_string()),
                    ("encoding", metadata.encoding.to_string()),
                ]);
            }
            Err(error) => {
                outcome = Outcome::BadTable;
                if context.json {
                    let line = Damaged {
                        file: &file,
                        error: &error,
                    };
                    context.print(&json::text(&line))?;
                }
                notes += &format!("{file}: {error}\n");
                rows.push(vec![("file", file.into_owned())]);
            }
        }
    }
    for (path, bytes) in context.library.leftovers()? {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if context.json {
            let line = Leftover {
                file: &file,
                path: path.display(),
                leftover: true,
                bytes,
            };
            context.print(&json::text(&line))?;
        }
        notes += &format!(
            "{file}: being built, or left behind by a build that was killed: then the next build \
            removes it, or `tilebase remove --leftovers`\n"
        );
        rows.push(vec![
            ("file", file.into_owned()),
            ("size", output::bytes(bytes)),
        ]);
    }
    if context.json {
        return Ok(outcome);
    }
    if rows.is_empty() {
        context.note(&format!(
            "nothing is built in {}; `tilebase build` builds the usual set",
            context.folder.display()
        ));
        return Ok(outcome);
    }
    context.note(&format!("tables in {}", context.folder.display()));
    context.print(&(output::table(&rows) + &notes))?;
    Ok(outcome)
}
