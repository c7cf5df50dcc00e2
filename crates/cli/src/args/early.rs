//! Options that programs may write before the command, for the commands that have them.

use clap::Args;

use super::Command;
use crate::commands::textbook::args::Textbook;

/// Options of several commands, written before the command.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Before or after the commands that have them")]
pub struct Early {
    /// Never build a missing table; fail instead
    #[arg(long)]
    no_build: bool,
    /// Search by IDA* with this heuristic
    #[arg(
        long,
        value_name = "NAME",
        value_parser = super::values::heuristic(),
        hide_possible_values = true
    )]
    heuristic: Option<String>,
    /// Also give nodes expanded and generated, thresholds and seconds
    #[arg(long)]
    stats: bool,
}

impl Command {
    /// Takes the options that were written before the command. What is written after it comes
    /// first.
    ///
    /// # Errors
    /// The first option to which the command gives no meaning.
    pub fn take(&mut self, early: Early) -> Result<(), &'static str> {
        if early.no_build {
            *self.no_build().ok_or("--no-build")? = true;
        }
        if let Some(name) = early.heuristic {
            if let Self::Textbook(Textbook::Compare(args)) = self {
                args.heuristic.insert(0, name);
            } else {
                self.heuristic().ok_or("--heuristic")?.get_or_insert(name);
            }
        }
        if early.stats {
            *self.stats().ok_or("--stats")? = true;
        }
        Ok(())
    }

    fn no_build(&mut self) -> Option<&mut bool> {
        Some(match self {
            Self::Distance(args) => &mut args.state.question.no_build,
            Self::Solve(args) => &mut args.state.question.no_build,
            Self::Hint(args) => &mut args.state.question.no_build,
            Self::Review(args) => &mut args.question.no_build,
            Self::Shorten(args) => &mut args.question.no_build,
            Self::Hardest(args) => &mut args.question.no_build,
            Self::Depths(args) => &mut args.question.no_build,
            Self::Random(args) => &mut args.question.no_build,
            Self::Check(args) => &mut args.question.no_build,
            Self::Textbook(command) => return command.no_build(),
            Self::Bench(args) => &mut args.no_build,
            _ => return None,
        })
    }

    fn heuristic(&mut self) -> Option<&mut Option<String>> {
        let options = match self {
            Self::Distance(args) => &mut args.heuristic,
            Self::Solve(args) => &mut args.heuristic,
            Self::Hint(args) => &mut args.heuristic,
            Self::Review(args) => &mut args.heuristic,
            Self::Shorten(args) => &mut args.heuristic,
            Self::Random(args) => &mut args.heuristic,
            Self::Build(args) => &mut args.heuristic,
            Self::Bench(args) => &mut args.heuristic,
            _ => return None,
        };
        Some(&mut options.heuristic)
    }

    fn stats(&mut self) -> Option<&mut bool> {
        match self {
            Self::Distance(args) => Some(&mut args.stats),
            Self::Solve(args) => Some(&mut args.stats),
            _ => None,
        }
    }
}
