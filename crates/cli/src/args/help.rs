//! The help of the command line, with examples, and without options that do not apply.

use clap::{Arg, ArgMatches, Command, CommandFactory, parser::ValueSource};

use super::Cli;
use crate::commands::textbook::args as textbook;

/// Examples of each command, the commands apart by empty lines.
const EXAMPLES: &str = include_str!("examples.txt");

/// What to type first.
const FIRST: &str = "\
Examples:
  tilebase 3x3 867254301                   the distance after each move
  tilebase solve 3x3 \"8 6 7 / 2 5 4 / 3 0 1\"
  tilebase solve oshidori-kinds-4 --svg ducks.svg
  tilebase random 15-puzzle
  tilebase solve --help                    the options of a command";

/// Common options that do not apply to a command.
const MEANINGLESS: &[(&str, &[&str])] = &[
    ("moves", &["threads"]),
    ("merge", &["threads"]),
    ("list", &["threads"]),
    ("remove", &["threads"]),
    ("completions", &["data", "threads", "json"]),
    ("man", &["data", "threads", "json"]),
];

/// The commands to which options of several commands apply.
const TAKEN: &[(&str, &[&str])] = &[
    (
        "no_build",
        &[
            "distance", "solve", "hint", "review", "shorten", "hardest", "depths", "random",
            "check", "compare", "bench", "estimate",
        ],
    ),
    (
        "heuristic",
        &[
            "distance", "solve", "hint", "review", "shorten", "random", "build", "bench", "compare",
        ],
    ),
    ("stats", &["distance", "solve"]),
];

/// Returns the command line with examples, in which options that do not apply are hidden.
pub fn command() -> Command {
    hide_meaningless(finish(Cli::command()))
}

/// Returns the names of the commands.
pub fn command_names() -> Vec<String> {
    let cli = Cli::command();
    cli.get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect()
}

/// Returns the command line for manuals, which have no page about help.
pub fn manual() -> Command {
    hide_meaningless(finish(Cli::command().disable_help_subcommand(true)))
}

/// Returns the command line for completions, which show hidden options too: here each command has
/// the common options that apply to it as its own.
pub fn completed() -> Command {
    let cli = finish(Cli::command());
    let options = cli.get_arguments().filter(|option| option.is_global_set());
    let options: Vec<Arg> = options.map(|option| option.clone().global(false)).collect();
    let cli = cli.mut_args(|option| option.global(false));
    cli.mut_subcommands(|command| {
        let meaningless = meaningless_to(command.get_name());
        let apply = |option: &&Arg| !meaningless.contains(&option.get_id().as_str());
        let apply: Vec<Arg> = options.iter().filter(apply).cloned().collect();
        with_options(command, &apply)
    })
}

/// Adds options to a command and those below it, if they do not have them already.
fn with_options(command: Command, options: &[Arg]) -> Command {
    let own: Vec<Option<&str>> = command.get_arguments().map(Arg::get_long).collect();
    let others = options
        .iter()
        .filter(|option| !own.contains(&option.get_long()));
    let others: Vec<Arg> = others.cloned().collect();
    let command = command.args(others);
    command.mut_subcommands(|command| with_options(command, options))
}

/// Lets negative numbers reach the parsers of options, which say what to write instead, and names
/// in capital letters.
fn with_all_spellings(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let takes = !arg.is_positional() && arg.get_action().takes_values();
        if takes { arg.allow_negative_numbers(true).ignore_case(true) } else { arg }
    });
    command.mut_subcommands(with_all_spellings)
}

/// Adds examples, and to each command those of several commands' options that it takes.
fn finish(cli: Command) -> Command {
    let cli = with_all_spellings(cli);
    let options: Vec<Arg> = cli.get_arguments().cloned().collect();
    let cli = cli.after_help(FIRST);
    cli.mut_subcommands(|command| {
        let name = command.get_name();
        let examples = examples_of(name).unwrap_or_default().trim_end();
        let examples = format!("Examples:\n  {}", examples.replace('\n', "\n  "));
        let taken = options
            .iter()
            .filter(|option| takes(name, option.get_id().as_str()));
        let taken = taken.map(|option| {
            let rare = option.get_id() != "stats";
            option
                .clone()
                .help_heading(None::<&str>)
                .hide_short_help(rare)
        });
        let taken: Vec<Arg> = taken.collect();
        with_options(command.after_help(examples), &taken)
    })
}

/// Hides the common options that do not apply to a command.
fn hide_meaningless(cli: Command) -> Command {
    let options: Vec<Arg> = cli.get_arguments().cloned().collect();
    cli.mut_subcommands(|command| {
        let meaningless = meaningless_to(command.get_name());
        let is_hidden = |option: &&Arg| meaningless.contains(&option.get_id().as_str());
        let hidden = options.iter().filter(is_hidden);
        // A common option that a command has already is not added to it.
        command.args(hidden.map(|option| option.clone().hide(true)))
    })
}

/// Returns whether an option of several commands applies to a command.
fn takes(command: &str, option: &str) -> bool {
    let mut takers = TAKEN.iter().filter(|(known, _)| *known == option);
    takers.any(|(_, takers)| takers.contains(&command))
}

/// Returns the examples of a command, one line each.
fn examples_of(command: &str) -> Option<&'static str> {
    let mut parts = [EXAMPLES, textbook::EXAMPLES]
        .into_iter()
        .flat_map(|text| text.split("\n\n"));
    parts.find(|part| part.split_whitespace().nth(1) == Some(command))
}

/// Returns the common options that do not apply to a command.
fn meaningless_to(command: &str) -> &'static [&'static str] {
    let mut tables = MEANINGLESS.iter().chain(textbook::MEANINGLESS);
    let listed = tables.find(|(name, _)| *name == command);
    listed.map_or(&[], |(_, list)| list)
}

/// Returns an option that was given to a command to which it does not apply.
pub fn meaningless(matches: &ArgMatches) -> Option<String> {
    let (command, given) = matches.subcommand()?;
    let written = |matches: &ArgMatches, option: &str| {
        matches.value_source(option) == Some(ValueSource::CommandLine)
    };
    let before = TAKEN.iter().map(|(option, _)| option);
    let before = before.filter(|option| written(matches, option) && !takes(command, option));
    let common = meaningless_to(command).iter();
    let mut wrong = before.chain(common.filter(|option| written(given, option)));
    Some(format!("--{}", wrong.next()?.replace('_', "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_examples_that_are_read() {
        let names: Vec<String> = manual()
            .get_subcommands()
            .map(|command| command.get_name().to_owned())
            .collect();
        for name in &names {
            let examples = examples_of(name).unwrap_or_else(|| panic!("{name} has no examples"));
            for example in examples.lines() {
                let own = example
                    .split('|')
                    .map(|part| part.trim().split(['<', '>']).next().unwrap_or_default())
                    .find(|part| part.starts_with(&format!("tilebase {name}")));
                // Quotes hold one argument together.
                let words = own.expect("the command itself").split('"').enumerate();
                let words = words.flat_map(|(place, part)| match place % 2 {
                    0 => part.split_whitespace().collect::<Vec<_>>(),
                    _ => vec![part],
                });
                let read = command().try_get_matches_from(words);
                assert!(read.is_ok(), "{example}: {}", read.unwrap_err());
            }
        }
    }
}
