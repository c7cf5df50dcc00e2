//! `list`: what is built.

use serde_json::json;
use tilebase::Found;

use crate::{
    context::Context,
    failure::{Failure, Outcome},
    output,
};

pub fn run(context: &Context) -> Result<Outcome, Failure> {
    let (mut rows, mut notes) = (Vec::new(), String::new());
    let mut outcome = Outcome::Done;
    for Found { path, table, .. } in context.library.tables()? {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        match table {
            Ok(table) => {
                let metadata = table.metadata();
                if context.json {
                    let line = json!({
                        "file": file,
                        "path": path.display().to_string(),
                        "subject": metadata.subject.to_string(),
                        "entries": metadata.entries,
                        "eccentricity": metadata.eccentricity(),
                        "hardest": metadata.counts.last(),
                        "encoding": metadata.encoding.to_string(),
                        "bytes": table.file_length(),
                        "builder": metadata.builder,
                        "seconds": metadata.seconds,
                    });
                    context.print(&line.to_string())?;
                }
                rows.push(vec![
                    file.into_owned(),
                    output::bytes(table.file_length()),
                    output::count(metadata.entries),
                    metadata.eccentricity().to_string(),
                    metadata.encoding.to_string(),
                ]);
            }
            Err(error) => {
                outcome = Outcome::BadTable;
                if context.json {
                    context
                        .print(&json!({ "file": file, "error": error.to_string() }).to_string())?;
                }
                notes += &format!("{file}: {error}\n");
                rows.push(vec![file.into_owned()]);
            }
        }
    }
    for (path, bytes) in context.library.leftovers()? {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if context.json {
            let line = json!({ "file": file, "path": path.display().to_string(), "leftover": true, "bytes": bytes });
            context.print(&line.to_string())?;
        }
        notes += &format!(
            "{file}: being built, or left by a build that was killed; the next build removes it, or `tilebase remove --leftovers`\n"
        );
        rows.push(vec![file.into_owned(), output::bytes(bytes)]);
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
    let headings = ["file", "size", "entries", "farthest", "encoding"];
    context.print(&(output::columns_that_fit(&headings, &rows) + &notes))?;
    Ok(outcome)
}
