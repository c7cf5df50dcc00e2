//! Questions to a table, whose answers are compared with known ones.

use std::{collections::HashMap, time::Duration};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tilebase::{Error, Library, Solver, State, seeded};
use tilebase_core::{
    Monitor, RankedSpace,
    colours::Colouring,
    format::TableFile,
    pattern::{Catalogue, PatternIndex},
};
use tilebase_solve::{
    heuristic::{AdditivePatterns, ColourBounds, PatternTable},
    ida,
};

use super::{
    Expect, Sample,
    samples::{KnownAnswers, boards, partition},
};

/// The number of states that a table is asked about.
const STATES: usize = 4;

/// The time limit of a search with forged bounds. With right ones it takes a millisecond.
const TIME_LIMIT: Duration = Duration::from_millis(200);

impl Sample {
    /// Asks an opened table. Returns whether all questions were answered.
    pub(super) fn answers(&self, table: &TableFile, seed: u64, expect: Expect) -> bool {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let is_own = table.metadata().subject == self.table.metadata().subject;
        let table = table.clone();
        match &self.about {
            KnownAnswers::States(puzzle, goal, metric, right) => {
                let solver = Library::in_memory().solver(*puzzle);
                let solver = solver.with_goal(goal.as_str()).expect("a goal");
                let solver = solver.with_metric(*metric).expect("a metric");
                let examined = solver.with_table(table).map(|solver| ExaminedTable {
                    solver,
                    right,
                    truth: expect == Expect::Truth,
                    all: true,
                });
                examined.is_ok_and(|examined| examined.ask(seed))
            }
            KnownAnswers::Pattern(index, others) => {
                let solver = with_patterns((PatternIndex::clone(index), table), others);
                is_own && solver.is_some_and(|solver| search(&solver, &mut rng, expect))
            }
            KnownAnswers::Colours(colouring) => {
                let solver = with_colours(colouring, &table);
                is_own && solver.is_some_and(|solver| search(&solver, &mut rng, expect))
            }
        }
    }
}

/// A table that is asked, with the distances of the right one.
struct ExaminedTable<'a> {
    solver: Solver,
    right: &'a HashMap<State, Option<u32>>,
    /// Whether all answers must be right.
    truth: bool,
    /// Whether all questions were answered.
    all: bool,
}

impl ExaminedTable<'_> {
    /// Returns an answer, and notes if there is none.
    fn answered<T>(&mut self, answer: Result<T, Error>) -> Option<T> {
        self.all &= answer.is_ok();
        answer.ok()
    }

    /// Asks about some states, and for states. Returns whether all questions were answered.
    fn ask(mut self, seed: u64) -> bool {
        let mut rng = seeded(seed);
        let states = self.solver.random(STATES, &mut rng);
        states.iter().for_each(|state| self.ask_about(state));
        if let Some(distances) = self.answered(self.solver.distances(&states)) {
            let expected = states.iter().map(|state| self.distance(state));
            assert!(!self.truth || expected.eq(distances), "wrong distances");
        }
        let Ok(depths) = self.solver.depths() else {
            return false;
        };
        let depth = rng.random_range(0..=depths.eccentricity);
        let sample = self.solver.sample(3, Some(depth), 1).map(|cells| {
            let states = cells.chunks(self.solver.cells());
            let state = |cells: &[u8]| self.solver.state(cells).expect("a state of the table");
            states.map(state).collect()
        });
        for (depth, found) in [
            (depths.eccentricity, self.solver.hardest(9)),
            (depth, self.solver.at(depth, 9)),
            (depth, sample),
        ] {
            if let Some(states) = self.answered(found).filter(|_| self.truth) {
                assert!(!states.is_empty(), "a level without states");
                let there = |state: &State| self.distance(state) == Some(depth);
                assert!(states.iter().all(there), "a state at another distance");
            }
        }
        self.all
    }

    /// Asks about one state.
    fn ask_about(&mut self, state: &State) {
        let (truth, expected) = (self.truth, self.distance(state));
        if let Some(answer) = self.answered(self.solver.distance(state)) {
            assert!(!truth || answer.distance() == expected, "a wrong distance");
        }
        if let Some(answer) = self.answered(self.solver.solve(state)) {
            let path = answer.path.filter(|path| !path.is_empty());
            assert!(
                !truth || path.is_some() == expected.is_some(),
                "a wrong length"
            );
            path.iter().for_each(|path| self.check_path(state, path));
        }
        if let Some(paths) = self.answered(self.solver.some_solutions(state, 3)) {
            paths.iter().for_each(|path| self.check_path(state, path));
        }
        if let Some(hints) = self.answered(self.solver.hints(state)).filter(|_| truth) {
            for hint in hints.moves {
                assert_eq!(self.distance(&hint.state), hint.distance(), "a wrong hint");
            }
        }
        self.answered(self.solver.solutions(state, 0));
    }

    /// Returns the distance of a state in the right table.
    fn distance(&self, state: &State) -> Option<u32> {
        self.right[state]
    }

    /// Panics unless a path leads from a state to a goal by valid moves, and is a shortest one if
    /// answers must be right.
    fn check_path(&self, start: &State, path: &[State]) {
        assert_eq!(path.first(), Some(start), "a path from elsewhere");
        for step in path.windows(2) {
            let next = step[0].neighbours(self.solver.metric());
            assert!(next.contains(&step[1]), "a step that is not a move");
        }
        let end = self.distance(path.last().expect("the start"));
        assert_eq!(end, Some(0), "a path that ends elsewhere");
        let length = Some(path.len() as u32 - 1);
        assert!(
            !self.truth || length == self.distance(start),
            "a wrong length"
        );
    }
}

/// Returns the solver of a pattern database, with right tables for the others of its partition.
fn with_patterns(
    table: (PatternIndex, TableFile),
    others: &[(PatternIndex, TableFile)],
) -> Option<ida::BoardSolver<'static>> {
    let catalogue = Catalogue::of_partition(partition(), table.0.kind());
    let tables = [table].into_iter().chain(others.iter().cloned());
    let tables = tables.map(|(index, file)| {
        let encoding = file.metadata().encoding;
        PatternTable::new(index, encoding, file).ok()
    });
    let patterns = AdditivePatterns::new(&catalogue, tables.collect::<Option<_>>()?).ok()?;
    Some(ida::BoardSolver::with_patterns(
        patterns,
        ida::Tuning::default(),
    ))
}

/// Returns the solver of a colour table. It reads entries without touching their pages, so all
/// pages are compared first.
fn with_colours(colouring: &Colouring, table: &TableFile) -> Option<ida::BoardSolver<'static>> {
    let open = |_: &Colouring| table.checked_payload(&|| false).map(|_| table.clone());
    let bounds = ColourBounds::new(vec![colouring.clone()], open).ok()?;
    Some(ida::BoardSolver::with_colours(bounds))
}

/// Solves some boards.
fn search(solver: &ida::BoardSolver<'_>, rng: &mut ChaCha8Rng, expect: Expect) -> bool {
    let truth = expect == Expect::Truth;
    let (space, right) = boards(solver.metric());
    // Forged bounds may lead to any number of thresholds.
    let monitor = Monitor::silent();
    let monitor = if truth { monitor } else { monitor.for_at_most(TIME_LIMIT) };
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
