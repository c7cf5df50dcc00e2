//! `merge`: joins the parts of a table that several machines built.

use crate::{Context, Outcome, Result, args::Merge, json, output};

pub fn run(context: &Context, args: &Merge) -> Result<Outcome> {
    let metadata = context.work(|| context.library.merge(&args.folder))?;
    let table = context.work(|| context.library.table(&metadata.subject))?;
    context.answer(&json::Table::from(&table), || {
        format!("{}, {}", table.origin(), output::bytes(table.file_length()))
    })
}
