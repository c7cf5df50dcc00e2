//! IDA\* for one goal of a sliding board.

use tilebase_core::{
    Monitor, Puzzle, Reduce,
    format::FormatError,
    sliding::{Board, Metric, Reduction},
};
use tilebase_solve::{
    Iteration, Stats, Wanted,
    ida::{self, SolveError, Solver},
};

use super::traits::Backend;
use crate::{
    Answer, Bounds, Error, Event, Method, Proof, Result, Searching, Solutions, State,
    event::Reporter, published::SearchTimes, store::SavedSearch,
};

/// How an exact search ended.
pub(super) enum Searched {
    /// A shortest solution.
    Solution(ida::Solution),
    /// No solution is shorter than the one that is known.
    NoneShorter(Stats),
    /// The time was over before the proof.
    Halted(ida::Interrupted),
}

/// IDA\* for one goal.
pub(super) struct BoardSearch {
    pub reduction: Reduction,
    pub solver: Solver<'static>,
    /// The file in which the search is saved and from which it continues.
    pub resume: Option<SavedSearch<ida::Checkpoint>>,
}

impl BoardSearch {
    /// Returns what `work` makes of the canonical board; `None` if no moves lead to the goal.
    fn run<T>(
        &self,
        state: &State,
        reporter: &Reporter,
        work: impl FnOnce(&Board, &Monitor<'_, Iteration>) -> Result<T, SolveError>,
    ) -> Result<Option<T>> {
        let board = Board::try_from(state)?;
        if !self.reduction.plausible(&board) {
            return Ok(None);
        }
        let board = self.reduction.apply(&board);
        let event =
            |done: &Iteration| self.progress(done.threshold, None, done.generated, done.seconds);
        let watched = |monitor: &Monitor<'_, Iteration>| work(&board, monitor);
        match reporter.watch(event, watched) {
            Ok(found) => Ok(Some(found)),
            Err(SolveError::Unsolvable) => Ok(None),
            Err(SolveError::WrongShape { found, .. }) => Err(Error::OtherPuzzle {
                expected: Puzzle::Sliding(self.reduction.goal().shape()),
                found: Puzzle::Sliding(found),
            }),
            Err(SolveError::Table(error)) => Err(error.into()),
            Err(SolveError::Damaged(page)) => Err(FormatError::from(page).into()),
            Err(error @ SolveError::TooLong { .. }) => Err(Error::Patterns(error.to_string())),
            Err(SolveError::Saved(error)) => {
                Err(SavedSearch::of_no_use(self.resume.as_ref(), error).into())
            }
            Err(halted) => Err(Error::Interrupted(halted.to_string())),
        }
    }

    fn progress(
        &self,
        threshold: u32,
        done: Option<(f64, f64)>,
        generated: u64,
        seconds: f64,
    ) -> Event<'static> {
        let single = self.reduction.metric() == Metric::Single;
        let times = SearchTimes::of(self.reduction.goal().shape()).filter(|_| single);
        Event::Searching(Searching {
            bounds: Bounds::at_least(threshold),
            parts: None,
            done,
            generated,
            seconds,
            longer: times.map(|times| (times.longer(seconds), times.boards)),
        })
    }

    /// Searches for a shortest solution, or one of fewer than `below` moves. Returns `None` if no
    /// moves lead to the goal.
    pub fn search(
        &self,
        state: &State,
        below: Option<u32>,
        reporter: &Reporter,
    ) -> Result<Option<Searched>> {
        let keep = |checkpoint: &ida::Checkpoint| {
            if let Some(file) = &self.resume {
                file.keep(checkpoint, reporter);
            }
        };
        let watch = |now: &ida::Progress| {
            let done = Some((now.done, now.left));
            reporter.report(&self.progress(now.threshold, done, now.generated, now.seconds));
        };
        let options = ida::Options {
            resume: self.resume.as_ref().map_or(Ok(None), SavedSearch::read)?,
            below,
            save: self.resume.is_some().then_some(&keep),
            watch: Some(&watch),
        };
        let found = self.searched(state, options, reporter)?;
        match (&found, &self.resume) {
            (Some(Searched::Halted(halted)), file)
                if reporter.stopped() && (below.is_none() || file.is_some()) =>
            {
                let later = file.as_ref().map_or_else(String::new, SavedSearch::later);
                let halted = SolveError::Interrupted(halted.clone());
                return Err(Error::Interrupted(format!("{halted}{later}")));
            }
            (Some(Searched::Halted(_)) | None, _) | (_, None) => {}
            (Some(_), Some(file)) => file.remove()?,
        }
        Ok(found)
    }

    fn searched(
        &self,
        state: &State,
        options: ida::Options<'_>,
        reporter: &Reporter,
    ) -> Result<Option<Searched>> {
        self.run(state, reporter, |board, monitor| {
            match self.solver.solve_with(board, options, monitor) {
                Err(SolveError::Interrupted(halted)) => Ok(Searched::Halted(halted)),
                Err(SolveError::NoneShorter(stats)) => Ok(Searched::NoneShorter(stats)),
                found => found.map(Searched::Solution),
            }
        })
    }

    /// Returns the user's states along the moves of the blank on the canonical board.
    pub fn path(&self, start: &State, moves: &[u8]) -> Vec<State> {
        let moves = moves.iter().map(|&to| self.reduction.restored_cell(to));
        start.along(&moves.collect::<Vec<u8>>())
    }

    /// Returns where the canonical board of a state has its blank.
    fn blank(&self, state: &State) -> Result<usize> {
        Ok(self.reduction.apply(&Board::try_from(state)?).blank())
    }
}

impl Backend for BoardSearch {
    fn metric(&self) -> Metric {
        self.reduction.metric()
    }

    fn heuristic(&self) -> String {
        self.solver.heuristic().to_owned()
    }

    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        let answer = Answer::unsolvable(state.clone());
        let Some(found) = self.search(state, None, reporter)? else {
            return Ok(answer);
        };
        let answer = Answer {
            method: Method::Search,
            heuristic: Some(self.heuristic()),
            ..answer
        };
        Ok(match found {
            Searched::Halted(halted) => Answer {
                bounds: Some(Bounds::at_least(halted.at_least)),
                stats: Some(halted.stats),
                ..answer
            },
            Searched::NoneShorter(_) => unreachable!("no solution was known"),
            Searched::Solution(solution) => Answer {
                bounds: Some(Bounds::of_distance(solution.moves.len() as u32)),
                proof: Some(Proof::Search),
                path: Some(self.path(state, &solution.moves)),
                stats: Some(solution.stats),
                ..answer
            },
        })
    }

    /// Nothing is saved: the file is that of another search.
    fn narrow(&self, state: &State, known: Bounds, reporter: &Reporter) -> Result<Bounds> {
        let options = ida::Options {
            below: known.upper,
            ..ida::Options::default()
        };
        Ok(match self.searched(state, options, reporter)? {
            Some(Searched::Solution(solution)) => Bounds::of_distance(solution.moves.len() as u32),
            Some(Searched::NoneShorter(_)) => Bounds::of_distance(known.upper.unwrap_or_default()),
            Some(Searched::Halted(halted)) => Bounds::at_least(halted.at_least).meet(known),
            None => known,
        })
    }

    fn distance_beside(
        &self,
        state: &State,
        next: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>> {
        let next = self.reduction.apply(&Board::try_from(next)?);
        self.run(state, reporter, |board, monitor| {
            self.solver.distance_beside(board, &next, distance, monitor)
        })
    }

    fn distances_beside(
        &self,
        state: &State,
        neighbours: &[State],
        nearer: Option<&State>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<Bounds>>> {
        let nearer = nearer.map(|next| self.blank(next)).transpose()?;
        let hints = self.run(state, reporter, |board, monitor| {
            self.solver.hints(board, distance, nearer, monitor)
        })?;
        let after = |next: &State| {
            let to = self.blank(next)?;
            let hint = hints.iter().flatten().find(|(cell, _)| *cell == to);
            Ok(hint.map(|(_, after)| Bounds {
                lower: *after.start(),
                upper: Some(*after.end()),
            }))
        };
        neighbours.iter().map(after).collect()
    }

    fn solutions(&self, state: &State, wanted: Wanted, reporter: &Reporter) -> Result<Solutions> {
        let found = self.run(state, reporter, |board, monitor| {
            self.solver.solutions(board, wanted, monitor)
        })?;
        Ok(Solutions::along(found, |moves| self.path(state, moves)))
    }

    fn bound(&self, state: &State) -> Result<Option<u32>> {
        let board = Board::try_from(state)?;
        let estimate = || self.solver.estimate(&self.reduction.apply(&board));
        Ok(self.reduction.plausible(&board).then(estimate))
    }

    fn check_heuristic(&self) -> Result<()> {
        Ok(self.solver.damage().map_err(FormatError::from)?)
    }
}
