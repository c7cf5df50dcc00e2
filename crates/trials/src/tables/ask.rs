//! Questions to a table, beside the answers that are known.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tilebase_core::{
    Monitor, RankedSpace, Reduce,
    colours::Colouring,
    format::{TableFile, UNREACHABLE},
    oshidori::OshidoriSpace,
    pattern::PatternIndex,
};
use tilebase_solve::{
    Answers, BoardAnswers, RowAnswers,
    heuristic::{AdditivePatterns, ColourBounds, PatternTable},
    ida::Solver,
    table::Distances,
};

use super::{
    Expect, Sample,
    samples::{About, boards, partition},
};

/// States that a table is asked about.
const STATES: usize = 4;

/// How long a search with bounds that are made up goes on. With true ones it takes a millisecond.
const PATIENCE: Duration = Duration::from_millis(200);

impl Sample {
    /// Asks an opened table. Returns whether all questions were answered.
    pub(super) fn answers(&self, table: &TableFile, seed: u64, expect: Expect) -> bool {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let table = table.clone();
        match &self.about {
            About::Board(reduction, right) => {
                let space = reduction.space().expect("a small board");
                BoardAnswers::from_reduced(reduction.clone(), table)
                    .is_ok_and(|table| ask(&table, &space, right, &mut rng, expect))
            }
            About::Row(stones, goal, right) => {
                let space = OshidoriSpace::new(*stones, *goal).expect("a short row");
                RowAnswers::from_table(*stones, *goal, table)
                    .is_ok_and(|table| ask(&table, &space, right, &mut rng, expect))
            }
            About::Pattern(index, others) => {
                table.metadata().subject == *self.subject()
                    && with_patterns((index.clone(), table), others)
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
fn ask<D, R>(
    table: &Answers<D, R>,
    space: &D::Space,
    right: &[u8],
    rng: &mut ChaCha8Rng,
    expect: Expect,
) -> bool
where
    D: Distances<State: Send + Sync, Bytes = TableFile> + Send + Sync,
    R: Reduce<State = D::State> + Sync,
{
    let truth = expect == Expect::Truth;
    let distance_of = |state: &D::State| match right[space.rank(state) as usize] {
        UNREACHABLE => None,
        distance => Some(u32::from(distance)),
    };
    let mut all = true;
    let states: Vec<D::State> = (0..STATES)
        .map(|_| space.unrank(rng.random_range(0..space.len())))
        .collect();
    for state in &states {
        let expected = distance_of(state);
        match table.distance(state) {
            Ok(distance) => assert!(!truth || distance == expected, "a wrong distance"),
            Err(_) => all = false,
        }
        match table.path(state) {
            Ok(path) => {
                let length = path.as_ref().map(|path| path.len() as u32 - 1);
                assert!(!truth || length == expected, "a wrong length");
                path.iter().for_each(|path| is_solution(space, state, path));
            }
            Err(_) => all = false,
        }
        match table.all_paths(state, 3) {
            Ok(paths) => {
                let lengths = paths.iter().map(|path| path.len() as u32 - 1);
                assert!(
                    !truth || lengths.eq(paths.iter().filter_map(|_| expected)),
                    "a wrong length"
                );
                paths
                    .iter()
                    .for_each(|path| is_solution(space, state, path));
            }
            Err(_) => all = false,
        }
        match table.hints(state) {
            Ok(hints) if truth => {
                for hint in hints {
                    assert_eq!(
                        distance_of(&hint.state),
                        Some(hint.distance),
                        "a wrong hint"
                    );
                }
            }
            Ok(_) => {}
            Err(_) => all = false,
        }
        all &= table.count_paths(state).is_ok();
    }
    match table.distances_of(&states) {
        Ok(distances) => {
            let expected = states.iter().map(distance_of);
            assert!(!truth || expected.eq(distances), "wrong distances");
        }
        Err(_) => all = false,
    }
    let eccentricity = table.metadata().eccentricity();
    let depth = rng.random_range(0..=eccentricity);
    for (depth, found) in [
        (eccentricity, table.hardest(9)),
        (depth, table.at(depth, 9)),
        (depth, table.sample_at(depth, 3, 1, &Monitor::silent())),
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

/// Panics unless a path leads by moves from a state to a goal.
fn is_solution<S: RankedSpace>(space: &S, start: &S::State, path: &[S::State]) {
    assert_eq!(path.first(), Some(start), "a path from elsewhere");
    for step in path.windows(2) {
        let mut is_move = false;
        space.neighbours(&step[0], |next| is_move |= next == step[1]);
        assert!(is_move, "a step that is no move");
    }
    let end = space.rank(path.last().expect("the start"));
    assert!(space.goals().contains(&end), "a path that ends elsewhere");
}

/// Returns the solver of a pattern database, with the others of its partition as they should be.
fn with_patterns(
    table: (PatternIndex, TableFile),
    others: &[(PatternIndex, TableFile)],
) -> Option<Solver<'static>> {
    let tables = [table].into_iter().chain(others.iter().cloned());
    let tables: Result<Vec<_>, _> = tables
        .map(|(index, file)| {
            let encoding = file.metadata().encoding;
            PatternTable::new(index, encoding, file)
        })
        .collect();
    let patterns = AdditivePatterns::new(&partition(), tables.ok()?).ok()?;
    Some(Solver::with_patterns(patterns))
}

/// Returns the solver of a colour table. It reads entries without asking for their pages, so all of
/// them are compared first.
fn with_colours(colouring: &Colouring, table: &TableFile) -> Option<Solver<'static>> {
    let open = |_: &Colouring| table.checked_payload().map(|_| table.clone());
    let bounds = ColourBounds::new(vec![colouring.clone()], open).ok()?;
    Some(Solver::with_colours(bounds))
}

/// Solves some boards.
fn search(solver: &Solver<'_>, rng: &mut ChaCha8Rng, expect: Expect) -> bool {
    let truth = expect == Expect::Truth;
    let (space, right) = boards(solver.metric());
    // Bounds that somebody made up may ask for any number of thresholds.
    let patient = if truth { Monitor::silent() } else { Monitor::silent().for_at_most(PATIENCE) };
    (0..STATES).all(|_| {
        let board = space.unrank(rng.random_range(0..space.len()));
        let Ok(solution) = solver.solve(&board, &patient) else {
            return false;
        };
        let mut end = board;
        for &cell in &solution.moves {
            let there: Vec<usize> = end.destinations(solver.metric()).collect();
            assert!(there.contains(&cell.into()), "a step that is no move");
            end.slide_line(cell.into());
        }
        assert_eq!(end, *solver.goal(), "a solution that ends elsewhere");
        let distance = usize::from(right[space.rank(&board) as usize]);
        assert!(!truth || solution.moves.len() == distance, "a wrong length");
        true
    })
}
