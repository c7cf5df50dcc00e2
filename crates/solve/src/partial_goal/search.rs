//! The search for one goal, and its lower bound: the greatest of the tiles' crossings of lines and
//! of the distances to goals that name only some of the kinds.

use tilebase_core::{
    format::Payload,
    sliding::{ANY_TILE, LargeBoard, Metric, PartialGoal, PartialGoalSpace, TileDistances},
};

use super::bound::PartialGoalBound;
use crate::table::{ByState, Table, TableError};

/// A\* for one goal.
#[derive(Debug)]
pub struct PartialGoalSearch<B> {
    pub(super) partial_goal: PartialGoal,
    pub(super) metric: Metric,
    bounds: Vec<PartialGoalBound<B>>,
    /// The distance of each cell from the goal's of each kind, unless a kind has several.
    to_goal: Option<TileDistances>,
    /// Whether one solution is the first in the order of moves.
    pub(super) in_order: bool,
    /// The table of the distances, if there is one.
    pub(super) table: Option<Table<ByState<PartialGoalSpace, B>>>,
    /// The largest number of states that are kept.
    pub(super) most: usize,
}

impl<B: Payload> PartialGoalSearch<B> {
    /// Returns the search for a goal, which keeps up to `most` states.
    pub fn new(
        partial_goal: PartialGoal,
        metric: Metric,
        bounds: Vec<PartialGoalBound<B>>,
        most: usize,
    ) -> Self {
        let named = |&kind: &u8| if kind == ANY_TILE { 0 } else { kind };
        let goal: Vec<u8> = partial_goal.cells().iter().map(named).collect();
        let to_goal =
            (!partial_goal.has_equal()).then(|| TileDistances::new(partial_goal.shape(), &goal));
        Self {
            partial_goal,
            metric,
            bounds,
            to_goal,
            in_order: false,
            table: None,
            most: most.min(u32::MAX as usize),
        }
    }

    /// Uses the distances of the table, if there is one, as the bound, and makes a single solution
    /// the first in the order of moves, so that it is the same with the table and without.
    pub fn in_order(self, table: Option<Table<ByState<PartialGoalSpace, B>>>) -> Self {
        Self {
            in_order: true,
            table,
            ..self
        }
    }

    /// Returns the distance of a state from the table; `None` if there is no table, or no moves
    /// lead to the goal.
    ///
    /// # Errors
    /// If the table is damaged. The search uses 0 in place of distances that it cannot read.
    pub fn look_up(&self, kinds: &[u8]) -> Result<Option<u32>, TableError> {
        let Some(table) = &self.table else {
            return Ok(None);
        };
        table.distance(&LargeBoard::from_checked_cells(
            self.partial_goal.shape(),
            kinds,
        ))
    }

    /// Returns whether the table is damaged. The caller reports damage.
    pub(super) fn is_damaged(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.bytes().damage().is_err())
    }

    /// Returns a lower bound on the distance of a state that is given by its kinds.
    pub fn bound(&self, kinds: &[u8]) -> u32 {
        if self.table.is_some() {
            return self.look_up(kinds).ok().flatten().unwrap_or_default();
        }
        let (shape, mut own) = (self.partial_goal.shape(), Vec::new());
        let at_once = match self.metric {
            Metric::Single => 1,
            Metric::Multi => shape.rows().max(shape.cols()) as u32 - 1,
        };
        let crossings = match &self.to_goal {
            Some(distances) => distances.sum_of(kinds, |kind| kind != ANY_TILE),
            None => self.partial_goal.crossings(kinds),
        };
        let bounds = self.bounds.iter();
        bounds.fold(crossings.div_ceil(at_once), |most, bound| {
            most.max(bound.distance(kinds, &mut own))
        })
    }
}
