//! Refuses questions without an answer.
//!
//! A block of b stones that jumps over s others makes b·s exchanges of neighbours: if b is
//! even, an even permutation of the stones, the gap left out. So if all stones differ, the
//! arrangements fall into two halves with no moves between them. Two stones of a kind remove
//! this invariant, since their exchange does not show. Apart from the parity only the smallest
//! rows fall into parts, which a search from the start finds.

use std::collections::HashSet;

use tilebase_core::oshidori::{Goal, Row};

use super::OshidoriError;

/// A puzzle with more arrangements than this is taken to be connected.
const MOST_VISITED: u64 = 200_000;

/// Refuses a goal of the other parity.
pub(super) fn by_parity(start: &Row, goal: &Goal) -> Result<(), OshidoriError> {
    let puzzle = start.puzzle();
    let goal_is_odd = match goal {
        Goal::Row(row) => is_odd(row),
        Goal::Together | Goal::AnyGap => false,
        Goal::Any => return Ok(()),
    };
    if puzzle.each() == Some(1) && puzzle.block().is_multiple_of(2) && is_odd(start) != goal_is_odd
    {
        return Err(OshidoriError::Unreachable {
            reason: "a block of an even number of stones that jumps is an even permutation of all, \
                     the goal here is an odd one",
        });
    }
    Ok(())
}

/// Returns whether the word has an odd number of inversions.
fn is_odd(row: &Row) -> bool {
    let word = row.word();
    let smaller_after = |place: usize| word[place..].iter().filter(|&&s| s < word[place]).count();
    (0..word.len()).map(smaller_after).sum::<usize>() % 2 == 1
}

/// Refuses a goal that a search of a small puzzle from the start does not find.
pub(super) fn by_search(start: &Row, goal: &Goal) -> Result<(), OshidoriError> {
    if start
        .puzzle()
        .states()
        .is_none_or(|states| states > MOST_VISITED)
    {
        return Ok(());
    }
    let mut seen = HashSet::from([*start]);
    let mut open = vec![*start];
    while let Some(row) = open.pop() {
        if goal.is_met(&row) {
            return Ok(());
        }
        for cell in row.moves() {
            let mut next = row;
            next.jump(cell);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    Err(OshidoriError::Unreachable {
        reason: "every row that the start leads to was visited, and the goal is not among them",
    })
}
