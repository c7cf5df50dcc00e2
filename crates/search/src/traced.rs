//! The states that a search expands, in order.

use std::cell::RefCell;

use crate::{GoalTest, StateSpace};

/// A state space that records the states that a search expands, in order, for pictures of the
/// search.
///
/// Every search here requests the successors of a state once each time it expands the state, so
/// that one wrapper serves them all. The goal that ends a search is not expanded. The record takes
/// one state for each expansion, which [`SearchLimits::memory`](crate::SearchLimits::memory) does
/// not include.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{SearchLimits, Maze, Traced, a_star, breadth_first};
///
/// let maze: Maze = "  S  G".parse()?;
/// let space = Traced::new(&maze);
/// breadth_first(&space, maze.start(), &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(space.into_visited(), [2, 1, 3, 0, 4]);
///
/// let space = Traced::new(&maze);
/// a_star(&space, maze.start(), &SearchLimits::default(), &Monitor::silent())?;
/// assert_eq!(space.into_visited(), [2, 3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Traced<'a, S: StateSpace> {
    space: &'a S,
    visited: RefCell<Vec<S::State>>,
}

impl<'a, S: StateSpace> Traced<'a, S> {
    /// Returns `space` with an empty record.
    pub fn new(space: &'a S) -> Self {
        Self {
            space,
            visited: RefCell::new(Vec::new()),
        }
    }

    /// Returns the states expanded, in order. States that IDA* expands twice occur twice.
    pub fn into_visited(self) -> Vec<S::State> {
        self.visited.into_inner()
    }
}

impl<S: StateSpace> StateSpace for Traced<'_, S> {
    type State = S::State;

    const REPEATS: bool = S::REPEATS;

    fn successors(&self, state: &S::State, into: &mut Vec<S::State>) {
        self.visited.borrow_mut().push(state.clone());
        self.space.successors(state, into);
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn goal_test(&self) -> GoalTest {
        self.space.goal_test()
    }

    fn lower_bound(&self, state: &S::State) -> u32 {
        self.space.lower_bound(state)
    }

    fn state_bytes(&self) -> usize {
        self.space.state_bytes()
    }
}
