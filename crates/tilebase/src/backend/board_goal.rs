//! The goal of a sliding board of any size, and solvability by parity.

use rand::seq::SliceRandom;
use tilebase_core::{
    Puzzle,
    sliding::{Parity, Shape, solvable_cells},
};

use crate::{
    Error, Reason, Result, Rng, State,
    state::{BLANK_FIRST, BLANK_LAST},
};

/// Boards with more cells may take days, and their pattern databases gigabytes. Unless a search is
/// requested, no tables are built, and the answer is the best solution known after a second.
const SOON: usize = 25;

/// The goal of a sliding board.
#[derive(Debug, Clone)]
pub(super) struct BoardGoal {
    pub shape: Shape,
    pub state: State,
}

impl BoardGoal {
    /// Reads a goal: a state, the name of a usual one, or nothing for `blank-last`.
    pub fn read(shape: Shape, text: Option<&str>) -> Result<Self> {
        let state = match text.map(str::trim) {
            None | Some(BLANK_LAST) => State::ordered(shape, shape.tiles()),
            Some(BLANK_FIRST) => State::ordered(shape, 0),
            Some(text) => State::parse(Puzzle::Sliding(shape), text).map_err(Error::Goal)?,
        };
        Ok(Self { shape, state })
    }

    /// Returns whether most boards are proven while a user waits.
    pub fn is_solved_soon(&self) -> bool {
        self.shape.cells() <= SOON
    }

    /// Returns whether a state of the same puzzle can reach the goal, and why.
    pub fn check(&self, state: &State) -> (bool, Reason) {
        let parity = Parity::of_cells(self.shape, state.cells(), self.state.cells());
        (parity.solvable(), Reason::Parity(parity))
    }

    /// Returns a state drawn uniformly among those that can reach the goal.
    pub fn draw(&self, rng: &mut Rng) -> State {
        self.state.with_cells(|cells| {
            self.shape.order_cells(0, cells);
            cells.shuffle(rng);
            if solvable_cells(self.shape, cells, self.state.cells()) {
                return;
            }
            // The exchange of two tiles maps unsolvable boards one to one to solvable ones, so that
            // all solvable boards remain equally likely.
            let mut tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
            if let (Some(first), Some(second)) = (tiles.next(), tiles.next()) {
                cells.swap(first, second);
            }
        })
    }
}
