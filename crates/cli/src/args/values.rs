//! The values of options: how they are read, and which of them shells complete.

use std::{
    ffi::OsStr,
    num::{IntErrorKind, NonZeroUsize, ParseIntError},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
};

use clap::{
    Arg, Command, Error, ValueEnum,
    builder::{
        PathBufValueParser, PossibleValue, PossibleValuesParser, StringValueParser,
        TypedValueParser,
    },
};
pub use tilebase::units::parse_seconds as seconds;
use tilebase::{HeuristicName, Notation, sliding::Metric, units::ByteSize};

/// The names of puzzles that shells complete; there are more.
const PUZZLES: &str = "\
    2x2 2x3 2x4 3x3 2x5 2x6 3x4 2x7 3x5 2x8 4x4 5x5 6x6 10x10 8-puzzle 9-puzzle 15-puzzle \
    24-puzzle 35-puzzle 48-puzzle oshidori-bw-3 oshidori-bw-4 oshidori-bw-5 oshidori-bw-6 \
    oshidori-bw-7 oshidori-bw-8 oshidori-kinds-3 oshidori-kinds-4 oshidori-kinds-5 \
    oshidori-kinds-6 oshidori-kinds-7 oshidori-kinds-8 oshidori-kinds-3x3 torus-3x3 cylinder-3x3";

/// A value that is any text; some texts are known.
#[derive(Debug, Clone)]
pub struct KnownValues(Vec<PossibleValue>);

impl TypedValueParser for KnownValues {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Returns a file that is written when work of perhaps hours has ended, so its folder must be there
/// before.
pub fn written_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|file| match file.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            Err(format!("there is no folder {}", folder.display()))
        }
        _ if file.is_dir() => Err("this is a folder, not a file".to_owned()),
        _ => Ok(file),
    })
}

/// Returns the name of a puzzle.
pub fn puzzle() -> KnownValues {
    KnownValues(PUZZLES.split(' ').map(PossibleValue::new).collect())
}

/// Returns the name of a heuristic.
pub fn heuristic() -> KnownValues {
    let names = HeuristicName::ALL.iter().flat_map(|(names, ..)| *names);
    KnownValues(names.map(|name| PossibleValue::new(*name)).collect())
}

/// The names of goals that shells complete.
const GOALS: &str = "blank-last blank-first spiral columns columns-blank-first snake \
    snake-blank-first together any-gap any";

/// Returns a goal: the name of one, or cells.
pub fn goal() -> KnownValues {
    KnownValues(GOALS.split_whitespace().map(PossibleValue::new).collect())
}

/// Returns whether a goal is given by its name.
pub fn is_name_of_goal(goal: &str) -> bool {
    let goal = goal.trim();
    goal == "snail"
        || goal.starts_with("blank-at:")
        || GOALS.split_whitespace().any(|name| name == goal)
}

/// Returns stages: the name of a list of them, or tiles.
pub fn stages() -> KnownValues {
    let names = ["rows", "rows-columns", "grids"];
    KnownValues(names.map(PossibleValue::new).into())
}

/// Reads the name of a metric, also those that players use.
pub fn metric() -> impl TypedValueParser<Value = Metric> {
    let names = [
        PossibleValue::new("single").alias("stm"),
        PossibleValue::new("multi").alias("mtm"),
    ];
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Metric>())
}

/// Reads the name of a notation of moves.
pub fn notation() -> impl TypedValueParser<Value = Notation> {
    let listed = Notation::LIST.iter();
    let names = listed.map(|listed| {
        let help = format!("{}: {}", listed.what, listed.example);
        PossibleValue::new(listed.name).help(help)
    });
    PossibleValuesParser::new(names).try_map(|name| name.to_lowercase().parse::<Notation>())
}

/// Returns the name of one of `T`, or something else, such as a file.
pub fn one_of<T: ValueEnum>() -> KnownValues {
    let values = T::value_variants().iter();
    KnownValues(values.filter_map(T::to_possible_value).collect())
}

/// Returns the name of a value in arguments and answers.
pub fn name(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Reads a number of bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    text.parse().map(|ByteSize(bytes)| bytes)
}

/// Reads a whole number: from 1 if `T` has no zero, otherwise from 0.
pub fn number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: ParseIntError| {
        let least = u8::from("0".parse::<T>().is_err());
        match error.kind() {
            IntErrorKind::PosOverflow => "write a smaller number".to_owned(),
            _ => format!("write a number from {least}"),
        }
    })
}

/// Reads a number from 1.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    number(text).map(NonZeroUsize::get)
}

/// Reads the number of kinds at which a table that begins with 3 ends.
pub fn kinds(text: &str) -> Result<u8, String> {
    let kinds = number(text).ok().filter(|kinds| (3..=62).contains(kinds));
    kinds.ok_or_else(|| "write a number from 3 to 62".to_owned())
}

/// Reads a number, which may have a fraction.
pub fn decimal(text: &str) -> Result<f64, String> {
    let number = text.parse();
    number.map_err(|_| "write a number such as 0.5".to_owned())
}

/// Reads `7` or `1-20`.
pub fn numbers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("write numbers and ranges such as 1-20,40".to_owned()),
    }
}
