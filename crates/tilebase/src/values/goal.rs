//! Goals: each is read once, and passed on as a value.

use std::fmt;

use tilebase_core::{
    Puzzle,
    oshidori::{self, Row, Stones},
    sliding::{ANY_TILE, PartialGoal},
};

use crate::values::{Error, Result, State};

/// What states are solved for.
#[derive(Debug, Clone)]
pub(crate) enum PuzzleGoal {
    /// One state, of a board or a graph whose tiles all differ.
    State {
        state: State,
        /// How the goal writes its cells, by their numbers: states may write them so, too. None
        /// where it has numbers.
        signs: Vec<String>,
    },
    /// Cells of a board, of which some are open or hold tiles that are alike.
    Partial(PartialGoal),
    /// One or several rows of stones.
    Rows(Stones, oshidori::Goal),
}

impl PuzzleGoal {
    /// Returns the goal that a state meets, and others only if tiles are alike.
    ///
    /// # Errors
    /// If its cells are not a goal.
    pub fn of_state(state: &State) -> Result<Self> {
        Ok(match state.puzzle() {
            Puzzle::Sliding(shape) => {
                let cells: Vec<Option<u8>> = state.cells().iter().copied().map(Some).collect();
                PartialGoal::new(shape, &cells).map_err(Error::Goal)?.into()
            }
            Puzzle::Oshidori(stones) => {
                Self::Rows(stones, oshidori::Goal::Row(Row::try_from(state)?))
            }
            #[cfg(feature = "graphs")]
            Puzzle::Graph(_) => state.clone().into(),
        })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> Puzzle {
        match self {
            Self::State { state, .. } => state.puzzle(),
            Self::Partial(partial) => Puzzle::Sliding(partial.shape()),
            Self::Rows(stones, _) => Puzzle::Oshidori(*stones),
        }
    }

    /// Returns a state that meets the goal.
    pub fn a_state(&self) -> State {
        match self {
            Self::State { state, .. } => state.clone(),
            Self::Partial(partial) => {
                State::from_checked_cells(self.puzzle(), &partial.some_goal())
            }
            Self::Rows(stones, goal) => {
                let rows = goal.rows(*stones).unwrap_or_default();
                rows.first().copied().unwrap_or(Row::goal(*stones)).into()
            }
        }
    }

    /// Returns the only state that meets the goal, or that those which meet it look like; `None` if
    /// there are several.
    pub fn single(&self) -> Option<State> {
        let is_single = match self {
            Self::State { .. } => true,
            Self::Partial(partial) => !partial.cells().contains(&ANY_TILE),
            Self::Rows(_, goal) => matches!(goal, oshidori::Goal::Row(_)),
        };
        is_single.then(|| self.a_state())
    }

    /// Returns the goal if it leaves cells open, or has tiles that are alike.
    pub fn partial(&self) -> Option<&PartialGoal> {
        match self {
            Self::Partial(partial) => Some(partial),
            _ => None,
        }
    }
}

/// Goals are equal if the same states meet them, however they are written.
impl PartialEq for PuzzleGoal {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::State { state, .. }, Self::State { state: other, .. }) => state == other,
            (Self::Partial(partial), Self::Partial(other)) => partial == other,
            (Self::Rows(stones, goal), Self::Rows(others, other)) => {
                (stones, goal) == (others, other)
            }
            _ => false,
        }
    }
}

impl From<State> for PuzzleGoal {
    fn from(state: State) -> Self {
        let signs = Vec::new();
        Self::State { state, signs }
    }
}

/// A goal that names all tiles, which differ, is that of one state.
impl From<PartialGoal> for PuzzleGoal {
    fn from(partial: PartialGoal) -> Self {
        match partial.whole() {
            Some(cells) => {
                let puzzle = Puzzle::Sliding(partial.shape());
                State::from_checked_cells(puzzle, &cells).into()
            }
            None => Self::Partial(partial),
        }
    }
}

/// Writes the goal as [`PuzzleGoal::parse`] reads it.
impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State { state, .. } => state.fmt(f),
            Self::Partial(partial) => partial.fmt(f),
            Self::Rows(_, goal) => goal.fmt(f),
        }
    }
}
