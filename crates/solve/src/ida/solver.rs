//! The solver, the common interface of all engines.

use std::ops::RangeInclusive;

use tilebase_core::{
    Monitor,
    format::{DamagedPage, Payload},
    parallel,
    sliding::{Board, Metric, Shape, solvable},
};

use super::{
    checkpoint::{Checkpoint, SavedBoardQuestion},
    engine::{Engine, Request},
    options::{SearchOptions, Tuning},
    outcome::{BoardSolution, SolveError},
    patterns::{Escalation, Patterns},
    reference::Reference,
};
use crate::{
    FoundSolutions, Iteration,
    deepening::StopReason,
    heuristic::{AdditivePatterns, ColourBounds, Heuristic},
    solution_limit::SolutionLimit,
};

/// Finds shortest solutions of canonical boards by IDA\*.
///
/// A solver may be used from many threads at once: searches do not change it.
///
/// ```
/// use tilebase_core::{Monitor, sliding::{Board, Metric}};
/// use tilebase_solve::{heuristic::WalkingDistance, ida::BoardSolver};
///
/// let shape = "4x4".parse()?;
/// let walking = WalkingDistance::new(shape, 0, Metric::Single)?;
/// let solver = BoardSolver::with_heuristic(Metric::Single, shape, 0, Box::new(walking));
/// let board = Board::parse(shape, "4 1 2 3 5 0 6 7 8 9 10 11 12 13 14 15")?;
/// let solution = solver.solve(&board, &Monitor::silent())?;
/// assert_eq!(solution.moves, [4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardSolver<'a> {
    goal: Board,
    metric: Metric,
    heuristic: String,
    engine: Box<dyn Engine + 'a>,
}

impl<'a> BoardSolver<'a> {
    /// Returns a solver with any heuristic that is a lower bound in the metric: the reference
    /// engine, which uses one thread for each board.
    ///
    /// # Panics
    /// If `home`, the blank's cell in the goal, is not a cell of the board.
    pub fn with_heuristic(
        metric: Metric,
        shape: Shape,
        home: usize,
        heuristic: Box<dyn Heuristic + 'a>,
    ) -> Self {
        let goal = Board::ordered(shape, home);
        let engine = Reference {
            heuristic,
            goal,
            metric,
        };
        Self::with_engine(metric, goal, engine)
    }

    fn with_engine(metric: Metric, goal: Board, engine: impl Engine + 'a) -> Self {
        Self {
            goal,
            metric,
            heuristic: engine.heuristic().name(),
            engine: Box::new(engine),
        }
    }

    /// Returns a solver for the multi-tile metric, with colour tables.
    ///
    /// Hard boards are searched on all threads of rayon's current pool.
    pub fn with_colours<D: Payload + Send + Sync + 'a>(bounds: ColourBounds<D>) -> Self {
        let goal = Board::ordered(bounds.shape(), bounds.home());
        Self::with_engine(Metric::Multi, goal, bounds)
    }

    /// Returns a solver with pattern databases: the tuned engine. If there are more than 16 views,
    /// or more than 32 different patterns in all of them, it uses the first that fit:
    /// [`AdditivePatterns::check`] says whether all do. Only tests and benchmarks need another
    /// tuning than the default.
    ///
    /// Hard boards are searched on all threads of rayon's current pool.
    pub fn with_patterns(databases: AdditivePatterns, tuning: Tuning) -> Self {
        let goal = Board::ordered(databases.shape(), databases.home());
        let engine = Patterns::new(databases, tuning);
        Self::with_engine(Metric::Single, goal, engine)
    }

    /// Returns a solver with pattern databases, and with a larger set of them for long searches. A
    /// search that has generated `after` boards continues with the set that `larger` returns, which
    /// is kept for other searches. If it returns none, the search continues as before, and calls it
    /// again after twice as many boards.
    ///
    /// Estimates and the heuristic's name are those of the first set. It must have at most two
    /// views, a partition and its reflection: with more, a search does not change to another set.
    pub fn with_larger(
        databases: AdditivePatterns,
        tuning: Tuning,
        after: u64,
        larger: impl Fn() -> Option<AdditivePatterns> + Send + Sync + 'a,
    ) -> Self {
        let goal = Board::ordered(databases.shape(), databases.home());
        let engine = Escalation::new(databases, tuning, after, Box::new(larger));
        Self::with_engine(Metric::Single, goal, engine)
    }

    /// Returns the shape of the boards it solves.
    pub fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns what counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the name of its heuristic.
    pub fn heuristic(&self) -> &str {
        &self.heuristic
    }

    /// Returns the heuristic's lower bound on the distance of a board, in moves. The board must
    /// have the shape of the goal and be able to reach it.
    pub fn estimate(&self, board: &Board) -> u32 {
        self.engine.heuristic().estimate(board)
    }

    /// Checks the tables that all earlier [estimates](Self::estimate) were read from.
    ///
    /// # Errors
    /// If a table file is damaged.
    pub fn damage(&self) -> Result<(), DamagedPage> {
        self.engine.damage()
    }

    /// Returns a shortest solution.
    ///
    /// Reports each finished iteration to `monitor`, and stops within 0.2 seconds if the monitor
    /// asks to stop.
    ///
    /// # Errors
    /// If the board has another shape or cannot reach the goal, a table is damaged, or the monitor
    /// stops the search.
    pub fn solve(
        &self,
        board: &Board,
        monitor: &Monitor<'_, Iteration>,
    ) -> Result<BoardSolution, SolveError> {
        self.solve_with(board, SearchOptions::default(), monitor)
    }

    /// Returns a shortest solution, as [`solve`](Self::solve) does. The search can be saved from
    /// time to time, and can continue from a saved one.
    ///
    /// Searches by the reference engine are not saved.
    ///
    /// # Errors
    /// As [`solve`](Self::solve); if the saved search is of another question or damaged; if the
    /// search has generated as many boards as the options allow; and if no solution is shorter than
    /// the one that the options name.
    pub fn solve_with(
        &self,
        board: &Board,
        options: SearchOptions<'_>,
        monitor: &Monitor<'_, Iteration>,
    ) -> Result<BoardSolution, SolveError> {
        self.check(board)?;
        let whole_tree = self.engine.tuning().is_some_and(|tuning| tuning.whole_tree);
        let question = SavedBoardQuestion::new(board, &self.goal, &self.heuristic, whole_tree);
        let save = options.save.map(|save| {
            let question = &question;
            move |state| save(&Checkpoint::new(question, state))
        });
        let resume = options.resume.map(|saved| saved.open(&question));
        let resume = resume.transpose()?;
        let below = options.below.unwrap_or(u32::MAX);
        let end = self.engine.search(&Request {
            limit: below.saturating_sub(1),
            save: save.as_ref().map(|save| save as _),
            watch: options.watch,
            resume: resume.as_ref(),
            node_limit: options.node_limit.unwrap_or(u64::MAX),
            ..Request::new(board, SolutionLimit::First, monitor)
        })?;
        let found = end.found(Some(&question));
        if let (Some(save), Err(SolveError::Stopped(stopped))) = (options.save, &found)
            && let (StopReason::Monitor, Some(rest)) = (stopped.reason, &stopped.rest)
        {
            save(rest);
        }
        let mut found = found?;
        match found.listed.pop() {
            Some(moves) if moves.len() < below as usize => Ok(BoardSolution {
                moves,
                stats: found.stats,
            }),
            _ => Err(SolveError::NoneShorter(found.stats)),
        }
    }

    /// Returns whether searches can be saved: those by pattern databases.
    pub fn saves(&self) -> bool {
        self.engine.tuning().is_some()
    }

    /// Returns the moves of a board whose distance is known: the cells that the blank can move to,
    /// in the order of [`Board::destinations`], each with the range of the distance afterwards, in
    /// moves. `nearer` is the first move of a shortest solution, if one is known.
    ///
    /// All of them together take at most as long as the complete last iteration of the board's own
    /// search. In the multi-tile metric, the range of a move therefore has two values if no
    /// solution begins in its line: to decide between them would take an iteration that is one move
    /// deeper.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    ///
    /// ```
    /// use tilebase_core::{Monitor, sliding::{Board, Metric, Shape}};
    /// use tilebase_solve::{heuristic::LinearConflict, ida::BoardSolver};
    ///
    /// let shape: Shape = "3x3".parse()?;
    /// let conflicts = LinearConflict::new(shape, &shape.ordered_cells(0));
    /// let solver = BoardSolver::with_heuristic(Metric::Single, shape, 0, Box::new(conflicts));
    /// let board = Board::parse(shape, "3 1 2 4 0 5 6 7 8")?;
    /// let hints = solver.hints(&board, 2, None, &Monitor::silent())?;
    /// assert_eq!(hints, [(1, 3..=3), (3, 1..=1), (5, 3..=3), (7, 3..=3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hints(
        &self,
        board: &Board,
        distance: u32,
        nearer: Option<usize>,
        monitor: &Monitor<'_, Iteration>,
    ) -> Result<Vec<(usize, RangeInclusive<u32>)>, SolveError> {
        self.check(board)?;
        let mut moves = Vec::new();
        for cell in board.destinations(self.metric) {
            let mut next = *board;
            next.slide_line(cell);
            let known = nearer == Some(cell) && distance > 0;
            moves.push((cell, known || self.leads(board, &next, distance, monitor)?));
        }
        let in_row = |cell| board.shape().row(cell) == board.shape().row(board.blank());
        let near_in = |row| {
            moves
                .iter()
                .any(|&(cell, near)| near && in_row(cell) == row)
        };
        let after = |&(cell, near): &(usize, bool)| {
            let after = match self.metric {
                _ if near => distance - 1..=distance - 1,
                // One move leads from each board of a line to the others, so none is farther.
                Metric::Multi if near_in(in_row(cell)) => distance..=distance,
                Metric::Multi if distance > 0 => distance..=distance + 1,
                _ => distance + 1..=distance + 1,
            };
            (cell, after)
        };
        Ok(moves.iter().map(after).collect())
    }

    /// Returns whether a shortest solution of `board`, whose distance is known, begins with the
    /// move to `next`.
    fn leads(
        &self,
        board: &Board,
        next: &Board,
        distance: u32,
        monitor: &Monitor<'_, Iteration>,
    ) -> Result<bool, SolveError> {
        let Some(limit) = distance.checked_sub(1) else {
            return Ok(false);
        };
        // Several threads share an iteration if the one before was large.
        let shared = self.metric == Metric::Single && parallel::current_num_threads() > 1;
        self.is_solved_within(&Request {
            least: limit.saturating_sub(2 * u32::from(shared)),
            limit,
            // No shortest solution goes back, or continues in the same line.
            excluded_first_move: Some(board),
            ..Request::new(next, SolutionLimit::First, monitor)
        })
    }

    /// Returns whether a search finds a solution within its limit.
    fn is_solved_within(&self, request: &Request<'_>) -> Result<bool, SolveError> {
        let found = self.engine.search(request)?.found(None)?;
        let mut lengths = found.listed.iter().map(|moves| moves.len() as u32);
        Ok(lengths.any(|moves| moves <= request.limit))
    }

    /// Returns the distance of a board that is one move from `board`, whose distance is known.
    ///
    /// A move changes the distance by at most one, and by exactly one in the single-tile metric.
    /// Therefore one or two iterations suffice.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn distance_beside(
        &self,
        board: &Board,
        next: &Board,
        distance: u32,
        monitor: &Monitor<'_, Iteration>,
    ) -> Result<u32, SolveError> {
        self.check(next)?;
        if self.leads(board, next, distance, monitor)? {
            return Ok(distance - 1);
        }
        // A neighbour may have the same distance, and its shortest solution may begin in line with
        // the board.
        let request = Request {
            least: distance,
            limit: distance,
            ..Request::new(next, SolutionLimit::First, monitor)
        };
        let level =
            self.metric == Metric::Multi && distance > 0 && self.is_solved_within(&request)?;
        Ok(distance + u32::from(!level))
    }

    /// Returns shortest solutions: some of them, or the number of all. A search for some ends with
    /// the last of them, so that a few cost less than all.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solutions(
        &self,
        board: &Board,
        wanted: SolutionLimit,
        monitor: &Monitor<'_, Iteration>,
    ) -> Result<FoundSolutions, SolveError> {
        self.check(board)?;
        let request = Request::new(board, wanted, monitor);
        let mut found = self.engine.search(&request)?.found(None)?;
        if let SolutionLimit::Some { limit } = wanted {
            found.listed.truncate(limit);
        }
        found.listed.sort_by_cached_key(|moves| {
            let mut blank = board.blank();
            let number = |&to: &u8| {
                let mut moves = board.shape().destinations(blank, self.metric);
                blank = usize::from(to);
                moves.position(|cell| cell == blank)
            };
            moves.iter().map(number).collect::<Vec<_>>()
        });
        Ok(found)
    }

    /// Returns an error for boards that cannot reach the goal, whose searches would never end.
    fn check(&self, board: &Board) -> Result<(), SolveError> {
        let (expected, found) = (self.shape(), board.shape());
        if found != expected {
            return Err(SolveError::WrongShape { expected, found });
        }
        if solvable(board, &self.goal) { Ok(()) } else { Err(SolveError::Unsolvable) }
    }
}
