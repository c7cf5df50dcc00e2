//! A state space in which searches test states at another time, or with another lower bound.

use crate::{GoalTest, StateSpace};

/// A lower bound on the moves from a state to a goal, in place of that of its space.
pub type OtherBound<'a, S> = &'a dyn Fn(&S) -> u32;

/// A state space whose searches test states at another time, or are guided by another lower bound.
/// A bidirectional search does neither: its sides meet.
///
/// With the bound 0, [`a_star`](crate::a_star) is uniform-cost search, and
/// [`ida_star`](crate::ida_star) is iterative deepening.
///
/// ```
/// use tilebase_core::Monitor;
/// use tilebase_search::{GoalTest, Maze, SearchLimits, Tested, breadth_first};
///
/// let maze: Maze = "S  G".parse()?;
/// let count = |when| {
///     let space = Tested::new(&maze, when);
///     breadth_first(&space, maze.start(), &SearchLimits::default(), &Monitor::silent())
/// };
/// assert_eq!(count(GoalTest::Generation)?.stats.expanded, 3);
/// assert_eq!(count(GoalTest::Expansion)?.stats.expanded, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tested<'a, S: StateSpace> {
    space: &'a S,
    when: GoalTest,
    bound: Option<OtherBound<'a, S::State>>,
}

impl<'a, S: StateSpace> Tested<'a, S> {
    /// Returns `space` with another time of the test.
    pub fn new(space: &'a S, when: GoalTest) -> Self {
        Self {
            space,
            when,
            bound: None,
        }
    }

    /// Returns the space with another [`lower_bound`](StateSpace::lower_bound), if one is given.
    pub fn bounded_by(self, bound: Option<OtherBound<'a, S::State>>) -> Self {
        Self { bound, ..self }
    }
}

impl<S: StateSpace> StateSpace for Tested<'_, S> {
    type State = S::State;

    const REPEATS: bool = S::REPEATS;

    fn successors(&self, state: &S::State, into: &mut Vec<S::State>) {
        self.space.successors(state, into);
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn goal_test(&self) -> GoalTest {
        self.when
    }

    fn lower_bound(&self, state: &S::State) -> u32 {
        match self.bound {
            Some(bound) => bound(state),
            None => self.space.lower_bound(state),
        }
    }

    fn state_bytes(&self) -> usize {
        self.space.state_bytes()
    }
}
