//! The question of a search: its start and its aim.

use tilebase_core::oshidori::{Goal, Row};

use super::{OshidoriError, reachability, replay::replay};

/// The aim that a search has to reach.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aim {
    /// This row.
    Row(Row),
    /// This goal, which has too many rows to search for each.
    Goal(Goal),
}

impl Aim {
    /// Returns whether a row meets the aim.
    pub(super) fn is_met(&self, row: &Row) -> bool {
        match self {
            Self::Row(goal) => goal == row,
            Self::Goal(goal) => goal.is_met(row),
        }
    }
}

/// A start and an aim of the same puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub start: Row,
    pub goal: Aim,
}

impl Pair {
    /// Returns whether these moves lead from the start to the aim by the rules.
    pub(super) fn is_solved_by(&self, moves: &[u32]) -> bool {
        replay(&self.start, moves).is_some_and(|end| self.goal.is_met(&end))
    }

    /// Returns the pair with both ends exchanged, if the aim is one row.
    pub(super) fn reversed(&self) -> Option<Self> {
        match self.goal {
            Aim::Row(goal) => Some(Self {
                start: goal,
                goal: Aim::Row(self.start),
            }),
            Aim::Goal(_) => None,
        }
    }
}

/// Returns the start with each goal row that it may reach, or with the one aim that stands for all
/// of them.
///
/// # Errors
/// If start and goal have different stones, or an invariant proves that no moves lead to the goal.
pub(super) fn pairs(start: &Row, goal: &Goal) -> Result<Vec<Pair>, OshidoriError> {
    let puzzle = start.puzzle();
    if let Goal::Row(row) = goal
        && row.puzzle() != puzzle
    {
        return Err(OshidoriError::OtherPuzzle {
            start: puzzle,
            goal: row.puzzle(),
        });
    }
    let one_aim = match goal {
        Goal::Any => true,
        Goal::AnyGap => puzzle.rules().is_open(),
        Goal::Row(_) | Goal::Together => false,
    };
    let aims = if one_aim {
        vec![Aim::Goal(*goal)]
    } else {
        let rows = goal.rows(puzzle);
        let rows = rows.expect("no more than there are places for a gap");
        let rows = reachability::by_invariants(start, rows)?;
        rows.into_iter().map(Aim::Row).collect()
    };
    let pair = |goal| Pair {
        start: *start,
        goal,
    };
    Ok(aims.into_iter().map(pair).collect())
}
