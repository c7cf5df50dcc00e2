//! `merge`: joins the parts of a table that machines built apart.

use serde_json::json;

use crate::{
    args::Merge,
    context::Context,
    failure::{Failure, Outcome},
    output,
};

pub fn run(context: &Context, args: &Merge) -> Result<Outcome, Failure> {
    let metadata = context.work(|| context.library.merge(&args.folder))?;
    let table = context.work(|| context.library.table(&metadata.subject))?;
    let bytes = table.file_length();
    context.print(&if context.json {
        json!({
            "subject": metadata.subject.to_string(),
            "states": metadata.reachable(),
            "eccentricity": metadata.eccentricity(),
            "bytes": bytes,
            "path": table.origin().to_string(),
        })
        .to_string()
    } else {
        format!("{}, {}", table.origin(), output::bytes(bytes))
    })?;
    Ok(Outcome::Done)
}
