//! The command line of Tilebase: arguments, output and progress, nothing else.

mod args;
mod commands;
mod context;
mod failure;
mod interrupt;
mod output;
mod progress;
mod stream;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, error::ErrorKind};

use crate::{args::Cli, context::Context};

fn main() -> ExitCode {
    let Cli {
        common, command, ..
    } = arguments().unwrap_or_else(|error| error.exit());
    interrupt::listen();
    let context = Context::new(&common);
    let outcome = context.and_then(|context| commands::run(&context, &command));
    match outcome {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            if !failure.is_broken_pipe() {
                anstream::eprintln!("{}error:{} {failure}", output::ALARM, output::PLAIN);
            }
            failure.exit_code()
        }
    }
}

/// The arguments, or what is wrong with them.
fn arguments() -> Result<Cli, clap::Error> {
    let matches = Cli::command().try_get_matches()?;
    let mut cli = Cli::from_arg_matches(&matches)?;
    let early = std::mem::take(&mut cli.early);
    cli.command.take(early).map_err(|option| {
        let command = matches.subcommand_name().unwrap_or_default();
        Cli::command().error(
            ErrorKind::UnknownArgument,
            format!("{option} means nothing to `tilebase {command}`"),
        )
    })?;
    Ok(cli)
}
