//! Questions to a table, whose answers are compared with known ones.

use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tilebase::{Library, OtherFamily, Solver, State};
use tilebase_core::{
    Monitor, RankedSpace,
    colours::Colouring,
    format::{TableFile, UNREACHABLE},
    oshidori::OshidoriSpace,
    pattern::PatternIndex,
};
use tilebase_solve::{
    heuristic::{AdditivePatterns, ColourBounds, PatternTable},
    ida,
};

use super::{
    Expect, Sample,
    samples::{About, boards, partition},
};

/// The number of states that a table is asked about.
const STATES: usize = 4;

/// The time limit of a search with forged bounds. With right ones it takes a millisecond.
const TIME_LIMIT: Duration = Duration::from_millis(200);

impl Sample {
    /// Asks an opened table. Returns whether all questions were answered.
    pub(super) fn answers(&self, table: &TableFile, seed: u64, expect: Expect) -> bool {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let table = table.clone();
        match &self.about {
            About::Board(reduction, right) => {
                let space = reduction.space().expect("a small board");
                let goal = reduction.goal();
                let solver = Library::in_memory().solver(goal.shape());
                solver
                    .with_goal(&goal.to_string())
                    .and_then(|solver| solver.with_metric(reduction.metric()))
                    .and_then(|solver| solver.with_table(table))
                    .is_ok_and(|solver| ask(&solver, &space, right, &mut rng, expect))
            }
            About::Row(stones, goal, right) => {
                let space = OshidoriSpace::new(*stones, *goal).expect("a short row");
                let solver = Library::in_memory().solver(*stones);
                solver
                    .with_goal(&goal.to_string())
                    .and_then(|solver| solver.with_table(table))
                    .is_ok_and(|solver| ask(&solver, &space, right, &mut rng, expect))
            }
            About::Pattern(index, others) => {
                table.metadata().subject == *self.subject()
                    && with_patterns((PatternIndex::clone(index), table), others)
                        .is_some_and(|solver| search(&solver, &mut rng, expect))
            }
            About::Colours(colouring) => {
                table.metadata().subject == *self.subject()
                    && with_colours(colouring, &table)
                        .is_some_and(|solver| search(&solver, &mut rng, expect))
            }
        }
    }
}

/// Asks about some states, and for states.
fn ask<S>(solver: &Solver, space: &S, right: &[u8], rng: &mut ChaCha8Rng, expect: Expect) -> bool
where
    S: RankedSpace<State: Into<State> + for<'a> TryFrom<&'a State, Error = OtherFamily>>,
{
    let truth = expect == Expect::Truth;
    let distance_of = |state: &State| true_distance(space, right, state);
    let states: Vec<State> = (0..STATES)
        .map(|_| space.unrank(rng.random_range(0..space.len())).into())
        .collect();
    let mut all = true;
    for state in &states {
        all &= ask_about(solver, space, right, state, expect);
    }
    match solver.distances(&states) {
        Ok(distances) => {
            let expected = states.iter().map(distance_of);
            assert!(!truth || expected.eq(distances), "wrong distances");
        }
        Err(_) => all = false,
    }
    let Ok(depths) = solver.depths() else {
        return false;
    };
    let depth = rng.random_range(0..=depths.eccentricity);
    let sample = solver.sample(3, Some(depth), 1).map(|cells| {
        let states = cells.chunks(solver.cells());
        states
            .map(|cells| solver.state(cells).expect("a state of the table"))
            .collect()
    });
    for (depth, found) in [
        (depths.eccentricity, solver.hardest(9)),
        (depth, solver.at(depth, 9)),
        (depth, sample),
    ] {
        match found {
            Ok(states) if truth => {
                assert!(!states.is_empty(), "a level without states");
                for state in states {
                    assert_eq!(
                        distance_of(&state),
                        Some(depth),
                        "a state at another distance"
                    );
                }
            }
            Ok(_) => {}
            Err(_) => all = false,
        }
    }
    all
}

/// Asks about one state. Returns whether all questions were answered.
fn ask_about<S>(solver: &Solver, space: &S, right: &[u8], state: &State, expect: Expect) -> bool
where
    S: RankedSpace<State: for<'a> TryFrom<&'a State, Error = OtherFamily>>,
{
    let truth = expect == Expect::Truth;
    let expected = true_distance(space, right, state);
    let mut all = true;
    match solver.distance(state) {
        Ok(answer) => assert!(!truth || answer.distance() == expected, "a wrong distance"),
        Err(_) => all = false,
    }
    match solver.solve(state) {
        Ok(answer) => {
            let path = answer.path.filter(|path| !path.is_empty());
            let length = path.as_ref().map(|path| path.len() as u32 - 1);
            assert!(!truth || length == expected, "a wrong length");
            path.iter()
                .for_each(|path| is_solution(solver, space, state, path));
        }
        Err(_) => all = false,
    }
    match solver.some_solutions(state, 3) {
        Ok(paths) => {
            let lengths = paths.iter().map(|path| path.len() as u32 - 1);
            assert!(
                !truth || lengths.eq(paths.iter().filter_map(|_| expected)),
                "a wrong length"
            );
            paths
                .iter()
                .for_each(|path| is_solution(solver, space, state, path));
        }
        Err(_) => all = false,
    }
    match solver.hints(state) {
        Ok(hints) if truth => {
            for hint in hints.moves {
                let distance = true_distance(space, right, &hint.state);
                assert_eq!(distance, hint.distance(), "a wrong hint");
            }
        }
        Ok(_) => {}
        Err(_) => all = false,
    }
    all & solver.solutions(state, 0).is_ok()
}

/// Returns the distance of a state in the right table.
fn true_distance<S>(space: &S, right: &[u8], state: &State) -> Option<u32>
where
    S: RankedSpace<State: for<'a> TryFrom<&'a State, Error = OtherFamily>>,
{
    match right[rank(space, state) as usize] {
        UNREACHABLE => None,
        distance => Some(distance.into()),
    }
}

fn rank<S>(space: &S, state: &State) -> u64
where
    S: RankedSpace<State: for<'a> TryFrom<&'a State, Error = OtherFamily>>,
{
    space.rank(&S::State::try_from(state).expect("a state of the space"))
}

/// Panics unless a path leads from a state to a goal by valid moves.
fn is_solution<S>(solver: &Solver, space: &S, start: &State, path: &[State])
where
    S: RankedSpace<State: for<'a> TryFrom<&'a State, Error = OtherFamily>>,
{
    assert_eq!(path.first(), Some(start), "a path from elsewhere");
    for step in path.windows(2) {
        let next = step[0].neighbours(solver.metric());
        assert!(next.contains(&step[1]), "a step that is not a move");
    }
    let end = rank(space, path.last().expect("the start"));
    assert!(space.goals().contains(&end), "a path that ends elsewhere");
}

/// Returns the solver of a pattern database, with right tables for the others of its partition.
fn with_patterns(
    table: (PatternIndex, TableFile),
    others: &[(PatternIndex, TableFile)],
) -> Option<ida::Solver<'static>> {
    let tables = [table].into_iter().chain(others.iter().cloned());
    let tables: Result<Vec<_>, _> = tables
        .map(|(index, file)| {
            let encoding = file.metadata().encoding;
            PatternTable::new(index, encoding, file)
        })
        .collect();
    let patterns = AdditivePatterns::new(&partition(), tables.ok()?).ok()?;
    Some(ida::Solver::with_patterns(patterns))
}

/// Returns the solver of a colour table. It reads entries without asking for their pages, so all of
/// them are compared first.
fn with_colours(colouring: &Colouring, table: &TableFile) -> Option<ida::Solver<'static>> {
    let open = |_: &Colouring| table.checked_payload(&|| false).map(|_| table.clone());
    let bounds = ColourBounds::new(vec![colouring.clone()], open).ok()?;
    Some(ida::Solver::with_colours(bounds))
}

/// Solves some boards.
fn search(solver: &ida::Solver<'_>, rng: &mut ChaCha8Rng, expect: Expect) -> bool {
    let truth = expect == Expect::Truth;
    let (space, right) = boards(solver.metric());
    // Forged bounds may lead to any number of thresholds.
    let monitor = if truth {
        Monitor::silent()
    } else {
        Monitor::silent().for_at_most(TIME_LIMIT)
    };
    (0..STATES).all(|_| {
        let board = space.unrank(rng.random_range(0..space.len()));
        let Ok(solution) = solver.solve(&board, &monitor) else {
            return false;
        };
        let mut end = board;
        for &cell in &solution.moves {
            let there: Vec<usize> = end.destinations(solver.metric()).collect();
            assert!(there.contains(&cell.into()), "a step that is not a move");
            end.slide_line(cell.into());
        }
        assert_eq!(end, *solver.goal(), "a solution that ends elsewhere");
        let distance = usize::from(right[space.rank(&board) as usize]);
        assert!(!truth || solution.moves.len() == distance, "a wrong length");
        true
    })
}
