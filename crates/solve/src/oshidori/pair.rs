//! The question of a search: where it begins and what it has to reach.

use tilebase_core::oshidori::{Goal, Row};

use super::{OshidoriError, covering::searchable, reachability, replay::replay};

/// What a search has to reach.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aim {
    /// This row.
    Row(Row),
    /// Any row in which the stones of each kind stand together.
    Any,
}

/// A start and an aim of the same puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub start: Row,
    pub goal: Aim,
}

impl Pair {
    /// Returns whether these moves lead from the start to the aim by the rules.
    pub(super) fn is_solved_by(&self, moves: &[u8]) -> bool {
        replay(&self.start, moves).is_some_and(|end| match self.goal {
            Aim::Row(goal) => end == goal,
            Aim::Any => Goal::Any.is_met(&end),
        })
    }

    /// Returns the pair with both ends exchanged, if the aim is one row.
    pub(super) fn reversed(&self) -> Option<Self> {
        match self.goal {
            Aim::Row(goal) => Some(Self {
                start: goal,
                goal: Aim::Row(self.start),
            }),
            Aim::Any => None,
        }
    }
}

/// Returns the start with each goal row, or with the one aim that stands for all of them.
///
/// # Errors
/// If start and goal have different stones, the rules are not known here, or parity proves that no
/// moves lead to the goal.
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
    if !searchable(puzzle) {
        return Err(OshidoriError::Rules {
            puzzle,
            rules: puzzle.rules(),
        });
    }
    reachability::by_parity(start, goal)?;
    let aims = match goal {
        Goal::Any => vec![Aim::Any],
        Goal::Row(_) | Goal::Together | Goal::AnyGap => {
            let rows = goal.rows(puzzle);
            let rows = rows.expect("no more than there are places for a gap");
            rows.into_iter().map(Aim::Row).collect()
        }
    };
    let pair = |goal| Pair {
        start: *start,
        goal,
    };
    Ok(aims.into_iter().map(pair).collect())
}
