//! States to practise on without a table, and how hard states are among all.

use std::collections::HashSet;

use rand::{
    RngExt,
    seq::{IndexedRandom, SliceRandom},
};
use serde::Serialize;
use tilebase_core::{Puzzle, sliding::Metric};
use tilebase_solve::heuristic::HeuristicName;

use crate::{
    known::sample::LevelCounts,
    moves::Moves,
    solver::Solver,
    values::{Error, Result, Rng, State, ensure},
};

/// The number of walks before a distance is given up; two more for each state wanted.
const WALKS: usize = 8;

/// Steps of a walk for each move of the wanted distance.
const STEPS: u32 = 6;

/// One step in this many goes anywhere.
const STRAY: u32 = 6;

/// The greatest distance, in moves, to which boards are searched without pattern databases: of
/// large boards, and of others whose pattern databases are missing. Beyond, a search may take
/// minutes.
const UNAIDED_REACH: u32 = 40;

/// States are drawn, not walked to, if at least one random state in this many has the distance.
const DRAWABLE: u64 = 200;

/// Moves of a walk between two checks of the request to stop.
const LOOK: u32 = 1 << 12;

/// The hardness of a state, compared with all solvable states of its puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Hardness {
    /// The percentage of states that are nearer to the goal.
    pub nearer: f64,
    /// The percentage of states at the same distance.
    pub as_far: f64,
    /// The number of states compared: all, or a random sample.
    pub states: u64,
    /// Whether these states are a sample.
    pub sampled: bool,
}

impl Hardness {
    /// Returns the hardness of a distance.
    fn of(distance: u32, levels: &LevelCounts) -> Self {
        let states = levels.states();
        let percentage = |count: u64| 100.0 * count as f64 / states.max(1) as f64;
        Self {
            nearer: percentage(levels.counts.iter().take(distance as usize).sum()),
            as_far: percentage(levels.at(distance)),
            states,
            sampled: levels.sampled,
        }
    }
}

impl Solver {
    /// Returns the greatest distance of [`Selection::WalkTo`](super::Selection::WalkTo), in moves.
    pub fn reach(&self) -> u32 {
        let most = self.family().reach();
        if self.proves_unless_timed() { most } else { most.min(UNAIDED_REACH) }
    }

    /// Returns the hardness of states at a distance, from the table. Without a table, it comes from
    /// published counts for the 15-puzzle in both metrics, and from a random sample of 50 states
    /// for the 24-puzzle, both with the blank's home in a corner; for other puzzles it is `None`.
    pub fn hardness(&self, distance: u32) -> Result<Option<Hardness>> {
        let levels = if self.has_or_builds_table(true) {
            let counts = self.table()?.file().metadata().counts.clone();
            Some(LevelCounts {
                counts,
                sampled: false,
            })
        } else {
            self.published_levels()
        };
        Ok(levels.map(|levels| Hardness::of(distance, &levels)))
    }

    /// Returns whether enough random states have a distance for [`draw`](Self::draw) to find some
    /// soon; if not, it walks to them. Always true if there is a table or a small one can be built.
    pub fn is_drawable(&self, distance: u32) -> bool {
        if self.has_or_builds_table(true) {
            return true;
        }
        // Random states of the 24-puzzle, of which there is a sample, take hours to solve, and in
        // the multi-tile metric those of the 15-puzzle take longer than walks.
        let there = |levels: LevelCounts| {
            let often = levels.at(distance) * DRAWABLE >= levels.states();
            often && !levels.sampled && self.metric() == Metric::Single
        };
        self.family().is_drawn(distance) || self.published_levels().is_some_and(there)
    }

    /// Returns whether random states take seconds at most to solve.
    pub(super) fn are_solved_soon(&self) -> bool {
        self.draws_from_table() || self.family().is_drawn(u32::MAX)
    }

    /// Returns whether [`draw`](Self::draw) takes distances from a table, whatever guides searches.
    /// Opens and builds nothing.
    pub fn draws_from_table(&self) -> bool {
        self.has_or_builds_table(true) && (self.may_build() || self.has_table())
    }

    /// Returns different states at a distance that walks from the goal find.
    pub(super) fn walk_to(&self, distance: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>> {
        self.check_farthest(distance, self.published_farthest())?;
        self.check_reach(distance, self.reach())?;
        let searcher = self.reaching(distance);
        let (mut left, mut seen) = (n.saturating_mul(2).saturating_add(WALKS), HashSet::new());
        self.drawn(n, |_| {
            let (puzzle, found) = (self.puzzle(), seen.len());
            ensure(left > 0, || {
                Error::Question(format!(
                    "walks from the goal of {puzzle} reached {found} states at {distance} moves, \
                    and {n} were asked for: ask for fewer, or another distance"
                ))
            })?;
            left -= 1;
            let mut walked = Vec::from_iter(searcher.walk(distance, rng)?);
            walked.retain(|state| seen.insert(state.clone()));
            Ok(walked)
        })
    }

    /// Returns the solver for states up to a distance. Near the goal a bound without tables
    /// suffices: nothing is built for it.
    #[doc(hidden)]
    pub fn reaching(&self, distance: u32) -> Self {
        let is_free = !self.is_open() && !self.options.name_search();
        let is_near = distance <= UNAIDED_REACH && self.metric() == Metric::Single;
        let is_board = matches!(self.puzzle(), Puzzle::Sliding(_));
        let subjects = || self.search_subjects().unwrap_or_default();
        let lacks_any = || subjects().iter().any(|subject| !self.library.has(subject));
        if is_free && is_near && is_board && self.proves_unless_timed() && lacks_any() {
            self.clone()
                .with_heuristic(HeuristicName::LinearConflict.to_string())
        } else {
            self.clone()
        }
    }

    /// Returns a shortest solution of a state that a walk found at a distance.
    ///
    /// # Errors
    /// If a search fails, or the distance is another.
    #[doc(hidden)]
    pub fn walk_back(&self, state: &State, distance: u32) -> Result<Moves> {
        if self.proves_unless_timed() {
            let answer = self.solve(state)?;
            if answer.distance() == Some(distance) {
                return Ok(answer.moves());
            }
        }
        let (backend, reporter) = (self.backend()?, self.reporter());
        let mut path = vec![state.clone()];
        for here in (1..=distance).rev() {
            let state = &path[path.len() - 1];
            let mut nearer = None;
            for next in state.neighbours(self.metric()) {
                if backend.distance_beside(state, &next, here, reporter)? == Some(here - 1) {
                    nearer = Some(next);
                    break;
                }
            }
            path.push(nearer.ok_or(Error::NotExact(self.puzzle()))?);
        }
        Ok(Moves::along(self.metric(), &path))
    }

    /// Returns the states to which `n` random walks of this many moves lead from the goal.
    pub(super) fn random_walks(&self, moves: u32, n: usize, rng: &mut Rng) -> Result<Vec<State>> {
        self.check_room(n)?;
        let (family, goal) = (self.family(), self.a_goal());
        let walk = |_| {
            let (mut state, mut back) = (goal.clone(), None);
            for step in 0..moves {
                if step.is_multiple_of(LOOK) {
                    self.check_stop()?;
                }
                let mut next = family.moves(state.cells(), self.metric());
                if next.len() > 1 {
                    next.retain(|number| Some(*number) != back);
                }
                let Some(&number) = next.choose(rng) else {
                    break;
                };
                back = Some(family.back(state.cells(), number));
                state.make_move(number);
            }
            Ok(state)
        };
        (0..n).map(walk).collect()
    }

    /// Returns an error for a distance from which searches take long.
    pub(super) fn check_reach(&self, distance: u32, most: u32) -> Result<()> {
        let puzzle = self.puzzle();
        ensure(distance <= most, || {
            Error::Question(format!(
                "states of {puzzle} at {distance} moves take long to search: ask for at most \
                {most} moves"
            ))
        })
    }

    /// Walks from the goal to a distance; `None` if the walk does not reach it.
    fn walk(&self, distance: u32, rng: &mut Rng) -> Result<Option<State>> {
        let (backend, reporter) = (self.backend()?, self.reporter());
        let (mut state, mut here) = (self.a_goal(), 0);
        for _ in 0..STEPS * distance {
            if here == distance {
                break;
            }
            let mut next = state.neighbours(self.metric());
            next.shuffle(rng);
            // Mostly away from the goal, sometimes anywhere, so that the walk leaves dead ends.
            let anywhere = rng.random_range(0..STRAY) == 0;
            for (place, candidate) in next.iter().enumerate() {
                let after = backend.distance_beside(&state, candidate, here, reporter)?;
                let Some(after) = after else { continue };
                if after > here || anywhere || place + 1 == next.len() {
                    (state, here) = (candidate.clone(), after);
                    break;
                }
            }
        }
        Ok((here == distance).then_some(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ask::Selection, known::sample, library::Library, values::seeded};

    #[test]
    fn percentages_are_of_all_states_or_of_a_sample() {
        let library = Library::in_memory();
        let hardness = library
            .puzzle("3x3")
            .unwrap()
            .hardness(31)
            .unwrap()
            .unwrap();
        assert_eq!(hardness.as_far, 100.0 * 2.0 / 181_440.0);
        assert_eq!(hardness.nearer + hardness.as_far, 100.0);
        assert!(!hardness.sampled);
        let hardness = |name: &str, goal: &str, distance| {
            let solver = library.puzzle(name).unwrap().with_goal(goal).unwrap();
            solver.hardness(distance).unwrap()
        };
        let (nearer, states) = hardness("4x4", "blank-last", 54)
            .map(|hardness| (hardness.nearer, hardness.states))
            .unwrap();
        assert_eq!(states, 10_461_394_944_000);
        assert!((55.0..56.0).contains(&nearer), "{nearer}");
        assert_eq!(
            hardness("4x4", "blank-first", 54),
            hardness("4x4", "blank-last", 54)
        );
        assert_eq!(sample::of_the_24_puzzle().states(), 50);
        assert_eq!(hardness("5x5", "blank-first", 200).unwrap().nearer, 100.0);
        let elsewhere = "1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15";
        assert_eq!(hardness("4x4", elsewhere, 54), None);
        assert_eq!(hardness("4x5", "blank-last", 54), None);
        let middle = "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15 16 17 18 19 20 21 22 23 24";
        assert_eq!(hardness("5x5", middle, 54), None);
    }

    #[test]
    fn walks_lead_to_different_states_at_the_distance() {
        let solver = Library::in_memory().puzzle("4x4").unwrap();
        let solver = solver.with_heuristic("walking-distance");
        let states = solver.walk_to(20, 5, &mut seeded(3)).unwrap();
        assert_eq!(states, solver.walk_to(20, 5, &mut seeded(3)).unwrap());
        let mut distinct = states.clone();
        distinct.sort_by_key(|board| board.cells().to_vec());
        distinct.dedup();
        assert_eq!(distinct.len(), 5);
        for state in states {
            assert_eq!(solver.distance(&state).unwrap().distance(), Some(20));
        }
        assert!(solver.walk_to(51, 1, &mut seeded(3)).is_err());
        assert!(
            solver.walk_to(1, 3, &mut seeded(3)).is_err(),
            "there are two"
        );
        assert!(solver.is_drawable(52) && !solver.is_drawable(30) && solver.is_drawable(80));
    }

    /// Only for states near the goal, and only if nothing else is named, no tables are built.
    #[test]
    fn searches_near_the_goal_need_no_tables() {
        let puzzle = |name: &str| Library::in_memory().puzzle(name).unwrap();
        let guided = |solver: &Solver, distance| solver.reaching(distance).options.heuristic;
        let (usual, named) = (puzzle("4x4"), puzzle("4x4").with_heuristic("manhattan"));
        let without_tables = Some("linear-conflict".to_owned());
        assert_eq!(guided(&usual, UNAIDED_REACH), without_tables);
        assert_eq!(guided(&usual, UNAIDED_REACH + 1), None);
        assert_eq!(guided(&named, 1).as_deref(), Some("manhattan"));
        let lines = usual.clone().with_metric(Metric::Multi).unwrap();
        assert_eq!(guided(&lines, 1), None);
        assert!(usual.are_solved_soon() && puzzle("3x3").are_solved_soon());
        assert!(!puzzle("5x5").are_solved_soon());
    }

    #[test]
    fn a_small_table_serves_where_searches_were_asked_for() {
        let eight = Library::in_memory().puzzle("3x3").unwrap();
        let eight = eight.with_heuristic("manhattan");
        assert!(!eight.has_table());
        let among = Selection::AtDistance(2);
        assert!(eight.draw(1, among, &mut seeded(1)).unwrap().uniform);
        assert!(eight.has_table());
    }

    #[test]
    fn large_boards_near_the_goal_are_walked_to_and_far_ones_refused() {
        for name in ["5x6", "6x6", "2x40", "16x16"] {
            let large = Library::in_memory().puzzle(name).unwrap();
            for distance in [0, 1, 10, 25] {
                let among = Selection::AtDistance(distance);
                let drawn = large.draw(1, among, &mut seeded(3)).unwrap();
                assert!(!drawn.uniform);
                let state = &drawn.states[0];
                let back = large.walk_back(state, distance).unwrap();
                assert_eq!(back.iter().count(), distance as usize);
                // The bounds of a beam hold.
                let bounds = large.clone().with_width(100).distance(state).unwrap();
                assert!(bounds.lower() <= distance && bounds.upper() >= Some(distance));
            }
            let far = Selection::AtDistance(large.reach() + 1);
            let refused = large.draw(1, far, &mut seeded(3)).unwrap_err();
            assert!(refused.to_string().contains("at most 40 moves"));
        }
        // As a search by IDA* measures them.
        let exact = Library::in_memory().puzzle("5x6").unwrap();
        let exact = exact.with_heuristic("linear-conflict");
        let large = Library::in_memory().puzzle("5x6").unwrap();
        for state in large.walk_to(30, 5, &mut seeded(5)).unwrap() {
            assert_eq!(exact.distance(&state).unwrap().distance(), Some(30));
        }
        assert_eq!(exact.reach(), 50);
    }

    #[cfg(feature = "rows")]
    #[test]
    fn rows_near_the_goal_are_walked_to_and_far_ones_drawn() {
        let library = Library::in_memory();
        let nine = library.puzzle("oshidori-kinds-9").unwrap();
        assert!(!nine.is_drawable(5) && nine.is_drawable(15));
        let drawn = nine
            .draw(2, Selection::AtDistance(5), &mut seeded(3))
            .unwrap();
        assert!(!drawn.uniform);
        for state in drawn.states {
            assert_eq!(nine.distance(&state).unwrap().distance(), Some(5));
        }
        let twenty = library.puzzle("oshidori-kinds-20").unwrap();
        assert!(
            twenty
                .draw(1, Selection::AtDistance(20), &mut seeded(3))
                .is_err()
        );
    }
}
