//! Graded and shortened games.

use std::ops::Range;

use serde::Serialize;
use tilebase_core::sliding::Metric;

use crate::{
    answers::{Answer, Bounds},
    moves::{Lengths, Letters, Move, Moves, Notation},
    values::{Result, State},
};

/// A game that was played; see [`Solver::game`](crate::Solver::game).
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    pub(crate) metric: Metric,
    /// The states, both ends included.
    pub(crate) path: Vec<State>,
}

impl Game {
    /// Plays moves from a state, as [`Moves::play`] does.
    ///
    /// # Errors
    /// If the text is not a list of moves, or a move cannot be made; the error names its number.
    pub fn play(metric: Metric, start: &State, moves: &str, notation: Notation) -> Result<Self> {
        let path = Moves::play(metric, start, moves, notation)?;
        Ok(Self { metric, path })
    }

    /// Returns the state at the start.
    pub fn start(&self) -> &State {
        &self.path[0]
    }

    /// Returns the state after the last move.
    pub fn last(&self) -> &State {
        &self.path[self.path.len() - 1]
    }

    /// Returns the moves made.
    pub fn moves(&self) -> Moves {
        Moves::along(self.metric, &self.path)
    }

    /// Returns the game with its moves counted in a metric. In the multi-tile metric, successive
    /// moves in one direction are one move.
    ///
    /// # Errors
    /// If it is not a game on a board.
    pub fn in_metric(&self, metric: Metric) -> Result<Self> {
        let letters = Letters::of_moves(self.moves().iter()).to_string();
        Self::play(metric, self.start(), &letters, Notation::Tile)
    }
}

/// A game that was played, graded move by move.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Review {
    /// The state at the start.
    pub state: State,
    /// What counts as one move.
    pub metric: Metric,
    /// The bounds of its distance: the number of moves of a game without a mistake.
    pub bounds: Bounds,
    /// The moves made, in order.
    pub moves: Vec<Reviewed>,
}

/// One move of a game.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reviewed {
    /// The move.
    pub step: Move,
    /// The state after it.
    pub state: State,
    /// The bounds of the distance of that state, in moves.
    pub bounds: Bounds,
    /// Whether the distance is one less than before; `None` if that is not proven.
    pub optimal: Option<bool>,
}

impl Reviewed {
    /// Returns the distance after the move; `None` if it is not proven.
    pub fn distance(&self) -> Option<u32> {
        self.bounds.exact()
    }
}

impl Review {
    /// Returns the distance at the start; `None` if it is not proven.
    pub fn distance(&self) -> Option<u32> {
        self.bounds.exact()
    }

    /// Returns the state after the last move.
    pub fn last(&self) -> &State {
        self.moves.last().map_or(&self.state, |last| &last.state)
    }

    /// Returns the bounds of the distance of the [`last`](Self::last) state, in moves.
    pub fn last_bounds(&self) -> Bounds {
        self.moves.last().map_or(self.bounds, |last| last.bounds)
    }

    /// Returns the bounds of the distance of each state.
    pub(crate) fn bounds_along(&self) -> impl Iterator<Item = Bounds> {
        std::iter::once(self.bounds).chain(self.moves.iter().map(|step| step.bounds))
    }

    /// Returns the number of wasted moves: moves made, plus those still to make, minus the distance
    /// at the start. It is 0 for a game without a mistake.
    pub fn wasted(&self) -> Bounds {
        let (made, left) = (self.moves.len() as u32, self.last_bounds());
        // No move brings the goal nearer by more than one, so no part of this is negative.
        let most = left
            .upper
            .map(|upper| (made + upper).saturating_sub(self.bounds.lower));
        let whole = self.bounds.upper;
        let whole = whole.map_or(0, |upper| (made + left.lower).saturating_sub(upper));
        let moves = self.bounds_along().zip(&self.moves).map(|(before, step)| {
            let most = before.upper.unwrap_or(u32::MAX);
            step.bounds.lower.saturating_add(1).saturating_sub(most)
        });
        Bounds {
            lower: whole.max(moves.sum()),
            upper: most,
        }
    }

    /// Returns the number of moves that are proven to be optimal.
    pub fn optimal_moves(&self) -> usize {
        let optimal = self.moves.iter().filter(|step| step.optimal == Some(true));
        optimal.count()
    }

    /// Returns the runs of moves that are proven not to be optimal, as indices of
    /// [`moves`](Self::moves).
    pub fn mistakes(&self) -> Vec<Range<usize>> {
        let mut place = 0;
        let runs = self.moves.chunk_by(|a, b| a.optimal == b.optimal);
        let runs = runs.map(|run| {
            place += run.len();
            (run[0].optimal, place - run.len()..place)
        });
        let wrong = runs.filter(|(optimal, _)| *optimal == Some(false));
        wrong.map(|(_, run)| run).collect()
    }

    /// Returns the length of the game in both metrics.
    pub fn lengths(&self) -> Lengths {
        let steps = self.moves.iter().map(|reviewed| reviewed.step);
        Moves::of_steps(self.metric, steps.collect()).lengths()
    }
}

/// A graded game, with a better line for each run of moves that were not optimal if that is wanted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GradedGame {
    /// The game and its grades.
    #[serde(flatten)]
    pub review: Review,
    /// The runs; `None` if they are not wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistakes: Option<Vec<Mistake>>,
}

/// A run of moves of a game, none of which was optimal.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Mistake {
    /// The number of the first move, from 1.
    pub first: usize,
    /// The number of the last.
    pub last: usize,
    /// The number of wasted moves; `None` if it is not proven.
    pub wasted: Option<u32>,
    /// A shortest solution of the state before the first move, or the best known.
    pub better: Moves,
    /// The moves as [`Moves::jumps`] writes them, if the rules are not the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jumps: Option<Vec<String>>,
    /// The directions in which the tiles of that solution slide; empty for a row.
    pub letters: String,
}

/// A game that was made shorter between its two ends.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Shortened {
    /// The number of moves that were made.
    pub made: u32,
    /// The shorter game, and the bounds of the least number of moves between the two ends.
    pub answer: Answer,
}

impl Shortened {
    /// Returns the state at the end.
    pub fn last(&self) -> &State {
        let path = self.answer.path.as_ref();
        path.and_then(|path| path.last())
            .unwrap_or(&self.answer.state)
    }
}
