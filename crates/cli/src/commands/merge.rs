//! `merge`: joins the parts of a table that several machines built.

use tilebase::programs::TableSummary;

use crate::{Context, Outcome, Result, args::MergeArgs, input, output};

pub fn run(context: &Context, args: &MergeArgs) -> Result<Outcome> {
    input::check_folder(&args.folder)?;
    let metadata = context.work(|| context.library.merge(&args.folder))?;
    let table = context.work(|| context.library.table(&metadata.subject))?;
    context.answer(&TableSummary::from(&table), || {
        format!("{}, {}", table.origin(), output::bytes(table.file_length()))
    })
}
