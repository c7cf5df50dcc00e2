//! The state of an unfinished search, small enough to be written often.
//!
//! A large search is a list of roots, whose order within a threshold does not matter. Its state
//! therefore consists of the roots that have been walked and the sizes of their subtrees. The roots
//! depend only on the question and on their distance from the start.
//!
//! A checkpoint may come from a damaged or forged file. What passes the checks neither panics nor
//! makes a search take more memory than usual, and a solution is always found by walking to it. A
//! forged bound, or roots that are marked as walked but were not, cannot be detected without
//! repeating the search.

use serde::{Deserialize, Serialize};
use tilebase_core::sliding::Board;

use crate::{
    Iteration, SavedError, Stats,
    deepening::saved::{MOST_COUNTED, SavedState, SealedSearch},
};

/// The progress of a search. Totals are those of finished iterations.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct SearchState {
    /// The threshold being searched, in moves.
    pub threshold: u32,
    /// The number of moves from the start to the roots.
    pub depth: u32,
    /// The number of boards whose moves were tried, and of boards to which these led.
    pub expanded: u64,
    pub generated: u64,
    /// The time spent.
    pub milliseconds: u64,
    /// The finished iterations.
    pub iterations: Vec<Iteration>,
    /// The counts of the roots walked in this iteration.
    pub walked_expanded: u64,
    pub walked_generated: u64,
    /// For each root, in the order of the moves to it, the number of boards that were expanded in
    /// its subtree in the iteration before, and in this one if it has been walked.
    pub sizes: Vec<u64>,
    pub walked: Vec<Option<u64>>,
}

impl SearchState {
    /// Returns the cost of the finished iterations.
    pub(super) fn stats(&self) -> Stats {
        Stats {
            expanded: self.expanded,
            generated: self.generated,
            thresholds: (self.iterations.iter())
                .map(|done| done.threshold)
                .collect(),
            iterations: self.iterations.clone(),
            seconds: self.milliseconds as f64 / 1000.0,
        }
    }

    /// Raises the threshold to one that is proven otherwise. No root has been walked within it.
    pub(super) fn raise(&mut self, threshold: u32) {
        if threshold <= self.threshold {
            return;
        }
        self.threshold = threshold;
        self.expanded += std::mem::take(&mut self.walked_expanded);
        self.generated += std::mem::take(&mut self.walked_generated);
        self.walked.fill(None);
    }
}

/// A search that can be continued later, in this process or another, with
/// [`SearchOptions::resume`](super::SearchOptions::resume) and the same board, goal and heuristic.
///
/// It is plain data for self-describing formats of serde, with a version and a checksum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Checkpoint(SealedSearch<SavedBoardQuestion, SearchState>);

/// The subject of a saved search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedBoardQuestion {
    puzzle: String,
    start: String,
    goal: String,
    heuristic: String,
    whole_tree: bool,
}

impl SavedBoardQuestion {
    pub(super) fn new(start: &Board, goal: &Board, heuristic: &str, whole_tree: bool) -> Self {
        Self {
            puzzle: start.shape().to_string(),
            start: start.to_string(),
            goal: goal.to_string(),
            heuristic: heuristic.to_owned(),
            whole_tree,
        }
    }
}

impl SavedState for SearchState {
    type Question = SavedBoardQuestion;

    const VERSION: u32 = 2;

    fn named_parts(question: &SavedBoardQuestion) -> Vec<(&'static str, String)> {
        vec![
            ("the puzzle", question.puzzle.clone()),
            ("the start", question.start.clone()),
            ("the goal", question.goal.clone()),
            ("the heuristic", question.heuristic.clone()),
            ("the whole tree", question.whole_tree.to_string()),
        ]
    }

    /// The seconds of iterations are for people and may be rounded in text.
    fn protected(&self) -> Self {
        let mut state = self.clone();
        for iteration in &mut state.iterations {
            iteration.seconds = 0.0;
        }
        state
    }
}

impl Checkpoint {
    pub(super) fn new(question: &SavedBoardQuestion, state: SearchState) -> Self {
        Self(SealedSearch::new(question.clone(), state))
    }

    /// Returns the threshold being searched, in moves: a lower bound that the search has proven.
    pub fn lower(&self) -> u32 {
        self.0.state.threshold
    }

    /// Returns the cost of the finished iterations.
    pub fn stats(&self) -> Stats {
        self.0.state.stats()
    }

    /// Returns the state, if it belongs to this question and a search can have written it.
    pub(super) fn open(self, question: &SavedBoardQuestion) -> Result<SearchState, SavedError> {
        self.0.check(question)?;
        let state = self.0.state;
        let damaged = |what| Err(SavedError::Damaged(what));
        if state.sizes.len() != state.walked.len() {
            return damaged("its lists have different lengths");
        }
        if state.counts().any(|count| count > MOST_COUNTED) {
            return damaged("it counts more than any search does");
        }
        Ok(state)
    }
}

impl SearchState {
    /// Returns all counts.
    fn counts(&self) -> impl Iterator<Item = u64> {
        let totals = [
            self.expanded,
            self.generated,
            self.milliseconds,
            self.walked_expanded,
            self.walked_generated,
        ];
        let iterations = self.iterations.iter();
        let iterations = iterations.flat_map(|done| [done.expanded, done.generated]);
        let roots = self.sizes.iter().chain(self.walked.iter().flatten());
        totals.into_iter().chain(iterations).chain(roots.copied())
    }
}

#[cfg(test)]
mod tests {
    use tilebase_core::{
        Monitor,
        pattern::{Catalogue, Partition, PatternIndex, PatternKind},
        sliding::Shape,
    };

    use super::*;
    use crate::{
        heuristic::{AdditivePatterns, PatternTable},
        ida::{BoardSolver, SearchOptions, SolveError, Tuning},
    };

    #[test]
    fn a_threshold_that_is_raised_keeps_what_was_counted() {
        let saved = SearchState {
            threshold: 20,
            expanded: 3,
            generated: 5,
            walked_expanded: 7,
            walked_generated: 11,
            walked: vec![Some(7), None],
            ..SearchState::default()
        };
        let mut raised = saved.clone();
        raised.raise(20);
        assert_eq!(raised, saved);
        raised.raise(22);
        let expected = SearchState {
            threshold: 22,
            expanded: 10,
            generated: 16,
            walked_expanded: 0,
            walked_generated: 0,
            walked: vec![None, None],
            ..saved
        };
        assert_eq!(raised, expected);
    }

    /// States that no search writes are refused even if the checksum is right; those that one may
    /// have written can be resumed.
    #[test]
    fn forged_states_are_refused_before_they_do_harm() {
        let shape: Shape = "3x3".parse().unwrap();
        let groups = [vec![1, 2, 3, 4], vec![5, 6, 7, 8]];
        let partition = Partition::new(shape, 0, &groups).unwrap();
        let catalogue = Catalogue::of_partition(partition, PatternKind::Plain);
        let tables = catalogue.distinct().into_iter().map(|(pattern, kind)| {
            let index = PatternIndex::new(pattern, kind);
            let built =
                tilebase_pdb_build::build(&index.subject(), None, &Monitor::silent()).unwrap();
            let encoding = built.metadata().encoding;
            PatternTable::new(index, encoding, built.payload().to_vec()).unwrap()
        });
        let patterns = AdditivePatterns::new(&catalogue, tables.collect()).unwrap();
        let solver = BoardSolver::with_patterns(patterns, Tuning::default());
        let board = Board::parse(shape, "8 7 6 0 4 1 2 5 3").unwrap();
        let question = SavedBoardQuestion::new(&board, solver.goal(), solver.heuristic(), false);
        let solve = |state: SearchState| {
            let options = SearchOptions {
                resume: Some(Checkpoint::new(&question, state)),
                ..SearchOptions::default()
            };
            solver.solve_with(&board, options, &Monitor::silent())
        };
        let first = solver.estimate(&board);
        let honest = SearchState {
            threshold: first,
            sizes: vec![0],
            walked: vec![None],
            ..SearchState::default()
        };
        assert_eq!(solve(honest.clone()).unwrap().moves.len(), 31);
        let forgeries: [&dyn Fn(&mut SearchState); 9] = [
            &|state| state.threshold = 0,
            &|state| state.threshold += 1,
            &|state| state.threshold += 10_000,
            &|state| state.depth = 1,
            &|state| state.depth = u32::MAX,
            &|state| state.sizes = vec![0; 2],
            &|state| (state.sizes, state.walked) = (Vec::new(), Vec::new()),
            &|state| (state.sizes, state.walked) = (vec![0; 100_000], vec![None; 100_000]),
            &|state| state.sizes = vec![u64::MAX],
        ];
        let counting = |expanded| {
            let (milliseconds, state) = (MOST_COUNTED, honest.clone());
            let state = SearchState {
                expanded,
                milliseconds,
                ..state
            };
            Checkpoint::new(&question, state).open(&question)
        };
        assert_eq!(counting(MOST_COUNTED).unwrap().expanded, MOST_COUNTED);
        assert!(counting(MOST_COUNTED + 1).is_err());
        for forge in forgeries {
            let mut state = honest.clone();
            forge(&mut state);
            let refused = solve(state.clone());
            assert!(matches!(refused, Err(SolveError::Saved(_))), "{state:?}");
        }
    }
}
