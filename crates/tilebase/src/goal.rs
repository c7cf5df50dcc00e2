//! Goals: each is read once, and passed on as a value.

use std::{borrow::Cow, fmt};

use tilebase_core::{
    Puzzle, StateError,
    oshidori::{self, Row, Stones},
    sliding::{ANY_TILE, PartialGoal},
    words,
};

use crate::{
    Error, Input, Result, State,
    families::{self, Family},
};

/// The most bytes of a word that may be meant as the name of a goal.
const LONGEST_NAME: usize = 32;

/// What states are solved for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Goal {
    /// One state, of a board whose tiles all differ.
    State(State),
    /// Cells of a board, of which some are open or hold tiles that are alike.
    Partial(PartialGoal),
    /// One or several rows of stones.
    Rows(Stones, oshidori::Goal),
}

impl Goal {
    /// Reads a goal of a puzzle: the name of one, or its cells.
    ///
    /// # Errors
    /// If the text is neither. For a single word, the error lists the names.
    pub fn parse(puzzle: Puzzle, text: &str) -> Result<Self> {
        let (family, text) = (families::of(&puzzle), text.trim());
        let is_word =
            text.len() <= LONGEST_NAME && words(text) == 1 && text.contains(char::is_alphabetic);
        family.read_goal(text).map_err(|error| {
            if !is_word {
                return Error::Goal(error);
            }
            Error::UnknownGoal {
                word: text.to_owned(),
                puzzle,
                names: families::listed(&family.goal_names()),
                problem: Box::new(error),
            }
        })
    }

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
        })
    }

    /// Returns the family of puzzles with goals of this kind.
    #[inline]
    pub fn family(&self) -> &dyn Family {
        match self {
            Self::State(state) => families::of(state.puzzle_ref()),
            Self::Partial(partial) => partial,
            Self::Rows(stones, _) => stones,
        }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> Puzzle {
        match self {
            Self::State(state) => state.puzzle(),
            Self::Partial(partial) => Puzzle::Sliding(partial.shape()),
            Self::Rows(stones, _) => Puzzle::Oshidori(*stones),
        }
    }

    /// Returns a state that meets the goal.
    pub fn a_state(&self) -> State {
        match self {
            Self::State(state) => state.clone(),
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
            Self::State(_) => true,
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

    /// Returns the state with these cells, which must be one that can be asked about.
    ///
    /// # Errors
    /// If the cells are not a state of the puzzle.
    #[inline]
    pub fn state_of_cells(&self, cells: &[u8]) -> Result<State, StateError> {
        self.family().check_cells(cells)?;
        Ok(State::from_checked_cells(self.puzzle(), cells))
    }

    /// Returns the state that a caller gives.
    ///
    /// # Errors
    /// If it is not a state of the puzzle.
    pub fn read<'a>(&self, input: Input<'a>) -> Result<Cow<'a, State>> {
        let (puzzle, family) = (self.puzzle(), self.family());
        Ok(Cow::Owned(match input {
            Input::Text(text) => State::parse_in(puzzle, family, text)?,
            Input::Cells(cells) => self.state_of_cells(cells)?,
            Input::State(state) if state.puzzle() == puzzle => {
                // The cells are those of the puzzle, but the tiles need not be those of the goal.
                self.partial()
                    .map_or(Ok(()), |partial| partial.check_cells(state.cells()))?;
                return Ok(state);
            }
            Input::State(state) => {
                return Err(Error::OtherPuzzle {
                    expected: puzzle,
                    found: state.puzzle(),
                });
            }
        }))
    }
}

/// A goal that names all tiles, which differ, is that of one state.
impl From<PartialGoal> for Goal {
    fn from(partial: PartialGoal) -> Self {
        match partial.whole() {
            Some(cells) => {
                let puzzle = Puzzle::Sliding(partial.shape());
                Self::State(State::from_checked_cells(puzzle, &cells))
            }
            None => Self::Partial(partial),
        }
    }
}

/// Writes the goal as [`Goal::parse`] reads it.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(state) => state.fmt(f),
            Self::Partial(partial) => partial.fmt(f),
            Self::Rows(_, goal) => goal.fmt(f),
        }
    }
}
