//! Depth-first search: always on from the state found last.
//!
//! States found wait on a stack. The one on top is taken off and tested, and its successors are pushed
//! in their order, so that the last of them is taken up next. The path found is rarely short: on a
//! sliding board it runs to thousands of moves.
//!
//! A table keeps states that were pushed once from being pushed again. A space that is a tree
//! ([`StateSpace::REPEATS`] is `false`) needs none, and then the search holds no more than a path and
//! what branches off it.

use tilebase_core::Monitor;

use crate::{
    Limits, Outcome, SearchError, StateSpace, Stats,
    run::Meter,
    visited::{Slot, Visited},
};

/// Some path from `start` to a goal, not in general a short one.
///
/// [`Stats::expanded`] counts the states taken off the stack, the goal among them.
///
/// # Errors
/// If a bound of `limits` is reached or the monitor says stop.
pub fn depth_first<S: StateSpace>(
    space: &S,
    start: S::State,
    limits: &Limits,
    monitor: &Monitor<'_, Stats>,
) -> Result<Outcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    // A state on the stack, or on the path, with its depth; vectors that grow hold up to three times
    // what is in them.
    let waiting_bytes = space.state_bytes() + size_of::<u32>();
    let mut visited = S::REPEATS.then(|| Visited::new(space.state_bytes(), 3 * waiting_bytes));
    match &mut visited {
        Some(visited) => {
            visited.insert(start.clone(), None, &mut meter)?;
        }
        None => meter.stats.generated = 1,
    }

    let mut stack = vec![(start, 0)];
    let mut path = Vec::new();
    let mut successors = Vec::new();
    while let Some((state, depth)) = stack.pop() {
        meter.expand()?;
        // What is left on the path above the parent led nowhere.
        path.truncate(depth);
        path.push(state);
        let state = &path[depth];
        if space.is_goal(state) {
            return Ok(meter.end(Some(path)));
        }
        space.successors(state, &mut successors);
        for next in successors.drain(..) {
            match &mut visited {
                Some(visited) => match visited.insert(next.clone(), None, &mut meter)? {
                    Slot::New(_) => stack.push((next, depth + 1)),
                    Slot::Known(_) => {}
                },
                None => {
                    meter.stats.generated += 1;
                    stack.push((next, depth + 1));
                }
            }
        }
        let waiting = stack.len() + path.len();
        meter.hold(stack.len(), visited.as_ref().map_or(waiting, Visited::len));
        if visited.is_none() {
            meter.afford(3 * waiting * waiting_bytes)?;
        }
    }
    Ok(meter.end(None))
}
