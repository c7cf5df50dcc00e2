//! Detection of goals that are out of reach.
//!
//! Rows with different invariants cannot reach each other; the functions below define the
//! invariants. Otherwise only the rows of the smallest puzzles are not connected, which a search
//! from the start finds.

use std::collections::HashSet;

use tilebase_core::oshidori::{Goal, Mates, Row, Turn};

use super::OshidoriError;

/// A puzzle with more arrangements than this is taken to be connected.
const MOST_VISITED: u64 = 200_000;

/// Returns those of the goal's rows that no invariant excludes.
///
/// - A block of b stones that jumps over s others makes b·s exchanges of neighbours, and one that
///   is turned round b·(b − 1)/2 more. If b is even and blocks keep their order, or b is a multiple
///   of four, that is an even permutation of the stones, the holes left out. So if all stones
///   differ, the arrangements fall into two halves. Two stones of a kind remove this invariant,
///   since their exchange does not show.
/// - If only pairs of unlike stones jump, there are two kinds and pairs keep their order, each move
///   takes one stone of either kind equally far. So the sum of the cells of one kind less that of
///   the other stays as it is.
///
/// # Errors
/// If no row is left, with the reason.
pub(super) fn by_invariants(start: &Row, mut rows: Vec<Row>) -> Result<Vec<Row>, OshidoriError> {
    let (puzzle, rules) = (start.puzzle(), start.puzzle().rules());
    let refuse = |reason| Err(OshidoriError::Unreachable { reason });
    let keeps_order = rules.turn == Turn::Never;
    if puzzle.each() == Some(1)
        && (rules.block.is_multiple_of(4) || keeps_order && rules.block.is_multiple_of(2))
    {
        rows.retain(|row| is_odd(row) == is_odd(start));
        if rows.is_empty() {
            return refuse(
                "each jump is an even permutation of the stones, but the goal is an odd \
                permutation of the start",
            );
        }
    }
    if puzzle.kinds() == 2 && rules.block == 2 && rules.mates == Mates::Unlike && keeps_order {
        rows.retain(|row| lead(row) == lead(start));
        if rows.is_empty() {
            return refuse(
                "a pair of unlike stones moves one stone of each kind equally far, so the sum of \
                the cells of one kind minus that of the other never changes, but the goal has a \
                different one",
            );
        }
    }
    Ok(rows)
}

/// Returns whether the order of the stones has an odd number of inversions.
fn is_odd(row: &Row) -> bool {
    let order = row.stone_order();
    let smaller_after = |place: usize| order[place..].iter().filter(|&&s| s < order[place]).count();
    (0..order.len()).map(smaller_after).sum::<usize>() % 2 == 1
}

/// Returns the sum of the cells with stones of the first kind less that of the second.
fn lead(row: &Row) -> i64 {
    let cells = row.cells().zip(0..);
    let lead = cells.map(|(stone, cell)| match stone {
        1 => cell,
        2 => -cell,
        _ => 0,
    });
    lead.sum()
}

/// Returns an error if a search from the start of a small puzzle does not find the goal.
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
        reason: "every row that can be reached was visited, and the goal is not among them",
    })
}
