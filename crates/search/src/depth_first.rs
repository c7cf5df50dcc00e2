//! Depth-first search: it always continues from the state found last.
//!
//! The states found wait on a stack. The search pops the top state, tests it, and pushes its
//! successors in their order, so that it continues with the last of them. The path found is rarely
//! short: on a sliding board it runs to thousands of moves.
//!
//! A table prevents a state from being pushed twice. A space that is a tree
//! ([`StateSpace::REPEATS`] is `false`) needs no table, and the search then holds only a path and
//! its branches.

use tilebase_core::Monitor;

use crate::{
    SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    run::Meter,
    visited::{Insertion, Visited},
};

/// Returns some path from `start` to a goal, in general not a short one.
///
/// [`SearchStats::expanded`] counts the states popped, including the goal. The search takes memory
/// for every state generated, or in a tree for a path and its branches.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{SearchLimits, Maze, breadth_first, depth_first};
///
/// let field: Maze = "S  \n   \n  G".parse()?;
/// let (limits, silent) = (SearchLimits::default(), Monitor::silent());
/// let depth = depth_first(&field, field.start(), &limits, &silent)?;
/// let breadth = breadth_first(&field, field.start(), &limits, &silent)?;
/// assert!(depth.length() >= breadth.length());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn depth_first<S: StateSpace>(
    space: &S,
    start: S::State,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    let mut meter = Meter::new(limits, monitor);
    // A state on the stack or on the path, with its depth. A vector that grows takes up to three
    // times what it holds.
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
        // The states on the path beyond the parent led nowhere.
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
                    Insertion::New(_) => stack.push((next, depth + 1)),
                    Insertion::Known(_) => {}
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
