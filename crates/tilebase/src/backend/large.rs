//! Sliding boards with more cells than tables and exact searches take.

use tilebase_core::{
    Puzzle,
    format::{Subject, TableFile},
    pattern::MOST_CELLS,
    sliding::{Metric, Shape},
};

use super::{
    anytime::AnytimeSearch,
    board_goal::BoardGoal,
    patterns,
    question::Question,
    traits::{Backend, Tabulated},
};
use crate::{Error, Options, Reason, Rng, State, store::Store};

/// A sliding board of more than [`MAX_CELLS`](tilebase_core::sliding::MAX_CELLS) cells, with a
/// goal; moves slide one tile.
#[derive(Debug)]
pub(super) struct LargeBoardQuestion {
    goal: BoardGoal,
}

impl LargeBoardQuestion {
    pub fn new(shape: Shape, goal: Option<&str>, metric: Metric) -> Result<Self, Error> {
        match metric {
            Metric::Single => Ok(Self {
                goal: BoardGoal::read(shape, goal)?,
            }),
            Metric::Multi => Err(Error::MetricOfLargeBoard {
                puzzle: Puzzle::Sliding(shape),
            }),
        }
    }

    /// Returns the error of what only tables and exact searches answer.
    fn not_exact(&self) -> Error {
        Error::NotExact {
            puzzle: self.puzzle(),
        }
    }
}

impl Question for LargeBoardQuestion {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Sliding(self.goal.shape())
    }

    fn metric(&self) -> Metric {
        Metric::Single
    }

    fn goal(&self) -> String {
        self.goal.state().to_string()
    }

    fn a_goal(&self) -> State {
        self.goal.state().clone()
    }

    /// Of the usual goals; no such table is ever made.
    fn table_subject(&self) -> Subject {
        Subject::Sliding {
            shape: self.goal.shape(),
            home: 0,
        }
    }

    fn by_table(&self, _: TableFile) -> Result<Box<dyn Tabulated>, Error> {
        Err(Error::NotTabulable {
            puzzle: self.puzzle(),
        })
    }

    fn is_worth_building(&self) -> bool {
        false
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn wants_search(&self, _: &Options) -> Result<bool, Error> {
        Ok(true)
    }

    fn by_search(&self, store: &Store, options: &Options) -> Result<Box<dyn Backend>, Error> {
        let goal = self.goal.clone();
        Ok(Box::new(AnytimeSearch::new(goal, None, store, options)?))
    }

    fn search_subjects(&self, options: &Options) -> Result<Vec<Subject>, Error> {
        if self.goal.shape().cells() > MOST_CELLS {
            return Err(self.not_exact());
        }
        patterns::subjects(self.goal.shape(), self.goal.state().cells(), options)
    }

    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>, Error> {
        Ok(Some(self.goal.check(state)))
    }

    fn has_walks(&self) -> bool {
        true
    }

    fn draw(&self, rng: &mut Rng) -> State {
        self.goal.draw(rng)
    }
}
