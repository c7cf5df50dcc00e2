//! The help of the command line: with examples, and without options that mean nothing.

use clap::{ArgMatches, Command, CommandFactory, parser::ValueSource};

use super::Cli;
use crate::commands::textbook::args as textbook;

/// Texts that stand beside the name of a command.
type List = &'static [&'static str];

/// Examples of each command.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "build",
        &[
            "tilebase build",
            "tilebase build 3x4 oshidori-kinds-6",
            "tilebase build 15-puzzle --heuristic pdb:7-8",
            "tilebase build 3x5 --scratch /mnt/fast --scratch-memory 4GiB",
        ],
    ),
    ("merge", &["tilebase merge parts"]),
    ("list", &["tilebase list"]),
    (
        "remove",
        &["tilebase remove 2x6", "tilebase remove --leftovers"],
    ),
    ("verify", &["tilebase verify", "tilebase verify 3x3"]),
    ("estimate", &["tilebase estimate 2x7 3x5"]),
    (
        "distance",
        &[
            "tilebase distance 3x3 867254301",
            "tilebase distance 15-puzzle \"10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3\" --stats",
            "tilebase distance 15-puzzle --file scrambles.txt --json",
            "tilebase random 3x3 -n 1000 --format line | tilebase distance 3x3 -",
        ],
    ),
    (
        "solve",
        &[
            "tilebase solve 3x3 867254301 --moves letters",
            "tilebase solve 3x3 867254301 --count",
            "tilebase solve oshidori-kinds-4 --svg ducks.svg",
        ],
    ),
    ("hint", &["tilebase hint 3x3 867254301"]),
    (
        "review",
        &[
            "tilebase review 3x3 \"1 2 3 / 4 0 5 / 7 8 6\" \"L R L U\"",
            "tilebase review 3x3 867254301 - --svg game.svg < moves.txt",
            "tilebase review 4x4 --file games.txt --better",
        ],
    ),
    (
        "shorten",
        &[
            "tilebase shorten 3x3 123456780 \"D R U L D R U L\"",
            "tilebase shorten 10x10 \"$STATE\" - --time 10 < moves.txt",
        ],
    ),
    (
        "hardest",
        &[
            "tilebase hardest 3x3 --solve",
            "tilebase hardest 3x4 --distance 20 --format line",
        ],
    ),
    (
        "depths",
        &[
            "tilebase depths 3x3",
            "tilebase depths 3x4 --svg depths.svg --log",
            "tilebase depths 15-puzzle --mean-of 5 --below 50",
        ],
    ),
    (
        "random",
        &[
            "tilebase random 4x4 --format contest",
            "tilebase random 15-puzzle --distance 30 -n 5",
            "tilebase random 10x10 --walk 100",
            "tilebase random 3x3 --levels 5 --per-level 10 --seed 1 --csv",
        ],
    ),
    (
        "check",
        &["tilebase check 4x4 \"1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0\""],
    ),
    (
        "moves",
        &[
            "tilebase moves inverse R2UL",
            "tilebase moves start 4x4 U2LDR",
            "tilebase moves link 4x4 U2LDR",
        ],
    ),
    (
        "oshidori-report",
        &["tilebase oshidori-report --up-to 9 --time 1"],
    ),
    (
        "bench",
        &[
            "tilebase bench lookup --threads 1",
            "tilebase bench korf100 --instances 1-20,79 --csv",
            "tilebase bench boards.txt --space 3x4 --goal blank-last",
            "tilebase bench anytime boards.txt --widths 100,1000 --threads 1",
        ],
    ),
    (
        "completions",
        &["tilebase completions bash > ~/.local/share/bash-completion/completions/tilebase"],
    ),
    (
        "man",
        &[
            "tilebase man ~/.local/share/man/man1",
            "tilebase man | man -l -",
        ],
    ),
];

/// Common options that mean nothing to a command.
const MEANINGLESS: &[(&str, &[&str])] = &[
    ("merge", &["threads"]),
    ("list", &["threads"]),
    ("remove", &["threads"]),
    ("completions", &["data", "threads", "json"]),
    ("man", &["data", "threads", "json"]),
];

/// Returns the command line with examples, and with what means nothing hidden.
pub fn command() -> Command {
    finish(Cli::command())
}

/// Returns the same for manuals, which have no page about help.
pub fn manual() -> Command {
    finish(Cli::command().disable_help_subcommand(true))
}

fn finish(mut cli: Command) -> Command {
    for command in cli.get_subcommands_mut() {
        let examples = entry([EXAMPLES, textbook::EXAMPLES], command.get_name());
        if !examples.is_empty() {
            let text = format!("Examples:\n  {}", examples.join("\n  "));
            *command = std::mem::take(command).after_help(text);
        }
    }
    // Common options reach the commands when the whole is built.
    cli.build();
    for command in cli.get_subcommands_mut() {
        let hidden = meaningless_to(command.get_name());
        *command = std::mem::take(command).mut_args(|arg| {
            let hide = hidden.contains(&arg.get_id().as_str()) || arg.is_hide_set();
            arg.hide(hide)
        });
    }
    cli
}

/// Returns the common options that mean nothing to a command.
fn meaningless_to(command: &str) -> List {
    entry([MEANINGLESS, textbook::MEANINGLESS], command)
}

/// Returns what the tables list for a command.
fn entry<const N: usize>(tables: [&[(&str, List)]; N], command: &str) -> List {
    let mut entries = tables.into_iter().flatten();
    let listed = entries.find(|(name, _)| *name == command);
    listed.map_or(&[], |(_, list)| list)
}

/// Returns a common option that was written for a command to which it means nothing.
pub fn meaningless(matches: &ArgMatches) -> Option<String> {
    let (command, given) = matches.subcommand()?;
    let written = |option: &&&str| given.value_source(option) == Some(ValueSource::CommandLine);
    meaningless_to(command)
        .iter()
        .find(written)
        .map(|option| format!("--{option}"))
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
        let tables = [EXAMPLES, textbook::EXAMPLES];
        let mut told: Vec<&str> = tables
            .into_iter()
            .flatten()
            .map(|(name, _)| *name)
            .collect();
        let mut known = names.clone();
        told.sort_unstable();
        known.sort_unstable();
        assert_eq!(known, told);
        for name in &names {
            for example in entry(tables, name) {
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
