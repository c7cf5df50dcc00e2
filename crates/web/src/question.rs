//! The reading of questions.

use serde_json::{Map, Value};
use tilebase::{
    Error, Puzzle, Solver, State, oshidori::Turn, programs::puzzle_by_rules, puzzle_of,
    sliding::Metric,
};

/// The reason why there is no answer: an error of the question or of the library.
pub(crate) type BoxedError = Box<dyn std::error::Error>;

/// The most states that a question may request: their answer takes a hundred megabytes.
const MOST: u64 = 1_000_000;

/// The states that a list has unless a question asks for more or fewer.
pub(crate) const LISTED: usize = 1000;

/// All keys.
const KEYS: [&str; 29] = [
    "do", "space", "goal", "metric", "block", "holes", "unlike", "turn", "seconds", "best",
    "width", "state", "states", "moves", "notation", "tool", "link", "better", "count", "stage",
    "stages", "endings", "distance", "walk", "below", "limit", "n", "seed", "soon",
];

/// A question about a puzzle, as a JSON object.
///
/// Keys are read one by one, so that each error names its key. Types that serde reads would be a
/// tenth of what the page loads.
#[derive(Debug)]
pub(crate) struct Question(Map<String, Value>);

/// The subject of a question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QuestionSubject {
    /// The puzzle, with the rules of a row.
    pub(crate) puzzle: Puzzle,
    /// The goal, if it is not the usual one.
    pub(crate) goal: Option<String>,
    /// What counts as one move.
    pub(crate) metric: Metric,
    /// After this time a search ends with bounds.
    pub(crate) seconds: Option<f64>,
    /// Whether the best solution that beams find is enough.
    pub(crate) best: bool,
    /// The width of the only beam.
    pub(crate) width: Option<usize>,
}

impl QuestionSubject {
    /// Returns whether shortest solutions are wanted, rather than the best of beams.
    pub(crate) fn wants_proof(&self) -> bool {
        !self.best && self.width.is_none()
    }
}

impl Question {
    /// Reads a question: an object whose keys are known.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let Ok(Value::Object(keys)) = serde_json::from_str(text) else {
            return Err("the question: it must be a JSON object".to_owned());
        };
        match keys.keys().find(|key| !KEYS.contains(&key.as_str())) {
            None => Ok(Self(keys)),
            Some(key) => {
                let known = KEYS.join(", ");
                Err(format!(
                    "the question: there is no key `{}`: the keys are {known}",
                    brief(key)
                ))
            }
        }
    }

    pub(crate) fn subject(&self) -> Result<QuestionSubject, BoxedError> {
        self.subject_of(self.puzzle()?)
    }

    /// Returns the puzzle, which is that of a text as people write it if none is named.
    pub(crate) fn puzzle_or_of(&self, text: Option<&str>) -> Result<Puzzle, BoxedError> {
        match text.filter(|_| self.value("space").is_none()) {
            Some(text) => Ok(puzzle_of(text)?),
            None => self.puzzle(),
        }
    }

    /// Returns the subject of a question about this puzzle.
    pub(crate) fn subject_of(&self, puzzle: Puzzle) -> Result<QuestionSubject, BoxedError> {
        let metric = self.text("metric")?.map(str::parse);
        let metric: Option<Metric> = metric.transpose().map_err(|error| format!("{error}"))?;
        Ok(QuestionSubject {
            puzzle,
            goal: self.text("goal")?.map(str::to_owned),
            metric: metric.unwrap_or_default(),
            seconds: self.seconds()?,
            best: self.flag("best")?,
            width: self.number("width")?,
        })
    }

    /// Returns the puzzle with its rules.
    fn puzzle(&self) -> Result<Puzzle, BoxedError> {
        let (block, holes) = (self.number("block")?, self.number("holes")?);
        let turn = self.text("turn")?.map(|turn| {
            Turn::named(turn).ok_or_else(|| wrong("turn", "never, may or must", &turn.into()))
        });
        let (unlike, turn) = (self.flag("unlike")?, turn.transpose()?);
        Ok(puzzle_by_rules(
            self.needed("space")?,
            block,
            holes,
            unlike,
            turn,
        )?)
    }

    /// Returns the state asked about.
    pub(crate) fn state(&self, solver: &Solver) -> Result<State, BoxedError> {
        let state = self.value("state").ok_or_else(|| missing("state"))?;
        read(solver, state, "a `state`")
    }

    /// Returns the states asked about.
    pub(crate) fn states(&self, solver: &Solver) -> Result<Vec<State>, BoxedError> {
        let value = self.value("states").ok_or_else(|| missing("states"))?;
        let states = value.as_array();
        let states = states.ok_or_else(|| wrong("states", "an array of states", value))?;
        let read = |(place, state)| {
            let name = format!("state {place}");
            read(solver, state, &name).map_err(|error| match error.downcast::<Error>() {
                Ok(error) => format!("{name}: {error}").into(),
                Err(error) => error,
            })
        };
        states.iter().enumerate().map(read).collect()
    }

    /// Returns the text with this key.
    pub(crate) fn needed(&self, key: &str) -> Result<&str, String> {
        self.text(key)?.ok_or_else(|| missing(key))
    }

    /// Returns the stages of a solution or a game, and the number of endings that are followed, at
    /// most 1,000. `other` is a key that says nothing about stages.
    pub(crate) fn stages(&self, other: &str) -> Result<Option<(&str, usize)>, String> {
        let endings = self.number("endings")?;
        match (self.text("stages")?, endings) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(missing("stages")),
            (Some(_), _) if self.flag(other)? => {
                Err(format!("the question: `{other}` is not for stages"))
            }
            (Some(stages), endings) => Ok(Some((stages, endings.unwrap_or(1)))),
        }
    }

    fn seconds(&self) -> Result<Option<f64>, String> {
        match self.decimal("seconds")? {
            Some(below) if below < 0.0 => Err(wrong("seconds", "0 or more", &below.into())),
            seconds => Ok(seconds),
        }
    }

    fn value(&self, key: &str) -> Option<&Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, key: &str) -> Result<Option<&str>, String> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(key, "a text", other)),
        }
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool, String> {
        match self.value(key) {
            None => Ok(false),
            Some(Value::Bool(value)) => Ok(*value),
            Some(other) => Err(wrong(key, "true or false", other)),
        }
    }

    pub(crate) fn decimal(&self, key: &str) -> Result<Option<f64>, String> {
        let number = |value: &Value| value.as_f64().ok_or_else(|| wrong(key, "a number", value));
        self.value(key).map(number).transpose()
    }

    /// Returns the whole number with this key, whose limits its type holds.
    pub(crate) fn number<N: TryFrom<u64>>(&self, key: &str) -> Result<Option<N>, String> {
        let number = self.whole_number(key)?;
        Ok(number.and_then(|number| number.try_into().ok()))
    }

    fn whole_number(&self, key: &str) -> Result<Option<u64>, String> {
        let least = u64::from(matches!(key, "endings" | "width"));
        let most = match key {
            "block" | "holes" => u8::MAX.into(),
            "distance" => u32::MAX.into(),
            "endings" => LISTED as u64,
            "seed" => u64::MAX,
            _ => MOST,
        };
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        match value.as_u64() {
            Some(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => {
                let limits = format!("a whole number from {least} to {most}");
                Err(wrong(key, &limits, value))
            }
        }
    }
}

/// Reads a state: text as people write it, or its cells.
fn read(solver: &Solver, value: &Value, name: &str) -> Result<State, BoxedError> {
    let number = |cell: &Value| cell.as_u64().and_then(|cell| u8::try_from(cell).ok());
    let problem = match value {
        Value::String(text) => return Ok(solver.state(text)?),
        Value::Array(cells) => match cells.iter().map(number).collect::<Option<Vec<u8>>>() {
            Some(cells) => return Ok(solver.state(&cells[..])?),
            None => format!("the cells of {name} are numbers up to 255"),
        },
        _ => format!("{name} is a text or an array of cells"),
    };
    Err(format!("the question: {problem}").into())
}

pub(crate) fn missing(key: &str) -> String {
    format!("the question: `{key}` is missing")
}

fn wrong(key: &str, kind: &str, value: &Value) -> String {
    format!(
        "the question: `{key}` must be {kind}, not {}",
        brief(&value.to_string())
    )
}

/// Returns the beginning of a text.
pub(crate) fn brief(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
