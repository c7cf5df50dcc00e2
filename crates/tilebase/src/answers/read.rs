//! Answers read back from the objects as which they serialize.
//!
//! What an object leaves out because it follows from the rest is derived again. A solver's wish for
//! bounds is read only where they meet: elsewhere it makes no difference to the object.

use serde::{Deserialize, Deserializer, de::Error as _};
use tilebase_core::{Puzzle, oshidori::Turn, sliding::Metric};
use tilebase_solve::{Proof, Stats};

use crate::{
    answers::{About, Answer, Bounds, Hint, Hints, Method, Review, Reviewed},
    families::puzzle_by_rules,
    moves::Move,
    values::{Error, PuzzleGoal, Result, State, ensure},
};

/// Implements `Deserialize` by the keys of an object.
macro_rules! deserialize_as {
    ($($value:ty => $keys:ident),+) => {$(
        impl<'de> Deserialize<'de> for $value {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $keys::deserialize(deserializer)?.read().map_err(D::Error::custom)
            }
        }
    )+};
}

deserialize_as!(
    About => AboutKeys,
    State => PlacedKeys,
    Answer => AnswerKeys,
    Hints => HintsKeys,
    Review => ReviewKeys
);

/// Returns the state with these cells, of a board also if some tiles are alike.
fn state_of(puzzle: Puzzle, cells: &[u8]) -> Result<State> {
    let Puzzle::Sliding(shape) = puzzle else {
        return Ok(PuzzleGoal::usual(puzzle).state_of_cells(cells)?);
    };
    let blanks = cells.iter().filter(|&&cell| cell == 0).count();
    ensure(cells.len() == shape.cells() && blanks == 1, || {
        Error::Question(format!(
            "{} cells with {blanks} blanks are not a state of {puzzle}, which has {} with one",
            cells.len(),
            shape.cells()
        ))
    })?;
    Ok(State::from_checked_cells(puzzle, cells))
}

/// The puzzle, its rules and metric.
#[derive(Deserialize)]
struct AboutKeys {
    space: String,
    #[serde(default)]
    rules: RuleKeys,
    #[serde(default)]
    metric: Option<String>,
}

/// The puzzle, its rules and metric, and a state.
#[derive(Deserialize)]
struct PlacedKeys {
    #[serde(flatten)]
    about: AboutKeys,
    state: Vec<u8>,
}

#[derive(Default, Deserialize)]
struct RuleKeys {
    block: Option<u8>,
    holes: Option<u8>,
    #[serde(default)]
    unlike: bool,
    turn: Option<String>,
}

impl AboutKeys {
    fn puzzle(&self) -> Result<Puzzle> {
        let turn = |name: &String| {
            let turn = Turn::named(name);
            turn.ok_or_else(|| Error::Question(format!("`{name}` does not say who is turned")))
        };
        let RuleKeys {
            block,
            holes,
            unlike,
            turn: named,
        } = &self.rules;
        let turn = named.as_ref().map(turn).transpose()?;
        puzzle_by_rules(&self.space, *block, *holes, *unlike, turn)
    }

    fn metric(&self) -> Result<Metric> {
        let named = self.metric.as_deref().unwrap_or("single").parse();
        named.map_err(|error: tilebase_core::sliding::UnknownMetric| {
            Error::Question(error.to_string())
        })
    }

    fn read(&self) -> Result<About> {
        Ok(About::new(self.puzzle()?, self.metric()?))
    }
}

impl PlacedKeys {
    fn metric(&self) -> Result<Metric> {
        self.about.metric()
    }

    fn read(&self) -> Result<State> {
        state_of(self.about.puzzle()?, &self.state)
    }
}

/// Bounds of a distance, or the distance if they meet.
#[derive(Deserialize)]
struct DistanceKeys {
    distance: Option<u32>,
    bounds: Option<Bounds>,
}

impl DistanceKeys {
    fn read(&self) -> Option<Bounds> {
        self.distance.map(Bounds::of_distance).or(self.bounds)
    }

    /// Returns the bounds of a state that can reach the goal.
    fn known(&self) -> Result<Bounds> {
        self.read().ok_or_else(|| {
            Error::Question("an object of a move has neither a distance nor bounds".to_owned())
        })
    }
}

#[derive(Deserialize)]
struct AnswerKeys {
    #[serde(flatten)]
    placed: PlacedKeys,
    solvable: Option<bool>,
    distance: Option<u32>,
    method: String,
    lower: Option<u32>,
    upper: Option<u32>,
    proof: Option<Proof>,
    heuristic: Option<String>,
    stats: Option<Stats>,
    states: Option<Vec<Vec<u8>>>,
}

impl AnswerKeys {
    fn read(self) -> Result<Answer> {
        let state = self.placed.read()?;
        let puzzle = state.puzzle();
        let cells = |cells: Vec<u8>| state_of(puzzle, &cells);
        let path = self
            .states
            .map(|path| path.into_iter().map(cells).collect());
        let method = Method::named(&self.method).ok_or_else(|| {
            Error::Question(format!("`{}` is not the name of a method", self.method))
        })?;
        let open = self.lower.map(|lower| Bounds {
            lower,
            upper: self.upper,
        });
        let bounds = self.distance.map(Bounds::of_distance).or(open);
        ensure(bounds.is_some() || self.solvable == Some(false), || {
            Error::Question("an answer has neither a distance nor bounds".to_owned())
        })?;
        Ok(Answer {
            metric: self.placed.metric()?,
            method,
            bounds: bounds.filter(|_| self.solvable != Some(false)),
            proof: self.proof,
            path: path.transpose()?,
            heuristic: self.heuristic,
            stats: self.stats,
            show_bounds: open.is_some_and(|bounds| bounds.exact().is_some()),
            state,
        })
    }
}

/// A move, and what is known of the state after it.
#[derive(Deserialize)]
struct StepKeys {
    state: Vec<u8>,
    #[serde(flatten)]
    distance: DistanceKeys,
    optimal: Option<bool>,
}

impl StepKeys {
    /// Returns the state after a move, and the move from the state before it.
    fn after(&self, metric: Metric, before: &State) -> Result<(State, Move)> {
        let state = state_of(before.puzzle(), &self.state)?;
        let step = before
            .move_in(metric, &state)
            .ok_or_else(|| Error::Question(format!("no move leads from {before} to {state}")))?;
        Ok((state, step))
    }
}

#[derive(Deserialize)]
struct HintsKeys {
    #[serde(flatten)]
    placed: PlacedKeys,
    #[serde(flatten)]
    distance: DistanceKeys,
    moves: Vec<StepKeys>,
}

impl HintsKeys {
    fn read(self) -> Result<Hints> {
        let (state, metric) = (self.placed.read()?, self.placed.metric()?);
        let hint = |keys: StepKeys| {
            let (next, step) = keys.after(metric, &state)?;
            Ok(Hint {
                step,
                state: next,
                bounds: keys.distance.known()?,
            })
        };
        let moves: Result<Vec<Hint>> = self.moves.into_iter().map(hint).collect();
        Ok(Hints {
            metric,
            bounds: self.distance.read(),
            moves: moves?,
            state,
        })
    }
}

#[derive(Deserialize)]
struct ReviewKeys {
    #[serde(flatten)]
    placed: PlacedKeys,
    #[serde(flatten)]
    distance: DistanceKeys,
    moves: Vec<StepKeys>,
}

impl ReviewKeys {
    fn read(self) -> Result<Review> {
        let (state, metric) = (self.placed.read()?, self.placed.metric()?);
        let mut here = state.clone();
        let reviewed = |keys: StepKeys| {
            let (next, step) = keys.after(metric, &here)?;
            here = next.clone();
            Ok(Reviewed {
                step,
                state: next,
                bounds: keys.distance.known()?,
                optimal: keys.optimal,
            })
        };
        let moves: Result<Vec<Reviewed>> = self.moves.into_iter().map(reviewed).collect();
        Ok(Review {
            metric,
            bounds: self.distance.known()?,
            moves: moves?,
            state,
        })
    }
}
