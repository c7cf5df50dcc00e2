//! The forms in which states are read, and the parts of lines that are not cells.

use std::{borrow::Cow, fmt};

use crate::values::Error;

/// A form in which states are read, with an example.
#[derive(Debug, Clone, Copy)]
pub struct WrittenForm {
    /// What people write.
    pub name: &'static str,
    /// How it is read.
    pub reading: &'static str,
    /// An example, of the puzzle `space`.
    pub example: &'static str,
    /// The name of the puzzle.
    pub space: &'static str,
    /// The states that the example has, each as a line of cells, with `; goal` and the goal's cells
    /// after it if the text names one.
    pub states: &'static [&'static str],
}

const fn form(
    name: &'static str,
    reading: &'static str,
    space: &'static str,
    example: &'static str,
    states: &'static [&'static str],
) -> WrittenForm {
    WrittenForm {
        name,
        reading,
        example,
        space,
        states,
    }
}

/// The forms in which states are read, in arguments, files and streams alike.
pub const FORMS: &[WrittenForm] = &[
    form(
        "cells in reading order",
        "spaces, tabs, commas, semicolons, slashes, bars, brackets or quotes between them; \
            the blank is `0`, `*`, `_` or `.`",
        "3x3",
        "1 2 3 / 4 5 6 / 7 * 8",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "one word",
        "a sign for each cell",
        "3x3",
        "123456708",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "a word for each row",
        "a sign for each cell, in one line or in several",
        "3x3",
        "123 456 7_8",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "rows",
        "a line for each row, with blank lines, comments from `#` on and lines of `+`, `-` \
            and `|` between them",
        "3x3",
        "1 2 3  # the first row\n\n4 5 6\n7 0 8",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "a frame",
        "cells between bars; an empty one is the blank",
        "3x3",
        "+--+--+--+\n| 1| 2| 3|\n+--+--+--+\n| 4|  | 6|\n| 7| 5| 8|\n+--+--+--+",
        &["1 2 3 4 0 6 7 5 8"],
    ),
    form(
        "one number a line",
        "as many lines as cells, after a size or not",
        "2x2",
        "2\n1\n2\n0\n3",
        &["1 2 0 3"],
    ),
    form(
        "a list of a program",
        "what stands in brackets; `None`, `null` and an empty text are the blank",
        "3x3",
        "array([[1, 2, 3],\n       [4, None, 6],\n       [7, 5, 8]], dtype=object)",
        &["1 2 3 4 0 6 7 5 8"],
    ),
    form(
        "an object of JSON",
        "the list with the key `state`",
        "3x3",
        "{\"space\":\"3x3\",\"state\":[1,2,3,4,5,6,7,0,8],\"distance\":1}",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "a problem in PDDL",
        "the facts `at` and `empty`, `blank` or `hole`: positions are `p_ROW_COLUMN` or \
            `xCOLUMN yROW` from 1, or `c0`, `c1`, …, in rows of stones `p_NUMBER` from 1; with \
            its goal",
        "2x2",
        "(define (problem small)\n  (:init (at t1 x1 y1) (at t2 x2 y1) (at t3 x2 y2) \
            (blank x1 y2))\n  (:goal (and (at t1 x1 y1) (at t2 x2 y1) (at t3 x1 y2))))",
        &["1 2 0 3; goal 1 2 3 0"],
    ),
    form(
        "a size before boards",
        "`3`, `3 3` or `3x3`; likewise the number of boards; both are passed over",
        "3x3",
        "2\n3\n1 2 3\n4 5 6\n7 0 8\n3\n1 2 3\n4 0 6\n7 5 8",
        &["1 2 3 4 5 6 7 0 8", "1 2 3 4 0 6 7 5 8"],
    ),
    form(
        "the number of tiles and the blank's home",
        "two lines before the rows; the home counts from 0, and -1 is the last cell",
        "3x3",
        "8\n0\n1 2 3\n4 5 6\n7 0 8",
        &["1 2 3 4 5 6 7 0 8; goal 0 1 2 3 4 5 6 7 8"],
    ),
    form(
        "width and height on the line",
        "`4x3:` or `4,3,` before the cells: the width comes first",
        "3x4",
        "4x3:1,2,3,4,5,6,7,8,9,0,10,11",
        &["1 2 3 4 5 6 7 8 9 0 10 11"],
    ),
    form(
        "an instance",
        "a number, the cells, the length of a solution and anything after it; where a number may \
        stand before or after the cells, the lines before tell",
        "3x3",
        "17 1 2 3 4 5 6 7 0 8 1",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "a number after the state",
        "as in a table of states and distances; `--expect` compares it",
        "3x3",
        "123456708,1",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "start and goal on one line",
        "after a number or not",
        "3x3",
        "1 123456708 123456780",
        &["1 2 3 4 5 6 7 0 8; goal 1 2 3 4 5 6 7 8 0"],
    ),
    form(
        "start and goal with headings",
        "`Start`, `Initial state` and so on, then `Goal`, `Target`, …; other headings, such \
            as `Puzzle 1`, and `END OF FILE` are passed over",
        "3x3",
        "Initial state:\n1 2 3\n4 5 6\n7 0 8\nGoal state:\n1 2 3\n8 0 4\n7 6 5\nEND OF FILE",
        &["1 2 3 4 5 6 7 0 8; goal 1 2 3 8 0 4 7 6 5"],
    ),
    form(
        "another sign for the blank",
        "a sign of up to three characters, or a word such as `empty`, that is not a tile, if \
            all tiles are there",
        "3x3",
        "2 3 4 1 5 x 7 6 8",
        &["2 3 4 1 5 0 7 6 8"],
    ),
    form(
        "the greatest number is the blank",
        "if 0 is not there",
        "3x3",
        "1 8 2 9 4 3 7 6 5",
        &["1 8 2 0 4 3 7 6 5"],
    ),
    form(
        "the blank is left out",
        "a row with one number less; where, is seen from the columns, or else at its end",
        "3x3",
        "1 2 3\n4   6\n7 5 8",
        &["1 2 3 4 0 6 7 5 8"],
    ),
    form(
        "tiles from 0",
        "0, 1, 2, … and another sign for the blank",
        "3x3",
        "0 1 2 3 4 5 6 -1 7",
        &["1 2 3 4 5 6 7 0 8"],
    ),
    form(
        "letters for tiles",
        "A is 1, B is 2 and so on",
        "3x3",
        "GEF/HCB/D_A",
        &["7 5 6 8 3 2 4 0 1"],
    ),
    form(
        "letters after 9",
        "A is 10, B is 11 and so on",
        "4x4",
        "123456789ABC0DEF",
        &["1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15"],
    ),
    form(
        "stones",
        "numbers, `B` and `W`, `黒` and `白`; or any other signs, in the order in which they \
            come or of the alphabet; the gap is `_`, `.`, `-`, `*` or 0",
        "oshidori-bw-3",
        "HTHTHT--",
        &["1 2 1 2 1 2 0 0"],
    ),
    form(
        "stones without a gap",
        "the gap is at the right",
        "oshidori-bw-3",
        "●○●○●○",
        &["1 2 1 2 1 2 0 0"],
    ),
];

/// A form that says more than the cells, or that is a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The goal is that with the blank at a cell which the text names.
    Home,
    /// A start and its goal.
    Pair,
    /// A number, the cells, and anything after them.
    Instance,
    /// A state, and numbers after it.
    NumberAfter,
}

impl Form {
    /// Returns whether people should be told.
    pub(super) fn is_guess(self) -> bool {
        self != Self::Instance
    }
}

/// Writes what was read.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Home => "with the goal of the text",
            Self::Pair => "start and goal",
            Self::Instance => "a number and cells",
            Self::NumberAfter => "cells and a number",
        })
    }
}

/// Why a text cannot be read, whatever its cells are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    /// There are two ways to read it.
    Ambiguous(String),
    /// It is not a state that can be asked about.
    Refused(String),
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Ambiguous(said) => Self::Ambiguous(said),
            Problem::Refused(said) => Self::Question(said),
        }
    }
}

/// Words of headings that stand before a state.
const HEADINGS: [&str; 25] = [
    "beginning",
    "board",
    "boards",
    "case",
    "configuration",
    "end",
    "eof",
    "example",
    "file",
    "grid",
    "input",
    "instance",
    "number",
    "of",
    "output",
    "position",
    "problem",
    "puzzle",
    "puzzles",
    "state",
    "states",
    "test",
    "the",
    "moves",
    "distance",
];
/// Words of headings that stand before the start of a pair.
const STARTS: [&str; 5] = ["start", "initial", "init", "scramble", "scrambled"];
/// Words of headings that stand before its goal.
const GOALS: [&str; 5] = ["goal", "final", "target", "solved", "finish"];

/// What a heading announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Start,
    Goal,
    Other,
}

/// Returns what the heading at the beginning of a line announces, and the rest of the line: after a
/// colon or an equals sign, or nothing if the line is a heading.
pub(super) fn heading(line: &str) -> (Option<Heading>, &str) {
    let cut = line.find([':', '=']);
    let (label, rest) = match cut {
        Some(at) => (&line[..at], &line[at + 1..]),
        None => (line, ""),
    };
    let is = |list: &[&str], word: &str| list.contains(&word.to_ascii_lowercase().as_str());
    let is_word = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let words = || {
        label
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
    };
    let known = |word: &str| is(&HEADINGS, word) || is(&STARTS, word) || is(&GOALS, word);
    let fits = |word: &str| known(word) || word.bytes().all(|byte| byte.is_ascii_digit());
    let is_title = cut.is_some() && rest.trim().is_empty() && words().any(|word| is_word(&word));
    let is_known = words().any(|word| is_word(&word) && known(word)) && words().all(fits);
    if !is_title && !is_known {
        return (None, line);
    }
    let kind = if words().any(|word| is(&STARTS, word)) {
        Heading::Start
    } else if words().any(|word| is(&GOALS, word)) {
        Heading::Goal
    } else {
        Heading::Other
    };
    (Some(kind), rest)
}

/// Returns the width, the height and the rest of a line that begins with `4x3:` or `4,3,`.
pub(super) fn width_and_height(line: &str) -> Option<(usize, usize, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let line = line.trim_start();
    let (width, rest) = line.split_at(digits(line));
    let sign = rest
        .chars()
        .next()
        .filter(|sign| ['x', ','].contains(sign))?;
    let rest = &rest[1..];
    let (height, rest) = rest.split_at(digits(rest));
    let after = if sign == 'x' { ':' } else { ',' };
    let rest = rest.strip_prefix(after)?;
    let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
    // Without a colon the numbers may be cells.
    let cells = rest.trim().chars().count();
    let is_clear = sign == 'x' || Some(cells) == width.checked_mul(height);
    is_clear.then_some((width, height, rest))
}

/// Returns a line without the lines of a frame that are drawn in it, with bars for its upright
/// ones.
pub(super) fn without_frame(line: &str) -> Cow<'_, str> {
    let is_flat = |c: char| matches!(c, '+' | '-' | '=' | ' ' | '─'..='╿') && !is_upright(c);
    let is_rule = line.chars().all(is_flat) && line.contains(['+', '─', '═', '━', '-', '=']);
    if is_rule && line.trim().len() > 1 {
        return Cow::Borrowed("");
    }
    if line.contains(is_upright) {
        return Cow::Owned(line.replace(is_upright, "|"));
    }
    Cow::Borrowed(line)
}

fn is_upright(c: char) -> bool {
    matches!(c, '│' | '┃' | '║' | '&')
}

/// Returns the signs of a word without `_`, if that stands between the rows of a board: of so many
/// cells or, if that is not known, of a square.
pub(super) fn signs_of(word: &str, cells: Option<usize>) -> Cow<'_, str> {
    let rows: Vec<&str> = word.split('_').collect();
    let cols = rows[0].chars().count();
    let is_row = |row: &&str| row.chars().count() == cols;
    let has_size = rows.len() * cols == cells.unwrap_or(cols * cols);
    if rows.len() > 1 && has_size && rows.iter().all(is_row) {
        Cow::Owned(rows.concat())
    } else {
        Cow::Borrowed(word)
    }
}

/// Returns where the cells of a line end: at a comment, if it has one. In a word with as many signs
/// as a row or a state has, `#` is the blank, unless the word begins with it.
pub(super) fn end_of_cells(line: &str, is_length: impl Fn(usize) -> bool) -> usize {
    let Some(at) = line.find('#') else {
        return line.len();
    };
    let (before, after) = line.split_at(at);
    let start = before.trim_end_matches(|c: char| !c.is_whitespace()).len();
    let length = after.find(char::is_whitespace).unwrap_or(after.len());
    let word = line[start..at + length].chars().count();
    if start < at && is_length(word) { line.len() } else { at }
}

/// Returns whether a line is a comment of another language than ours.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with('%')
}

/// Returns what stands in the brackets of a line, if a name stands before them, and without what
/// stands after them.
pub(super) fn within_brackets(line: &str) -> &str {
    let start = line.find('[').unwrap_or_default();
    let line = &line[start..];
    match line.rfind(']') {
        Some(end) => &line[..=end],
        None => line,
    }
}

/// Returns whether `#` is the blank of a row, and not the beginning of a comment.
pub fn has_blank_sign(rest: &str, before: usize, sizes: [usize; 2]) -> bool {
    let mut rest = rest.split_whitespace();
    let is_sign = rest.next() == Some("#");
    let after = rest.clone().count();
    let is_part = sizes.contains(&(before + 1 + after));
    is_sign && is_part && rest.all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}
