//! The objects as which answers serialize: those of the program's `--json`.

use serde::{Serialize, Serializer};
use tilebase_core::{Puzzle, sliding::Metric};
use tilebase_solve::{Proof, Stats};

use crate::{
    answers::{
        Answer, Bounds, Check, Hint, Hints, Method, PlacedState, Reason, Review, Reviewed,
        ReviewedStage, Shortened, Solvable, StagedReview,
    },
    moves::{Lengths, Move, Moves},
    values::State,
};

/// Implements `Serialize` by the object that borrows a value.
macro_rules! serialize_as {
    ($($value:ty => $object:ident),+) => {$(
        impl Serialize for $value {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $object::from(self).serialize(serializer)
            }
        }
    )+};
}

serialize_as!(
    Answer => AnswerObject,
    Hints => HintsObject,
    Hint => StepObject,
    Check => CheckObject,
    Review => ReviewObject,
    Reviewed => StepObject,
    Shortened => ShortenedObject,
    StagedReview => StagedReviewObject
);

/// The puzzle, its rules and the cells.
impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PlacedState::new(self, Metric::default()).serialize(serializer)
    }
}

/// The object of `distance` or, with a path, of `solve`.
#[derive(Serialize)]
struct AnswerObject<'a> {
    #[serde(flatten)]
    state: PlacedState<'a>,
    #[serde(flatten)]
    solvable: Solvable,
    distance: Option<u32>,
    method: &'static str,
    /// If bounds were asked for, or do not meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<Option<u32>>,
    #[serde(flatten)]
    beam: Option<BeamKeys>,
    /// Left out if the goal is out of reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Option<Proof>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Stats>,
    #[serde(flatten)]
    path: Option<PathKeys<'a>>,
}

#[derive(Serialize)]
struct BeamKeys {
    optimal: bool,
    lower_bound: u32,
    length: Option<u32>,
}

/// A solution.
#[derive(Serialize)]
struct PathKeys<'a> {
    moves: Moves,
    #[serde(skip_serializing_if = "Option::is_none")]
    jumps: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    letters: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blank: Option<String>,
    states: Vec<&'a [u8]>,
}

impl<'a> PathKeys<'a> {
    fn of(answer: &'a Answer) -> Option<Self> {
        let (path, moves) = (answer.path.as_ref()?, answer.moves());
        Some(Self {
            jumps: moves.jumps(answer.state.puzzle()),
            letters: is_board(&answer.state).then(|| moves.letters()),
            blank: is_board(&answer.state).then(|| moves.blank()),
            states: path.iter().map(State::cells).collect(),
            moves,
        })
    }
}

fn is_board(state: &State) -> bool {
    matches!(state.puzzle(), Puzzle::Sliding(_))
}

impl<'a> From<&'a Answer> for AnswerObject<'a> {
    fn from(answer: &'a Answer) -> Self {
        let open = |bounds: &Bounds| answer.show_bounds || bounds.exact().is_none();
        let open = answer.bounds.filter(open);
        let beam = answer.bounds.filter(|_| answer.method == Method::Beam);
        Self {
            state: PlacedState::new(&answer.state, answer.metric),
            solvable: Solvable::new(answer.solvable(), &answer.state),
            distance: answer.distance(),
            method: answer.method.name(),
            lower: open.map(|bounds| bounds.lower),
            upper: open.map(|bounds| bounds.upper),
            beam: beam.map(|bounds| BeamKeys {
                optimal: bounds.exact().is_some(),
                lower_bound: bounds.lower,
                length: bounds.upper,
            }),
            proof: (answer.proof.is_some() || open.is_some()).then_some(answer.proof),
            heuristic: answer.heuristic.as_deref(),
            stats: answer.stats.as_ref(),
            path: PathKeys::of(answer),
        }
    }
}

/// The object of `hint`.
#[derive(Serialize)]
struct HintsObject<'a> {
    #[serde(flatten)]
    state: PlacedState<'a>,
    #[serde(flatten)]
    solvable: Solvable,
    distance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Bounds>,
    moves: &'a [Hint],
}

impl<'a> From<&'a Hints> for HintsObject<'a> {
    fn from(hints: &'a Hints) -> Self {
        Self {
            state: PlacedState::new(&hints.state, hints.metric),
            solvable: Solvable::new(Some(hints.bounds.is_some()), &hints.state),
            distance: hints.distance(),
            bounds: hints.bounds.and_then(unproven),
            moves: &hints.moves,
        }
    }
}

/// Returns bounds that do not meet, which are written beside the `null` of a number.
fn unproven(bounds: Bounds) -> Option<Bounds> {
    Some(bounds).filter(|bounds| bounds.exact().is_none())
}

/// A move, and what is known of the state after it.
#[derive(Serialize)]
struct StepObject<'a> {
    #[serde(rename = "move")]
    step: Move,
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump: Option<String>,
    state: &'a [u8],
    distance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Bounds>,
    /// Left out of hints.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<Option<bool>>,
}

impl<'a> StepObject<'a> {
    fn new(step: Move, state: &'a State, bounds: Bounds) -> Self {
        let shared = state.puzzle().shares_names_of_moves();
        let jump = shared.then(|| step.to_string());
        Self {
            step,
            letter: step.letters(),
            jump,
            state: state.cells(),
            distance: bounds.exact(),
            bounds: unproven(bounds),
            optimal: None,
        }
    }
}

impl<'a> From<&'a Hint> for StepObject<'a> {
    fn from(hint: &'a Hint) -> Self {
        Self::new(hint.step, &hint.state, hint.bounds)
    }
}

impl<'a> From<&'a Reviewed> for StepObject<'a> {
    fn from(reviewed: &'a Reviewed) -> Self {
        Self {
            optimal: Some(reviewed.optimal),
            ..Self::new(reviewed.step, &reviewed.state, reviewed.bounds)
        }
    }
}

/// The object of `review`.
#[derive(Serialize)]
struct ReviewObject<'a> {
    #[serde(flatten)]
    state: PlacedState<'a>,
    distance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Bounds>,
    moves: &'a [Reviewed],
    r#final: &'a [u8],
    final_distance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    final_bounds: Option<Bounds>,
    made: usize,
    wasted: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wasted_bounds: Option<Bounds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<Lengths>,
}

impl<'a> From<&'a Review> for ReviewObject<'a> {
    fn from(review: &'a Review) -> Self {
        let (last, wasted) = (review.last_bounds(), review.wasted());
        Self {
            state: PlacedState::new(&review.state, review.metric),
            distance: review.distance(),
            bounds: unproven(review.bounds),
            moves: &review.moves,
            r#final: review.last().cells(),
            final_distance: last.exact(),
            final_bounds: unproven(last),
            made: review.moves.len(),
            wasted: wasted.exact(),
            wasted_bounds: unproven(wasted),
            lengths: is_board(&review.state).then(|| review.lengths()),
        }
    }
}

/// The object of `shorten`.
#[derive(Serialize)]
struct ShortenedObject<'a> {
    #[serde(flatten)]
    state: PlacedState<'a>,
    r#final: &'a [u8],
    before: u32,
    length: usize,
    optimal: bool,
    lower_bound: u32,
    #[serde(flatten)]
    path: Option<PathKeys<'a>>,
}

impl<'a> From<&'a Shortened> for ShortenedObject<'a> {
    fn from(shortened: &'a Shortened) -> Self {
        let answer = &shortened.answer;
        Self {
            state: PlacedState::new(&answer.state, answer.metric),
            r#final: shortened.last().cells(),
            before: shortened.made,
            length: answer.moves().len(),
            optimal: answer.distance().is_some(),
            lower_bound: answer.lower(),
            path: PathKeys::of(answer),
        }
    }
}

/// The object of `review` with stages.
#[derive(Serialize)]
struct StagedReviewObject<'a> {
    #[serde(flatten)]
    state: PlacedState<'a>,
    stages: &'a [ReviewedStage],
    r#final: &'a [u8],
    made: usize,
    wasted: u32,
}

impl<'a> From<&'a StagedReview> for StagedReviewObject<'a> {
    fn from(review: &'a StagedReview) -> Self {
        let game = &review.game;
        Self {
            state: PlacedState::new(game.start(), game.metric),
            stages: &review.stages,
            r#final: game.last().cells(),
            made: game.moves().len(),
            wasted: review.stages.iter().map(|stage| stage.wasted).sum(),
        }
    }
}

/// The object of `check`.
#[derive(Serialize)]
struct CheckObject<'a> {
    #[serde(flatten)]
    state: PlacedState<'a>,
    #[serde(flatten)]
    solvable: Solvable,
    #[serde(flatten)]
    reason: ReasonKeys<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ReasonKeys<'a> {
    Parity {
        inversions_by_tile: &'a [u32],
        inversions: u32,
        blank_row: usize,
        home_row: usize,
        row_counts: bool,
        sum: u32,
    },
    Rule {
        reason: &'static str,
    },
}

impl<'a> From<&'a Check> for CheckObject<'a> {
    fn from(check: &'a Check) -> Self {
        Self {
            state: PlacedState::new(&check.state, check.metric),
            solvable: Solvable::new(check.solvable, &check.state),
            reason: match &check.reason {
                Reason::Parity(parity) => ReasonKeys::Parity {
                    inversions_by_tile: &parity.inversions_by_tile,
                    inversions: parity.inversions(),
                    blank_row: parity.blank_row,
                    home_row: parity.home_row,
                    row_counts: parity.row_counts(),
                    sum: parity.sum(),
                },
                Reason::Rule(reason) => ReasonKeys::Rule { reason },
            },
        }
    }
}
