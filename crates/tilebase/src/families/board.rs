//! Sliding boards, and goals that name all their tiles.

use rand::seq::SliceRandom;
use tilebase_core::{
    Puzzle, StateError, colours,
    format::{Encoding, Subject, TableFile},
    pattern::MOST_CELLS,
    sliding::{Board, Metric, Parity, PartialGoal, Reduction, Shape, blank_of, solvable_cells},
};
use tilebase_solve::{
    board_subject,
    table::{ByRowClass, ByState},
};

use super::family::{Family, Numbers};
use crate::{
    answers::Reason,
    backend::{
        AnytimeSearch, Backend, ByTable, ExactSearch, TableBackend, ensure_searches, multi,
        patterns,
    },
    known::{
        published,
        sample::{self, LevelCounts},
    },
    library::Library,
    moves::{Direction, Move},
    options::Options,
    policy,
    values::{Error, ErrorKind, PuzzleGoal, Result, Rng, State, ensure},
};

/// How goals with a blank at any cell are named, before the number of the cell.
const BLANK_AT: &str = "blank-at:";

/// Returns the cells in the order of the rows, which go to the right and back in turns.
fn snake(shape: Shape) -> Vec<usize> {
    let mut path: Vec<usize> = (0..shape.cells()).collect();
    for back in path.chunks_mut(shape.cols()).skip(1).step_by(2) {
        back.reverse();
    }
    path
}

/// Returns the cells in the order of a spiral, clockwise from the first to the middle.
fn spiral(shape: Shape) -> Vec<usize> {
    let (mut rows, mut cols) = (0..shape.rows(), 0..shape.cols());
    let mut path = Vec::new();
    while !rows.is_empty() && !cols.is_empty() {
        let (top, right) = (rows.start, cols.end - 1);
        path.extend(cols.clone().map(|col| shape.cell(top, col)));
        rows.start += 1;
        path.extend(rows.clone().map(|row| shape.cell(row, right)));
        cols.end -= 1;
        if let Some(bottom) = rows.next_back() {
            path.extend(cols.clone().rev().map(|col| shape.cell(bottom, col)));
        }
        if let Some(left) = cols.next() {
            path.extend(rows.clone().rev().map(|row| shape.cell(row, left)));
        }
    }
    path
}

/// Returns the board with the tiles in order along a path through all cells, except for `blank`.
fn along(shape: Shape, path: &[usize], blank: usize) -> PuzzleGoal {
    let mut cells = vec![0; shape.cells()];
    let tiles = path.iter().filter(|&&cell| cell != blank);
    for (&cell, tile) in tiles.zip(1..=u8::MAX) {
        cells[cell] = tile;
    }
    State::from_checked_cells(shape.into(), &cells).into()
}

/// Returns the reduction to the canonical boards of tables and exact searches; `None` for boards
/// too large for these.
fn reduction(goal: &PuzzleGoal, metric: Metric) -> Option<Reduction> {
    let board = Board::try_from(&goal.a_state()).ok()?;
    Some(Reduction::to_canonical(&board, metric))
}

impl Family for Shape {
    fn cells(&self) -> usize {
        Shape::cells(*self)
    }

    fn columns(&self) -> Option<usize> {
        Some(self.cols())
    }

    fn parse_cells(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        Shape::parse_cells(*self, text, cells)
    }

    fn check_cells(&self, cells: &[u8]) -> Result<(), StateError> {
        Shape::check_cells(*self, cells)
    }

    fn numbers_are_cells(&self) -> bool {
        true
    }

    fn moves(&self, cells: &[u8], metric: Metric) -> Numbers {
        // Each iterator alone takes less time than `destinations`, which carries both.
        match metric {
            Metric::Single => self.neighbours(blank_of(cells)).collect(),
            Metric::Multi => self.in_line(blank_of(cells)).collect(),
        }
    }

    fn make_move(&self, cells: &mut [u8], to: usize) -> Move {
        let blank = blank_of(cells);
        Move {
            name: cells[to],
            direction: Some(Direction::between(*self, to, blank)),
            tiles: self.slide_cells(cells, blank, to) as u8,
            ..Move::default()
        }
    }

    fn back(&self, cells: &[u8], _: usize) -> usize {
        blank_of(cells)
    }

    fn named_goals(&self) -> Vec<(&'static str, PuzzleGoal)> {
        let (first, last) = (0, self.tiles());
        let columns: Vec<usize> = (0..self.cols())
            .flat_map(|col| (col..Shape::cells(*self)).step_by(self.cols()))
            .collect();
        let (snake, spiral) = (snake(*self), spiral(*self));
        let ordered = |home| State::ordered(*self, home).into();
        let along = |path, blank| along(*self, path, blank);
        vec![
            // 1 2 3 … 0
            ("blank-last", ordered(last)),
            // 0 1 2 …
            ("blank-first", ordered(first)),
            // 1 2 3 / 8 0 4 / 7 6 5
            ("spiral", along(&spiral, spiral[last])),
            // 1 4 7 / 2 5 8 / 3 6 0
            ("columns", along(&columns, last)),
            // 0 3 6 / 1 4 7 / 2 5 8
            ("columns-blank-first", along(&columns, first)),
            // 1 2 3 / 6 5 4 / 7 8 0
            ("snake", along(&snake, last)),
            // 0 1 2 / 5 4 3 / 6 7 8
            ("snake-blank-first", along(&snake, first)),
        ]
    }

    fn named_goal(&self, name: &str) -> Option<PuzzleGoal> {
        if let Some(cell) = name.strip_prefix(BLANK_AT) {
            let cell: i16 = cell.parse().ok()?;
            // -1 is the last cell, as in the files that name the blank's home by a number.
            let home = usize::try_from(if cell == -1 { self.tiles() as i16 } else { cell }).ok()?;
            return (home <= self.tiles()).then(|| State::ordered(*self, home).into());
        }
        let name = if name == "snail" { "spiral" } else { name };
        let mut named = self.named_goals().into_iter();
        named
            .find(|(known, _)| *known == name)
            .map(|(_, goal)| goal)
    }

    fn goal_names(&self) -> Vec<&'static str> {
        let named = self.named_goals().into_iter().map(|(name, _)| name);
        named.chain(["blank-at:CELL, with cells from 0"]).collect()
    }

    fn read_goal(&self, text: &str) -> Result<PuzzleGoal, StateError> {
        match PartialGoal::parse(*self, text) {
            Ok(partial) => Ok(partial.into()),
            Err(error) if text.contains(|c: char| c.is_ascii_alphabetic()) => Err(error),
            Err(_) => Ok(State::parse(Puzzle::Sliding(*self), text)?.into()),
        }
    }

    fn reachable_goals(&self, cells: &[u8]) -> Vec<(&'static str, State)> {
        let named = self.named_goals().into_iter();
        let states = named.map(|(name, goal)| (name, goal.a_state()));
        let reached = states.filter(|(_, goal)| solvable_cells(*self, cells, goal.cells()));
        reached.collect()
    }

    /// For large boards, this is the table of the usual goals, which is never built.
    fn table_subject(&self, goal: &PuzzleGoal, metric: Metric) -> Subject {
        let (shape, home) = (*self, 0);
        let usual = || Subject::Sliding { shape, home };
        reduction(goal, metric).map_or_else(usual, |reduction| board_subject(&reduction))
    }

    fn by_table(
        &self,
        goal: &PuzzleGoal,
        metric: Metric,
        table: TableFile,
    ) -> Result<Box<dyn TableBackend>> {
        let too_large = Error::NotTabulable(goal.puzzle());
        let reduction = reduction(goal, metric).ok_or(too_large)?;
        let space = reduction.space()?;
        Ok(match table.metadata().encoding {
            Encoding::RowClasses => {
                let distances = ByRowClass::new(space, table);
                Box::new(ByTable::new(distances, reduction))
            }
            encoding => {
                let distances = ByState::new(space, encoding, table);
                Box::new(ByTable::new(distances, reduction))
            }
        })
    }

    fn has_buildable_size(&self, _: Metric) -> bool {
        tilebase_pdb_build::has_buildable_size(Puzzle::Sliding(*self))
    }

    fn is_worth_building(&self, metric: Metric) -> bool {
        self.is_exact(metric)
    }

    fn is_exact(&self, metric: Metric) -> bool {
        // In the multi-tile metric, a search needs a bound that is stronger than the simplest.
        // Up to 16 cells there are colour tables.
        let few = self.cells() <= colours::MOST_CELLS;
        let is_bounded = || few || multi::is_soon_ready(*self, None);
        Board::holds(*self) && (metric == Metric::Single || is_bounded())
    }

    fn is_proven_soon(&self, metric: Metric) -> bool {
        match metric {
            Metric::Single => policy::is_solved_soon(*self),
            Metric::Multi => self.is_exact(metric),
        }
    }

    fn wants_search(&self, metric: Metric, options: &Options) -> Result<bool> {
        Ok(!self.is_exact(metric) || options.name_search() || options.beams_only)
    }

    fn by_search(
        &self,
        goal: &PuzzleGoal,
        metric: Metric,
        library: &Library,
        options: &Options,
    ) -> Result<Box<dyn Backend>> {
        ensure_searches()?;
        let with_beams = |exact| -> Result<Box<dyn Backend>> {
            let search =
                AnytimeSearch::new(*self, goal.a_state(), metric, exact, library, options)?;
            Ok(Box::new(search))
        };
        let Some(reduction) = reduction(goal, metric).filter(|_| !options.beams_only) else {
            ensure(options.resume.is_none(), || Error::not_saved("beam"))?;
            return with_beams(None);
        };
        let (named, soon) = (options.name_search(), self.is_proven_soon(metric));
        let subjects = self.search_subjects(goal, metric, options);
        let has_all = |subjects: &Vec<_>| subjects.iter().all(|subject| library.has(subject));
        let has_tables = subjects.as_ref().is_ok_and(has_all);
        let is_ready = match metric {
            _ if named || has_tables => true,
            Metric::Single => soon,
            Metric::Multi => {
                let builds = options.time.is_none() && subjects.is_ok();
                builds || multi::is_soon_ready(*self, policy::time(options, soon))
            }
        };
        if let Err(error @ Error::OverMemory { .. }) = subjects {
            return Err(error);
        }
        if !is_ready {
            return with_beams(None);
        }
        let exact = match options.time.filter(|_| !named) {
            None => ExactSearch::new(library, reduction, options)?,
            Some(time) => {
                let mut library = library.clone();
                library.reporter = library.reporter.within(Some(time / 2));
                library.keeps = false;
                let options = if has_tables { options } else { &policy::hurried(options, metric) };
                match ExactSearch::new(&library, reduction, options) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {
                        ensure(!library.reporter.stopped(), || error)?;
                        return with_beams(None);
                    }
                    exact => exact?,
                }
            }
        };
        let proves = !options.bounds_suffice() && (soon || named);
        if policy::has_beams(options, *self, library.models.serve(*self), proves) {
            with_beams(Some(exact))
        } else {
            Ok(Box::new(exact))
        }
    }

    fn search_subjects(
        &self,
        goal: &PuzzleGoal,
        metric: Metric,
        options: &Options,
    ) -> Result<Vec<Subject>> {
        ensure_searches()?;
        match reduction(goal, metric) {
            Some(reduction) if metric == Metric::Multi => {
                return patterns::within(options, multi::subjects(&reduction, options)?);
            }
            None if metric == Metric::Multi || self.cells() > MOST_CELLS => {
                return Err(Error::NotExact(goal.puzzle()));
            }
            _ => {}
        }
        patterns::subjects(*self, goal.a_state().cells(), options)
    }

    fn check(&self, goal: &PuzzleGoal, state: &State) -> Result<Option<(bool, Reason)>> {
        let parity = Parity::of_cells(*self, state.cells(), goal.a_state().cells());
        Ok(Some((parity.solvable(), Reason::Parity(parity))))
    }

    fn farthest(&self, goal: &PuzzleGoal, metric: Metric) -> Option<u32> {
        let (shape, home) = (*self, blank_of(goal.a_state().cells()));
        let published = published::levels(shape, metric)? as u32;
        // Published for goals whose blank is in a corner; from there the blank goes to any home.
        let (cells, cols) = (shape.cells(), shape.cols());
        let corners = [0, cols - 1, cells - cols, cells - 1];
        let slides = corners.map(|corner| shape.distance(corner, home));
        Some(published + slides.into_iter().min()? as u32)
    }

    fn levels(&self, goal: &PuzzleGoal, metric: Metric) -> Option<LevelCounts> {
        let reduction = reduction(goal, metric)?;
        let shape = reduction.shape();
        let in_corner = reduction.home() == 0;
        match (shape.rows(), shape.cols(), metric) {
            (4, 4, _) if in_corner => Some(sample::of_the_15_puzzle(metric)),
            (5, 5, Metric::Single) if in_corner => Some(sample::of_the_24_puzzle()),
            _ => None,
        }
    }

    fn draw(&self, goal: &PuzzleGoal, rng: &mut Rng) -> State {
        let goal = goal.a_state();
        goal.with_cells(|cells| {
            self.order_cells(0, cells);
            cells.shuffle(rng);
            if solvable_cells(*self, cells, goal.cells()) {
                return;
            }
            // The exchange of two tiles maps unsolvable boards one to one to solvable ones, so that
            // all solvable boards remain equally likely.
            let mut tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
            if let (Some(first), Some(second)) = (tiles.next(), tiles.next()) {
                cells.swap(first, second);
            }
        })
    }
}
