//! The command line of Tilebase: arguments, output and progress, nothing else.

#[cfg(unix)]
mod allocator;
mod args;
mod commands;
mod context;
mod failure;
mod input;
mod interrupt;
mod json;
mod meant;
mod output;
mod picture;
mod progress;
mod run_info;
mod stream;
mod terminal;

use std::{io::Write, process::ExitCode};

use clap::{FromArgMatches, error::ErrorKind};

use crate::{
    args::Cli,
    context::{Context, SearchArgs},
    failure::{Failure, Outcome, Result},
};

/// Runs the program with its arguments, and returns the exit code.
pub fn main() -> ExitCode {
    interrupt::listen();
    let outcome = match arguments() {
        Ok(Asked::Command(cli)) => {
            Context::new(&cli).and_then(|context| commands::run(&context, &cli.command))
        }
        Ok(Asked::Overview(text)) => write!(anstream::stdout(), "{text}")
            .map(|()| Outcome::Done)
            .map_err(Failure::from),
        Err(said) => match said.print() {
            // Help is an answer.
            Err(error) if !said.use_stderr() => Err(error.into()),
            _ => return ExitCode::from(said.exit_code() as u8),
        },
    };
    match outcome {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            if !failure.is_broken_pipe() {
                let (alarm, plain) = (output::ALARM, output::PLAIN);
                let failure = output::printable(&format!("error: {failure}"));
                let said = output::fitting(&failure, terminal::notes_width());
                let said = said.trim_start_matches("error:");
                // If standard error is closed, the exit code still shows the failure.
                let _ = writeln!(anstream::stderr(), "{alarm}error:{plain}{said}");
            }
            failure.exit_code()
        }
    }
}

/// Returns the arguments; or else help that they ask for, or what is wrong with them.
fn arguments() -> Result<Asked, clap::Error> {
    let given = std::env::args_os().filter_map(|arg| arg.into_string().ok());
    terminal::set_colors(terminal::requested_colors(given).unwrap_or_default());
    let matches = match meant::read(std::env::args_os().collect())? {
        meant::Given::Command(matches) => matches,
        meant::Given::Overview(text) => return Ok(Asked::Overview(text)),
    };
    if let Some(option) = args::meaningless(&matches) {
        let command = matches.subcommand_name().unwrap_or_default();
        return Err(args::command().error(
            ErrorKind::UnknownArgument,
            format!("{option} does not apply to `tilebase {command}`"),
        ));
    }
    let mut cli = Cli::from_arg_matches(&matches)?;
    if let Some((_, given)) = matches.subcommand() {
        cli.several.update(given);
    }
    terminal::set_colors(cli.common.color);
    Ok(Asked::Command(Box::new(cli)))
}

/// What the arguments ask for: a command, or what can be asked about a puzzle.
enum Asked {
    Command(Box<Cli>),
    Overview(String),
}

/// Returns the command line as it is, for tests: with the options of each command.
pub fn command_line() -> clap::Command {
    args::completed()
}
