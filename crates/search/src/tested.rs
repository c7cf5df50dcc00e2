//! When searches test states.

use crate::{GoalTest, StateSpace};

/// A state space whose searches test states at another time. A bidirectional search does not test
/// states: its sides meet.
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
#[derive(Debug)]
pub struct Tested<'a, S> {
    space: &'a S,
    when: GoalTest,
}

impl<'a, S: StateSpace> Tested<'a, S> {
    /// Returns `space` with another time of the test.
    pub fn new(space: &'a S, when: GoalTest) -> Self {
        Self { space, when }
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
        self.space.lower_bound(state)
    }

    fn state_bytes(&self) -> usize {
        self.space.state_bytes()
    }
}
