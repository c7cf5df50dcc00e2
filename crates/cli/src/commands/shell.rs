//! `completions` and `man`: scripts for shells, and manual pages.

use std::{fs, path::Path};

use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{Context, Failure, Outcome, Result, args};

pub fn completions(context: &Context, shell: Shell) -> Result<Outcome> {
    let mut script = Vec::new();
    let mut program = args::completed();
    clap_complete::generate(shell, &mut program, "tilebase", &mut script);
    context.print(&String::from_utf8_lossy(&script))?;
    if shell == Shell::Fish {
        context.print(&puzzles_for_fish(&program))?;
    }
    Ok(Outcome::Done)
}

/// Returns the names that stand without an option, such as those of puzzles, which the script for
/// fish leaves out.
fn puzzles_for_fish(program: &Command) -> String {
    let line = |command: &Command, first: &Arg| {
        let values = first.get_possible_values();
        let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
        format!(
            "complete -c tilebase -n \"__fish_tilebase_using_subcommand {}\" -a \"{}\"\n",
            command.get_name(),
            names.join(" ")
        )
    };
    let commands = program.get_subcommands();
    let firsts = commands.filter_map(|command| Some((command, command.get_positionals().next()?)));
    firsts
        .filter(|(_, first)| !first.get_possible_values().is_empty())
        .map(|(command, first)| line(command, first))
        .collect()
}

/// Prints the page of the program, or writes it into a folder beside a page for each command.
pub fn manual(context: &Context, folder: Option<&Path>) -> Result<Outcome> {
    let program = args::manual();
    let Some(folder) = folder else {
        let mut page = Vec::new();
        Man::new(program).render(&mut page)?;
        // Alone, the page names commands as they are typed, not pages that are not there.
        let page = String::from_utf8_lossy(&page);
        let lines = page.lines().map(|line| match line.strip_suffix("(1)") {
            Some(name) => name.replacen("\\-", " ", 1),
            None => line.to_owned(),
        });
        context.print(&lines.map(|line| line + "\n").collect::<String>())?;
        return Ok(Outcome::Done);
    };
    let failed = |error| Failure::Table(format!("cannot write into {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(program, folder).map_err(failed)?;
    context.note(&format!(
        "manual pages written into {}; `man {}/tilebase.1` shows the first",
        folder.display(),
        folder.display()
    ));
    Ok(Outcome::Done)
}
