//! Sliding boards: their tables, and IDA\* with a heuristic where there is none.

use std::time::Duration;

use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;
use tilebase_core::{
    Monitor, Puzzle, Reduce,
    format::{DamagedPage, FormatError, Subject, TableFile},
    pattern::PatternIndex,
    sliding::{Board, MAX_CELLS, Metric, Parity, Reduction, Shape, solvable},
};
use tilebase_solve::{
    BoardAnswers, Iteration, board_subject,
    heuristic::{Heuristic, HeuristicName, LinearConflict, Manhattan, Maximum, WalkingDistance},
    ida::{self, SolveError, Solver},
    table::BoardDistances,
};

use super::{BLANK_FIRST, BLANK_LAST, Family, Question, Search, TableOf, multi, patterns};
use crate::{
    Answer, Bounds, Check, Error, Event, Library, Method, Options, Position, Proof, Reason,
    Searching, Solutions, State, event::Reporter, sample, store::SavedSearch,
};

const HEURISTICS: &str = "there are manhattan, linear-conflict, walking-distance, maximum (of these), pdb, pdb:7-8 and other partitions, pdb:seven and other catalogues of partitions, zpdb for zero-aware tables, and catalogue:FILE for a file that names a partition a line";

impl Family for Board {
    type Name = Shape;
    type Goal = Board;
    type Distances = BoardDistances<TableFile>;
    type Reduction = Reduction;
    type Search = BoardSearch;

    fn usual_goal(shape: Shape) -> Self {
        Self::goal(shape)
    }

    fn parse_goal(shape: Shape, text: &str) -> Result<Self, Error> {
        match text.trim() {
            BLANK_FIRST => Ok(Self::ordered(shape, 0)),
            BLANK_LAST => Ok(Self::goal(shape)),
            text => Self::parse(shape, text).map_err(Error::Goal),
        }
    }

    fn from_state(shape: Shape, state: State) -> Result<Self, Error> {
        match state {
            State::Board(board) if board.shape() == shape => Ok(board),
            other => Err(Error::OtherPuzzle {
                expected: Puzzle::Sliding(shape),
                found: other.puzzle(),
            }),
        }
    }

    fn subject(question: &Question<Self>) -> Subject {
        board_subject(&reduction(question))
    }

    fn answers(question: &Question<Self>, table: TableFile) -> Result<TableOf<Self>, Error> {
        Ok(BoardAnswers::from_reduced(reduction(question), table)?)
    }

    fn wants_search(_: &Question<Self>, options: &Options) -> Result<bool, Error> {
        Ok(options.by_search
            || options.resume.is_some()
            || options.heuristic.is_some()
            || options.partition.is_some()
            || options.tuning.whole_tree)
    }

    fn worth_building(_: &Question<Self>) -> bool {
        true
    }

    fn search(
        question: &Question<Self>,
        library: &Library,
        options: &Options,
    ) -> Result<BoardSearch, Error> {
        let reduction = reduction(question);
        let solver = solver(library, &reduction, options)?;
        if options.resume.is_some() && !solver.saves() {
            return Err(Error::NoSaving(solver.heuristic().to_owned()));
        }
        let resume = options.resume.clone();
        let resume = resume.map(|file| SavedSearch::at(file.path, file.boards));
        Ok(BoardSearch {
            solver,
            reduction,
            time: options.limits.time(),
            resume: resume.transpose()?,
        })
    }

    fn search_subjects(
        question: &Question<Self>,
        options: &Options,
    ) -> Result<Vec<Subject>, Error> {
        if question.metric == Metric::Multi {
            return multi::subjects(&reduction(question), options);
        }
        let named = patterns::catalogue(&reduction(question), options)?;
        let catalogue = match named {
            Some(catalogue) => catalogue,
            None => {
                let name = heuristic(options)?;
                let problem = format!("the heuristic `{name}` needs no tables");
                return Err(Error::NoHeuristic(problem));
            }
        };
        let indices = PatternIndex::all(catalogue.distinct());
        Ok(indices.iter().map(PatternIndex::subject).collect())
    }

    fn check(question: &Question<Self>, board: &Self) -> Result<Option<Check<Self>>, Error> {
        let parity = Parity::between(board, &question.goal)?;
        Ok(Some(Check {
            state: *board,
            metric: question.metric,
            solvable: Some(parity.solvable()),
            reason: Reason::Parity(parity),
        }))
    }

    fn a_goal(question: &Question<Self>) -> Self {
        question.goal
    }

    fn sample(question: &Question<Self>) -> Option<Vec<u32>> {
        let reduction = reduction(question);
        let shape = reduction.shape();
        if question.metric != Metric::Single
            || reduction.home() != 0
            || shape.rows() != shape.cols()
        {
            return None;
        }
        match shape.rows() {
            4 => Some(sample::of_the_15_puzzle()),
            5 => Some(sample::of_the_24_puzzle()),
            _ => None,
        }
    }

    fn draw(question: &Question<Self>, rng: &mut ChaCha12Rng) -> Self {
        let shape = question.name;
        let mut cells = [0u8; MAX_CELLS];
        let cells = &mut cells[..shape.cells()];
        for (cell, value) in cells.iter_mut().zip(0..) {
            *cell = value;
        }
        cells.shuffle(rng);
        let board = Self::from_cells(shape, cells).expect("a shuffle of all tiles");
        if solvable(&board, &question.goal) == Ok(true) {
            return board;
        }
        // Exchanging two tiles pairs unsolvable boards with solvable ones, one to one, so that
        // every solvable board stays as likely as any other.
        let mut tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
        if let (Some(first), Some(second)) = (tiles.next(), tiles.next()) {
            cells.swap(first, second);
        }
        Self::from_cells(shape, cells).expect("a shuffle of all tiles")
    }
}

fn reduction(question: &Question<Board>) -> Reduction {
    Reduction::to_canonical_in(&question.goal, question.metric)
}

/// IDA\* for one goal.
pub struct BoardSearch {
    reduction: Reduction,
    solver: Solver<'static>,
    /// After this time bounds are answer enough.
    time: Option<Duration>,
    /// Where the search is saved, and goes on from.
    resume: Option<SavedSearch<ida::Checkpoint>>,
}

impl BoardSearch {
    fn run<T>(
        &self,
        board: &Board,
        reporter: &Reporter,
        work: impl FnOnce(&Board, &Monitor<'_, Iteration>) -> Result<T, SolveError>,
    ) -> Result<Option<T>, Error> {
        if !self.reduction.plausible(board) {
            return Ok(None);
        }
        let board = self.reduction.apply(board);
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
        board: &Board,
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
        let watch = |news: &ida::Progress| {
            reporter.tell(&Event::Searching(Searching {
                bounds: at_least(news.threshold),
                parts: None,
                done: Some((news.done, news.left)),
                generated: news.generated,
                seconds: news.seconds,
            }));
        };
        let options = ida::Options {
            resume,
            save: save
                .as_ref()
                .map(|save| save as &(dyn Fn(&ida::Checkpoint) + Sync)),
            watch: Some(&watch),
        };
        let found = self.run(board, reporter, |board, monitor| {
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

    /// Returns the user's boards along the moves of the blank on the canonical board.
    fn path(&self, start: &Board, moves: &[u8]) -> Vec<Board> {
        let mut board = self.reduction.apply(start);
        let mut path = vec![*start];
        for &cell in moves {
            board.slide_line(cell.into());
            path.push(self.reduction.restore(&board));
        }
        path
    }
}

impl Search<Board> for BoardSearch {
    fn heuristic(&self) -> String {
        self.solver.heuristic().to_owned()
    }

    fn estimate(&self, board: &Board) -> Option<u32> {
        let plausible = self.reduction.plausible(board);
        plausible.then(|| self.solver.estimate(&self.reduction.apply(board)))
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.solver.damage()
    }

    fn solve(&self, board: &Board, reporter: &Reporter) -> Result<Answer<Board>, Error> {
        let found = self.search(board, reporter)?;
        let answer = Answer::unsolvable(*board);
        Ok(match found {
            None => answer,
            Some(Err(halted)) => Answer {
                method: Method::Search,
                bounds: Some(at_least(halted.at_least)),
                heuristic: Some(self.solver.heuristic().to_owned()),
                stats: Some(halted.stats),
                ..answer
            },
            Some(Ok(solution)) => Answer {
                method: Method::Search,
                bounds: Some(Bounds::of_distance(solution.moves.len() as u32)),
                proof: Some(Proof::Search),
                path: Some(self.path(board, &solution.moves)),
                heuristic: Some(self.solver.heuristic().to_owned()),
                stats: Some(solution.stats),
                ..answer
            },
        })
    }

    fn distance_beside(
        &self,
        board: &Board,
        next: &Board,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>, Error> {
        self.run(board, reporter, |board, monitor| {
            let next = self.reduction.apply(next);
            self.solver.distance_beside(board, &next, distance, monitor)
        })
    }

    fn distances_beside(
        &self,
        board: &Board,
        neighbours: &[Board],
        nearer: Option<&Board>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<u32>>, Error> {
        let nearer = nearer.map(|next| self.reduction.apply(next).blank());
        let hints = self.run(board, reporter, |board, monitor| {
            self.solver.hints(board, distance, nearer, monitor)
        })?;
        let after = |next: &Board| {
            let to = self.reduction.apply(next).blank();
            let hint = hints.iter().flatten().find(|(cell, _)| *cell == to);
            hint.map(|&(_, distance)| distance)
        };
        Ok(neighbours.iter().map(after).collect())
    }

    fn solutions(
        &self,
        board: &Board,
        limit: usize,
        all: bool,
        reporter: &Reporter,
    ) -> Result<Solutions<Board>, Error> {
        let found = self.run(board, reporter, |board, monitor| {
            if all {
                self.solver.solve_all(board, limit, monitor)
            } else {
                self.solver.solve_some(board, limit, monitor)
            }
        })?;
        Ok(Solutions::along(found, |moves| self.path(board, moves)))
    }
}

/// What an unfinished search has proven.
fn at_least(lower: u32) -> Bounds {
    Bounds { lower, upper: None }
}

/// Returns the solver that the options ask for, for canonical boards: by pattern databases, which
/// are built if they are missing, or by the heuristic named.
pub(crate) fn solver(
    library: &Library,
    reduction: &Reduction,
    options: &Options,
) -> Result<Solver<'static>, Error> {
    if reduction.metric() == Metric::Multi {
        return multi::solver(library, reduction, options);
    }
    if let Some(solver) = patterns::solver(library, reduction, options)? {
        return Ok(solver);
    }
    let (shape, home) = (reduction.shape(), reduction.home());
    let walking =
        || WalkingDistance::new(shape, home).map_err(|error| Error::NoHeuristic(error.to_string()));
    let heuristic: Box<dyn Heuristic> = match heuristic(options)? {
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
                known: HEURISTICS,
            });
        }
    };
    Ok(Solver::with_heuristic(shape, home, heuristic))
}

/// Returns the heuristic of a search where moves slide one tile.
pub(super) fn heuristic(options: &Options) -> Result<HeuristicName, Error> {
    let named = options.heuristic(HEURISTICS)?;
    Ok(named.unwrap_or(HeuristicName::USUAL_PATTERNS))
}
