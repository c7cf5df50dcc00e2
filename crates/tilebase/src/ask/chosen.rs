//! Random states for puzzle pages: with one solution only, or symmetric.

use rand::{RngExt, seq::SliceRandom};

use super::{Drawn, Selection};
use crate::{
    solver::Solver,
    values::{Error, PuzzleGoal, Result, Rng, State, ensure},
};

/// The number of states drawn before no more are looked for; a thousand more for each one wanted.
const DRAWS: usize = 10_000;

/// What random states must be, beside what [`Selection`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chosen {
    /// Whether they have exactly one shortest solution.
    pub unique: bool,
    /// Whether opposite cells of the board hold opposite tiles: those whose cells in the goal are
    /// opposite. On the usual goal their numbers add up to the same sum, with the blank as the last
    /// number.
    pub symmetric: bool,
}

impl Solver {
    /// Returns `n` random states of a selection that are `chosen`; fewer if several thousand draws
    /// find no more. All that fit are equally likely if all of the selection are; with
    /// [`Chosen::symmetric`] the selection is any, or a distance.
    ///
    /// ```
    /// use tilebase::{Chosen, Library, Selection};
    ///
    /// let eight = Library::in_memory().puzzle("8-puzzle")?;
    /// let chosen = Chosen { symmetric: true, ..Chosen::default() };
    /// let drawn = eight.draw_chosen(1, Selection::Any, chosen, &mut tilebase::seeded(1))?;
    /// let board = &drawn.states[0];
    /// let number = |cell: usize| match board.cells()[cell] {
    ///     0 => 9,
    ///     tile => tile,
    /// };
    /// assert!((0..9).all(|cell| number(cell) + number(8 - cell) == 10));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`draw`](Self::draw) and [`solutions`](Self::solutions); if symmetric states are wanted
    /// of a puzzle that has none; at once, if drawing would take hours.
    pub fn draw_chosen(
        &self,
        n: usize,
        among: Selection<'_>,
        chosen: Chosen,
        rng: &mut Rng,
    ) -> Result<Drawn> {
        let puzzle = self.puzzle();
        match among {
            Selection::AtDistance(distance) if chosen.symmetric => {
                ensure(self.is_drawable(distance), || {
                    Error::Question(format!(
                        "symmetric boards of {puzzle} at {distance} moves are too rare, or take \
                        too long to solve, to be found by drawing: ask for another distance, or \
                        for none"
                    ))
                })?;
            }
            Selection::Any | Selection::Stage(_) if chosen.unique => {
                ensure(self.are_solved_soon(), || {
                    Error::Question(format!(
                        "random states of {puzzle} may take hours to solve, and only then it is \
                        known whether they have one solution: ask for a distance"
                    ))
                })?;
            }
            _ => {}
        }
        let (mut found, mut uniform) = (Vec::new(), true);
        for _ in 0..n.saturating_mul(1000).saturating_add(DRAWS) {
            if found.len() == n {
                break;
            }
            self.check_stop()?;
            let state = match (chosen.symmetric, among) {
                (false, _) => {
                    let mut drawn = self.draw(1, among, rng)?;
                    uniform &= drawn.uniform;
                    drawn.states.pop()
                }
                (true, Selection::Any) => Some(self.symmetric(rng)?),
                (true, Selection::AtDistance(distance)) => {
                    let state = self.symmetric(rng)?;
                    let proven = self.distance(&state)?.proven()?;
                    (proven == Some(distance)).then_some(state)
                }
                (true, _) => {
                    return Err(Error::Question(
                        "symmetric boards are drawn among all, or at a distance".to_owned(),
                    ));
                }
            };
            if let Some(state) = state
                && (!chosen.unique || self.solutions(&state, 0)?.count == 1)
            {
                found.push(state);
            }
        }
        Ok(Drawn {
            states: found,
            uniform,
        })
    }

    /// Returns a random symmetric board that can reach the goal.
    fn symmetric(&self, rng: &mut Rng) -> Result<State> {
        let none = || Error::Question(format!("{} has no symmetric boards", self.puzzle()));
        let PuzzleGoal::State { state: goal, .. } = &*self.goal else {
            return Err(none());
        };
        let goal = goal.cells();
        let (last, half) = (goal.len() - 1, goal.len() / 2);
        let mut pairs: Vec<[u8; 2]> = (0..half).map(|at| [goal[at], goal[last - at]]).collect();
        // Of all arrangements half can be solved, or on some small boards none.
        for _ in 0..DRAWS {
            pairs.shuffle(rng);
            let mut cells = goal.to_vec();
            for (at, pair) in pairs.iter().enumerate() {
                let turned = usize::from(rng.random::<bool>());
                (cells[at], cells[last - at]) = (pair[turned], pair[1 - turned]);
            }
            let state = self.state(&cells[..])?;
            if self.check(&state)?.solvable != Some(false) {
                return Ok(state);
            }
        }
        Err(none())
    }
}
