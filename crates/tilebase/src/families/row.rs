//! Rows of stones.

use rand::{RngExt, seq::SliceRandom};
use tilebase_core::{
    Puzzle, StateError,
    format::{Subject, TableFile},
    oshidori::{Goal as RowGoal, Row, RowReduction, Stones, Turn},
    sliding::Metric,
};
use tilebase_solve::{
    heuristic::{Guides, HeuristicName},
    row_subject,
};

use super::family::{Family, Numbers};
use crate::{
    answers::Reason,
    backend::{Backend, TableBackend, row_search},
    library::Library,
    moves::Move,
    options::Options,
    policy::QUICK_ROWS,
    values::{Error, PuzzleGoal, Result, Rng, State, ensure},
};

/// The greatest distance of states that walks find: a search from there takes a moment.
const REACH: u32 = 14;

/// Random states of rows with more cells take minutes to solve.
const SOLVED_SOON: usize = 20;

/// Returns the rows that end the game.
fn rows(stones: Stones, goal: &PuzzleGoal) -> RowGoal {
    match goal {
        PuzzleGoal::Rows(_, rows) => *rows,
        _ => RowGoal::default(stones),
    }
}

/// Writes the cells of a row.
fn write(row: &Row, cells: &mut [u8]) {
    let cells = cells.iter_mut().zip(row.cells());
    cells.for_each(|(cell, stone)| *cell = stone);
}

impl Family for Stones {
    fn cells(&self) -> usize {
        Stones::cells(*self)
    }

    fn columns(&self) -> Option<usize> {
        None
    }

    fn parse_cells(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        write(&Row::parse(*self, text)?, cells);
        Ok(())
    }

    fn check_cells(&self, cells: &[u8]) -> Result<(), StateError> {
        Row::from_cells(*self, cells).map(drop)
    }

    fn numbers_are_cells(&self) -> bool {
        self.rules().names_moves_by_cell()
    }

    fn moves(&self, cells: &[u8], _: Metric) -> Numbers {
        let row = Row::from_checked_cells(*self, cells);
        let numbers = row.moves().map(|jump| row.number(jump) as usize);
        numbers.collect()
    }

    fn make_move(&self, cells: &mut [u8], number: usize) -> Move {
        let mut row = Row::from_checked_cells(*self, cells);
        let jump = row.numbered(number as u32);
        row.jump(jump);
        write(&row, cells);
        let rules = self.rules();
        Move {
            name: jump.from as u8,
            landing: rules.is_open().then_some(jump.to as u8),
            turned: jump.turned && rules.turn == Turn::May,
            ..Move::default()
        }
    }

    fn back(&self, cells: &[u8], number: usize) -> usize {
        let row = Row::from_checked_cells(*self, cells);
        row.number(row.numbered(number as u32).back()) as usize
    }

    fn named_goals(&self) -> Vec<(&'static str, PuzzleGoal)> {
        let mut gap_first = vec![0; self.holes()];
        gap_first.extend_from_slice(Row::goal(*self).stone_order());
        let goals = [
            // The stones in ascending order, the gap at the right.
            ("blank-last", RowGoal::default(*self)),
            // The stones in ascending order, the gap at the left.
            (
                "blank-first",
                RowGoal::Row(Row::from_checked_cells(*self, &gap_first)),
            ),
            // The stones in ascending order without a gap between them, anywhere.
            ("together", RowGoal::Together),
            // The stones in ascending order, with the gap anywhere.
            ("any-gap", RowGoal::AnyGap),
            // The stones of each kind together, the kinds in any order, with the gap anywhere.
            ("any", RowGoal::Any),
        ];
        goals
            .map(|(name, rows)| (name, PuzzleGoal::Rows(*self, rows)))
            .into()
    }

    fn read_goal(&self, text: &str) -> Result<PuzzleGoal, StateError> {
        let rows = RowGoal::Row(Row::parse(*self, text)?);
        Ok(PuzzleGoal::Rows(*self, rows))
    }

    fn check_metric(&self, metric: Metric) -> Result<()> {
        ensure(metric == Metric::Single, || {
            only_boards(*self, "the multi-tile metric")
        })
    }

    fn table_subject(&self, goal: &PuzzleGoal, _: Metric) -> Subject {
        let reduction = RowReduction::to_canonical(*self, rows(*self, goal));
        row_subject(&reduction, *self)
    }

    fn by_table(
        &self,
        goal: &PuzzleGoal,
        _: Metric,
        table: TableFile,
    ) -> Result<Box<dyn TableBackend>> {
        row_search::by_table(*self, rows(*self, goal), table)
    }

    fn has_buildable_size(&self, _: Metric) -> bool {
        tilebase_pdb_build::has_buildable_size(Puzzle::Oshidori(*self))
    }

    fn is_worth_building(&self, _: Metric) -> bool {
        self.states().is_some_and(|states| states <= QUICK_ROWS)
    }

    fn wants_search(&self, _: Metric, options: &Options) -> Result<bool> {
        for (asked, option) in [
            (options.partition.is_some(), "a partition of the tiles"),
            (options.tuning.whole_tree, "a search of the whole tree"),
            (options.width.is_some(), "the width of a beam"),
            (options.seed.is_some(), "the seed of a beam"),
        ] {
            ensure(!asked, || only_boards(*self, option))?;
        }
        match options.heuristic(Guides::Rows)? {
            None => Ok(options.by_search || options.resume.is_some()),
            Some(HeuristicName::Covering) => Ok(true),
            Some(other) => Err(Error::unknown_heuristic(other, Guides::Rows)),
        }
    }

    fn by_search(
        &self,
        goal: &PuzzleGoal,
        _: Metric,
        _: &Library,
        options: &Options,
    ) -> Result<Box<dyn Backend>> {
        row_search::by_search(*self, rows(*self, goal), options)
    }

    fn check(&self, goal: &PuzzleGoal, state: &State) -> Result<Option<(bool, Reason)>> {
        if self.all_connected() {
            let reason = "with pairs that jump and some stones alike, six stones or more can \
                always be brought into any order";
            return Ok(Some((true, Reason::Rule(reason))));
        }
        let excluded = row_search::excluded(&Row::try_from(state)?, rows(*self, goal));
        Ok(excluded.map(|reason| (false, Reason::Rule(reason))))
    }

    fn reach(&self) -> u32 {
        REACH
    }

    fn is_drawn(&self, distance: u32) -> bool {
        let cells = Stones::cells(*self);
        cells <= SOLVED_SOON && distance as usize > cells / 2
    }

    fn draw(&self, _: &PuzzleGoal, rng: &mut Rng) -> State {
        let mut word = Row::goal(*self).stone_order().to_vec();
        word.shuffle(rng);
        if self.rules().is_open() {
            word.resize(Stones::cells(*self), 0);
            word.shuffle(rng);
        } else {
            let gap = rng.random_range(0..=self.stones());
            word.splice(gap..gap, std::iter::repeat_n(0, self.holes()));
        }
        Row::from_checked_cells(*self, &word).into()
    }

    fn draws_all(&self) -> bool {
        true
    }
}

/// Returns the error of an option that only boards have.
fn only_boards(stones: Stones, option: &'static str) -> Error {
    Error::Option {
        option,
        only: "sliding boards",
        puzzle: Puzzle::Oshidori(stones),
    }
}
