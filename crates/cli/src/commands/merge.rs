//! `merge`: joins the parts of a table that machines built apart.

use serde::Serialize;
use tilebase::{Subject, format::Origin};

use crate::{
    args::Merge,
    context::Context,
    failure::{Failure, Outcome},
    json::{self, display},
    output,
};

/// A joined table, as JSON has it.
#[derive(Serialize)]
struct JoinedTable<'a> {
    #[serde(serialize_with = "display")]
    subject: &'a Subject,
    states: u64,
    eccentricity: u32,
    bytes: u64,
    #[serde(serialize_with = "display")]
    path: &'a Origin,
}

pub fn run(context: &Context, args: &Merge) -> Result<Outcome, Failure> {
    let metadata = context.work(|| context.library.merge(&args.folder))?;
    let table = context.work(|| context.library.table(&metadata.subject))?;
    let bytes = table.file_length();
    context.print(&if context.json {
        json::text(&JoinedTable {
            subject: &metadata.subject,
            states: metadata.reachable(),
            eccentricity: metadata.eccentricity(),
            bytes,
            path: table.origin(),
        })
    } else {
        format!("{}, {}", table.origin(), output::bytes(bytes))
    })?;
    Ok(Outcome::Done)
}
