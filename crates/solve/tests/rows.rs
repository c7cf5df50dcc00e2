//! Rows of stones: plain breadth-first searches, and comparisons of the search with them.
#![allow(dead_code, reason = "each test file uses some of these")]

use std::collections::HashMap;

use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Stones},
};
use tilebase_solve::oshidori::{RowOptions, lower_bound, replay, solve};
use tilebase_testing::plain_search;

/// Returns the distances of all rows from the nearest of `goals`.
pub fn distances(goals: &[Row]) -> HashMap<Row, u32> {
    distances_by(goals, |row| row)
}

/// Returns the distances from the nearest of `goals` if every row stands for those that `name` maps
/// to it, and the goals for themselves.
pub fn distances_by(goals: &[Row], name: impl Fn(Row) -> Row) -> HashMap<Row, u32> {
    plain_search(goals.iter().copied(), |row| {
        let after = |cell| {
            let mut near = *row;
            near.jump(cell);
            name(near)
        };
        row.moves().map(after).collect()
    })
}

/// Solves, and replays the solution.
pub fn length(start: &Row, goal: &Goal) -> u32 {
    let answer = solve(start, goal, RowOptions::default(), &Monitor::silent()).unwrap();
    let moves = answer.moves.clone().unwrap();
    assert_eq!(
        Some(moves.len() as u32),
        answer.length(),
        "{start} to {goal}"
    );
    assert!(answer.proof.is_some() && answer.checkpoint.is_none());
    let end = replay(start, &moves).expect("only legal moves");
    assert!(
        goal.is_met(&end),
        "{start} to {goal}: {moves:?} ends at {end}"
    );
    answer.lower
}

/// Every state: the bound is admissible, and the search finds the distance.
pub fn agrees_everywhere(puzzle: Stones, goal: Goal) {
    let known = distances(&goal.rows(puzzle).unwrap());
    for (row, &distance) in &known {
        assert!(
            lower_bound(row, &goal).unwrap() <= distance,
            "{row} to {goal}"
        );
        assert_eq!(length(row, &goal), distance, "{row} to {goal}");
    }
}
