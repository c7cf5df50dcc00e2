//! `merge`: joins the parts of a table that several machines built.

use tilebase::programs::TableSummary;

use crate::{Context, Outcome, Result, args::MergeArgs, input, output};

pub fn run(context: &Context, args: &MergeArgs) -> Result<Outcome> {
    input::check_folder(&args.folder)?;
    // In one piece: once the parts are joined and removed, there is an answer.
    let table = context.work(|| {
        let metadata = context.library.merge(&args.folder)?;
        context.library.table(&metadata.subject)
    })?;
    context.answer(&TableSummary::from(&table), || {
        format!("{}, {}", table.origin(), output::bytes(table.file_length()))
    })
}
