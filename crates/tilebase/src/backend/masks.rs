//! Sliding boards with goals that leave cells open, or in which tiles are alike.

use rand::seq::SliceRandom;
use tilebase_core::{
    Puzzle, RankedSpace,
    format::{Subject, TableFile},
    sliding::{Mask, MaskSpace, Metric, Shape},
};
use tilebase_solve::table::{ByState, Table};

use super::{
    mask_search::{MaskBackend, bounds},
    problem::Problem,
    table::ByTable,
    traits::{Backend, Tabulated},
};
use crate::{
    Build, Error, Library, Options, Reason, Result, Rng, State,
    state::{BLANK_FIRST, BLANK_LAST},
};

/// The most states of a table that is built in preference to a search: it takes some seconds.
const QUICK: u64 = 1 << 27;

/// The most states that could be tabulated, at two bits each.
const MOST: u64 = 1 << 36;

/// The heuristics, for the message that a name is unknown.
const HEURISTICS: &str = "goals that leave cells open, or in which tiles are alike, are searched \
    with the tables of some of their tiles, and there is nothing to choose";

/// A sliding board with such a goal.
#[derive(Debug)]
pub(crate) struct MaskProblem {
    mask: Mask,
    metric: Metric,
    space: Option<MaskSpace>,
    /// The kinds whose tables guide a search first: the others are already in place.
    focus: Option<Vec<u8>>,
}

/// Reads a goal with open cells or equal tiles. Any other text is left to the reader of ordinary
/// goals.
pub(super) fn read(shape: Shape, text: &str) -> Result<Option<Mask>> {
    if matches!(text.trim(), BLANK_FIRST | BLANK_LAST) {
        return Ok(None);
    }
    match Mask::parse(shape, text) {
        Ok(mask) => Ok(Some(mask)),
        Err(error) if text.contains(|c: char| c.is_ascii_alphabetic()) => Err(Error::Goal(error)),
        Err(_) => Ok(None),
    }
}

impl MaskProblem {
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

    fn distances(&self, table: TableFile) -> Result<ByState<MaskSpace, TableFile>> {
        let table = table.expect_subject(&self.table_subject())?;
        let space = self.space.clone().filter(|_| self.is_tabulable());
        let space = space.ok_or(Error::NotTabulable(self.puzzle()))?;
        Ok(ByState::new(space, table.metadata().encoding, table))
    }

    fn is_quick(&self) -> bool {
        self.space
            .as_ref()
            .is_some_and(|space| space.len() <= QUICK)
    }

    fn state(&self, cells: &[u8]) -> State {
        State::from_checked_cells(self.puzzle(), cells)
    }
}

impl Problem for MaskProblem {
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
        self.state(&self.mask.some_goal())
    }

    fn mask(&self) -> Option<&Mask> {
        Some(&self.mask)
    }

    fn table_subject(&self) -> Subject {
        self.mask.subject(self.metric)
    }

    fn by_table(&self, table: TableFile) -> Result<Box<dyn Tabulated>> {
        let (distances, reduction) = (self.distances(table)?, self.mask.clone());
        Ok(Box::new(ByTable::new(distances, reduction)))
    }

    fn is_tabulable(&self) -> bool {
        let states = self.space.as_ref().map(MaskSpace::len);
        states.is_some_and(|states| states <= MOST)
    }

    fn is_worth_building(&self) -> bool {
        self.focus.is_none() && self.is_quick()
    }

    fn wants_search(&self, options: &Options) -> Result<bool> {
        if let Some(name) = &options.heuristic {
            return Err(Error::unknown_heuristic(name, HEURISTICS));
        }
        if options.partition.is_some() || options.tuning.whole_tree {
            return Err(Error::Question(HEURISTICS.to_owned()));
        }
        if options.resume.is_some() {
            return Err(Error::not_saved("a*"));
        }
        // Tables of stages guide searches, whose ends are then the same with a table and without.
        let by_search = options.by_search || options.beams_only || self.focus.is_some();
        Ok(by_search || !self.is_tabulable())
    }

    fn by_search(&self, library: &Library, options: &Options) -> Result<Box<dyn Backend>> {
        let (mask, focus) = (self.mask.clone(), self.focus.as_deref());
        let is_stage = focus.is_some() && self.is_tabulable() && !options.beams_only;
        let subject = self.table_subject();
        let keeps = library.folder().is_some() && library.build != Build::Never;
        let builds = keeps && self.is_quick() && library.is_small(&subject);
        let table = (is_stage && (builds || library.has(&subject)))
            .then(|| self.distances(library.table(&subject)?));
        let table = table.transpose()?.map(Table::new);
        let bounds = match table {
            Some(_) => Vec::new(),
            None => bounds(&mask, self.metric, focus, library)?,
        };
        let mut search = MaskBackend::new(mask, self.metric, bounds, library, options);
        if is_stage {
            search = search.in_order(table);
        }
        Ok(Box::new(search))
    }

    fn search_subjects(&self, _: &Options) -> Result<Vec<Subject>> {
        Ok(vec![self.table_subject()])
    }

    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>> {
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
            let mut cells = self.mask.some_goal();
            cells.shuffle(rng);
            if self.mask.is_solvable(&self.mask.kinds(&cells)) {
                return self.state(&cells);
            }
        }
    }
}
