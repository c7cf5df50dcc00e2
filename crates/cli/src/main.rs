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

use clap::Parser;

use crate::{args::Cli, context::Context};

fn main() -> ExitCode {
    let cli = Cli::parse();
    interrupt::listen();
    let context = Context::new(&cli.common);
    let outcome = context.and_then(|context| commands::run(&context, &cli.command));
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
