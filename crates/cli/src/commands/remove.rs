//! `remove`: deletes tables, and what interrupted builds left.

use std::path::PathBuf;

use serde::Serialize;
use tilebase::{Error, programs::file_name};

use super::verify::names_file;
use crate::{Context, Outcome, Result, args::RemoveArgs, output};

#[derive(Serialize)]
struct Removed<'a> {
    file: &'a str,
    bytes: u64,
}

pub fn run(context: &Context, args: &RemoveArgs) -> Result<Outcome> {
    let tables = if args.leftovers { Vec::new() } else { context.library.tables()? };
    let leftovers = context.library.leftovers()?.into_iter();
    let paths = tables.into_iter().map(|found| found.path);
    let paths: Vec<PathBuf> = paths.chain(leftovers.map(|(path, _)| path)).collect();
    let (mut files, mut freed) = (0u64, 0);
    // Names of unknown puzzles are refused even if there is no file.
    names_file(&args.spaces, "")?;
    for path in paths {
        let file = file_name(&path);
        // The names of files that builds leave are those of their tables, after a dot.
        if !names_file(&args.spaces, file.trim_start_matches('.'))? {
            continue;
        }
        let bytes = match context.library.remove(&path) {
            Err(error @ Error::InUse(_)) if file.starts_with('.') => {
                context.note(&format!("{file} stays: {error}"));
                continue;
            }
            removed => removed?,
        };
        (files, freed) = (files + 1, freed + bytes);
        context.answer(&Removed { file: &file, bytes }, || {
            format!("removed {file}, {}", output::bytes(bytes))
        })?;
    }
    let files = match files {
        0 => "nothing".to_owned(),
        files => output::counted(output::count(files), "file"),
    };
    let (freed, folder) = (output::bytes(freed), context.folder.display());
    context.note(&format!("{files} removed from {folder}: {freed} freed"));
    Ok(Outcome::Done)
}
