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
    GoalTest, SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
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
    let kept_beside = LIST_GROWTH * waiting_bytes(space);
    let mut visited = S::REPEATS.then(|| Visited::new(space.state_bytes(), kept_beside));
    let mut is_new = |state: &S::State, meter: &mut Meter<'_>| match &mut visited {
        Some(visited) => {
            let inserted = visited.insert(state.clone(), None, meter)?;
            Ok(matches!(inserted, Insertion::New(_)))
        }
        None => {
            meter.stats.generated += 1;
            Ok(true)
        }
    };
    is_new(&start, &mut meter)?;
    let admit = |state: &S::State, _: &[S::State], meter: &mut Meter<'_>| is_new(state, meter);
    let path = descend(space, start, &mut meter, Next::Last, admit)?;
    Ok(meter.end(path))
}

/// The successor of a state with which a depth-first search continues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    First,
    Last,
}

/// A list that grows takes up to three times what it holds.
const LIST_GROWTH: usize = 3;

/// Returns the bytes of a state on the stack or on the path, with its depth.
fn waiting_bytes<S: StateSpace>(space: &S) -> usize {
    space.state_bytes() + size_of::<u32>()
}

/// Searches depth-first from `start`, and holds a path and its branches. Returns the path to the
/// first goal, or `None`.
///
/// `admit` is called with each successor and the path to its parent, and returns whether the search
/// may continue there.
pub(crate) fn descend<S: StateSpace>(
    space: &S,
    start: S::State,
    meter: &mut Meter<'_>,
    order: Next,
    mut admit: impl FnMut(&S::State, &[S::State], &mut Meter<'_>) -> Result<bool, SearchError>,
) -> Result<Option<Vec<S::State>>, SearchError> {
    let at_generation = space.goal_test() == GoalTest::Generation;
    if at_generation && space.is_goal(&start) {
        return Ok(Some(vec![start]));
    }
    let mut stack = vec![(start, 0)];
    let mut path = Vec::new();
    let mut successors = Vec::new();
    while let Some((state, depth)) = stack.pop() {
        // The states on the path beyond the parent led nowhere.
        path.truncate(depth);
        path.push(state);
        let state = &path[depth];
        if meter.take_out(space, state)? {
            return Ok(Some(path));
        }
        space.successors(state, &mut successors);
        // The stack gives back the last first.
        if order == Next::First {
            successors.reverse();
        }
        for next in successors.drain(..) {
            if admit(&next, &path, meter)? {
                if at_generation && space.is_goal(&next) {
                    path.push(next);
                    return Ok(Some(path));
                }
                stack.push((next, depth + 1));
            }
        }
        let waiting = stack.len() + path.len();
        meter.hold(stack.len(), waiting);
        meter.afford(LIST_GROWTH * waiting * waiting_bytes(space))?;
    }
    Ok(None)
}
