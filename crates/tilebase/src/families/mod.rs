//! The families of puzzles: a file for each, and one for goals that do not name all tiles.
//!
//! A new family is a file that implements [`Family`], and an arm in [`of`].

mod board;
mod family;
#[cfg(feature = "graphs")]
mod graph;
mod partial;
mod row;

use std::borrow::Cow;

use tilebase_core::{
    Puzzle, StateError,
    oshidori::{self, Turn},
    sliding::Metric,
};

pub(crate) use family::{BOARD_REACH, Family};

use crate::{
    moves::Move,
    values::{Error, Input, PuzzleGoal, Result, State},
};

/// Returns the family of a puzzle.
#[inline]
pub(crate) fn of(puzzle: &Puzzle) -> &dyn Family {
    match puzzle {
        Puzzle::Sliding(shape) => shape,
        Puzzle::Oshidori(stones) => stones,
        #[cfg(feature = "graphs")]
        Puzzle::Graph(graph) => graph,
    }
}

impl State {
    /// Reads a state of `puzzle` from text.
    ///
    /// # Errors
    /// If the text has more or fewer cells than a state, or they are not those of one.
    #[inline]
    pub fn parse(puzzle: Puzzle, text: &str) -> Result<Self, StateError> {
        Self::parse_in(puzzle, of(&puzzle), text)
    }

    /// Reads a state of `puzzle` as this family of its states is written.
    pub(crate) fn parse_in(
        puzzle: Puzzle,
        family: &dyn Family,
        text: &str,
    ) -> Result<Self, StateError> {
        let mut state = Self::blank(puzzle, family.cells());
        family.parse_cells(text, state.parts_mut().1)?;
        Ok(state)
    }

    /// Returns the state with these cells in reading order, 0 for the blank and for each cell of a
    /// gap.
    ///
    /// # Errors
    /// If there are more or fewer cells than a state has, or they are not those of one.
    #[inline]
    pub fn from_cells(puzzle: Puzzle, cells: &[u8]) -> Result<Self, StateError> {
        of(&puzzle).check_cells(cells)?;
        Ok(Self::from_checked_cells(puzzle, cells))
    }

    fn family(&self) -> &dyn Family {
        of(self.puzzle_ref())
    }

    /// Returns every state one move away, in the puzzle's order. On boards, `metric` defines what
    /// counts as one move.
    pub fn neighbours(&self, metric: Metric) -> Vec<Self> {
        let after = |number| {
            let mut next = self.clone();
            next.make_move(number);
            next
        };
        let moves = self.family().moves(self.cells(), metric);
        moves.into_iter().map(after).collect()
    }

    /// Returns the states along the moves with these numbers, this one first.
    pub(crate) fn along(&self, moves: &[impl Copy + Into<u32>]) -> Vec<Self> {
        let mut states = vec![self.clone()];
        for &number in moves {
            let mut next = states[states.len() - 1].clone();
            next.make_move(number.into() as usize);
            states.push(next);
        }
        states
    }

    /// Makes the move with this number: on boards, brings the blank to this cell.
    pub(crate) fn make_move(&mut self, number: usize) -> Move {
        let (puzzle, cells) = self.parts_mut();
        of(puzzle).make_move(cells, number)
    }

    /// Returns the first of the usual goals of a board, `blank-first` (`0 1 2 …`) and `blank-last`
    /// (`1 2 … 0`), that can be reached from here, and its name; `None` for other puzzles.
    pub fn usual_goal(&self) -> Option<(&'static str, Self)> {
        let mut goals = self.reachable_goals();
        let at = ["blank-first", "blank-last"];
        let at = at.map(|usual| goals.iter().position(|(name, _)| *name == usual));
        let at = at.into_iter().flatten().next()?;
        Some(goals.swap_remove(at))
    }

    /// Returns the goals of a board that have names, such as `spiral`, and can be reached from
    /// here, each with its name; none for other puzzles. Takes microseconds.
    pub fn reachable_goals(&self) -> Vec<(&'static str, Self)> {
        self.family().reachable_goals(self.cells())
    }

    /// Returns the names of the goals that can be reached from here.
    pub(crate) fn reachable_names(&self) -> Vec<&'static str> {
        let goals = self.reachable_goals().into_iter();
        goals.map(|(name, _)| name).collect()
    }

    /// Returns the error that the goal cannot be reached from here.
    pub(crate) fn unsolvable(&self) -> Error {
        Error::Unsolvable {
            state: self.to_string(),
            usual_goal: self.usual_goal().map(|(name, _)| name),
            reachable_goals: self.reachable_names(),
        }
    }

    /// Returns the move that leads to `next`; `None` if no single move does. On boards, a move may
    /// slide several tiles.
    pub fn move_to(&self, next: &Self) -> Option<Move> {
        self.move_in(Metric::Multi, next)
    }

    /// Returns the single move of a metric that leads to `next`, if one does.
    pub(crate) fn move_in(&self, metric: Metric, next: &Self) -> Option<Move> {
        let moves = self.family().moves(self.cells(), metric);
        // The lowest bits of a move's number are a cell that it leaves empty, if any is.
        let has_empty = next.cells().contains(&0);
        let fits = |number: &usize| !has_empty || next.cells().get(number & 0xFF) == Some(&0);
        let mut step = moves.iter().copied().filter(fits).find_map(|number| {
            let mut after = self.clone();
            let step = after.make_move(number);
            (after == *next).then_some(step)
        })?;
        // On boards, numbers of moves are cells.
        let of_same_number = |&&to: &&usize| self.cells().get(to) == Some(&step.name);
        let others = moves.iter().filter(of_same_number).count();
        step.alike = step.direction.is_some() && others > 1;
        Some(step)
    }
}

impl PuzzleGoal {
    /// Returns the goal of a puzzle for which none is named.
    pub fn usual(puzzle: Puzzle) -> Self {
        of(&puzzle).named_goals().swap_remove(0).1
    }

    /// Returns the family of puzzles with goals of this kind.
    #[inline]
    pub fn family(&self) -> &dyn Family {
        match self {
            Self::State { state, .. } => state.family(),
            Self::Partial(partial) => partial,
            Self::Rows(stones, _) => stones,
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

    /// Reads a state that is written plainly.
    ///
    /// # Errors
    /// If the text is not a state of the puzzle.
    #[inline]
    pub fn parse_state(&self, text: &str) -> Result<State, StateError> {
        State::parse_in(self.puzzle(), self.family(), text)
    }

    /// Returns the state that a caller gives.
    ///
    /// # Errors
    /// If it is not a state of the puzzle.
    pub fn read<'a>(&self, input: Input<'a>) -> Result<Cow<'a, State>> {
        let puzzle = self.puzzle();
        Ok(Cow::Owned(match input {
            Input::Text(text) => self.parse_state(text)?,
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

/// Returns the puzzle with this name, a row of stones by the rules that are given.
///
/// # Errors
/// If there is no such puzzle or row, or if a rule is given for a board.
pub fn puzzle_by_rules(
    name: &str,
    block: Option<u8>,
    holes: Option<u8>,
    unlike: bool,
    turn: Option<Turn>,
) -> Result<Puzzle> {
    let given = [
        ("the rule `block`", block.is_some()),
        ("the rule `holes`", holes.is_some()),
        ("the rule `unlike`", unlike),
        ("the rule `turn`", turn.is_some()),
    ];
    match (name.parse()?, given.iter().find(|(_, given)| *given)) {
        (Puzzle::Oshidori(stones), _) => {
            let block = block.unwrap_or(oshidori::Rules::default().block);
            let rules = oshidori::Rules::of_options(block, holes, unlike, turn.unwrap_or_default());
            Ok(stones.with_rules(rules)?.into())
        }
        (board, None) => Ok(board),
        (puzzle, Some((option, _))) => Err(Error::Option {
            option,
            only: "rows of stones",
            puzzle,
        }),
    }
}
