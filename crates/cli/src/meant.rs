//! What was meant where no command stands: a puzzle, or a command that is misspelt.

use std::ffi::OsString;

use clap::{
    ArgMatches, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};
use serde::Serialize;
use tilebase::{About, Library, Puzzle, Solver, State, programs::has_buildable_size};

use crate::{
    args::{command, command_names},
    json, output, terminal,
};

/// What the arguments ask for.
pub enum Given {
    /// A command.
    Command(ArgMatches),
    /// What can be asked about a puzzle.
    Overview(String),
}

/// The most letters in which a command may differ from the one that was meant.
const SLIPS: usize = 2;

/// What stands in place of a puzzle whose cells are in a file.
pub const GRAPH: &str = "graph";

/// Puts [`GRAPH`] in place of the puzzle that is left out with `--cells`.
fn complete(words: &mut Vec<OsString>) {
    let cells =
        |word: &OsString| word == "--cells" || word.as_encoded_bytes().starts_with(b"--cells=");
    if !words.iter().any(cells) {
        return;
    }
    let program = command();
    let (mut here, mut place) = (&program, 0);
    for (at, word) in words.iter().enumerate().skip(1) {
        if let Some(inner) = here.find_subcommand(word) {
            (here, place) = (inner, at + 1);
        }
    }
    if here.get_arguments().any(|arg| arg.get_id() == "cells") {
        words.insert(place, GRAPH.into());
    }
}

/// Reads the arguments. A puzzle in place of a command, and a state behind it, ask for a hint.
pub fn read(mut words: Vec<OsString>) -> Result<Given, Error> {
    complete(&mut words);
    let said = match command().try_get_matches_from(&words) {
        Err(said) if said.kind() == ErrorKind::InvalidSubcommand => said,
        read => return read.map(Given::Command),
    };
    let Some(ContextValue::String(word)) = said.get(ContextKind::InvalidSubcommand) else {
        return Err(said);
    };
    let word = word.clone();
    let place = words.iter().position(|other| *other == *word);
    if let (Ok(puzzle), Some(place)) = (word.parse(), place) {
        let is_common = |word: &OsString| ["--json", "--quiet", "-q"].iter().any(|it| word == it);
        if words[place + 1..].iter().all(is_common) {
            let is_object = words.iter().any(|word| word == "--json");
            let about = if is_object { object(puzzle) } else { overview(&word, puzzle) };
            return Ok(Given::Overview(about));
        }
        words.insert(place, "hint".into());
        return match command().try_get_matches_from(&words) {
            // It stands behind a command, such as `moves`.
            Err(again) if again.kind() == ErrorKind::InvalidSubcommand => Err(said),
            read => read.map(Given::Command),
        };
    }
    let names = command_names();
    if place.is_none()
        || words[1..]
            .iter()
            .any(|word| names.iter().any(|name| word == &**name))
    {
        return Err(said);
    }
    let message = match (nearest(&word, &names), Puzzle::meant(&word)) {
        (Some(name), _) => format!("there is no command `{word}`: did you mean `tilebase {name}`?"),
        (None, Some(puzzle)) => format!(
            "there is no command `{word}`: did you mean {puzzle}? `tilebase {puzzle}` says what \
            can be asked of it"
        ),
        (None, None) => {
            format!("there is no command or puzzle `{word}`: `tilebase --help` lists both")
        }
    };
    Err(command().error(ErrorKind::InvalidSubcommand, message))
}

/// Returns the command that begins with a word or, if none does, is most like it.
fn nearest<'a>(word: &str, names: &'a [String]) -> Option<&'a String> {
    let begins = names.iter().find(|name| name.starts_with(word));
    let slips = |name: &&String| strsim::damerau_levenshtein(word, name);
    let nearest = || {
        names
            .iter()
            .min_by_key(slips)
            .filter(|name| slips(name) <= SLIPS)
    };
    begins.or_else(nearest)
}

/// What is known of a puzzle before anything is asked.
#[derive(Serialize)]
struct PuzzleObject {
    #[serde(flatten)]
    about: About,
    /// None if there are more than 64 bits hold.
    states: Option<u64>,
    goal: String,
    /// Whether a table of all states can be built in memory.
    has_table: bool,
    /// A random one, as an example.
    state: Vec<u8>,
}

/// Returns what is known of a puzzle as an object.
fn object(puzzle: Puzzle) -> String {
    let solver = Library::in_memory().solver(puzzle);
    let object = PuzzleObject {
        about: (&solver).into(),
        states: puzzle.states(),
        goal: solver.goal(),
        has_table: has_buildable_size(puzzle),
        state: example(&solver).cells().to_vec(),
    };
    json::text(&object) + "\n"
}

fn example(solver: &Solver) -> State {
    solver.random(1, &mut tilebase::seeded(1)).remove(0)
}

/// Returns what can be asked about a puzzle.
fn overview(name: &str, puzzle: Puzzle) -> String {
    let solver = Library::in_memory().solver(puzzle);
    let example = output::inline(&example(&solver));
    let count = puzzle.states().map(output::count);
    let count = count.map_or_else(String::new, |count| format!(" has {count} positions"));
    let mut text = format!("{name}{count}; ask, with the cells in place of STATE:\n\n");
    let all = [
        (
            format!("tilebase {name} STATE"),
            "the distance to the goal after each move",
        ),
        (
            format!("tilebase distance {name} STATE"),
            "the least number of moves",
        ),
        (
            format!("tilebase solve {name} STATE"),
            "a shortest solution",
        ),
        (
            format!("tilebase review {name} STATE MOVES"),
            "how good a game was",
        ),
        (
            format!("tilebase check {name} STATE"),
            "whether it can be solved",
        ),
        (format!("tilebase random {name}"), "a random position"),
    ];
    let of_table = [
        (format!("tilebase hardest {name}"), "the hardest positions"),
        (
            format!("tilebase depths {name}"),
            "how many positions need how many moves",
        ),
    ];
    let has_table = has_buildable_size(puzzle);
    let lines = all
        .into_iter()
        .chain(of_table.into_iter().filter(|_| has_table));
    let lines: Vec<(String, &str)> = lines.collect();
    let longest = lines.iter().map(|(line, _)| line.chars().count()).max();
    let longest = longest.unwrap_or_default();
    let columns = terminal::known_width();
    let explained = lines.iter().map(|(_, what)| what.len()).max();
    let needed = longest + explained.unwrap_or_default() + 4;
    let is_narrow = columns.is_some_and(|columns| columns < needed);
    let (width, between) = if is_narrow { (0, "\n    ") } else { (longest, "  ") };
    for (line, what) in lines {
        text += &format!("  {line:<width$}{between}{what}\n");
    }
    text += &format!("\nA state is written in reading order: \"{example}\"\n");
    output::fitting(&text, columns)
}
