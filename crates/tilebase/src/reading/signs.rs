//! The cells of a state, written by other signs than the numbers of tiles.

use tilebase_core::{
    oshidori::{Row, Stones},
    sliding::ANY_TILE,
    split_words,
};

use super::{Reading, forms};
use crate::{
    families,
    values::{PuzzleGoal, State},
};

/// Signs of a gap, where stones are not numbers.
const GAPS: [&str; 9] = ["", "_", ".", "*", "-", "0", "·", "・", " "];

/// Signs of black stones and of others that come first, each with that of its opposite.
const PAIRS: [[&str; 2]; 8] = [
    ["B", "W"],
    ["黒", "白"],
    ["●", "○"],
    ["■", "□"],
    ["▲", "△"],
    ["H", "T"],
    ["X", "O"],
    ["1", "2"],
];

/// Words for a blank that are longer than a sign.
const BLANKS: [&str; 8] = [
    "none", "null", "blank", "empty", "gap", "hole", "space", "nan",
];

/// Signs that are the blank wherever boards are read.
const USUAL_BLANKS: [&str; 4] = ["0", "_", ".", "*"];

/// How words stand for the numbers of tiles.
#[derive(Clone, Copy, PartialEq)]
enum TileSigns {
    Numbers,
    /// Numbers from 0.
    NumbersFromZero,
    /// `A` is 1.
    Letters,
    /// Digits, and `A` is 10.
    DigitsAndLetters,
    /// What the goal writes.
    OfGoal,
}

impl TileSigns {
    const ALL: [Self; 5] = [
        Self::Numbers,
        Self::NumbersFromZero,
        Self::Letters,
        Self::DigitsAndLetters,
        Self::OfGoal,
    ];

    /// Returns the number of a tile, by the signs of the goal's cells if these count.
    fn number(self, word: &str, of_goal: &[String]) -> Option<usize> {
        let letter = match word.as_bytes() {
            [byte] if byte.is_ascii_alphabetic() => {
                Some(usize::from(byte.to_ascii_uppercase() - b'A'))
            }
            _ => None,
        };
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = || word.parse().ok().filter(|_| is_number);
        match self {
            Self::Numbers => number(),
            Self::NumbersFromZero => Some(number()? + 1),
            Self::Letters => Some(letter? + 1),
            Self::DigitsAndLetters if word.len() == 1 => {
                letter.map_or_else(number, |letter| Some(letter + 10))
            }
            Self::DigitsAndLetters => None,
            Self::OfGoal => of_goal.iter().position(|sign| is(sign, word)),
        }
    }

    /// Returns the form, if it is not that of plain cells.
    fn form(self) -> Option<&'static str> {
        match self {
            Self::Numbers => None,
            Self::NumbersFromZero => Some("tiles from 0"),
            Self::Letters => Some("letters for tiles, A is 1"),
            Self::DigitsAndLetters => Some("letters after 9, A is 10"),
            Self::OfGoal => Some("the signs of the goal"),
        }
    }
}

/// Returns whether two signs are the same, or the same letter.
fn is(sign: &str, other: &str) -> bool {
    sign.eq_ignore_ascii_case(other)
}

/// Returns every different state that a text may mean.
pub(super) fn readings(goal: &PuzzleGoal, text: &str) -> Vec<Reading> {
    let family = goal.family();
    let (cells, columns) = (family.cells(), family.columns());
    let found = match goal {
        PuzzleGoal::Rows(stones, _) => row(*stones, &words(text, cells, columns))
            .into_iter()
            .collect(),
        _ => boards(goal, &words(text, cells, columns)),
    };
    let mut readings: Vec<Reading> = Vec::new();
    for reading in found {
        if readings.iter().all(|known| known.state != reading.state) {
            readings.push(reading);
        }
    }
    readings
}

/// A text as the words of cells, and what was guessed to find them.
struct Words {
    words: Vec<String>,
    form: Option<String>,
}

/// Cuts a text into words, one for each cell; one that is missing is empty.
fn words(text: &str, cells: usize, columns: Option<usize>) -> Words {
    let words_of = |line: &str| split_words(line).map(str::to_owned).collect();
    let lines: Vec<Vec<String>> = text.lines().map(words_of).collect();
    let mut words: Vec<String> = lines.concat();
    let is_row = |word: &String| Some(word.chars().count()) == columns;
    if let [word] = &words[..] {
        let word = forms::signs_of(word, Some(cells));
        words = word.chars().map(String::from).collect();
    } else if Some(cells) == columns.map(|columns| columns * words.len())
        && words.iter().all(is_row)
    {
        words = words.concat().chars().map(String::from).collect();
    }
    let mut form = None;
    if words.len() + 1 == cells {
        let short = lines
            .iter()
            .position(|line| Some(line.len() + 1) == columns);
        let (at, place) = match (short, columns) {
            (Some(row), Some(columns)) => {
                let col = missing_column(text, row).unwrap_or(columns - 1);
                (
                    row * columns + col,
                    format!("in row {}, column {}", row + 1, col + 1),
                )
            }
            _ => (cells - 1, "at the end".to_owned()),
        };
        words.insert(at.min(words.len()), String::new());
        form = Some(format!("the blank is left out {place}"));
    }
    Words { words, form }
}

/// Returns the column in which a row of a text has no number: where its words end below those of
/// the other rows.
fn missing_column(text: &str, row: usize) -> Option<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let ends = |line: &str| -> Vec<usize> {
        let chars: Vec<char> = line.chars().collect();
        let is_end = |at: &usize| {
            let next = chars.get(at + 1).is_none_or(|next| next.is_whitespace());
            !chars[*at].is_whitespace() && next
        };
        (0..chars.len()).filter(is_end).collect()
    };
    let given = ends(lines.get(row)?);
    let whole = lines.iter().map(|line| ends(line));
    let whole = whole
        .into_iter()
        .find(|ends| ends.len() == given.len() + 1)?;
    let off = |column: &usize| -> usize {
        let beside = whole.iter().enumerate().filter(|(at, _)| at != column);
        beside
            .zip(&given)
            .map(|((_, end), given)| end.abs_diff(*given))
            .sum()
    };
    // Of equally good ones the last: editors cut spaces at the end of a line.
    (0..whole.len()).rev().min_by_key(off)
}

/// Returns the cells of a goal whose tiles are alike, with 0 for the only sign that stands once.
pub(super) fn with_blank(text: &str) -> Option<String> {
    let mut words: Vec<&str> = split_words(text).collect();
    let once = |word: &&str| words.iter().filter(|other| *other == word).count() == 1;
    let mut alone = (0..words.len()).filter(|&at| once(&words[at]));
    let (blank, None) = (alone.next()?, alone.next()) else {
        return None;
    };
    words[blank] = "0";
    Some(words.join(" "))
}

/// Returns the cells of a goal with different letters, or other signs that are no numbers, as the
/// numbers of their tiles in reading order.
pub(super) fn in_order(text: &str, cells: usize, columns: Option<usize>) -> Option<String> {
    let words = words(text, cells, columns).words;
    let is_blank = |word: &String| USUAL_BLANKS.contains(&word.as_str());
    let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let tiles: Vec<&String> = words.iter().filter(|word| !is_blank(word)).collect();
    let differ = (1..tiles.len()).all(|at| tiles[..at].iter().all(|other| !is(other, tiles[at])));
    if (words.len(), tiles.len() + 1) != (cells, cells) || !differ || tiles.iter().any(is_number) {
        return None;
    }
    let mut left = 1..=tiles.len();
    let numbers = words.iter().map(|word| {
        let tile = (!is_blank(word)).then(|| left.next());
        tile.flatten().unwrap_or(0).to_string()
    });
    Some(numbers.collect::<Vec<_>>().join(" "))
}

impl PuzzleGoal {
    /// Remembers how the text of a goal writes its cells, if not by numbers: so may its states.
    pub(super) fn in_signs_of(mut self, text: &str) -> Self {
        if let Self::State { state, signs } = &mut self
            && text.contains(|c: char| !c.is_ascii() || c.is_ascii_alphabetic())
        {
            let puzzle = state.puzzle();
            let family = families::of(&puzzle);
            let words = words(text, family.cells(), family.columns()).words;
            if words.len() == state.cells().len() {
                *signs = signs_of(state, &words);
            }
        }
        self
    }
}

/// Returns the boards that words may mean, with one word for the blank.
fn boards(goal: &PuzzleGoal, given: &Words) -> Vec<Reading> {
    let words = &given.words;
    let Some(numbers) = numbers_of_tiles(goal) else {
        return Vec::new();
    };
    if words.len() != numbers.len() + 1 {
        return Vec::new();
    }
    let of_goal = match goal {
        PuzzleGoal::State { signs, .. } => &signs[..],
        _ => &[],
    };
    let read = |tile_signs: TileSigns| {
        let mut left = numbers.clone();
        let mut blank = None;
        let mut cells = Vec::new();
        for word in words {
            let number = tile_signs.number(word, of_goal);
            let tile = number.and_then(|number| left.iter().position(|&tile| tile == number));
            match tile {
                Some(tile) => cells.push(left.swap_remove(tile) as u8),
                // A second one makes cells that are no state.
                None => {
                    blank = Some(word.as_str());
                    cells.push(0);
                }
            }
        }
        let blank = blank.filter(|blank| may_be_blank(tile_signs, blank, &numbers, of_goal))?;
        let sign = match blank {
            "" => None,
            usual if USUAL_BLANKS.contains(&usual) => None,
            sign => Some(format!("the blank is `{sign}`")),
        };
        let state = goal.state_of_cells(&cells).ok()?;
        let forms = tile_signs.form().map(str::to_owned).into_iter();
        let forms = forms.chain(sign).chain(given.form.clone()).collect();
        let signs = signs_of(&state, words);
        Some(Reading::guessed(state, forms, signs))
    };
    TileSigns::ALL.into_iter().filter_map(read).collect()
}

/// Returns the numbers of the tiles, each as often as it occurs; `None` if the goal leaves cells of
/// tiles that are alike open.
fn numbers_of_tiles(goal: &PuzzleGoal) -> Option<Vec<usize>> {
    let alike = goal.partial().filter(|partial| partial.has_equal());
    let cells = match alike {
        Some(partial) if !partial.cells().contains(&ANY_TILE) => partial.some_goal(),
        Some(_) => return None,
        None => (0..goal.family().cells()).map(|tile| tile as u8).collect(),
    };
    let tiles = cells.into_iter().filter(|&tile| tile != 0);
    Some(tiles.map(usize::from).collect())
}

/// Returns whether a word names the blank.
pub(super) fn is_word_for_blank(word: &str) -> bool {
    BLANKS.contains(&word.to_ascii_lowercase().as_str())
}

/// Returns whether a word that is no tile may stand for the blank.
fn may_be_blank(tile_signs: TileSigns, word: &str, tiles: &[usize], of_goal: &[String]) -> bool {
    let is_tile = |tile_signs: TileSigns| {
        let number = tile_signs.number(word, of_goal);
        number.is_some_and(|number| tiles.contains(&number))
    };
    let is_word = is_word_for_blank(word);
    match tile_signs {
        // A tile that is there twice.
        _ if is_tile(tile_signs) => false,
        TileSigns::OfGoal => {
            USUAL_BLANKS.contains(&word) || of_goal.first().is_some_and(|sign| is(sign, word))
        }
        // A number or a letter may be a slip of a board with 0 for the blank.
        TileSigns::NumbersFromZero if word.starts_with(char::is_alphanumeric) => is_word,
        _ => word.chars().count() <= 3 || is_word,
    }
}

/// Returns how the cells of states are written, by their numbers.
fn signs_of(state: &State, words: &[String]) -> Vec<String> {
    let largest = state.cells().iter().copied().max().unwrap_or_default();
    let sign = |number: u8| {
        let cell = state.cells().iter().position(|&cell| cell == number);
        match cell.map(|cell| words[cell].as_str()) {
            Some("") => "_".to_owned(),
            Some(word) => word.to_owned(),
            None => number.to_string(),
        }
    };
    (0..=largest).map(sign).collect()
}

/// Returns the letters of tiles by their numbers: A is 1.
pub(super) fn letters(state: &State, upper: bool) -> Vec<String> {
    let largest = state.cells().iter().copied().max().unwrap_or_default();
    let letters = if upper { 'A'..='Z' } else { 'a'..='z' };
    let letters = letters.map(String::from).take(usize::from(largest));
    std::iter::once("_".to_owned()).chain(letters).collect()
}

/// Returns the row that words may mean: any signs for the stones of each kind, and for the gap.
fn row(stones: Stones, given: &Words) -> Option<Reading> {
    let mut words = given.words.clone();
    let mut forms = Vec::new();
    let counts: Vec<usize> = stones.counts().collect();
    if words.len() + stones.holes() == stones.cells() {
        words.extend(std::iter::repeat_n(String::new(), stones.holes()));
        forms.push("the gap is left out at the right".to_owned());
    }
    if words.len() != stones.cells() {
        return None;
    }
    let times = |sign: &str| words.iter().filter(|word| *word == sign).count();
    let mut kinds: Vec<&str> = Vec::new();
    for word in &words {
        if !kinds.contains(&word.as_str()) {
            kinds.push(word);
        }
    }
    let is_gap = |sign: &&str| times(sign) == stones.holes();
    let mut gaps = kinds.iter().copied().filter(is_gap);
    let usual = GAPS
        .into_iter()
        .find(|sign| times(sign) == stones.holes() && kinds.contains(sign));
    let gap = match (usual, gaps.next(), gaps.next()) {
        (Some(gap), ..) | (None, Some(gap), None) => gap,
        _ => return None,
    };
    kinds.retain(|sign| *sign != gap);
    let is_letter = |sign: &&str| sign.len() == 1 && sign.as_bytes()[0].is_ascii_alphabetic();
    let pair =
        |[first, second]: [&str; 2]| matches!(kinds[..], [a, b] if is(a, second) && is(b, first));
    if kinds.len() == 2 {
        if PAIRS.into_iter().any(pair) {
            kinds.reverse();
        }
    } else if kinds.iter().all(is_letter) {
        kinds.sort_unstable();
    }
    let fits = |kinds: &[&str]| {
        kinds
            .iter()
            .map(|sign| times(sign))
            .eq(counts.iter().copied())
    };
    if !fits(&kinds) {
        kinds.reverse();
    }
    if !fits(&kinds) {
        return None;
    }
    let number = |word: &String| {
        kinds
            .iter()
            .position(|sign| sign == word)
            .map_or(0, |at| at + 1)
    };
    let cells: Vec<u8> = words.iter().map(|word| number(word) as u8).collect();
    let state = State::from(Row::from_cells(stones, &cells).ok()?);
    let named = kinds
        .iter()
        .zip(1..)
        .map(|(sign, number)| format!("`{sign}` is {number}"));
    let named: Vec<String> = named.collect();
    forms.push(format!("stones: {}", named.join(", ")));
    let signs = signs_of(&state, &words);
    Some(Reading::guessed(state, forms, signs))
}
