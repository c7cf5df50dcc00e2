//! Sliding boards: their tables, and IDA\* with a heuristic where there is none.

use std::time::Duration;

use tilebase_core::{
    Monitor, Puzzle, Reduce,
    format::{FormatError, Subject, TableFile},
    parallel::prelude::*,
    sliding::{Board, Metric, Reduction, Shape},
};
use tilebase_solve::{
    Iteration, board_subject,
    heuristic::{Heuristic, HeuristicName, LinearConflict, Manhattan, Maximum, WalkingDistance},
    ida::{self, SolveError, Solver},
    table::BoardDistances,
};

use super::{
    board_goal::BoardGoal,
    multi, patterns,
    question::Question,
    table::ByTable,
    traits::{Backend, Count, Tabulated, Want},
};
use crate::{
    Answer, Bounds, Error, Event, Method, Options, Proof, Reason, Rng, Searching, Solutions, State,
    event::Reporter,
    published, sample,
    store::{SavedSearch, Store},
};

/// A sliding board with a goal and a metric.
#[derive(Debug)]
pub(super) struct BoardQuestion {
    goal: BoardGoal,
    reduction: Reduction,
}

impl BoardQuestion {
    pub fn new(shape: Shape, goal: Option<&str>, metric: Metric) -> Result<Self, Error> {
        let goal = BoardGoal::read(shape, goal)?;
        let reduction = Reduction::to_canonical_in(&Board::try_from(goal.state())?, metric);
        Ok(Self { goal, reduction })
    }
}

impl Question for BoardQuestion {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Sliding(self.goal.shape())
    }

    fn metric(&self) -> Metric {
        self.reduction.metric()
    }

    fn goal(&self) -> String {
        self.goal.state().to_string()
    }

    fn a_goal(&self) -> State {
        self.goal.state().clone()
    }

    fn table_subject(&self) -> Subject {
        board_subject(&self.reduction)
    }

    fn by_table(&self, table: TableFile) -> Result<Box<dyn Tabulated>, Error> {
        let table = table.expect_subject(&self.table_subject())?;
        let (space, encoding) = (self.reduction.space()?, table.metadata().encoding);
        let distances = BoardDistances::new(space, encoding, table);
        let reduction = self.reduction.clone();
        Ok(Box::new(ByTable::new(distances, reduction, self.metric())))
    }

    fn is_worth_building(&self) -> bool {
        true
    }

    fn wants_search(&self, options: &Options) -> Result<bool, Error> {
        Ok(options.by_search
            || options.resume.is_some()
            || options.heuristic.is_some()
            || options.partition.is_some()
            || options.tuning.whole_tree)
    }

    fn by_search(&self, store: &Store, options: &Options) -> Result<Box<dyn Backend>, Error> {
        if let Err(error @ Error::OverMemory { .. }) = self.search_subjects(options) {
            return Err(error);
        }
        let solver = solver(store, &self.reduction, options)?;
        if options.resume.is_some() && !solver.saves() {
            return Err(Error::NoSaving(solver.heuristic().to_owned()));
        }
        let resume = options.resume.clone();
        let resume = resume.map(|file| SavedSearch::at(file.path, file.boards));
        Ok(Box::new(BoardSearch {
            solver,
            reduction: self.reduction.clone(),
            time: options.limits.time(),
            resume: resume.transpose()?,
        }))
    }

    fn search_subjects(&self, options: &Options) -> Result<Vec<Subject>, Error> {
        if self.metric() == Metric::Multi {
            return patterns::within(options, multi::subjects(&self.reduction, options)?);
        }
        patterns::subjects(self.goal.shape(), self.goal.state().cells(), options)
    }

    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>, Error> {
        Ok(Some(self.goal.check(state)))
    }

    fn farthest(&self) -> Option<u32> {
        let (shape, home) = (self.goal.shape(), self.reduction.goal().blank());
        let published = published::levels(shape, self.metric())? as u32;
        // Of goals whose blank is in a corner; from there it goes to any other home.
        let corners = [
            0,
            shape.cols() - 1,
            shape.cells() - shape.cols(),
            shape.cells() - 1,
        ];
        let slides = corners
            .map(|corner| shape.distance(corner, home))
            .into_iter()
            .min()?;
        Some(published + slides as u32)
    }

    fn sample(&self) -> Option<Vec<u32>> {
        let shape = self.reduction.shape();
        let usual = self.metric() == Metric::Single && self.reduction.home() == 0;
        match (shape.rows(), shape.cols()) {
            (4, 4) if usual => Some(sample::of_the_15_puzzle()),
            (5, 5) if usual => Some(sample::of_the_24_puzzle()),
            _ => None,
        }
    }

    fn has_walks(&self) -> bool {
        true
    }

    fn draw(&self, rng: &mut Rng) -> State {
        self.goal.draw(rng)
    }
}

/// IDA\* for one goal.
struct BoardSearch {
    reduction: Reduction,
    solver: Solver<'static>,
    /// After this time bounds are answer enough.
    time: Option<Duration>,
    /// Where the search is saved, and goes on from.
    resume: Option<SavedSearch<ida::Checkpoint>>,
}

impl BoardSearch {
    /// Returns what `work` makes of the canonical board; `None` where no moves lead to the goal.
    fn run<T>(
        &self,
        state: &State,
        reporter: &Reporter,
        work: impl FnOnce(&Board, &Monitor<'_, Iteration>) -> Result<T, SolveError>,
    ) -> Result<Option<T>, Error> {
        let board = Board::try_from(state)?;
        if !self.reduction.plausible(&board) {
            return Ok(None);
        }
        let board = self.reduction.apply(&board);
        let event = |done: &Iteration| {
            Event::Searching(Searching {
                bounds: at_least(done.threshold),
                parts: None,
                done: None,
                generated: done.generated,
                seconds: done.seconds,
            })
        };
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

    /// Returns a shortest solution; or the bound proven, where the time was over before; or `None`
    /// where no moves lead to the goal.
    fn search(
        &self,
        state: &State,
        reporter: &Reporter,
    ) -> Result<Option<Result<ida::Solution, ida::Interrupted>>, Error> {
        let resume = match &self.resume {
            Some(file) => file.read()?,
            None => None,
        };
        let save = self
            .resume
            .as_ref()
            .map(|file| |checkpoint: &ida::Checkpoint| file.keep(checkpoint, reporter));
        let watch = |progress: &ida::Progress| {
            reporter.report(&Event::Searching(Searching {
                bounds: at_least(progress.threshold),
                parts: None,
                done: Some((progress.done, progress.left)),
                generated: progress.generated,
                seconds: progress.seconds,
            }));
        };
        let options = ida::Options {
            resume,
            save: save
                .as_ref()
                .map(|save| save as &(dyn Fn(&ida::Checkpoint) + Sync)),
            watch: Some(&watch),
        };
        let found = self.run(state, reporter, |board, monitor| {
            let timed = match self.time {
                Some(time) => &monitor.for_at_most(time),
                None => monitor,
            };
            match self.solver.solve_with(board, options, timed) {
                Err(SolveError::Interrupted(halted)) => Ok(Err(halted)),
                found => found.map(Ok),
            }
        })?;
        match (&found, &self.resume) {
            (Some(Err(halted)), file) if reporter.stopped() => {
                let later = file.as_ref().map_or_else(String::new, SavedSearch::later);
                let halted = SolveError::Interrupted(halted.clone());
                return Err(Error::Interrupted(format!("{halted}{later}")));
            }
            (Some(Ok(_)), Some(file)) => file.remove()?,
            _ => {}
        }
        Ok(found)
    }

    /// Returns the user's states along the moves of the blank on the canonical board.
    fn path(&self, start: &State, moves: &[u8]) -> Result<Vec<State>, Error> {
        let mut board = self.reduction.apply(&Board::try_from(start)?);
        let mut path = vec![start.clone()];
        for &cell in moves {
            board.slide_line(cell.into());
            path.push(self.reduction.restore(&board).into());
        }
        Ok(path)
    }

    /// Returns where the canonical board of a state has its blank.
    fn blank(&self, state: &State) -> Result<usize, Error> {
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

    fn answer(&self, state: &State, want: Want, reporter: &Reporter) -> Result<Answer, Error> {
        let answer = Answer {
            path: (want == Want::Solution).then(Vec::new),
            ..Answer::unsolvable(state.clone())
        };
        let Some(found) = self.search(state, reporter)? else {
            return Ok(answer);
        };
        let answer = Answer {
            metric: self.metric(),
            method: Method::Search,
            heuristic: Some(self.heuristic()),
            ..answer
        };
        Ok(match found {
            Err(halted) => Answer {
                bounds: Some(at_least(halted.at_least)),
                stats: Some(halted.stats),
                ..answer
            },
            Ok(solution) => Answer {
                bounds: Some(Bounds::of_distance(solution.moves.len() as u32)),
                proof: Some(Proof::Search),
                path: match want {
                    Want::Distance => None,
                    Want::Solution => Some(self.path(state, &solution.moves)?),
                },
                stats: Some(solution.stats),
                ..answer
            },
        })
    }

    fn distance_beside(
        &self,
        state: &State,
        next: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>, Error> {
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
    ) -> Result<Vec<Option<u32>>, Error> {
        let nearer = nearer.map(|next| self.blank(next)).transpose()?;
        let hints = self.run(state, reporter, |board, monitor| {
            self.solver.hints(board, distance, nearer, monitor)
        })?;
        let after = |next: &State| {
            let to = self.blank(next)?;
            let hint = hints.iter().flatten().find(|(cell, _)| *cell == to);
            Ok(hint.map(|&(_, distance)| distance))
        };
        neighbours.iter().map(after).collect()
    }

    fn solutions(
        &self,
        state: &State,
        limit: usize,
        count: Count,
        reporter: &Reporter,
    ) -> Result<Solutions, Error> {
        let found = self.run(state, reporter, |board, monitor| {
            self.solver.solutions(board, count.wanted(limit), monitor)
        })?;
        Solutions::along(found, |moves| self.path(state, moves))
    }

    fn bounds(&self, states: &[State], bounds: &mut [i16]) -> Result<(), Error> {
        let estimate = |(state, bound): (&State, &mut i16)| -> Result<(), Error> {
            let board = Board::try_from(state)?;
            *bound = if self.reduction.plausible(&board) {
                self.solver.estimate(&self.reduction.apply(&board)) as i16
            } else {
                -1
            };
            Ok(())
        };
        let states = states.par_iter().with_min_len(1024);
        states.zip(bounds).try_for_each(estimate)?;
        self.solver.damage().map_err(FormatError::from)?;
        Ok(())
    }
}

/// What an unfinished search has proven.
fn at_least(lower: u32) -> Bounds {
    Bounds { lower, upper: None }
}

/// Returns the solver that the options ask for, for canonical boards: by pattern databases, which
/// are built if they are missing, or by the heuristic named.
pub(crate) fn solver(
    store: &Store,
    reduction: &Reduction,
    options: &Options,
) -> Result<Solver<'static>, Error> {
    if reduction.metric() == Metric::Multi {
        return multi::solver(store, reduction, options);
    }
    if let Some(solver) = patterns::solver(store, reduction, options)? {
        return Ok(solver);
    }
    let (shape, home) = (reduction.shape(), reduction.home());
    let walking =
        || WalkingDistance::new(shape, home).map_err(|error| Error::NoHeuristic(error.to_string()));
    let heuristic: Box<dyn Heuristic> = match patterns::heuristic(options)? {
        HeuristicName::Manhattan => Box::new(Manhattan::new(shape, home)),
        HeuristicName::LinearConflict => Box::new(LinearConflict::new(shape, home)),
        HeuristicName::WalkingDistance => Box::new(walking()?),
        HeuristicName::Maximum => Box::new(Maximum(vec![
            Box::new(LinearConflict::new(shape, home)),
            Box::new(walking()?),
        ])),
        other => {
            return Err(Error::Heuristic {
                name: other.to_string(),
                known: patterns::HEURISTICS,
            });
        }
    };
    Ok(Solver::with_heuristic(shape, home, heuristic))
}
