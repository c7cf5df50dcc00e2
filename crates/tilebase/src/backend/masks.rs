//! Sliding boards with goals that leave cells open, or in which tiles are alike.

use rand::seq::SliceRandom;
use tilebase_core::{
    Puzzle, RankedSpace,
    format::{Subject, TableFile},
    sliding::{Board, Mask, MaskSpace, Metric, Shape},
};
use tilebase_solve::table::ByState;

use super::{
    mask_search::MaskBackend,
    question::Question,
    table::ByTable,
    traits::{Backend, Tabulated},
};
use crate::{
    Error, Library, Options, Reason, Rng, State,
    state::{BLANK_FIRST, BLANK_LAST},
};

/// The most states of a table that is built rather than searched without: it takes some seconds.
const QUICK: u64 = 1 << 27;

/// The most states that could be tabulated, at two bits each.
const MOST: u64 = 1 << 36;

/// The heuristics, for the message that a name is unknown.
const HEURISTICS: &str = "goals that leave cells open, or in which tiles are alike, are searched \
    with the tables of some of their tiles, and there is nothing to choose";

/// A sliding board with such a goal.
#[derive(Debug)]
pub(crate) struct MaskQuestion {
    mask: Mask,
    metric: Metric,
    space: Option<MaskSpace>,
    /// The kinds that a search looks at above all, where the others are in place already.
    focus: Option<Vec<u8>>,
}

/// Reads a goal with open cells or equal tiles. One that is wrong without having any is left to
/// those who know ordinary goals.
pub(super) fn read(shape: Shape, text: &str) -> Result<Option<Mask>, Error> {
    if matches!(text.trim(), BLANK_FIRST | BLANK_LAST) {
        return Ok(None);
    }
    match Mask::parse(shape, text) {
        Ok(mask) => Ok(Some(mask)),
        Err(error) if text.contains(|c: char| c.is_ascii_alphabetic()) => Err(Error::Goal(error)),
        Err(_) => Ok(None),
    }
}

impl MaskQuestion {
    pub fn new(mask: Mask, metric: Metric) -> Self {
        Self {
            space: MaskSpace::new(mask.clone(), metric),
            mask,
            metric,
            focus: None,
        }
    }

    /// Makes searches take their bounds from the tiles with these numbers.
    pub fn focused(mut self, tiles: &[u8]) -> Self {
        let kind = self.mask.kind_of_labels();
        self.focus = Some(tiles.iter().map(|&tile| kind[usize::from(tile)]).collect());
        self
    }

    fn state(&self, cells: &[u8]) -> State {
        State::from_checked_cells(self.puzzle(), cells)
    }
}

impl Question for MaskQuestion {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Sliding(self.mask.shape())
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn goal(&self) -> String {
        self.mask.to_string()
    }

    fn a_goal(&self) -> State {
        self.state(&self.mask.goal_with(None))
    }

    fn mask(&self) -> Option<&Mask> {
        Some(&self.mask)
    }

    fn table_subject(&self) -> Subject {
        self.mask.subject(self.metric)
    }

    fn by_table(&self, table: TableFile) -> Result<Box<dyn Tabulated>, Error> {
        let table = table.expect_subject(&self.table_subject())?;
        let space = self.space.clone().filter(|_| self.is_tabulable());
        let puzzle = self.puzzle();
        let space = space.ok_or(Error::NotTabulable { puzzle })?;
        let encoding = table.metadata().encoding;
        let distances = ByState::new(space, encoding, table);
        let reduction = self.mask.clone();
        Ok(Box::new(ByTable::new(distances, reduction, self.metric)))
    }

    fn is_tabulable(&self) -> bool {
        let states = self.space.as_ref().map(MaskSpace::len);
        Board::holds(self.mask.shape()) && states.is_some_and(|states| states <= MOST)
    }

    fn is_worth_building(&self) -> bool {
        let states = self.space.as_ref().map(MaskSpace::len);
        self.focus.is_none() && states.is_some_and(|states| states <= QUICK)
    }

    fn wants_search(&self, options: &Options) -> Result<bool, Error> {
        if let Some(name) = &options.heuristic {
            return Err(Error::Heuristic {
                name: name.clone(),
                known: HEURISTICS,
            });
        }
        if options.partition.is_some() {
            return Err(Error::NoHeuristic(HEURISTICS.to_owned()));
        }
        if options.resume.is_some() {
            return Err(Error::NoSaving("a*".to_owned()));
        }
        // Tables of boards that are too large for look-ups guide searches, and may be kept.
        Ok(options.by_search || options.beams_only || !self.is_tabulable())
    }

    fn by_search(&self, library: &Library, options: &Options) -> Result<Box<dyn Backend>, Error> {
        let focus = self.focus.as_deref();
        let search = MaskBackend::new(self.mask.clone(), self.metric, focus, library, options)?;
        Ok(Box::new(search))
    }

    fn search_subjects(&self, _: &Options) -> Result<Vec<Subject>, Error> {
        Ok(vec![self.table_subject()])
    }

    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>, Error> {
        let solvable = self.mask.is_solvable(&self.mask.kinds(state.cells()));
        let reason = match (self.mask.has_alike(), solvable) {
            (true, _) => "two tiles are alike, and exchanging them changes the parity",
            (false, true) => "the parity is that of a goal",
            (false, false) => "the parity is that of no goal",
        };
        Ok(Some((solvable, Reason::Rule(reason))))
    }

    fn draw(&self, rng: &mut Rng) -> State {
        loop {
            let mut cells = self.mask.goal_with(None);
            cells.shuffle(rng);
            if self.mask.is_solvable(&self.mask.kinds(&cells)) {
                return self.state(&cells);
            }
        }
    }
}
