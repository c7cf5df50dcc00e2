//! Reading of states as people have them: in arguments, in files, in streams, on every face.
//!
//! [`StateLines`] cuts lines into the texts of states, and knows what may stand before, around and
//! after them. Plain cells are read by their [family](crate::families); what it refuses is tried in
//! the other [forms](FORMS), in [`signs`].

mod forms;
mod lines;
mod planning;
mod shape;
mod signs;
mod text;

use std::borrow::Cow;

use serde::Serialize;
use tilebase_core::{
    Puzzle, StateError, shortened,
    sliding::{PartialGoal, Shape},
    words,
};

pub use forms::{FORMS, Form, WrittenForm};
pub use lines::{StateLines, Texts};
pub use shape::puzzle_of;
pub use text::StateText;

use crate::{
    families,
    solver::Solver,
    values::{Error, PuzzleGoal, Result, State, listed},
};

/// The most bytes of a word that may be meant as the name of a goal.
const LONGEST_NAME: usize = 32;

/// A state, and how it was read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The state.
    pub state: State,
    /// What was guessed. Most states are written plainly.
    guess: Option<Box<Guess>>,
}

/// How a state was read that is not written plainly.
#[derive(Debug, Clone, Default)]
struct Guess {
    forms: Vec<String>,
    goal: Option<String>,
    signs: Vec<String>,
}

impl Reading {
    /// Returns the reading of a state that is written plainly.
    pub fn plain(state: impl Into<State>) -> Self {
        Self {
            state: state.into(),
            guess: None,
        }
    }

    fn guessed(state: State, forms: Vec<String>, signs: Vec<String>) -> Self {
        let goal = None;
        let guess = Guess { forms, goal, signs };
        Self {
            state,
            guess: Some(Box::new(guess)),
        }
    }

    /// Returns the names of the [forms](FORMS) that were guessed, with what they stand for; none
    /// for cells that are written plainly.
    pub fn forms(&self) -> &[String] {
        self.guess.as_ref().map_or(&[], |guess| &guess.forms)
    }

    /// Returns the goal that the text asks for, as [`Solver::with_goal`] reads it.
    pub fn goal(&self) -> Option<&str> {
        self.guess.as_ref()?.goal.as_deref()
    }

    /// Returns how each cell of a state is written, by its number; none where numbers are.
    pub fn signs(&self) -> &[String] {
        self.guess.as_ref().map_or(&[], |guess| &guess.signs)
    }

    /// Returns what was guessed, for an answer towards this goal; `None` if nothing was.
    pub fn read_as(&self, goal: String) -> Option<ReadAs<'_>> {
        (!self.forms().is_empty()).then(|| ReadAs {
            form: self.forms().join("; "),
            goal,
            signs: self.signs(),
        })
    }
}

/// How a state was read that is not written plainly, as an object.
#[derive(Debug, Clone, Serialize)]
pub struct ReadAs<'a> {
    /// The forms that were guessed.
    pub form: String,
    /// The goal.
    pub goal: String,
    /// How cells are written, by their numbers; none where numbers are.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub signs: &'a [String],
}

/// Reads the text of one state, of a puzzle with this goal.
pub(crate) fn read(goal: &PuzzleGoal, text: &str) -> Result<Reading> {
    match goal.parse_state(text) {
        Ok(state) => Ok(plain(goal, text, state)),
        // A text that is far too long is not a state.
        Err(error @ (StateError::TooLong { .. } | StateError::Empty { .. })) => Err(error.into()),
        Err(error) => {
            let error = error.into();
            let lines = text.trim().lines().count();
            let found = texts_of(goal, text);
            match &found[..] {
                [one] if lines > 1 || one.text != text => read_text(goal, one),
                [_] => guessed(goal, text, error),
                _ => Err(error),
            }
        }
    }
}

/// Returns the reading of a state that is written plainly: with numbers or, where tiles are alike,
/// with letters.
fn plain(goal: &PuzzleGoal, text: &str, state: State) -> Reading {
    let has_equal = goal.partial().is_some_and(PartialGoal::has_equal);
    if has_equal && !text.contains(|c: char| ('1'..='9').contains(&c)) {
        let signs = signs::letters(&state, text.contains(|c: char| c.is_ascii_uppercase()));
        return Reading::guessed(state, Vec::new(), signs);
    }
    Reading::plain(state)
}

/// Reads a state from the lines of one.
pub(crate) fn read_text(goal: &PuzzleGoal, text: &StateText<'_>) -> Result<Reading> {
    if let Some(problem) = text.problem() {
        return Err(problem.clone().into());
    }
    let other = |shape: &Shape| goal.puzzle() != Puzzle::Sliding(*shape);
    if let Some(shape) = text.shape().filter(other) {
        return Err(Error::Question(format!(
            "the text says that the board is {shape}, but the question is about {}",
            goal.puzzle()
        )));
    }
    // Tiles that are alike in the goal beside a state may be so in the state.
    let of_own_goal = || {
        let own = PuzzleGoal::parse(goal.puzzle(), text.goal()?).ok()?;
        let state = own.parse_state(&text.text).ok()?;
        Some(plain(&own, &text.text, state))
    };
    let mut reading = match goal.parse_state(&text.text) {
        Ok(state) => plain(goal, &text.text, state),
        Err(error) => match of_own_goal() {
            Some(reading) => reading,
            None => guessed(goal, &text.text, error.into())?,
        },
    };
    let around = text.forms().iter().filter(|form| form.is_guess());
    let around: Vec<String> = around.map(ToString::to_string).collect();
    if !around.is_empty() || text.goal().is_some() {
        let guess = reading.guess.get_or_insert_default();
        guess.forms.splice(0..0, around);
        guess.goal = text.goal().map(str::to_owned);
    }
    Ok(reading)
}

/// Reads the cells of a goal in a form that its family does not read.
fn read_goal(puzzle: Puzzle, text: &str) -> Option<PuzzleGoal> {
    let (usual, family) = (PuzzleGoal::usual(puzzle), families::of(&puzzle));
    let texts = texts_of(&usual, text);
    let [one] = &texts[..] else {
        return None;
    };
    let state = || PuzzleGoal::of_state(&read_text(&usual, one).ok()?.state).ok();
    let with_blank = || family.read_goal(&signs::with_blank(&one.text)?).ok();
    let plain = family.read_goal(&one.text).ok();
    let left_out = || family.read_goal(&format!("{} 0", one.text)).ok();
    let numbered = || signs::in_order(&one.text, family.cells(), family.columns());
    let in_order = || family.read_goal(&numbered()?).ok();
    plain
        .or_else(state)
        .or_else(with_blank)
        .or_else(left_out)
        .or_else(in_order)
}

/// Returns the texts of the states in a text.
fn texts_of<'a>(goal: &PuzzleGoal, text: &'a str) -> Vec<StateText<'a>> {
    let mut lines = StateLines::of_goal(goal.clone());
    let mut texts = Vec::new();
    for line in text.lines() {
        texts.extend(lines.push(Cow::Borrowed(line)));
    }
    texts.extend(lines.finish());
    texts
}

/// Reads the cells of a state in a form that is not plain, or returns the error of the plain one.
fn guessed(goal: &PuzzleGoal, text: &str, error: Error) -> Result<Reading> {
    let readings = signs::readings(goal, text);
    match &readings[..] {
        [] => Err(unsupported(text, &error).map_or(error, Error::Question)),
        [reading] => Ok(reading.clone()),
        [one, other, ..] => Err(Error::Ambiguous(format!(
            "`{}` can be read in two ways: as {} ({}), or as {} ({}): write the numbers",
            shortened(text.trim()),
            one.state,
            one.forms().join(", "),
            other.state,
            other.forms().join(", "),
        ))),
    }
}

/// Returns what a text has that no puzzle here has.
fn unsupported(text: &str, error: &Error) -> Option<String> {
    if text.contains('=') && !text.contains(char::is_whitespace) {
        let instead = if cfg!(feature = "graphs") {
            "which a graph has here, drawn with | and -, and not a board"
        } else {
            "which are not supported: only whole rectangles of cells are"
        };
        return Some(format!("the board has walls (`=`), {instead}"));
    }
    match error {
        Error::State(StateError::WrongNumber { what, found, .. })
            if *found > 1 && what == "the blank" =>
        {
            Some(format!("{error}: only graphs have two blanks"))
        }
        _ => None,
    }
}

impl PuzzleGoal {
    /// Reads a goal of a puzzle: the name of one, or its cells.
    ///
    /// # Errors
    /// If the text is neither. For a single word, the error lists the names.
    pub fn parse(puzzle: Puzzle, text: &str) -> Result<Self> {
        let (family, text) = (families::of(&puzzle), text.trim());
        if let Some(goal) = family.named_goal(text) {
            return Ok(goal);
        }
        let is_word =
            text.len() <= LONGEST_NAME && words(text) == 1 && text.contains(char::is_alphabetic);
        let error = match family.read_goal(text) {
            Ok(goal) => return Ok(goal.in_signs_of(text)),
            Err(error) => error,
        };
        if let Some(goal) = read_goal(puzzle, text) {
            return Ok(goal.in_signs_of(text));
        }
        if !is_word {
            return Err(Error::Goal(error));
        }
        Err(Error::UnknownGoal {
            word: text.to_owned(),
            puzzle,
            names: listed(&family.goal_names()),
            problem: Box::new(error),
        })
    }
}

/// Replaces the goal by one whose cells have the signs of the goal before.
pub fn with_goal_in_signs(solver: Solver, text: &str) -> Result<Solver> {
    let mut goal = PuzzleGoal::parse(solver.puzzle(), text)?;
    if let (
        PuzzleGoal::State { signs, .. },
        PuzzleGoal::State {
            signs: signs_before,
            ..
        },
    ) = (&mut goal, &*solver.goal)
    {
        signs.clone_from(signs_before);
    }
    Ok(solver.towards(goal))
}

impl Solver {
    /// Reads a state, and says how: the text may have any of the [forms](FORMS).
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let solver = Library::in_memory().puzzle("3x3")?;
    /// let reading = solver.reading("2 3 4 1 5 x 7 6 8")?;
    /// assert_eq!(reading.state.to_string(), "2 3 4 1 5 0 7 6 8");
    /// assert_eq!(reading.forms(), ["the blank is `x`"]);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a state of the puzzle, or can be read in two ways.
    pub fn reading(&self, text: &str) -> Result<Reading> {
        read(&self.goal, text)
    }

    /// Reads all states in a text, each of which may have a goal beside it.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let solver = Library::in_memory().puzzle("2x2")?;
    /// let readings = solver.readings("2\n1 2\n0 3\n\n3 1 / 2 0")?;
    /// let states: Vec<String> = readings.iter().map(|each| each.state.to_string()).collect();
    /// assert_eq!(states, ["1 2 0 3", "3 1 2 0"]);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a state of the text is not one of the puzzle, or can be read in two ways.
    pub fn readings(&self, text: &str) -> Result<Vec<Reading>> {
        let texts = texts_of(&self.goal, text);
        texts.iter().map(|text| self.reading_of(text)).collect()
    }

    /// Reads a state that [`StateLines`] has found.
    ///
    /// # Errors
    /// If the text is not a state of the puzzle, or can be read in two ways.
    pub fn reading_of(&self, text: &StateText<'_>) -> Result<Reading> {
        read_text(&self.goal, text)
    }
}
