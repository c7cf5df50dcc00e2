//! Questions to a table, beside the answers that are known.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tilebase_core::{
    Monitor, RankedSpace, Reduce,
    format::{TableFile, UNREACHABLE},
    oshidori::OshidoriSpace,
    pattern::PatternIndex,
    sliding::{Board, SlidingSpace},
};
use tilebase_solve::{
    Answers, BoardAnswers, RowAnswers,
    heuristic::{AdditivePatterns, PatternTable},
    ida::Solver,
};

use super::{
    Expect, Sample,
    samples::{About, distance, partition},
};

/// States that a table is asked about.
const STATES: usize = 4;

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
                    && search((index.clone(), table), others, &mut rng, expect)
            }
        }
    }
}

/// Asks about some states, and for states.
fn ask<S, R>(
    table: &Answers<S, R>,
    space: &S,
    right: &[u8],
    rng: &mut ChaCha8Rng,
    expect: Expect,
) -> bool
where
    S: RankedSpace<State: Send + Sync> + Send,
    R: Reduce<State = S::State> + Sync,
{
    let truth = expect == Expect::Truth;
    let distance_of = |state: &S::State| match right[space.rank(state) as usize] {
        UNREACHABLE => None,
        distance => Some(u32::from(distance)),
    };
    let mut all = true;
    let states: Vec<S::State> = (0..STATES)
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

/// Solves some boards with a pattern database, and the others of its partition as they should be.
fn search(
    table: (PatternIndex, TableFile),
    others: &[(PatternIndex, TableFile)],
    rng: &mut ChaCha8Rng,
    expect: Expect,
) -> bool {
    let tables = [table].into_iter().chain(others.iter().cloned());
    let tables: Result<Vec<_>, _> = tables
        .map(|(index, file)| {
            let encoding = file.metadata().encoding;
            PatternTable::new(index, encoding, file)
        })
        .collect();
    let Ok(Ok(patterns)) = tables.map(|tables| AdditivePatterns::new(&partition(), tables)) else {
        return false;
    };
    let solver = Solver::with_patterns(patterns);
    let goal = Board::ordered(partition().shape(), 0);
    let space = SlidingSpace::new(partition().shape(), 0).expect("a small board");
    (0..STATES).all(|_| {
        let board = space.unrank(rng.random_range(0..space.len()));
        let Ok(solution) = solver.solve(&board, &Monitor::silent()) else {
            return false;
        };
        let mut end = board;
        for &cell in &solution.moves {
            assert!(
                end.movable().any(|there| there == usize::from(cell)),
                "a step that is no move"
            );
            end.slide(cell.into());
        }
        assert_eq!(end, goal, "a solution that ends elsewhere");
        let length = distance(&board);
        assert!(
            expect == Expect::Sense || solution.moves.len() as u32 == length,
            "a wrong length"
        );
        true
    })
}
