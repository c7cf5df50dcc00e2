//! The oracle of the tests: a breadth-first search that shares no code with tables and searches.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Returns the distance of every state that moves lead to from the goals, in moves.
pub fn plain_search<S: Clone + Eq + Hash>(
    goals: impl IntoIterator<Item = S>,
    neighbours: impl Fn(&S) -> Vec<S>,
) -> HashMap<S, u32> {
    let mut queue: VecDeque<S> = goals.into_iter().collect();
    let mut distances: HashMap<S, u32> = queue.iter().map(|goal| (goal.clone(), 0)).collect();
    while let Some(state) = queue.pop_front() {
        let after = distances[&state] + 1;
        for next in neighbours(&state) {
            distances.entry(next).or_insert_with_key(|next| {
                queue.push_back(next.clone());
                after
            });
        }
    }
    distances
}
